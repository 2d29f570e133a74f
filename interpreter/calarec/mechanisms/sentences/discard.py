"""The discards in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.language import Sayable
    from calarec.mechanisms.discard import Discard
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_FACE = {True: Words("face up", sense="cards"), False: Words("face down", sense="cards")}
_FEWER = {
    "held": Words("if another player gave the called card"),
    "table": Words("if the called card {lies}"),
    "hand": Words("if the declarer held the called card"),
}


def say(part: Discard, telling: Telling) -> Iterator[Told]:
    """How many cards are laid aside, where, and whether they are seen."""
    if part.cards == "down_to_dealt":
        yield from _down(part, telling)
        yield from telling.idle(part, "pile", "at_least")
        return
    limit = part.pile or part.to
    most = telling.size(limit)
    least = (
        Words("or none at all")
        if part.at_least == 0
        else telling.phrase(Words("but at least {cards}"), cards=telling.number(part.at_least))
    )
    yield telling.say(
        Words("The declarer lays aside, {face} {on_pile}, at most as many cards as {limit} holds{most}, {least}."),
        "cards", "to", "pile", "at_least", "open",
        face=_FACE[part.open], least=least, most=telling.phrase(Words(
" ({n})",
), n=telling.number(most)) if most else "",
        **telling.pile(part.to), **telling.pile(limit, under="limit"),
    )  # fmt: skip


def _down(part: Discard, telling: Telling) -> Iterator[Told]:
    dealt = telling.rules.deal.hand
    counts = {moment.case: moment.hand - dealt for moment in telling.moments}
    usual = counts.get("held", max(counts.values(), default=0))
    fewer = [
        telling.phrase(
            Words("{cards} {when}"),
            cards=telling.number(count),
            when=telling.phrase(_FEWER[case], lies=telling.on_table()),
        )
        for case, count in counts.items()
        if count != usual and case in _FEWER
    ]
    how_many: Sayable = telling.laid(usual, face_up=part.open)
    if usual < 1:
        how_many = telling.phrase(Words("the cards that are too many {face}"), face=_FACE[part.open])
    if fewer:
        how_many = telling.phrase(Words("{cards} ({fewer})"), cards=how_many, fewer=Listing(tuple(fewer)))
    pile = telling.rules.piles.get(part.to)
    new = bool(pile and pile.dealt) and telling.sizes(part.to) == {0}
    where = Words("to form {new}") if new else Words("{on_pile}")
    yield telling.say(
        Words("The declarer discards {cards}, {where}, and is back at {dealt}."),
        "cards", "to", "open",
        cards=how_many, where=where.filled(**telling.new_pile(part.to)), dealt=telling.of_them(dealt),
    )  # fmt: skip
