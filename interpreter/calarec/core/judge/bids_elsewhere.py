"""Other rulesets with a bid that the rules of a hand do not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.wording.language import Joined, Listing, Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.mechanisms.ruleset import Ruleset

_IN_FAMILY = Words("In the family of `{ruleset}`, `{bid}` is a bid of {rulesets}")
_HERE = Words("At {seats} seats `{bid}` is a bid of {rulesets}")
_OTHERWISE = Words("`{bid}` is a bid of {rulesets}")
_AT_SEATS = Words("`{ruleset}` (at {seats} seats)")


def where_bid(bid: str, ruleset: Ruleset, seats: int) -> Words | str:
    """List the rulesets with a bid; empty if none.

    They are those of the same family and for this number of seats; otherwise any.
    """
    known = ruleset.rulesets_with_contract(bid)
    if not known:
        return ""
    family = [each for each in known if _family_of(each) == _family_of(ruleset)]
    here = [each for each in known if seats in each.rules.table.seats and each not in family]
    said = []
    if family:
        listed = _with_seats(_original_rulesets(family))
        said.append(_IN_FAMILY.with_values(ruleset=_family_of(ruleset), bid=bid, rulesets=listed))
    if here:
        listed = Listing(tuple(f"`{original.id}`" for original in _original_rulesets(here)))
        said.append(_HERE.with_values(seats=seats, bid=bid, rulesets=listed))
    if not said:
        said.append(_OTHERWISE.with_values(bid=bid, rulesets=_with_seats(_original_rulesets(known))))
    return Words("{lead}{said}", lead=". ", said=Joined(tuple(said), ". "))


def _family_of(ruleset: Ruleset) -> str:
    """The ruleset on which it is built in the end."""
    return ruleset.layers[-1]


def _original_rulesets(rulesets: Sequence[Ruleset]) -> list[Ruleset]:
    """The rulesets that are not built on another of them."""
    ids = {ruleset.id for ruleset in rulesets}
    return [ruleset for ruleset in rulesets if not ids & ({*ruleset.layers} - {ruleset.id})]


def _with_seats(rulesets: Sequence[Ruleset]) -> Listing:
    return Listing(
        tuple(
            _AT_SEATS.with_values(
                ruleset=ruleset.id, seats=Listing(tuple(map(str, ruleset.rules.table.seats)), either=True)
            )
            for ruleset in rulesets
        )
    )
