"""The hand played out when all have passed, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words
from calarec.mechanisms.sentences.redeal import DEALER_SAID
from calarec.mechanisms.sentences.settle import say_bonuses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.play_out import PlayOut
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_LEAD = {
    "eldest": Words("Eldest hand, the player at the dealer's {side}, leads."),
    "dealer": Words("The dealer leads."),
}
_PAYS = {
    "most_points": Words("Whoever has most points at the end pays {stake} to each of the others."),
    "last_trick": Words("Whoever wins the last trick pays {stake} to each of the others."),
}
_TIES = {
    "each_pays": Words("If several have most, each of them pays those who have fewer."),
    "nobody_pays": Words("If several have most, nobody pays."),
}


def say(part: PlayOut, telling: Telling) -> Iterator[Told]:
    """How the hand is played out and what it costs."""
    yield telling.say(
        Words("If nobody bids, the hand is played all the same, each for himself, by the rules of play below."),
        "do",
    )
    yield telling.say(_LEAD[part.leader], "leader", side=telling.next_side)
    yield telling.say(_PAYS[part.pays], "pays", "stake", stake=telling.amount(part.stake))
    if part.pays == "most_points":
        yield telling.say(_TIES[part.ties], "ties")
    else:
        yield from telling.idle(part, "ties")
    yield from say_bonuses(part.bonus, part.bonus_order, telling)
    yield telling.say(
        Words("Then {dealer}."), "dealer", style="new",
        dealer=telling.phrase(DEALER_SAID[part.dealer], side=telling.next_side),
    )  # fmt: skip
