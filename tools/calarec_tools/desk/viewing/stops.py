"""The stops of a hand, at which it can be looked at, and their names.

`deal`, `auction`, `exchange` (before the first lead), `7` (before the seventh trick), `7.2` (two cards into it) and
`end` are names that people use. Stops between two of them have a number (`auction-1`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.judge.happenings import ends_of_steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.judge.judgement import Happened

_DEAL: Final = (ev.Dealt, ev.Laid)
_CLOSE: Final = (ev.PileWon, ev.Ended)
END: Final = "end"


class Stop(NamedTuple):
    """A stop: the number of happenings before it, and its names, that for links first."""

    end: int
    names: tuple[str, ...]
    trick: int = 0
    """The trick that is played, or comes next; 0 before the play."""


def stops(happened: Sequence[Happened]) -> list[Stop]:
    """Every stop, in order."""
    ends = [
        place + 1
        for place, each in enumerate(happened)
        if place + 1 == len(happened) or not _is_going_on(each.event, happened[place + 1].event)
    ]
    bare = _bare_stop_names(happened, ends)
    counts: dict[str, int] = {}
    found: list[Stop] = []
    for place, (end, (name, trick)) in enumerate(zip(ends, bare, strict=True)):
        # Of several before a trick the last is meant; of several behind a card the first.
        proper = "." in name or name == "deal"
        last = place + 1 == len(ends)
        own = name not in counts if proper else last or bare[place + 1][0] != name
        counts[name] = counts.get(name, 0) + (not own or proper)
        names = [name] if own else [f"{name}-{counts[name]}"]
        if last and name != END:
            names = [END] if name.isdigit() and isinstance(happened[-1].event, _CLOSE) else [*names, END]
        found.append(Stop(end, tuple(names), trick))
    return _with_further_names(found)


def _bare_stop_names(happened: Sequence[Happened], ends: Sequence[int]) -> list[tuple[str, int]]:
    """Return for each stop its name, before repeated ones are numbered, and its trick."""
    reached = ends_of_steps(happened)
    found: list[tuple[str, int]] = []
    first = next((place for place, each in enumerate(happened) if isinstance(each.event, ev.Played)), len(happened))
    for end in ends:
        before = happened[:end]
        won = sum(isinstance(each.event, ev.TrickWon) for each in before)
        down = sum(isinstance(each.event, ev.Played) for each in before[_last_trick(before) :])
        if end > first:
            found.append((f"{won + 1}.{down}" if down else str(won + 1), won + 1))
        elif end <= reached.get("deal", 0):
            found.append(("deal", 0))
        elif end <= reached.get("auction", 0) or "auction" not in reached:
            found.append(("auction", 0))
        else:
            found.append(("exchange", 0))
    return found


def _last_trick(before: Sequence[Happened]) -> int:
    return next((place for place in range(len(before) - 1, -1, -1) if isinstance(before[place].event, ev.TrickWon)), 0)


# The last card of a trick and the taking are two stops, so that the whole trick is seen before it is taken.
def _is_going_on(event: ev.Event, following: ev.Event) -> bool:
    """Check whether no stop is needed between: within the deal, or before the end."""
    return (isinstance(event, _DEAL) and isinstance(following, _DEAL)) or isinstance(following, _CLOSE)


def _with_further_names(found: list[Stop]) -> list[Stop]:
    """Name the stop before the first trick `exchange` and `1` too."""
    first = next((number for number, stop in enumerate(found) if stop.trick), 0)
    if not first:
        return found
    before = found[first - 1]
    more = [name for name in ("exchange", "1") if name not in before.names]
    found[first - 1] = before._replace(names=(*before.names, *more))
    return found
