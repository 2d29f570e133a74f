"""An environment of PettingZoo in which seats act one after another (AEC)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pettingzoo import AECEnv

from calarec.learning.arrays import make_action_space, make_observation_space, observe_as_arrays
from calarec.learning.tables import LearningTable

if TYPE_CHECKING:
    from gymnasium import spaces

    from calarec.core.records import Hand
    from calarec.learning.stepped_hand import SteppedHand
    from calarec.learning.tables import EnvRules
    from calarec.playing.hand import HandInPlay


class TurnEnv(AECEnv[str, dict[str, Any], int | None]):
    """One hand an episode; agents are seats by their letters."""

    def __init__(
        self, rules: EnvRules, seats: int | None = None, *, dealer: str = "", render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.table = LearningTable(rules, seats, dealer)
        self.metadata: dict[str, Any] = {
            "name": f"calarec_{self.table.game.ruleset.id}", "render_modes": ["ansi"], "is_parallelizable": False,
        }  # fmt: skip
        self.render_mode = render_mode
        self.possible_agents = list(self.table.labels)
        self.agents: list[str] = []
        self._observation_spaces = {agent: make_observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: make_action_space() for agent in self.possible_agents}
        self._hand: SteppedHand | None = None

    @property
    def hand(self) -> HandInPlay:
        """The hand of this episode as `play` has it, with its account and its views."""
        return self.stepped_hand.to_hand()

    @property
    def stepped_hand(self) -> SteppedHand:
        """The hand of this episode, played by actions."""
        if self._hand is None:
            raise RuntimeError("the environment has no hand yet: call reset() first")
        return self._hand

    def observation_space(self, agent: str) -> spaces.Space[dict[str, Any]]:
        """The space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[int | None]:
        """The space of an agent's actions."""
        return self._action_spaces[agent]  # type: ignore[return-value]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the next hand; with a seed, the first hand of that seed."""
        del options
        self.table.begin_seed(seed)
        self._hand = self.table.deal_hand()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select_agent(self._hand)

    def observe(self, agent: str) -> dict[str, Any]:
        """Observe a seat: its knowledge (`observation`) and legal actions (`action_mask`)."""
        hand = self.stepped_hand
        return observe_as_arrays(hand, hand.state.setting.labels.index(agent))

    def step(self, action: int | None) -> None:
        """Does an action for the agent that is selected; SlotError if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        hand = self.stepped_hand
        hand.apply_slot(-1 if action is None else int(action))
        self._select_agent(hand)

    def _select_agent(self, hand: SteppedHand) -> None:
        if hand.decision is not None:
            self.agent_selection = hand.state.setting.labels[hand.decision.seat]
            return
        labels = hand.state.setting.labels
        gained = {label: float(gain) for label, gain in zip(labels, hand.find_rewards(), strict=True)}
        self.rewards = {agent: gained[agent] for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def observation_text(self, agent: str) -> str:
        """The knowledge of a seat, as a record in which unseen cards are `__`."""
        hand = self.stepped_hand
        return hand.observation_text(hand.state.setting.labels.index(agent))

    def action_name(self, action: int) -> str:
        """Name an action: a card, a word, `__` or `done`; empty if the rules lack it."""
        return self.table.slots.name_slot(action)

    def record(self) -> Hand:
        """The hand so far as a record, with all cards."""
        return self.hand.record()

    def render(self) -> str | None:
        """The record of the hand so far, if `render_mode` is `ansi`."""
        if self.render_mode != "ansi":
            return None
        from calarec.core.notation.writer import write

        return write([self.record()])

    def close(self) -> None:
        """Does nothing: there is nothing to release."""
