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

from calarec.notation.blocks import HAND_LINES, LINE
from calarec.notation.patterns import STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_ODD_SPACES: Final = {"CAL005": "\t", "CAL006": "\u00a0\u2002\u2003\u2009\u202f\u3000"}
"""What is read as a space, by the code of the note about it."""
_RETURN: Final = "CAL004"
_TEXT: Final = "[^\\n\\r\\x1a\ud800-\udfff]"
_COMMENT: Final = re.compile(rf" *;[ ;\t\-=#!]{_TEXT}*")
"""A comment about which there is nothing to report; CAL701 is about others."""
_SILENT: Final = re.compile(rf"(?:{STATEMENTS['note']}|{STATEMENTS['x-']})(?:{_COMMENT.pattern})?")
"""A line in a hand that is data for people and decides nothing."""
_MARKS: Final = re.compile(r"(?<=[0-9A-Z_][a-z_])[!?]{1,2}(?= |$)")
_EMPTY_LINE: Final = re.compile(r"\n\n(?!\n|hand|match|\Z)")
"""An empty line that may be one of a hand."""
_TRICK: Final = re.compile(r"([1-9]) [A-Z]:")


class SearchedText:
    """A text of whole lines as it is searched, and as it was written."""

    def __init__(
        self, written: str, text: str, kept: list[int] | None = None, reported: frozenset[str] | None = None
    ) -> None:
        self.written, self.text = written, text
        self.reported = reported
        """The codes that were reported when the layout was changed; None if it was left as it is."""
        # A byte for each character, so that places are the same in both; no plain hand has a question mark.
        self.data = text.encode("ascii", "replace")
        self._kept = kept
        """The number of each line as it was written, from 0; None if no line was dropped."""

    @cached_property
    def _starts(self) -> list[int]:
        return _line_starts(self.text)

    @cached_property
    def _written_starts(self) -> list[int]:
        return _line_starts(self.written)

    def lines_before(self, at: int) -> int:
        """How many written lines come before the line that begins at a place of the searched text."""
        if self._kept is None:
            return self.text.count("\n", 0, at)
        index = bisect_left(self._starts, at)
        return self._kept[index] if index < len(self._kept) else len(self._written_starts) - 1

    def lines_until(self, at: int) -> int:
        """How many written lines end with the last searched line before a place; dropped lines after it are left."""
        if self._kept is None:
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
        return self._starts[line if self._kept is None else bisect_left(self._kept, line)]

    @property
    def keeps_lines(self) -> bool:
        """Whether each searched line is a written one."""
        return self._kept is None


def _line_starts(text: str) -> list[int]:
    """Where each line begins, and where the text ends."""
    return [0, *accumulate(len(line) + 1 for line in text.split("\n")[:-1])]


def with_plain_layout(written: str, reported: Collection[str]) -> SearchedText:
    """Return a text in the layout that the fast way knows, as far as that needs no report.

    `reported` are the codes of notes that a file gets once and has got.
    """
    codes = frozenset(reported)
    text = written.replace("\r\n", "\n") if _RETURN in codes else written
    spaces = "".join(odd for code, odd in _ODD_SPACES.items() if code in codes)
    spaces = "".join(odd for odd in spaces if odd in text)
    if not spaces and not any(sign in text for sign in '";!?'):
        plain = _with_plain_spaces(text)
        if not _EMPTY_LINE.search(plain):
            return SearchedText(written, plain, None, codes)
    kept: list[int] = []
    lines: list[str] = []
    for number, line in _plain_lines(text.split("\n")[:-1], spaces):
        kept.append(number)
        lines.append(line)
    found = "\n".join([*lines, ""])
    return SearchedText(written, found, None if len(kept) == text.count("\n") else kept, codes)


def _with_plain_spaces(text: str) -> str:
    """A text without quotes and comments, with one space between words and trick numbers padded."""
    while "  " in text:
        text = text.replace("  ", " ")
    text = ("\n" + text).replace("\n ", "\n").replace(" \n", "\n")
    for digit in "123456789":
        text = text.replace(f"\n{digit} ", f"\n {digit} ")
    return text[1:]


def _plain_lines(lines: list[str], spaces: str) -> Iterator[tuple[int, str]]:
    """The lines that are left, with their numbers."""
    in_hand, dropped = False, 0
    for number, line in enumerate(lines):
        plain = _plain_line(line, spaces)
        if plain.startswith("hand"):
            in_hand, dropped = True, 0
        elif plain.startswith("end"):
            in_hand = False
        is_silent = (not plain and (in_hand or bool(line))) or (in_hand and _is_silent(plain))
        # A hand or an interval with more lines than a hand may have is refused: it keeps them.
        if is_silent and dropped < HAND_LINES // 4:
            dropped += 1
            continue
        yield number, plain


def _is_silent(line: str) -> bool:
    return line.startswith(("note ", "x-")) and len(line) <= LINE and _SILENT.fullmatch(line) is not None


def _plain_line(line: str, spaces: str) -> str:
    """A line in plain layout; one with quotes, and one about which there is something to report, as it is."""
    quote, sign = line.find('"'), line.find(";")
    if (quote >= 0 and not 0 <= sign < quote) or len(line) > LINE:
        return line
    text = line
    if ";" in text:
        comment = _COMMENT.search(text)
        if comment is None or comment.end() != len(text) or text.index(";") != text.index(";", comment.start()):
            return line
        text = text[: comment.start()]
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
