"""Score sheets of spreadsheets and people: encodings, parts, sums, days, doubles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.records import model as m
from calarec_tools.main import main
from calarec_tools.output.formats import sheet_cells as cells
from calarec_tools.output.formats.refusal import Unconvertible
from calarec_tools.output.formats.score_sheet import SheetRules
from tests.tools.formats.sheets import score_sheet

if TYPE_CHECKING:
    from pathlib import Path

_NAMES = "Niccolò;Agnès;D’Élia;nota\n"
_ROW = "+1;+1;-2;così è più chiaro\n"


def _said(text: str, kind: type[m.Statement]) -> list[m.Statement]:
    """The statements of a kind, of all hands."""
    return [each._replace(line=0) for hand in parse_records(text) for each in hand.statements if isinstance(each, kind)]


# ---------------------------------------------------------------------- encodings


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("cp1252", "Windows (cp1252)"),
        ("mac_roman", "Macintosh (mac_roman)"),
        ("cp850", "MS-DOS (cp850)"),
    ],
)
def test_the_usual_encodings_are_guessed_and_said(
    encoding: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every name and remark comes out as written; bytes outside UTF-8 are named."""
    names = _NAMES.replace("’", "'") if encoding == "cp850" else _NAMES
    (tmp_path / "a.csv").write_bytes((names + _ROW).encode(encoding))
    assert main(["convert", str(tmp_path / "a.csv"), str(tmp_path / "a.cal"), "--rules", "pagat"]) == 0
    record = (tmp_path / "a.cal").read_text("utf-8")
    assert [seat.person for seat in parse_records(record)[0].session.seats] == names.strip().split(";")[:3]
    assert 'note "così è più chiaro"' in record
    said = capsys.readouterr().err
    assert said == (
        f"{tmp_path / 'a.csv'}: read as {told}; `--from-encoding` names another encoding.\n" if told else ""
    )


def test_an_encoding_that_is_named_is_not_guessed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bytes that are something else in it are read so; bytes that are nothing in it are refused."""
    (tmp_path / "a.csv").write_bytes("Ann,Bob\n1,-1\n".encode("utf-16-le"))
    (tmp_path / "b.csv").write_bytes("Niccolò,Bob\n1,-1\n".encode("cp1252"))
    to = str(tmp_path / "a.cal")
    assert main(["convert", "--from-encoding", "utf-16-le", str(tmp_path / "a.csv"), to, "--rules", "pagat"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["convert", "--from-encoding", "utf-8", str(tmp_path / "b.csv"), to, "--rules", "pagat"]) == 2
    assert "this is not text in utf-8" in capsys.readouterr().err


# ---------------------------------------------------------------------- amounts


@pytest.mark.parametrize(
    ("text", "parts", "units"),
    [
        ("2", 1, 2),
        ("+2,00", 1, 2),
        ("−2", 3, -2),
        ("2,0", 3, 6),
        ("0,33", 3, 1),
        ("1.67", 3, 5),
        ("-1,3", 3, -4),
        ("2,5", 2, 5),
        ("2½", 2, 5),
        ("½", 2, 1),
        ("-1 1/3", 3, -4),
        ("2/3", 3, 2),
        (",5", 2, 1),
    ],
)
def test_amounts_in_parts(text: str, parts: int, units: int) -> None:
    """Decimals with a comma or a point, rounded as people round them, and fractions."""
    assert cells.units_in_cell(text, parts) == units


@pytest.mark.parametrize(("text", "parts"), [("2,5", 1), ("0,5", 3), ("1,34", 3), ("1/4", 3), ("0,1", 100)])
def test_amounts_that_do_not_come_out_even(text: str, parts: int) -> None:
    """Uneven amounts are refused, not rounded or guessed."""
    with pytest.raises(ValueError, match=text):
        cells.units_in_cell(text, parts)


@pytest.mark.parametrize("text", ["", "two", "1.000", "1,2,3", "--1", "1/0", "."])
def test_what_is_no_amount(text: str) -> None:
    """A point before three digits may separate thousands: it stays open."""
    assert cells.units_in_cell(text, 3) is None


def test_one_number_with_decimals_tells_how_all_are_meant() -> None:
    """`2` is two stakes if another cell has `1,33`, and two units if none has."""
    rules = SheetRules(None, stake=3)
    by_parts = score_sheet("Ann;Bob;total Ann\n1,33;-1,33;4\n2;-2;6\n", rules=rules)
    assert _said(by_parts, m.Score) == [m.Score((("A", 4), ("B", -4))), m.Score((("A", 6), ("B", -6)))]
    assert _said(by_parts, m.Total) == [m.Total((("A", 12),)), m.Total((("A", 18),))]
    assert _said(score_sheet("Ann;Bob\n2;-2\n", rules=rules), m.Score) == [m.Score((("A", 2), ("B", -2)))]


@pytest.mark.parametrize(
    ("stake", "reason"),
    [(0, "only the ruleset tells"), (1, "whole stakes are paid"), (3, "does not come out even: 3")],
)
def test_decimals_that_the_rules_do_not_pay(stake: int, reason: str) -> None:
    """Without a ruleset the parts that are paid are unknown; the row is named."""
    with pytest.raises(Unconvertible, match=rf"a.csv:3: .*{reason}"):
        score_sheet("Ann;Bob\n1;-1\n0,5;-0,5\n", rules=SheetRules(None, stake), file="a.csv")


def test_the_way_in_which_amounts_are_read_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A ruleset with parts of stakes is mentioned; the record has no findings."""
    sheet, record = tmp_path / "a.csv", tmp_path / "a.cal"
    sheet.write_text("Ann;Bob;Cat\n1,33;-0,67;-0,66\n", "utf-8")
    assert main(["convert", str(sheet), str(record), "--rules", "gelli-bellora"]) == 2
    assert "`-0,66` does not come out even" in capsys.readouterr().err
    sheet.write_text("Ann;Bob;Cat\n1,33;-0,67;-0,67\n", "utf-8")
    assert main(["convert", str(sheet), str(record), "--rules", "gelli-bellora"]) == 0
    assert "amounts are read as whole stakes; the ruleset pays in parts of 3 to a stake" in capsys.readouterr().err
    assert "score A: +4 B: -2 C: -2\n" in record.read_text("utf-8")


def test_points_with_a_part() -> None:
    """Whole points and thirds are points; a bare number is in the ruleset's unit."""
    sheet = "Ann;Bob;declarer;points\n1;-1;Ann;7 2/3\n1;-1;Ann;23\n1;-1;Ann;8p\n1;-1;Ann;7,67\n"
    said = _said(score_sheet(sheet, rules=SheetRules(None, 1, 3)), m.Result)
    assert [(each.sides[0].amount, each.sides[0].whole) for each in said if isinstance(each, m.Result)] == [
        (23, False), (23, False), (8, True), (23, False)
    ]  # fmt: skip


# ---------------------------------------------------------------------- sums


@pytest.mark.parametrize("word", ["Total", "totale", "TOT.", "Somma", "Σ", "Totale serata:"])
def test_a_row_of_sums_is_no_hand(word: str) -> None:
    """It holds the totals after the hand before it."""
    text = score_sheet(f"mano;Ann;Bob\n1;2;-2\n2;1;-1\n{word};3;-3\n")
    assert [hand.name for hand in parse_records(text)] == ["1", "2"]
    assert _said(text, m.Total) == [m.Total((("A", 3), ("B", -3)))]


def test_sums_of_a_sheet_of_players_alone_and_under_the_totals() -> None:
    """The word may be in a player's column, the sum below the running totals."""
    alone = score_sheet("Ann;Bob;Cat\n2;-1;-1\ntotale;-1;-1\n")
    assert [len(hand.statements) for hand in parse_records(alone)] == [3]
    assert _said(alone, m.Total) == [m.Total((("B", -1), ("C", -1)))]
    below = score_sheet("mano;Ann;Bob;total Ann;total Bob\n1;2;-2;2;-2\nTotale;;;2;-2\n")
    assert _said(below, m.Total) == [m.Total((("A", 2), ("B", -2)))]


def test_a_sum_that_is_not_the_total_before_it_is_refused() -> None:
    """Both are written, and one of them is wrong."""
    with pytest.raises(Unconvertible, match=r"a.csv:3: .*has 4 for Ann, the hand before it 2"):
        score_sheet("mano;Ann;Bob;total Ann\n1;2;-2;2\nTotale;;;4\n", file="a.csv")


def test_what_was_carried_forward_stands_before_the_first_hand() -> None:
    """A row `riporto` gives the totals with which the evening begins."""
    (hand,) = parse_records(score_sheet("mano;Ann;Bob\nRiporto;12;-12\n1;2;-2\n"))
    assert hand.carried is not None
    assert hand.carried.amounts == (("A", 12), ("B", -12))


# ---------------------------------------------------------------------- days


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2025-11-02", "2025-11-02"),
        ("2/11/25", "2025-11-02"),
        ("2.11.2025", "2025-11-02"),
        ("2 novembre 2025", "2025-11-02"),
        ("dom. 2 nov 2025", "2025-11-02"),
        ("1° novembre 2025", "2025-11-01"),
        ("Sunday, November 2nd, 2025", "2025-11-02"),
        ("2 Nov. 2025 21:10", "2025-11-02T21:10"),
        ("2/11/2025 ore 21.10", "2025-11-02T21:10"),
        ("2025-11-02 9:05", "2025-11-02T09:05"),
        ("2025-11-02T21:10:30", "2025-11-02T21:10:30"),
        ("2025/11/2", "2025-11-02"),
        ("soon", ""),
        ("2 mar 2025 noon", ""),
        ("2/11", ""),
        ("2 ma 2025", ""),
        ("2/11/2025 25:10", ""),
    ],
)
def test_days_as_people_write_them(written: str, meant: str) -> None:
    """In figures and words of both languages, with the name of the day and the time."""
    assert cells.moment_in_cell(written) == meant


def test_months_first_if_one_day_can_only_be_read_so() -> None:
    """Then all of them are; where others can not, nothing is guessed."""
    text = score_sheet("date,Ann,Bob\n11/2/2025,1,-1\n11/25/2025,1,-1\n")
    assert _said(text, m.At) == [m.At("2025-11-02"), m.At("2025-11-25")]
    with pytest.raises(Unconvertible, match="write the year first"):
        score_sheet("date,Ann,Bob\n25/11/2025,1,-1\n11/25/2025,1,-1\n")


def test_a_column_for_the_time() -> None:
    """Day and time belong together; a time without a day is not a date."""
    text = score_sheet("data;ora;Ann;Bob\n2/11/25;21.10;1;-1\n3/11/25;;1;-1\n")
    assert _said(text, m.At) == [m.At("2025-11-02T21:10"), m.At("2025-11-03")]
    with pytest.raises(Unconvertible, match="no date"):
        score_sheet("data;ora;Ann;Bob\n;21.10;1;-1\n")


# ---------------------------------------------------------------------- columns, rules


@pytest.mark.parametrize(
    ("head", "named"),
    [
        ("Ann;Bob;Ann", "`Ann` and `Ann`"),
        ("Ann;Bob;ANN", "`Ann` and `ANN`"),
        ("Ann;Bob;hand;mano", "`hand` and `mano`"),
        ("Ann;Bob;total Ann;totale ann", "`total Ann` and `totale ann`"),
    ],
)
def test_a_column_twice_is_an_error(head: str, named: str) -> None:
    """By one name or by two."""
    with pytest.raises(Unconvertible, match=f"a.csv:1: two columns, {named}, are both"):
        score_sheet(f"{head}\n1;-1;1;1\n", file="a.csv")


def test_without_rules_it_is_said_that_nothing_can_be_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The record is made; with rules there is no message."""
    (tmp_path / "a.csv").write_text("Ann;Bob;Cat\n2;-1;-1\n", "utf-8")
    convert = ["convert", str(tmp_path / "a.csv"), str(tmp_path / "a.cal")]
    assert main(convert) == 0
    assert "the record names no ruleset" in capsys.readouterr().err
    assert main([*convert, "--lang", "it"]) == 0
    assert "la registrazione non dice con quali regole" in capsys.readouterr().err
    assert main([*convert, "--rules", "pagat"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ("dividete,", ["bid B: solissimo", "raise B: dividete"]),
        ("solissimo,dividete", ["bid B: solissimo", "raise B: dividete"]),
        ("dividete,dividete", ["bid B: dividete", "raise B: dividete"]),
        ("solo,", ["bid B: solo"]),
    ],
)
def test_a_contract_that_is_raised_to_has_its_bid(
    cells: str, said: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sheets name the played contract; contradicting columns stay for `check`."""
    (tmp_path / "a.csv").write_text(
        f"Anna,Bruno,Carla,dealer,declarer,bid,raise,outcome\n-8,16,-8,Anna,Bruno,{cells},won\n", "utf-8"
    )
    assert main(["convert", str(tmp_path / "a.csv"), str(tmp_path / "a.cal"), "--rules", "pagat"]) == 0
    lines = (tmp_path / "a.cal").read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith(("bid", "raise"))] == said
    capsys.readouterr()
    main(["check", str(tmp_path / "a.cal")])
    assert ("CAL404" in capsys.readouterr().out) == (cells == "dividete,dividete")
