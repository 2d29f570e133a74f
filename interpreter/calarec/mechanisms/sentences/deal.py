"""The deal in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.deal import Deal
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling


def say(part: Deal, telling: Telling) -> Iterator[Told]:
    """How many cards each is dealt, and how."""
    how = Words("all at once")
    if part.packets != part.hand:
        how = telling.phrase(Words("{packets} at a time"), packets=telling.number(part.packets))
    yield telling.say(
        Words("The dealer gives {cards} to each player, {how}, beginning with the player at the dealer's {side}."),
        "hand", "packets", also=("table.direction",),
        cards=telling.cards(part.hand), how=how, side=telling.next_side,
    )  # fmt: skip
    if not any(pile.dealt for pile in telling.rules.piles.values()):
        yield from telling.idle(part, "piles")
