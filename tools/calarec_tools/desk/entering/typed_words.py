"""Typed forms of words and cards: either case, beginnings, several in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.errors import PortableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.wording.language import Words

_MARKS = "!?"


class NotTakenError(PortableError):
    """The input is refused; `said` has the reasons."""

    def __init__(self, *said: Words) -> None:
        super().__init__(said)
        self.said = said


def complete_word(typed: str, offered: Iterable[str]) -> str:
    """Return the offered word, or the only one that begins as typed; or empty."""
    low = typed.casefold()
    words = tuple(offered)
    for word in words:
        if word.casefold() == low:
            return word
    begins = [word for word in words if word.casefold().startswith(low)]
    return begins[0] if len(begins) == 1 else ""


def read_typed_card(typed: str, pack: Sequence[str], left: Sequence[str]) -> str:
    """The card that was typed, with its marks; empty if it is none.

    Rank and suit in either case and either order; the rank or the suit alone where one card alone is left that has it.
    A blank means an unknown card.
    """
    bare = typed.rstrip(_MARKS)
    marks = typed[len(bare) :]
    named = ""
    if len(bare) == 2:
        if "_" in bare:
            return typed
        ways = (bare, bare[0].upper() + bare[1].lower(), bare[1].upper() + bare[0].lower())
        named = next((way for way in ways if way in pack), "")
    elif len(bare) == 1:
        ranked = [each for each in left if each[0] == bare.upper()]
        suited = [each for each in left if each[1] == bare.lower()]
        named = ranked[0] if len(ranked) == 1 else suited[0] if len(suited) == 1 and not ranked else ""
    return named + marks if named else ""


def split_glued_cards(typed: str, pack: Sequence[str]) -> list[str]:
    """Split input at its spaces, and cards without spaces between them."""
    found: list[str] = []
    for word in typed.split():
        pairs = [word[place : place + 2] for place in range(0, len(word), 2)]
        glued = len(word) > 2 and len(word) % 2 == 0 and all(read_typed_card(pair, pack, ()) for pair in pairs)
        found += pairs if glued else [word]
    return found


def is_completion(offered: str, typed: str) -> bool:
    """Check whether an offered word continues the input; a card, by its suit too."""
    low, word = typed.casefold(), offered.casefold()
    return word.startswith(low) or (len(offered) == 2 and len(low) == 1 and word[1] == low)
