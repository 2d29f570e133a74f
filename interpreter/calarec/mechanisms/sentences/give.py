"""The giving back in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.give import Give
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_GIVES = {
    True: Words(
        "Having received the called card, the declarer gives {cards} of the hand back, face up, to the player who "
        "gave it."
    ),
    False: Words(
        "Having received the called card, the declarer gives {cards} of the hand back, face down, to the player who "
        "gave it."
    ),
}


def say(part: Give, telling: Telling) -> Iterator[Told]:
    """What is given back for the called card."""
    yield telling.say(_GIVES[part.open], "cards", "open", cards=telling.cards(1))
