"""Every way in which a hand can end, by the points of both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.score_only.applied_bonuses import Points

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from calarec.core.engine.events import Claimed
    from calarec.core.engine.game import Game
    from calarec.core.mechanisms.joint_outcomes import Frame, HandOutcome, Split
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.facts import Facts


Ways = dict[Points, "list[HandOutcome]"]

_MAX_CONTRACTS: Final = 64
_kept: dict[tuple[int, str], tuple[Rules, Ways]] = {}
"""The ways of used contracts; the rules are kept, so that their `id` stays theirs."""


def ways_to_end(game: Game, contract: str) -> Ways:
    """All ways in which a hand can end, by its points; empty if not enumerable.

    Without a contract it is a hand without a declarer, with any seats as the declarer's side.
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
    """The frames of the ways to end, for each size of the piles; empty if unknown."""
    facts = rule_facts(game)
    found = [facts.find_frame(split) for split in _splits(facts, contract)]
    return [] if None in found else [frame for frame in found if frame is not None]


def rule_facts(game: Game) -> Facts:
    """The facts of the static checks for the rules of a game."""
    from calarec.rule_files.lint.facts import Facts

    return Facts(game.rules)


def _splits(facts: Facts, contract: str) -> Sequence[Split]:
    return facts.splits(contract) if contract else (facts.all_pass_split(),)


def without_last_trick(found: Iterable[HandOutcome], *, own: bool, others: bool) -> list[HandOutcome]:
    """Drop ways in which a side won the last trick that it cannot have won."""
    return [way for way in found if not (own and way.declarer.last) and not (others and way.opponents.last)]


def has_claimed(claim: Claimed, seats: Collection[int]) -> bool:
    """Check whether a side has claimed points, or the other side conceded them."""
    return (claim.seat in seats) != claim.concede
