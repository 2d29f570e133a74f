"""The called card's way in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.hand_over import HandOver
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_OPEN = {
    True: Words("Whoever holds the called card gives it to the declarer face up."),
    False: Words("Whoever holds the called card gives it to the declarer face down, without showing it to the others."),
}


def say(part: HandOver, telling: Telling) -> Iterator[Told]:
    """How the called card changes hands."""
    yield telling.say(_OPEN[part.open], "open")
