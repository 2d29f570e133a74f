"""The numbers of cards in each place before the steps of a contract.

Terms. A *case* is the place of the called card: `held` by another hand, on the `table`, or in the declarer's own
`hand`; without a call there is the one case `plain`. A free number is the least one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.rule_files.lint.sizes import list_stages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.sizes import HeldCards


class CardFlow(NamedTuple):
    """The numbers of cards before a step, in one case."""

    case: str
    hand: int
    """The declarer's."""
    piles: Mapping[str, int]


_CASES: Final = {"other": "held", "pile": "table", "hand": "hand"}


def flows(rules: Rules, steps: tuple[str, ...]) -> list[tuple[CardFlow, ...]]:
    """The numbers of cards before each step, and after the last, by case."""
    return [_by_case(states) for states in list_stages(rules, steps)]


def _by_case(states: list[HeldCards]) -> tuple[CardFlow, ...]:
    found: dict[str, CardFlow] = {}
    for state in states:
        case = _CASES[state.called] if state.gets == "card" else "plain"
        found.setdefault(case, CardFlow(case, state.hands[0], state.piles))
    return tuple(found.values())
