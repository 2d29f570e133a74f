"""A match as an episode: hand after hand by the ruleset's own `match` rules.

The running score, the deal and what a hand leaves to the next one are those of simulated matches.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from calarec.core.base.frozen import replace
from calarec.core.engine.moves import start
from calarec.playing.dealing import deal as shuffle_deal
from calarec.simulation.bots import FREE
from calarec.simulation.run import MatchInPlay, may_end_match

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.engine.match import MatchStanding
    from calarec.core.records import Hand
    from calarec.learning.kernel_hand import KernelHand
    from calarec.learning.stepped_hand import SteppedHand
    from calarec.playing.hand import HandInPlay


def require_match_end(game: Game) -> None:
    """ValueError unless matches end, and all seats play to the end."""
    if not may_end_match(game):
        raise ValueError(f"{game.ruleset.id} has no rule that ends a match (`match.until`)")
    if game.rules.match.out_at is not None:
        raise ValueError(f"in {game.ruleset.id} players leave a match before its end (`match.out_at`)")


class EpisodeMatch:
    """A match on its way; `first` is any hand of the people who sit at the table."""

    def __init__(self, first: HandInPlay, people: int, dealer: int) -> None:
        self.first: HandInPlay = first
        self.people: int = people
        self.match: MatchInPlay = MatchInPlay(first.game, people, "random", FREE, irregular=False)
        self.match.dealer = dealer
        self.standing: MatchStanding | None = None
        self.finished: list[Hand] = []
        """The records of the hands that are over, with their totals."""

    @property
    def is_over(self) -> bool:
        """True if the match is over."""
        return self.standing is not None and self.standing.over

    def begin_hand(self, seed: int) -> HandInPlay:
        """The next hand, just dealt."""
        game, setting = self.first.game, self.match.seat_next_hand()
        hands, piles = shuffle_deal(game, setting, Random(seed), eldest_holds=self.match.eldest_holds)
        opening = start(game, setting, hands, piles)
        name = str(len(self.finished) + 1)
        return replace(self.first, state=opening.state, events=opening.events, name=name)

    def add_hand(self, held: SteppedHand | KernelHand) -> None:
        """Add a hand that is over."""
        hand = held.to_hand()
        record, self.standing = self.match.add_played_hand(
            len(self.finished) + 1, hand.state.setting, hand.state, hand.events
        )
        self.finished.append(record)

    def make_info(self) -> dict[str, Any]:
        """The number of the hand and the totals, in the unit of what the match counts."""
        labels = self.first.seats[: self.people]
        totals = self.standing.totals if self.standing is not None else (0,) * len(labels)
        return {"hand": len(self.finished) + (not self.is_over), "totals": dict(zip(labels, totals, strict=False))}
