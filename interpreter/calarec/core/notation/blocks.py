"""Cuts a text into blocks: one hand each, with the lines between it and the hand before.

How much a record may hold stands here too: files come from strangers, and memory is constant.

Terms. A *frame* is a line whose first word is `hand`, `end` or `cal`. A hand goes from its `hand` to
its `end`; where that is missing, to the next `hand` or `cal`. Nothing else is looked at here, which
makes it the way in for whatever must be quick: a block's text can be matched as a whole.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


LINE: Final = 10_000
"""Characters of one line."""

HAND_LINES: Final = 2_000
"""Lines of one hand; so many of those between hands are kept with the hand that follows them."""

HAND_STATEMENTS: Final = 300
"""Statements of one hand besides notes; no hand that was played has a third of it, and judging takes the square."""

CHANGES: Final = 2_000
"""Changes of totals and of who sits where between two hands; of more, none are kept."""

LEAD: Final = 1 << 16
"""Characters between hands, or of a hand that has too many lines, that are kept before they are given out in pieces."""

OWN_COMMENTS: Final = 1_000
"""Lines of comments right above a hand that belong to it; of more, none do."""

BLOCK: Final = 4_000_000
"""Characters of one hand with what stands before it; beyond that reading goes on at the next hand."""

UNPACKED: Final = 1 << 24
"""Bytes that a packed file may hold without a `hand` line: a few packed bytes may stand for a great many."""

FINDINGS: Final = 200
"""Findings of one hand; after that one says that there are more."""

BLANKS: Final = " \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""What counts as a blank between words, as the inside of a character class."""

FRAME: Final = re.compile(rf"(?:\A|\n)[{BLANKS}\ufeff]*(?P<word>hand|end|cal)(?![^{BLANKS}\r\n;])[^\n]*")

_BLANK_CHARACTERS: Final = " \t\u00a0"


class Block(NamedTuple):
    """`before` and `text` are whole lines; `text` is empty where no hand follows. `line` is that of `before`."""

    before: str
    text: str
    line: int
    cut: bool = False
    """What is too long to keep goes on after this."""
    rest: bool = False
    """It is what goes on: `before` holds lines of a hand that was too long, and they say nothing."""


def blocks(pieces: Iterator[str]) -> Iterator[Block]:
    """The blocks of a text that comes in pieces of whole lines."""
    cutter = Cutter()
    for piece in pieces:
        yield from cutter.take(piece)
    yield from cutter.finish()


class Cutter:
    """Keeps what is not yet a whole block."""

    def __init__(self) -> None:
        self.text = ""
        self.line = 1
        self.scanned = 0
        self.hand = -1
        """Where the `hand` line of the block starts in `text`; -1 if none was seen yet."""
        self.rest = False
        """Whether `text` goes on with a hand that was too long."""

    def take(self, piece: str) -> Iterator[Block]:
        # The last line of all may have no end; the reader says so, the frames need one.
        piece = piece if piece.endswith("\n") else piece + "\n"
        start = 0
        while start < len(piece):
            end = piece.find("\n", start + LEAD) + 1 or len(piece)
            yield from self._take(piece[start:end])
            start = end

    def _take(self, piece: str) -> Iterator[Block]:
        self.text += piece
        start = 0
        # The last character again: a frame is found by the line's end before it.
        for match in FRAME.finditer(self.text, max(self.scanned - 1, 0)):
            at = match.start() + (self.text[match.start()] == "\n")
            word = match["word"]
            if word == "end":
                if self.hand >= 0 or self.rest:
                    yield self._block(start, match.end() + 1)
                    start = match.end() + 1
                continue
            if self.hand >= 0 or self.rest:
                yield self._block(start, at)
                start = at
            self.hand = at if word == "hand" else -1
        self._keep(start)
        yield from self._too_long()

    def finish(self) -> Iterator[Block]:
        if self.text:
            yield self._block(0, len(self.text))

    def _block(self, start: int, end: int) -> Block:
        text = self.text
        if self.hand < 0:
            block = Block(text[start:end], "", self.line, rest=self.rest)
        else:
            block = Block(text[start : self.hand], text[self.hand : end], self.line)
        self.line += text.count("\n", start, end)
        self.hand = -1
        self.rest = False
        return block

    def _keep(self, start: int) -> None:
        self.text = self.text[start:]
        self.scanned = len(self.text)
        if self.hand >= 0:
            self.hand -= start

    def _too_long(self) -> Iterator[Block]:
        """Lets go of what would fill the memory."""
        if len(self.text) <= LEAD:
            return
        if self.hand >= 0:
            if len(self.text) > BLOCK or self.text.count("\n", self.hand) > HAND_LINES:
                yield self._block(0, len(self.text))._replace(cut=True)
                self.text, self.scanned, self.rest = "", 0, True
            return
        rest = self.rest
        end = len(self.text) if rest or len(self.text) > BLOCK else self._before_comments()
        if end:
            yield self._block(0, end)
            self._keep(end)
            self.rest = rest

    def _before_comments(self) -> int:
        """Where comments begin that may stand right above a hand; too many of them belong to none."""
        at = len(self.text)
        for _ in range(OWN_COMMENTS):
            line = self.text.rfind("\n", 0, at - 1) + 1
            if not self.text[line:at].lstrip(_BLANK_CHARACTERS).startswith(";"):
                return at
            at = line
            if not at:
                return 0
        return len(self.text)
