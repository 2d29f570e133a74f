"""The rules of clubs that rule files have to express, by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import yaml

from calarec.rule_files.load import check_rules

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset

RULES: Final[dict[str, dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("club_rules.yaml").read_text(encoding="utf-8")
)
MAX_LINES: Final = 8


def load_club_rule(name: str) -> Ruleset:
    """The ruleset that extends pagat by one rule."""
    head = f"ruleset: {name}\nversion: 1.0.0\nextends: pagat\ntitle: {RULES[name]['title']}\n"
    found = check_rules(f"{name}.yaml", raw=f"{head}{RULES[name]['lines']}".encode()).ruleset
    assert found is not None, name
    return found
