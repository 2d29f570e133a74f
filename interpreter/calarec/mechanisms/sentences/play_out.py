"""The hand played out when all have passed, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both
from calarec.mechanisms.sentences.redeal import DEALER_SAID
from calarec.mechanisms.sentences.settle import say_bonuses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.play_out import PlayOut
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_LEAD = {
    "eldest": Both(
        "Eldest hand, the player at the dealer's {side}, leads.",
        "Esce il primo di mano, chi siede alla {side} del mazziere.",
    ),
    "dealer": Both("The dealer leads.", "Esce il mazziere."),
}
_PAYS = {
    "most_points": Both(
        "Whoever has most points at the end pays {stake} to each of the others.",
        "Chi alla fine ha più punti paga {stake} a ciascuno degli altri.",
    ),
    "last_trick": Both(
        "Whoever wins the last trick pays {stake} to each of the others.",
        "Chi fa l'ultima presa paga {stake} a ciascuno degli altri.",
    ),
}
_TIES = {
    "each_pays": Both(
        "If several have most, each of them pays those who have fewer.",
        "Se più giocatori hanno il massimo, ognuno di loro paga chi ne ha di meno.",
    ),
    "nobody_pays": Both("If several have most, nobody pays.", "Se più giocatori hanno il massimo, nessuno paga."),
}


def say(part: PlayOut, telling: Telling) -> Iterator[Told]:
    """How the hand is played out and what it costs."""
    yield telling.say(
        Both(
            "If nobody bids, the hand is played all the same, each for himself, by the rules of play below.",
            "Se nessuno dichiara, si gioca lo stesso, ognuno per sé, secondo le regole del gioco date sotto.",
        ),
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
        Both("Then {dealer}.", "Poi {dealer}."), "dealer", style="new",
        dealer=telling.phrase(DEALER_SAID[part.dealer], side=telling.next_side),
    )  # fmt: skip
