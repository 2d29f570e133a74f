"""The tabled card in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.table_card import TableCard
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_LAYS = {
    True: Words("The declarer lays a card that is not wanted face up on the table"),
    False: Words("The declarer lays a card that is not wanted face down on the table"),
}


def say(part: TableCard, telling: Telling) -> Iterator[Told]:
    """What is laid on the table."""
    pile = telling.rules.piles.get(part.pile)
    where = Words(", beside {pile}.") if pile and pile.dealt else Words(": {pile}.")
    lays = _LAYS[part.open]
    yield telling.say(Words("{lays}{where}"), "open", "pile", lays=lays, where=where.filled(**telling.pile(part.pile)))
