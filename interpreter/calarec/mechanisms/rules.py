"""The typed model of a ruleset, and how the flat tree becomes one."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from calarec.light import dataclass
from calarec.mechanisms.base import Kind
from calarec.mechanisms.registry import mechanism
from calarec.rulesets.fields import params_of, shape_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.mechanisms.auction import Auction
    from calarec.mechanisms.contracts import Contract
    from calarec.mechanisms.deal import Deal
    from calarec.mechanisms.match import Match
    from calarec.mechanisms.pack import Pack
    from calarec.mechanisms.piles import Pile
    from calarec.mechanisms.play import Play
    from calarec.mechanisms.raising import Raising
    from calarec.mechanisms.settle import Settle
    from calarec.mechanisms.table import Table


@dataclass(frozen=True, slots=True)
class Named:
    """A part that was chosen by name: an entry of `steps` or `standing`, or `all_pass`."""

    do: str
    part: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """All rules of a game: one attribute a section, called as in the rule file."""

    table: Table
    pack: Pack
    piles: Mapping[str, Pile]
    deal: Deal
    auction: Auction
    raising: Raising
    contracts: Mapping[str, Contract]
    steps: Mapping[str, Named]
    play: Play
    standing: Mapping[str, Named]
    all_pass: Named
    settle: Settle
    match: Match


def build_rules(tree: Mapping[str, Any]) -> Rules:
    """The model of a flat tree that the schema has accepted and whose defaults are filled in."""

    def section(name: str) -> Any:
        part = mechanism(Kind.SECTION, name).part
        if mechanism(Kind.SECTION, name).entries:
            return MappingProxyType({key: build_part(part, value) for key, value in tree[name].items()})
        return build_part(part, tree[name])

    def named(kind: Kind, entry: Mapping[str, Any]) -> Named:
        return Named(entry["do"], build_part(mechanism(kind, entry["do"]).part, entry))

    return Rules(
        table=section("table"),
        pack=section("pack"),
        piles=section("piles"),
        deal=section("deal"),
        auction=section("auction"),
        raising=section("raising"),
        contracts=section("contracts"),
        steps=MappingProxyType({key: named(Kind.STEP, each) for key, each in tree["steps"].items()}),
        play=section("play"),
        standing=MappingProxyType({key: named(Kind.STANDING, each) for key, each in tree["standing"].items()}),
        all_pass=named(Kind.ALL_PASS, tree["all_pass"]),
        settle=section("settle"),
        match=section("match"),
    )


def build_part(part: Any, data: Mapping[str, Any]) -> Any:
    """A part from its data; parameters that are not there take their defaults."""
    return part(**{each.name: _build(each.type, data[each.name]) for each in params_of(part) if each.name in data})


def _build(annotation: Any, value: Any) -> Any:
    if value is None or isinstance(value, (str, int)):
        return value
    shape = shape_of(annotation)
    match shape.kind:
        case "part" | "int_or_part":
            return build_part(shape.item, value)
        case "list":
            return tuple(_build(shape.item, item) for item in value)
        case "map":
            return MappingProxyType({key: _build(shape.item, item) for key, item in value.items()})
    return value
