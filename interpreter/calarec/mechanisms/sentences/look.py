"""The look at a pile in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.look import Look
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_LOOKS = {
    "declarer": Both(
        "The declarer looks at {pile}, which stays where it is; nobody else sees it.",
        "Il dichiarante guarda {pile}, che resta dov'è; nessun altro può vederne le carte.",
    ),
    "opponents": Both(
        "The declarer's opponents look at {pile}, which stays where it is; the declarer does not see it.",
        "Gli avversari del dichiarante guardano {pile}, che resta dov'è; il dichiarante non ne vede le carte.",
    ),
    "everyone": Both(
        "The cards of {pile} are shown to everyone and left where they are.",
        "Le carte {of_pile} si mostrano a tutti e restano dove sono.",
    ),
}


def say(part: Look, telling: Telling) -> Iterator[Told]:
    """Who sees the pile."""
    yield telling.say(_LOOKS[part.who], "who", "pile", **telling.pile(part.pile))
