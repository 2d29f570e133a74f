"""The progress of a long check: one line on a terminal, removed when it is done."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Words, fill_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.wording.language import Language

_INTERVAL_SECONDS: Final = 0.1
_DELAY_SECONDS: Final = 0.5
"""Seconds before anything is shown: short work needs no progress."""
_TOLD: Final = Words("{hands:# hand|# hands} checked, {found:# finding|# findings} {file}")
HANDS_DONE: Final = Words("{hands:# hand|# hands} done {file}")
_KILOBYTES_DONE: Final = Words("{hands} KB done {file}")
_KILOBYTE: Final = 1000
_ERASE: Final = "\r\x1b[K"


class Progress:
    """Progress on standard error, if it is a terminal and standard output is none."""

    def __init__(self, lang: Language, told: Words = _TOLD) -> None:
        self.lang = lang
        self.told = told
        self.shown = False
        self.hands = 0
        """The number of hands counted."""
        self.enabled = sys.stderr.isatty() and not sys.stdout.isatty()
        self.both = sys.stderr.isatty() and sys.stdout.isatty()
        self.next = time.monotonic() + _DELAY_SECONDS

    def show_progress(self, hands: int, found: int = 0, file: str = "") -> None:
        """Shows how far the work has come, not too often."""
        if not (self.enabled or self.both):
            return
        now = time.monotonic()
        if now < self.next or getattr(sys.stdout, "started", False):
            return
        self.next = now + _INTERVAL_SECONDS
        text = fill_words(
            self.told, self.lang, {"hands": f"{hands:,}", "found": f"{found:,}", "file": _shortened_file_name(file)}
        )
        sys.stderr.write(_ERASE + text)
        sys.stderr.flush()
        self.shown = True

    def count_hands(self, hands: int, file: str) -> None:
        """Shows how many hands there have been with these."""
        self.hands += hands
        self.show_progress(self.hands, file=file)

    def clear_progress_line(self) -> None:
        """Remove the line, before anything else is written."""
        if self.shown:
            sys.stderr.write(_ERASE)
            sys.stderr.flush()
            self.shown = False


class TextProgress:
    """Shows how much text has come, of one file after another."""

    def __init__(self, lang: Language) -> None:
        self._progress = Progress(lang, _KILOBYTES_DONE)
        self._characters = 0

    def count_pieces(self, pieces: Iterable[str], file: str) -> Iterator[str]:
        """The pieces of a text as they are."""
        try:
            for piece in pieces:
                self._characters += len(piece)
                self._progress.show_progress(self._characters // _KILOBYTE, file=file)
                yield piece
        finally:
            self.clear_progress_line()

    def clear_progress_line(self) -> None:
        """Remove the line, before anything else is written."""
        self._progress.clear_progress_line()


def _shortened_file_name(file: str, room: int = 40) -> str:
    from calarec_tools.output.files.streams import printable

    said = printable(file)
    return said if len(said) <= room else f"…{said[-room + 1 :]}"
