"""A ruling of a hand with unknown cards agrees with every way to complete it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.record_judge.gaps import begin_totals
from tests.unknown_cards.fed_back import fed_back
from tests.unknown_cards.hidden import Hidden, alike, legal_ways

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand


def hold_same(rules: Game, hand: Hidden) -> None:
    """Payments, totals, points, tricks and winner: stated exactly if they are certain."""
    ways = legal_ways(rules, hand)
    if not ways:
        return  # it has more ways than are looked at, or an irregularity
    replayed = begin_totals(rules).replay(hand.hand)
    assert replayed.verdict == "legal"
    assert (replayed.knowledge == "possible") == (len(ways) > 1)
    assert _payments(replayed) == alike([_payments(way) for way in ways])
    assert replayed.totals == alike([way.totals for way in ways])
    if alike([_seats(way) for way in ways]):
        for name in ("tricks", "points", "wins"):
            every = [_of_sides(way, name) for way in ways]
            told = _of_sides(replayed, name) or [None] * len(every[0])
            certain = [alike(list(each)) for each in zip(*every, strict=True)]
            # How many tricks each side has is told with its points or with who has won.
            assert told == certain or (name == "tricks" and not _seats(replayed)), name


def hold_fed_back(rules: Game, hand: Hand) -> None:
    """Verdict, payments, points, totals and findings stay, and so does whether there is more than one way."""
    replayed = begin_totals(rules).replay(hand)
    with_it = fed_back(hand, replayed.deduced)
    if with_it is not None:
        (read,) = parse_records(write([with_it]))
        again = begin_totals(rules).replay(read)
        given_up = any(each.code == "CAL313" for each in replayed.findings)
        assert _ruling(again, given_up) == _ruling(replayed, given_up), replayed.deduced


def _payments(replayed: Judgement) -> tuple[int, ...] | None:
    return (replayed.account.payments or None) if replayed.account is not None else None


def _seats(replayed: Judgement) -> list[tuple[int, ...]]:
    return [side.seats for side in replayed.account.sides] if replayed.account is not None else []


def _of_sides(replayed: Judgement, name: str) -> list[Any]:
    return [getattr(side, name) for side in replayed.account.sides] if replayed.account is not None else []


def _ruling(replayed: Judgement, given_up: bool = False) -> tuple[object, ...]:
    """Return the comparable parts of a ruling.

    With more knowledge, a `given_up` hand may be proved, and then the points of each side too; they are left out. An
    unfinished hand with known cards is taken as written so far; with unknown cards there may be an exchange without a
    line. The degree of knowledge of such a hand is not compared.
    """
    account = replayed.account
    sides = None if account is None or given_up else account.sides
    settled = None if account is None else (account.payments, sides, account.contract, account.partners)
    codes = [each.code for each in replayed.findings if each.code != "CAL313"]
    open_ = replayed.knowledge == "possible" and replayed.verdict != "incomplete"
    return replayed.verdict, open_, replayed.totals, settled, codes
