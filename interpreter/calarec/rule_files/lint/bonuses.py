"""Checks of bonuses: each can apply and is tried, and the order is as meant.

Terms. A *table* is one set of rows with its order: that of the settlement, or that of a hand without a declarer. A
*case* is an outcome with the parties that rows may refer to. A *world* is what goes with any outcome, as far as rows
look at it: the sides of roles and of announcements, and trump.
"""

from __future__ import annotations

from functools import partial
from itertools import chain, product
from math import prod
from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.base.frozen import FrozenMap, NamedTuple
from calarec.core.mechanisms.auction import WonIf
from calarec.core.mechanisms.conditions import (
    ROLES,
    CardFigure,
    PointLimits,
    When,
    all_can_hold,
    can_hold,
    condition_figures,
    condition_parts,
    find_said_word,
    flat_conditions,
    is_for_contract,
    is_known_by_seats,
)
from calarec.core.mechanisms.joint_outcomes import SideOutcome, outcome_fields
from calarec.core.mechanisms.rules import winning
from calarec.core.mechanisms.settle import adding
from calarec.core.wording.language import Listing, Words
from calarec.core.wording.phrases import parts_of_unit
from calarec.rule_files.lint.divisions import CardDivisions
from calarec.rule_files.lint.journeys import (
    AskedLimit,
    PlayerGroup,
    can_be_divided,
    list_asked,
    list_broken,
    list_journeys,
)
from calarec.rule_files.lint.paying_sides import PaidHands, PayingSides, most_paying_sides

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from calarec.core.mechanisms.conditions import Alternative, AnyFigure, Limit, OwnCondition, PartyCondition
    from calarec.core.mechanisms.joint_outcomes import CardBounds, PartyOutcome, Split
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.settle import Bonus
    from calarec.rule_files.lint.report import Report

    AnyCondition: TypeAlias = "PartyCondition | OwnCondition"


class Case(NamedTuple):
    """An outcome of a hand: the contract, the parties, and the piles."""

    contract: str
    parties: Mapping[str, PartyOutcome]
    split: Split
    result_ways: tuple[Sequence[AskedLimit], ...] = ((),)
    """The ways in which cards bring about the result; one that asks nothing where points decide."""

    @property
    def own(self) -> PartyOutcome:
        """The declarer's side; without one the side that pays, or that is asked of."""
        return next(self.parties[name] for name in ("declarer", "losers", "side") if name in self.parties)

    @property
    def has_certain_result(self) -> bool:
        """Check whether points decide the result."""
        return not any(self.result_ways)


if TYPE_CHECKING:
    _Cases: TypeAlias = Callable[[Rules, Report], Iterator[Case]]


class _World(NamedTuple):
    """Facts that go with any outcome; those that rows do not look at are open."""

    figures: tuple[str, ...] = ()
    own: tuple[bool, ...] = ()
    """The declarer's side, or without a declarer the side that pays, has each figure."""
    others: tuple[bool, ...] = ()
    trump: str | None = None

    def case_with(self, case: Case) -> Case:
        """The case in this world."""
        own = case.own
        placed: dict[bool, PartyOutcome] = {}
        for party in case.parties.values():
            is_own = party is own
            found = zip(self.figures, self.own if is_own else self.others, strict=True)
            roles = {**party.roles, **{figure: (int(has), int(has)) for figure, has in found}}
            placed.setdefault(is_own, party._replace(roles=FrozenMap(roles), trump=self.trump))
        return case._replace(parties={name: placed[party is own] for name, party in case.parties.items()})


class _Table(NamedTuple):
    path: str
    rows: Mapping[str, Bonus]
    order: tuple[str, ...]
    parties: tuple[str, ...]

    @property
    def tried_bonuses(self) -> tuple[str, ...]:
        """All that can count: those of the order, then those that add."""
        return tuple(dict.fromkeys((*self.order, *adding(self.rows))))


MAX_ADDED_BONUSES: Final = 6
"""The most adding bonuses: each doubles the possible sums of a hand without cards."""


class _Seen:
    """The facts that cases have shown about the rows of one table."""

    def __init__(self, order: tuple[str, ...]) -> None:
        self.applies: dict[str, bool] = dict.fromkeys(order, False)
        self.first: dict[str, bool] = dict.fromkeys(order, False)
        self.always: dict[str, bool] = dict.fromkeys(order, True)
        self.is_certain: dict[str, bool] = dict.fromkeys(order, False)
        """True if a row holds in every division of some outcome."""
        self.can_fail: dict[str, bool] = dict.fromkeys(order, False)
        """True if what is written of a row fails in every division of some outcome."""
        self.hidden_by: dict[str, str] = {}
        self.both: dict[tuple[str, str], Case] = {}

    def take_case(self, case: Case, rows: Mapping[str, Bonus]) -> None:
        """One case more."""
        verdicts = {key: _applies(rows[key], case) for key in self.applies}
        applying = [key for key, verdict in verdicts.items() if verdict is not False and not rows[key].is_added]
        for key in (key for key, verdict in verdicts.items() if verdict is not False):
            self.applies[key] = True
            self.is_certain[key] = self.is_certain[key] or (verdicts[key] is True and case.has_certain_result)
            self.first[key] = self.first[key] or rows[key].is_added
        for number, key in enumerate(applying):
            before = applying[:number]
            hiding = next((earlier for earlier in before if verdicts[earlier]), None)
            if hiding is None:
                self.first[key] = True
            else:
                self.hidden_by.setdefault(key, hiding)
            for earlier in before:
                both = (*rows[earlier].conditions, *rows[key].conditions)
                if _effect(rows[earlier]) != _effect(rows[key]) and _can_hold_together(both, case):
                    self.both.setdefault((earlier, key), case)
        for key in verdicts:
            # What is paid for each of something may always be paid: only a condition that decides nothing is idle.
            verdict = all_can_hold(rows[key].written_conditions, case.parties, case.contract)
            self.always[key] = self.always[key] and verdict is True
            self.can_fail[key] = self.can_fail[key] or (verdict is False and case.has_certain_result)


def check_bonus_rows(rules: Rules, report: Report) -> None:
    """Check each row separately."""
    for table in _payment_tables(rules):
        for key, row in table.rows.items():
            _check_effect(key, row, table, rules, report)
            _check_place_in_order(key, row, table, report)
            _check_for_each(key, row, table, report)
            for number, when in enumerate(row.written_conditions):
                where = f"{table.path}.bonus.{key}.{f'also.{number - 1}' if number else 'when'}"
                _check_condition(key, when, where, table, report)
                for place, alternative in enumerate(when.one_of):
                    _check_condition(key, alternative, f"{where}.one_of.{place}", table, report)
        added = adding(table.rows)
        if len(added) > MAX_ADDED_BONUSES:
            report.add("RUL523", f"{table.path}.bonus", count=len(added), most=MAX_ADDED_BONUSES)
        elif (sums := _count_sums(table, added, report)) > 1 << MAX_ADDED_BONUSES:
            report.add("RUL523", f"{table.path}.bonus", wording="each", count=sums, most=1 << MAX_ADDED_BONUSES)


def check_needed(rules: Rules, report: Report) -> None:
    """Check that the limits on a side's needs besides points do not cross."""
    for path, needed in dict.fromkeys(winning(rules, contract) for contract in rules.contracts):
        report_wrong_cards("won_if", needed.condition, path, report)
        for key, wording in list_wrong_limits(needed.condition):
            report.add("RUL522", f"{path}.{key}", wording=wording, bonus="won_if", figure=key)


def check_winnable(rules: Rules, report: Report) -> None:
    """A contract with conditions besides points can be won, and can be lost."""
    if _has_declared_points(rules) or not has_all_outcomes(rules, report):
        return
    decided: dict[tuple[str, str], list[str]] = {}
    for contract in report.facts.playable_contracts:
        path, needed = winning(rules, contract)
        if needed.is_by_points or find_wrong_cards(needed.condition, report.facts.card_bounds):
            continue
        results = set() if any(list_wrong_limits(needed.condition)) else _find_results(contract, needed, report)
        if results in ({True}, {False}):
            decided.setdefault((path, "always" if True in results else ""), []).append(contract)
    for (path, wording), contracts in decided.items():
        listed = Listing(tuple(f"`{each}`" for each in contracts))
        report.add("RUL527", path, wording=wording, contracts=listed)


def _find_results(contract: str, needed: WonIf, report: Report) -> set[bool]:
    """Find whether the declarer's side can win the play, and whether it can lose it."""
    points = When(of="declarer", counted=PointLimits(at_least=needed.points_at_least, at_most=needed.points_at_most))
    conditions = [when for when in (points, needed.condition) if any(_is_limited(limit) for limit in when.limits)]
    asked = outcome_fields(figure for when in conditions for figure in condition_figures(when))
    divisions, found = CardDivisions(report.facts.pack_cards), set[bool]()
    ways = {True: [list_asked(conditions)], False: [way for when in conditions for way in list_broken(when, contract)]}
    for split in report.facts.splits(contract):
        for decided in report.facts.distinct_outcomes(split, asked, WonIf(), 1):
            mine = report.facts.party(decided.outcome.declarer, contract)
            theirs = report.facts.party(decided.outcome.opponents, contract, own=False)
            case = Case(contract, {"declarer": mine, "opponents": theirs}, split)
            for result in {True, False} - found:
                if any(is_way_possible(way, case, divisions, report) for way in ways[result]):
                    found.add(result)
            if len(found) > 1:
                return found
    return found


def _is_limited(limit: Limit) -> bool:
    return limit.least is not None or limit.most is not None


def _check_effect(key: str, row: Bonus, table: _Table, rules: Rules, report: Report) -> None:
    """Check that a bonus has exactly one effect, and that it changes something."""
    path = f"{table.path}.bonus.{key}"
    effects = [each for each in (row.times, row.instead, row.plus, row.plus_stakes) if each is not None]
    effects += [1] * (row.plus_pot is True)
    if len(effects) != 1:
        report.add("RUL508", path, wording="both" if effects else "neither", bonus=key)
    for param, wording in _wrong_own_payment(row, table, rules):
        report.add("RUL526", f"{path}.{param}", wording=wording, bonus=key)
    if row.cumulative and row.times is None:
        report.add("RUL508", f"{path}.cumulative", wording="cumulative", bonus=key)
    if row.times == 1:
        report.add("RUL704", f"{path}.times", wording="times_one")


def _check_place_in_order(key: str, row: Bonus, table: _Table, report: Report) -> None:
    """Check that the order contains exactly the bonuses of which the first counts."""
    path = f"{table.path}.bonus.{key}"
    if row.is_added and key in table.order:
        where = report.blame(f"{table.path}.bonus_order", path)
        report.add("RUL509", where, wording="adds", bonus=key, order=f"{table.path}.bonus_order")
    if not row.is_added and key not in table.order and not set(table.order) - set(table.rows):
        where = report.blame(path, f"{table.path}.bonus_order")
        report.add("RUL509", where, bonus=key, order=f"{table.path}.bonus_order")


def _check_for_each(key: str, row: Bonus, table: _Table, report: Report) -> None:
    """Check that a payment for each of something counts one thing of a real party."""
    path = f"{table.path}.bonus.{key}.for_each"
    if wording := _wrong_for_each(row):
        report.add("RUL508", path, wording=wording, bonus=key)
    if row.for_each is not None:
        report_wrong_cards(key, row.for_each.condition, path, report)
        if row.for_each.of not in table.parties:
            _report_party(row.for_each.of, f"{path}.of", table, report)


def _count_sums(table: _Table, added: Iterable[str], report: Report) -> int:
    """The number of sums that the adding bonuses may come to."""
    count = 1
    hands = max(report.facts.hands_by_seats.values(), default=1)
    for row in (table.rows[name] for name in added):
        is_counted = row.for_each is not None and not _wrong_for_each(row)
        most = report.facts.most_for_each(row.for_each) if row.for_each is not None and is_counted else 1
        count *= 1 + most * (hands if row.card_place else 1)
    return count


def _wrong_for_each(row: Bonus) -> str:
    """The wording for a wrong `for_each`; empty if it is right."""
    counted = row.for_each
    if counted is None:
        return ""
    if (counted.cards is None) == (counted.tricks is None):
        return "for_each_neither" if counted.cards is None else "for_each_both"
    return "for_each" if row.plus is None and row.plus_stakes is None else ""


_SINGLE: Final = ("card_winner", "card_holder")
_WRONG_PAIRS: Final = frozenset((
    *product(("losers", "winners", "declarer", "opponents"), ("everyone", *_SINGLE)),
    *product(_SINGLE, _SINGLE), ("everyone", "everyone"), ("pot", "pot"),
))  # fmt: skip
"""Pairs that do not pay: a side pays the other or the pot.

A player by a card, and everyone, pay each other.
"""


def _wrong_own_payment(row: Bonus, table: _Table, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield the mistakes of an own payment: the parameter, and the wording."""
    if not row.is_own_payment:
        yield from ((param, "no_payer") for param, is_stated in
                    (("to", row.to is not None), ("plus_pot", row.plus_pot), ("card", row.card is not None))
                    if is_stated)  # fmt: skip
        return
    if table.path == "all_pass" and not row.is_between_seats:
        yield "paid_by", "all_pass"
    elif row.times is not None or row.instead is not None:
        yield "paid_by", "nothing_added"
    elif (row.paid_by, row.to) in _WRONG_PAIRS or (row.is_between_seats and row.to is None):
        yield "paid_by", "wrong_pair"
    elif bool(row.card_place) != (row.card is not None):
        yield ("paid_by" if row.card is None else "card"), "no_card" if row.card is None else "idle_card"
    elif getattr(rules.all_pass.params, "pot", None) is None:
        speaking = (("to", row.to == "pot"), ("paid_by", row.paid_by == "pot"), ("plus_pot", row.plus_pot))
        yield from ((param, "no_pot") for param, is_stated in speaking if is_stated)


def _check_condition(bonus: str, when: Alternative, path: str, table: _Table, report: Report) -> None:
    """Check one condition, or one alternative, separately."""
    report_wrong_cards(bonus, when, path, report)
    if when.of not in table.parties:
        _report_party(when.of, f"{path}.of", table, report)
    for key, wording in list_wrong_limits(when):
        report.add("RUL522", f"{path}.{key}", wording=wording, bonus=bonus, figure=key)


def _report_party(of: str, path: str, table: _Table, report: Report) -> None:
    """A party that is not known in a table."""
    known = Listing(tuple(f"`{party}`" for party in table.parties), either=True)
    report.add("RUL510", path, wording="all_pass" if table.path == "all_pass" else "", of=of, known=known)


def list_wrong_limits(when: AnyCondition) -> Iterator[tuple[str, str]]:
    """The figures whose limits are missing or cross."""
    for limit in when.limits:
        if limit.row.compares == "limits":
            if limit.least is None and limit.most is None:
                yield limit.row.name, "no_limits"
            elif limit.least is not None and limit.most is not None and limit.least > limit.most:
                yield limit.row.name, "crossed_limits"


def report_wrong_cards(bonus: str, when: AnyCondition, path: str, report: Report) -> None:
    """Check limits of cards: there is one, they do not cross, and the pack has them."""
    cards = when.cards
    wrong = find_wrong_cards(when, report.facts.card_bounds)
    if cards is None:
        return
    least, most, count = cards.at_least, cards.at_most, _of_pack(when, report.facts.card_bounds)
    if wrong == "unknown":
        return  # a name that is not defined is told as such
    if wrong:
        at = {"crossed": ".at_most", "too_many": ".at_least"}.get(wrong, "")
        report.add("RUL522", f"{path}.cards{at}", wording=wrong, bonus=bonus, least=least, most=most, count=count)
    elif most is not None and most >= count and (least is not None or len(when.limits) > 1):
        report.add("RUL704", f"{path}.cards.at_most", wording="all_cards", count=count)


def find_wrong_cards(when: AnyCondition, bounds: CardBounds) -> str:
    """The wording for wrong limits of certain cards; empty if they are right."""
    if when.cards is None:
        return ""
    least, most, count = when.cards.at_least, when.cards.at_most, _of_pack(when, bounds)
    if least is None and most is None:
        return "neither"
    if not count:
        return "no_cards" if bounds.is_of_pack(when.cards) else "unknown"
    if least is not None and most is not None and least > most:
        return "crossed"
    return "too_many" if least is not None and least > count else ""


def _of_pack(when: AnyCondition, bounds: CardBounds) -> int:
    """The number of the pack's cards that a condition counts."""
    (figure,) = (
        limit.figure for limit in when.limits if isinstance(limit.figure, CardFigure) and limit.figure.is_counted
    )
    return len(bounds.matching(figure))


def check_table(rules: Rules, report: Report) -> None:
    """Check what only the outcomes of a hand can show."""
    for table in _payment_tables(rules):
        if table.path == "all_pass" and rules.all_pass.params.pays == "nobody":
            continue  # nothing is paid that could change
        order = tuple(key for key in table.tried_bonuses if key in table.rows and _can_be_tried(table, key, report))
        cases, complete = (
            (_played_cases, has_all_outcomes) if table.path == "settle" else (_passed_cases, has_all_passed_outcomes)
        )
        left = tuple(key for key in table.rows if key not in table.tried_bonuses and _can_be_tried(table, key, report))
        seen, outside, any_case = _Seen(order), _Seen(left), False
        tried = [table.rows[key] for key in (*order, *left)]
        worlds: dict[str, tuple[_World, ...]] = {}
        for case in _distinct_cases(cases(rules, report), tried):
            any_case = True
            if case.contract not in worlds:
                worlds[case.contract] = _find_worlds(tried, case.contract, rules, report)
            for world in worlds[case.contract]:
                placed = world.case_with(case)
                seen.take_case(placed, table.rows)
                outside.take_case(placed, table.rows)
        if any_case and order:
            is_complete = complete(rules, report)
            if is_complete:
                _decide_by_cards(table, seen, cases, worlds, report)
            _report_table(table, seen, report, complete=is_complete)
        # That nothing tries a bonus hides nothing else that is wrong with it.
        for key in left if any_case and complete(rules, report) else ():
            if not outside.applies[key]:
                report.add("RUL505", f"{table.path}.bonus.{key}.when", key=True, bonus=key)


def _distinct_cases(cases: Iterable[Case], rows: Sequence[Bonus]) -> Iterator[Case]:
    """The cases that rows can distinguish, a small part of all.

    They differ in a limit on a figure, or in the range of cards.
    """
    limits: dict[AnyFigure, set[tuple[int | None, int | None]]] = {}
    for limit in (limit for row in rows for part in condition_parts(row.conditions) for limit in part.limits):
        limits.setdefault(limit.figure, set()).add((limit.least, limit.most))
    bounds = [(figure, (*found,) if isinstance(figure, str) else None) for figure, found in limits.items()]
    seen: set[object] = set()
    for case in cases:
        winners, losers = case.parties["winners"], case.parties["losers"]
        known: list[object] = [case.contract, case.parties.get("declarer") is winners]
        for figure, found in bounds:
            for low, high in (winners.figure_range(figure), losers.figure_range(figure)):
                known += (
                    [(low, high)]
                    if found is None
                    else [
                        (least is None or (low >= least, high >= least), most is None or (low <= most, high <= most))
                        for least, most in found
                    ]
                )
        if (key := tuple(known)) not in seen:
            seen.add(key)
            yield case


def _decide_by_cards(
    table: _Table, seen: _Seen, cases: _Cases, worlds: Mapping[str, Sequence[_World]], report: Report
) -> None:
    """Decide by divisions of the pack what bounds of each number leave open."""
    for key in seen.applies:
        row = table.rows[key]
        if seen.applies[key] and not seen.is_certain[key]:
            ways = partial(_list_needed, [*flat_conditions(row.conditions)])
            seen.applies[key] = _is_anywhere(ways, cases, worlds, report)
        if seen.applies[key] and not seen.always[key] and not seen.can_fail[key]:
            ways = partial(_list_failures, row.written_conditions)
            seen.always[key] = not _is_anywhere(ways, cases, worlds, report)


def _list_needed(flat: Iterable[Sequence[Alternative]], case: Case) -> Iterator[list[AskedLimit]]:
    """List the limits of each choice of alternatives that is possible in a case."""
    for conditions in flat:
        if _is_possible(conditions, case) and _can_hold_at_once(conditions, case):
            yield list_asked(conditions)


def _list_failures(conditions: Sequence[When], case: Case) -> Iterator[list[AskedLimit]]:
    """List the ways in which one of several conditions fails."""
    for when in conditions:
        yield from list_broken(when, case.contract)
        if when.one_of:
            broken = (list_broken(alternative, case.contract) for alternative in when.one_of)
            yield from ([*chain.from_iterable(ways)] for ways in product(*broken))


def _is_anywhere(
    ways: Callable[[Case], Iterable[Sequence[AskedLimit]]],
    cases: _Cases,
    worlds: Mapping[str, Sequence[_World]],
    report: Report,
) -> bool:
    """Check whether in some case figures and cards are as one of the ways asks."""
    rules, facts = report.facts.rules, report.facts
    divisions = CardDivisions(facts.pack_cards)
    frame = facts.find_frame(facts.all_pass_split())
    paid = PaidHands(frame, rules, report) if frame is not None and rules.all_pass.do == "play_out" else None
    for case in cases(rules, report):
        for world in worlds[case.contract]:
            placed = world.case_with(case)
            if any(
                is_way_possible([*way, *result], placed, divisions, report)
                and (bool(case.contract) or paid is None or paid.can_have(way))
                for way, result in product(ways(placed), case.result_ways)
            ):
                return True
    return False


def is_way_possible(way: Sequence[AskedLimit], case: Case, divisions: CardDivisions, report: Report) -> bool:
    """Check whether all figures can be as asked, cards by divisions of the pack."""
    for asked in way:
        low, high = case.parties[asked.of].figure_range(asked.figure)
        if high < asked.least or (asked.most is not None and low > asked.most):
            return False
    own = case.own
    others = next(party for party in case.parties.values() if party is not own)
    of_cards = [asked for asked in way if isinstance(asked.figure, CardFigure) and asked.figure.where != "trump"]
    if not of_cards:
        return True
    parties = {name: frozenset({int(party is not own)}) for name, party in case.parties.items()}
    points = [
        AskedLimit(of, figure, value, value)
        for of, side in (("own", own.side), ("others", others.side))
        for figure, value in (("in_tricks", side.in_tricks), ("cards", side.cards))
    ]
    parties |= {"own": frozenset({0}), "others": frozenset({1})}
    tried = (
        journeys for groups in _list_groups(own, others, case, report)
        for journeys in list_journeys(groups, case.contract, case.split, report)
    )  # fmt: skip
    return can_be_divided([[*points, *of_cards]], parties, tried, divisions)


def _list_groups(own: PartyOutcome, others: PartyOutcome, case: Case, report: Report) -> Iterator[list[PlayerGroup]]:
    """List the sides with each number of hands, and the hands of neither."""
    hands, (least, most) = own.in_trick, own.hands
    # A dummy's hand is in no party, nor is one that neither pays nor is paid in a hand without a declarer.
    may_be_absent = not case.contract or report.facts.rules.table.dummies is not None
    for number in range(least, min(most, hands - 1) + 1):
        for beside in range(hands - number + 1) if may_be_absent else (hands - number,):
            yield [
                PlayerGroup(number, own.side.tricks, own.side.last),
                PlayerGroup(beside, others.side.tricks, others.side.last),
                PlayerGroup(hands - number - beside),
            ]


def _can_be_tried(table: _Table, key: str, report: Report) -> bool:
    if _wrong_for_each(table.rows[key]):
        return False
    parts = condition_parts(table.rows[key].conditions)
    return all(
        part.of in table.parties
        and not find_wrong_cards(part, report.facts.card_bounds)
        and not any(list_wrong_limits(part))
        for part in parts
    )


def _report_table(table: _Table, seen: _Seen, report: Report, *, complete: bool) -> None:
    for key in seen.applies:
        path = f"{table.path}.bonus.{key}.when"
        if complete and not seen.applies[key]:
            report.add("RUL505", path, key=True, bonus=key)
        elif complete and not seen.first[key]:
            where = report.blame(path, f"{table.path}.bonus_order", f"{table.path}.bonus.{seen.hidden_by[key]}.when")
            report.add("RUL506", where, key=True, bonus=key, earlier=seen.hidden_by[key])
        elif complete and seen.always[key] and table.rows[key].written_conditions != (When(),):
            report.add("RUL520", path, key=True, bonus=key)
    for (earlier, later), case in seen.both.items():
        if seen.first[later]:
            rows = (f"{table.path}.bonus.{key}.when" for key in (earlier, later))
            where = report.blame(f"{table.path}.bonus_order", *rows)
            report.add("RUL507", where, earlier=earlier, later=later, case=_case_words(table, case, report), at=where)


def _payment_tables(rules: Rules) -> Iterator[_Table]:
    settle = rules.settle
    yield _Table("settle", settle.bonus, settle.bonus_order, ("losers", "winners", "declarer", "opponents"))
    if rules.all_pass.do == "play_out":
        params = rules.all_pass.params
        yield _Table("all_pass", params.bonus, params.bonus_order, ("others", "winners", "losers"))


def _played_cases(rules: Rules, report: Report) -> Iterator[Case]:
    """Every case of every contract; contracts that rows do not distinguish count once."""
    seen: set[object] = set()
    parts = parts_of_unit(rules.pack.unit) if rules.settle.rounding == "down" else 1
    rows = rules.settle.bonus.values()
    figures = _of_sides(rows)
    for contract in report.facts.playable_contracts:
        by_contract = (
            *(is_for_contract(part, contract) for row in rows for part in condition_parts(row.conditions)),
            report.facts.partners_of_contract(contract), _find_worlds(tuple(rows), contract, rules, report),
        )  # fmt: skip
        for needed, split in product(report.facts.needed_limits(contract), report.facts.splits(contract)):
            member = needed, by_contract
            if (split, member) in seen:
                continue
            seen.add((split, member))
            asked = figures | outcome_fields(condition_figures(needed.condition))
            for decided in report.facts.distinct_outcomes(split, asked, needed, parts):
                mine = report.facts.party(decided.outcome.declarer, contract)
                theirs = report.facts.party(decided.outcome.opponents, contract, own=False)
                has_needed = can_hold(needed.condition, mine) if decided.won else False
                for wins in (has_needed,) if has_needed is not None else (True, False):
                    case = _case_of_result(contract, split, mine, theirs, wins=wins)
                    yield case if has_needed is not None else case._replace(result_ways=_list_result_ways(needed, case))


def _case_of_result(contract: str, split: Split, own: PartyOutcome, others: PartyOutcome, *, wins: bool) -> Case:
    """The parties where the declarer's side has won, or lost."""
    mine, theirs = own._replace(wins=wins), others._replace(wins=not wins)
    winners, losers = (mine, theirs) if wins else (theirs, mine)
    return Case(contract, {"declarer": mine, "opponents": theirs, "winners": winners, "losers": losers}, split)


def _list_result_ways(needed: WonIf, case: Case) -> tuple[Sequence[AskedLimit], ...]:
    """The ways in which cards make the declarer's side win, or lose."""
    if case.parties["declarer"].wins:
        return (list_asked([needed.condition]),)
    return tuple(list_broken(needed.condition, case.contract))


MAX_WORLDS: Final = 256
"""The number of worlds above which roles, announcements and trump are left open."""


def _find_worlds(rows: Sequence[Bonus], contract: str, rules: Rules, report: Report) -> tuple[_World, ...]:
    """Find all that can go with an outcome of a contract, or without a declarer."""
    parts = condition_parts(condition for row in rows for condition in row.conditions)
    asked = dict.fromkeys(figure for part in parts for figure in condition_figures(part))
    figures = tuple(figure for figure in asked if isinstance(figure, str) and is_known_by_seats(figure))
    choices = [_find_places(figure, contract, rules, report) for figure in figures]
    has_trump = any(isinstance(figure, CardFigure) and figure.where == "trump" for figure in asked)
    trumps: tuple[str | None, ...] = report.facts.possible_trumps(contract) if has_trump else (None,)
    if prod(map(len, choices)) * len(trumps) > MAX_WORLDS:
        return (_World(),)
    most = _most_hands(contract, report)
    return tuple(
        _World(figures, tuple(own for own, _ in places), tuple(others for _, others in places), trump)
        for places in product(*choices)
        if all(
            sum(place[side] for figure, place in zip(figures, places, strict=True) if figure in ROLES) <= most[side]
            for side in (0, 1)
        )
        for trump in trumps
    )


def _most_hands(contract: str, report: Report) -> tuple[int, int]:
    """The most hands on the declarer's side, and on the others."""
    hands = max(report.facts.hands_by_seats.values(), default=2)
    if contract:
        return 1 + report.facts.partners_of_contract(contract), hands - 1
    rules = report.facts.rules
    sides = rules.table.sides or hands
    return most_paying_sides(rules, sides) * hands // sides, hands - hands // sides


_Place = tuple[bool, bool]
"""Two facts of something: it is on the declarer's side, and it is on the others."""


def _find_places(figure: str, contract: str, rules: Rules, report: Report) -> tuple[_Place, ...]:
    """The sides on which a role or an announcement can be."""
    word = find_said_word(figure)
    if not word:
        return _find_places_of_role(figure, contract, rules, report)
    entry = rules.standing.get(word)
    by = entry.params.by if entry is not None and entry.do == "declare" else "anyone"
    # A partner that is not known yet counts as an opponent; without a declarer only anyone's word can be said.
    can_be_own = by == "anyone" or bool(contract and (by == "declarer" or report.facts.partners_of_contract(contract)))
    can_be_others = by == "anyone" or bool(contract and by == "opponents")
    return tuple(product((False, True)[: 1 + can_be_own], (False, True)[: 1 + can_be_others]))


def _find_places_of_role(figure: str, contract: str, rules: Rules, report: Report) -> tuple[_Place, ...]:
    if report.facts.party_roles.get(figure) == (0, 0):
        return ((False, False),)
    # A player who sits out is on no side, nor is one who neither pays nor is paid in a hand without a declarer.
    may_be_absent = not contract or rules.table.sits_out is not None or rules.table.dummies is not None
    return ((True, False), (False, True), *([(False, False)] if may_be_absent else []))


def _of_sides(rows: Iterable[Bonus]) -> frozenset[str]:
    """The figures of a side in the rows; if they count cards, all bounds of these."""
    parts = (part for row in rows for part in condition_parts(row.conditions))
    return outcome_fields(figure for part in parts for figure in condition_figures(part))


def _passed_cases(rules: Rules, report: Report) -> Iterator[Case]:
    """Every case of a hand without a declarer: one side pays, the others are paid."""
    split = report.facts.all_pass_split()
    frame = report.facts.find_frame(split)
    if frame is None:
        return
    paying = PayingSides(frame, rules, report)
    for decided in report.facts.distinct_outcomes(split, frozenset(SideOutcome._fields), WonIf(), 1):
        payer, others = decided.outcome.declarer, decided.outcome.opponents
        if paying.can_pay(payer, others):
            paid = report.facts.party(others, "", own=False)._replace(wins=True)
            losing = report.facts.party(payer, "")._replace(wins=False)
            yield Case("", {"others": paid, "winners": paid, "losers": losing}, split)


def _has_declared_points(rules: Rules) -> bool:
    """Check for declared points: then outcomes do not show a side's points or result."""
    declared = (entry.params for entry in rules.standing.values() if entry.do == "declare")
    return any(each.points or each.points_more for each in declared)


def has_all_outcomes(rules: Rules, report: Report) -> bool:
    if _has_declared_points(rules):
        return False
    splits = [split for key in report.facts.playable_contracts for split in report.facts.splits(key)]
    return all(report.facts.feasible_outcomes(split)[1] for split in splits)


def has_all_passed_outcomes(rules: Rules, report: Report) -> bool:
    return not _has_declared_points(rules) and report.facts.feasible_outcomes(report.facts.all_pass_split())[1]


def _applies(row: Bonus, case: Case) -> bool | None:
    found = all_can_hold(row.conditions, case.parties, case.contract)
    return found if found is False or _can_hold_together(row.conditions, case) else False


def _can_hold_together(conditions: Sequence[When], case: Case) -> bool:
    """Check whether conditions can hold together by some choice of alternatives."""
    return any(
        (len(flat) == len(conditions) or _is_possible(flat, case)) and _can_hold_at_once(flat, case)
        for flat in flat_conditions(conditions)
    )


def _is_possible(conditions: Sequence[Alternative], case: Case) -> bool:
    """Check whether each of these conditions can hold separately."""
    return all(
        condition.of in case.parties
        and (not condition.contracts or case.contract in condition.contracts)
        and can_hold(condition, case.parties[condition.of]) is not False
        for condition in conditions
    )


_OF_ONE_SIDE: Final = (*ROLES, "last_trick", "result")
"""Figures that are 1 for one side only."""


def _can_hold_at_once(conditions: Sequence[Alternative], case: Case) -> bool:
    """Check that conditions do not need more cards, dealers or last tricks than exist."""
    ranges: dict[tuple[bool, CardFigure], tuple[int, int]] = {}
    holders: dict[str, bool] = {}
    for when in conditions:
        party = case.parties[when.of]
        mine = party is case.parties.get("declarer", party)
        for limit in when.limits:
            if isinstance(limit.figure, str):
                if limit.least == 1 and limit.figure in _OF_ONE_SIDE and holders.setdefault(limit.figure, mine) != mine:
                    return False
                continue
            key = mine or limit.figure.where == "trump", limit.figure
            low, high = ranges.get(key, party.figure_range(limit.figure))
            ranges[key] = max(low, limit.least or 0), high if limit.most is None else min(high, limit.most)
    return all(
        low <= high and low + ranges.get((not mine, figure), (0, 0))[0] <= party.bounds.most_of_all(figure)
        for (mine, figure), (low, high) in ranges.items()
    )


def _effect(row: Bonus) -> tuple[int | None, int | None]:
    return row.times, row.instead


def _case_words(table: _Table, case: Case, report: Report) -> Words:
    side = case.parties["others" if table.path == "all_pass" else "losers"].side
    whose = Words("who is paid") if table.path == "all_pass" else Words("the losers")
    cards, points = report.points_words(side.in_tricks), report.points_words(side.points)
    return Words(
        "{whose} (tricks: {tricks}, in their cards: {cards}, in all: {points})",
        whose=whose, tricks=side.tricks, cards=cards, points=points,
    )  # fmt: skip


CHECKS: Final = (
    check_bonus_rows,
    check_needed,
    check_winnable,
    check_table,
)
"""Every check of this module, in the order in which they are made."""
