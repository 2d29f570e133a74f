"""Claim: somebody claims or concedes the tricks that are still to be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.moves import events as ev
from calarec.moves.actions import Claim as ClaimAction
from calarec.moves.behaviour import Outcome, Refusal
from calarec.moves.state import NOBODY
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A hand may end before its last trick."""

    by: Literal["anyone", "declarer"] = param(
        "By",
        "Who may claim or concede.",
        default="anyone",
        options={"anyone": "anyone who plays", "declarer": "the declarer"},
    )
    points: bool = param("Points", "Whether a number of points may be claimed instead of the rest.", default=True)
    accepted: Literal["by_other_side", "at_once"] = param(
        "Accepted",
        "What makes it hold.",
        default="by_other_side",
        options={"by_other_side": "the other side accepts it", "at_once": "nothing more"},
    )


class Claiming:
    """A claim that holds ends the hand."""

    def attempt(self, at: Moment, name: str, part: Claim, action: act.Action) -> Outcome | Refusal | None:
        """States the claim and, if it holds, ends the hand."""
        if not isinstance(action, ClaimAction):
            return None
        state = at.state
        rule = f"standing.{name}"
        holds = action.accepted is True or (action.accepted is None and part.accepted == "at_once")
        claimed = ev.Claimed(action.seat, action.points, action.concede, action.accepted, holds, at.all, rule)
        events: tuple[ev.Event, ...] = (claimed,)
        if holds:
            state = state._replace(outcome="claimed")
            events += (ev.Ended("claimed", at.all, rule),)
        outcome = Outcome(state, events)
        args: dict[str, object] = {"seat": at.label(action.seat), "points": action.points or 0}
        if part.by == "declarer" and action.seat != state.declarer:
            return Refusal("CAL520", f"{rule}.by", args, anyway=outcome)
        if action.points is not None and not part.points:
            return Refusal("CAL521", f"{rule}.points", args, anyway=outcome)
        if action.concede and state.declarer == NOBODY:
            return Refusal("CAL522", rule, args)
        if state.step != "play":
            return Refusal("CAL523", rule, args, anyway=outcome)
        return outcome


MECHANISM = Mechanism(
    name="claim",
    kind=Kind.STANDING,
    part=Claim,
    title=Both("Claims", "Le carte in tavola"),
    about="Somebody claims or concedes what is still to be played.",
    behaviour=Claiming(),
)
