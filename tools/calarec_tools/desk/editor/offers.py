"""What may be written at a place: an offer each, with where it begins and what there is to be told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

OfferKind: TypeAlias = Literal["card", "word", "verb", "seat", "line", "key", "value", "path", "ruleset"]


class WrittenOffer(NamedTuple):
    """A text that may stand from a column (from 1) up to where somebody types."""

    text: str
    kind: OfferKind
    column: int
    detail: str = ""
    about: str = ""
    """What is told of it, as Markdown."""
    more: bool = False
    """Whether something has to follow: a blank is written with it."""


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
