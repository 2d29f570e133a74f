"""Hand over: who holds the called card gives it to the declarer."""

from __future__ import annotations

from dataclasses import dataclass

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """The holder gives the called card; nothing happens if no other hand holds it."""

    open: bool = param("Open", "Whether the card is shown to all.")


MECHANISM = Mechanism(
    name="hand_over",
    kind=Kind.STEP,
    part=HandOver,
    title=Both("Handing over the called card", "La consegna della carta chiamata"),
    about="Who holds the called card gives it to the declarer.",
)
