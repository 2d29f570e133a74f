"""Play out: when nobody bids the hand is played all the same, each for himself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from calarec.language import Words
from calarec.light import dataclass, replace
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.mechanisms.redeal import DEALER
from calarec.mechanisms.settle import Bonus
from calarec.moves import settling
from calarec.moves.account import Account, Counted, Reason
from calarec.moves.behaviour import Outcome
from calarec.moves.state import NOBODY
from calarec.rulesets.fields import ID_PATTERN, param

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.moves.behaviour import Moment
    from calarec.moves.tally import Tally
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOut:
    """Each plays for himself and shuns points."""

    leader: Literal["eldest", "dealer"] = param(
        "Leader",
        "Who leads to the first trick.",
        default="eldest",
        options={"eldest": "the seat after the dealer", "dealer": "the dealer"},
    )
    pays: Literal["most_points", "last_trick"] = param(
        "Pays",
        "Who pays all others.",
        default="most_points",
        options={"most_points": "who has the most points", "last_trick": "who wins the last trick"},
    )
    stake: int = param("Stake", "What is paid to each.", default=1, least=0, most=100_000, counts="payment")
    ties: Literal["each_pays", "nobody_pays"] = param(
        "Ties",
        "What happens when several have the most points.",
        default="each_pays",
        options={
            "each_pays": "each of them pays those who have fewer",
            "nobody_pays": "nobody pays",
        },
    )
    bonus: Mapping[str, Bonus] = param(
        "Bonuses", "What changes the payment.", default={}, keys=ID_PATTERN, entries=True
    )
    bonus_order: tuple[str, ...] = param(
        "Order of the bonuses", "The first of these that applies counts, and only that.",
        default=(), refers_to="bonus",
    )  # fmt: skip
    dealer: Literal["same", "next"] = param("Dealer", "Who deals next.", default="next", options=DEALER)


class PlayingOut:
    """The hand is played without a declarer."""

    def begin(self, at: Moment) -> Outcome:
        """Goes on to the play."""
        return Outcome(at.state._replace(program=("auction", "play"), at=1))

    def settle(self, game: Game, tally: Tally) -> Account:
        """Who has the most points, or the last trick, pays the others."""
        part: PlayOut = game.rules.all_pass.part
        sides = tuple(settling.side_of(game, tally, seats) for seats in tally.sides)
        payments = [0] * len(tally.setting.labels)
        because: list[Reason] = []
        payers = self._payers(part, sides, tally)
        others = [side for side in sides if side not in payers]
        bonus, amount = "", 0
        if payers and others and not (len(payers) > 1 and part.ties == "nobody_pays"):
            bonus, amount = self._amount(game, tally, part, others, because)
            for payer in payers:
                for side in others:
                    payments[payer.seats[0]] -= amount
                    payments[side.seats[0]] += amount
            seats, due = settling.seats_said([payer.seats[0] for payer in payers]), settling.payment(game, amount)
            said = Words(
                "{seats} each pay {amount} to each of the others"
                if len(payers) > 1
                else "{seats} pays {amount} to each of the others",
                seats=seats, amount=due,
            )  # fmt: skip
            because.append(Reason("all_pass.ties" if len(payers) > 1 else "all_pass.pays", said))
        because += settling.fault_payments(game, tally, payments)
        settled = tuple(replace(side, wins=side not in payers if payers else None) for side in sides)
        return Account(settled, "", NOBODY, NOBODY, bonus, amount, tuple(payments), tuple(because))

    def _payers(self, part: PlayOut, sides: tuple[Counted, ...], tally: Tally) -> list[Counted]:
        if part.pays == "last_trick":
            return [side for side in sides if side.seats[0] == tally.last]
        most = max(side.counted for side in sides)
        return [side for side in sides if side.counted == most]

    def _amount(
        self, game: Game, tally: Tally, part: PlayOut, others: list[Counted], because: list[Reason]
    ) -> tuple[str, int]:
        stake = settling.payment(game, part.stake)
        because.append(Reason("all_pass.stake", Words("stake {stake}", stake=stake)))
        together = settling.side_of(game, tally, tuple(side.seats[0] for side in others))
        found = settling.first_bonus(part.bonus, part.bonus_order, {"others": together}, "")
        if found is None:
            return "", part.stake
        name, bonus = found
        because.append(settling.bonus_reason(game, "all_pass", name, bonus, together, part.stake))
        return name, settling.with_bonus(part.stake, bonus)


def check_ties(rules: Rules, report: Report) -> None:
    """Only one can win the last trick."""
    if rules.all_pass.do == "play_out" and rules.all_pass.part.pays == "last_trick" and report.said("all_pass.ties"):
        report.add("RUL704", "all_pass.ties", wording="last_trick")


MECHANISM = Mechanism(
    name="play_out",
    kind=Kind.ALL_PASS,
    part=PlayOut,
    title=Words("All pass: each for himself"),
    about="When nobody bids the hand is played all the same, each for himself.",
    say=sentences("play_out"),
    behaviour=PlayingOut(),
    checks=(check_ties,),
)
