"""Severities of findings; the English file of each code has its own."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from calarec.core.wording.language import Words


class Severity(StrEnum):
    """The severity of a finding; a note never fails a check."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def severity_word(self) -> Words:
        """The word for it."""
        return _SAID[self.value]


_SAID: Final = {
    "error": Words("error"),
    "warning": Words("warning"),
    "note": Words("note"),
}


DECLARED: Final = "declared"
"""The end of a wording's name, for events that the record itself states."""


UNPRICED: Final = "unpriced"
"""The same, of what the rules set no price for."""
