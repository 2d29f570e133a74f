"""The seat that a letter or a name means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.wording.language import Words
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement


def seat_called(replayed: Judgement, labels: tuple[str, ...], asked: str) -> str:
    """Return the seat with this letter or player; refuse an unknown or ambiguous name."""
    if asked in labels:
        return asked
    people = replayed.hand.session.people
    named = [label for label in labels if people.get(label, "").casefold() == asked.casefold()]
    if len(named) == 1:
        return named[0]
    seats = ", ".join(f"{label} ({people[label]})" if people.get(label) else label for label in labels)
    text = Words("hand {name}: seat `{seat}` is empty; the seats are {seats}.")
    if len(asked) > 1:
        text = Words("hand {name}: no player is called `{seat}`; the seats are {seats}.")
    if named:
        text = Words("hand {name}: more than one player is called `{seat}`; give the seat: {seats}.")
    raise RefusalError(text, name=replayed.hand.name, seat=asked, seats=seats)
