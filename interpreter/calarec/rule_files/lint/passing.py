"""Checks of passed cards: equal numbers, receivers, and no other steps by players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.report import Report


def check_passed(rules: Rules, report: Report) -> None:
    """Check that hands have the cards, and an opposite hand in an even number."""
    for key, step in report.steps_by_mechanism("pass_cards"):
        path = f"steps.{key}"
        if step.cards > rules.deal.hand:
            blame = report.blame(f"{path}.cards", "deal.hand")
            report.add("RUL630", blame, cards=step.cards, hand=rules.deal.hand)
        odd = next((hands for hands in report.facts.hands_by_seats.values() if hands % 2), 0)
        if step.to == "opposite" and odd:
            report.add("RUL630", report.blame(f"{path}.to", "table.seats"), wording="opposite", hands=odd)


def check_all_pass_steps(rules: Rules, report: Report) -> None:
    """Report steps after an all-pass that need a declarer."""
    for number, name in enumerate(getattr(rules.all_pass.params, "steps", ())):
        step = rules.steps.get(name)
        if step is not None and step.do != "pass_cards":
            report.add("RUL631", f"all_pass.steps.{number}", step=name)


CHECKS: Final = (check_passed, check_all_pass_steps)
"""Every check of this module, in the order in which they are made."""
