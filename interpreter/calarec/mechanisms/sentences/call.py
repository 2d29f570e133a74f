"""The call of a card in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both, Listing
from calarec.mechanisms.sentences.contracts import IN_OWN_HAND, stake_keys, stake_said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.call import Call, Found
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_CALLS = {
    ("after_auction", "card"): Both(
        "The declarer calls a card, naming its rank and suit, in order to receive it.",
        "Il dichiarante chiama una carta, dicendone valore e seme, per averla.",
    ),
    ("with_bid", "card"): Both(
        "The declarer has called a card, naming its rank and suit, in making the bid, in order to receive it.",
        "Già nel dichiarare il dichiarante ha chiamato una carta, dicendone valore e seme, per averla.",
    ),
    ("after_auction", "partner"): Both(
        "The declarer calls a card, naming its rank and suit: whoever holds it is the declarer's partner.",
        "Il dichiarante chiama una carta, dicendone valore e seme: chi l'ha in mano è il suo compagno.",
    ),
    ("with_bid", "partner"): Both(
        "In making the bid the declarer has called a card, naming its rank and suit: whoever holds it is the "
        "declarer's partner.",
        "Già nel dichiarare il dichiarante ha chiamato una carta, dicendone valore e seme: chi l'ha in mano è il suo "
        "compagno.",
    ),
}
_THEN = {
    "satisfied": Both(
        "If the card {lies}, that satisfies the call, and nobody gives a card.",
        "Se la carta {lies}, la chiamata è soddisfatta così e nessuno deve dare carte.",
    ),
    "alone": Both(
        "If the card {lies}, the declarer plays without a partner.",
        "Se la carta {lies}, il dichiarante gioca senza compagno.",
    ),
    "refused": Both(
        "If the card {lies}, the call does not hold and another card must be named.",
        "Se la carta {lies}, la chiamata non vale e se ne deve nominare un'altra.",
    ),
}
_REVEALED = {
    "when_played": Both(
        "The partner keeps silent and is known when the called card is played.",
        "Il compagno tace e si scopre quando gioca la carta chiamata.",
    ),
    "at_call": Both("The partner says so at once.", "Il compagno si dichiara subito."),
    "at_end": Both(
        "The partner keeps silent and is not revealed until the hand is over.",
        "Il compagno tace e non si rivela fino alla fine della smazzata.",
    ),
}


def say(part: Call, telling: Telling) -> Iterator[Told]:
    """What is called and for what, and what follows wherever the card is."""
    yield telling.say(_CALLS[part.named, part.gets], "named", "gets")
    yield from _callable(part, telling)
    if part.in_pile == part.in_hand:
        lies = Listing((telling.on_table(), IN_OWN_HAND), either=True)
        yield telling.say(_THEN[part.in_pile.then], "in_pile.then", "in_hand.then", lies=lies)
        yield from _stakes(part.in_pile, telling.within("in_pile"))
    else:
        yield from _found(part.in_pile, telling.within("in_pile"), telling.on_table())
        yield from _found(part.in_hand, telling.within("in_hand"), IN_OWN_HAND)
    if part.gets == "partner":
        yield telling.say(_REVEALED[part.revealed], "revealed")
    else:
        yield from telling.idle(part, "revealed")


def _callable(part: Call, telling: Telling) -> Iterator[Told]:
    if not part.cards:
        yield telling.say(Both("Any card may be called.", "Si può chiamare qualunque carta."), "cards")
        return
    rows, keys = [], []
    for place, row in enumerate(part.cards):
        keys += [f"cards.{place}.ranks", f"cards.{place}.holding_all"]
        ranks = Listing(tuple(telling.a_rank(rank) for rank in row.ranks), either=True)
        holding = Listing(tuple(telling.every_rank(rank) for rank in row.holding_all or ""))
        template = Both("{ranks}", "{ranks}")
        if row.holding_all:
            template = Both(
                "{ranks}, if the declarer holds {holding}", "{ranks}, se il dichiarante ha in mano {holding}"
            )
        rows.append(telling.phrase(template, ranks=ranks, holding=holding))
    said = Both(", or else ".join(row.en for row in rows), ", oppure ".join(row.it for row in rows))
    yield telling.say(Both("The card must be {rows}.", "La carta dev'essere {rows}."), *keys, rows=said)


def _found(part: Found, telling: Telling, lies: Both) -> Iterator[Told]:
    yield telling.say(_THEN[part.then], "then", lies=lies)
    yield from _stakes(part, telling)


def _stakes(part: Found, telling: Telling) -> Iterator[Told]:
    if part.then == "refused":
        yield from telling.idle(part, "won", "lost")
        return
    if part.won is not None:
        yield telling.say(
            Both(
                "A win then brings {stake} from each opponent.",
                "Se vince, riscuote allora {stake} da ogni avversario.",
            ),
            *stake_keys(part.won, "won"), stake=stake_said(part.won, telling),
        )  # fmt: skip
    if part.lost is not None:
        yield telling.say(
            Both("A loss then costs {stake} to each opponent.", "Se perde, paga allora {stake} a ogni avversario."),
            *stake_keys(part.lost, "lost"), stake=stake_said(part.lost, telling),
        )  # fmt: skip
