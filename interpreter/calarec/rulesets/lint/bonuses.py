"""Bonuses: each can apply, each is tried, and the order decides nothing that nobody meant.

Terms. A *table* is one set of rows with its order: that of the settlement, or that of a hand without a
declarer. A *case* is an outcome with the parties that rows may look at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.base.frozen import NamedTuple
from calarec.mechanisms.conditions import holds, in_contract
from calarec.rulesets.lint.facts import parts_of
from calarec.wording.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.mechanisms.rules import Rules
    from calarec.mechanisms.settle import Bonus
    from calarec.rulesets.lint.outcomes import SideOutcome
    from calarec.rulesets.lint.report import Report


class _Case(NamedTuple):
    contract: str
    parties: Mapping[str, SideOutcome]


class _Table(NamedTuple):
    path: str
    rows: Mapping[str, Bonus]
    order: tuple[str, ...]
    parties: tuple[str, ...]


class _Seen:
    """What the cases have shown of the rows of one table."""

    def __init__(self, order: tuple[str, ...]) -> None:
        self.applies: dict[str, bool] = dict.fromkeys(order, False)
        self.first: dict[str, bool] = dict.fromkeys(order, False)
        self.always: dict[str, bool] = dict.fromkeys(order, True)
        self.hidden_by: dict[str, str] = {}
        self.both: dict[tuple[str, str], _Case] = {}

    def take(self, case: _Case, rows: Mapping[str, Bonus]) -> None:
        """One case more."""
        applying = [key for key in self.applies if _applies(rows[key], case)]
        for key in self.applies:
            self.always[key] = self.always[key] and key in applying
        for number, key in enumerate(applying):
            self.applies[key] = True
            if number == 0:
                self.first[key] = True
            for earlier in applying[:number]:
                self.hidden_by.setdefault(key, earlier)
                if _effect(rows[earlier]) != _effect(rows[key]):
                    self.both.setdefault((earlier, key), case)


def check_rows(rules: Rules, report: Report) -> None:
    """What can be said of each row by itself."""
    for table in _tables(rules):
        for key, row in table.rows.items():
            path = f"{table.path}.bonus.{key}"
            if (row.times is None) == (row.instead is None):
                report.add("RUL508", path, wording="neither" if row.times is None else "both", bonus=key)
            if row.times == 1:
                report.add("RUL704", f"{path}.times", wording="times_one")
            if key not in table.order and not set(table.order) - set(table.rows):
                where = report.blame(path, f"{table.path}.bonus_order")
                report.add("RUL509", where, bonus=key, order=f"{table.path}.bonus_order")
            if row.when.of not in table.parties:
                where = f"{path}.when.of"
                values: dict[str, Any] = {
                    "of": row.when.of,
                    "known": Listing(tuple(f"`{each}`" for each in table.parties), either=True),
                }
                report.add("RUL510", where, wording="all_pass" if table.path == "all_pass" else "", **values)


def check_table(rules: Rules, report: Report) -> None:
    """What only the outcomes of a hand can show."""
    for table in _tables(rules):
        order = tuple(key for key in table.order if key in table.rows and table.rows[key].when.of in table.parties)
        cases, complete = (_played, _all_complete) if table.path == "settle" else (_passed, _all_pass_complete)
        seen, any_case = _Seen(order), False
        for case in cases(rules, report):
            any_case = True
            seen.take(case, table.rows)
        if any_case and order:
            _say(table, seen, report, complete=complete(rules, report))


def _say(table: _Table, seen: _Seen, report: Report, *, complete: bool) -> None:
    for key in seen.applies:
        path = f"{table.path}.bonus.{key}.when"
        if complete and not seen.applies[key]:
            report.add("RUL505", path, key=True, bonus=key)
        elif complete and not seen.first[key]:
            where = report.blame(path, f"{table.path}.bonus_order", f"{table.path}.bonus.{seen.hidden_by[key]}.when")
            report.add("RUL506", where, key=True, bonus=key, earlier=seen.hidden_by[key])
        elif complete and seen.always[key]:
            report.add("RUL520", path, key=True, bonus=key)
    for (earlier, later), case in seen.both.items():
        if seen.first[later]:
            rows = (f"{table.path}.bonus.{key}.when" for key in (earlier, later))
            where = report.blame(f"{table.path}.bonus_order", *rows)
            report.add("RUL507", where, earlier=earlier, later=later, case=_said(table, case, report), at=where)


def _tables(rules: Rules) -> Iterator[_Table]:
    settle = rules.settle
    yield _Table("settle", settle.bonus, settle.bonus_order, ("losers", "winners", "declarer", "opponents"))
    if rules.all_pass.do == "play_out":
        params = rules.all_pass.params
        yield _Table("all_pass", params.bonus, params.bonus_order, ("others",))


def _played(rules: Rules, report: Report) -> Iterator[_Case]:
    """Every case of every contract; contracts that the rows do not tell apart are looked at once."""
    seen: set[object] = set()
    target = rules.settle.won_if.points_at_least
    parts = parts_of(rules.pack.unit) if rules.settle.rounding == "down" else 1
    for contract in report.facts.played:
        member = tuple(in_contract(row.when, contract) for row in rules.settle.bonus.values())
        for split in report.facts.splits(contract):
            if (split, member) in seen:
                continue
            seen.add((split, member))
            for mine, theirs in report.facts.outcomes(split)[0]:
                won = mine.points // parts * parts >= target
                winners, losers = (mine, theirs) if won else (theirs, mine)
                yield _Case(contract, {"declarer": mine, "opponents": theirs, "winners": winners, "losers": losers})


def _passed(rules: Rules, report: Report) -> Iterator[_Case]:
    """Every case of a hand without a declarer: one seat pays, the others are paid."""
    hands = max(report.facts.hands.values(), default=2)
    found, _ = report.facts.outcomes(report.facts.all_pass_split())
    most = rules.all_pass.params.pays == "most_points"
    for payer, others in found:
        if most and payer.points * (hands - 1) < others.points:
            continue
        yield _Case("", {"others": others})


def _all_complete(rules: Rules, report: Report) -> bool:
    del rules
    splits = [split for key in report.facts.played for split in report.facts.splits(key)]
    return all(report.facts.outcomes(split)[1] for split in splits)


def _all_pass_complete(rules: Rules, report: Report) -> bool:
    del rules
    return report.facts.outcomes(report.facts.all_pass_split())[1]


def _applies(row: Bonus, case: _Case) -> bool:
    return holds(row.when, case.parties[row.when.of], case.contract)


def _effect(row: Bonus) -> tuple[int | None, int | None]:
    return row.times, row.instead


def _said(table: _Table, case: _Case, report: Report) -> Words:
    side = case.parties["others" if table.path == "all_pass" else "losers"]
    whose = Words("who is paid") if table.path == "all_pass" else Words("the losers")
    cards, points = report.points(side.in_tricks), report.points(side.points)
    return Words(
        "{whose} (tricks: {tricks}, in their cards: {cards}, in all: {points})",
        whose=whose, tricks=side.tricks, cards=cards, points=points,
    )  # fmt: skip


CHECKS: Final = (
    check_rows,
    check_table,
)
"""Every check of this module, in the order in which they are made."""
