"""The replacement of the compiled library behaves like it for validators."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import rpds
from hypothesis import given
from hypothesis import strategies as st

from calarec.rule_files import persistent

KEYS = st.integers(0, 5)
STEPS = st.lists(
    st.tuples(st.sampled_from(["insert", "remove", "discard", "update"]), KEYS, st.integers()), max_size=12
)


def _both(ours: Any, theirs: Any, step: str, *values: object) -> tuple[Any, Any]:
    """One step on both sides; what the one refuses the other refuses."""
    try:
        after = getattr(theirs, step)(*values)
    except KeyError:
        with pytest.raises(KeyError):
            getattr(ours, step)(*values)
        return ours, theirs
    return getattr(ours, step)(*values), after


@given(st.dictionaries(KEYS, st.integers()), STEPS)
def test_maps(start: dict[int, int], steps: list[tuple[str, int, int]]) -> None:
    """The same entries after the same steps, and what was before stays as it was."""
    ours, theirs = persistent.HashTrieMap.convert(start), rpds.HashTrieMap.convert(start)
    assert persistent.HashTrieMap.convert(ours) is ours
    for step, key, value in steps:
        if step == "discard":
            continue
        before, held = ours, dict(ours)
        values: tuple[object, ...] = {"insert": (key, value), "remove": (key,), "update": ({key: value},)}[step]
        ours, theirs = _both(ours, theirs, step, *values)
        assert dict(ours) == dict(theirs)
        assert len(ours) == len(theirs)
        assert [key in ours for key in range(6)] == [key in theirs for key in range(6)]
        assert dict(before) == held
    assert dict(ours.discard(0)) == dict(theirs.discard(0))
    assert ours.get(9, "none") == theirs.get(9, "none") == "none"
    assert hash(ours) == hash(persistent.HashTrieMap(reversed(list(ours.items()))))


@given(st.sets(KEYS), STEPS)
def test_sets(start: set[int], steps: list[tuple[str, int, int]]) -> None:
    """The same members after the same steps."""
    ours: Any = persistent.HashTrieSet(start)
    theirs: Any = rpds.HashTrieSet(start)
    for step, key, value in steps:
        ours, theirs = _both(ours, theirs, step, [key, value] if step == "update" else key)
        assert set(ours) == set(theirs)
        assert len(ours) == len(theirs)


@given(st.lists(st.integers()), st.integers())
def test_lists(start: list[int], more: int) -> None:
    """Both grow and shrink at their front."""
    ours: Any = persistent.List(start).push_front(more)
    theirs: Any = rpds.List(start).push_front(more)
    assert list(ours) == list(theirs) == [more, *start]
    assert ours.first == theirs.first == more
    assert list(ours.rest) == list(theirs.rest) == list(ours.drop_first()) == start
    assert list(reversed(ours)) == list(reversed(theirs))
    assert persistent.List() != ours == persistent.List([more, *start])
    with pytest.raises(IndexError):
        _ = persistent.List().first
    with pytest.raises(IndexError):
        persistent.List().drop_first()


def test_rule_files_are_read_without_it() -> None:
    """Without compiled libraries, a ruleset is loaded all the same, and not cached."""
    code = (
        "import os, sys\n"
        "sys.modules.update({'rpds': None, 'yaml._yaml': None, '_yaml': None})\n"
        "del os.geteuid\n"
        "import calarec\n"
        "rules = calarec.load_rules('pagat')\n"
        "import jsonschema, rpds, yaml\n"
        "print(rules.digest, rpds.HashTrieMap.__module__, hasattr(yaml, 'CSafeLoader'))\n"
    )
    here = {"CALAREC_CACHE": "off", "PATH": "", "PYTHONPATH": ":".join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=here)
    assert done.returncode == 0, done.stderr
    digest, stand_in, compiled = done.stdout.split()
    assert len(digest) == 64
    assert (stand_in, compiled) == ("calarec.rule_files.persistent", "False")
