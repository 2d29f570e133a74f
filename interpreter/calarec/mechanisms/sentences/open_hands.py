"""Open hands in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.open_hands import OpenHands
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_OPEN = {
    ("opponents", "opponents"): Both(
        "{when} the declarer's opponents show each other their hands.",
        "{when} gli avversari del dichiarante si mostrano a vicenda le carte che hanno in mano.",
    ),
    ("opponents", "everyone"): Both(
        "{when} the declarer's opponents lay their hands face up on the table.",
        "{when} gli avversari del dichiarante scoprono in tavola le carte che hanno in mano.",
    ),
    ("declarer", "opponents"): Both(
        "{when} the declarer shows the hand to the opponents.",
        "{when} il dichiarante mostra agli avversari le carte che ha in mano.",
    ),
    ("declarer", "everyone"): Both(
        "{when} the declarer lays the hand face up on the table.",
        "{when} il dichiarante scopre in tavola le carte che ha in mano.",
    ),
    ("everyone", "opponents"): Both(
        "{when} all hands are shown to the declarer's opponents.",
        "{when} tutte le mani si mostrano agli avversari del dichiarante.",
    ),
    ("everyone", "everyone"): Both(
        "{when} everyone lays the hand face up on the table.",
        "{when} tutti scoprono in tavola le carte che hanno in mano.",
    ),
}


def say(part: OpenHands, telling: Telling) -> Iterator[Told]:
    """Whose hands are opened, when and to whom."""
    when = Both("Before the first trick", "Prima della prima presa")
    if part.after_trick:
        when = telling.phrase(
            Both("After the {trick} trick", "Dopo la {trick} presa"), trick=telling.ordinal(part.after_trick)
        )
    keys = ("whose", "to", "after_trick")
    yield telling.say(_OPEN[part.whose, part.to], *keys, style="new", room="play", when=when)
