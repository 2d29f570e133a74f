"""How many cards lie where while a contract's steps are taken, told apart by where the called card was.

Terms. A *case* is where the called card was found: `held` by another hand, on the `table`, or in the
declarer's own `hand`; without a call there is the one case `plain`. A *moment* is the state in one case.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.light import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.rulesets.model import Named, Rules


class Moment(NamedTuple):
    """What lies where before a step, in one case."""

    case: str
    hand: int
    piles: Mapping[str, int]


def moments(rules: Rules, steps: tuple[str, ...]) -> list[tuple[Moment, ...]]:
    """The moments before each step, and after the last."""
    now = [Moment("plain", rules.deal.hand, {name: pile.dealt for name, pile in rules.piles.items()})]
    found = [tuple(now)]
    for step in steps:
        if step in rules.steps:
            now = [after for before in now for after in _after(rules, rules.steps[step], before)]
        found.append(tuple(now))
    return found


def _after(rules: Rules, step: Named, before: Moment) -> list[Moment]:
    part, piles = step.part, before.piles
    if step.do == "call" and part.gets == "card":
        return _called(part, before)
    if step.do == "hand_over" and before.case == "held":
        return [before._replace(hand=before.hand + 1)]
    if step.do == "give" and before.case == "held":
        return [before._replace(hand=before.hand - 1)]
    if step.do == "table_card":
        return [before._replace(hand=before.hand - 1, piles={**piles, part.pile: piles.get(part.pile, 0) + 1})]
    if step.do == "take":
        return [_taken(part, before)]
    if step.do == "discard" and part.cards == "down_to_dealt":
        laid = before.hand - rules.deal.hand
        return [before._replace(hand=rules.deal.hand, piles={**piles, part.to: piles.get(part.to, 0) + laid})]
    return [before]


def _called(part: object, before: Moment) -> list[Moment]:
    found = [before._replace(case="held")]
    if any(before.piles.values()) and getattr(part, "in_pile").then != "refused":  # noqa: B009
        found.append(before._replace(case="table"))
    if getattr(part, "in_hand").then != "refused":  # noqa: B009
        found.append(before._replace(case="hand"))
    return found


def _taken(part: object, before: Moment) -> Moment:
    who, pile, how = (getattr(part, name) for name in ("who", "pile", "cards"))
    if how != "all" or (who == "holder" and before.case != "held"):
        return before
    hand = before.hand + before.piles.get(pile, 0) * (who == "declarer")
    return before._replace(hand=hand, piles={**before.piles, pile: 0})
