"""Texts without quotes, or with a wrong end: an apostrophe in `'…'`, a bare comma.

The lines of a text and the place of YAML's error go in, or a tree in which a text was cut into entries. Mistakes come
out, with an edit that puts the whole text in quotes.
"""

from __future__ import annotations

import re
from itertools import groupby, pairwise, takewhile
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from calarec.rule_files.line_slips import (
    NEAR_LINES,
    ODD_SPACE,
    LineEdit,
    LineSlip,
    comment_behind,
    comment_lines,
    indent_of,
    is_free_entry,
    is_free_text,
    lines_above,
)
from calarec.rule_files.tree import walk_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.base.spans import Span
    from calarec.rule_files.tree import Node, Path

_OPENING: Final = re.compile(r"""(?:^\s*(?:- )?|[{,\[]\s*|:\s+)(?P<mark>['"])""")
_ENDS_LINE: Final = re.compile(r"\s*[,}\]]*(?:\s+#.*|\s*)$")
_ENDS_ENTRY: Final = re.compile(r"\s*(?:[,}\]]|(?:#.*)?$)")
_ENDS_QUOTED: Final = re.compile(r"\s*(?:[,}\]]|:(?:\s|$)|(?:#.*)?$)")
_KEY: Final = re.compile(r"""(?:^\s*|[{,]\s*)(?P<key>[\w-]+|"[\w-]+"|'[\w-]+')\s*:\s+(?P<value>\S.*)$""")
_NEXT_KEY: Final = re.compile(r""",\s*(?:[\w-]+|"[\w-]+"|'[\w-]+')\s*:\s""")
_COMMENT: Final = re.compile(r"\s+#.*$")
_ENTRY: Final = re.compile(r"\s*(?:#|;|[\w*.\"'-]+\s*:(?:\s|$))")
_TYPOGRAPHIC: Final = {"“": "”“", "”": "”", "„": "“”", "«": "»", "»": "«", "‘": "’‘", "’": "’", "‚": "‘’", "‹": "›"}
"""Marks that begin a quotation in print, with those that end it."""
_SIGNS: Final = re.compile(r"^[*&!%@`>|\[{}\],?#-]|: |:$|[{}\[\],]| #")
_MAX_SHOWN_LETTERS: Final = 60


def quoted_text(text: str) -> str:
    """A text in the quotes that need the least in it."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def _slip(number: int, start: int, end: int, wording: str, text: str, *, sign: str = "") -> LineSlip:
    """A mistake that is fixed by quotes round a part of a line, counted from 0."""
    new = quoted_text(text)
    shown = new if len(new) <= _MAX_SHOWN_LETTERS else f"{new[: _MAX_SHOWN_LETTERS - 2]}…{new[-1]}"
    values = (("text", shown), ("sign", sign))
    return LineSlip(number, start + 1, end + 1, wording, (LineEdit(start + 1, end + 1, new),), values)


# --------------------------------------------------------------------------- where YAML gives up


def broken_quotes(lines: list[str], numbers: list[int]) -> Iterator[list[LineSlip]]:
    """Yield repairs of quotes that end too early or never, near YAML's error."""
    near = list(dict.fromkeys(number for last in numbers for number in lines_above(lines, last)))
    for number in near:
        yield from _never_closed(lines, number)
    for number in near:
        for slip in _ended_early(lines[number - 1], number):
            yield [slip]


def broken_long_quotes(lines: list[str], numbers: list[int]) -> Iterator[list[LineSlip]]:
    """The same for a quoted text over several lines: inner marks are escaped."""
    for number in dict.fromkeys(number for last in numbers for number in lines_above(lines, last)):
        for start in _open_texts(lines[number - 1]):
            yield from _trials_with_escaped_marks(lines, number, start)


def broken_texts(lines: list[str], numbers: list[int]) -> Iterator[list[LineSlip]]:
    """The same where a text is in no quotes."""
    near = list(dict.fromkeys(each for number in numbers for each in lines_above(lines, number)))
    for number in near[:2] + [each for each in numbers if each in near[2:]]:
        for slip in _without_quotes(lines, number):
            yield [slip]


def _ended_early(line: str, number: int) -> Iterator[LineSlip]:
    """Find quoted texts of a line with an inner mark of their own, or no end."""
    place = 0
    while (found := _OPENING.search(line, place)) is not None:
        mark, start = found["mark"], found.start("mark")
        end = _quote_end(line, start, mark)
        if end >= 0 and _ENDS_QUOTED.match(line, end + 1):
            place = end + 1
            continue
        in_flow = _depth(line[:start]) > 0
        ends = _ENDS_ENTRY if in_flow else _ENDS_LINE
        wording = "apostrophe" if mark == "'" else "quotes"
        after = range(max(end, start) + 1, len(line))
        closing = [each for each in after if line[each] == mark and ends.match(line, each + 1)]
        # Of a quotation within the text both marks are there.
        closing.sort(key=lambda each: mark == '"' and line.count(mark, start + 1, each) % 2)
        if in_flow and (unclosed := _find_end_of_unclosed_text(line, start, mark)) > start:
            text = _unescape_text(line[start + 1 : unclosed], mark)
            yield _slip(number, start, unclosed, wording if mark in text else "quote", text)
        for each in closing:
            yield _slip(number, start, each + 1, wording, _unescape_text(line[start + 1 : each], mark))
        if not closing and not in_flow:
            stop = len(_COMMENT.sub("", line.rstrip()))
            yield _slip(
                number, start, stop, wording if end >= 0 else "quote", _unescape_text(line[start + 1 : stop], mark)
            )
        place = (closing[-1] if closing else start) + 1


def _find_end_of_unclosed_text(line: str, start: int, mark: str) -> int:
    """The end of an unclosed text in braces, before the next quoted entry; or -1."""
    found = re.compile(_NEXT_KEY.pattern + r"\s*" + mark).search(line, start)
    return -1 if found is None or line[found.start() - 1] == mark else found.start()


def _open_texts(line: str) -> Iterator[int]:
    """Yield the starts of quoted texts without a proper end on their line."""
    place = 0
    while (found := _OPENING.search(line, place)) is not None:
        start = found.start("mark")
        end = _quote_end(line, start, found["mark"])
        if end < 0 or not _ENDS_QUOTED.match(line, end + 1):
            yield start
        place = max(start, end) + 1


def _further_lines(lines: list[str], number: int) -> list[int]:
    """The lines below one that belong to its text: those that are indented more."""
    own = indent_of(lines[number - 1])
    below = range(number + 1, min(number + NEAR_LINES, len(lines)) + 1)
    return list(takewhile(lambda each: not lines[each - 1].strip() or indent_of(lines[each - 1]) > own, below))


def _trials_with_escaped_marks(lines: list[str], number: int, start: int) -> Iterator[list[LineSlip]]:
    """Yield repairs that end a text on a further line, and escape earlier marks."""
    mark = lines[number - 1][start]
    in_flow = _depth(lines[number - 1][:start]) > 0
    ends = _ENDS_ENTRY if in_flow else _ENDS_LINE
    within = [(number, place) for place in _end_marks(lines[number - 1], start + 1, mark)]
    trials: list[list[LineSlip]] = []
    for further in _further_lines(lines, number):
        line = lines[further - 1]
        for place in _end_marks(line, 0, mark):
            if ends.match(line, place + 1):
                trials.append(_escape_marks(within, mark))
            within.append((further, place))
    # In braces the next entry may be a text as well; elsewhere all that is indented belongs to this one.
    yield from trials if in_flow else reversed(trials)


def _end_marks(line: str, start: int, mark: str) -> list[int]:
    """The places of marks that end a text."""
    places = []
    while (place := _quote_end(line, start - 1, mark)) >= 0:
        places.append(place)
        start = place + 1
    return places


def _escape_marks(within: list[tuple[int, int]], mark: str) -> list[LineSlip]:
    """Make one mistake for each line that has marks in a text."""
    new, wording = ("''", "apostrophe_within") if mark == "'" else ('\\"', "quotes_within")
    slips = []
    for number, group in groupby(within, key=itemgetter(0)):
        places = [place for _, place in group]
        edits = tuple(LineEdit(place + 1, place + 2, new) for place in places)
        slips.append(LineSlip(number, places[0] + 1, places[-1] + 2, wording, edits))
    return slips


def _never_closed(lines: list[str], number: int) -> Iterator[list[LineSlip]]:
    """Yield repairs of an unclosed text over several lines, closed at its last end."""
    line = lines[number - 1]
    further = [further_line for further_line in _further_lines(lines, number) if lines[further_line - 1].strip()]
    if not further or any(_ENTRY.match(lines[each - 1]) for each in further):
        return
    for start in _open_texts(line):
        if _quote_end(line, start, line[start]) < 0 and not _depth(line[:start]):
            stop = len(lines[further[-1] - 1].rstrip())
            yield [LineSlip(further[-1], stop, stop + 1, "quote", (LineEdit(stop + 1, stop + 1, line[start]),))]


def _quote_end(line: str, start: int, mark: str) -> int:
    """The end of a quoted text for YAML; -1 if it is not on its line."""
    place = start + 1
    while place < len(line):
        if mark == '"' and line[place] == "\\":
            place += 1
        elif line[place] == mark:
            if mark == '"' or line[place + 1 : place + 2] != "'":
                return place
            place += 1
        place += 1
    return -1


def _unescape_text(text: str, mark: str) -> str:
    return text.replace("''", "'") if mark == "'" else text.replace('\\"', '"')


def _depth(before: str) -> int:
    """The number of open brackets, as far as a line shows."""
    bare = re.sub(r"'[^']*'|\"[^\"]*\"", "", before)
    return sum(bare.count(each) for each in "{[") - sum(bare.count(each) for each in "}]")


def _without_quotes(lines: list[str], number: int) -> Iterator[LineSlip]:
    """Free texts of a line that are in no quotes, or in typographic ones."""
    line = lines[number - 1]
    place = 0
    while (found := _KEY.search(line, place)) is not None:
        key, start = found["key"].strip("\"'"), found.start("value")
        place = start
        if line[start] in "\"'!" or not is_free_entry(lines, number, key):
            continue
        for stop in _stops(line, start):
            value = line[start:stop].rstrip()
            if value and not (value.startswith("{") and ": " in value):
                yield _quote_as_text(number, start, start + len(value), value)


def _quote_as_text(number: int, start: int, end: int, value: str) -> LineSlip:
    bare = _without_typographic(value)
    if bare is not None:
        return _slip(number, start, end, "typographic", bare)
    sign = _SIGNS.search(value)
    return _slip(number, start, end, "text", value, sign=sign[0].strip() if sign else value[:1])


def _stops(line: str, start: int) -> Iterator[int]:
    """The possible ends of a text without quotes."""
    if _depth(line[:start]) <= 0:
        yield len(_COMMENT.sub("", line.rstrip()))
        return
    yield from (found.start() for found in _NEXT_KEY.finditer(line, start))
    yield from sorted((each for each in range(start, len(line)) if line[each] == "}"), reverse=True)


def _without_typographic(text: str) -> str | None:
    """A text without the typographic quotation marks round it; None if there are none."""
    if len(text) > 1 and text[-1] in _TYPOGRAPHIC.get(text[0], ""):
        return text[1:-1]
    return None


# --------------------------------------------------------------------------- what YAML reads as something else


def misread_texts(text: str, root: Node) -> Iterator[list[LineSlip]]:
    """Find texts that were cut into entries or read as values, in a readable tree."""
    lines = text.split("\n")
    for path, node in walk_tree(root):
        if not path:
            continue
        for slip in (
            _unbrace_text(lines, path, node),
            _cut_at_comma(lines, path, node),
            *_slips_in_value(lines, path, node),
        ):
            if slip is not None:
                yield [slip]


def _unbrace_text(lines: list[str], path: Path, node: Node) -> LineSlip | None:
    """A free text in braces."""
    if not isinstance(node.value, dict) or not is_free_text(path) or node.span.line != node.span.end_line:
        return None
    if not node.value or not all(map(_is_bare, node.entries.values())):
        return None
    start, end = node.span.column - 1, node.span.end_column - 1
    value = lines[node.span.line - 1][start:end]
    if value[:1] != "{":
        return None
    return _slip(node.span.line, start, end, "text", value, sign=value[0])


def _is_bare(node: Node) -> bool:
    """Check whether an entry has only a key."""
    return node.value is None and node.key_span is not None and node.span == node.key_span


def _cut_at_comma(lines: list[str], path: Path, node: Node) -> LineSlip | None:
    """Find a free text of a flow map that its commas cut into keys without values."""
    if not isinstance(node.value, dict):
        return None
    entries = list(node.value.items())
    for (key, first), (_, following) in pairwise(entries):
        if _is_bare(first) or not _is_bare(following) or not isinstance(first.value, str | int):
            continue
        rest = entries[[name for name, _ in entries].index(key) + 1 :]
        last = following
        for _, each in rest:
            if not _is_bare(each):
                break
            last = each
        if not is_free_text((*path, key)) or not _is_on_one_line(first.span, last.span):
            continue
        start, end = first.span.column - 1, last.span.end_column - 1
        line = lines[first.span.line - 1]
        if line[start] in "'\"" or line[end : end + 1] == ":":
            continue
        return _quote_as_text(first.span.line, start, end, line[start:end])
    return None


def _is_on_one_line(first: Span, last: Span) -> bool:
    return first.line == last.end_line


def _slips_in_value(lines: list[str], path: Path, node: Node) -> Iterator[LineSlip | None]:
    """Find a record's comment, unusual spaces, or typographic quotes at a value."""
    if node.key_span is not None and node.key_span.line == node.key_span.end_line:
        yield _printed_marks(lines, node.key_span)
        yield from comment_lines(lines[: node.key_span.line], node.key_span.line)[:1] if path[-1][:1] in ";/" else ()
    span = node.span
    if not isinstance(node.value, str) or is_free_text(path):
        return
    if span.line < span.end_line:
        yield from comment_lines(lines[: span.end_line], span.end_line)
        return
    line = lines[span.line - 1]
    if line[span.column - 1 : span.column] in ("'", '"', ""):
        return
    yield comment_behind(line, span.line, span.column, span.end_column)
    yield _printed_marks(lines, span)
    if re.search(f"[{ODD_SPACE}]", node.value):
        value = line[span.column - 1 : span.end_column - 1]
        edit = LineEdit(span.column, span.end_column, re.sub(f"[{ODD_SPACE}]", " ", value))
        yield LineSlip(span.line, span.column, span.end_column, "blank", (edit,))


def _printed_marks(lines: list[str], span: Span) -> LineSlip | None:
    value = lines[span.line - 1][span.column - 1 : span.end_column - 1]
    bare = _without_typographic(value)
    return None if bare is None else _slip(span.line, span.column - 1, span.end_column - 1, "typographic", bare)
