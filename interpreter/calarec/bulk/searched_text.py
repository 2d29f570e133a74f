"""Text as people write it, in the layout that the fast way knows, and the way back to what was written.

Terms. *Layout* is what says nothing and is read in silence: spaces around words, the padding of a trick's number,
comments, and within a hand empty lines, notes, custom lines and marks on cards. Line ends of Windows, tabs and
unusual spaces are reported once for each file; after that they are layout as well.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from calarec.core.notation.blocks import HAND_LINES, LINE
from calarec.core.notation.patterns import STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_ODD_SPACES: Final = {"CAL005": "\t", "CAL006": "\u00a0\u2002\u2003\u2009\u202f\u3000"}
"""What is read as a space, by the code of the note about it."""
_RETURN: Final = "CAL004"
_TEXT: Final = "[^\\n\\r\\x1a\ud800-\udfff]"
_COMMENT: Final = re.compile(rf";[ ;\t\-=#!]{_TEXT}*")
"""A comment about which there is nothing to report; CAL701 is about others."""
_SILENT: Final = re.compile(rf"(?:{STATEMENTS['note']}|{STATEMENTS['x-']})(?: *{_COMMENT.pattern})?")
"""A line in a hand that is data for people and decides nothing."""
_MARKS: Final = re.compile(r"(?<=[0-9A-Z_][a-z_])[!?]{1,2}(?= |$)")
_EMPTY_LINE: Final = re.compile(r"\n\n(?!\n|hand|match|rules|seat|cal|table|tag|\Z)")
"""An empty line that may be one of a hand."""
_SIGN: Final = re.compile('[";!?x]')
"""What comments, texts, marks and custom lines have."""
_LEADING: Final = re.compile(r"\n +(?![1-9] )")
_UNPADDED: Final = re.compile(r"\n(?=[1-9] )")
_TRICK: Final = re.compile(r"([1-9]) [A-Z]:")


class SearchedText:
    """A text of whole lines as it is searched, and as it was written."""

    def __init__(
        self, written: str, text: str, dropped: Sequence[int] = (), reported: frozenset[str] | None = None
    ) -> None:
        self.written, self.text = written, text
        self.reported = reported
        """The codes that were reported when the layout was changed; None if it was left as it is."""
        # A byte for each character, so that places are the same in both; no plain hand has a question mark.
        self.data = text.encode("ascii", "replace")
        self._dropped = dropped
        """The numbers of written lines, from 0, that are not searched."""

    @cached_property
    def _kept(self) -> list[int]:
        """The number of each searched line as it was written."""
        dropped = set(self._dropped)
        return [number for number in range(self.written.count("\n")) if number not in dropped]

    @cached_property
    def _starts(self) -> list[int]:
        return _line_starts(self.text)

    @cached_property
    def _written_starts(self) -> list[int]:
        return _line_starts(self.written)

    def lines_before(self, at: int) -> int:
        """How many written lines come before the line that begins at a place of the searched text."""
        if self.keeps_lines:
            return self.text.count("\n", 0, at)
        index = bisect_left(self._starts, at)
        return self._kept[index] if index < len(self._kept) else len(self._written_starts) - 1

    def lines_until(self, at: int) -> int:
        """How many written lines end with the last searched line before a place; dropped lines after it are left."""
        if self.keeps_lines:
            return self.text.count("\n", 0, at)
        index = bisect_left(self._starts, at)
        return self._kept[index - 1] + 1 if index else 0

    def written_at(self, at: int) -> int:
        """The place in the written text after the last searched line before a place."""
        if self.text is self.written:
            return at
        return self._written_starts[self.lines_until(at)]

    def searched_at(self, written: int) -> int:
        """The first place of the searched text whose line does not come before a place of the written text."""
        if self.text is self.written:
            return written
        line = bisect_left(self._written_starts, written)
        return self._starts[line if self.keeps_lines else bisect_left(self._kept, line)]

    @property
    def keeps_lines(self) -> bool:
        """Whether each searched line is a written one."""
        return not self._dropped


def _line_starts(text: str) -> list[int]:
    """Where each line begins, and where the text ends."""
    return [0, *accumulate(len(line) + 1 for line in text.split("\n")[:-1])]


def with_plain_layout(written: str, reported: Collection[str]) -> SearchedText:
    """Return a text in the layout that the fast way knows, as far as that needs no report.

    `reported` are the codes of notes that a file gets once and has got.
    """
    codes = frozenset(reported)
    text = written.replace("\r\n", "\n") if _RETURN in codes else written
    spaces = "".join(odd for code in _ODD_SPACES.keys() & codes for odd in _ODD_SPACES[code] if odd in text)
    found, dropped = _by_stretches(text, spaces)
    if _EMPTY_LINE.search(found):
        found, dropped = _by_lines(text, spaces)
    return SearchedText(written, found, dropped, codes)


def _by_stretches(text: str, spaces: str) -> tuple[str, list[int]]:
    """A text in plain layout, and the numbers of the lines that were dropped; empty lines stay.

    Lines with signs of comments, texts and marks are looked at one by one, what is between them as a whole.
    """
    parts: list[str] = []
    dropping = _Dropping()
    done = number = 0
    for sign in _SIGN.finditer(text):
        if sign.start() < done:
            continue
        start = max(text.rfind("\n", done, sign.start()) + 1, done)
        end = text.find("\n", start) + 1 or len(text)
        stretch = _with_plain_spaces(text[done:start], spaces)
        dropping.pass_over(stretch)
        parts.append(stretch)
        number += text.count("\n", done, start)
        plain = _plain_line(text[start : end - 1], spaces)
        if not dropping.is_dropped(plain, number, is_empty=False):
            parts.append(plain + "\n")
        number += 1
        done = end
    parts.append(_with_plain_spaces(text[done:], spaces))
    return "".join(parts), dropping.dropped


def _by_lines(text: str, spaces: str) -> tuple[str, list[int]]:
    """The same line by line, without the empty lines of hands."""
    dropping = _Dropping()
    lines = []
    for number, line in enumerate(text.split("\n")[:-1]):
        plain = _plain_line(line, spaces)
        if not dropping.is_dropped(plain, number, is_empty=not line):
            lines.append(plain)
    return "\n".join([*lines, ""]), dropping.dropped


class _Dropping:
    """Decides line by line what is dropped."""

    def __init__(self) -> None:
        self.dropped: list[int] = []
        self._in_hand, self._in_row = False, 0

    def pass_over(self, stretch: str) -> None:
        """Takes notice of lines in plain layout that are not dropped."""
        framed = "\n" + stretch
        begins, ends = framed.rfind("\nhand"), framed.rfind("\nend")
        if begins != ends:
            self._in_hand, self._in_row = begins > ends, 0

    def is_dropped(self, plain: str, number: int, *, is_empty: bool) -> bool:
        """Whether a line in plain layout says nothing that decides; `is_empty` if nothing was written in it."""
        start = plain.lstrip(" ")
        if start.startswith(("hand", "end")):
            self._in_hand, self._in_row = start.startswith("hand"), 0
            return False
        silent = self._in_hand and (not plain or _is_silent(plain))
        is_comment = not plain and not is_empty
        # A hand or an interval with more lines than a hand may have is refused: it keeps them.
        if not (silent or is_comment) or self._in_row >= HAND_LINES // 4:
            return False
        self._in_row += 1
        self.dropped.append(number)
        return True


def _with_plain_spaces(text: str, spaces: str) -> str:
    """Lines without quotes and comments, with one space between words and trick numbers padded."""
    for odd in spaces:
        text = text.replace(odd, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    text = _LEADING.sub("\n", "\n" + text).replace(" \n", "\n")
    return _UNPADDED.sub("\n ", text)[1:]


def _is_silent(line: str) -> bool:
    return line.startswith(("note ", "x-")) and len(line) <= LINE and _SILENT.fullmatch(line) is not None


def _plain_line(line: str, spaces: str) -> str:
    """A line in plain layout; one with quotes, and one about which there is something to report, as it is."""
    quote, sign = line.find('"'), line.find(";")
    if (quote >= 0 and not 0 <= sign < quote) or len(line) > LINE:
        return line
    text = line
    if sign >= 0:
        if not _COMMENT.fullmatch(line, sign):
            return line
        text = line[:sign]
    for odd in spaces:
        text = text.replace(odd, " ")
    if "  " in text or text[:1] == " " or text[-1:] == " ":
        text = " ".join([word for word in text.split(" ") if word])
    if text[:1].isdigit():
        if "!" in text or "?" in text:
            text = _MARKS.sub("", text)
        if _TRICK.match(text):
            text = " " + text
    return text
