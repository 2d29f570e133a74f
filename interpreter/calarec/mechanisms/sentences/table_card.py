"""The tabled card in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.table_card import TableCard
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_LAYS = {
    True: Both(
        "The declarer lays a card that is not wanted face up on the table",
        "Il dichiarante posa scoperta sul tavolo una carta che non gli serve",
    ),
    False: Both(
        "The declarer lays a card that is not wanted face down on the table",
        "Il dichiarante posa coperta sul tavolo una carta che non gli serve",
    ),
}


def say(part: TableCard, telling: Telling) -> Iterator[Told]:
    """What is laid on the table."""
    pile = telling.rules.piles.get(part.pile)
    where = (
        Both(", beside {pile}.", ", insieme con {pile}.") if pile and pile.dealt else Both(": {pile}.", ": è {pile}.")
    )
    lays = _LAYS[part.open]
    yield telling.say(Both(lays.en + where.en, lays.it + where.it), "open", "pile", **telling.pile(part.pile))
