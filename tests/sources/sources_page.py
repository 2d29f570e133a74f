"""The page of sources, cut into its sections."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "sources.md"
LINES = {"000": 52, "001": 86, "002": 156, "003": 31, "004": 109}


def sections() -> dict[str, str]:
    """The text of each source, by its number."""
    parts = re.split(r"^## (\d{3}|[A-Z]+) · ", PAGE.read_text(encoding="utf-8"), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))
