"""The new deal in a sentence, and who deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.redeal import Redeal
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

DEALER_SAID = {
    "same": Both("the same dealer deals again", "lo stesso mazziere dà di nuovo"),
    "next": Both(
        "the deal passes to the player at the dealer's {side}", "il mazzo passa a chi siede alla {side} del mazziere"
    ),
}


def say(part: Redeal, telling: Telling) -> Iterator[Told]:
    """Who deals again."""
    yield telling.say(
        Both(
            "If nobody bids, the cards are thrown in and {dealer}.",
            "Se nessuno dichiara, si raccolgono le carte e {dealer}.",
        ),
        "do", "dealer", dealer=telling.phrase(DEALER_SAID[part.dealer], side=telling.next_side),
    )  # fmt: skip
