"""A row of a table in CSV, harmless wherever it is opened."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from calarec.core.base.escapes import escape_characters

if TYPE_CHECKING:
    from collections.abc import Iterable

_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")


def csv_row(values: Iterable[object]) -> str:
    """Write one line; false formulas and terminal commands become plain text."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([_harmless(value) for value in values])
    return out.getvalue()


def _harmless(value: object) -> object:
    """A spreadsheet must not take a name for a formula, nor a terminal for a command."""
    if not isinstance(value, str):
        return value
    return escape_characters("'" + value if value[:1] in _FORMULAS else value)
