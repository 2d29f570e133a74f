"""The call of a card in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Listing, Words
from calarec.mechanisms.sentences.contracts import IN_OWN_HAND, stake_keys, stake_said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.call import Call, Found
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_CALLS = {
    ("after_auction", "card"): Words("The declarer calls a card, naming its rank and suit, in order to receive it."),
    ("with_bid", "card"): Words(
        "The declarer has called a card, naming its rank and suit, in making the bid, in order to receive it."
    ),
    ("after_auction", "partner"): Words(
        "The declarer calls a card, naming its rank and suit: whoever holds it is the declarer's partner."
    ),
    ("with_bid", "partner"): Words(
        "In making the bid the declarer has called a card, naming its rank and suit: whoever holds it is the "
        "declarer's partner."
    ),
}
_THEN = {
    "satisfied": Words("If the card {lies}, that satisfies the call, and nobody gives a card."),
    "alone": Words("If the card {lies}, the declarer plays without a partner."),
    "refused": Words("If the card {lies}, the call does not hold and another card must be named."),
}
_REVEALED = {
    "when_played": Words("The partner keeps silent and is known when the called card is played."),
    "at_call": Words("The partner says so at once."),
    "at_end": Words("The partner keeps silent and is not revealed until the hand is over."),
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
        yield telling.say(Words("Any card may be called."), "cards")
        return
    rows, keys = [], []
    for place, row in enumerate(part.cards):
        keys += [f"cards.{place}.ranks", f"cards.{place}.holding_all"]
        ranks = Listing(tuple(telling.a_rank(rank) for rank in row.ranks), either=True)
        holding = Listing(tuple(telling.every_rank(rank) for rank in row.holding_all or ""))
        template = Words("{ranks}")
        if row.holding_all:
            template = Words("{ranks}, if the declarer holds {holding}")
        rows.append(telling.phrase(template, ranks=ranks, holding=holding))
    said = rows[0]
    for other in rows[1:]:
        said = Words("{one}, or else {other}", one=said, other=other)
    yield telling.say(Words("The card must be {rows}."), *keys, rows=said)


def _found(part: Found, telling: Telling, lies: Words) -> Iterator[Told]:
    yield telling.say(_THEN[part.then], "then", lies=lies)
    yield from _stakes(part, telling)


def _stakes(part: Found, telling: Telling) -> Iterator[Told]:
    if part.then == "refused":
        yield from telling.idle(part, "won", "lost")
        return
    if part.won is not None:
        yield telling.say(
            Words("A win then brings {stake} from each opponent."),
            *stake_keys(part.won, "won"), stake=stake_said(part.won, telling),
        )  # fmt: skip
    if part.lost is not None:
        yield telling.say(
            Words("A loss then costs {stake} to each opponent."),
            *stake_keys(part.lost, "lost"), stake=stake_said(part.lost, telling),
        )  # fmt: skip
