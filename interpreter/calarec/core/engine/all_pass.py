"""What happens at the table when nobody bids: the hands are thrown in, or played out without a declarer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine import events as ev
from calarec.core.engine.terms import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.engine.terms import StepContext


class ThrowingIn:
    """The hand ends."""

    def begin(self, at: StepContext) -> Outcome:
        """Throws the hands in."""
        state = at.state._replace(outcome="all_pass")
        return Outcome(state, (ev.Ended("all_pass", at.all, "all_pass"),))


class PlayingOut:
    """The hand is played without a declarer."""

    def begin(self, at: StepContext) -> Outcome:
        """Goes on to the play, by way of what is done before it."""
        steps = (f"steps.{step}" for step in at.game.rules.all_pass.params.steps)
        return Outcome(at.state._replace(program=("auction", *steps, *at.game.final_steps), at=1))


ALL_PASS: Final[Mapping[str, ThrowingIn | PlayingOut]] = {
    "redeal": ThrowingIn(),
    "play_out": PlayingOut(),
    "carry_on": ThrowingIn(),
    "force": ThrowingIn(),
}
"""What happens when nobody bids, by its name in rule files."""
