"""The solvable part of a judged hand: the states of its play, and its deal.

A hand is solved up to the first wrong line, and no further; it is refused if a card is unknown.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final

from calarec.core.engine import events as ev
from calarec.core.engine.moves import start
from calarec.core.wording.findings import Told
from calarec.core.wording.language import Words
from calarec.solving.position import UnsolvableError

if TYPE_CHECKING:
    from calarec.core.engine.state import State
    from calarec.core.judge.judgement import Judgement

_UNKNOWN: Final = Words("not every card of it is known")
_WRONG: Final = Words("line {line} is wrong ({code}), as `calarec check` explains")
_UNSEATED_AT: Final = Words("{said}")
_UNSEATED: Final = "CAL216"
"""The ruleset is for another number of people."""
_NO_PLAY: Final = Words("it was not played")
BETWEEN: Final = Words("{low} to {high}")


def play_states(replayed: Judgement) -> list[State]:
    """Return the states before each card; UnsolvableError if none, or unknown."""
    wrong = _find_obstacle(replayed)
    if replayed.state is None or replayed.knowledge not in ("complete", "forced"):
        raise wrong or UnsolvableError(_UNKNOWN)
    happened = replayed.happened
    last = first_wrong(replayed)
    if last:
        happened = tuple(takewhile(lambda each: each.line < last, happened))
    states = [each.state for each in happened if each.state is not None]
    # A contract without an exchange is in the play at once, and leaves it if a raise brings one.
    exchanges = (nth for nth, state in enumerate(states, 1) if state.step != "play" and not state.has_started)
    begun = max(exchanges, default=0)
    playing = [state for state in states[begun:] if state.step == "play" and not state.is_over and state.turn >= 0]
    if not playing:
        raise wrong or UnsolvableError(_NO_PLAY)
    return playing


def whole_play(replayed: Judgement) -> list[State]:
    """The same of a hand that has to be right up to its end."""
    wrong = _find_obstacle(replayed)
    if wrong is not None:
        raise wrong
    return play_states(replayed)


def first_wrong(replayed: Judgement) -> int:
    """Return the line of the first unreadable or illegal thing; 0 if there is none."""
    if replayed.verdict not in ("unreadable", "illegal"):
        return 0
    return min((finding.span.line for finding in replayed.findings if finding.severity == "error"), default=0)


def _find_obstacle(replayed: Judgement) -> UnsolvableError | None:
    line = first_wrong(replayed)
    errors = (finding for finding in replayed.findings if finding.severity == "error" and finding.span.line == line)
    found = next(errors, None)
    if found is not None and found.code == _UNSEATED:
        return UnsolvableError(_UNSEATED_AT.with_values(said=Told(found)))
    return None if found is None else UnsolvableError(_WRONG.with_values(line=line, code=found.code))


def moment_of(replayed: Judgement, state: State) -> tuple[ev.Event, ...]:
    """The events of a hand up to a state of its play."""
    reached = max(nth for nth, happening in enumerate(replayed.happened) if happening.state == state)
    return tuple(event.event for event in replayed.happened[: reached + 1])


def dealt_state(replayed: Judgement) -> State:
    """Return the state after the deal; UnsolvableError if a card of it is unknown."""
    setting, game = replayed.setting, replayed.game
    wrong = _find_obstacle(replayed)
    if wrong is not None and setting is None:
        raise wrong
    if setting is None or replayed.knowledge not in ("complete", "forced"):
        raise UnsolvableError(_UNKNOWN)
    hands, piles = [0] * len(setting.labels), [0] * len(game.piles)
    for happened in replayed.happened:
        event = happened.event
        if isinstance(event, ev.Dealt):
            hands[event.seat] |= event.cards
        elif isinstance(event, ev.Laid):
            piles[event.pile] |= event.cards
        else:
            break
    if sum(hands) + sum(piles) != game.cards.full:
        raise UnsolvableError(_UNKNOWN)
    return start(game, setting, hands, piles).state
