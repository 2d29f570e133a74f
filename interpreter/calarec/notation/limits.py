"""How much a record may hold: files come from strangers, and memory is constant."""

from __future__ import annotations

from typing import Final

LINE: Final = 10_000
"""Characters of one line."""

HAND_LINES: Final = 2_000
"""Lines of one hand; so many of those between hands are kept with the hand that follows them."""

LEAD: Final = 1 << 16
"""Characters between hands, or of a hand that has too many lines, that are kept before they are given out in pieces."""

OWN_COMMENTS: Final = 1_000
"""Lines of comments right above a hand that belong to it; of more, none do."""

BLOCK: Final = 4_000_000
"""Characters of one hand with what stands before it; beyond that reading goes on at the next hand."""

FINDINGS: Final = 200
"""Findings of one hand; after that one says that there are more."""
