"""How bad a finding can be; of each code its English file states it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from calarec.core.wording.language import Words


class Severity(StrEnum):
    """How bad a finding is; a note never fails a check."""

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
"""Ends the name of the way in which a finding is told of which the record itself says that it happened."""


UNPRICED: Final = "unpriced"
"""The same, of what the rules set no price for."""
