"""Cut a text into blocks: one hand each, with the lines before it.

The limits of a record are here too: files come from strangers, and memory is constant.

Terms. A *frame* is a line whose first word is `hand`, `end` or `cal`. A hand goes from its `hand` to its `end`;
without that, to the next `hand` or `cal`. This module examines nothing else. So fast readers begin here: they can
match a block's text as a whole.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


MAX_LINE_CHARACTERS: Final = 10_000
"""Characters of one line."""

MAX_HAND_LINES: Final = 2_000
"""The most lines of one hand, and of those before it that are kept with it."""

MAX_HAND_STATEMENTS: Final = 300
"""The most statements of a hand besides notes; real hands have less than a third.

Judging takes time by the square of it.
"""

MAX_CHANGES: Final = 2_000
"""The most changes of totals and seats between two hands; of more, none are kept."""

MAX_LEAD_CHARACTERS: Final = 1 << 16
"""The most characters to keep of a long hand, or between hands, before a cut."""

MAX_OWN_COMMENT_LINES: Final = 1_000
"""Lines of comments right above a hand that belong to it; of more, none do."""

MAX_BLOCK_CHARACTERS: Final = 4_000_000
"""The most characters of a hand with its lead; reading goes on at the next hand."""

MAX_UNPACKED_BYTES: Final = 1 << 24
"""The most bytes of a packed file without a `hand` line.

A few packed bytes may unpack to very many.
"""

MAX_HAND_FINDINGS: Final = 200
"""Findings of one hand; after that one says that there are more."""

BLANK_CHARACTERS: Final = " \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""Characters that are spaces between words, for a character class."""

FRAME_LINE: Final = re.compile(
    rf"(?:\A|\n)[{BLANK_CHARACTERS}\ufeff]*(?P<word>hand|end|cal)(?![^{BLANK_CHARACTERS}\r\n;])[^\n]*"
)

_INDENT_CHARACTERS: Final = " \t\u00a0"


class Block(NamedTuple):
    """Whole lines: `text` of a hand or empty, and `before` it from line `line` on."""

    before: str
    text: str
    line: int
    is_cut: bool = False
    """True if the rest of a long block follows."""
    is_continuation: bool = False
    """True if it is the rest of a hand that was too long; its lines are ignored."""


def cut_into_blocks(pieces: Iterator[str]) -> Iterator[Block]:
    """The blocks of a text that comes in pieces of whole lines."""
    cutter = Cutter()
    for piece in pieces:
        yield from cutter.cut_piece(piece)
    yield from cutter.cut_remainder()


class Cutter:
    """Keeps what is not yet a whole block."""

    def __init__(self) -> None:
        self.text = ""
        self.line = 1
        self.scanned = 0
        self.hand = -1
        """The start of the block's `hand` line in `text`; -1 before it is seen."""
        self.rest = False
        """True if `text` goes on with a hand that was too long."""

    def cut_piece(self, piece: str) -> Iterator[Block]:
        # The last line of all may have no end; the reader says so, the frames need one.
        piece = piece if piece.endswith("\n") else piece + "\n"
        start = 0
        while start < len(piece):
            end = piece.find("\n", start + MAX_LEAD_CHARACTERS) + 1 or len(piece)
            yield from self._cut_part(piece[start:end])
            start = end

    def _cut_part(self, piece: str) -> Iterator[Block]:
        self.text += piece
        start = 0
        # The last character again: a frame is found by the line's end before it.
        for match in FRAME_LINE.finditer(self.text, max(self.scanned - 1, 0)):
            at = match.start() + (self.text[match.start()] == "\n")
            word = match["word"]
            if word == "end":
                if self.hand >= 0 or self.rest:
                    yield self._take_block(start, match.end() + 1)
                    start = match.end() + 1
                continue
            if self.hand >= 0 or self.rest:
                yield self._take_block(start, at)
                start = at
            self.hand = at if word == "hand" else -1
        self._drop_before(start)
        yield from self._release_long_text()

    def cut_remainder(self) -> Iterator[Block]:
        if self.text:
            yield self._take_block(0, len(self.text))

    def _take_block(self, start: int, end: int) -> Block:
        text = self.text
        if self.hand < 0:
            block = Block(text[start:end], "", self.line, is_continuation=self.rest)
        else:
            block = Block(text[start : self.hand], text[self.hand : end], self.line)
        self.line += text.count("\n", start, end)
        self.hand = -1
        self.rest = False
        return block

    def _drop_before(self, start: int) -> None:
        self.text = self.text[start:]
        self.scanned = len(self.text)
        if self.hand >= 0:
            self.hand -= start

    def _release_long_text(self) -> Iterator[Block]:
        """Lets go of what would fill the memory."""
        if len(self.text) <= MAX_LEAD_CHARACTERS:
            return
        if self.hand >= 0:
            if len(self.text) > MAX_BLOCK_CHARACTERS or self.text.count("\n", self.hand) > MAX_HAND_LINES:
                yield self._take_block(0, len(self.text))._replace(is_cut=True)
                self.text, self.scanned, self.rest = "", 0, True
            return
        rest = self.rest
        end = len(self.text) if rest or len(self.text) > MAX_BLOCK_CHARACTERS else self._start_of_comments()
        if end:
            yield self._take_block(0, end)
            self._drop_before(end)
            self.rest = rest

    def _start_of_comments(self) -> int:
        """The start of comments right above a hand; too many belong to none."""
        at = len(self.text)
        for _ in range(MAX_OWN_COMMENT_LINES):
            line = self.text.rfind("\n", 0, at - 1) + 1
            if not self.text[line:at].lstrip(_INDENT_CHARACTERS).startswith(";"):
                return at
            at = line
            if not at:
                return 0
        return len(self.text)
