"""A page of text for a terminal: wrapped, coloured, with rules at line ends.

Terms. A *span* is a text and its style ("" for none). Words in spans are safe already: text from a
record was made visible. *Room* is the width that columns are fitted to, even where no line is wrapped.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.wording.cells import cells
from calarec.core.wording.language import agreeing_form, text_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.wording.language import Language, Sayable, Words

Span: TypeAlias = tuple[str, str]
Spans: TypeAlias = "list[Span]"

PAGE_COLUMNS: Final = 100
"""The width without a terminal, and the maximum.

In longer lines, the rule at the end would be far from its sentence.
"""
FIXED: Final = "\u00a0"
"""A space at which no line is broken; it is written as an ordinary one."""
_MARK: Final = re.compile(r"\{(\w+)(?::([^{}]+))?\}")
_STYLES: Final = {
    "": "", "strong": "1", "faint": "2", "wrong": "1;31", "title": "1;4", "good": "1;32",
    "suit0": "32", "suit1": "34", "suit2": "31", "suit3": "33", "suit4": "35", "suit5": "36",
    "took0": "1;7;32", "took1": "1;7;34", "took2": "1;7;31", "took3": "1;7;33", "took4": "1;7;35", "took5": "1;7;36",
}  # fmt: skip


class Page:
    """Collects the lines of a page."""

    def __init__(self, lang: Language, *, width: int, colour: bool, full: bool = True) -> None:
        """`full`: nothing is shortened that could be asked for."""
        self.lang = lang
        self.width = min(width, PAGE_COLUMNS)
        self.room = self.width or PAGE_COLUMNS
        self.colour = colour
        self.full = full
        self.lines: list[str] = []

    def blank(self) -> None:
        """An empty line, unless there is one already."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def print_title(self, text: Words, ref: str = "", **values: object) -> None:
        """The heading of a section."""
        self.blank()
        self.print_spans([(spans_text(self.filled_spans(text, **values)), "strong")], ref, indent=0)

    def print_sentence(self, text: Words, ref: str = "", *, indent: int = 2, **values: object) -> None:
        """A sentence with its values, each a text, a `Words` or spans."""
        self.print_spans(self.filled_spans(text, **values), ref, indent=indent)

    def print_spans(
        self,
        spans: Spans,
        ref: str = "",
        *,
        indent: int = 2,
        hang: int | None = None,
        must: bool = True,
        short: str = "",
    ) -> None:
        """Print spans as lines, with a rule at the end of the last one.

        Without `must`, the rule is only printed if there is room. `short` replaces it if there is no room for more.
        """
        hang = indent + 2 if hang is None else hang
        lines = self._wrapped_lines(spans, indent, hang)
        taken = cells(spans_text(lines[-1]))
        ref = short if short and taken + 2 + cells(ref) > self.room else ref
        if not ref:
            pass
        elif taken + 2 + cells(ref) <= self.room:
            lines[-1] += [(" " * (self.room - taken - cells(ref)), ""), (ref, "faint")]
        elif must:
            lines.append([(" " * max(self.room - cells(ref), hang), ""), (ref, "faint")])
        self.lines += [self.painted_text(line) for line in lines]

    def _wrapped_lines(self, spans: Spans, indent: int, hang: int) -> list[Spans]:
        if not self.colour:
            # Where no style is shown, a text that fits one line need not be taken apart.
            text = " " * indent + " ".join([word for word in spans_text(spans).split(" ") if word])
            if not self.width or cells(text) <= self.width:
                return [[(text, "")]]
        return list(wrap(spans, self.width, indent=indent, hang=hang))

    def fit_spans(self, spans: Spans, *, indent: int = 2) -> None:
        """Print spans as lines that keep to the room, even without a terminal."""
        self.lines += [self.painted_text(line) for line in wrap(spans, self.room, indent=indent, hang=indent + 2)]

    def print_row(self, spans: Spans) -> None:
        """A line as it is."""
        self.lines.append(self.painted_text(spans).rstrip())

    def filled_spans(self, text: Words, **values: object) -> Spans:
        """A template with its values filled in."""
        spans: Spans = []
        place = 0
        template = text_in(text, self.lang)
        for mark in _MARK.finditer(template):
            spans.append((template[place : mark.start()], ""))
            value = values[mark[1]]
            if mark[2]:
                spans.append((agreeing_form(mark[2], value, self.lang), ""))
            else:
                spans += value if isinstance(value, list) else [(text_in(value, self.lang), "")]
            place = mark.end()
        spans.append((template[place:], ""))
        return [span for span in spans if span[0]]

    def localized_text(self, text: Sayable | str) -> str:
        """A text in the page's language."""
        return text_in(text, self.lang)

    def painted_text(self, spans: Iterable[Span]) -> str:
        """Spans as text, coloured where that is wanted."""
        if not self.colour:
            return spans_text(spans).replace(FIXED, " ")
        runs = [("".join(text for text, _ in run), style) for style, run in groupby(spans, key=lambda span: span[1])]
        painted = [f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if style else text for text, style in runs]
        return "".join(painted).replace(FIXED, " ")


def spans_text(spans: Iterable[Span]) -> str:
    """The text of spans without any style."""
    return "".join([text for text, _ in spans])


def wrap(spans: Spans, width: int, *, indent: int, hang: int) -> Iterator[Spans]:
    """Wrap spans in lines of at most `width` cells (0: one line), at spaces."""
    line: Spans = [(" " * indent, "")] if indent else []
    taken, begun = indent, False
    for word in _split_at_blanks(spans):
        needed = cells(spans_text(word))
        if width and begun and taken + 1 + needed > width:
            yield line
            line, taken, begun = [(" " * hang, "")], hang, False
        if begun:
            line.append((" ", word[0][1] if word[0][1] == line[-1][1] else ""))
            taken += 1
        line += word
        taken += needed
        begun = True
    yield line


def _split_at_blanks(spans: Spans) -> Iterator[Spans]:
    """Split spans at their spaces."""
    word: Spans = []
    for text, style in spans:
        for number, part in enumerate(text.split(" ")):
            if number and word:
                yield word
                word = []
            if part:
                word.append((part, style))
    if word:
        yield word


def pad(spans: Spans, width: int, *, right: bool = False) -> Spans:
    """Pad spans with spaces to a number of cells."""
    blank = [(" " * max(width - cells(spans_text(spans)), 0), "")]
    return blank + spans if right else spans + blank


def cut(text: str, width: int) -> str:
    """Cut a text to at most `width` cells."""
    if cells(text) <= width:
        return text
    while text and cells(text) > width - 1:
        text = text[:-1]
    return text + "…"
