"""The play: how tricks are led, followed and won."""

from __future__ import annotations

from typing import Literal

from calarec.base.frozen import dataclass
from calarec.mechanisms.fields import param
from calarec.mechanisms.mechanism import Kind, Mechanism
from calarec.wording.language import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRule:
    """A stock from which cards are drawn in the play."""

    pile: str = param("Pile", "The pile that is drawn from.", refers_to="pile")
    shown: Literal["everyone", "nobody"] = param(
        "Shown",
        "Who sees a card that is drawn, besides the seat that draws it.",
        default="nobody",
        options={"everyone": "everyone", "nobody": "nobody else"},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRule:
    """How tricks are played; there are no trumps."""

    follow: Literal["must", "free"] = param(
        "Follow",
        "What may be played to a lead.",
        default="must",
        options={"must": "a card of the suit led, if there is one in the hand", "free": "any card"},
    )
    wins: Literal["highest_of_suit_led"] = param(
        "Wins",
        "Who wins a trick.",
        default="highest_of_suit_led",
        options={"highest_of_suit_led": "who played the highest card of the suit led"},
    )
    next_leader: Literal["winner"] = param(
        "Next leader",
        "Who leads to the next trick.",
        default="winner",
        options={"winner": "who won the last one"},
    )
    draw: DrawRule | None = param(
        "Draw",
        "After each trick everybody draws a card from a pile, who won the trick first, until it is used up.",
        default=None, since="0.2.0",
    )  # fmt: skip


PLAY = Mechanism(
    name="play",
    kind=Kind.SECTION,
    params=PlayRule,
    required=False,
    title=Words("The play"),
    about="How tricks are played and won.",
)
