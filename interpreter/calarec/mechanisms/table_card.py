"""Table a card: the declarer lays a card on the table before seeing what the exchange brings."""

from __future__ import annotations

from dataclasses import dataclass

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """The declarer lays one card on the table."""

    pile: str = param("Pile", "The pile on which it is laid.", refers_to="pile")
    open: bool = param("Open", "Whether it is laid face up.", default=False)


MECHANISM = Mechanism(
    name="table_card",
    kind=Kind.STEP,
    part=TableCard,
    title=Both("Tabling a card", "La carta in tavola"),
    about="The declarer lays one card on the table.",
)
