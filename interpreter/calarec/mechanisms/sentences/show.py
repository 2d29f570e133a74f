"""The showing of cards in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.show import Show
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_BY = {
    "anyone": Both("anyone", "chiunque"),
    "declarer": Both("the declarer", "il dichiarante"),
    "opponents": Both("an opponent of the declarer", "ogni avversario del dichiarante"),
}
_WHEN = {
    "before_first_lead": Both(
        "Before the first card is led {by} may show cards to the table and take them back into the hand.",
        "Prima che esca la prima carta {by} può mostrare carte a tutti e riprenderle in mano.",
    ),
    "any_time": Both(
        "At any time {by} may show cards to the table and take them back into the hand.",
        "In qualunque momento {by} può mostrare carte a tutti e riprenderle in mano.",
    ),
}


def say(part: Show, telling: Telling) -> Iterator[Told]:
    """Who may show cards, and when."""
    yield telling.say(_WHEN[part.when], "by", "when", style="item", by=_BY[part.by])
