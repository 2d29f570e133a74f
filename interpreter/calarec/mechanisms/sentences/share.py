"""The sharing of a pile in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.share import Share
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_WHO = {
    "opponents": Both("the declarer's opponents", "gli avversari del dichiarante"),
    "first_two_opponents": Both(
        "the first two opponents, counted from the declarer on in order of play,",
        "i primi due avversari, contando dal dichiarante secondo il giro,",
    ),
}
_EACH = {
    "equal": Both("{who} take {equal} each from {pile}.", "{who} prendono {equal} a testa {from_pile}."),
    "any": Both(
        "{who} divide all the cards {of_pile} among them, in any numbers.",
        "{who} si dividono tutte le carte {of_pile}, ciascuno quante ne vuole.",
    ),
    "all": Both("{who} each take the whole of {pile}.", "{who} prendono ciascuno per intero {pile}."),
}
_DECIDED = {
    "blind": Both("They draw them blind.", "Le pescano alla cieca."),
    "jointly": Both(
        "They settle among themselves who takes what.", "Si accordano fra loro su che cosa prende ciascuno."
    ),
    "in_turn": Both(
        "They do so one after the other, in order of play, each discarding before the next takes.",
        "Lo fanno uno dopo l'altro, secondo il giro, e ognuno scarta prima che il seguente prenda.",
    ),
}
_SHOWN = {
    "nobody": Both(
        "Nobody looks at {pile} beforehand, and each sees only the cards that he or she has taken.",
        "Nessuno guarda prima {pile}: ognuno vede soltanto le carte che ha preso.",
    ),
    "taker": Both(
        "Whoever's turn it is to take looks at the cards; the others do not see them.",
        "Le carte le guarda chi è di turno a prendere; gli altri non le vedono.",
    ),
    "opponents": Both(
        "Those who share {pile} look at it first; the declarer does not see it.",
        "Chi si spartisce {pile} ne guarda prima le carte; il dichiarante non le vede.",
    ),
    "everyone": Both("First {pile} is turned face up for all to see.", "Prima si scopre {pile} davanti a tutti."),
}
_BACK = Both(
    "Each of them then discards, face down, as many cards as that player took, to form {new}, and is back at {dealt}.",
    "Poi ciascuno scarta, coperte, tante carte quante ne ha prese, a formare {new}, e torna ad averne {dealt}.",
)


def say(part: Share, telling: Telling) -> Iterator[Told]:
    """Who shares the pile, how, who sees it, and what is discarded."""
    pile = telling.new_pile(part.pile)
    sharers = 2 if part.who == "first_two_opponents" else max(telling.hands - 1, 0)
    size = telling.size(part.pile)
    even = bool(sharers and size and size % sharers == 0)
    equal = telling.cards(size // sharers) if even else Both("the same number of cards", "lo stesso numero di carte")
    shown = telling.say(_SHOWN[part.shown], "shown", **pile)
    takes = telling.say(_EACH[part.each], "who", "each", "pile", who=_WHO[part.who], equal=equal, **pile)
    how = telling.say(_DECIDED[part.decided], "decided")
    yield from (shown, takes, how) if part.shown == "everyone" else (takes, how, shown)
    dealt = telling.rules.deal.hand
    back = Both(telling.cards(dealt).en, telling.number(dealt).it)
    yield telling.say(_BACK, "pile", dealt=back, **pile)
