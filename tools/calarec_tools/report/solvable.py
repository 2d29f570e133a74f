"""Of a judged hand what can be solved: the states of its play, and the deal; refused where not every card is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.engine import events as ev
from calarec.engine.moves import start
from calarec.solving.position import UnsolvableError
from calarec.wording.language import Words

if TYPE_CHECKING:
    from calarec.engine.state import State
    from calarec.judge.judgement import Judgement

_UNKNOWN: Final = Words("not every card of it is known")
_NO_PLAY: Final = Words("it was not played")
BETWEEN: Final = Words("{low} to {high}")


def play_states(replayed: Judgement) -> list[State]:
    """The states of a hand before each card; UnsolvableError if not every card is known, or none was played."""
    if replayed.state is None or replayed.knowledge not in ("complete", "forced"):
        raise UnsolvableError(_UNKNOWN)
    states = [each.state for each in replayed.happened if each.state is not None]
    playing = [each for each in states if each.step == "play" and not each.over and each.turn >= 0]
    if not playing:
        raise UnsolvableError(_NO_PLAY)
    return playing


def moment_of(replayed: Judgement, state: State) -> tuple[ev.Event, ...]:
    """The events of a hand up to a state of its play."""
    reached = max(nth for nth, each in enumerate(replayed.happened) if each.state == state)
    return tuple(each.event for each in replayed.happened[: reached + 1])


def dealt_state(replayed: Judgement) -> State:
    """The state after the deal of a hand; UnsolvableError if not every card of it is known."""
    setting, game = replayed.setting, replayed.game
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
