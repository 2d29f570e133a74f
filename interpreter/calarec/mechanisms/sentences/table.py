"""The table in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.table import Dummies, Table
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_ROUND = {
    "clockwise": Words("The deal, the bidding and the play go round clockwise, that is, to the left."),
    "counterclockwise": Words("The deal, the bidding and the play go round counter-clockwise, that is, to the right."),
}
_OUT = {"dealer": Words("the dealer")}
_OUT_SHARES = {
    "nobody": Words("Whoever sits out neither pays nor is paid."),
    "opponents": Words("Whoever sits out pays and is paid like an opponent of the declarer."),
}
_DUMMIES = {
    True: Words("One more hand is dealt, which nobody holds: the dummy. It sits after the last player."),
    False: Words("{hands} more hands are dealt, which nobody holds: the dummies. They sit after the last player."),
}
_DUMMY_PLAYER = {
    "opponent": Words(
        "{first} played by the first opponent of the declarer, in order of play, who sits at the table in person, and "
        "who pays and is paid for {it} as well."
    ),
}
_DUMMY_SEEN = {
    "player": Words("From the end of the auction on that player sees {its} cards, and nobody else does."),
    "everyone": Words("From the end of the auction on {its} cards lie face up for everyone to see."),
}
_DUMMY_TURN = {
    True: Words(
        "The dummy has its turn to lead and to play like everybody, also as eldest hand; it does not bid, and where it "
        "would speak first the next player does."
    ),
    False: Words(
        "The dummies have their turn to lead and to play like everybody, also as eldest hand; they do not bid, and "
        "where one of them would speak first the next player does."
    ),
}


def say(part: Table, telling: Telling) -> Iterator[Told]:
    """How many play, which way round, who sits out, and the dummies."""
    seats = Listing(tuple(telling.number(seats) for seats in part.seats), either=True)
    yield telling.say(Words("{seats} people play."), "seats", seats=seats)
    yield telling.say(_ROUND[part.direction], "direction")
    if part.sits_out:
        at = part.sits_out.at
        yield telling.say(
            Words("At a table of {at} {who} receives no cards and sits the deal out, so that {left} play."),
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
    first = Words("It is") if one else Words("They are")
    it = Words("it") if one else Words("them")
    yield telling.say(_DUMMY_PLAYER[part.played_by], "played_by", first=first, it=it)
    its = Words("its") if one else Words("their")
    yield telling.say(_DUMMY_SEEN[part.seen_by], "seen_by", its=its)
