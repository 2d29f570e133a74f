"""Claims in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.claim import Claim
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_BY = {
    "anyone": Words("anyone who plays"),
    "declarer": Words("the declarer alone"),
}
_WHAT = {
    False: Words("To shorten the hand, {by} may claim or concede all the tricks that are left."),
    True: Words(
        "To shorten the hand, {by} may claim or concede all the tricks that are left, or claim a number of points."
    ),
}
_ACCEPTED = {
    "by_other_side": Words("That holds when the other side agrees."),
    "at_once": Words("That holds at once, whether the others agree or not."),
}


def say(part: Claim, telling: Telling) -> Iterator[Told]:
    """Who may claim what, and what makes it hold."""
    yield telling.say(_WHAT[part.points], "by", "points", style="item", by=_BY[part.by])
    yield telling.say(_ACCEPTED[part.accepted], "accepted")
