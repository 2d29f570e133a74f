"""Points that do not add up: one figure is the slip, and what is the same whichever it is is ruled."""

from __future__ import annotations

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from tests.rulebooks import game


def ruled(rules: str, *lines: str, seats: str = "ABC") -> tuple[tuple[int, ...] | None, dict[str, int] | None]:
    """Payments and totals of one hand whose points do not add up, with its finding."""
    head = "".join(f"seat {each}\n" for each in seats)
    (hand,) = parse_records(f"cal 1\n{head}\nhand 1\ndealer A\n" + "".join(f"{each}\n" for each in lines) + "end\n")
    ruling = begin_totals(game(rules)).replay(hand)
    assert [each.code for each in ruling.findings if each.severity == "error"] == ["CAL320"]
    return ruling.account.payments if ruling.account is not None else None, ruling.totals


@pytest.mark.parametrize(
    ("result", "score", "paid"),
    [
        ("B: 20 A+C: 20", "", None),
        ("B: 20 A+C: 20", "score B: +4 A: -2 C: -2", (-2, 4, -2)),
        ("B: 20 A+C: 20", "score B: -4 A: +2 C: +2", (2, -4, 2)),
        ("B: 24 A+C: 12", "", (-2, 4, -2)),
        ("B: 10 A+C: 24", "", (2, -4, 2)),
        ("B: 40 A+C: 12", "", (-2, 4, -2)),
        ("B: 12 A+C: 40", "", (2, -4, 2)),
        ("B: 40 A+C: 40", "", None),
        ("B: 7p A+C: 6p", "", None),
        ("B: 18 A: 10 C: 9", "", None),
        ("B: 16 A: 9 C: 9", "", (2, -4, 2)),
    ],
)
def test_a_contract_is_settled_if_either_figure_gives_the_same(
    result: str, score: str, paid: tuple[int, ...] | None
) -> None:
    """Pagat: eighteen thirds win solo; a `score` line decides the wrong figure."""
    bid = "bid B: solo C: passo A: passo"
    lines = (bid, f"result {result}", *((score,) if score else ()))
    payments, totals = ruled("pagat", *lines)
    assert payments == paid
    assert (totals is None) == (paid is None)


def test_where_points_are_counted_nobody_knows_how_many() -> None:
    """VOC: each side counts its points; with six and six one has them, and the other five."""
    assert ruled("tressette", "result B+D: 6p A+C: 6p", seats="ABCD")[1] is None
    assert ruled("treccani", "bid B: solo C: buono A: buono", "result B: 25 A+C: 17") == ((-2, 4, -2), None)


def test_of_several_sides_one_is_the_slip() -> None:
    """GEL: the side with most pays; paid if each choice of the wrong figure agrees."""
    passed = "bid B: pass C: pass A: pass"
    assert ruled("spazzatura", passed, "result A: 20 B: 5 C: 12")[0] == (-2, 1, 1)
    assert ruled("spazzatura", passed, "result A: 12 B: 12 C: 13")[0] is None
