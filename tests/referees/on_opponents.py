"""What single opponents pay and receive, settled once more: pagat's payments, each changed by what its player had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.referees import source_004
from tests.referees.on_conditions import Party

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.referees.shape import Hand


def payments(hand: Hand, rules: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """What each player is paid; `rules` as `settle.each` has them."""
    found = source_004.referee(hand, "pagat")
    before, declarer, contract = found["payments"], found["declarer"], found["contract"]
    if not declarer:
        return {seat: before.get(seat, 0) for seat in hand["seats"]}
    opponents = [seat for seat in hand["deal"] if seat != declarer]
    has_won = any(side["wins"] for side in found["sides"] if declarer in side["seats"])
    after = {
        seat: before.get(seat, 0) * _multiple(hand, rules, (seat, declarer, contract), pays=has_won)
        for seat in opponents
    }
    return {seat: after.get(seat, 0) for seat in hand["seats"]} | {declarer: -sum(after.values())}


def _multiple(hand: Hand, rules: Mapping[str, Mapping[str, Any]], of: tuple[str, str, str], *, pays: bool) -> int:
    multiple = 1
    for rule in rules.values():
        if all(_holds(hand, condition, of) for condition in _conditions(rule)):
            multiple *= rule.get("pays" if pays else "receives", 1)
    return multiple


def _conditions(rule: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    stated = rule.get("when", {})
    yield from stated if isinstance(stated, list) else [stated]


def _holds(hand: Hand, condition: Mapping[str, Any], of: tuple[str, str, str]) -> bool:
    """Whether a condition holds of the party that it names, as one opponent is looked at."""
    seat, declarer, contract = of
    opponents = {each for each in hand["deal"] if each != declarer}
    party = {
        "opponent": {seat}, "other_opponents": opponents - {seat}, "opponents": opponents, "declarer": {declarer},
    }[condition.get("of", "opponent")]  # fmt: skip
    return Party(hand, party, wins=False).keeps(condition, contract)
