"""Signals in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both, Listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.signal import Signal
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_BY = {
    "anyone": Both("anyone", "chiunque"),
    "opponents": Both("an opponent of the declarer", "ogni avversario del dichiarante"),
}
_WHEN = {
    "leading": Both("With the card that is led {by} may say {words}.", "Nell'uscire {by} può dire {words}."),
    "playing": Both(
        "With any card that is played {by} may say {words}.", "Nel giocare una carta {by} può dire {words}."
    ),
}


def say(part: Signal, telling: Telling) -> Iterator[Told]:
    """Which words may be said, by whom and when."""
    words = Listing(tuple(telling.called("words", word) for word in part.words), either=True)
    yield telling.say(_WHEN[part.when], "words", "by", "when", style="new", room="play", by=_BY[part.by], words=words)
