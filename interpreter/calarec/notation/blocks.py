"""Cuts a text into blocks: one hand each, with the lines between it and the hand before.

Terms. A *frame* is a line whose first word is `hand`, `end` or `cal`. A hand goes from its `hand` to
its `end`; where that is missing, to the next `hand` or `cal`. Nothing else is looked at here, which
makes it the way in for whatever must be quick: a block's text can be matched as a whole.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.light import NamedTuple
from calarec.notation import limits

if TYPE_CHECKING:
    from collections.abc import Iterator

BLANKS: Final = " \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""What counts as a blank between words, as the inside of a character class."""

FRAME: Final = re.compile(rf"(?:\A|\n)[{BLANKS}\ufeff]*(?P<word>hand|end|cal)(?![^{BLANKS}\r\n;])[^\n]*")


class Block(NamedTuple):
    """`before` and `text` are whole lines; `text` is empty where no hand follows. `line` is that of `before`."""

    before: str
    text: str
    line: int
    cut: bool = False
    """Something too long to keep was left out after this."""


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

    def take(self, piece: str) -> Iterator[Block]:
        # The last line of all may have no end; the reader says so, the frames need one.
        self.text += piece if piece.endswith("\n") else piece + "\n"
        start = 0
        # The last character again: a frame is found by the line's end before it.
        for match in FRAME.finditer(self.text, max(self.scanned - 1, 0)):
            at = match.start() + (self.text[match.start()] == "\n")
            word = match["word"]
            if word == "end":
                if self.hand >= 0:
                    yield self._block(start, match.end() + 1)
                    start = match.end() + 1
                continue
            if self.hand >= 0:
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
            block = Block(text[start:end], "", self.line)
        else:
            block = Block(text[start : self.hand], text[self.hand : end], self.line)
        self.line += text.count("\n", start, end)
        self.hand = -1
        return block

    def _keep(self, start: int) -> None:
        self.text = self.text[start:]
        self.scanned = len(self.text)
        if self.hand >= 0:
            self.hand -= start

    def _too_long(self) -> Iterator[Block]:
        """Lets go of what would fill the memory: between hands nothing is lost but the line it cuts at."""
        if len(self.text) <= limits.BLOCK:
            return
        yield self._block(0, len(self.text))._replace(cut=True)
        self.text, self.scanned = "", 0
