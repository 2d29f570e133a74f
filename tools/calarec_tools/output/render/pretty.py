"""Findings for people: place, message, marked lines, rule, and help.

Terms. The *headline* is the first line. The *excerpt* shows source lines with marks under them: a *mark* is a stretch
of one shown line, `^` for the finding itself, `-` for its labels. A line that is too long is shown through a *window*,
the same for every line of the excerpt. *Remarks* are the lines that begin with `=`: rule, help, fix, other places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.cells import cells, laid_out, painter, visible, wrap_text
from calarec.core.wording.language import Words, fill_words, text_in
from calarec.core.wording.severities import Severity
from calarec.core.wording.sources import OWN, rule_place
from calarec_tools.output.render.code_links import find_code_url, link_on_terminal
from calarec_tools.output.render.plain import format_place, format_summary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.base.spans import Excerpt, Span
    from calarec.core.wording.cells import Paint
    from calarec.core.wording.findings import Edit, Finding, RuleRef
    from calarec.core.wording.language import Language


_NUMBERS: Final = 5
_ROOM: Final = 240
"""The width of a line in cells if none is given.

It is enough for any hand, too few for a flood.
"""
_LEAST: Final = 20


class _Mark(NamedTuple):
    start: int
    end: int
    sign: str
    text: str


class _Window(NamedTuple):
    """Shows characters from `first` on, in at most `room` cells."""

    first: int
    room: int

    def show_line(self, line: str) -> tuple[str, list[int]]:
        """Return the line as shown, and the cell at which each of its characters begins."""
        cut = "…" if self.first else ""
        part = line[self.first : self.first + self.room]
        shown, starts = laid_out(part)
        if self.first + len(part) == len(line) and len(cut) + starts[-1] <= self.room:
            return cut + shown, self._shift_starts(starts, len(cut))
        last = max(index for index, start in enumerate(starts) if len(cut) + start < self.room)
        shown, starts = laid_out(part[:last])
        return f"{cut}{shown}…", self._shift_starts(starts, len(cut))

    def _shift_starts(self, starts: list[int], by: int) -> list[int]:
        return [0] * self.first + [start + by for start in starts]


def gutter(excerpt: Excerpt | None) -> int:
    """Return the number of cells before the bar: line numbers and a space."""
    if excerpt is None:
        return _NUMBERS + 1
    return max(_NUMBERS, len(str(excerpt.first_line + len(excerpt.lines)))) + 1


def is_in_excerpt(span: Span, finding: Finding) -> bool:
    """Check whether a place can be marked in the finding's excerpt."""
    excerpt = finding.excerpt
    if excerpt is None or span.file != finding.span.file:
        return False
    return excerpt.first_line <= span.line < excerpt.first_line + len(excerpt.lines)


def draw_excerpt(finding: Finding, lang: Language, width: int, paint: Paint) -> Iterator[str]:
    """The excerpt's lines; none where the finding has no excerpt."""
    excerpt = finding.excerpt
    if excerpt is None:
        return
    edge = gutter(excerpt)
    room = max(_LEAST, width - edge - 2) if width else _ROOM
    window = _window(finding, excerpt, room)
    style = "note" if finding.severity is Severity.NOTE else finding.severity.value
    for number, line in enumerate(excerpt.lines, excerpt.first_line):
        shown, starts = window.show_line(line)
        yield f"{paint(f'{number:>{edge - 1}} |', 'faint')} {shown}".rstrip()
        marks = list(_line_marks(finding, number, line, starts, lang))
        bar = paint(f"{' ' * edge}|", "faint")
        for row in _mark_rows(marks, style, room if width else 0, paint):
            yield f"{bar} {row}"


def _window(finding: Finding, excerpt: Excerpt, room: int) -> _Window:
    """Begins where the line does, unless the finding would not be seen."""
    index = finding.span.line - excerpt.first_line
    line = excerpt.lines[index] if 0 <= index < len(excerpt.lines) else ""
    # Every character but a joiner takes a cell or more, or rides on one that does.
    seen_first = len(line) <= 4 * room and _end_column(finding.span, line, laid_out(line)[1]) < room
    return _Window(0 if seen_first else max(0, finding.span.column - 1 - room // 3), room)


def _end_column(span: Span, line: str, starts: list[int]) -> int:
    last = span.end_column - 1 if span.end_line == span.line else len(line)
    return starts[min(last, len(line))]


def _line_marks(finding: Finding, number: int, line: str, starts: list[int], lang: Language) -> Iterator[_Mark]:
    """Yield the marks under a line: labels first, covered by the finding's own."""
    for label in finding.labels:
        if label.span.line == number and is_in_excerpt(label.span, finding):
            sign = "^" if label.span == finding.span else "-"
            yield _make_mark(label.span, number, line, starts, sign, visible(text_in(label.text, lang)))
    if finding.span.line <= number <= finding.span.end_line:
        yield _make_mark(finding.span, number, line, starts, "^", "")


def _make_mark(span: Span, number: int, line: str, starts: list[int], sign: str, text: str) -> _Mark:
    first = span.column - 1 if number == span.line else len(line) - len(line.lstrip())
    last = span.end_column - 1 if number == span.end_line else len(line)
    edge = len(starts) - 1
    start = starts[max(0, min(first, edge))]
    return _Mark(start, max(start + 1, starts[max(0, min(last, edge))]), sign, text)


def _mark_rows(marks: list[_Mark], style: str, room: int, paint: Paint) -> Iterator[str]:
    """Yield the row of marks with the rightmost text, then a row for each other text."""
    if not marks:
        return
    texts = sorted((mark for mark in marks if mark.text), key=lambda mark: mark.start)
    end = max(mark.end for mark in marks)
    row = _painted_signs(marks, end, style, paint)
    beside = texts.pop() if texts and texts[-1].end == end else None
    if beside is None:
        yield row
    elif not room or end + 1 + cells(beside.text) <= room or end + 1 + _LEAST <= room:
        first, *others = wrap_text(beside.text, room, taken=end + 1, hang=end + 1)
        yield f"{row} {paint(first, _style_of(beside, style))}"
        yield from (paint(other, _style_of(beside, style)) for other in others)
    else:
        yield row
        yield from (paint(line, _style_of(beside, style)) for line in wrap_text(beside.text, room))
    while texts:
        label = texts.pop()
        stems = "".join("|" if any(mark.start == place for mark in texts) else " " for place in range(label.start))
        lines = wrap_text(label.text, room, taken=label.start)
        if len(lines) > 1:
            lines = wrap_text(label.text, room)
            stems = ""
        yield from (f"{stems}{paint(line, _style_of(label, style))}" for line in lines)


def _painted_signs(marks: list[_Mark], end: int, style: str, paint: Paint) -> str:
    signs = [" "] * end
    for mark in marks:
        for place in range(mark.start, mark.end):
            signs[place] = mark.sign if signs[place] != "^" else "^"
    row = ""
    for place, sign in enumerate(signs):
        if place == 0 or sign != signs[place - 1]:
            run = place
        if place + 1 == end or signs[place + 1] != sign:
            text = sign * (place + 1 - run)
            row += text if sign == " " else paint(text, style if sign == "^" else "label")
    return row


def _style_of(mark: _Mark, style: str) -> str:
    return style if mark.sign == "^" else "label"


_RULE: Final = Words("rule")
_HELP: Final = Words("help")
_FIX: Final = Words("fix")
_SEE: Final = Words("see")
_SAFE: Final = Words(" (safe)")
_SOURCE: Final = Words("source {source}")
_INSERT: Final = Words("insert {new}")
_REMOVE: Final = Words("remove {old}")
_REPLACE: Final = Words("replace {old} with {new}")
_ESCAPE: Final = Words("write the control characters in {new} as they are shown here")
_WRITE: Final = Words("write {new} at {place}")
_LINE_BEFORE: Final = Words("write the line {new} before line {line}")
_LINE_BEHIND: Final = Words("write the line {new} after line {line}")
_BREAK: Final = Words("begin a new line at {place}")
_TAKE_OUT: Final = Words("take out the text at {place}")
_MORE: Final = Words("and more edits: {count}")
_EDITS_SHOWN: Final = 3
_TEXT_SHOWN: Final = 60


def pretty(findings: Iterable[Finding], lang: Language, *, width: int, colour: bool) -> Iterator[str]:
    """Each finding as a paragraph, with an empty line between two."""
    paint = painter(enabled=colour)
    between = ""
    for finding in findings:
        yield between + "\n".join(_excerpt_lines(finding, lang, width, paint, colour=colour)) + "\n"
        between = "\n"


def _excerpt_lines(finding: Finding, lang: Language, width: int, paint: Paint, *, colour: bool) -> Iterator[str]:
    yield from _headline(finding, lang, width, paint, has_links=colour)
    yield from draw_excerpt(finding, lang, width, paint)
    remarks = list(_remarks(finding, lang))
    indent = gutter(finding.excerpt)
    longest = max((cells(word) for word, _ in remarks), default=0)
    for word, text in remarks:
        start = f"{' ' * indent}= {word}{' ' * (longest - cells(word))}  "
        lines = wrap_text(text, width, taken=cells(start), hang=cells(start))
        yield start.replace(word, paint(word, "strong"), 1) + lines[0]
        yield from lines[1:]


def _headline(finding: Finding, lang: Language, width: int, paint: Paint, *, has_links: bool) -> Iterator[str]:
    where = f"{format_place(finding.span)}:"
    taken = cells(where) + len(finding.code) + 2
    first, *others = wrap_text(format_summary(finding, lang), width, taken=taken, hang=4)
    url = find_code_url(finding.code, lang) if has_links else ""
    code = link_on_terminal(paint(finding.code, _style(finding.severity)), url)
    yield f"{paint(where, 'strong')} {code} {first}"
    yield from others


def _style(severity: Severity) -> str:
    return {Severity.ERROR: "error", Severity.WARNING: "warning"}.get(severity, "note")


def _remarks(finding: Finding, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield the remarks under the excerpt, each with its keyword."""
    for label in finding.labels:
        if not is_in_excerpt(label.span, finding):
            yield text_in(_SEE, lang), f"{format_place(label.span)}: {visible(text_in(label.text, lang))}"
    if finding.rule:
        yield text_in(_RULE, lang), visible(rule_told(finding.rule, lang))
    advice = finding.help(lang)
    if advice:
        yield text_in(_HELP, lang), visible(advice)
    if finding.fix and finding.fix.edits:
        edits = finding.fix.edits
        words: list[str] = [edit_told(edit, finding, lang) for edit in edits[:_EDITS_SHOWN]]
        if len(edits) > _EDITS_SHOWN:
            words.append(fill_words(_MORE, lang, {"count": len(edits) - _EDITS_SHOWN}))
        yield text_in(_FIX, lang), "; ".join(words) + (text_in(_SAFE, lang) if finding.fix.safe else "")


def rule_told(rule: RuleRef, lang: Language) -> str:
    """A rule with its place and its source."""
    beside = [rule_place(rule.at)] if rule.at else []
    if rule.source in OWN:
        beside.append(text_in(OWN[rule.source], lang))
    elif rule.source:
        beside.append(fill_words(_SOURCE, lang, {"source": rule.cited or rule.source}))
    return f"{rule.path} ({', '.join(beside)})" if beside else rule.path


def edit_told(edit: Edit, finding: Finding, lang: Language) -> str:
    """Describe an edit."""
    whole = _line_told(edit, lang)
    if whole:
        return whole
    old = _text_at(edit, finding)
    new = _quote_source(edit.text)
    if old is None and not edit.text:
        return fill_words(_TAKE_OUT, lang, {"place": format_place(edit.span)})
    if old is None:
        return fill_words(_WRITE, lang, {"new": new, "place": format_place(edit.span)})
    if not old:
        return fill_words(_INSERT, lang, {"new": new})
    if not edit.text:
        return fill_words(_REMOVE, lang, {"old": _quote_source(old)})
    said = _ESCAPE if visible(old) == visible(edit.text) else _REPLACE
    return fill_words(said, lang, {"old": _quote_source(old), "new": new})


def _line_told(edit: Edit, lang: Language) -> str:
    """Describe an edit that breaks or inserts lines; empty for others."""
    if edit.text == "\n":
        return fill_words(_BREAK, lang, {"place": format_place(edit.span)})
    line, span = edit.text.strip("\n"), edit.span
    if line == edit.text or (span.line, span.column) != (span.end_line, span.end_column):
        return ""
    said = _LINE_BEHIND if edit.text.startswith("\n") else _LINE_BEFORE
    return fill_words(said, lang, {"new": _quote_source(line), "line": span.line})


def _text_at(edit: Edit, finding: Finding) -> str | None:
    """The text that an edit replaces, if the excerpt holds it."""
    span, excerpt = edit.span, finding.excerpt
    if excerpt is None or span.line != span.end_line or not is_in_excerpt(span, finding):
        return None
    line = excerpt.lines[span.line - excerpt.first_line]
    return line[span.column - 1 : span.end_column - 1]


def _quote_source(text: str) -> str:
    shown = text if len(text) <= _TEXT_SHOWN else text[: _TEXT_SHOWN - 1] + "…"
    return f"`{visible(shown)}`"
