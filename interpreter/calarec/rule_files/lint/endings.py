"""Checks of hands without bids, and matches: they end, and what they keep exists."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.table import count_hands_dealt
from calarec.core.records.model import POT
from calarec.core.wording.language import Listing
from calarec.rule_files.lint.facts import payers_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.mechanisms.all_pass import CarryOnRule
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.settle import NextCondition, Until
    from calarec.rule_files.lint.report import Report


def check_match(rules: Rules, report: Report) -> None:
    """Totals that are not payments do not add up to nothing; a tie needs an end."""
    match = rules.match
    if match.counts != "payments":
        report.add("RUL518", "match.counts", wording=match.counts)
    if not match.until.has_goal and match.out_at is None and report.is_stated_in_file("match.tie"):
        report.add("RUL704", "match.tie", wording="no_end")
    for key in ("games", "ranking"):
        if getattr(match, key) and not match.until.has_goal and match.out_at is None:
            report.add("RUL704", f"match.{key}", wording="no_end_of_match")
    if any(better < worse for better, worse in pairwise(match.ranking)):
        report.add("RUL529", "match.ranking", wording="ranking")
    elif rules.table.seats and len(match.ranking) > max(rules.table.seats):
        report.add("RUL529", "match.ranking", wording="places", most=max(rules.table.seats))
    if match.until.round and not match.until.has_goal:
        report.add("RUL704", "match.until.round", wording="no_goal")
    elif match.until.round and _is_always_whole(match.until, rules.table.seats):
        report.add("RUL704", "match.until.round", wording="whole_rounds", deals=match.until.deals)
    if match.out_at is None:
        return
    if rules.table.sides is not None:
        report.add("RUL442", report.blame("table.sides", "match.out_at"), wording="match_out")
    elif len(rules.table.seats) == 1:
        report.add("RUL704", "match.out_at", wording="one_table")


def check_goal(rules: Rules, report: Report) -> None:
    """Check that a player can reach the goal of a match before its deals end."""
    goal, deals = rules.match.until.points, _last_deal(rules)
    if goal is not None and deals is not None and _is_out_of_reach(goal, deals, rules, report):
        path = report.blame("match.until.points", "match.until.deals")
        report.add("RUL704", path, wording="out_of_reach", deals=deals)


def _is_out_of_reach(goal: int, deals: int, rules: Rules, report: Report) -> bool:
    """Check whether no player can win the points of the goal in these deals."""
    may_get_more = any(
        entry.do == "declare" or getattr(entry.params, "move_points", 0) for entry in rules.standing.values()
    )
    if rules.match.counts != "card_points" or may_get_more or rules.agreed:
        return False
    counts = getattr(rules.all_pass.params, "counts", {}).values()
    stated = [points for rule in counts for points in (rule.own, rule.others) if points is not None]
    most: int = max((report.facts.pack_total, *stated)) // rules.pack.units_per_point
    return most * deals < goal


def _is_always_whole(until: Until, seats: tuple[int, ...]) -> bool:
    """Check whether only deals end a match, in whole rounds at every table."""
    is_by_deals = until.points is None and until.minutes is None and until.deals is not None
    return is_by_deals and all((until.deals or 0) % people == 0 for people in seats)


def check_next(rules: Rules, report: Report) -> None:
    """Rules of the match can apply, change something, and have names of their own."""
    for key, rule in rules.match.next.items():
        path, when = f"match.next.{key}", rule.when
        if key in rules.piles or key in (POT, "all-pass"):
            report.add("RUL529", path, wording="name", name=key)
        if not when.is_about_players and when.round is None:
            report.add("RUL529", path, wording="empty")
        elif when.round is not None and rules.match.until.deals is None:
            report.add("RUL529", f"{path}.when.round")
        elif when.lost_in_a_row is not None and when.won_in_a_row is not None:
            report.add("RUL529", f"{path}.when.won_in_a_row", wording="both")
        if not rules.has_auction:
            report.add("RUL704", path, wording="no_declarer")
        elif rule.times == 1 and not rule.without:
            report.add("RUL704", path, wording="times_one")
        for number, contract in enumerate(rule.without):
            if contract in rules.contracts and contract not in rules.auction.ladder:
                report.add("RUL529", f"{path}.without.{number}", wording="not_bid", contract=contract)
        _check_played(f"{path}.when.declared", when.declared, rules, report)
    _check_played("match.until.each", rules.match.until.each, rules, report)
    _check_course(rules, report)


def _check_course(rules: Rules, report: Report) -> None:
    """Check that each rule of the match applies to some hand, and not to every one."""
    found = _list_deeds(rules, report)
    for key, rule in rules.match.next.items():
        when, until = rule.when, rules.match.until
        if _is_missed(when, found):
            report.add("RUL505", f"match.next.{key}.when", wording="match", bonus=key)
        is_short = until.deals is not None and until.deals <= min(rules.table.seats, default=0)
        if is_short and when.round == "last" and not when.is_about_players:
            report.add("RUL520", f"match.next.{key}.when", wording="match", bonus=key)


def _is_missed(when: NextCondition, found: set[_Deeds] | None) -> bool:
    """Check whether no player can be as a condition asks, where all deeds are known."""
    if found is None or not when.is_about_players or None not in (when.lost_in_a_row, when.won_in_a_row):
        return False  # a streak of both kinds is an error of its own
    return not any(_has_done(deeds, when) for deeds in found)


class _Deeds(NamedTuple):
    """The contracts that a player has declared, as far as rules look at them."""

    in_a_row: int = 0
    """Those won without losing one after them; below 0: lost without winning one."""
    declared: frozenset[str] = frozenset()


_MAX_DEEDS: Final = 2_000
"""The number of courses of a match above which nothing is concluded."""


def _list_deeds(rules: Rules, report: Report) -> set[_Deeds] | None:
    """List all that a player can have done before a hand; None if that is too much."""
    conditions = [rule.when for rule in rules.match.next.values()]
    named = frozenset(contract for when in conditions for contract in when.declared)
    longest = max((row or 0 for when in conditions for row in (when.lost_in_a_row, when.won_in_a_row)), default=0)
    found = reached = {_Deeds()}
    last = _last_deal(rules)
    deals = 1
    while reached and (last is None or deals < last):
        after: set[_Deeds] = set()
        for before in reached:
            for contract in _list_declarable(before, deals, rules, report):
                declared = before.declared | named & {contract}
                for row in (max(before.in_a_row, 0) + 1, min(before.in_a_row, 0) - 1):
                    after.add(_Deeds(max(-longest, min(row, longest)), declared))
        reached = after - found
        found = found | reached
        deals += 1
        if len(found) > _MAX_DEEDS:
            return None
    return found


def _list_declarable(deeds: _Deeds, deal: int, rules: Rules, report: Report) -> tuple[str, ...]:
    """List the contracts that a player with these deeds can come to declare in a deal."""
    left = None if rules.match.until.deals is None else rules.match.until.deals - deal + 1
    is_last_round = left is not None and left <= min(rules.table.seats, default=0)
    barred = {
        contract
        for rule in rules.match.next.values()
        if (rule.when.round is None or is_last_round) and _has_done(deeds, rule.when)
        for contract in rule.without
    }  # fmt: skip
    out = rules.all_pass
    forced = (out.params.contract,) if out.do == "force" else ()
    return report.facts.raised_from(*(key for key in rules.auction.ladder if key not in barred), *forced)


def _has_done(deeds: _Deeds, when: NextCondition) -> bool:
    """Check whether a player with these deeds is as a rule of the match asks."""
    return (
        (when.lost_in_a_row is None or -deeds.in_a_row >= when.lost_in_a_row)
        and (when.won_in_a_row is None or deeds.in_a_row >= when.won_in_a_row)
        and (not when.declared or not deeds.declared.isdisjoint(when.declared))
    )


def _last_deal(rules: Rules) -> int | None:
    """The last deal that a match can have; None where a tie can prolong it."""
    until, seats = rules.match.until, rules.table.seats
    if until.deals is None or rules.match.tie != "shared":
        return None
    if not until.round:
        return until.deals
    return -(-until.deals // seats[0]) * seats[0] if len(seats) == 1 else None


def _check_played(path: str, contracts: Iterable[str], rules: Rules, report: Report) -> None:
    """Check that a player can come to declare contracts."""
    for number, contract in enumerate(contracts):
        if contract in rules.contracts and contract not in report.facts.playable_contracts:
            report.add("RUL529", f"{path}.{number}", wording="not_played", contract=contract)


def check_dealer(rules: Rules, report: Report) -> None:
    """As long as all pass nothing but new cards changes."""
    if rules.all_pass.do == "redeal" and rules.all_pass.params.dealer == "same":
        report.add("RUL602", "all_pass.dealer")


def check_results(rules: Rules, report: Report) -> None:
    """A side deals or sits out by a result only where hands have one."""
    rests = getattr(rules.table.sits_out, "who", "dealer")
    for path, rule in (("match.dealer", rules.match.dealer), ("table.sits_out.who", rests)):
        if rule in ("next", "dealer") or rules.has_auction:
            continue
        if getattr(rules.all_pass.params, "pays", "nobody") == "nobody":
            report.add("RUL704", path, wording="no_result")
        elif path == "match.dealer" and rules.all_pass.params.dealer == "same":
            report.add("RUL704", path, wording="same_dealer")


def check_ties(rules: Rules, report: Report) -> None:
    """Only one can win the last trick."""
    if (
        rules.all_pass.do == "play_out"
        and rules.all_pass.params.pays == "last_trick"
        and report.is_stated_in_file("all_pass.ties")
    ):
        report.add("RUL704", "all_pass.ties", wording="last_trick")


def check_kept(rules: Rules, report: Report) -> None:
    """Check that something is kept, and that a bid can follow."""
    if rules.all_pass.do != "carry_on":
        return
    kept: CarryOnRule = rules.all_pass.params
    ladder = rules.auction.ladder
    known = [key for key in kept.only if key in rules.contracts]
    absent = [key for key in known if key not in ladder]
    if known and len(absent) == len(kept.only) and kept.binds == "everyone":
        path = report.blame("all_pass.only", "auction.ladder")
        report.add("RUL601", path, only=Listing(tuple(f"`{key}`" for key in absent)))
    else:
        for key in absent:
            report.add("RUL604", f"all_pass.only.{kept.only.index(key)}", contract=key)
    for number, key in enumerate(kept.keep):
        if key in rules.piles and rules.piles[key].dealt == 0:
            report.add("RUL603", f"all_pass.keep.{number}", wording="empty", pile=key)
    if not kept.keep and not kept.only and kept.pot is None and kept.times == 1:
        report.add("RUL603", "all_pass.do")
    if not kept.only and report.is_stated_in_file("all_pass.binds"):
        report.add("RUL704", "all_pass.binds", wording="no_only")


def check_pot(rules: Rules, report: Report) -> None:
    """Check that no pile is named like the pot, and that its winners can divide it."""
    if POT in rules.piles:
        report.add("RUL613", f"piles.{POT}")
    pot = getattr(rules.all_pass.params, "pot", None)
    if pot is None or pot.to != "winner":
        return
    table = rules.table
    for seats in table.seats:
        hands = count_hands_dealt(table, seats)
        people = hands - (table.dummies.hands if table.dummies else 0)
        winners = payers_at(table, seats, people)
        if winners > 1 and pot.each * people % winners:
            amount = report.payment(pot.each * people)
            report.add("RUL614", report.blame("all_pass.pot.each", "all_pass.pot"), amount=amount, seats=winners)


def check_forced(rules: Rules, report: Report) -> None:
    """Check that a forced contract names no card with a bid."""
    if rules.all_pass.do != "force":
        return
    contract = rules.contracts.get(rules.all_pass.params.contract)
    named = (rules.steps[step] for step in contract.steps if step in rules.steps) if contract is not None else ()
    if any(step.do == "call" and step.params.named == "with_bid" for step in named):
        report.add("RUL612", "all_pass.contract", contract=rules.all_pass.params.contract)


CHECKS: Final = (
    check_kept,
    check_pot,
    check_forced,
    check_match,
    check_goal,
    check_next,
    check_ties,
    check_dealer,
    check_results,
)
"""Every check of this module, in the order in which they are made."""
