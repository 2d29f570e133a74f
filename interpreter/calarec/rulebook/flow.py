"""What lies where before each step of a contract: from its rules to numbers of cards, for sentences that name them.

Terms. A *case* is where the called card was found: `held` by another hand, on the `table`, or in the
declarer's own `hand`; without a call there is the one case `plain`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.mechanisms.rules import Named, Rules


class CardFlow(NamedTuple):
    """What lies where before a step, in one case."""

    case: str
    hand: int
    piles: Mapping[str, int]


def flows(rules: Rules, steps: tuple[str, ...]) -> list[tuple[CardFlow, ...]]:
    """What lies where before each step, and after the last; case by case."""
    now = [CardFlow("plain", rules.deal.hand, {name: pile.dealt for name, pile in rules.piles.items()})]
    found = [tuple(now)]
    for step in steps:
        if step in rules.steps:
            now = [after for before in now for after in _after(rules, rules.steps[step], before)]
        found.append(tuple(now))
    return found


def _after(rules: Rules, step: Named, before: CardFlow) -> list[CardFlow]:
    params, piles = step.params, before.piles
    if step.do == "call" and params.gets == "card":
        return _called(params, before)
    if step.do == "hand_over" and before.case == "held":
        return [before._replace(hand=before.hand + 1)]
    if step.do == "give" and before.case == "held":
        return [before._replace(hand=before.hand - 1)]
    if step.do == "table_card":
        return [before._replace(hand=before.hand - 1, piles={**piles, params.pile: piles.get(params.pile, 0) + 1})]
    if step.do == "take":
        return [_taken(params, before)]
    if step.do == "discard" and params.cards == "down_to_dealt":
        laid = before.hand - rules.deal.hand
        return [before._replace(hand=rules.deal.hand, piles={**piles, params.to: piles.get(params.to, 0) + laid})]
    return [before]


def _called(params: object, before: CardFlow) -> list[CardFlow]:
    found = [before._replace(case="held")]
    if any(before.piles.values()) and getattr(params, "in_pile").then != "refused":  # noqa: B009
        found.append(before._replace(case="table"))
    if getattr(params, "in_hand").then != "refused":  # noqa: B009
        found.append(before._replace(case="hand"))
    return found


def _taken(params: object, before: CardFlow) -> CardFlow:
    who, pile, how = (getattr(params, name) for name in ("who", "pile", "cards"))
    if how != "all" or (who == "holder" and before.case != "held"):
        return before
    hand = before.hand + before.piles.get(pile, 0) * (who == "declarer")
    return before._replace(hand=hand, piles={**before.piles, pile: 0})
