"""The table in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both, Listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.table import Dummies, Table
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_ROUND = {
    "clockwise": Both(
        "The deal, the bidding and the play go round clockwise, that is, to the left.",
        "Si danno le carte, si dichiara e si gioca in senso orario, cioè verso sinistra.",
    ),
    "counterclockwise": Both(
        "The deal, the bidding and the play go round counter-clockwise, that is, to the right.",
        "Si danno le carte, si dichiara e si gioca in senso antiorario, cioè verso destra.",
    ),
}
_OUT = {"dealer": Both("the dealer", "il mazziere")}
_OUT_SHARES = {
    "nobody": Both("Whoever sits out neither pays nor is paid.", "Chi riposa non paga e non riscuote."),
    "opponents": Both(
        "Whoever sits out pays and is paid like an opponent of the declarer.",
        "Chi riposa paga e riscuote come un avversario del dichiarante.",
    ),
}
_DUMMIES = {
    True: Both(
        "One more hand is dealt, which nobody holds: the dummy. It sits after the last player.",
        "Si dà una mano in più, che non è di nessuno: il morto. Siede dopo l'ultimo giocatore.",
    ),
    False: Both(
        "{hands} more hands are dealt, which nobody holds: the dummies. They sit after the last player.",
        "Si danno {hands} mani in più, che non sono di nessuno: i morti. Siedono dopo l'ultimo giocatore.",
    ),
}
_DUMMY_PLAYER = {
    "opponent": Both(
        "{first} played by the first opponent of the declarer, in order of play, who sits at the table in person, and "
        "who pays and is paid for {it} as well.",
        "{first} gioca il primo avversario del dichiarante, nel giro, che siede al tavolo di persona; per {it} paga e "
        "riscuote lui.",
    ),
}
_DUMMY_SEEN = {
    "player": Both(
        "From the end of the auction on that player sees {its} cards, and nobody else does.",
        "Finita la dichiarazione, {its} carte le vede lui e nessun altro.",
    ),
    "everyone": Both(
        "From the end of the auction on {its} cards lie face up for everyone to see.",
        "Finita la dichiarazione, {its} carte stanno scoperte e le vedono tutti.",
    ),
}
_DUMMY_TURN = {
    True: Both(
        "The dummy has its turn to lead and to play like everybody, also as eldest hand; it does not bid, and where it "
        "would speak first the next player does.",
        "Il morto esce e gioca quando gli tocca, anche da primo di mano; ma non dichiara: se toccherebbe a lui parlare "
        "per primo, parla chi gli siede accanto nel giro.",
    ),
    False: Both(
        "The dummies have their turn to lead and to play like everybody, also as eldest hand; they do not bid, and "
        "where one of them would speak first the next player does.",
        "I morti escono e giocano quando gli tocca, anche da primo di mano; ma non dichiarano: se toccherebbe a uno di "
        "loro parlare per primo, parla il primo giocatore che segue nel giro.",
    ),
}


def say(part: Table, telling: Telling) -> Iterator[Told]:
    """How many play, which way round, who sits out, and the dummies."""
    seats = Listing(tuple(telling.number(seats) for seats in part.seats), either=True)
    yield telling.say(Both("{seats} people play.", "Si gioca in {seats}."), "seats", seats=seats)
    yield telling.say(_ROUND[part.direction], "direction")
    if part.sits_out:
        at = part.sits_out.at
        yield telling.say(
            Both(
                "At a table of {at} {who} receives no cards and sits the deal out, so that {left} play.",
                "In {at} {who} non riceve carte e per quella smazzata riposa: giocano gli altri {left}.",
            ),
            "sits_out.at", "sits_out.who",
            at=telling.number(at), who=_OUT[part.sits_out.who], left=telling.number(at - 1),
        )  # fmt: skip
        yield telling.say(_OUT_SHARES[part.sits_out.shares], "sits_out.shares")
    if part.dummies:
        yield from _dummies(part.dummies, telling.within("dummies"))


def _dummies(part: Dummies, telling: Telling) -> Iterator[Told]:
    one = part.hands == 1
    yield telling.say(_DUMMIES[one], "hands", style="new", hands=telling.number(part.hands))
    yield telling.say(_DUMMY_TURN[one], "hands")
    first = Both("It is", "Lo") if one else Both("They are", "Li")
    it = Both("it", "il morto") if one else Both("them", "i morti")
    yield telling.say(_DUMMY_PLAYER[part.played_by], "played_by", first=first, it=it)
    its = Both("its", "le sue") if one else Both("their", "le loro")
    yield telling.say(_DUMMY_SEEN[part.seen_by], "seen_by", its=its)
