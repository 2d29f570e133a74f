"""The discards in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both, Listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.discard import Discard
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_FACE = {True: Both("face up", "scoperte"), False: Both("face down", "coperte")}
_FEWER = {
    "held": Both("if another player gave the called card", "se la carta chiamata l'ha data un altro"),
    "table": Both("if the called card {lies}", "se la carta chiamata {lies}"),
    "hand": Both("if the declarer held the called card", "se la carta chiamata l'aveva in mano il dichiarante"),
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
        Both("or none at all", "o anche nessuna")
        if part.at_least == 0
        else telling.phrase(Both("but at least {cards}", "ma almeno {cards}"), cards=telling.number(part.at_least))
    )
    yield telling.say(
        Both(
            "The declarer lays aside, {face} {on_pile}, at most as many cards as {limit} holds{most}, {least}.",
            "Il dichiarante scarta {face} {in_pile} al massimo tante carte quante ne contiene {limit}{most}, "
            "{least}.",
        ),
        "cards", "to", "pile", "at_least", "open",
        face=_FACE[part.open], least=least, most=telling.phrase(Both(
            " ({n})",
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
            Both("{cards} {when}", "{cards} {when}"),
            cards=telling.number(count),
            when=telling.phrase(_FEWER[case], lies=telling.on_table()),
        )
        for case, count in counts.items()
        if count != usual and case in _FEWER
    ]
    how_many = telling.laid(usual, face_up=part.open)
    if usual < 1:
        how_many = telling.phrase(
            Both("the cards that are too many {face}", "{face} le carte in più"), face=_FACE[part.open]
        )
    if fewer:
        how_many = telling.phrase(
            Both("{cards} ({fewer})", "{cards} ({fewer})"), cards=how_many, fewer=Listing(tuple(fewer))
        )
    pile = telling.rules.piles.get(part.to)
    new = bool(pile and pile.dealt) and telling.sizes(part.to) == {0}
    where = Both("to form {new}", "a formare {new}") if new else Both("{on_pile}", "{in_pile}")
    yield telling.say(
        Both(
            f"The declarer discards {{cards}}, {where.en}, and is back at {{dealt}}.",
            f"Il dichiarante scarta {{cards}}, {where.it}, e torna ad averne {{dealt}}.",
        ),
        "cards", "to", "open",
        cards=how_many, dealt=Both(telling.cards(dealt).en, telling.number(dealt).it), **telling.new_pile(part.to),
    )  # fmt: skip
