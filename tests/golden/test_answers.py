"""Answers of calarec agree with the kept ones.

After an intended change `python -m tests.golden.answers` writes them again.
"""

from __future__ import annotations

import json

import pytest

from tests.golden.answers import FINDINGS, KINDS, OTHERS, findings, judged_by_another
from tests.records.shelf import FILES, name
from tests.shards import of_shard


def test_records_are_judged_by_other_rulesets_as_before() -> None:
    """Under rules that they were not played by, most records are wrong in many places: every word of it is kept."""
    kept = json.loads(OTHERS.read_text("utf-8"))
    assert {name(file) for file in FILES} == set(kept)
    files = of_shard(FILES)
    assert {name(file): judged_by_another(file) for file in files} == {name(file): kept[name(file)] for file in files}


@pytest.mark.mass
@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_told_as_before(kind: str) -> None:
    """Code, place, words in every language, labels, rule and fix of every finding."""
    assert findings(kind) == (FINDINGS / f"{kind}.txt").read_text("utf-8")


def test_nothing_is_kept_of_damage_that_is_gone() -> None:
    """One file for each kind of damage."""
    assert sorted(file.stem for file in FINDINGS.iterdir()) == sorted(KINDS)
