"""The showing of cards in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.show import Show
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_BY = {
    "anyone": Words("anyone"),
    "declarer": Words("the declarer"),
    "opponents": Words("an opponent of the declarer"),
}
_WHEN = {
    "before_first_lead": Words(
        "Before the first card is led {by} may show cards to the table and take them back into the hand."
    ),
    "any_time": Words("At any time {by} may show cards to the table and take them back into the hand."),
}


def say(part: Show, telling: Telling) -> Iterator[Told]:
    """Who may show cards, and when."""
    yield telling.say(_WHEN[part.when], "by", "when", style="item", by=_BY[part.by])
