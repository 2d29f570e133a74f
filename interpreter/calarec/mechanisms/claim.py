"""Claim: somebody claims or concedes the tricks that are still to be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Both
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Claim as ClaimAction
from calarec.moves.behaviour import Outcome, Refusal
from calarec.moves.state import NOBODY
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


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
        events = self._events(at, action, rule, holds=holds)
        if holds:
            state = state._replace(outcome="claimed")
        outcome = Outcome(state, events)
        args: dict[str, object] = {"seat": at.label(action.seat), "points": action.points or 0}
        if part.by == "declarer" and action.seat != state.declarer:
            return Refusal("CAL520", f"{rule}.by", args, anyway=outcome)
        if action.points is not None and not part.points:
            return Refusal("CAL521", f"{rule}.points", args, anyway=outcome)
        if state.declarer == NOBODY and (action.concede or action.points is not None):
            return Refusal("CAL522", rule, args, "" if action.concede else "points")
        if state.step != "play":
            return Refusal("CAL523", rule, args, anyway=outcome)
        return outcome

    def _events(self, at: Moment, action: ClaimAction, rule: str, *, holds: bool) -> tuple[ev.Event, ...]:
        state = at.state
        to = next((each for each in state.setting.others(action.seat) if not state.side(action.seat) >> each & 1), -1)
        to = to if action.concede else action.seat
        rest = sum(state.hands) | sum(1 << card for card in state.trick)
        tricks = max((hand.bit_count() for hand in state.hands), default=0)
        claimed = ev.Claimed(
            action.seat, action.points, action.concede, action.accepted, holds, to, rest, tricks, at.all, rule
        )
        if not holds:
            return (claimed,)
        piles = [ev.PileWon(number, cards, to, at.all, rule) for number, cards in enumerate(state.piles) if cards]
        known = state.partner_known or state.partner == NOBODY
        partner = () if known else (ev.PartnerKnown(state.partner, at.all, rule),)
        return (claimed, *piles, *partner, ev.Ended("claimed", at.all, rule))


def check_once(rules: Rules, report: Report) -> None:
    """Two rules of this kind would contradict each other."""
    del rules
    for key, _ in list(report.standing("claim"))[1:]:
        report.add("RUL611", f"standing.{key}", name=key)


MECHANISM = Mechanism(
    name="claim",
    kind=Kind.STANDING,
    part=Claim,
    title=Both("Claims", "Le carte in tavola"),
    about="Somebody claims or concedes what is still to be played.",
    say=sentences("claim"),
    behaviour=Claiming(),
    checks=(check_once,),
)
