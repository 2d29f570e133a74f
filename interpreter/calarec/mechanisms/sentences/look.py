"""The look at a pile in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.look import Look
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_LOOKS = {
    "declarer": Words("The declarer looks at {pile}, which stays where it is; nobody else sees it."),
    "opponents": Words(
        "The declarer's opponents look at {pile}, which stays where it is; the declarer does not see it."
    ),
    "everyone": Words("The cards of {pile} are shown to everyone and left where they are."),
}


def say(part: Look, telling: Telling) -> Iterator[Told]:
    """Who sees the pile."""
    yield telling.say(_LOOKS[part.who], "who", "pile", **telling.pile(part.pile))
