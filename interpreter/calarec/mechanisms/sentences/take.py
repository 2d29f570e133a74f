"""The taking of a pile in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.take import Take
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_WHO = {
    "declarer": Words("the declarer"),
    "holder": Words("whoever gave the called card"),
}
_TAKES = {
    ("all", "everyone"): Words("{who} turns {pile} face up for all to see and takes {cards} into the hand."),
    ("all", "taker"): Words("{who} takes {cards} {of_pile} into the hand, unseen by the others."),
    ("as_discarded", "everyone"): Words(
        "{who} turns {pile} face up for all to see and chooses from it as many cards as were discarded before, which "
        "go into the hand; the others stay on the table."
    ),
    ("as_discarded", "taker"): Words(
        "{who} looks at {pile}, unseen by the others, and chooses from it as many cards as were discarded before, "
        "which go into the hand; the others stay on the table."
    ),
}
_ONE_UNSEEN = Words("{who} takes {pile} into the hand, unseen by the others.")


def say(part: Take, telling: Telling) -> Iterator[Told]:
    """Who takes, how many, and who sees."""
    size = telling.size(part.pile)
    cards = Words("all the cards")
    if size > 1:
        cards = Words("all {number} cards", number=telling.number(size))
    takes = _TAKES[part.cards, part.shown]
    if size == 1 and part.cards == "all":
        cards = Words("its card")
        takes = _ONE_UNSEEN if part.shown == "taker" else takes
    yield telling.say(
        takes, "who", "pile", "cards", "shown", who=_WHO[part.who], cards=cards, **telling.pile(part.pile)
    )
    if part.who == "declarer" and part.cards == "all" and telling.moments:
        hands = sorted({moment.hand + moment.piles.get(part.pile, 0) for moment in telling.moments})
        yield telling.say(
            Words("That makes {hands} cards in the hand."),
            "cards", hands=Listing(tuple(map(telling.number, hands)), either=True),
        )  # fmt: skip
