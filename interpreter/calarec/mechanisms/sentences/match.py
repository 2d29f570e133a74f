"""The match in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both, Listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.match import Match
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_COUNTS = {
    "payments": Both(
        "Each player's total is the sum of what that player has received, less what the player has paid.",
        "Il totale di ognuno è la somma di ciò che ha riscosso, meno ciò che ha pagato.",
    ),
    "winners_only": Both(
        "Each player's total is the sum of what that player has received; what is paid is not taken off.",
        "Il totale di ognuno è la somma di ciò che ha riscosso; ciò che paga non si toglie.",
    ),
    "card_points": Both(
        "Each player's total is the sum of the points that the player's side has won with cards in each hand.",
        "Il totale di ognuno è la somma dei punti che la sua parte ha fatto con le carte in ogni smazzata.",
    ),
    "declarer_only": Both(
        "Only the declarer's account is kept: what the declarer wins or loses is written down, and nothing for the "
        "others.",
        "Si tiene il conto del solo dichiarante: si scrive ciò che vince o perde, e nulla per gli altri.",
    ),
}
_UNTIL = {
    "points": Both("somebody has reached {n} points", "qualcuno arriva a {n} punti"),
    "deals": Both("{n} deals have been settled", "si sono giocate {n} smazzate"),
    "minutes": Both(
        "{n} minutes have passed (the deal then running is finished)",
        "sono passati {n} minuti (si finisce la smazzata in corso)",
    ),
}
_TIE = {
    "another_deal": Both(
        "The highest total wins; if several share it, one more deal is played.",
        "Vince chi ha il totale più alto; a parità si gioca ancora una smazzata.",
    ),
    "shared": Both(
        "The highest total wins; if several have it, they share the win.",
        "Vince chi ha il totale più alto; a parità la vittoria è divisa.",
    ),
}
_DEALER = {
    "next": Both(
        "For the next hand the deal passes to the player at the dealer's {side}.",
        "Per la smazzata seguente il mazzo passa a chi siede alla {side} del mazziere.",
    )
}


def say(part: Match, telling: Telling) -> Iterator[Told]:
    """What is added up, who deals next, and when it is over."""
    yield telling.say(_COUNTS[part.counts], "counts")
    yield telling.say(_DEALER[part.dealer], "dealer", also=("table.direction",), side=telling.next_side)
    ends = {key: getattr(part.until, key) for key in _UNTIL}
    keys = [f"until.{key}" for key in _UNTIL]
    reached = [telling.phrase(_UNTIL[key], n=value) for key, value in ends.items() if value is not None]
    if not reached:
        yield telling.say(
            Both("The rules set no end to the match; the players agree on one.",
                 "Le regole non fissano un termine; lo concordano i giocatori."),
            *keys, style="new",
        )  # fmt: skip
        yield from telling.idle(part, "tie")
        return
    first = Both(", whichever comes first", ", secondo che cosa avviene prima") if len(reached) > 1 else ""
    yield telling.say(
        Both("The match is over when {reached}{first}.", "La partita finisce quando {reached}{first}."),
        *(key for key in keys if ends[key.removeprefix("until.")] is not None),
        style="new", reached=Listing(tuple(reached), either=True), first=first,
    )  # fmt: skip
    yield telling.say(_TIE[part.tie], "tie")
