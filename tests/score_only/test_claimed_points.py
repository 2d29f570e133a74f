"""Points that were claimed and accepted are counted in the place of what was played, with cards and without."""

from __future__ import annotations

import pytest

from calarec.core.base.frozen import replace
from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.rulebooks import IDS, game

_CARDS = (rec.Deal, rec.Monte, rec.Trick, rec.Result, rec.Score, rec.Total)
SOLO = "bid B: solo C: passo A: passo"


def ruled(*lines: str, rules: str = "pagat", seats: str = "ABC") -> tuple[tuple[int, ...] | None, list[str]]:
    """Return the payments of a score-only hand, and its errors."""
    head = "".join(f"seat {each}\n" for each in seats)
    (hand,) = parse_records(f"cal 1\n{head}\nhand 1\ndealer A\n" + "".join(f"{each}\n" for each in lines) + "\n")
    ruling = begin_totals(game(rules)).replay(hand)
    paid = ruling.account.payments if ruling.account is not None else None
    return paid, [each.code for each in ruling.findings if each.severity == "error"]


@pytest.mark.parametrize(
    ("lines", "paid", "found"),
    [
        (("claim B: points 22 accepted", "end claimed"), (-2, 4, -2), []),
        (("claim B: points 22", "end claimed"), (-2, 4, -2), []),
        (("claim B: points 17 accepted", "end claimed"), (2, -4, 2), []),
        (("claim C: points 17 accepted", "end claimed"), (-2, 4, -2), []),
        (("concede B: points 20 accepted", "end claimed"), (2, -4, 2), []),
        (("concede C: points 20 accepted", "end claimed"), (-2, 4, -2), []),
        (("claim B: points 6p accepted", "end claimed"), (-2, 4, -2), []),
        (("claim B: points 22 refused", "end"), None, []),
        (("claim B: rest accepted", "end claimed"), None, []),
        (("claim B: points 40 accepted", "end claimed"), None, ["CAL521"]),
        (("claim B: points 22 accepted", "result B: 10 A+C: 25", "end claimed"), (-2, 4, -2), ["CAL610", "CAL610"]),
        (("claim B: points 22 accepted", "result B: 22 A+C: 13", "end claimed"), (-2, 4, -2), []),
        (("claim B: points 22 accepted", "result B: lost", "end claimed"), (-2, 4, -2), ["CAL614"]),
        (("claim B: points 22 accepted", "score B: -4 A: +2 C: +2", "end claimed"), (-2, 4, -2), ["CAL611"]),
        (("claim B: points 35 accepted", "end claimed"), (-2, 4, -2), []),
        (("claim B: points 35 accepted", "score B: +12 A: -6 C: -6", "end claimed"), (-2, 4, -2), ["CAL611"]),
    ],
)
def test_a_claim_of_points_settles_a_hand(
    lines: tuple[str, ...], paid: tuple[int, ...] | None, found: list[str]
) -> None:
    """Claimed and conceded points decide; bonuses for tricks not played do not apply."""
    assert ruled(SOLO, *lines) == (paid, found)


def test_a_claim_counts_where_nobody_bids() -> None:
    """VOC: of two sides one has claimed; what it leaves is the other's."""
    (hand,) = parse_records(
        "cal 1\nseat A\nseat B\nseat C\nseat D\n\nhand 1\ndealer A\nclaim B: points 20 accepted\nend claimed\n\n"
        "hand 2\ndealer B\nconcede B: points 20 accepted\nresult B+D: 5p A+C: 6p\nend claimed\n"
    )[:1]
    assert begin_totals(game("tressette")).replay(hand).totals == {"A": 5, "B": 6, "C": 5, "D": 6}


@pytest.mark.mass
@pytest.mark.parametrize("rules", IDS)
@pytest.mark.parametrize("points", [5, 16, 18, 30])
def test_with_cards_and_without_a_claim_comes_to_the_same(rules: str, points: int) -> None:
    """Hands claimed or conceded before the first lead are settled alike without cards."""
    played, settled = game(rules), 0
    for number, made in enumerate(simulate(played, hands=6, seed=5)):
        said = made.hand.statements
        lead = next((at for at, each in enumerate(said) if isinstance(each, rec.Trick)), None)
        if lead is None:
            continue
        kind = rec.Claim if number % 2 else rec.Concede
        claim = kind(made.state.setting.labels[made.state.setting.active[number % 3]], points, answer="accepted")
        whole = (*said[:lead], claim, rec.End("claimed"))
        rulings = [
            begin_totals(played).replay(replace(made.hand, statements=each, carried=None))
            for each in (whole, tuple(each for each in whole if not isinstance(each, _CARDS)))
        ]
        found = [{each.code for each in ruling.findings if each.severity == "error"} for ruling in rulings]
        assert found[1] <= found[0]
        full, bare = (ruling.account for ruling in rulings)
        if full is not None and bare is not None and not found[0]:
            assert (bare.payments, [each.points for each in bare.sides if each.points is not None]) == (
                full.payments, [each.points for each in full.sides if bare.sides[0].points is not None]
            )  # fmt: skip
            settled += 1
        assert (bare is None) >= (full is None)
    assert settled or all(each.do != "claim" for each in played.rules.standing.values()) or not played.rules.has_auction
