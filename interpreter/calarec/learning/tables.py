"""The seats, the deals, and the bots at other seats: a part of every environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from calarec.core.base.arguments import require_seed, wrong_kind
from calarec.core.base.errors import PortableError
from calarec.core.base.frozen import replace
from calarec.core.engine.game import Game
from calarec.core.engine.moves import start
from calarec.core.mechanisms.ruleset import Ruleset
from calarec.learning.episode_match import EpisodeMatch, require_match_end
from calarec.learning.kernel_hand import KernelHand, find_hand_pool
from calarec.learning.opponents import choose_bot_action
from calarec.learning.rule_slots import slots_of_game
from calarec.learning.stepped_hand import SteppedHand
from calarec.playing.dealing import deal as shuffle_deal
from calarec.playing.hand import play
from calarec.rule_files.load import load_ruleset
from calarec.simulation.players import players

if TYPE_CHECKING:
    from calarec.learning.rule_slots import RuleSlots
    from calarec.playing.hand import HandInPlay
    from calarec.simulation.bots import Bot
    from calarec.simulation.own_bots import SeatBot

EnvRules: TypeAlias = "Ruleset | Game | str | os.PathLike[str]"


class MissingLibraryError(PortableError, ImportError):
    """A library of the extra `rl` that is not installed."""

    def __init__(self, library: str) -> None:
        super().__init__(f"this environment needs {library}: pip install 'calarec[rl]'", name=library)


def game_of_rules(rules: EnvRules) -> Game:
    """A ruleset ready to be played, as environments take it: by id, path or object."""
    if isinstance(rules, Game):
        return rules
    if isinstance(rules, Ruleset):
        return Game.from_ruleset(rules)
    if not isinstance(rules, str | os.PathLike):
        raise wrong_kind("rules", "a Ruleset, an id or a path", rules)
    return Game.from_ruleset(load_ruleset(os.fspath(rules)))


class LearningTable:
    """Deals hand after hand for the same seats."""

    def __init__(self, rules: EnvRules, seats: int | None, dealer: str, *, match: bool = False) -> None:
        game = game_of_rules(rules)
        if match:
            require_match_end(game)
        self.first: HandInPlay = play(game, seats, dealer=dealer, seed=0)
        """A hand of these people, for those who deal themselves."""
        self.game: Game = self.first.game
        self.slots: RuleSlots = slots_of_game(self.game)
        setting = self.first.state.setting
        self.labels: tuple[str, ...] = tuple(
            label for seat, label in enumerate(setting.labels) if seat not in setting.dummies
        )
        """The seats of people."""
        self.all_labels: tuple[str, ...] = setting.labels
        """The seats of people, and dummies after them."""
        self.dealer = dealer
        self.random: Random = Random()
        self._seated: dict[str, HandInPlay] = {}
        """By dealer, a hand of these people, for the hands that follow."""
        self.plays_matches = match
        self.match: EpisodeMatch | None = None
        """The match of this episode; None if an episode is a hand."""

    def begin_seed(self, seed: int | None) -> None:
        """Make the hands that follow those of a seed."""
        if seed is not None:
            require_seed(seed)
            self.random = Random(seed)

    def begin_episode(self, seed: int | None) -> None:
        """Begin a match if an episode is one; with a seed, the first of that seed."""
        self.begin_seed(seed)
        if self.plays_matches:
            dealer = self.dealer or self.random.choice(self.labels)
            self.match = EpisodeMatch(self.first, len(self.labels), self.labels.index(dealer))

    def note_finished_hand(self, hand: SteppedHand | KernelHand) -> None:
        """Add a hand that is over to its match."""
        if self.match is not None:
            self.match.add_hand(hand)

    @property
    def is_episode_over(self) -> bool:
        """True if no hand follows the one that is over."""
        return self.match is None or self.match.is_over

    def make_info(self) -> dict[str, Any]:
        """The info on the match, beside the observation."""
        return self.match.make_info() if self.match is not None else {}

    def deal_hand(self) -> SteppedHand:
        """The next hand, which the engine plays; without a fixed dealer any seat deals."""
        return SteppedHand(self.slots, self._deal_next(), self.random)

    def deal_fast_hand(self) -> SteppedHand | KernelHand:
        """The same hand, which the compiled kernel plays if it can."""
        begun = self._deal_next()
        pool = find_hand_pool(self.slots, begun.state.setting)
        number = pool.take_number() if pool is not None else None
        if pool is None or number is None:
            return SteppedHand(self.slots, begun, self.random)
        return KernelHand(pool, number, begun, self.random)

    def _deal_next(self) -> HandInPlay:
        if self.match is not None:
            return self.match.begin_hand(self.random.getrandbits(64))
        dealer = self.dealer or self.random.choice(self.labels)
        seed = self.random.getrandbits(64)
        seated = self._seated.get(dealer)
        if seated is None:
            seated = self._seated[dealer] = play(self.game, len(self.labels), dealer=dealer, seed=0)
        hands, piles = shuffle_deal(self.game, seated.state.setting, Random(seed))
        opening = start(self.game, seated.state.setting, hands, piles)
        return replace(seated, state=opening.state, events=opening.events)


class BotTable:
    """Bots for all seats but one."""

    def __init__(self, table: LearningTable, seat: str, bots: SeatBot | Mapping[str, SeatBot]) -> None:
        others = tuple(label for label in table.labels if label != seat)
        named: dict[str, SeatBot] = dict(bots) if isinstance(bots, Mapping) else dict.fromkeys(others, bots)
        self.bots: dict[str, Bot] = {label: players(bot, (label,), table.game) for label, bot in named.items()}
        if {*self.bots} != {*others}:
            raise ValueError(f"bots are for the seats {' '.join(others)}, not for {' '.join(self.bots)}")
        self.labels: tuple[str, ...] = table.labels
        self.random: Random = table.random

    def play_on(self, held: SteppedHand | KernelHand) -> None:
        """Play until a seat without a bot decides, or to the end."""
        hand = held.engine_hand if isinstance(held, KernelHand) else held
        while hand.decision is not None:
            label = hand.state.setting.labels[hand.decision.seat]
            if label not in self.bots:
                return
            hand.make_action(choose_bot_action(hand, self.bots[label], self.random))
