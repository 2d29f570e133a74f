"""Makes statements of the words in lines, by the rows of the statements.

A pattern or the grammar has found the words.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from calarec.core.notation.phrases import PHRASES
from calarec.core.records.model import SPOKEN
from calarec.core.records.rows import ROWS

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.records.rows import StatementRow

Maker: TypeAlias = "Callable[..., None]"
"""A function that adds the statements of a line to a list.

Its arguments are the list, the number of the line, and the words and phrases of the row, None for absent ones.
"""


_new_tuple: Final[Any] = tuple.__new__
"""Makes a statement without the call of its class."""


def line_verb(text: str) -> str:
    """The verb of a line without indent; "trick" for a number, "x-" for an extension."""
    verb = text.split(None, 1)[0] if text else ""
    if verb[:1].isdigit():
        return "trick"
    return "x-" if verb.startswith("x-") else verb


@cache
def text_maker(verb: str) -> Maker:
    """Return what makes statements of the canonical texts of phrases."""
    return _compile_maker(ROWS[verb], are_texts=True)


@cache
def word_maker(verb: str) -> Maker:
    """Return what makes statements of words: a list of them for a long phrase."""
    return _compile_maker(ROWS[verb], are_texts=False)


def _compile_maker(row: StatementRow, *, are_texts: bool) -> Maker:
    """Compiles a function for one kind of statement.

    Reading takes most of its time in these: written as a loop over the parts a line would take a fifth longer.
    """
    kind: Any = row.kind
    if kind in SPOKEN:
        return _spoken_maker(kind, are_texts=are_texts)
    known: dict[str, Any] = {"new_tuple": _new_tuple, "kind": kind}
    values = {field: repr(kind._field_defaults.get(field)) for field in kind._fields}
    for number, part in enumerate(row.parts):
        phrase = PHRASES[part.symbol]
        read = known[f"read_{number}"] = _compose_reader(phrase.split if are_texts else None, phrase.read)
        value = f"read_{number}(word_{number})" if read else f"word_{number}"
        for place, field in enumerate(part.fields):
            if len(part.fields) > 1:
                # The first field reads the phrase for those after it: they follow it in the statement too.
                value = f"values_{number}[{place}]" if place else f"(values_{number} := {value})[0]"
            # What has no default is there, or is read from its absence.
            is_certain = field not in kind._field_defaults
            values[field] = value if is_certain else f"({values[field]} if word_{number} is None else {value})"
    values["line"] = "line"
    words = ", ".join(f"word_{number}" for number in range(len(row.parts)))
    made = f"new_tuple(kind, ({', '.join(values.values())},))"
    # Of a line `dummy D by B`:
    # lambda into, line, word_0, word_1, comment=None: into.append(
    #     new_tuple(kind, (word_0, ("" if word_1 is None else word_1), line)))
    maker: Maker = eval(f"lambda into, line, {words}, comment=None: into.append({made})", known)
    return maker


def _compose_reader(
    split: Callable[[str], list[str]] | None, read: Callable[[Any], Any] | None
) -> Callable[[Any], Any] | None:
    if split is None or read is None:
        return split or read
    return lambda text: read(split(text))


def _spoken_maker(kind: Any, *, are_texts: bool) -> Maker:
    """Each seat's share of the line is a statement of its own."""

    def make_statements(into: list[Any], line: int, said: Any, _comment: str | None = None) -> None:
        words = said.split() if are_texts else said
        for nth in range(len(words) // 2):
            into.append(_new_tuple(kind, (words[2 * nth][0], words[2 * nth + 1], line, nth)))

    return make_statements
