"""Give: the declarer gives cards back to who handed over the called card."""

from __future__ import annotations

from dataclasses import dataclass

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Give:
    """The declarer gives cards back; nothing happens if nobody handed a card over."""

    cards: int = param("Cards", "How many cards are given back.", default=1, least=1, most=4)
    open: bool = param("Open", "Whether they are shown to all.")


MECHANISM = Mechanism(
    name="give",
    kind=Kind.STEP,
    part=Give,
    title=Both("Giving back a card", "La carta restituita"),
    about="The declarer gives a card back to who handed over the called card.",
)
