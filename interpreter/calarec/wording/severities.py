"""How bad each code is, without a word of it: what is not listed here is an error."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from calarec.wording.language import Words


class Severity(StrEnum):
    """How bad a finding is; a note never fails a check."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def said(self) -> Words:
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
_WARNINGS: Final = """
    CAL012 CAL114 CAL118 CAL535 CAL536 CAL617 CAL801 RUL104 RUL126 RUL142 RUL308 RUL402 RUL409 RUL412 RUL415
    RUL418 RUL419 RUL424 RUL426 RUL427 RUL444 RUL502 RUL503 RUL504 RUL505 RUL506 RUL507 RUL509 RUL511 RUL519 RUL520
    RUL521 RUL603 RUL604 RUL605 RUL607 RUL608 RUL609 RUL611 RUL621 RUL624 RUL701 RUL702 RUL703
"""
_NOTES: Final = """
    CAL003 CAL004 CAL005 CAL006 CAL014 CAL104 CAL113 CAL307 CAL313 CAL322 CAL323 CAL407 CAL517 CAL615
    CAL701 CAL702 CAL703 CAL802 CAL804 CAL805 CAL806 CAL808 RUL005 RUL108 RUL124 RUL127 RUL144 RUL416 RUL422 RUL425
    RUL429 RUL516 RUL518 RUL602 RUL606 RUL614 RUL704 RUL705 RUL706
"""
WARNINGS: Final = frozenset(_WARNINGS.split())
NOTES: Final = frozenset(_NOTES.split())


def severity(code: str) -> Severity:
    """The severity of a code."""
    if code in NOTES:
        return Severity.NOTE
    return Severity.WARNING if code in WARNINGS else Severity.ERROR
