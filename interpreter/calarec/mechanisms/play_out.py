"""Play out: when nobody bids the hand is played all the same, each for himself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.mechanisms.redeal import DEALER
from calarec.mechanisms.settle import Bonus
from calarec.moves.behaviour import Outcome
from calarec.rulesets.fields import ID_PATTERN, param

if TYPE_CHECKING:
    from calarec.moves.behaviour import Moment


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
    stake: int = param("Stake", "What is paid to each.", default=1, least=0, most=100_000)
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


MECHANISM = Mechanism(
    name="play_out",
    kind=Kind.ALL_PASS,
    part=PlayOut,
    title=Both("All pass: each for himself", "Tutti passano: ognuno per sé"),
    about="When nobody bids the hand is played all the same, each for himself.",
    behaviour=PlayingOut(),
)
