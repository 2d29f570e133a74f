"""Show: somebody shows cards to the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Show as ShowAction
from calarec.moves.behaviour import Outcome, Refusal
from calarec.moves.reasons import not_held
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """Somebody shows cards from the hand; they stay there."""

    by: Literal["anyone", "declarer", "opponents"] = param(
        "By",
        "Who may show cards.",
        default="anyone",
        options={"anyone": "anyone", "declarer": "the declarer", "opponents": "an opponent of the declarer"},
    )
    when: Literal["before_first_lead", "any_time"] = param(
        "When",
        "When cards may be shown.",
        default="any_time",
        options={"before_first_lead": "before the first card is led", "any_time": "at any time"},
    )


class Showing:
    """Cards are seen and stay where they are."""

    def attempt(self, at: Moment, name: str, part: Show, action: act.Action) -> Outcome | Refusal | None:
        """Shows the cards."""
        if not isinstance(action, ShowAction):
            return None
        state = at.state
        event = ev.Shown(action.seat, action.cards, action.to | 1 << action.seat, f"standing.{name}")
        outcome = Outcome(state, (event,))
        args: dict[str, object] = {"seat": at.label(action.seat)}
        if part.by != "anyone" and (action.seat == state.declarer) != (part.by == "declarer"):
            return Refusal("CAL540", f"standing.{name}.by", args, part.by, anyway=outcome)
        if part.when == "before_first_lead" and state.started:
            return Refusal("CAL541", f"standing.{name}.when", args, anyway=outcome)
        if not state.holds(action.seat, action.cards):
            return not_held(at, action.seat, state.hands[action.seat], action.cards, anyway=outcome)
        return outcome


def check_once(rules: Rules, report: Report) -> None:
    """Two rules of this kind would contradict each other."""
    del rules
    for key, _ in list(report.standing("show"))[1:]:
        report.add("RUL611", f"standing.{key}", name=key)


MECHANISM = Mechanism(
    name="show",
    kind=Kind.STANDING,
    part=Show,
    title=Words("Showing cards"),
    about="Somebody shows cards to the table.",
    say=sentences("show"),
    behaviour=Showing(),
    checks=(check_once,),
)
