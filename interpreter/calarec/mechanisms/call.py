"""Call: the declarer names a card, to receive it or to find a partner in its holder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.mechanisms.contracts import StakeOf
from calarec.rulesets.fields import param

THEN = {
    "satisfied": "the call is satisfied and nobody gives a card",
    "alone": "the declarer plays without a partner",
    "refused": "the call is refused and another card must be named",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Callable:
    """One row of what may be called; a card may be called if one row allows it."""

    ranks: str = param("Ranks", "The ranks that may be called.", pattern="^[0-9A-Z]{1,16}$", refers_to="rank")
    holding_all: str | None = param(
        "Holding all", "Only by who holds every card of these ranks.",
        default=None, pattern="^[0-9A-Z]{1,16}$", refers_to="rank",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What follows when no other hand holds the called card."""

    then: Literal["satisfied", "alone", "refused"] = param("Then", "What follows.", options=THEN)
    won: int | StakeOf | None = param(
        "Won",
        "What is paid for winning then, where it differs from the contract's stake.",
        default=None,
        least=0,
    )
    lost: int | StakeOf | None = param(
        "Lost",
        "What is paid for losing then, where it differs from the contract's stake.",
        default=None,
        least=0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """The declarer names a card."""

    named: Literal["after_auction", "with_bid"] = param(
        "Named",
        "When the card is named.",
        default="after_auction",
        options={"after_auction": "after the auction", "with_bid": "together with the bid"},
    )
    cards: tuple[Callable, ...] = param(
        "Cards", "What may be called, a row for each case; without a row any card may be.", default=()
    )
    gets: Literal["card", "partner"] = param(
        "Gets",
        "What the call is for.",
        options={"card": "the called card", "partner": "its holder as a partner"},
    )
    in_pile: Found = param("In a pile", "What follows when the card lies on the table.")
    in_hand: Found = param("In hand", "What follows when the declarer holds the card.")
    revealed: Literal["when_played", "at_call", "at_end"] = param(
        "Revealed",
        "When the partner is known to all.",
        default="when_played",
        options={
            "when_played": "when the called card is played",
            "at_call": "at once",
            "at_end": "when the hand is over",
        },
    )


MECHANISM = Mechanism(
    name="call",
    kind=Kind.STEP,
    part=Call,
    title=Both("Calling a card", "La chiamata"),
    about="The declarer names a card, to receive it or to find a partner.",
)
