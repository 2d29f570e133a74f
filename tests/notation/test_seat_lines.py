"""One bad `seat` line is one finding: the hands below are judged all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec_tools.archive.runs.running import check_files

if TYPE_CHECKING:
    from pathlib import Path

HEAD = 'cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\n'
HANDS = """hand 1
dealer A
bid B: chiamo C: passo A: passo
result B: won
score B: +2 A: -1 C: -1
total A: -1 B: 2 C: -1
end

hand 2
dealer B
bid C: solo A: passo B: passo
result C: won
score C: +4 A: -2 B: -2
total A: -3 B: 0 C: 3
end
"""


def found(folder: Path, text: str, size: int = 1 << 20) -> list[tuple[str, int]]:
    """Code and line of every finding of weight."""
    file = folder / "a.cal"
    file.write_text(text, encoding="utf-8")
    parts = list(check_files([str(file)], size=size))
    return [(each.code, each.span.line) for part in parts for each in part.findings if each.severity != "note"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('seat B Bruno"', "CAL102"),
        ('seta B "Bruno"', "CAL101"),
        ('seat b "Bruno"', "CAL108"),
        ('seat "Bruno"', "CAL102"),
        ('seat 2 "Bruno"', "CAL102"),
        ('seat A "Bruno"', "CAL128"),
    ],
)
def test_a_bad_seat_line_is_one_finding(tmp_path: Path, line: str, code: str) -> None:
    """Hands below have their player; a mistake there is found, however it is cut."""
    text = HEAD.replace('seat B "Bruno"', line) + HANDS
    assert found(tmp_path, text) == [(code, 4)]
    wrong = text.replace("total A: -3 B: 0 C: 3", "total A: -3 B: 0 C: 4")
    assert wrong != text
    assert found(tmp_path, wrong) == [(code, 4), ("CAL612", 20)]
    assert found(tmp_path, wrong, 100) == found(tmp_path, wrong)


def test_too_few_seats_without_a_bad_line_are_told(tmp_path: Path) -> None:
    """If every line is readable, each hand reports the wrong number of people."""
    text = HEAD.replace('seat B "Bruno"\n', "") + HANDS
    assert [code for code, _ in found(tmp_path, text)] == ["CAL216", "CAL216"]


def test_where_nobody_can_say_who_sits_there_nothing_more_is_told(tmp_path: Path) -> None:
    """A hand without all names stays unread, without a finding of its own."""
    hands = HANDS.replace("bid B: chiamo C: passo A: passo", "bid C: chiamo").replace("result B", "result C")
    assert found(tmp_path, HEAD.replace('seat B "Bruno"', 'seat "Bruno"') + hands)[0] == ("CAL102", 4)
    assert ("CAL216", 8) not in found(tmp_path, HEAD.replace('seat B "Bruno"', 'seat "Bruno"') + hands)


@pytest.mark.parametrize(("line", "codes"), [("dummy C bye B", ["CAL110"]), ("dummy C", []), ("", ["CAL216"])])
def test_a_bad_dummy_line_is_all_that_is_told(tmp_path: Path, line: str, codes: list[str]) -> None:
    """A bad dummy line is the only finding: the number of people is unknown then."""
    head = HEAD.replace("rules pagat", "rules a-due").replace('seat C "Carla"\n', f'seat C "Carla"\n{line}\n')
    hand = "hand 1\ndealer A\nbid B: solo\nresult B: won\nend\n"
    assert [code for code, _ in found(tmp_path, head + hand)] == codes
