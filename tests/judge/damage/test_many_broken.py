"""Broken lines by the hundred thousand: findings are bounded, other lines hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec_tools.archive.runs.running import check_files
from tests.unknown_cards.evenings import HEAD

if TYPE_CHECKING:
    from pathlib import Path

JUNK = "".join(f"junk{number} {'x' * 90}\n" for number in range(1500))
FIRST = (
    "hand 1\ndealer C\nbid A: chiamo B: passo C: passo\nresult A: 20\nscore A: +2 B: -1 C: -1\ntotal A: 2 B: -1 C: -1\n"
)
SECOND = "hand 2\ndealer A\nbid B: solo C: passo A: passo\nresult B: 20\nscore B: +4 A: -2 C: -2\ntotal {}\nend\n"


def _found(tmp_path: Path, text: str) -> tuple[list[tuple[str, str]], dict[str, int]]:
    """Codes and severities but those of the broken lines, and how many hands came to which verdict."""
    (tmp_path / "a.cal").write_text(text)
    (part,) = check_files([str(tmp_path / "a.cal")])
    told = [(each.code, str(each.severity)) for each in part.findings]
    assert 200 <= told.count(("CAL101", "error")) <= 202
    return [each for each in told if each[0] != "CAL101"], part.report.verdicts


def test_between_hands_what_is_in_order_holds(tmp_path: Path) -> None:
    """A line that changes the totals, behind and before 150 KB of lines that are none."""
    between = f"{JUNK}adjust A: 100 B: -50 C: -50\n{JUNK}"
    found, verdicts = _found(tmp_path, f"{HEAD}{FIRST}end\n\n{between}\n{SECOND.format('A: 100 B: -47 C: -53')}")
    assert (found, verdicts) == ([("CAL009", "error")], {"legal": 2})
    found, _ = _found(tmp_path, f"{HEAD}{FIRST}end\n\n{between}\n{SECOND.format('A: 0 B: 3 C: -3')}")
    assert [code for code, _ in found] == ["CAL009", "CAL612", "CAL612", "CAL612"]


def test_a_line_written_otherwise_holds_behind_them_too(tmp_path: Path) -> None:
    """Comments and blanks change no meaning, and a broken `adjust` makes the totals unknown, as before."""
    changing = "  adjust  A: 100   B: -50 C: -50 ; a fine\n"
    found, _ = _found(tmp_path, f"{HEAD}{FIRST}end\n\n{JUNK}{changing}\n{SECOND.format('A: 100 B: -47 C: -53')}")
    assert [code for code, _ in found] == ["CAL009"]
    found, _ = _found(tmp_path, f"{HEAD}{FIRST}end\n\n{JUNK}adjst A 100\n{SECOND.format('A: 100 B: -47 C: -53')}")
    assert [code for code, _ in found] == ["CAL009"]


def test_in_a_hand_they_spoil_that_hand_alone(tmp_path: Path) -> None:
    """The next hand is judged as it is."""
    found, verdicts = _found(tmp_path, f"{HEAD}{FIRST}{JUNK}end\n\n{SECOND.format('A: 0 B: 3 C: -3')}")
    assert verdicts == {"unreadable": 1, "legal": 1}
    assert [code for code, _ in found] == ["CAL009"]
