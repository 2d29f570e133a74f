"""Rules on single opponents: each can apply, not to everyone, and does something."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import replace
from calarec.core.mechanisms.auction import WonIf
from calarec.core.mechanisms.conditions import can_hold, condition_figures
from calarec.core.mechanisms.joint_outcomes import (
    SideOutcome,
    Split,
    find_sums_beside_piles,
    list_set_bits,
    list_trick_splits,
    outcome_fields,
)
from calarec.rule_files.lint.bonuses import find_wrong_cards, has_all_outcomes, list_wrong_limits, report_wrong_cards
from calarec.rule_files.lint.divisions import CardDivisions
from calarec.rule_files.lint.journeys import (
    AskedLimit,
    PlayerGroup,
    can_be_divided,
    has_card_limit,
    list_asked,
    list_broken,
    list_journeys,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calarec.core.mechanisms.conditions import OpponentCondition
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
        verdicts = _verdicts_on_opponents(rule, rules, report)
        if verdicts <= {False}:
            report.add("RUL505", f"settle.each.{key}.when", key=True, bonus=key)
        elif verdicts == {True}:
            report.add("RUL520", f"settle.each.{key}.when", key=True, wording="each", bonus=key)


def _verdicts_on_opponents(rule: OpponentRule, rules: Rules, report: Report) -> set[bool]:
    """Find whether a rule can apply to an opponent, and whether it can fail to."""
    facts, found, known = report.facts, set[bool](), dict[tuple[Split, int, str], set[bool]]()
    played = [replace(when, has=None, trump=None) for when in rule.conditions]
    most_hands = max(facts.hands_by_seats.values(), default=2)
    for contract in facts.playable_contracts:
        most = most_hands - 1
        for opponents in range(max(1, most - facts.partners_of_contract(contract)), most + 1):
            seated = set(_verdicts_by_seats(rule, contract, opponents, rules, report))
            for split in facts.splits(contract) if rule.may_apply_to_contract(contract) and True in seated else ():
                # Only cards follow the steps of a contract.
                key = split, opponents, contract if any(map(has_card_limit, played)) else ""
                if key not in known:
                    known[key] = _Divided(split, opponents, contract, report).find_verdicts(played)
                found |= known[key] | seated - {True}
            found |= set() if rule.may_apply_to_contract(contract) and True in seated else {False}
            if len(found) > 1:
                return found
    return found


def _verdicts_by_seats(
    rule: OpponentRule, contract: str, opponents: int, rules: Rules, report: Report
) -> Iterator[bool]:
    """Yield whether roles and trump are as a rule asks, for all that can be."""
    limits = [(when.of, limit) for when in rule.conditions for limit in when.limits if limit.row.name in _BY_SEATS]
    places = ["declarer", "opponent", *(["other_opponents"] if opponents > 1 else [])]
    always_out = report.facts.party_roles.get("dealer") == (0, 0)
    dealers = [""] if always_out else [*places, *([""] if rules.table.sits_out or rules.table.dummies else [])]
    for dealer, eldest, trump in product(dealers, places, report.facts.possible_trumps(contract)):
        if dealer == eldest and (dealer == "opponent" or (dealer == "other_opponents" and opponents == 2)):
            continue  # two roles of one player
        if dealer == eldest == "declarer" and not report.facts.partners_of_contract(contract):
            continue
        holders = {"dealer": dealer, "eldest": eldest}
        yield all(
            holders[limit.figure] in ((of, "opponent", "other_opponents") if of == "opponents" else (of,))
            if isinstance(limit.figure, str) else trump != "" and trump in (limit.figure.suits or "")
            for of, limit in limits
        )  # fmt: skip


_BY_SEATS: Final = ("has", "trump")
"""Conditions that no division of the cards decides."""


_PARTIES: Final = {
    "declarer": frozenset({0}), "opponent": frozenset({1}), "other_opponents": frozenset({2}),
    "opponents": frozenset({1, 2}),
}  # fmt: skip
"""The groups of each party."""


class _Divided:
    """All divisions of a hand between the declarer's side, an opponent and the others."""

    def __init__(self, split: Split, opponents: int, contract: str, report: Report) -> None:
        self.facts, self.split, self.contract, self.opponents = report.facts, split, contract, opponents
        self.report = report
        frame = self.facts.find_frame(split)
        assert frame is not None  # else not all outcomes were known
        self.frame = frame

    def find_verdicts(self, conditions: Sequence[OpponentCondition]) -> set[bool]:
        """Find whether conditions can hold together, and whether one of them can fail."""
        alone = self.opponents == 1 and any(when.of == "other_opponents" for when in conditions)
        can_fail = alone or any(
            self._is_possible([when], wanted=False) and self._can_divide_cards([when], list_broken(when, self.contract))
            for when in conditions
        )
        needed = [list_asked(conditions)]
        can_hold_together = (
            not alone and self._is_possible(conditions, wanted=True) and self._can_divide_cards(conditions, needed)
        )
        return {verdict for verdict, is_possible in ((True, can_hold_together), (False, can_fail)) if is_possible}

    def _can_divide_cards(self, conditions: Sequence[OpponentCondition], ways: Sequence[Sequence[AskedLimit]]) -> bool:
        """Check whether cards, if asked for, can be as one of the ways asks."""
        # Bounds have to do where a dummy is an opponent who takes no part.
        if not any(map(has_card_limit, conditions)) or self.facts.rules.table.dummies is not None:
            return True
        tried = (
            journeys for groups in self._list_groups()
            for journeys in list_journeys(groups, self.contract, self.split, self.report)
        )  # fmt: skip
        return can_be_divided(ways, _PARTIES, tried, CardDivisions(self.facts.pack_cards))

    def _list_groups(self) -> Iterator[list[PlayerGroup]]:
        """List the ways in which the players can share the tricks."""
        hands = self.frame.hands - self.opponents, 1, self.opponents - 1
        for shares in list_trick_splits(self.frame.tricks, 3):
            won = [number for number, tricks in enumerate(shares) if tricks]
            for last in won if all(hands[number] for number in won) else ():
                yield [
                    PlayerGroup(count, tricks, number == last)
                    for number, (count, tricks) in enumerate(zip(hands, shares, strict=True))
                ]

    def _is_possible(self, conditions: Sequence[OpponentCondition], *, wanted: bool) -> bool:
        """Check whether conditions all hold, or all fail, in some division."""
        asked = outcome_fields(figure for when in conditions for figure in condition_figures(when))
        parties = {when.of for when in conditions}
        is_divided = not parties <= {"declarer", "opponents"}
        if is_divided:
            asked |= {"tricks", "in_tricks", "cards", "points", "last"}

        @cache
        def has_wanted(of: str, side: SideOutcome) -> bool:
            party = self.facts.party(side, self.contract, own=of == "declarer")
            if of in ("opponent", "other_opponents"):
                party = party._replace(hands=(1, 1) if of == "opponent" else (self.opponents - 1,) * 2)
            return all(can_hold(when, party) is not (not wanted) for when in conditions if when.of == of)

        @cache
        def wanted_points(of: str, tricks: int, piles: int, bonus: int, *, last: bool) -> int:
            """The points in the tricks of a party, as bits, with which it has what is wanted."""
            sides = (
                SideOutcome(tricks, points, points + piles, points + piles + bonus, last)
                for points in range(sum(self.frame.points) + 1)
            )
            return sum(1 << side.in_tricks for side in sides if has_wanted(of, side))

        for decided in self.facts.distinct_outcomes(self.split, asked, WonIf(), 1):
            ours, theirs = decided.outcome.declarer, decided.outcome.opponents
            if not has_wanted("declarer", ours) or not has_wanted("opponents", theirs):
                continue
            if not is_divided or any(
                self._can_divide(ours, theirs, tricks, wanted_points)
                for tricks in (range(theirs.tricks + 1) if self.opponents > 1 else (theirs.tricks,))
            ):
                return True
        return False

    def _can_divide(
        self, ours: SideOutcome, theirs: SideOutcome, tricks: int, wanted_points: Callable[..., int]
    ) -> bool:
        """Check whether the cards can be divided so that both have what is wanted."""
        others, piles = theirs.tricks - tricks, theirs.cards - theirs.in_tricks
        bonus, beside = theirs.points - theirs.cards, (piles, ours.cards - ours.in_tricks)
        possible = [
            find_sums_beside_piles(self.frame, count, is_last_theirs=theirs.last).get(beside, 0)
            for count in (tricks, others)
        ]
        for last in {theirs.last and tricks > 0, theirs.last and not others}:
            own, rest = (
                sums & wanted_points(of, count, piles * has, bonus * has, last=has)
                for sums, of, count, has in zip(
                    possible, ("opponent", "other_opponents"), (tricks, others), (last, theirs.last and not last),
                    strict=True,
                )
            )  # fmt: skip
            if any(
                rest >> theirs.in_tricks - points & 1 for points in list_set_bits(own) if points <= theirs.in_tricks
            ):
                return True
        return False


CHECKS: Final = (check_opponent_rules, check_opponent_outcomes)
"""Every check of this module, in the order in which they are made."""
