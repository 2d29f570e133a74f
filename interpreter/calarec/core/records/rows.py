"""Rows of the statements: keyword, form, purpose and place of each.

The row of a statement is above its class in `calarec.core.records.model`. `grammar/cal.lark` has a rule with the same
keyword; whatever reads, writes or lists statements reads the row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.wording.language import Words

Purpose: TypeAlias = Literal["evening", "event", "assertion", "data"]
"""About the evening; an event; checked, never believed; ignored by rules."""
Place: TypeAlias = Literal["between", "anywhere", "hand"]
"""Between hands only, between and in hands, in hands only."""

StatementKind = TypeVar("StatementKind", bound=type)


class StatementPart(NamedTuple):
    """A word or a phrase by its name in the grammar, and the fields that it states."""

    symbol: str
    fields: tuple[str, ...]


class StatementRow(NamedTuple):
    """The common properties of all statements of a kind."""

    kind: type
    keyword: str
    """The first word of the line, and `do` in JSON.

    "trick" and "x-" for lines that begin with a number and a name.
    """
    written: str
    """The grammar's words in order, with their fields: `ACTOR=seat plays=cards,marks`."""
    purpose: Purpose
    place: Place
    example: str
    states: Words
    """The content of such a line, as an editor reports it."""
    other_keywords: tuple[str, ...]
    """Variants that people write for the keyword, in Italian or in English."""

    @property
    def parts(self) -> tuple[StatementPart, ...]:
        """The words and phrases in order."""
        pairs = (part.split("=") for part in self.written.split())
        return tuple(StatementPart(symbol, tuple(fields.split(","))) for symbol, fields in pairs)


ROWS: Final[dict[str, StatementRow]] = {}
"""By keyword, in the order of the model."""
KEYWORDS: Final[dict[type, str]] = {}
"""The keyword of each class."""
NO_KEYWORDS: Final = ("trick", "x-")
"""The keywords of lines that begin with a number, or with a name."""


def statement_row(
    keyword: str,
    written: str,
    *,
    example: str,
    states: Words,
    purpose: Purpose = "event",
    place: Place = "hand",
    other_keywords: str = "",
) -> Callable[[StatementKind], StatementKind]:
    """Keep the row of the class below it."""

    def keep_row(kind: StatementKind) -> StatementKind:
        others = tuple(other_keywords.split())
        ROWS[keyword] = StatementRow(kind, keyword, written, purpose, place, example, states, others)
        KEYWORDS[kind] = keyword
        return kind

    return keep_row


def kinds_for(purpose: Purpose) -> tuple[type, ...]:
    """The classes of the statements with a purpose."""
    return tuple(row.kind for row in ROWS.values() if row.purpose == purpose)


def keywords_at(place: Place) -> frozenset[str]:
    """The keywords of the statements that may appear at a place."""
    return frozenset(row.keyword for row in ROWS.values() if row.place == place)
