"""Settles a hand that nobody bid on: thrown in, or played out, each side or each for himself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.base.frozen import replace
from calarec.engine import events as ev
from calarec.engine.account import Account, Counted, Reason
from calarec.engine.declaring import with_match_points
from calarec.engine.points_text import points_mark, seat_mark
from calarec.engine.settling import (
    BonusTable,
    after_penalties,
    as_claimed,
    fault_payments,
    multiple,
    payment,
    role_reasons,
    roles_of,
    seats_said,
    side_of,
    with_declared,
    with_leftovers,
    with_points,
)
from calarec.engine.state import NOBODY
from calarec.engine.terms import Outcome
from calarec.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.engine.game import Game
    from calarec.engine.tally import Tally
    from calarec.engine.terms import StepContext
    from calarec.mechanisms.all_pass import PlayOutRule, PotRule


class Redealing:
    """The hand ends."""

    def begin(self, at: StepContext) -> Outcome:
        """Throws the hands in."""
        state = at.state._replace(outcome="all_pass")
        return Outcome(state, (ev.Ended("all_pass", at.all, "all_pass"),))

    def settle(self, game: Game, tally: Tally) -> Account:
        """Nobody pays anything, unless for a fault."""
        payments = [0] * len(tally.setting.labels)
        thrown_in = Reason("all_pass.do", Words("nobody has bid: the cards are dealt again"))
        because = (thrown_in, *_put_in(game, tally, payments), *fault_payments(game, tally, payments))
        return Account((), "", NOBODY, (), "", 0, tuple(payments), because)


def _put_in(game: Game, tally: Tally, payments: list[int]) -> list[Reason]:
    """Everybody who was dealt cards puts something into the pot, if there is one."""
    pot: PotRule | None = getattr(game.rules.all_pass.params, "pot", None)
    if pot is None or tally.outcome == "void":
        return []
    for seat in tally.setting.active:
        payments[seat] -= 0 if seat in tally.setting.dummies else pot.each
    each = payment(game, pot.each)
    lies = tally.setting.carry.pot
    if lies is None:
        return [Reason("all_pass.pot.each", Words("everybody puts {each} into the pot", each=each))]
    said = Words("everybody puts {each} into the pot: {amount} lies there", each=each)
    return [Reason("all_pass.pot.each", said.filled(amount=payment(game, lies - sum(payments))))]


_PAYING: Final = {
    (False, False): Words("{seats} pays {amount} to each of the others"),
    (False, True): Words("{seats} each pay {amount} to each of the others"),
    (True, True): Words("{seats} each pay {amount} to a player of each other side"),
}
"""Who pays, in fixed sides or each for himself, one or several."""


class PlayingOut:
    """The hand is played without a declarer."""

    def begin(self, at: StepContext) -> Outcome:
        """Goes on to the play, by way of what is done before it."""
        steps = (f"steps.{step}" for step in at.game.rules.all_pass.params.steps)
        return Outcome(at.state._replace(program=("auction", *steps, *at.game.played), at=1))

    def settle(self, game: Game, tally: Tally) -> Account:
        """Who has the most points, the fewest, or the last trick, pays the others; or each side counts its own."""
        params: PlayOutRule = game.rules.all_pass.params
        because: list[Reason] = []
        sides = tuple(side_of(game, tally, seats) for seats in tally.sides)
        if len(sides) == 2:
            sides = as_claimed(game, tally, *sides, because)
        sides = with_declared(game, tally, sides, because)
        if len(sides) == 2:
            sides = after_penalties(game, tally, *sides, because)
        sides = with_leftovers(game, tally, sides, because)
        payments = [0] * len(tally.setting.labels)
        payers = self._payers(params, sides, tally)
        others = [side for side in sides if side not in payers]
        bonus, amount = "", 0
        added: tuple[str, ...] = ()
        if payers and others and not (len(payers) > 1 and params.ties == "nobody_pays"):
            bonus, added, amount = self._amount(game, tally, params, payers, others, because)
            self._pay(game, tally, amount, payers, others, payments, because)
        if params.pays == "nobody":
            because += [_counts(side) for side in sides]
        because += fault_payments(game, tally, payments)
        because += _without_effect(game, tally, sides)
        settled = tuple(replace(side, wins=side not in payers if payers else None) for side in sides)
        account = Account(settled, "", NOBODY, (), bonus, amount, tuple(payments), tuple(because), added)
        return with_match_points(game, tally, account)

    def _payers(self, params: PlayOutRule, sides: tuple[Counted, ...], tally: Tally) -> list[Counted]:
        if params.pays == "nobody":
            return []
        if params.pays == "last_trick":
            return [side for side in sides if tally.last in side.seats]
        worst = (max if params.pays == "most_points" else min)(side.counted for side in sides)
        return [side for side in sides if side.counted == worst]

    def _pay(
        self,
        game: Game,
        tally: Tally,
        amount: int,
        payers: list[Counted],
        others: list[Counted],
        payments: list[int],
        because: list[Reason],
    ) -> None:
        """Each seat of a side that pays, pays one seat of each side that does not."""
        roles = roles_of(game, tally)
        for payer in payers:
            for side in others:
                for one, other in zip(payer.seats, side.seats, strict=True):
                    due = amount * multiple(roles, one, other)
                    payments[one] -= due
                    payments[other] += due
        paying, paid = ([seat for side in each for seat in side.seats] for each in (payers, others))
        said = _PAYING[bool(tally.setting.sides), len(paying) > 1]
        said = said.filled(seats=seats_said(paying), amount=payment(game, amount))
        because.append(Reason("all_pass.ties" if len(payers) > 1 else "all_pass.pays", said))
        because += role_reasons(roles, paying, paid) if amount else []

    def _amount(
        self,
        game: Game,
        tally: Tally,
        params: PlayOutRule,
        payers: list[Counted],
        others: list[Counted],
        because: list[Reason],
    ) -> tuple[str, tuple[str, ...], int]:
        """The bonuses that apply and what is paid."""
        stake = payment(game, params.stake)
        because.append(Reason("all_pass.stake", Words("stake {stake}", stake=stake)))
        losers, winners = (_together(game, tally, sides) for sides in (payers, others))
        table = BonusTable(game, "all_pass", params.bonus, params.bonus_order, "", tally.if_claimed)
        parties = {"others": winners, "winners": winners, "losers": losers}
        return table.applied(params.stake, params.stake, parties, because)


_NOTHING_LOST: Final = Words("{seat}'s “{fault}” loses no contract: nobody has declared")
_NOTHING_MOVED: Final = Words("no points move for {seat}'s “{fault}”: there is more than one other side")


def _without_effect(game: Game, tally: Tally, sides: tuple[Counted, ...]) -> Iterator[Reason]:
    """What an irregularity would cost under a contract and does not cost here."""
    for fault in tally.faults:
        params, called = game.rules.standing[fault.word].params, game.ruleset.name("faults", fault.word)
        if params.contract == "lost":
            said = _NOTHING_LOST.filled(seat=seat_mark(fault.seat), fault=called)
            yield Reason(f"standing.{fault.word}.contract", said)
        if params.move_points and len(sides) != 2:
            said = _NOTHING_MOVED.filled(seat=seat_mark(fault.seat), fault=called)
            yield Reason(f"standing.{fault.word}.move_points", said)


def _together(game: Game, tally: Tally, sides: list[Counted]) -> Counted:
    """Several sides as one, as bonuses look at them."""
    whole = side_of(game, tally, tuple(seat for side in sides for seat in side.seats))
    return with_points(game, whole, sum(side.figure("points") for side in sides))


def _counts(side: Counted) -> Reason:
    """What a side counts for the match."""
    exact = side.points == side.counted
    said = Words("{seats}: {points}") if exact else Words("{seats}: {points}, counted as {counted}")
    filled = said.filled(
        seats=seats_said(side.seats), points=points_mark(side.points), counted=points_mark(side.counted)
    )
    return Reason("all_pass.pays" if exact else "settle.rounding", filled)


ALL_PASS: Final[Mapping[str, Redealing | PlayingOut]] = {
    "redeal": Redealing(),
    "play_out": PlayingOut(),
    "carry_on": Redealing(),
    "force": Redealing(),
}
"""What happens when nobody bids, by its name in rule files."""
