"""The piles in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.piles import Pile
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_LAID = {
    "after": Words("Then the dealer lays {cards} in the middle of the table, to form {pile}."),
    "after_first_round": Words(
        "After the first round of packets the dealer lays {cards} in the middle of the table, to form {pile}."
    ),
}
_WON_BY = {
    "last_trick": Words("At the end {piles} {go} to whoever wins the last trick."),
    "declarer": Words("At the end {piles} {go} to the declarer's side."),
    "nobody": Words("At the end {piles} {go} to nobody, and the points in them are lost."),
}
_GO = {True: Words("goes"), False: Words("go")}


def say(part: Pile, telling: Telling) -> Iterator[Told]:
    """How a pile is laid, and who gets it."""
    pile = telling.pile(telling.key)
    if part.dealt:
        laid = _LAID[telling.rules.deal.piles]
        yield telling.say(laid, "dealt", also=("deal.piles",), cards=telling.laid(part.dealt), **pile)
    together = [key for key, other in telling.rules.piles.items() if other.won_by == part.won_by]
    if telling.key == together[0]:
        names = Listing(tuple(telling.pile(key)["pile"] for key in together))
        also = tuple(f"piles.{key}.won_by" for key in together[1:])
        yield telling.say(
            _WON_BY[part.won_by], "won_by", also=also, room="settle", piles=names, go=_GO[len(together) == 1]
        )
