"""The pack: suits, ranks and their order, what each card is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """The cards. A card is written as its rank and its suit, one character each."""

    suits: str = param("Suits", "The letters of the suits, in lower case; suits are equal.", pattern="^[a-z]{1,8}$")
    ranks: str = param(
        "Ranks",
        "The ranks of a suit from the highest to the lowest, one character each.",
        pattern="^[0-9A-Z]{1,16}$",
    )
    without: tuple[str, ...] = param(
        "Without", "Cards of suits × ranks that are taken out.", default=(), refers_to="card"
    )
    unit: str = param(
        "Unit",
        "The part of a whole point in which all points of this file are counted.",
        pattern="^1(/[2-9])?$",
    )
    points: Mapping[str, int] = param(
        "Points", "What a card of a rank is worth; a rank that is not named is worth nothing.",
        least=0, most=1000, keys="^[0-9A-Z]$", entries=True,
    )  # fmt: skip
    last_trick: int = param("Last trick", "What winning the last trick is worth.", least=0, most=1000)
    total: int | None = param(
        "Total", "The total that the source states; it is checked and decides nothing.", default=None, least=0
    )
    aliases: Mapping[str, str] = param(
        "Aliases", "Other letters for ranks and suits that a record may use.",
        default={}, keys="^[0-9A-Za-z]$", entries=True,
    )  # fmt: skip


MECHANISM = Mechanism(
    name="pack",
    kind=Kind.SECTION,
    part=Pack,
    title=Both("The cards", "Le carte"),
    about="The cards, their order and their points.",
)
