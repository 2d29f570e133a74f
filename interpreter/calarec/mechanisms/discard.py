"""Discard: the declarer lays cards aside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """The declarer lays cards from the hand on a pile."""

    to: str = param("To", "The pile on which they are laid.", refers_to="pile")
    cards: Literal["down_to_dealt", "up_to_pile"] = param(
        "Cards",
        "How many cards.",
        default="down_to_dealt",
        options={
            "down_to_dealt": "as many as bring the hand back to the number dealt",
            "up_to_pile": "at most as many as a pile holds",
        },
    )
    pile: str | None = param(
        "Pile", "With `up_to_pile`: the pile that limits the number.", default=None, refers_to="pile"
    )
    at_least: int = param("At least", "With `up_to_pile`: the least number of cards.", default=0, least=0, most=4)
    open: bool = param("Open", "Whether they are shown to all.", default=False)


MECHANISM = Mechanism(
    name="discard",
    kind=Kind.STEP,
    part=Discard,
    title=Both("Discarding", "Lo scarto"),
    about="The declarer lays cards aside.",
)
