"""Completions at a place: a text each, its column, and its description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

OfferKind: TypeAlias = Literal["card", "word", "verb", "seat", "line", "key", "value", "path", "ruleset"]


class WrittenOffer(NamedTuple):
    """A completion: a text from a column (from 1) up to the cursor."""

    text: str
    kind: OfferKind
    column: int
    detail: str = ""
    about: str = ""
    """Its description, as Markdown."""
    more: bool = False
    """True if more has to follow: a space is written with it."""


def last_word(typed: str) -> tuple[list[str], int]:
    """The words before the one that is being typed, and the column of that one."""
    *words, partial = typed.split(" ") if typed else [""]
    return [word for word in words if word], len(typed) - len(partial) + 1


def without_repeats(offers: Iterable[WrittenOffer]) -> list[WrittenOffer]:
    """Each text once, as it is offered first."""
    found: dict[str, WrittenOffer] = {}
    for offer in offers:
        found.setdefault(offer.text, offer)
    return list(found.values())
