"""A game for OpenSpiel; its chance nodes deal and draw card by card.

The game is registered as `python_calarec` once this module is imported: `pyspiel.load_game("python_calarec", {…})` with
the parameters `rules` (an id or a path), `seats` and `dealer`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyspiel

from calarec.core.base.frozen import replace
from calarec.core.engine.cards import bits
from calarec.core.engine.moves import start
from calarec.learning.layout import ACTIONS, CARDS, OBSERVATION_BYTES
from calarec.learning.stepped_hand import SteppedHand
from calarec.learning.tables import LearningTable, game_of_rules

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.learning.tables import EnvRules

NAME: Final = "python_calarec"
_LARGEST_GAIN: Final = 1_000_000.0
"""Rules may pay anything; no ruleset that people play pays more in one hand."""
_CHOICES_BESIDES_CARDS: Final = 200
_GIVEN: Final[dict[str, Game]] = {}
"""The games given as objects, by their placeholders in the parameters of a game."""

_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="calarec",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    default_loadable=False,
    parameter_specification={"rules": "", "seats": 0, "dealer": "A"},
)


class SpielGame(pyspiel.Game):
    """A ruleset as a game of OpenSpiel with parameters `rules`, `seats` and `dealer`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked: dict[str, Any] = {"seats": 0, "dealer": "A", **(params or {})}
        rules: EnvRules = _GIVEN.get(asked["rules"], asked["rules"])
        self.table = LearningTable(rules, asked["seats"] or None, asked["dealer"])
        pack = len(self.table.game.cards.names)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=CARDS,
            num_players=len(self.table.labels),
            min_utility=-_LARGEST_GAIN,
            max_utility=_LARGEST_GAIN,
            max_game_length=3 * pack + _CHOICES_BESIDES_CARDS,
        )
        super().__init__(_TYPE, info, asked)

    def new_initial_state(self, _: str | None = None) -> SpielState:
        """The state before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Make an observer, which writes the observations of a player."""
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        return SpielObserver(iig_obs_type)


class PartialDeal:
    """The cards dealt so far: hand after hand from the eldest on, then the piles."""

    def __init__(self, table: LearningTable) -> None:
        self.table = table
        setting, rules = table.first.state.setting, table.game.rules
        piles = [rules.piles[name].dealt for name in table.game.piles]
        seats = [seat for seat in setting.active for _ in range(rules.deal.hand)]
        self.places = [*seats, *(-1 - pile for pile, size in enumerate(piles) for _ in range(size))]
        self.cards: list[int] = []

    def __deepcopy__(self, memo: object) -> PartialDeal:
        other = object.__new__(PartialDeal)
        other.table, other.places, other.cards = self.table, self.places, list(self.cards)
        return other

    @property
    def rest(self) -> int:
        """The cards that are still to be dealt."""
        return self.table.game.cards.full & ~sum(1 << card for card in self.cards)

    def add_card(self, card: int) -> SteppedHand | None:
        """Deals a card; the hand, once the last one is dealt."""
        self.cards.append(card)
        if len(self.cards) < len(self.places):
            return None
        table = self.table
        setting = table.first.state.setting
        hands, piles = [0] * len(setting.labels), [0] * len(table.game.piles)
        for place, dealt in zip(self.places, self.cards, strict=True):
            if place >= 0:
                hands[place] |= 1 << dealt
            else:
                piles[-1 - place] |= 1 << dealt
        opening = start(table.game, setting, hands, piles)
        return SteppedHand(table.slots, replace(table.first, state=opening.state, events=opening.events), None)


class SpielState(pyspiel.State):
    """A state of OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.deal = PartialDeal(game.table)
        self.hand: SteppedHand | None = None

    def current_player(self) -> int:
        """The player who decides, chance, or the mark of the end."""
        hand = self.hand
        if hand is None or hand.draw is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if hand.decision is None else hand.decision.seat

    def _legal_actions(self, player: int) -> list[int]:
        hand = self.hand
        return hand.list_slots() if hand is not None and hand.seat == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may come next, each as likely as the others."""
        hand = self.hand
        pool = self.deal.rest if hand is None or hand.draw is None else hand.draw.pool
        cards = list(bits(pool))
        slots = self.deal.table.slots.slot_of_card
        return sorted((slots[card], 1 / len(cards)) for card in cards)

    def _apply_action(self, action: int) -> None:
        hand = self.hand
        if hand is None:
            self.hand = self.deal.add_card(self.deal.table.slots.card_of_slot[action])
        elif hand.draw is not None:
            hand.make_draw(self.deal.table.slots.card_of_slot[action])
        else:
            hand.apply_slot(action)

    def _action_to_string(self, player: int, action: int) -> str:
        name = self.deal.table.slots.name_slot(action)
        return f"deal {name}" if player == pyspiel.PlayerId.CHANCE else name

    def is_terminal(self) -> bool:
        """True if the hand is over."""
        return self.hand is not None and self.hand.is_over

    def returns(self) -> list[float]:
        """The gain of each player; zeros while the hand goes on."""
        people = len(self.deal.table.labels)
        if self.hand is None:
            return [0.0] * people
        return [float(gain) for gain in self.hand.find_rewards()[:people]]

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen, as a record in which unseen cards are `__`."""
        return self._text(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        """The same: a record leaves nothing out."""
        return self._text(self.current_player() if player is None else player)

    def _text(self, player: int) -> str:
        return "" if self.hand is None else self.hand.observation_text(player)

    def __str__(self) -> str:
        if self.hand is None:
            return " ".join(self.deal.table.game.cards.names[card] for card in self.deal.cards)
        from calarec.core.notation.writer import write

        chosen = f"{self.hand.chosen} {self.hand.blind} {self.hand.draw}"
        return write([self.hand.to_hand().record()]) + f"# {chosen}\n"


class SpielObserver:
    """Writes observations of a player for OpenSpiel: by the layout, as floats."""

    def __init__(self, iig_obs_type: Any) -> None:
        self.keeps_all = bool(iig_obs_type and iig_obs_type.perfect_recall)
        self.tensor = None if self.keeps_all else np.zeros(OBSERVATION_BYTES, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor with what a player knows."""
        if self.tensor is None:
            return
        if state.hand is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = np.frombuffer(state.hand.observation(player), np.uint8)

    def string_from(self, state: SpielState, player: int) -> str:
        """Write the knowledge of a player, as text."""
        return state.information_state_string(player)


def make_spiel_game(rules: EnvRules, seats: int | None, dealer: str) -> SpielGame:
    """The game of a ruleset, however it is given."""
    name = rules
    if not isinstance(rules, str):
        game = game_of_rules(rules)
        name = f"digest-{game.ruleset.digest}"
        _GIVEN[name] = game
    game = pyspiel.load_game(NAME, {"rules": name, "seats": seats or 0, "dealer": dealer})
    assert isinstance(game, SpielGame)
    return game


pyspiel.register_game(_TYPE, SpielGame)
