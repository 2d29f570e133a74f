"""A score sheet as one text."""

from __future__ import annotations

from typing import Any

from calarec_tools.output.formats.score_sheet import record_of


def score_sheet(text: str, **how: Any) -> str:
    """The record of a score sheet."""
    return "".join(record_of(text, **how))
