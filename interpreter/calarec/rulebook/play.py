"""The play in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.mechanisms.rules import tricks_in
from calarec.mechanisms.table import hands_at
from calarec.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.play import PlayRule
    from calarec.rulebook.sentences import Told
    from calarec.rulebook.telling import Telling

_FOLLOW = {
    "must": Words(
        "Whoever can must follow suit; a player who has no card of the suit led may play any card. There is no duty "
        "to beat the cards already played."
    ),
    "free": Words("Any card may be played to a trick, even by a player who could follow suit."),
}
_WINS = {"highest_of_suit_led": Words("The trick goes to whoever played the highest card of the suit led.")}
_DRAW = Words(
    "After each trick everybody draws one card from {pile}, first whoever has won the trick, then the others in turn, "
    "until none is left; then the cards in hand are played out."
)
_DRAWN = {
    "everyone": Words("Whoever draws a card shows it to everybody."),
    "nobody": Words("Nobody shows the card that he draws."),
}
_NEXT = {"winner": Words("Whoever wins a trick leads to the next.")}


def say_play(params: PlayRule, telling: Telling) -> Iterator[Told]:
    """How a trick is played, who wins it, and who leads next."""
    players = hands_at(telling.rules.table, max(telling.rules.table.seats))
    stock = (f"piles.{params.draw.pile}.dealt", "table.seats") if params.draw else ()
    yield telling.say(
        Words("{tricks} are played. To each of them everyone in turn plays one card."),
        *(["draw.pile"] if params.draw else []),
        also=("deal.hand", *stock), tricks=telling.tricks(tricks_in(telling.rules, players)),
    )  # fmt: skip
    yield telling.say(_FOLLOW[params.follow], "follow")
    yield telling.say(_WINS[params.wins], "wins")
    yield telling.say(_NEXT[params.next_leader], "next_leader")
    if params.draw:
        within = telling.within("draw")
        yield within.say(_DRAW, "pile", style="new", **telling.pile(params.draw.pile))
        yield within.say(_DRAWN[params.draw.shown], "shown")
