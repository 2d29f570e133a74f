"""The play in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.play import Play
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_FOLLOW = {
    "must": Both(
        "Whoever can must follow suit; a player who has no card of the suit led may play any card. There is no duty "
        "to beat the cards already played.",
        "Chi può deve rispondere a seme; chi non ha carte del seme d'uscita gioca la carta che vuole. Non c'è obbligo "
        "di superare le carte già giocate.",
    ),
    "free": Both(
        "Any card may be played to a trick, even by a player who could follow suit.",
        "Si può giocare qualunque carta, anche avendo carte del seme d'uscita.",
    ),
}
_WINS = {
    "highest_of_suit_led": Both(
        "The trick goes to whoever played the highest card of the suit led.",
        "La presa va a chi ha giocato la carta più alta del seme d'uscita.",
    )
}
_NEXT = {"winner": Both("Whoever wins a trick leads to the next.", "Chi fa la presa esce alla seguente.")}


def say(part: Play, telling: Telling) -> Iterator[Told]:
    """How a trick is played, who wins it, and who leads next."""
    yield telling.say(
        Both(
            "{tricks} are played. To each of them everyone in turn plays one card.",
            "Si giocano {tricks}; in ognuna tutti mettono a turno una carta.",
        ),
        also=("deal.hand",), tricks=telling.tricks(telling.rules.deal.hand),
    )  # fmt: skip
    yield telling.say(_FOLLOW[part.follow], "follow")
    yield telling.say(_WINS[part.wins], "wins")
    yield telling.say(_NEXT[part.next_leader], "next_leader")
