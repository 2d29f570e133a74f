"""Every way in which a hand can end, by the points of both sides: what hands without cards are held against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.score_only.applied_bonuses import Points

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from calarec.core.engine.events import Claimed
    from calarec.core.engine.game import Game
    from calarec.core.mechanisms.joint_outcomes import Frame, HandOutcome, SideOutcome, Split
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.facts import Facts


Ways = dict[Points, "list[HandOutcome]"]

_MAX_CONTRACTS: Final = 64
_kept: dict[tuple[int, str], tuple[Rules, Ways]] = {}
"""The ways of the contracts that were asked for; the rules are kept with them, so that their number stays theirs."""


def ways_to_end(game: Game, contract: str) -> Ways:
    """Every way in which a hand can end, by its points; empty if they cannot be enumerated.

    Without a contract: of a hand without a declarer; whichever seats are looked at stand for the declarer's side.
    """
    key = (id(game.rules), contract)
    if key not in _kept:
        if len(_kept) >= _MAX_CONTRACTS:
            _kept.clear()
        _kept[key] = (game.rules, _enumerate_ways(game, contract))
    return _kept[key][1]


def _enumerate_ways(game: Game, contract: str) -> Ways:
    facts = rule_facts(game)
    found: Ways = {}
    for split in _splits(facts, contract):
        outcomes, complete = facts.feasible_outcomes(split)
        if not complete:
            return {}
        for outcome in outcomes:
            found.setdefault((outcome.declarer.points, outcome.opponents.points), []).append(outcome)
    return found


def frames_of(game: Game, contract: str) -> list[Frame]:
    """What the ways to end depend on, for each size of the piles; or nothing."""
    facts = rule_facts(game)
    found = [facts.find_frame(split) for split in _splits(facts, contract)]
    return [] if None in found else [frame for frame in found if frame is not None]


def rule_facts(game: Game) -> Facts:
    """What the static checks know of the rules of a game."""
    from calarec.rule_files.lint.facts import Facts

    return Facts(game.rules)


def _splits(facts: Facts, contract: str) -> Sequence[Split]:
    return facts.splits(contract) if contract else (facts.all_pass_split(),)


def without_last_trick(found: Iterable[HandOutcome], last_trick: int, *, own: bool, others: bool) -> list[HandOutcome]:
    """The ways in which a side has not won the last trick, where it is known of all of it that nobody can have."""
    return [
        way
        for way in found
        if not (own and _has_last(way.declarer, last_trick)) and not (others and _has_last(way.opponents, last_trick))
    ]


def _has_last(side: SideOutcome, last_trick: int) -> bool:
    return last_trick > 0 and side.points - side.cards == last_trick


def has_claimed(claim: Claimed, seats: Collection[int]) -> bool:
    """Whether some seats, a side, have the points that were claimed, or that the other side conceded."""
    return (claim.seat in seats) != claim.concede
