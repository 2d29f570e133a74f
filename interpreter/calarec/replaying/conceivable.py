"""Which bonuses a number of points leaves possible, whatever tricks, piles and last trick it came from.

A bonus depends on tricks that nobody wrote down, but not every number of points can come from every tricks:
who has fewer points than the last trick gives has not won it, nor the pile that goes with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from calarec.engine.game import Game
    from calarec.mechanisms.settle import Bonus
    from calarec.rulesets.lint.facts import Facts
    from calarec.rulesets.lint.outcomes import Outcome, Side, Split
    from calarec.rulesets.model import Rules

Points = tuple[int, int]
"""The points of the declarer's side and of the others, before anything is moved."""
Ways = dict[Points, "list[Outcome]"]

_MOST_KEPT: Final = 64
_kept: dict[tuple[int, str], tuple[Rules, Ways]] = {}
"""The ways of the contracts that were asked for; the rules are kept with them, so that their number stays theirs."""


def ways(game: Game, contract: str) -> Ways:
    """Every way in which a hand can end, by its points; empty if they cannot be enumerated.

    Without a contract: of a hand without a declarer; whichever seats are looked at stand for the declarer's side.
    """
    key = (id(game.rules), contract)
    if key not in _kept:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[key] = (game.rules, _ways(game, contract))
    return _kept[key][1]


def _ways(game: Game, contract: str) -> Ways:
    from calarec.rulesets.lint.facts import Facts

    facts = Facts(game.rules)
    found: Ways = {}
    for split in _splits(facts, contract):
        outcomes, complete = facts.outcomes(split)
        if not complete:
            return {}
        for each in outcomes:
            found.setdefault((each.declarer.points, each.opponents.points), []).append(each)
    return found


def _splits(facts: Facts, contract: str) -> Sequence[Split]:
    return facts.splits(contract) if contract else (facts.all_pass_split(),)


def without_last_trick(found: Iterable[Outcome], last_trick: int, *, own: bool, others: bool) -> list[Outcome]:
    """The ways in which a side has not won the last trick, where it is known of all of it that nobody can have."""
    return [
        each
        for each in found
        if not (own and _has_last(each.declarer, last_trick)) and not (others and _has_last(each.opponents, last_trick))
    ]


def _has_last(side: Side, last_trick: int) -> bool:
    return last_trick > 0 and side.points - side.cards == last_trick


def bonuses(
    found: Collection[Outcome], table: Mapping[str, Bonus], order: Sequence[str], parties: Mapping[str, bool]
) -> Iterator[str]:
    """The bonuses that apply in at least one of the ways, in their order; first "" if in one of them none does.

    `parties`: of every party whether it is the declarer's side.
    """
    applied = {_first(each, table, order, parties) for each in found}
    yield from (name for name in ("", *order) if name in applied)


def _first(way: Outcome, table: Mapping[str, Bonus], order: Sequence[str], parties: Mapping[str, bool]) -> str:
    from calarec.rulesets.lint.outcomes import holds

    for name in order:
        when = table[name].when
        if when.of in parties and holds(when, way.declarer if parties[when.of] else way.opponents):
            return name
    return ""
