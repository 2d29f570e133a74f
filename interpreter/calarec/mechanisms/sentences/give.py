"""The giving back in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.give import Give
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_GIVES = {
    True: Both(
        "Having received the called card, the declarer gives {cards} of the hand back, face up, to the player who "
        "gave it.",
        "Se ha ricevuto la carta chiamata, il dichiarante dà in cambio a chi l'aveva {cards} della propria mano.",
    ),
    False: Both(
        "Having received the called card, the declarer gives {cards} of the hand back, face down, to the player who "
        "gave it.",
        "Se ha ricevuto la carta chiamata, il dichiarante dà in cambio a chi l'aveva {cards} della propria mano.",
    ),
}


def say(part: Give, telling: Telling) -> Iterator[Told]:
    """What is given back for the called card."""
    cards = Both(telling.cards(1).en, telling.laid(1, face_up=part.open).it)
    yield telling.say(_GIVES[part.open], "cards", "open", cards=cards)
