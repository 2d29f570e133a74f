"""Claims in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.claim import Claim
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_BY = {
    "anyone": Both("anyone who plays", "chiunque giochi"),
    "declarer": Both("the declarer alone", "soltanto il dichiarante"),
}
_WHAT = {
    False: Both(
        "To shorten the hand, {by} may claim or concede all the tricks that are left.",
        "Per abbreviare, {by} può dire che farà tutte le prese che restano, o concederle agli altri.",
    ),
    True: Both(
        "To shorten the hand, {by} may claim or concede all the tricks that are left, or claim a number of points.",
        "Per abbreviare, {by} può dire che farà tutte le prese che restano, o concederle agli altri, o anche dire "
        "quanti punti farà.",
    ),
}
_ACCEPTED = {
    "by_other_side": Both("That holds when the other side agrees.", "Vale se l'altra parte accetta."),
    "at_once": Both(
        "That holds at once, whether the others agree or not.", "Vale subito, che gli altri accettino o no."
    ),
}


def say(part: Claim, telling: Telling) -> Iterator[Told]:
    """Who may claim what, and what makes it hold."""
    yield telling.say(_WHAT[part.points], "by", "points", style="item", by=_BY[part.by])
    yield telling.say(_ACCEPTED[part.accepted], "accepted")
