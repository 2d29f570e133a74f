"""Take: somebody takes cards from a pile into the hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """Somebody takes cards from a pile."""

    who: Literal["declarer", "holder"] = param(
        "Who",
        "Who takes.",
        default="declarer",
        options={
            "declarer": "the declarer",
            "holder": "who held the called card; nobody if no other hand held it",
        },
    )
    pile: str = param("Pile", "The pile from which the cards are taken.", refers_to="pile")
    cards: Literal["all", "as_discarded"] = param(
        "Cards",
        "How many cards.",
        default="all",
        options={"all": "all of them", "as_discarded": "as many as were discarded before, chosen freely"},
    )
    shown: Literal["everyone", "taker"] = param(
        "Shown to",
        "Who sees the pile.",
        options={"everyone": "it is turned face up for all", "taker": "only the seat that takes"},
    )


MECHANISM = Mechanism(
    name="take",
    kind=Kind.STEP,
    part=Take,
    title=Both("Taking a pile", "La presa del mazzetto"),
    about="Somebody takes cards from a pile into the hand.",
)
