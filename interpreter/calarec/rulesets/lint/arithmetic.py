"""Arithmetic of the pack and the table: how many cards, how many hands, how many points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words

if TYPE_CHECKING:
    from calarec.language import Sayable
    from calarec.mechanisms.pack import Pack
    from calarec.mechanisms.table import Table
    from calarec.rulesets.model import Rules


def cards_of(pack: Pack) -> list[str]:
    """The cards of the pack, suit by suit from the highest rank to the lowest."""
    out = set(pack.without)
    return [rank + suit for suit in pack.suits for rank in pack.ranks if rank + suit not in out]


def card_points(pack: Pack) -> list[int]:
    """What each card of the pack is worth, in the same order."""
    return [pack.points.get(card[0], 0) for card in cards_of(pack)]


def hands_at(table: Table, seats: int) -> int:
    """How many hands are dealt when so many sit at the table."""
    out = 1 if table.sits_out is not None and table.sits_out.at == seats else 0
    dummies = table.dummies.hands if table.dummies is not None else 0
    return seats - out + dummies


def payers_at(table: Table, seats: int, hands: int) -> int:
    """How many opponents a declarer without a partner has who pay and are paid, the one who sits out included."""
    out = table.sits_out
    shares = out is not None and out.at == seats and out.shares == "opponents"
    return hands - 1 + (1 if shares else 0)


def in_piles(rules: Rules) -> int:
    """How many cards the deal lays on the table."""
    return sum(pile.dealt for pile in rules.piles.values())


def total_points(pack: Pack) -> int:
    """What all cards and the last trick are worth."""
    return sum(card_points(pack)) + pack.last_trick


def points_said(count: int, unit: str) -> Sayable:
    """Points as they are spoken of, and in the unit of the file where that is another: 6 points (18 thirds)."""
    from calarec.rulesets.explain.grammar import fraction, part_names, points

    said, parts = points(count, unit), parts_of(unit)
    if parts == 1 or count < parts:
        return said
    name = part_names(parts) if count != 1 else fraction(1, parts)
    return Words("{points} ({count} {parts})", points=said, count=count, parts=name)


def parts_of(unit: str) -> int:
    """Into how many parts a unit divides the whole: 3 for `1/3`."""
    return int(unit.removeprefix("1/")) if "/" in unit else 1
