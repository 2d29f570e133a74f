"""The new deal in a sentence, and who deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.redeal import Redeal
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

DEALER_SAID = {
    "same": Words("the same dealer deals again", sense="redeal"),
    "next": Words("the deal passes to the player at the dealer's {side}"),
}


def say(part: Redeal, telling: Telling) -> Iterator[Told]:
    """Who deals again."""
    yield telling.say(
        Words("If nobody bids, the cards are thrown in and {dealer}."),
        "do", "dealer", dealer=telling.phrase(DEALER_SAID[part.dealer], side=telling.next_side),
    )  # fmt: skip
