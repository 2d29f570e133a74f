"""The findings of a file do not depend on how it is cut into shards."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec_tools.archive.runs.running import check_files
from tests.judge.damage.damaged_lines import RULES, WAYS, evenings

if TYPE_CHECKING:
    from pathlib import Path

Found = list[tuple[str, int, int, str]]


def found(file: Path, size: int) -> tuple[int, Found]:
    """Return the number of shards of a file, and all findings as in `check`."""
    parts = list(check_files([str(file)], size=size))
    told = [(each.code, each.span.line, each.span.column, each.wording) for part in parts for each in part.findings]
    return len(parts), told


@pytest.mark.parametrize("rules", RULES[::2])
def test_findings_do_not_depend_on_cuts(rules: str, tmp_path: Path) -> None:
    """Two evenings under two rulesets, sound or with a slip or two, cut anywhere: the same findings, each once."""
    random = Random(rules)
    file = tmp_path / "evenings.cal"
    for slips in (0, 1, 2):
        lines = evenings(rules).rstrip("\n").split("\n")
        for _ in range(slips):
            at = random.choice([number for number, line in enumerate(lines) if line])
            lines[at] = random.choice(WAYS)(lines[at], random)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        count, whole = found(file, 1 << 20)
        assert (count, len(whole)) == (1, len(set(whole)))
        for size in (random.randrange(50, 3000), random.randrange(50, 3000)):
            assert found(file, size)[1] == whole, (size, "\n".join(lines))


def test_a_hand_that_begins_a_file_without_its_first_line_is_told_alike(tmp_path: Path) -> None:
    """Rules after its `end` are those of the next hand, however far away."""
    start = "total A: -2 B: 2 C: 0\nend\n"
    rest = (
        'rules tretre\nseat A "a"\nseat B "b"\nseat C "c"\n'
        "hand 1\ndealer A\nbid B: chiamo A: passo C: passo\nresult B: won\nend\n"
    )
    told = []
    for length in (1, 500):
        comments = f"; {'x' * length}\n" * 20
        file = tmp_path / f"{length}.cal"
        file.write_text(start + comments + rest + comments, encoding="utf-8")
        count, each = found(file, 4096)
        told.append(each)
        assert (count > 1) == (length > 1)
    assert told[0] == told[1]
    assert [code for code, *_ in told[0]].count("CAL210") == 1
