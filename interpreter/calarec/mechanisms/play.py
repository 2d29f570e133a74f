"""Play: the tricks, who must follow, who wins and who leads next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
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


MECHANISM = Mechanism(
    name="play",
    kind=Kind.SECTION,
    part=Play,
    title=Both("The play", "Il gioco"),
    about="How tricks are played and won.",
)
