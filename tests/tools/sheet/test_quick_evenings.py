"""Evenings whose plain hands are not judged are those whose hands all are; standings beside plain counting."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.base.frozen import replace
from calarec.core.notation.source import Text
from calarec_tools.cli import sheet as sheet_command
from calarec_tools.main import run
from calarec_tools.output.sheet import packed_hands
from calarec_tools.output.sheet.evenings import read_evenings, standings
from calarec_tools.output.sheet.lines import SheetWords
from calarec_tools.output.sheet.packed_hands import evening_packer, leave_hands_out
from calarec_tools.output.sheet.pages import sheet_html_pieces
from tests.bulk.damage import damaged
from tests.bulk.texts import text_of

if TYPE_CHECKING:
    from pathlib import Path

    from calarec_tools.output.sheet.evenings import EveningSheet

BEHIND = (
    "",
    "",
    "adjust A: +3 B: -3\n",
    'adjust Anna: -2 "per il vino"\n',
    "leave B\n",
    "match\n",
    "carried A: +4 C: -4\n",
    'seat D "Dora"\n',
)
"""Lines that may follow the last hand of an evening."""


def evenings_text(rng: Random, many: int) -> str:
    """Evenings of a few hands, with other people and lines between."""
    made = []
    for number in range(many):
        rules = rng.choice(("pagat", "pagat", "gelli-terziglio"))
        head, *hands = re.split(r"(?m)^(?=hand )", text_of(rules, 8, seed=rng.randrange(2)))
        head = head.replace("seat A\n", rng.choice(("seat A\n", 'seat A "Anna"\n', 'seat A "Bruno"\n')))
        head = (
            head.rstrip("\n") + "\n" + rng.choice(("", 'table "Bar"\n', f'tag date "2024-05-{10 + number}"\n')) + "\n"
        )
        body = "".join(hands[: rng.randrange(1, 8)])
        if rng.random() < 0.4:
            body = damaged(body, rng, every=2)
        made.append(head + body.rstrip("\n") + "\n\n" + rng.choice(BEHIND))
    return "\n".join(made)


def plain_sheet(sheet: EveningSheet) -> tuple[object, ...]:
    """All that is known of an evening."""
    place = sheet.file, sheet.line, sheet.number, sheet.title, sheet.date
    return *place, sheet.hands, sheet.after, sheet.closing, sheet.written, sheet.final_totals, sheet.evening_units


@pytest.mark.parametrize("seed", range(10))
def test_evenings_are_the_same_however_they_are_read(seed: int) -> None:
    """Hands, titles, lines at the end of an evening and the totals after it."""
    text = evenings_text(Random(f"quick {seed}"), 6)
    found = list(read_evenings(Text(text, "a.cal"), None, {}))
    judged = list(read_evenings(Text(text, "a.cal"), None, {}, []))
    assert list(map(plain_sheet, found)) == list(map(plain_sheet, judged))


@pytest.mark.parametrize("memory", [1 << 20, 100])
@pytest.mark.parametrize("seed", range(2))
def test_packed_hands_are_the_same_hands(seed: int, memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In memory and on the disk, by number, in a row, in part and backwards, in turn with those of other evenings."""
    sheets = list(read_evenings(Text(evenings_text(Random(f"quick {seed}"), 6), "a.cal"), None, {}))
    whole = [replace(sheet) for sheet in sheets]
    monkeypatch.setattr(packed_hands, "_MEMORY_BYTES", memory)
    with evening_packer() as packer:
        for sheet in whole:
            packer.pack_evening(sheet)
        assert_packed_alike(whole, sheets)


def assert_packed_alike(whole: list[EveningSheet], sheets: list[EveningSheet]) -> None:
    """Packed evenings have what the evenings had."""
    assert [sheet.written for sheet in whole] == [sheet.written for sheet in sheets]
    packed = [sheet.hands for sheet in whole]
    assert list(map(len, packed)) == [len(sheet.hands) for sheet in sheets]
    assert [hands[-1] for hands in packed] == [sheet.hands[-1] for sheet in sheets]
    for hands, sheet in zip(packed, sheets, strict=True):
        assert list(hands) == list(sheet.hands)
        assert hands[1:3] == sheet.hands[1:3]
        assert list(reversed(hands)) == list(reversed(sheet.hands))
        assert all(hand.ruleset is sheet.hands[0].ruleset for hand in hands)


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "html", "json"])
def test_a_long_sheet_is_shown_as_a_short_one(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Hands that are packed and a text that is written in pieces change nothing."""
    (tmp_path / "a.cal").write_text(evenings_text(Random("long"), 8), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    shown = []
    for most in (1_000, 10):
        monkeypatch.setattr(sheet_command, "_MAX_UNPACKED_HANDS", most)
        run(["sheet", "a.cal", "--curve", *(["--json"] if form == "json" else ["--format", form])])
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert shown[0]


def test_a_page_of_more_evenings_has_no_longer_pieces() -> None:
    """The standings have a column for each evening: their rows come cell by cell."""
    longest = []
    for times in (2, 40):
        sheets = [
            replace(sheet)
            for _ in range(times)
            for sheet in read_evenings(Text(evenings_text(Random("wide"), 2), "a.cal"), None, {})
        ]
        pieces = list(sheet_html_pieces(SheetWords(sheets, "en"), {}))
        page = "".join(pieces)
        assert page.count('role="columnheader"') == page.count("</th>")
        assert page.count(f'data-of="{2 * times}"') == page.count('<td role="cell" class="n total">') > 0
        longest.append(max(map(len, pieces)))
    assert longest[1] < longest[0] + 50  # keys with more digits


@pytest.mark.parametrize("words", [["--standings"], ["--format", "csv"], ["--json"], []])
def test_more_processes_and_sums_without_hands_show_the_same(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files that are read by two processes; one of them cannot be read, which is reported once."""
    for number in range(4):
        (tmp_path / f"{number}.cal").write_text(evenings_text(Random(f"jobs {number}"), 3), encoding="utf-8")
    (tmp_path / "4.cal").write_text("no record\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sheet_command, "_MAX_UNPACKED_HANDS", 10)
    shown = []
    for jobs in ("1", "2"):
        status = run(["sheet", *words, "--alias", "Bruno=Bice", "--jobs", jobs, "."])
        shown.append((status, capsys.readouterr()))
    assert shown[0] == shown[1]
    assert "Bice" in shown[0][1].out


def test_sums_are_those_of_the_hands() -> None:
    """Standings, debts and notes of evenings whose hands were left out."""
    sheets = list(read_evenings(Text(evenings_text(Random("sums"), 9), "a.cal"), None, {"Bruno": "Bice"}))
    summed = [replace(sheet) for sheet in sheets]
    for sheet in summed:
        leave_hands_out(sheet)
    assert [len(sheet.hands) for sheet in summed] == [len(sheet.hands) for sheet in sheets]
    whole, sums = SheetWords(sheets, "it"), SheetWords(summed, "it")
    assert sums.standing_lines({}) == whole.standing_lines({})
    assert sums.debts() == whole.debts()
    for without, sheet in zip(summed, sheets, strict=True):
        assert list(sums.order_notes(without)) == list(whole.order_notes(sheet))


def test_standings_beside_counting() -> None:
    """Evenings and hands of each person, counted by seat; gains sum up to the whole."""
    sheets = list(read_evenings(Text(evenings_text(Random("standings"), 12), "a.cal"), None, {}))
    lines, _ = SheetWords(sheets, "en").standing_lines({})
    assert len(lines) > 3
    for line in lines:
        seats = [
            [each for hand in sheet.hands for each in hand.seats if each.person == line.person] for sheet in sheets
        ]
        assert line.evenings == sum(map(bool, seats))
        assert line.hands == sum(each.part != "out" for came in seats for each in came)
        assert [bool(said) for said in line.each] == [bool(came) for came in seats]
    found = standings(sheets)
    for who, amount in found.amounts.items():
        assert amount == sum(gained.get(who, 0) for gained in found.each) + found.brought.get(who, 0)


def test_carried_totals_go_on_once() -> None:
    """Only one of two evenings with the same carried totals continues a run."""
    head = 'cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n'
    hand = "\nhand {}\ndealer A\nbid B: chiamo C: passo A: passo\nresult B: won\nscore A: -1 B: +2 C: -1\nend\n"
    opened = "carried A: -1 B: +2 C: -1\n"
    sheets = list(
        read_evenings(
            Text("\n".join([head + hand.format(1), *[head + opened + hand.format(2)] * 2]), "a.cal"), None, {}
        )
    )
    found = standings(sheets)
    assert found.amounts == {"Anna": -4, "Bruno": 8, "Carla": -4}
    assert found.brought == {"Anna": -1, "Bruno": 2, "Carla": -1}
