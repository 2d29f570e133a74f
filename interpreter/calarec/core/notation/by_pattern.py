"""Reads canonical lines by compiled patterns, derived from the grammar's rules.

A line that no pattern knows is not wrong: it goes to the grammar itself (`calarec.core.notation.by_grammar`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from calarec.core.notation.patterns import FIELDS, STRING
from calarec.core.notation.phrases import PHRASES
from calarec.core.notation.source import BAD_LINE
from calarec.core.notation.statements import text_maker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from calarec.core.records.model import Statement

COMMENT: Final = rf";[^\n\r{BAD_LINE}]*"
_BARE_COMMENT: Final = re.compile(f"(?: *{COMMENT})?")
_PLAIN_STRING: Final = r'"[^"\\\x00-\x1f]*"'
"""A string without escapes; it compiles three times as fast, which one hand needs."""
STATEMENT_WORD: Final = r'(?:"(?:[^"\\]|\\.)*(?:"|$)|[^ "])+'
"""One word of a statement, with the whole of a string."""
_DIGITS: Final = frozenset("0123456789")


@cache
def line_matcher(verb: str) -> Callable[[str], re.Match[str] | None] | None:
    """Matches a canonical line: a group for each word and phrase, and the comment."""
    pattern = FIELDS.get(verb)
    if pattern is None:
        return None
    whole = f"{pattern}(?: *({COMMENT}))?"
    plain = re.compile(whole.replace(STRING, _PLAIN_STRING)).fullmatch
    return (lambda text: plain(text) or re.fullmatch(whole, text)) if STRING in whole else plain


def canonical_verb(text: str) -> str:
    """The verb that a canonical line can only have."""
    first = text[:1]
    if first == " " or first.isdigit():
        return "trick"
    verb = text.partition(" ")[0]
    return "x-" if verb.startswith("x-") else verb


def is_canonical(text: str) -> bool:
    """Check whether a statement, without a comment, is in its canonical form."""
    match_line = line_matcher(canonical_verb(text))
    found = match_line(text) if match_line else None
    return found is not None and (";" not in text or found.groups()[-1] is None)


def read_line(text: str, number: int, into: list[Statement]) -> str | None:
    """Add the statements of a canonical line; its verb, or None if not canonical.

    The verb of a blank line or a comment is "".
    """
    verb = canonical_verb(text)
    match_line = line_matcher(verb)
    found = match_line(text) if match_line else None
    if found is None:
        return "" if _BARE_COMMENT.fullmatch(text) else None
    if verb != "hand":
        text_maker(verb)(into, number, *found.groups())
    return verb


def read_name(text: str) -> str | None:
    """The name on a canonical `hand` line; None if the line is not canonical."""
    match_line = line_matcher("hand")
    found = match_line(text) if match_line else None
    if found is None:
        return None
    read = PHRASES["name"].read
    return read(found["name"]) if found["name"] and read else ""


def with_canonical_blanks(text: str) -> str:
    """A statement with single spaces between words; the text of an `x-` line stays."""
    words = re.findall(STATEMENT_WORD, text)
    if not words:
        return text
    if words[0].startswith("x-"):
        name, _, rest = text.strip(" ").partition(" ")
        return f"{name} {rest.lstrip(' ')}" if rest else name
    return " " * (words[0] in _DIGITS) + " ".join(words)


def can_read_hand(lines: Sequence[str], number: int, into: list[Statement], allowed: frozenset[str]) -> bool:
    """Read a hand if all its lines are canonical, `hand` (line `number`) to `end`."""
    if read_line(lines[0], number, into) != "hand" or read_line(lines[-1], number, []) != "end":
        return False
    for index in range(1, len(lines) - 1):
        verb = read_line(lines[index], number + index, into)
        if verb not in allowed and verb != "":
            return False
    read_line(lines[-1], number + len(lines) - 1, into)
    return True
