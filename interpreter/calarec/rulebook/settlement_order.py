"""The stages of a settlement as rows: their words, use in rules, and rules.

The engine goes through these stages (`core/engine/settling.py`), the rulebook prints those that a ruleset has. A
reason of an account names a rule; the rules of a later stage never come before those of an earlier one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.settle import adding, changing, named_roles
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.settle import Bonus


class Stage(NamedTuple):
    """One stage of the settlement."""

    words: Words
    """The words for the stage, as an item of a list."""
    rests_on: tuple[str, ...]
    """The rules that it reads, as beginnings of paths; `*` is any one key."""
    is_part_of: Callable[[Rules], bool]
    """Check whether rules have the stage."""
    kind: Literal["", "multiplies", "apart"] = ""
    """The kind: multiplies all that is due, or is paid apart, or neither."""


def list_settlement_stages(rules: Rules) -> tuple[Stage, ...]:
    """The stages of a hand under these rules, in their order."""
    return tuple(stage for stage in SETTLEMENT_ORDER if stage.is_part_of(rules))


def _bonus_table(rules: Rules) -> tuple[Mapping[str, Bonus], tuple[str, ...]]:
    """The bonuses of the hands that these rules are about, and their order."""
    if rules.has_auction:
        return rules.settle.bonus, rules.settle.bonus_order
    return getattr(rules.all_pass.params, "bonus", {}), getattr(rules.all_pass.params, "bonus_order", ())


def _bonuses_outside_order(rules: Rules) -> Iterator[Bonus]:
    table, _ = _bonus_table(rules)
    return (table[name] for name in adding(table))


def _has_ordered_bonus(rules: Rules) -> bool:
    table, order = _bonus_table(rules)
    return bool(changing(table, [name for name in order if name in table]))


def _has_fault_price(rules: Rules) -> bool:
    faults = [entry.params for entry in rules.standing.values() if entry.do == "fault"]
    return any(fault.pay_each or fault.pay_again or fault.pay_pot for fault in faults)


def _has_moved_points(rules: Rules) -> bool:
    return any(entry.do == "fault" and entry.params.move_points for entry in rules.standing.values())


def _has_declared_points(rules: Rules) -> bool:
    entries = (entry.params for entry in rules.standing.values() if entry.do == "declare")
    return any(params.points or params.points_more for params in entries)


def _has_payments(rules: Rules) -> bool:
    return rules.has_auction or getattr(rules.all_pass.params, "pays", "nobody") != "nobody"


SETTLEMENT_ORDER: Final[tuple[Stage, ...]] = (
    Stage(
        Words("the points of each side"), ("pack.points", "pack.last_trick", "standing.*"), lambda _: True
    ),
    Stage(Words("the points that were declared"), ("standing.*.points",), _has_declared_points),
    Stage(Words("the points that irregularities move"), ("standing.*.move_points",), _has_moved_points),
    Stage(Words("rounding"), ("settle.rounding",), lambda rules: rules.settle.rounding == "down"),
    Stage(
        Words("the fractions that were dropped"), ("settle.leftover",), lambda rules: rules.settle.leftover != "nobody"
    ),
    Stage(
        Words("the points that sides count instead"), ("all_pass.counts",),
        lambda rules: bool(getattr(rules.all_pass.params, "counts", {})),
    ),
    Stage(
        Words("the result"), ("settle.won_if", "contracts.*.won_if", "standing.*.contract", "settle.rounding"),
        lambda rules: rules.has_auction,
    ),
    Stage(
        Words("the stake"),
        ("contracts.*.stake", "contracts.*.lost", "steps.*.in_pile", "steps.*.in_hand", "all_pass.stake"),
        _has_payments,
    ),
    Stage(
        Words("times the difference of the points"), ("settle.pay",),
        lambda rules: rules.settle.pay == "difference",
    ),
    Stage(
        Words("the least and the most that is paid"), ("settle.least", "settle.most"),
        lambda rules: rules.has_auction and (rules.settle.least is not None or rules.settle.most is not None),
    ),
    Stage(
        Words("the first bonus of the order that applies"), ("settle.bonus", "all_pass.bonus"),
        lambda rules: _has_payments(rules) and _has_ordered_bonus(rules),
    ),
    Stage(
        Words("the bonuses that add"), ("settle.bonus", "all_pass.bonus"),
        lambda rules: any(
            not bonus.is_multiplied and not bonus.is_own_payment for bonus in _bonuses_outside_order(rules)
        ),
    ),
    Stage(
        Words("the bonuses that multiply whatever else is due"), ("settle.bonus", "all_pass.bonus"),
        lambda rules: any(each.is_multiplied for each in _bonuses_outside_order(rules)), kind="multiplies",
    ),
    Stage(
        Words("what hands that all have passed multiply"), ("all_pass.times",),
        lambda rules: getattr(rules.all_pass.params, "times", 1) != 1, kind="multiplies",
    ),
    Stage(
        Words("what the match so far multiplies"), ("match.next",),
        lambda rules: any(rule.times != 1 for rule in rules.match.next.values()), kind="multiplies",
    ),
    Stage(
        Words("doubling for everyone"), ("doubling.words",),
        lambda rules: bool(rules.doubling.words) and rules.doubling.binds == "everyone", kind="multiplies",
    ),
    Stage(
        Words("doubling by single opponents"), ("doubling.words",),
        lambda rules: bool(rules.doubling.words) and rules.doubling.binds == "doubler", kind="multiplies",
    ),
    Stage(
        Words("what players pay and receive by their roles"), ("settle.roles",),
        lambda rules: bool(named_roles(rules.settle.roles)), kind="multiplies",
    ),
    Stage(
        Words("what single opponents pay and receive by what they have"), ("settle.each",),
        lambda rules: rules.has_auction and bool(rules.settle.each), kind="multiplies",
    ),
    Stage(
        Words("the shares of declarer and partner"), ("settle.shares",), lambda rules: rules.settle.shares is not None
    ),
    Stage(
        Words("payments apart from the contract"), ("settle.bonus", "all_pass.bonus"),
        lambda rules: any(
            bonus.is_own_payment
            for table in (rules.settle.bonus, getattr(rules.all_pass.params, "bonus", {}))
            for bonus in table.values()
        ), kind="apart",
    ),
    Stage(
        Words("the pot"), ("all_pass.pot",),
        lambda rules: getattr(rules.all_pass.params, "pot", None) is not None, kind="apart",
    ),
    Stage(
        Words("what irregularities cost"), ("standing.*.pay_each", "standing.*.pay_again", "standing.*.pay_pot"),
        _has_fault_price, kind="apart",
    ),
    Stage(Words("what is due for a dummy"), ("table.dummies",), lambda rules: rules.table.dummies is not None),
)  # fmt: skip
