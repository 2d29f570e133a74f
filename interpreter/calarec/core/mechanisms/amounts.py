"""Contracts that are bid with an amount: from the rules as they are written to those that are played, and back.

`contracts.offro: {amounts: {least: 1, most: 20}, stake: 1}` is written once and played as twenty contracts, `offro-1`
to `offro-20`, each with its own stake and its own place on the ladder. Whoever plays, judges or settles knows nothing
but contracts; rulebooks, static checks and differences read what is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import fields, replace
from calarec.core.base.mappings import FrozenMap
from calarec.core.mechanisms.auction import StakeOf
from calarec.core.mechanisms.fields import About
from calarec.core.mechanisms.rules import Named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.mechanisms.auction import Contract
    from calarec.core.mechanisms.rules import Rules

_NAMING: Final = ("auction", "contracts", "standing", "all_pass", "settle")
"""The sections in which contracts are named."""


def expand_amounts(rules: Rules) -> Rules:
    """The rules with a contract for each amount; the same ones where no contract has amounts."""
    if all(contract.amounts is None for contract in rules.contracts.values()):
        return rules
    names = {
        key: tuple(f"{key}-{amount}" for amount in contract.amounts.offered_amounts)
        for key, contract in rules.contracts.items() if contract.amounts is not None
    }  # fmt: skip
    spread: dict[str, Any] = {name: _spread_amounts(getattr(rules, name), names) for name in _NAMING}
    contracts: dict[str, Contract] = {}
    for key, each in spread["contracts"].items():
        amounts = each.amounts.offered_amounts if each.amounts is not None else ()
        contracts |= {f"{key}-{amount}": _contract_of_amount(each, amount) for amount in amounts} or {key: each}
    return replace(rules, **spread | {"contracts": FrozenMap(contracts)})


def _contract_of_amount(contract: Contract, amount: int) -> Contract:
    """The contract of an amount: its stakes are paid for each unit of it."""
    lost = None if contract.lost is None else _times(contract.lost, amount)
    return replace(contract, stake=_times(contract.stake, amount), lost=lost)


def _times(stake: int | StakeOf, amount: int) -> int | StakeOf:
    return stake * amount if isinstance(stake, int) else replace(stake, times=stake.times * amount)


def _spread_amounts(part: Any, names: Mapping[str, tuple[str, ...]]) -> Any:
    """A part of the rules with every amount where the contract is listed, and the least where one is named."""
    if isinstance(part, FrozenMap):
        return FrozenMap({key: _spread_amounts(each, names) for key, each in part.items()})
    if isinstance(part, tuple):
        return tuple(_spread_amounts(each, names) for each in part)
    if isinstance(part, Named):
        return Named(part.do, _spread_amounts(part.params, names))
    if part is None or isinstance(part, str | int):
        return part
    changed = {
        field.name: _expand_names(field.metadata["about"], getattr(part, field.name), names) for field in fields(part)
    }
    return replace(part, **changed)


def _expand_names(about: About, value: Any, names: Mapping[str, tuple[str, ...]]) -> Any:
    if about.refers_to != "contract":
        return _spread_amounts(value, names)
    if isinstance(value, str):
        return names.get(value, (value,))[0]
    return tuple(name for each in value or () for name in names.get(each, (each,)))
