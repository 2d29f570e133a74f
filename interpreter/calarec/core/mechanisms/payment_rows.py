"""The payment of one opponent as rows compiled from the rules, in their order.

The engine reads these rows in numbers, the checker's generator in source, checks and rulebook in words. Stages: the
stake, times the difference of the points, the least and the most, the first bonus of the order that holds, the
bonuses that add, the bonuses that multiply.

A row keeps the part of the rules and reads it only when it applies: a trace of rules must contain only those that
were read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.conditions import is_for_contract, is_known_without_play
from calarec.core.mechanisms.rules import contract_path
from calarec.core.mechanisms.settle import adding, changing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from calarec.core.mechanisms.all_pass import PlayOutRule
    from calarec.core.mechanisms.auction import Contract, StakeOf
    from calarec.core.mechanisms.exchange import FoundRule
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.settle import Bonus

Result: TypeAlias = Literal["won", "lost"]
CallPlace: TypeAlias = Literal["in_pile", "in_hand"]
"""The place of a called card if no other hand held it."""


def resolve_stake(stake: int | StakeOf | None, contracts: Mapping[str, Contract]) -> int | None:
    """Resolve a stake that follows another contract; None if unstated or circular."""
    times = 1
    for _ in range(len(contracts) + 1):
        if stake is None or isinstance(stake, int):
            return None if stake is None else stake * times
        followed = contracts.get(stake.of)
        if followed is None:
            return None
        times *= stake.times
        stake = followed.stake
    return None


class StakeRow(NamedTuple):
    """One stake of the rules. The last row that applies to a hand counts."""

    rule: str
    part: Contract | FoundRule | PlayOutRule
    key: Literal["stake", "won", "lost"]
    result: Result | None = None
    """The result with which it applies; None: with both."""
    call: str = ""
    """The path of the call after which it applies; empty: independent of a call."""
    place: CallPlace | None = None
    """The place where the called card was found."""

    def may_apply_to_result(self, result: Result, place: CallPlace | None = None) -> bool:
        """Check whether it applies to a hand with this result and place of the card."""
        return self.result in (None, result) and self.place in (None, place)

    def stated_stake(self) -> int | StakeOf | None:
        """The stake as the rules state it; None where they leave it to the row before."""
        stake: int | StakeOf | None = getattr(self.part, self.key)
        return stake


class Stake(NamedTuple):
    """The stake of a hand: its rule, and the amount; None if the rules are circular."""

    rule: str
    amount: int | None


def find_stake(
    rows: Iterable[StakeRow], contracts: Mapping[str, Contract], result: Result, place: CallPlace | None = None
) -> Stake:
    """Find the stake of a result: the last stated row that applies."""
    rule, deciding = "", None
    for row in rows:
        if row.may_apply_to_result(result, place):
            stated = row.stated_stake()
            if stated is not None:
                rule, deciding = row.rule, stated
    return Stake(rule, resolve_stake(deciding, contracts))


class BonusRow(NamedTuple):
    """One bonus of the table of a kind of hand."""

    rule: str
    name: str
    bonus: Bonus

    def may_apply_to_contract(self, contract: str) -> bool:
        """Check whether its conditions allow the contract."""
        return all(is_for_contract(condition, contract) for condition in self.bonus.conditions)


class PaymentRows(NamedTuple):
    """The payment of one opponent in one kind of hand."""

    stakes: tuple[StakeRow, ...]
    by_difference: bool
    """True if each unit of the difference of points pays the stake."""
    changing: tuple[BonusRow, ...]
    """The first of them that holds counts."""
    adding: tuple[BonusRow, ...]
    """All that hold are applied: those that add, then those that multiply."""

    @property
    def all_bonuses(self) -> tuple[BonusRow, ...]:
        """All bonuses, in the order in which an account names those that apply."""
        return (*self.changing, *self.adding)


def contract_payments(rules: Rules, contract: str, calls: Iterable[str] | None = None) -> PaymentRows:
    """The rows of a contract.

    `calls`: the paths of the calls that count; by default those of its steps.
    """
    settle = rules.settle
    bonuses = _bonus_rows("settle", settle.bonus, settle.bonus_order)
    return PaymentRows(stake_rows(rules, contract, calls), settle.pay == "difference", *bonuses)


def has_play_dependent_bonus(rules: Rules, contract: str) -> bool:
    """Check whether some bonus of a contract is known only once every trick is."""
    rows = contract_payments(rules, contract, ()).all_bonuses
    return any(row.may_apply_to_contract(contract) and not is_known_without_play(row.bonus.conditions) for row in rows)


def played_out_payments(part: PlayOutRule) -> PaymentRows:
    """The rows of a hand that is played out without a declarer."""
    stakes = (StakeRow("all_pass.stake", part, "stake"),)
    changing_rows, adding_rows = _bonus_rows("all_pass", part.bonus, part.bonus_order)
    return PaymentRows(stakes, by_difference=False, changing=changing_rows, adding=adding_rows)


def stake_rows(rules: Rules, contract: str, calls: Iterable[str] | None = None) -> tuple[StakeRow, ...]:
    """The stakes of a contract, each before those that replace it.

    `calls` as for `contract_payments`.
    """
    part, path = rules.contracts[contract], contract_path(rules, contract)
    own = StakeRow(f"{path}.stake", part, "stake"), StakeRow(f"{path}.lost", part, "lost", "lost")
    return (*own, *_call_stakes(rules, contract, calls))


def _call_stakes(rules: Rules, contract: str, calls: Iterable[str] | None) -> Iterator[StakeRow]:
    if calls is None:
        steps = rules.contracts[contract].steps
        calls = [f"steps.{step}" for step in steps if step in rules.steps and rules.steps[step].do == "call"]
    places: tuple[CallPlace, ...] = ("in_pile", "in_hand")
    results: tuple[Result, ...] = ("won", "lost")
    for call in calls:
        for place in places:
            part = getattr(rules.steps[call.removeprefix("steps.")].params, place)
            for result in results:
                yield StakeRow(f"{call}.{place}.{result}", part, result, result, call, place)


def _bonus_rows(
    section: str, table: Mapping[str, Bonus], order: Iterable[str]
) -> tuple[tuple[BonusRow, ...], tuple[BonusRow, ...]]:
    """The bonuses that change the payment, in order, and those that add to it."""
    added = adding(table)
    first = changing(table, order) if added else order

    def rows(names: Iterable[str]) -> tuple[BonusRow, ...]:
        return tuple([BonusRow(f"{section}.bonus.{name}", name, table[name]) for name in names])

    return rows(first), rows(added)
