"""The steps of a replayed hand, and what has happened when one of them is done.

Terms. The steps are `deal`, `auction` (up to what it settled), `exchange` (all before the first lead) and the
numbers of the tricks. A step is there once it was reached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.moves import events as ev

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.replaying.mending import Happened


def steps(happened: Sequence[Happened]) -> dict[str, int]:
    """Every step that was reached, in order, and how many happenings it takes to be done with it."""
    found: dict[str, int] = {}
    for place, each in enumerate(happened):
        event = each.event
        if isinstance(event, ev.Dealt | ev.Laid):
            found["deal"] = place + 1
        elif isinstance(event, ev.Settled | ev.AllPassed) and "auction" not in found:
            found["auction"] = _together(happened, place)
        elif isinstance(event, ev.Played) and "exchange" not in found and "auction" in found:
            found["exchange"] = max(place, found["auction"])
        elif isinstance(event, ev.TrickWon):
            found[str(event.number)] = _together(happened, place)
    if "auction" not in found and any(isinstance(each.event, ev.Said) for each in happened):
        found["auction"] = len(happened)
    elif "auction" in found and "exchange" not in found and _is_played(happened):
        found["exchange"] = len(happened)
    return found


def _together(happened: Sequence[Happened], place: int) -> int:
    """The end of what happened at one blow with the happening at a place, the play left out."""
    state = happened[place].state
    end = place + 1
    while end < len(happened) and state is not None and happened[end].state is state:
        if isinstance(happened[end].event, ev.Played):
            break
        end += 1
    return end


def _is_played(happened: Sequence[Happened]) -> bool:
    return any(isinstance(each.event, ev.Settled) for each in happened)
