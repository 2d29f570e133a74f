"""Entries without their colon, without the space after it, or with `=` instead.

A text that YAML refuses or misreads goes in, the places to fix come out. A guess is believed only if the fixed text
can be read further than the written one.

Terms. A *gap* is the text between a key and its value.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.rule_files.header import HEADER_KEYS
from calarec.rule_files.line_slips import NEAR_LINES, LineEdit, LineSlip, lines_above
from calarec.rule_files.tree import walk_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.rule_files.tree import Node

RIGHT: Final = ": "
_KEY: Final = r"""(?P<key>"[^"]*"|'[^']*'|[\w*][\w*.-]*)"""
_ENTRY: Final = re.compile(rf"^(?P<before>\s*(?:- )?){_KEY}(?P<gap>\s*:?=>?\s*|\s*:(?=\S)|\s+|$)(?P<value>[^\s:=#].*)?")
_READ: Final = re.compile(rf"^\s*(?:- )?{_KEY}\s*:(?:\s|$)")
_SENTENCE: Final = re.compile(r"""[^\[{"']\S*[ \t]+[^\s#]""")
_TEXTS: Final = frozenset(
    ("ruleset", "version", "title", "summary", "source", "extends", "why", "en", "it", "by", "where", "seen")
)
"""Keys whose values are sentences, in which two words are two words."""


def slip_on(line: str, number: int, *, bare: bool = True, column: int = 0) -> LineSlip | None:
    """Find the mistake on a line after `column`; `bare`: a key may have no value."""
    part = line[column:]
    found = None if _READ.match(part) else _ENTRY.match(part)
    if found is None or (found["value"] is None and not (bare and _is_comment(part[found.end("gap") :]))):
        return None
    gap = found["gap"].strip()
    wording = "equals" if "=" in gap else "no_blank" if gap else "no_colon"
    start, end = (column + each + 1 for each in found.span("gap"))
    if found["value"] is None:
        end = start
    key = column + found.start("key") + 1
    edit = LineEdit(start, end, RIGHT if end > start else RIGHT.rstrip())
    return LineSlip(number, key, max(end, key + 1), wording, (edit,))


def _is_comment(rest: str) -> bool:
    return not rest.strip() or rest.lstrip().startswith("#")


def trials_before(text: str, last: int) -> Iterator[list[LineSlip]]:
    """Yield repairs above YAML's error: the nearest mistakes, one more each time."""
    lines = text.split("\n")
    found: list[LineSlip] = []
    for number in lines_above(lines, last):
        line = lines[number - 1]
        slip = slip_on(line, number)
        if slip is not None:
            found.append(slip)
            yield found
        elif not _is_comment(line) and number < last:
            return


def trials_within(text: str, root: Node | None) -> Iterator[list[LineSlip]]:
    """Yield repairs of a text where entries are missing: the file, or a key's value."""
    lines = text.split("\n")
    if root is None or not isinstance(root.value, dict):
        found = _all_slips(lines, 1, len(lines))
        known = bool(found) and lines[found[0].line - 1][: found[0].edits[0].start - 1].strip() in HEADER_KEYS
        yield found if known or any(line_slip.wording != "no_colon" for line_slip in found) else []
        return
    for path, node in walk_tree(root):
        span, key = node.span, node.key_span
        if key is None or not path:
            continue
        if node.value is None and span == key:
            slip = slip_on(lines[key.line - 1][: key.end_column - 1], key.line, bare=False, column=key.column - 1)
            yield [slip] if slip is not None else []
        elif isinstance(node.value, str) and span.line > key.line and path[-1] not in _TEXTS:
            quoted = lines[span.line - 1][span.column - 1] in "\"'|>"
            yield [] if quoted else _all_slips(lines, span.line, span.end_line)


def _all_slips(lines: list[str], first: int, last: int) -> list[LineSlip]:
    found: list[LineSlip] = []
    for number in range(first, min(last, len(lines), first + NEAR_LINES) + 1):
        line = lines[number - 1]
        if _is_comment(line):
            continue
        slip = slip_on(line, number)
        if slip is None or (slip.wording == "no_colon" and _SENTENCE.match(line[slip.edits[0].end - 1 :])):
            return []
        found.append(slip)
    return found
