"""`check` and the screens name people; quotations keep the letters of seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.base.spans import Span
from calarec.core.wording.findings import Finding
from calarec.core.wording.people import name_people, name_seats
from calarec_tools.archive.runs.running import check_files
from calarec_tools.archive.runs.shards import TARGET_SHARD_BYTES

if TYPE_CHECKING:
    from pathlib import Path

NAMES = {"A": "Rosa", "B": "Marta", "C": "Ugo"}
EVENING = """\
cal 1
rules pagat
seat A "{A}"
seat B "{B}"
seat C "{C}"

hand 1
dealer C
bid A: solo
result A: 20 B+C: 15
score A: +4 B: -2 C: -2
total A: 4 B: -2 C: -1
end

hand 2
dealer B
bid C: solo
result C: 20 A+B: 15
score C: +4 A: -2 B: -2
end
"""


def finding(code: str, **args: object) -> Finding:
    return Finding(code=code, span=Span("evening.cal", 1, 1, 1, 2), args=dict(args))


def test_two_of_one_name_are_told_apart_and_a_seat_without_a_name_keeps_its_letter() -> None:
    people = {"A": "Rosa", "B": "Rosa", "C": "Ugo"}
    assert name_seats(people, "ABCD") == {"A": "Rosa (A)", "B": "Rosa (B)", "C": "Ugo", "D": "D"}


def test_a_finding_on_a_move_calls_people_by_name() -> None:
    named = name_people(finding("CAL514", winner="B", card="3s", stated="C"), NAMES)
    assert named.args == {"winner": "Marta", "card": "3s", "stated": "Ugo"}


@pytest.mark.parametrize("value", ["D", "3s", 2, None])
def test_values_that_are_no_seat_stay(value: object) -> None:
    assert name_people(finding("CAL514", winner=value), NAMES).args == {"winner": value}


def test_a_finding_that_quotes_the_text_keeps_the_letters() -> None:
    assert name_people(finding("CAL103", seat="C"), NAMES).args == {"seat": "C"}


@pytest.mark.parametrize("size", [TARGET_SHARD_BYTES, 120])
@pytest.mark.parametrize(
    "people", [("Rosa", "Marta", "Ugo"), ("B", "C", "A")], ids=["names", "names that are letters of other seats"]
)
def test_check_names_people_once_in_a_whole_file_and_in_pieces(
    tmp_path: Path, people: tuple[str, str, str], size: int
) -> None:
    """A wrong total of C and a deal out of turn, whichever way the file is gone through."""
    file = tmp_path / "evening.cal"
    file.write_text(EVENING.format(A=people[0], B=people[1], C=people[2]), encoding="utf-8")
    found = [each for part in check_files([str(file)], size=size) for each in part.findings]
    said = {each.code: each.message() for each in found}
    assert said["CAL612"] == f"{people[2]} has -2 after this hand, not -1"
    assert said["CAL307"] == f"{people[1]} deals, but after hand 1 it is {people[0]}'s turn"
