"""The lines around a finding, with marks and labels under them.

Terms. A *mark* is a stretch of one shown line: `^` for the finding itself, `-` for its labels. A
line that is too long is shown through a *window*, the same for every line of the excerpt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.diagnostics.render.cells import cells, laid_out, visible, wrapped
from calarec.language import say
from calarec.light import NamedTuple
from calarec.wording.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.diagnostics.model import Diagnostic
    from calarec.diagnostics.render.paint import Paint
    from calarec.language import Language
    from calarec.text import Excerpt, Span

_NUMBERS: Final = 5
_ROOM: Final = 240
"""The cells of a line that is shown where no width is given: enough for any hand, too few for a flood."""
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

    def show(self, line: str) -> tuple[str, list[int]]:
        """The line as it is seen, and the cell at which each of its characters is seen to begin."""
        cut = "…" if self.first else ""
        part = line[self.first : self.first + self.room]
        shown, starts = laid_out(part)
        if self.first + len(part) == len(line) and len(cut) + starts[-1] <= self.room:
            return cut + shown, self._moved(starts, len(cut))
        last = max(index for index, start in enumerate(starts) if len(cut) + start < self.room)
        shown, starts = laid_out(part[:last])
        return f"{cut}{shown}…", self._moved(starts, len(cut))

    def _moved(self, starts: list[int], by: int) -> list[int]:
        return [0] * self.first + [start + by for start in starts]


def gutter(excerpt: Excerpt | None) -> int:
    """The cells in front of the bar: line numbers and a blank."""
    if excerpt is None:
        return _NUMBERS + 1
    return max(_NUMBERS, len(str(excerpt.first_line + len(excerpt.lines)))) + 1


def in_excerpt(span: Span, finding: Diagnostic) -> bool:
    """Whether a place can be marked in the finding's excerpt."""
    excerpt = finding.excerpt
    if excerpt is None or span.file != finding.span.file:
        return False
    return excerpt.first_line <= span.line < excerpt.first_line + len(excerpt.lines)


def drawn(finding: Diagnostic, lang: Language, width: int, paint: Paint) -> Iterator[str]:
    """The excerpt's lines; none where the finding has no excerpt."""
    excerpt = finding.excerpt
    if excerpt is None:
        return
    edge = gutter(excerpt)
    room = max(_LEAST, width - edge - 2) if width else _ROOM
    window = _window(finding, excerpt, room)
    style = "note" if finding.severity is Severity.NOTE else finding.severity.value
    for number, line in enumerate(excerpt.lines, excerpt.first_line):
        shown, starts = window.show(line)
        yield f"{paint(f'{number:>{edge - 1}} |', 'faint')} {shown}".rstrip()
        marks = list(_marks(finding, number, line, starts, lang))
        bar = paint(f"{' ' * edge}|", "faint")
        for row in _rows(marks, style, room if width else 0, paint):
            yield f"{bar} {row}"


def _window(finding: Diagnostic, excerpt: Excerpt, room: int) -> _Window:
    """Begins where the line does, unless the finding would not be seen."""
    index = finding.span.line - excerpt.first_line
    line = excerpt.lines[index] if 0 <= index < len(excerpt.lines) else ""
    # Every character but a joiner takes a cell or more, or rides on one that does.
    seen_first = len(line) <= 4 * room and _end(finding.span, line, laid_out(line)[1]) < room
    return _Window(0 if seen_first else max(0, finding.span.column - 1 - room // 3), room)


def _end(span: Span, line: str, starts: list[int]) -> int:
    last = span.end_column - 1 if span.end_line == span.line else len(line)
    return starts[min(last, len(line))]


def _marks(finding: Diagnostic, number: int, line: str, starts: list[int], lang: Language) -> Iterator[_Mark]:
    """The marks under one line: labels first, so that the finding's own lie over them."""
    for label in finding.labels:
        if label.span.line == number and in_excerpt(label.span, finding):
            sign = "^" if label.span == finding.span else "-"
            yield _mark(label.span, number, line, starts, sign, visible(say(label.text, lang)))
    if finding.span.line <= number <= finding.span.end_line:
        yield _mark(finding.span, number, line, starts, "^", "")


def _mark(span: Span, number: int, line: str, starts: list[int], sign: str, text: str) -> _Mark:
    first = span.column - 1 if number == span.line else len(line) - len(line.lstrip())
    last = span.end_column - 1 if number == span.end_line else len(line)
    edge = len(starts) - 1
    start = starts[max(0, min(first, edge))]
    return _Mark(start, max(start + 1, starts[max(0, min(last, edge))]), sign, text)


def _rows(marks: list[_Mark], style: str, room: int, paint: Paint) -> Iterator[str]:
    """The line of marks with the text of the rightmost, then a line for each other text."""
    if not marks:
        return
    texts = sorted((mark for mark in marks if mark.text), key=lambda mark: mark.start)
    end = max(mark.end for mark in marks)
    row = _painted_signs(marks, end, style, paint)
    beside = texts.pop() if texts and texts[-1].end == end else None
    if beside is None:
        yield row
    elif not room or end + 1 + cells(beside.text) <= room or end + 1 + _LEAST <= room:
        first, *others = wrapped(beside.text, room, taken=end + 1, hang=end + 1)
        yield f"{row} {paint(first, _style_of(beside, style))}"
        yield from (paint(other, _style_of(beside, style)) for other in others)
    else:
        yield row
        yield from (paint(line, _style_of(beside, style)) for line in wrapped(beside.text, room))
    while texts:
        label = texts.pop()
        stems = "".join("|" if any(mark.start == place for mark in texts) else " " for place in range(label.start))
        lines = wrapped(label.text, room, taken=label.start)
        if len(lines) > 1:
            lines = wrapped(label.text, room)
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
