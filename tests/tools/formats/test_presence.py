"""Score sheets of evenings with comings and goings, as far as empty cells show."""

from __future__ import annotations

import pytest

from calarec.core.notation.reader import parse_records
from calarec_tools.output.formats.refusal import Unconvertible
from tests.tools.formats.sheets import score_sheet


def tables(text: str) -> list[str]:
    """Return the people at the table, hand by hand."""
    return ["".join(seat.person[0] for seat in hand.session.seats) for hand in parse_records(score_sheet(text))]


def rows(head: str, *lines: str) -> str:
    """A sheet; a dot is an empty cell."""
    return "\n".join([head, *(line.replace(" ", ",").replace(".", "") for line in lines)]) + "\n"


@pytest.mark.parametrize(
    ("lines", "due"),
    [
        # Carla goes after the second hand, Dora comes before the third.
        (("2 -1 -1 .", "-1 2 -1 .", "-1 -1 . 2", "2 -1 . -1"), ["ABC", "ABC", "ABD", "ABD"]),
        # Four at the table: whoever deals sits out, in the first hand and the last too.
        (("2 -1 -1 .", ". 2 -1 -1", "-1 . 2 -1", "-1 -1 . 2", "-1 -1 2 ."), ["ABCD"] * 5),
        # Dora comes when two hands have been played; then each of them sits out once.
        (("2 -1 -1 .", "-1 2 -1 .", ". 2 -1 -1", "-1 . 2 -1", "-1 -1 . 2"), ["ABC", "ABC", "ABCD", "ABCD", "ABCD"]),
        # Carla is away for two hands and comes back.
        (("2 -1 -1 .", "-1 2 . -1", "-1 -1 . 2", "2 -1 -1 ."), ["ABC", "ABD", "ABD", "ABC"]),
        # Only the declarer's payment is written: an empty cell says nothing.
        (("2 . . .", ". 2 . .", ". . -4 ."), ["ABCD"] * 3),
    ],
)
def test_payments_tell_who_was_there(lines: tuple[str, ...], due: list[str]) -> None:
    """Complete payments, with sum zero, show the players."""
    assert tables(rows("Anna,Bruno,Carla,Dora", *lines)) == due


def test_a_hand_without_payments_is_one_of_the_same_people() -> None:
    """A row without payments has the same people."""
    text = rows("hand,Anna,Bruno,Carla,Dora", "1 2 -1 -1 .", "2 . . . .", "3 -1 -1 . 2", "4 2 -1 . -1")
    assert tables(text) == ["ABC", "ABC", "ABD", "ABD"]


def test_who_deals_holds_no_cards_so_nobody_else_sits_out() -> None:
    """With a column for the dealer a single empty cell is a player still missing."""
    head = "dealer,Anna,Bruno,Carla,Dora"
    lines = ["Anna 2 -1 -1 .", "Anna . 2 -1 -1", "Bruno -1 . 2 -1"]
    assert tables(rows(head, *lines)) == ["ABC", "ABCD", "ABCD"]
    assert tables(rows(head, "Dora 2 -1 -1 .", *lines[1:])) == ["ABCD"] * 3


def test_totals_tell_more() -> None:
    """A player without a total is away; totals of players who have gone do not count."""
    head = "Anna,Bruno,Carla,Dora,total Anna,total Bruno,total Carla,total Dora"
    away = ["2 -1 -1 . 2 -1 -1 0", ". 2 -1 -1 2 1 -2 -1", "2 -1 . -1 4 0 . -2", "-1 -1 2 . 3 -1 0 -2"]
    away.append(". -1 -1 2 3 -2 -1 0")
    assert tables(rows(head, *away)) == ["ABCD", "ABCD", "ABD", "ABCD", "ABCD"]
    gone = ["2 -1 -1 . 2 -1 -1 .", "-1 -1 . 2 1 -2 -1 2", "2 -1 . -1 3 -3 -1 1", "2 -1 . -1 5 -4 -1 0"]
    record = score_sheet(rows(head, *gone))
    assert tables(rows(head, *gone)) == ["ABC", "ABD", "ABD", "ABD"]
    assert "total A: 1 B: -2 D: 2\n" in record
    assert record.count("leave C") == record.count('seat D "Dora"') == 1


def test_who_comes_sits_beside_the_neighbouring_column() -> None:
    """In front of the first is behind the last: it is a round table, and the evening goes on."""
    text = rows("Dora,Anna,Bruno,Carla,Egidio", ". 2 -1 -1 .", "2 . -1 -1 .", ". . 2 -1 -1", ". . 2 -1 -1")
    record = score_sheet(text)
    assert tables(text) == ["ABC", "BCD", "BCE", "BCE"]
    assert record.count("cal 1") == 1


def test_rows_beside_the_hands() -> None:
    """Adjustments keep their notes, and names of absent players, also after the end."""
    head = "hand,Anna,Bruno,Carla,Dora,note"
    lines = ["carried 1 -1 . . .", "1 2 -1 -1 . .", "adjust -1 . . 1 late", "2 -1 -1 . 2 .", "fee . . 1 -1 taxi"]
    record = score_sheet(rows(head, *lines))
    assert "carried A: 1 B: -1\n" in record
    assert 'leave C\nseat D "Dora"\nadjust A: -1 D: +1 "late"\n\nhand 2\n' in record
    assert record.endswith('end\n\nadjust D: -1 "Carla": +1 "taxi"\n')
    with pytest.raises(Unconvertible, match="the columns of the players are empty"):
        score_sheet(rows(head, "1 2 -1 -1 . .", "adjust . . . . late"))
