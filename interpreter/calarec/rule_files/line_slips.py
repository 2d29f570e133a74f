"""Mistakes in one line, with their edits: spaces, comments, prose, indents.

A text that YAML refuses or misreads goes in, mistakes come out. A guess is believed only if the fixed text can be
read further than the written one (`calarec.rule_files.building`).

Terms. *Free text* is text for readers: titles, reasons, words. In it a semicolon is a semicolon.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.rule_files.tree import Path

NEAR_LINES: Final = 8
"""The number of lines fixed together, and their distance above YAML's error."""
ODD_SPACE: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""Unusual spaces that YAML does not accept: editors and web pages insert them."""
_BLANK: Final = rf"[ {ODD_SPACE}]*[{ODD_SPACE}][ {ODD_SPACE}]*"
_BLANKS: Final = (
    re.compile(rf"^(?P<run>{_BLANK})"),
    re.compile(rf"(?:^[ {ODD_SPACE}]*(?:- )?|[{{,][ {ODD_SPACE}]*)[\w*.'\"-]+:(?P<run>{_BLANK})"),
    re.compile(rf"[{{,](?P<run>{_BLANK})[\w*.-]+:"),
)
_END_BLANKS: Final = (re.compile(rf"(?P<run>{_BLANK})(?=#)"), re.compile(rf"(?P<run>{_BLANK})$"))
_COMMENT: Final = re.compile(r"^\s*(?P<sign>;+|//+)")
_AFTER: Final = re.compile(r"^[^\s;'\"\[{](?:[^;'\"#]*?[^\s;'\"#/])??(?P<gap>\s*)(?P<sign>;+|//+)(?=\s|$)")
_WORD: Final = r"[^\W\d_][\w'’]*[.,;!?]?"
_PROSE: Final = re.compile(rf"^(?P<before>\s*)(?P<first>{_WORD})(?P<rest>(?:\s+\S+)+)\s*$")
_ENTRY_OR_END: Final = re.compile(r":(?:\s|$)")
_ONE_VALUE: Final = re.compile(r"\s+(?:-?[0-9]\S*|off|on|true|false|yes|no|null|~|[\[{\"'].*)\s*(?:#.*)?$")
_ANY: Final = ("why", "source", "en", "it")
_IN_SOURCES: Final = ("name", "title", "by", "where", "seen")
_WHOLE: Final = ("title", "summary")
_TOP: Final = re.compile(r"^(?P<key>[\w\"'-]+)\s*:")


class LineEdit(NamedTuple):
    """Replace the columns from `start` to before `end`, counted from 1, by `text`."""

    start: int
    end: int
    text: str

    @property
    def shift(self) -> int:
        """By how much what follows moves to the right."""
        return len(self.text) - (self.end - self.start)


class LineSlip(NamedTuple):
    """One mistake: line, underlined columns, wording of RUL010 with values, edits."""

    line: int
    column: int
    end: int
    wording: str
    edits: tuple[LineEdit, ...]
    values: tuple[tuple[str, str], ...] = ()


def mend_line_slips(text: str, slips: Iterable[LineSlip]) -> str:
    """The text with each line as it should be."""
    lines = text.split("\n")
    edits = [(slip.line, edit) for slip in slips for edit in slip.edits]
    for number, edit in sorted(edits, reverse=True):
        line = lines[number - 1]
        lines[number - 1] = line[: edit.start - 1] + edit.text + line[edit.end - 1 :]
    return "\n".join(lines)


def is_free_text(path: Path) -> bool:
    """Check whether a path of a file has text for readers, not a key of the rules."""
    if path[0] in _WHOLE or path[-1] in _ANY:
        return True
    if path[0] == "sources":
        return path[-1] in _IN_SOURCES
    return path[0] == "words" and len(path) > 2


def is_free_entry(lines: list[str], number: int, key: str) -> bool:
    """The same for an unreadable entry, by the last line above it without indent."""
    for line in reversed(lines[:number]):
        found = _TOP.match(line)
        if found is not None:
            top = found["key"].strip("\"'")
            return is_free_text((top, "", key) if top not in _WHOLE else (top,))
    return False


def lines_above(lines: list[str], last: int) -> Iterator[int]:
    """The lines from one upwards that may have caused YAML's error."""
    yield from range(min(last, len(lines)), max(last - NEAR_LINES, 0), -1)


# --------------------------------------------------------------------------- spaces


def odd_blanks(text: str) -> list[LineSlip]:
    """Find unusual spaces where YAML needs plain ones: one mistake for each line."""
    lines = text.split("\n")
    if not re.search(f"[{ODD_SPACE}]", text):
        return []
    return [slip for number, line in enumerate(lines, 1) if (slip := _odd_on(lines, number, line)) is not None]


def _odd_on(lines: list[str], number: int, line: str) -> LineSlip | None:
    key = re.match(r"[\s{-]*([\w*.-]+)\s*:", line)
    free = key is not None and is_free_entry(lines, number, key[1])
    patterns = _BLANKS if free else (*_BLANKS, *_END_BLANKS)
    runs = {found.span("run") for pattern in patterns for found in pattern.finditer(line)}
    if not runs:
        return None
    edits = tuple(LineEdit(start + 1, end + 1, " " * (end - start)) for start, end in sorted(runs))
    return LineSlip(number, edits[0].start, edits[0].end, "blank", edits)


# --------------------------------------------------------------------------- comments and prose


def comment_lines(lines: list[str], last: int) -> list[LineSlip]:
    """The lines at and above one that are comments as records have them."""
    found = []
    for number in lines_above(lines, last):
        match = _COMMENT.match(lines[number - 1])
        if match is not None:
            found.append(_comment(number, match.start("sign"), match.end("sign"), match["sign"]))
    return found


def comment_behind(line: str, number: int, start: int, end: int) -> LineSlip | None:
    """Find a comment in the form of records after a value between two columns."""
    found = _AFTER.match(line[start - 1 : end - 1])
    if found is None:
        return None
    first, last = start - 1 + found.start("sign"), start - 1 + found.end("sign")
    return _comment(number, first, last, found["sign"], blank="" if found["gap"] else " ")


def _comment(number: int, start: int, end: int, sign: str, *, blank: str = "") -> LineSlip:
    edit = LineEdit(start + 1, end + 1, f"{blank}#")
    return LineSlip(number, start + 1, end + 1, "comment", (edit,), (("sign", sign),))


def prose_lines(lines: list[str], last: int) -> list[LineSlip]:
    """The lines at and above one that are sentences and no entries."""
    found: list[LineSlip] = []
    for number in lines_above(lines, last):
        line = lines[number - 1]
        if is_prose(line):
            start = len(line) - len(line.lstrip()) + 1
            found.append(LineSlip(number, start, len(line.rstrip()) + 1, "prose", (LineEdit(start, start, "# "),)))
        elif found or (line.strip() and number < last):
            break
    return found


def is_prose(line: str) -> bool:
    """Check whether a line is prose, whose first word is not a known key."""
    found = _PROSE.match(line)
    if found is None or _ENTRY_OR_END.search(line) or _ONE_VALUE.fullmatch(found["rest"]):
        return False
    return found["first"].strip(".,;!?") not in list_known_keys()


@cache
def list_known_keys() -> frozenset[str]:
    """Every key that the header or the vocabulary gives a name to."""
    from calarec.rule_files.header import HEADER_KEYS
    from calarec.rule_files.schema import file_schema

    def keys(schema: Any) -> Iterator[str]:
        if isinstance(schema, dict):
            yield from schema.get("properties", ())
            for child in schema.values():
                yield from keys(child)
        elif isinstance(schema, list):
            for child in schema:
                yield from keys(child)

    return frozenset((*HEADER_KEYS, *keys(file_schema())))


# --------------------------------------------------------------------------- indentation


def indented_lines(lines: list[str], last: int) -> Iterator[list[LineSlip]]:
    """Propose the columns of the entries above for a line with another indent."""
    number = next((each for each in lines_above(lines, last) if _is_entry_line(lines[each - 1])), 0)
    if not number:
        return
    own = indent_of(lines[number - 1])
    above: list[int] = []
    for each in range(number - 1, 0, -1):
        indent = indent_of(lines[each - 1])
        if _is_entry_line(lines[each - 1]) and indent not in above and (not above or indent < min(above)):
            above.append(indent)
    for indent in sorted(above, key=lambda each: (abs(each - own), -each)):
        if 0 < abs(indent - own) <= NEAR_LINES:
            edit = LineEdit(1, own + 1, " " * indent)
            values = (("spaces", str(own)), ("above", str(indent)))
            yield [LineSlip(number, own + 1, own + 2, "indented", (edit,), values)]


def _is_entry_line(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def indent_of(line: str) -> int:
    """The number of spaces at the beginning of a line."""
    return len(line) - len(line.lstrip(" "))
