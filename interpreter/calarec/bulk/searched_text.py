"""Text in plain layout, which the fast way knows, and places in the written text.

Terms. *Layout* has no meaning and gives no finding: spaces around words, the padding of a trick's number,
comments, and within a hand empty lines, notes, custom lines and marks on cards. Line ends of Windows, tabs and
unusual spaces are reported once for each file; after that they are layout as well.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, AnyStr, Final

from calarec.core.base.kernel import find_compiled_kernel
from calarec.core.notation.blocks import MAX_HAND_LINES, MAX_LINE_CHARACTERS
from calarec.core.notation.patterns import STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_ODD_SPACES: Final = {"CAL005": "\t", "CAL006": "\u00a0\u2002\u2003\u2009\u202f\u3000"}
"""Characters that are read as a space, by the code of the note about it."""
_RETURN: Final = "CAL004"
_TOLD: Final = {_RETURN: 1, "CAL005": 2, "CAL006": 4}
"""As `kernel/core/layout.h` has them."""
_MAX_DROPPED_LINES: Final = MAX_HAND_LINES // 4
"""The most dropped lines of a hand or interval, which is refused when too long."""
_FEW_LINES: Final = 40
_LINE_END: Final = ord("\n")
_TEXT: Final = "[^\\n\\r\\x1a\ud800-\udfff]"
_COMMENT: Final = re.compile(rf";[ ;\t\-=#!]{_TEXT}*")
"""A comment about which there is nothing to report; CAL701 is about others."""
_SILENT: Final = re.compile(rf"(?:{STATEMENTS['note']}|{STATEMENTS['x-']})(?: *{_COMMENT.pattern})?")
"""A line in a hand that is data for people and decides nothing."""
_MARKS: Final = re.compile(r"(?<=[0-9A-Z_][a-z_])[!?]{1,2}(?= |$)")
_EMPTY_LINE: Final = re.compile(r"\n\n(?!\n|hand|match|rules|seat|cal|table|tag|\Z)")
"""An empty line that may be one of a hand."""
_SIGN: Final = re.compile('[";!?x]')
"""Characters of comments, texts, marks and custom lines."""
_LEADING: Final = re.compile(r"\n +(?![1-9] )")
_UNPADDED: Final = re.compile(r"\n(?=[1-9] )")
_TRICK: Final = re.compile(r"([1-9]) [A-Z]:")


class SearchedText:
    """A text of whole lines as it is searched and as it was written.

    Places are worked out when they are asked for.
    """

    def __init__(
        self,
        written: str,
        data: bytes,
        dropped: Sequence[int] = (),
        reported: frozenset[str] | None = None,
        *,
        is_ascii: bool = False,
    ) -> None:
        """`is_ascii` says whether there is no other sign in what is searched."""
        self.written, self.data = written, data
        """One byte in `data` for each written character, a question mark if not ASCII.

        No plain hand has one of those.
        """
        self.reported = reported
        """The codes reported before the layout was changed; None if it was not."""
        self.is_ascii = is_ascii
        self._dropped = dropped
        """The numbers of written lines, from 0, that are not searched."""
        self._last_written = (0, 0)
        """The number of a written line, and its start; most are needed in order."""
        self._last_searched = (0, 0)
        """The same of a searched line."""

    @classmethod
    def from_written(cls, written: str) -> SearchedText:
        """The text as it was written."""
        return cls(written, _to_bytes(written), is_ascii=written.isascii())

    @cached_property
    def is_as_written(self) -> bool:
        """Check whether nothing was changed."""
        return self.reported is None or self.data == _to_bytes(self.written)

    def lines_before(self, at: int) -> int:
        """The number of written lines before the line at a place of the searched text."""
        searched = self._lines_to(at)
        if at >= len(self.data):
            return self.written.count("\n")
        return searched + self._dropped_before(searched)

    def lines_until(self, at: int) -> int:
        """The number of written lines up to the last searched line before a place.

        Dropped lines after it are left out.
        """
        searched = self._lines_to(at)
        return searched + self._dropped_before(searched - 1) if searched else 0

    def written_at(self, at: int, lines: int) -> int:
        """The place after a number of written lines, which end before a searched place."""
        if self.reported is None:
            return at
        if at == len(self.data) and self.has_all_lines:
            return len(self.written)
        known, start = self._last_written if self._last_written[0] <= lines else (0, 0)
        self._last_written = lines, _skip_lines(self.written, "\n", start, lines - known)
        return self._last_written[1]

    def searched_at(self, written: int) -> int:
        """The place of the searched text, or next line, for one of the written text."""
        if self.reported is None:
            return written
        known, start = self._last_written if self._last_written[1] <= written else (0, 0)
        line = known + self.written.count("\n", start, written)
        if not written or self.written[written - 1] == "\n":
            self._last_written = line, written
        else:
            line += 1
        searched = line - bisect_left(self._dropped, line)
        known, at = self._last_searched if self._last_searched[0] <= searched else (0, 0)
        return _skip_lines(self.data, b"\n", at, searched - known)

    @property
    def has_all_lines(self) -> bool:
        """Check whether each searched line is a written one."""
        return not self._dropped

    def _lines_to(self, at: int) -> int:
        """The number of lines of the searched text that begin before a place."""
        lines, start = self._last_searched if self._last_searched[1] <= at else (0, 0)
        lines += self.data.count(b"\n", start, at)
        if not at or self.data[at - 1] == _LINE_END:
            self._last_searched = lines, at
            return lines
        return lines + 1

    def _dropped_before(self, searched: int) -> int:
        """The number of lines that were dropped before a line of the searched text."""
        dropped = self._dropped
        return bisect_right(range(len(dropped)), searched, key=lambda nth: dropped[nth] - nth)


def _to_bytes(text: str) -> bytes:
    return text.encode("ascii", "replace")


def _skip_lines(text: AnyStr, sign: AnyStr, at: int, lines: int) -> int:
    """The start of the line that follows a number of lines, or the end of the text."""
    while lines > _FEW_LINES:
        # No line is shorter than its sign, so that none is passed over.
        stop = at + lines
        lines, at = lines - text.count(sign, at, stop), stop
        if at >= len(text):
            return len(text)
    for _ in range(lines):
        at = text.find(sign, at) + 1
        if not at:
            return len(text)
    return at


def with_plain_layout(written: str, reported: Collection[str]) -> SearchedText:
    """Return a text in the layout that the fast way knows, as far as that needs no report.

    `reported` are the codes of notes that a file gets once and has got.
    """
    codes = frozenset(reported)
    kernel = find_compiled_kernel()
    if kernel is None or not written.endswith("\n"):
        found, dropped = _plain_layout(written, codes)
        return SearchedText(written, _to_bytes(found), dropped, codes, is_ascii=found.isascii())
    told = sum(bit for code, bit in _TOLD.items() if code in codes)
    limits = MAX_LINE_CHARACTERS, _MAX_DROPPED_LINES
    data, numbers, is_ascii = kernel.plain_layout(written.encode("utf-8", "surrogatepass"), told, *limits)
    return SearchedText(written, data, memoryview(numbers).cast("q"), codes, is_ascii=bool(is_ascii))


def _plain_layout(written: str, codes: Collection[str]) -> tuple[str, list[int]]:
    """A text in plain layout, and the numbers of the lines that were dropped."""
    text = written.replace("\r\n", "\n") if _RETURN in codes else written
    spaces = "".join(odd for code in _ODD_SPACES.keys() & codes for odd in _ODD_SPACES[code] if odd in text)
    found, dropped = _by_stretches(text, spaces)
    return _by_lines(text, spaces) if _EMPTY_LINE.search(found) else (found, dropped)


def _by_stretches(text: str, spaces: str) -> tuple[str, list[int]]:
    """Put a text into plain layout; also the numbers of the dropped lines.

    Blank lines stay. Lines with signs of comments, texts and marks are examined one by one, the text between them as
    a whole.
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
        dropping.note_kept_lines(stretch)
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

    def note_kept_lines(self, stretch: str) -> None:
        """Takes notice of lines in plain layout that are not dropped."""
        framed = "\n" + stretch
        begins, ends = framed.rfind("\nhand"), framed.rfind("\nend")
        if begins != ends:
            self._in_hand, self._in_row = begins > ends, 0

    def is_dropped(self, plain: str, number: int, *, is_empty: bool) -> bool:
        """Check whether to drop a line without effect; `is_empty`: it was written empty."""
        start = plain.lstrip(" ")
        if start.startswith(("hand", "end")):
            self._in_hand, self._in_row = start.startswith("hand"), 0
            return False
        silent = self._in_hand and (not plain or _is_silent(plain))
        is_comment = not plain and not is_empty
        if not (silent or is_comment) or self._in_row >= _MAX_DROPPED_LINES:
            return False
        self._in_row += 1
        self.dropped.append(number)
        return True


def _with_plain_spaces(text: str, spaces: str) -> str:
    """Put single spaces between words, and pad trick numbers; no quotes or comments."""
    for odd in spaces:
        text = text.replace(odd, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    text = _LEADING.sub("\n", "\n" + text).replace(" \n", "\n")
    return _UNPADDED.sub("\n ", text)[1:]


def _is_silent(line: str) -> bool:
    return line.startswith(("note ", "x-")) and len(line) <= MAX_LINE_CHARACTERS and _SILENT.fullmatch(line) is not None


def _plain_line(line: str, spaces: str) -> str:
    """A line in plain layout; one with quotes or a possible finding stays as it is."""
    quote, sign = line.find('"'), line.find(";")
    if (quote >= 0 and not 0 <= sign < quote) or len(line) > MAX_LINE_CHARACTERS:
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
    if "0" <= text[:1] <= "9":
        if "!" in text or "?" in text:
            text = _MARKS.sub("", text)
        if _TRICK.match(text):
            text = " " + text
    return text
