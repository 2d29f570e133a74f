"""The columns of the words of a line, such as its third card.

Statements keep only their line, so that reading a million hands costs nothing for places that are not needed. The
shapes of the notation do not overlap, so the text shows the kind of each word.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Piece(NamedTuple):
    """One word of a line: its kind, where it starts (from 0) and its text."""

    kind: str
    start: int
    text: str


_WITHOUT_CARDS = frozenset({"result", "claim", "concede"})
"""Verbs of lines with points (`8p`), which look like cards, and no cards."""


_END: Final = r"[\s\ufeff]*end(?![^\s;])"


def shown_from(lines: Sequence[str], start: int, stop: int) -> int:
    """The first line to show with a line: after an `end`, where a file may be cut."""
    return max((at for at in range(start, stop) if re.match(_END, lines[at])), default=start - 1) + 1


@cache
def _piece_pattern() -> re.Pattern[str]:
    """Words between spaces; anything else is a piece of kind "other"."""
    return re.compile(
        r"""
        (?P<comment>;.*)
      | (?P<string>"(?:[^"\\]|\\.)*"?)
      | (?P<seat>[A-Z](?:\+[A-Z])*(?=:|[\s;]|$))
      | (?P<card>[0-9A-Z_][a-z_](?=[!?\s;]|$))
      | (?P<number>[+-]?[0-9]+p?(?=[\s;]|$))
      | (?P<word>[a-z][a-z0-9-]*(?=[\s;]|$))
      | (?P<mark>[!?]+)
      | (?P<punctuation>[:>])
      | (?P<other>[^\s;]+)
        """,
        re.VERBOSE,
    )


def pieces(text: str) -> list[Piece]:
    """The words of a line in order, its comment left out."""
    found = [
        Piece(match.lastgroup or "other", match.start(), match.group())
        for match in _piece_pattern().finditer(text.replace("\ufeff", " "))
    ]
    if found and found[0].text in _WITHOUT_CARDS:
        found = [piece._replace(kind="number") if piece.kind == "card" else piece for piece in found]
    return [piece for piece in found if piece.kind != "comment"]


def place_of(text: str, asked: tuple[str, int] | None, nth: int | None) -> tuple[int, int]:
    """Column (from 1) and width of a part of a line.

    `asked` names a kind and which of that kind. `nth` picks one of a line's repeated parts, each
    of which begins with a seat.
    """
    found, starts = _taken_apart(text)
    if nth is not None and nth < len(starts):
        found = found[starts[nth] : starts[nth + 1] if nth + 1 < len(starts) else None]
    if asked is not None:
        kind, index = asked
        wanted = [piece for piece in found if piece.kind == kind]
        if index < len(wanted):
            return wanted[index].start + 1, len(wanted[index].text)
    if not found:
        return 1, max(len(text), 1)
    first, last = found[0], found[-1]
    return first.start + 1, last.start + len(last.text) - first.start


@lru_cache(maxsize=8)
def _taken_apart(text: str) -> tuple[tuple[Piece, ...], tuple[int, ...]]:
    """The pieces of a line and its repeated parts, kept for many findings on a line."""
    found = tuple(pieces(text))
    return found, tuple(index for index, piece in enumerate(found) if piece.kind == "seat")
