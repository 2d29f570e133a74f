"""The payment of a side, by its tricks, their points, and the last trick.

A position goes in. The possible amounts come out and, for each, the question whether the side can have it. The engine
settles every outcome, so that no bonus, rounding or share is programmed twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine.cards import bits
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.state import NOBODY
from calarec.core.engine.tally import Tally
from calarec.core.mechanisms.conditions import ROLES, condition_parts
from calarec.core.mechanisms.rules import winning
from calarec.core.wording.language import Words
from calarec.solving.position import UnsolvableError
from calarec.solving.questions import Question

if TYPE_CHECKING:
    from calarec.core.mechanisms.conditions import Alternative
    from calarec.solving.position import Position

_FIGURES: Final = ("tricks", "in_tricks", "cards", "points", "counted", "last_trick", "result", *ROLES)
"""The figures of bonuses that follow from tricks, points, last trick or dealer."""
_UNKNOWN: Final = Words("what `{rule}` says is not known to the solver")
_UNPAID: Final = Words("without a declarer nothing is paid here, only points count")
_APART: Final = Words("without a declarer the solver knows no payments")


class Payoff:
    """The payments that may come of a position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        game, state = position.game, position.state
        if state.declarer == NOBODY:
            params = game.rules.all_pass.params
            raise UnsolvableError(_UNPAID if params.pays == "nobody" else _APART, "all_pass")
        if state.faults:
            raise UnsolvableError(Words("an irregularity changes what is paid"), f"standing.{state.faults[0][0]}")
        for name in game.rules.settle.each:
            rule = f"settle.each.{name}"
            raise UnsolvableError(_UNKNOWN.with_values(rule=rule), rule)
        for name, bonus in game.rules.settle.bonus.items():
            if bonus.card_place:
                rule = f"settle.bonus.{name}.card"
                raise UnsolvableError(_UNKNOWN.with_values(rule=rule), rule)
            for when in condition_parts(bonus.written_conditions):
                _only_figures(when, f"settle.bonus.{name}.when")
            if bonus.for_each is not None:
                _only_figures(bonus.for_each.condition, f"settle.bonus.{name}.for_each")
        rule, needed = winning(game.rules, state.contract)
        _only_figures(needed.condition, rule)
        cards = game.cards
        self.first = (position.now.tricks, position.now.points)
        self.tricks = position.now.standing.tricks_left
        self.points = cards.worth(sum(position.owners))
        self.played = sum(cards.points[card] for won in state.tricks for card in won.cards)
        steps = game.rules.contracts[state.contract].steps
        self.call = next((f"steps.{step}" for step in steps if game.rules.steps[step].do == "call"), "")
        """The rule of the call: where the card was may change the stake."""
        self.amounts = [
            [
                [self._declarer_payment(tricks, points, last=last) for last in (False, True)]
                for points in range(self.points + 1)
            ]
            for tricks in range(self.tricks + 1)
        ]
        """By further tricks, further points, and whether the last is the side's own."""
        self.values = sorted({amount for row in self.amounts for cell in row for amount in cell})

    def payment_amount(self, tricks: int, points: int, *, last: bool) -> int:
        """The final payment, by all tricks and points of the side."""
        return self.amounts[tricks - self.first[0]][points - self.first[1]][last]

    def make_question(self, amount: int) -> Question:
        """Ask whether the side can have an amount, counting tricks and points from now."""
        return Question(
            tuple(bytes((cell[0] >= amount) | (cell[1] >= amount) << 1 for cell in row) for row in self.amounts)
        )

    def _declarer_payment(self, tricks: int, points: int, *, last: bool) -> int:
        """The payment of the declarer's side after further tricks and points."""
        game, state = self.position.game, self.position.state
        setting = state.setting
        own = state.side_mask(state.declarer)
        other = next(seat for seat in setting.active if not own >> seat & 1)
        count = len(setting.labels)
        tally = Tally(
            setting, [0] * count, [0] * count, [0] * count, contract=state.contract, declarer=state.declarer,
            partners=tuple(bits(state.partners)), called=state.found, call_rule=self.call, outcome="played",
            doubles=list(state.doubles),
        )  # fmt: skip
        whole = len(state.tricks) + self.tricks
        tally.tricks[state.declarer] = self.first[0] + tricks
        tally.tricks[other] = whole - self.first[0] - tricks
        tally.in_tricks[state.declarer] = self.first[1] + points
        tally.in_tricks[other] = self.played + self.points - self.first[1] - points
        tally.last = state.declarer if last else other
        for name, lying in zip(game.piles, state.piles, strict=True):
            to = {"last_trick": tally.last, "declarer": state.declarer}.get(game.rules.piles[name].won_by, NOBODY)
            if to != NOBODY:
                tally.piles[to] += game.cards.worth(lying)
        account = settle_hand(game, tally)
        return sum(account.payments[seat] for seat in setting.active if own >> seat & 1)


def _only_figures(when: Alternative, path: str) -> None:
    """Refuses a condition that looks at more than tricks and points."""
    for limit in when.limits:
        if limit.figure not in _FIGURES:
            rule = f"{path}.{limit.row.name}"
            raise UnsolvableError(_UNKNOWN.with_values(rule=rule), rule)
