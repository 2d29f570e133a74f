"""The taking of a pile in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both, Listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.take import Take
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_WHO = {
    "declarer": Both("the declarer", "il dichiarante"),
    "holder": Both("whoever gave the called card", "chi ha dato la carta chiamata"),
}
_TAKES = {
    ("all", "everyone"): Both(
        "{who} turns {pile} face up for all to see and takes {cards} into the hand.",
        "{who} scopre {pile} davanti a tutti e ne prende in mano {cards}.",
    ),
    ("all", "taker"): Both(
        "{who} takes {cards} {of_pile} into the hand, unseen by the others.",
        "{who} prende in mano {cards} {of_pile} senza mostrare nulla agli altri.",
    ),
    ("as_discarded", "everyone"): Both(
        "{who} turns {pile} face up for all to see and chooses from it as many cards as were discarded before, which "
        "go into the hand; the others stay on the table.",
        "{who} scopre {pile} davanti a tutti e ne sceglie tante carte quante ne ha scartate, che prende in mano; le "
        "altre restano sul tavolo.",
    ),
    ("as_discarded", "taker"): Both(
        "{who} looks at {pile}, unseen by the others, and chooses from it as many cards as were discarded before, "
        "which go into the hand; the others stay on the table.",
        "{who} guarda {pile} senza mostrare nulla agli altri e ne sceglie tante carte quante ne ha scartate, che "
        "prende in mano; le altre restano sul tavolo.",
    ),
}
_ONE_UNSEEN = Both(
    "{who} takes {pile} into the hand, unseen by the others.",
    "{who} prende in mano {pile} senza mostrare nulla agli altri.",
)


def say(part: Take, telling: Telling) -> Iterator[Told]:
    """Who takes, how many, and who sees."""
    size = telling.size(part.pile)
    cards = Both("all the cards", "tutte le carte")
    if size > 1:
        number = telling.number(size)
        cards = Both(f"all {number.en} cards", f"tutte e {number.it} le carte")
    takes = _TAKES[part.cards, part.shown]
    if size == 1 and part.cards == "all":
        cards = Both("its card", "la carta")
        takes = _ONE_UNSEEN if part.shown == "taker" else takes
    yield telling.say(
        takes, "who", "pile", "cards", "shown", who=_WHO[part.who], cards=cards, **telling.pile(part.pile)
    )
    if part.who == "declarer" and part.cards == "all" and telling.moments:
        hands = sorted({moment.hand + moment.piles.get(part.pile, 0) for moment in telling.moments})
        yield telling.say(
            Both("That makes {hands} cards in the hand.", "Si trova così con {hands} carte in mano."),
            "cards", hands=Listing(tuple(map(telling.number, hands)), either=True),
        )  # fmt: skip
