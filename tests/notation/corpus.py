"""The files of `valid/` and `invalid/`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
VALID = sorted((HERE / "valid").glob("*.cal"))
INVALID = sorted((HERE / "invalid").glob("*.cal"))
ALL = [*VALID, *INVALID]


def name(path: Path) -> str:
    """Return the name of a file's test."""
    return f"{path.parent.name}/{path.stem}"


def text(path: Path) -> str:
    """The text of a file; bytes that are not UTF-8 as the reader sees them."""
    return path.read_bytes().decode(errors="surrogateescape")


def expected(path: Path) -> dict[str, Any]:
    """Return the expected values beside a file."""
    found: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return found
