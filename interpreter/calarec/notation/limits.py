"""How much a record may hold: files come from strangers, and memory is constant."""

from __future__ import annotations

from typing import Final

LINE: Final = 10_000
"""Characters of one line."""

HAND_LINES: Final = 2_000
"""Lines of one hand, and lines between two hands."""

BLOCK: Final = 4_000_000
"""Characters of one hand with what stands before it; beyond that reading goes on at the next hand."""

FINDINGS: Final = 200
"""Findings of one hand; after that one says that there are more."""
