"""Rules on single opponents: each can apply, not to everyone, and does something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.mechanisms.auction import WonIf
from calarec.core.mechanisms.conditions import condition_figures
from calarec.core.mechanisms.joint_outcomes import can_apply_to_opponent, opponent_parties, outcome_fields
from calarec.rule_files.lint.bonuses import find_wrong_cards, has_all_outcomes, list_wrong_limits, report_wrong_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.settle import OpponentRule
    from calarec.rule_files.lint.report import Report

MAX_OPPONENT_RULES: Final = 4
"""The most rules on single opponents, each of which doubles the possible payments."""


def check_opponent_rules(rules: Rules, report: Report) -> None:
    """Check each rule separately."""
    each = rules.settle.each
    if len(each) > MAX_OPPONENT_RULES:
        report.add("RUL523", "settle.each", wording="opponents", count=len(each), most=MAX_OPPONENT_RULES)
    for key, rule in each.items():
        path = f"settle.each.{key}"
        if (rule.pays, rule.receives) == (1, 1):
            report.add("RUL704", path, wording="times_one")
        for number, when in enumerate(rule.conditions):
            where = f"{path}.{f'also.{number - 1}' if number else 'when'}"
            report_wrong_cards(key, when, where, report)
            for figure, wording in list_wrong_limits(when):
                report.add("RUL522", f"{where}.{figure}", wording=wording, bonus=key, figure=figure)


def check_opponent_outcomes(rules: Rules, report: Report) -> None:
    """Check what only the outcomes of a hand can show."""
    if not rules.has_auction or not has_all_outcomes(rules, report):
        return
    for key, rule in rules.settle.each.items():
        limits = [limit for when in rule.conditions for limit in when.limits]
        if not limits or any(
            find_wrong_cards(when, report.facts.card_bounds) or any(list_wrong_limits(when)) for when in rule.conditions
        ):
            continue
        verdict = _common_verdict(_verdicts_on_opponents(rule, report))
        if verdict is False:
            report.add("RUL505", f"settle.each.{key}.when", key=True, bonus=key)
        elif verdict is True:
            report.add("RUL520", f"settle.each.{key}.when", key=True, wording="each", bonus=key)


def _common_verdict(verdicts: Iterator[bool | None]) -> bool | None:
    """The common verdict; None after two different ones, often after few outcomes."""
    first = next(verdicts, None)
    return first if first is not None and all(verdict is first for verdict in verdicts) else None


def _verdicts_on_opponents(rule: OpponentRule, report: Report) -> Iterator[bool | None]:
    """Yield whether a rule applies to an opponent, for all outcomes of all contracts."""
    facts = report.facts
    asked = outcome_fields(figure for when in rule.conditions for figure in condition_figures(when)) | {"tricks"}
    most_hands = max(facts.hands_by_seats.values(), default=2)
    for contract in facts.playable_contracts:
        if not rule.may_apply_to_contract(contract):
            yield False
            continue
        counts = [most_hands - 1 - partners for partners in range(facts.partners_of_contract(contract) + 1)]
        for split in facts.splits(contract):
            for decided in facts.distinct_outcomes(split, asked, WonIf(), 1):
                ours, theirs = decided.outcome.declarer, decided.outcome.opponents
                sides = facts.party(ours, contract), facts.party(theirs, contract, own=False)
                for opponents in (count for count in counts if count > 0):
                    for tricks in range(theirs.tricks + 1) if opponents > 1 else (theirs.tricks,):
                        yield can_apply_to_opponent(rule, opponent_parties(sides, tricks, opponents))


CHECKS: Final = (check_opponent_rules, check_opponent_outcomes)
"""Every check of this module, in the order in which they are made."""
