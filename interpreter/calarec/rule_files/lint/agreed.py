"""Rules that are kept by hand: each is stated in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.report import Report


def check_agreed(rules: Rules, report: Report) -> None:
    """A rule that is kept by hand has a text in a language."""
    for key, agreed in rules.agreed.items():
        if agreed.en is None and agreed.it is None:
            report.add("RUL640", f"agreed.{key}", key=True, name=key)


CHECKS: Final = (check_agreed,)
