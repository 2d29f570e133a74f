"""An environment of PettingZoo in which seats act one after another (AEC)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pettingzoo import AECEnv

from calarec.learning.arrays import make_action_space, make_observation_space, observe_as_arrays
from calarec.learning.held_hand import HandHolder
from calarec.learning.tables import LearningTable

if TYPE_CHECKING:
    from gymnasium import spaces

    from calarec.learning.kernel_hand import KernelHand
    from calarec.learning.stepped_hand import SteppedHand
    from calarec.learning.tables import EnvRules


class TurnEnv(HandHolder, AECEnv[str, dict[str, Any], int | None]):
    """One hand or match an episode; agents are seats by their letters."""

    def __init__(
        self,
        rules: EnvRules,
        seats: int | None = None,
        *,
        dealer: str = "",
        match: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = LearningTable(rules, seats, dealer, match=match)
        self.metadata: dict[str, Any] = {
            "name": f"calarec_{self.table.game.ruleset.id}", "render_modes": ["ansi"], "is_parallelizable": False,
        }  # fmt: skip
        self.render_mode = render_mode
        self.possible_agents: list[str] = list(self.table.labels)
        self.agents: list[str] = []
        self._observation_spaces = {agent: make_observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: make_action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[dict[str, Any]]:
        """The space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[int | None]:
        """The space of an agent's actions."""
        return self._action_spaces[agent]  # type: ignore[return-value]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next hand, or begin a match; with a seed, the first of that seed."""
        del options
        self.table.begin_episode(seed)
        self._hand = self.table.deal_fast_hand()
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self._note_match()
        self._select_agent(self._hand)

    def observe(self, agent: str) -> dict[str, Any]:
        """Observe a seat: its knowledge (`observation`) and legal actions (`action_mask`)."""
        hand = self.stepped_hand
        return observe_as_arrays(hand, self.table.all_labels.index(agent))

    def step(self, action: int | None) -> None:
        """Do an action for the agent that is selected; SlotError if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        hand = self.stepped_hand
        hand.apply_slot(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._select_agent(hand)
        self._accumulate_rewards()

    def _note_match(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {agent: self.table.make_info() for agent in self.agents}

    def _select_agent(self, hand: SteppedHand | KernelHand) -> None:
        labels = self.table.all_labels
        if hand.seat >= 0:
            self.agent_selection: str = labels[hand.seat]
            return
        gained = {label: float(gain) for label, gain in zip(labels, hand.find_rewards(), strict=True)}
        self.rewards = {agent: gained[agent] for agent in self.agents}
        self.table.note_finished_hand(hand)
        if self.table.is_episode_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            self._note_match()
        else:
            self._hand = self.table.deal_fast_hand()
            self._note_match()
            self._select_agent(self._hand)

    def observation_text(self, agent: str) -> str:
        """The knowledge of a seat, as a record in which unseen cards are `__`."""
        hand = self.stepped_hand
        return hand.observation_text(self.table.all_labels.index(agent))

    def action_name(self, action: int) -> str:
        """Name an action: a card, a word, `__` or `done`; empty if the rules lack it."""
        return self.table.slots.name_slot(action)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
