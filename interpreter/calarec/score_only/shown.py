"""What the tricks that are written show of a hand which they do not settle: points, tricks and partners so far.

In goes a ruling that settled nothing, out comes what every outcome of the hand has at least.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.state import NOT_CALLED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.state import State
    from calarec.core.judge.judgement import Judgement

_SURE: Final = ("complete", "forced")


class ShownTricks(NamedTuple):
    """By seat: the points of the cards in its tricks and how many tricks they are, at least so much of each."""

    points: tuple[int, ...] = ()
    tricks: tuple[int, ...] = ()
    partners: frozenset[int] = frozenset()
    """Who plays with the declarer, as far as that is known."""
    no_others: bool = False
    """Whether it is known that nobody else does."""

    def allows(self, partners: tuple[int, ...]) -> bool:
        """Whether these can be all who play with the declarer."""
        return self.partners == {*partners} or (self.partners < {*partners} and not self.no_others)

    def of(self, seats: Iterable[int]) -> tuple[int, int]:
        """The points and the tricks of several seats together, at least."""
        among = [each for each in seats if each < len(self.points)]
        return sum(self.points[each] for each in among), sum(self.tricks[each] for each in among)


NOTHING: Final = ShownTricks()


def shown_by(judged: Judgement) -> ShownTricks:
    """What the tricks of a hand show whose cards are not all known, or which are not all written."""
    if judged.setting is None or judged.state is None:
        return NOTHING
    count = len(judged.setting.labels)
    points, tricks = [0] * count, [0] * count
    for event, hidden in ((each.event, each.hidden) for each in judged.happened):
        if isinstance(event, ev.TrickWon) and event.winner >= 0:
            known = (card for card in event.cards if card >= 0 and not hidden >> card & 1)
            points[event.winner] += sum(judged.game.cards.points[card] for card in known)
            tricks[event.winner] += 1
    partners = frozenset(bits(judged.state.partners))
    return ShownTricks(tuple(points), tuple(tricks), partners, _no_others(judged, judged.state))


def _no_others(judged: Judgement, state: State) -> bool:
    """Whether every card that is to be called was, and it is known where each lay."""
    calling = state.step.startswith("steps.") and judged.game.step(state.step).do == "call"
    return not calling and (judged.knowledge in _SURE or state.found != NOT_CALLED)
