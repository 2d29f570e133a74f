"""The piles in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.piles import Pile
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_LAID = {
    "after": Both(
        "Then the dealer lays {cards} in the middle of the table, to form {pile}.",
        "Poi il mazziere mette {cards} in mezzo al tavolo, a formare {pile}.",
    ),
    "after_first_round": Both(
        "After the first round of packets the dealer lays {cards} in the middle of the table, to form {pile}.",
        "Dopo il primo giro il mazziere mette {cards} in mezzo al tavolo, a formare {pile}.",
    ),
}
_WON_BY = {
    "last_trick": Both(
        "At the end {pile} goes to whoever wins the last trick.", "Alla fine {pile} va a chi fa l'ultima presa."
    ),
    "declarer": Both(
        "At the end {pile} goes to the declarer's side.", "Alla fine {pile} va alla parte del dichiarante."
    ),
    "nobody": Both(
        "At the end {pile} goes to nobody, and its points are lost.",
        "Alla fine {pile} non va a nessuno e i suoi punti si perdono.",
    ),
}


def say(part: Pile, telling: Telling) -> Iterator[Told]:
    """How a pile is laid, and who gets it."""
    pile = telling.pile(telling.key)
    if part.dealt:
        laid = _LAID[telling.rules.deal.piles]
        yield telling.say(laid, "dealt", also=("deal.piles",), cards=telling.laid(part.dealt), **pile)
    yield telling.say(_WON_BY[part.won_by], "won_by", room="settle", **pile)
