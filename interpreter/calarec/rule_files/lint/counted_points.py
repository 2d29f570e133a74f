"""Rules on the points that sides count: each states some, and can apply."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from calarec.core.mechanisms.auction import WonIf
from calarec.core.mechanisms.conditions import condition_figures
from calarec.core.mechanisms.joint_outcomes import outcome_fields
from calarec.core.mechanisms.rules import tricks_in
from calarec.rule_files.lint.bonuses import (
    Case,
    find_wrong_cards,
    has_all_passed_outcomes,
    is_way_possible,
    list_wrong_limits,
    report_wrong_cards,
)
from calarec.rule_files.lint.divisions import CardDivisions
from calarec.rule_files.lint.journeys import list_asked, list_broken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.mechanisms.all_pass import CountRule
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.report import Report


def check_counted_points(rules: Rules, report: Report) -> None:
    """Each rule states whole points, and the match adds points up."""
    counts: Mapping[str, CountRule] = getattr(rules.all_pass.params, "counts", {})
    pays = getattr(rules.all_pass.params, "pays", "nobody")
    if counts and pays != "nobody":
        report.add("RUL445", report.blame("all_pass.counts", "all_pass.pays"), wording="paid", pays=pays)
    elif counts and rules.match.counts != "card_points":
        path = report.blame("all_pass.counts", "match.counts")
        report.add("RUL445", path, wording="uncounted", counts=rules.match.counts)
    whole = rules.pack.units_per_point if rules.settle.rounding == "down" else 1
    for key, rule in counts.items():
        path = f"all_pass.counts.{key}"
        if rule.own is None and rule.others is None:
            report.add("RUL445", path, key=True, name=key)
        for name, points in (("own", rule.own), ("others", rule.others)):
            if points is not None and points % whole:
                report.add("RUL445", f"{path}.{name}", wording="fraction", points=report.points_words(points))
        report_wrong_cards(key, rule.when, f"{path}.when", report)
        wrong = list(list_wrong_limits(rule.when))
        for figure, wording in wrong:
            report.add("RUL522", f"{path}.when.{figure}", wording=wording, bonus=key, figure=figure)
        verdicts = {False} if _is_beyond_pack(rule, rules, report) else _find_verdicts(rule, rules, report)
        if not wrong and verdicts == {False}:
            report.add("RUL445", f"{path}.when", key=True, wording="never", name=key)
        elif not wrong and verdicts == {True} and rule.when.limits:
            report.add("RUL520", f"{path}.when", key=True, wording="sides", bonus=key)


def _is_beyond_pack(rule: CountRule, rules: Rules, report: Report) -> bool:
    """Check whether a rule asks for more than the whole pack has."""
    hands = max(report.facts.hands_by_seats.values(), default=0)
    tricks, total = tricks_in(rules, hands) if hands else 0, report.facts.pack_total
    most = {
        "tricks": tricks, "in_tricks": total - rules.pack.last_trick, "cards": total - rules.pack.last_trick,
        "points": total, "counted": total,
    }  # fmt: skip
    return any((limit.least or 0) > most.get(str(limit.figure), limit.least or 0) for limit in rule.when.limits)


def _find_verdicts(rule: CountRule, rules: Rules, report: Report) -> set[bool]:
    """Find whether a side can have what a rule asks for, and lack it.

    Nothing if the outcomes are not known.
    """
    facts, found = report.facts, set[bool]()
    if not has_all_passed_outcomes(rules, report) or find_wrong_cards(rule.when, facts.card_bounds):
        return found
    asked, split = outcome_fields(condition_figures(rule.when)), facts.all_pass_split()
    hands = max(facts.hands_by_seats.values())
    of_side = hands // (rules.table.sides or hands)
    ways, divisions = {True: [list_asked([rule.when])], False: list_broken(rule.when)}, CardDivisions(facts.pack_cards)
    outcomes = facts.distinct_outcomes(split, asked, WonIf(), 1)
    for decided, trump in product(outcomes, facts.possible_trumps("")):
        side = facts.party(decided.outcome.declarer, "")._replace(trump=trump, sides=1, hands=(of_side, of_side))
        case = Case("", {"side": side, "others": facts.party(decided.outcome.opponents, "", own=False)}, split)
        for verdict in {True, False} - found:
            if any(is_way_possible(way, case, divisions, report) for way in ways[verdict]):
                found.add(verdict)
        if len(found) > 1:
            break
    return found


CHECKS: Final = (check_counted_points,)
"""Every check of this module, in the order in which they are made."""
