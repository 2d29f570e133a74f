"""An environment of PettingZoo in which all seats answer at once, and one acts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pettingzoo import ParallelEnv

from calarec.learning.layout import DONE_SLOT
from calarec.learning.turn_env import TurnEnv

if TYPE_CHECKING:
    from gymnasium import spaces

    from calarec.learning.tables import EnvRules


class JointEnv(ParallelEnv[str, dict[str, Any], int | None]):
    """One hand or match an episode; seats that do not decide have `done`."""

    def __init__(
        self,
        rules: EnvRules,
        seats: int | None = None,
        *,
        dealer: str = "",
        match: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.turns: TurnEnv = TurnEnv(rules, seats, dealer=dealer, match=match, render_mode=render_mode)
        self.metadata: dict[str, Any] = {"name": self.turns.metadata["name"], "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.possible_agents: list[str] = list(self.turns.possible_agents)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[dict[str, Any]]:
        """The space of an agent's observations."""
        return self.turns.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[int | None]:
        """The space of an agent's actions."""
        return self.turns.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Deal the next hand, or begin a match; with a seed, the first of that seed."""
        self.turns.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._observe_all(self.agents), dict(self.turns.infos)

    def step(
        self, actions: dict[str, int | None]
    ) -> tuple[
        dict[str, dict[str, Any]], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Do the action of the seat that decides."""
        turns, agents = self.turns, self.agents
        if not agents:
            return {}, {}, {}, {}, {}
        turns.step(actions.get(turns.agent_selection))
        over = turns.terminations[turns.agent_selection]
        self.agents = [] if over else agents
        return (
            self._observe_all(agents), {agent: turns.rewards[agent] for agent in agents},
            dict.fromkeys(agents, over), dict.fromkeys(agents, False), dict(turns.infos),
        )  # fmt: skip

    def _observe_all(self, agents: list[str]) -> dict[str, dict[str, Any]]:
        found = {agent: self.turns.observe(agent) for agent in agents}
        for agent, seen in found.items():
            if agent != self.turns.agent_selection or self.turns.stepped_hand.is_over:
                seen["action_mask"][DONE_SLOT] = 1
        return found

    def render(self) -> str | None:
        """The record of the hand so far, if `render_mode` is `ansi`."""
        return self.turns.render()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
