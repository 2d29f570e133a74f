"""Redeal: when nobody bids the cards are dealt anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.moves import events as ev
from calarec.moves.behaviour import Outcome
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves.behaviour import Moment

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


MECHANISM = Mechanism(
    name="redeal",
    kind=Kind.ALL_PASS,
    part=Redeal,
    title=Both("All pass: a new deal", "Tutti passano: si ridanno le carte"),
    about="When nobody bids the cards are dealt anew.",
    behaviour=Redealing(),
)
