"""The possible ends of a hand agree with every way in which it can have gone, and ways reach each bound.

`small.py` has games of twelve cards for it, of two to four seats. The ways are those of `brute.py`.
"""

from __future__ import annotations

from itertools import islice
from math import comb, prod
from random import Random
from typing import TYPE_CHECKING, Final, Literal

from calarec.core.judge.possible_ends import MAX_PAYMENTS, PointRange
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec.unknown_cards.completing import complete_hand
from calarec.unknown_cards.remembering import with_facts
from tests.unknown_cards.brute import deals, ended_ways, played_out
from tests.unknown_cards.certainties import hold_certainties, is_given_up
from tests.unknown_cards.damage import damaged
from tests.unknown_cards.hidden import hidden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.possible_ends import DecidingFacts, PossibleEnds
    from calarec.core.records.model import Hand

MOST_DEALS: Final = 60
MAX_TRIED: Final = 10_000
"""The most deals, with what may have been exchanged in each, that are tried for one hand."""

Held = Literal["unsettled", "settled", "begun", "given up", ""]
"""The result of a check of a hand; empty if it has too many courses."""


def hold_simulated(seed: int, rules: Game, *, calls: bool = True) -> Held:
    """Hold what is ruled of a simulated hand from which much was left out against all of its ways."""
    simulated = next(iter(simulate(rules, hands=1, seed=seed, bot="random")))
    rng = Random(seed)
    hand = damaged(simulated.hand, rng, calls=calls) if seed % 4 == 0 else hidden(simulated.hand, rng, most=7).hand
    return hold_ends(hand, rules, simulated.setting)


def hold_ends(hand: Hand, rules: Game, setting: Seating, *, most_deals: int = MOST_DEALS) -> Held:
    """Hold winner, points, payments, bonuses, partners and the holder of each card against all ways of a hand."""
    found = len(list(islice(deals(rules, setting, hand.statements), most_deals + 1)))
    if found > most_deals or found * _count_choices(hand) > MAX_TRIED:
        return ""
    judged = begin_totals(rules, finds_ends=True).replay(hand)
    assert judged.setting is not None
    every = list(ended_ways(rules, judged.setting, hand.statements))
    if not every:
        return ""  # a card is shown after the trick that the record has last, before which it was drawn
    if not is_given_up(judged):
        hold_certainties(judged, {way for way, _ in every})
    accounts = [account for _, account in every if account is not None]
    if len(accounts) < len(every):
        if judged.possible is not None and judged.possible.whole:
            hold_possible(judged.possible, list(played_out(rules, judged.setting, hand.statements)))
        return "begun"
    if judged.possible is None:
        if judged.knowledge == "unsettled":
            return "given up"
        _hold_settled(judged, accounts)
        return "settled"
    if not judged.possible.whole:
        assert judged.possible.payments is None
        assert all(side.points is None for side in judged.possible.sides)
        return "given up"
    hold_possible(judged.possible, accounts)
    for deciding in judged.possible.deciding:
        hold_deciding(deciding, judged)
    for seats, points in _bounds(judged.possible):
        _hold_witness(judged, seats, points)
    return "unsettled"


def _count_choices(hand: Hand) -> int:
    """As how many the ways to fill the blanks of exchanges count: each blank may be one of some ten cards."""
    lines = [line for line in hand.statements if isinstance(line, rec.TableCard | rec.Give | rec.Take | rec.Discard)]
    return prod(comb(10, sum("_" in name for name in line.cards)) for line in lines)


def _hold_settled(judged: Judgement, accounts: list[Account]) -> None:
    """All ways come to what is ruled."""
    assert judged.account is not None
    for account in accounts:
        assert account.payments == judged.account.payments
        assert (account.partners, account.bonuses) == (judged.account.partners, judged.account.bonuses)
        assert [(side.seats, side.points, side.counted, side.wins) for side in account.sides] == [
            (side.seats, side.points, side.counted, side.wins) for side in judged.account.sides
        ]


def hold_possible(ends: PossibleEnds, accounts: list[Account]) -> None:
    """Check certain, possible and impossible facts against all courses' accounts."""
    payments = tuple(sorted({account.payments for account in accounts}))
    assert ends.payments == (payments if len(payments) <= MAX_PAYMENTS else None)
    assert ends.partners is not None
    assert set(ends.partners) == {account.partners for account in accounts}
    for name, applies in ends.bonuses:
        applied = {name in account.bonuses for account in accounts}
        assert applies == (applied.pop() if len(applied) == 1 else None)
    sides = {side.seats for account in accounts for side in account.sides}
    assert {side.seats for side in ends.sides} == sides
    for side in ends.sides:
        every = [other for account in accounts for other in account.sides if other.seats == side.seats]
        points = [other.points for other in every if other.points is not None]
        counted = [other.counted for other in every if other.counted is not None]
        assert side.points == PointRange(min(points), max(points))
        assert side.counted == PointRange(min(counted), max(counted))
        if side.values is not None:
            assert list(side.values) == sorted(set(points))
            assert len(side.values) <= side.points.most - side.points.least
        won = {other.wins for other in every}
        assert side.wins == (won.pop() if len(won) == 1 else None)
        assert side.can_win == any(other.wins for other in every)


def hold_deciding(deciding: DecidingFacts, judged: Judgement) -> None:
    """Check that facts written into the record settle the hand as promised."""
    assert judged.setting is not None
    told = with_facts(judged.hand, judged.game, judged.setting, deciding.facts)
    assert told != judged.hand
    again = begin_totals(judged.game, finds_ends=True).replay(told)
    assert again.verdict == judged.verdict
    assert again.account is not None
    assert again.account.payments == deciding.payments
    assert deciding.wins == next((s.wins for s in again.account.sides if again.account.declarer in s.seats), None)


def _bounds(ends: PossibleEnds) -> Iterator[tuple[tuple[int, ...], int]]:
    """The least and the most points of each side, as far as they are not open."""
    for side in ends.sides:
        if side.points is not None:
            yield from ((side.seats, points) for points in {side.points.least, side.points.most})


def _hold_witness(judged: Judgement, seats: tuple[int, ...], points: int) -> None:
    """A complete hand that is legal has just these points."""
    assert judged.setting is not None

    def is_wanted(account: Account) -> bool:
        return any(side.seats == seats and side.points == points for side in account.sides)

    walk = complete_hand(judged, judged.setting, begin_totals(judged.game), is_wanted).walk
    assert walk is not None
    whole = begin_totals(judged.game).replay(walk.hand)
    assert whole.verdict == "legal"
    assert whole.account is not None
    assert is_wanted(whole.account)
