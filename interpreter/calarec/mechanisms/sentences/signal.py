"""Signals in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.signal import Signal
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_BY = {
    "anyone": Words("anyone"),
    "opponents": Words("an opponent of the declarer"),
}
_WHEN = {
    "leading": Words("With the card that is led {by} may say {words}."),
    "playing": Words("With any card that is played {by} may say {words}."),
}


def say(part: Signal, telling: Telling) -> Iterator[Told]:
    """Which words may be said, by whom and when."""
    words = Listing(tuple(telling.called("words", word) for word in part.words), either=True)
    yield telling.say(_WHEN[part.when], "words", "by", "when", style="new", room="play", by=_BY[part.by], words=words)
