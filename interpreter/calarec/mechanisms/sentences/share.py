"""The sharing of a pile in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.share import Share
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_WHO = {
    "opponents": Words("the declarer's opponents"),
    "first_two_opponents": Words("the first two opponents, counted from the declarer on in order of play,"),
}
_EACH = {
    "equal": Words("{who} take {equal} each from {pile}."),
    "any": Words("{who} divide all the cards {of_pile} among them, in any numbers."),
    "all": Words("{who} each take the whole of {pile}."),
}
_DECIDED = {
    "blind": Words("They draw them blind."),
    "jointly": Words("They settle among themselves who takes what."),
    "in_turn": Words("They do so one after the other, in order of play, each discarding before the next takes."),
}
_SHOWN = {
    "nobody": Words("Nobody looks at {pile} beforehand, and each sees only the cards that he or she has taken."),
    "taker": Words("Whoever's turn it is to take looks at the cards; the others do not see them."),
    "opponents": Words("Those who share {pile} look at it first; the declarer does not see it."),
    "everyone": Words("First {pile} is turned face up for all to see."),
}
_BACK = Words(
    "Each of them then discards, face down, as many cards as that player took, to form {new}, and is back at {dealt}."
)


def say(part: Share, telling: Telling) -> Iterator[Told]:
    """Who shares the pile, how, who sees it, and what is discarded."""
    pile = telling.new_pile(part.pile)
    sharers = 2 if part.who == "first_two_opponents" else max(telling.hands - 1, 0)
    size = telling.size(part.pile)
    even = bool(sharers and size and size % sharers == 0)
    equal = telling.cards(size // sharers) if even else Words("the same number of cards")
    shown = telling.say(_SHOWN[part.shown], "shown", **pile)
    takes = telling.say(_EACH[part.each], "who", "each", "pile", who=_WHO[part.who], equal=equal, **pile)
    how = telling.say(_DECIDED[part.decided], "decided")
    yield from (shown, takes, how) if part.shown == "everyone" else (takes, how, shown)
    dealt = telling.rules.deal.hand
    yield telling.say(_BACK, "pile", dealt=telling.of_them(dealt), **pile)
