"""What is kept when all pass, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Listing, Words
from calarec.mechanisms.sentences.redeal import DEALER_SAID

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.carry_on import CarryOn
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_BINDS = {
    "everyone": Words("In the auction that follows, only {contracts} may be bid, by anyone."),
    "eldest": Words("In the auction that follows, whoever speaks first may bid only {contracts}; the others are free."),
}


def say(part: CarryOn, telling: Telling) -> Iterator[Told]:
    """What is kept, who deals, and how the next auction is narrowed."""
    dealer = telling.phrase(DEALER_SAID[part.dealer], side=telling.next_side)
    if part.keep:
        keep = Listing(tuple(telling.pile(pile)["pile"] for pile in part.keep))
        keeping = Words("If nobody bids, the hands are thrown in, but {keep} stays as it lies, and {dealer}.")
    else:
        keep = Listing(())
        keeping = Words("If nobody bids, all the cards are thrown in and {dealer}.")
    yield telling.say(keeping, "do", "keep", "dealer", keep=keep, dealer=dealer)
    if part.only:
        yield telling.say(_BINDS[part.binds], "only", "binds", contracts=telling.contracts(part.only))
    else:
        yield from telling.idle(part, "binds")
