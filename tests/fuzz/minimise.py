"""Make an input that breaks a promise smaller, as long as it breaks it alike."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TRIES: Final = 1500
SECONDS: Final = 90


class Minimiser:
    """Removes ever smaller pieces: of lines, then of words, then of characters."""

    def __init__(self, fails: Callable[[str], bool], tries: int = TRIES) -> None:
        self._fails = fails
        self._left = tries
        self._until = time.monotonic() + SECONDS

    def smaller(self, text: str) -> str:
        """The smallest text that was found; the text itself if nothing can go."""
        before = None
        while text != before and self._may_go_on():
            before = text
            text = self._without(text.splitlines(keepends=True))
            text = self._without(_words(text))
            text = self._without(list(text)) if len(text) < 4000 else text
        return text

    def _may_go_on(self) -> bool:
        return self._left > 0 and time.monotonic() < self._until

    def _without(self, pieces: Sequence[str]) -> str:
        size = max(len(pieces) // 2, 1)
        while True:
            at = 0
            while at < len(pieces) and self._may_go_on():
                rest = [*pieces[:at], *pieces[at + size :]]
                self._left -= 1
                if self._fails("".join(rest)):
                    pieces = rest
                else:
                    at += size
            if size == 1 or not self._may_go_on():
                return "".join(pieces)
            size //= 2


def _words(text: str) -> list[str]:
    """The words of a text, each with the blanks before it."""
    found: list[str] = []
    for character in text:
        if not found or (character in " \n\t" and found[-1][-1] not in " \n\t"):
            found.append("")
        found[-1] += character
    return found
