"""The play in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
_NEXT = {"winner": Words("Whoever wins a trick leads to the next.")}


def say_play(params: PlayRule, telling: Telling) -> Iterator[Told]:
    """How a trick is played, who wins it, and who leads next."""
    yield telling.say(
        Words("{tricks} are played. To each of them everyone in turn plays one card."),
        also=("deal.hand",), tricks=telling.tricks(telling.rules.deal.hand),
    )  # fmt: skip
    yield telling.say(_FOLLOW[params.follow], "follow")
    yield telling.say(_WINS[params.wins], "wins")
    yield telling.say(_NEXT[params.next_leader], "next_leader")
