"""Open hands in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.open_hands import OpenHands
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_OPEN = {
    ("opponents", "opponents"): Words("{when} the declarer's opponents show each other their hands."),
    ("opponents", "everyone"): Words("{when} the declarer's opponents lay their hands face up on the table."),
    ("declarer", "opponents"): Words("{when} the declarer shows the hand to the opponents."),
    ("declarer", "everyone"): Words("{when} the declarer lays the hand face up on the table."),
    ("everyone", "opponents"): Words("{when} all hands are shown to the declarer's opponents."),
    ("everyone", "everyone"): Words("{when} everyone lays the hand face up on the table."),
}


def say(part: OpenHands, telling: Telling) -> Iterator[Told]:
    """Whose hands are opened, when and to whom."""
    when = Words("Before the first trick")
    if part.after_trick:
        when = telling.phrase(Words("After the {trick} trick"), trick=telling.ordinal(part.after_trick))
    keys = ("whose", "to", "after_trick")
    yield telling.say(_OPEN[part.whose, part.to], *keys, style="new", room="play", when=when)
