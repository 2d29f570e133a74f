"""The rules of clubs that rule files have to express, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import yaml

RULES: Final[dict[str, dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("club_rules.yaml").read_text(encoding="utf-8")
)
MAX_LINES: Final = 8
