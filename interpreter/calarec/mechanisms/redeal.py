"""Redeal: when nobody bids the cards are dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves import settling
from calarec.moves.account import Account
from calarec.moves.behaviour import Outcome
from calarec.moves.state import NOBODY
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.moves.behaviour import Moment
    from calarec.moves.tally import Tally
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules

DEALER = {"same": "the same dealer", "next": "the next dealer"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeal:
    """The hands are thrown in."""

    dealer: Literal["same", "next"] = param("Dealer", "Who deals again.", default="next", options=DEALER)


class Redealing:
    """The hand ends."""

    def begin(self, at: Moment) -> Outcome:
        """Throws the hands in."""
        state = at.state._replace(outcome="all_pass")
        return Outcome(state, (ev.Ended("all_pass", at.all, "all_pass"),))

    def settle(self, game: Game, tally: Tally) -> Account:
        """Nobody pays anything, unless for a fault."""
        payments = [0] * len(tally.setting.labels)
        because = settling.fault_payments(game, tally, payments)
        return Account((), "", NOBODY, NOBODY, "", 0, tuple(payments), tuple(because))


def check_dealer(rules: Rules, report: Report) -> None:
    """As long as all pass nothing but new cards changes."""
    if rules.all_pass.do == "redeal" and rules.all_pass.part.dealer == "same":
        report.add("RUL602", "all_pass.dealer")


MECHANISM = Mechanism(
    name="redeal",
    kind=Kind.ALL_PASS,
    part=Redeal,
    title=Words("All pass: a new deal"),
    about="When nobody bids the cards are dealt anew.",
    say=sentences("redeal"),
    behaviour=Redealing(),
    checks=(check_dealer,),
)
