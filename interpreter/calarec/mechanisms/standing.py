"""Fault: an irregularity, who may claim it, and what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Fault as FaultAction
from calarec.moves.behaviour import Outcome, Refusal
from calarec.moves.state import NOBODY
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment
    from calarec.moves.state import State
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """An irregularity. Its id is the word under which a record names it."""

    by: Literal["anyone", "declarer", "opponents"] = param(
        "By",
        "Who can commit it.",
        default="anyone",
        options={"anyone": "anyone", "declarer": "the declarer", "opponents": "an opponent of the declarer"},
    )
    claimed_by: Literal["other_side", "anyone"] = param(
        "Claimed by",
        "Who may claim it.",
        default="other_side",
        options={"other_side": "the other side", "anyone": "anyone at the table"},
    )
    before: Literal["auction", "first_lead", "end"] = param(
        "Before",
        "Up to when it may be claimed.",
        default="end",
        options={
            "auction": "before the auction is over",
            "first_lead": "before the first card is led",
            "end": "until the hand is settled",
        },
    )
    pay_each: int = param(
        "Pay each", "What the offender pays to every other player.",
        default=0, least=0, most=100_000, counts="payment",
    )  # fmt: skip
    move_points: int = param(
        "Move points",
        "How many points, in the unit of the file, go from the offender's side to the other after counting.",
        default=0, least=0, most=1000, counts="points",
    )  # fmt: skip
    contract: Literal["unchanged", "lost"] = param(
        "Contract",
        "What becomes of the contract.",
        default="unchanged",
        options={
            "unchanged": "it is settled as played",
            "lost": "the offender's side has lost it; where the difference of the points is paid, it counts none",
        },
    )
    deal: Literal["goes_on", "void"] = param(
        "Deal",
        "What becomes of the deal.",
        default="goes_on",
        options={"goes_on": "it is played on", "void": "it ends at once and is not counted"},
    )
    dealer: Literal["same", "next"] = param(
        "Dealer",
        "Who deals next after a void deal.",
        default="same",
        options={"same": "the same dealer", "next": "the next dealer"},
    )


class Faulting:
    """An irregularity is claimed; what it costs is settled with the hand."""

    def attempt(self, at: Moment, name: str, part: Fault, action: act.Action) -> Outcome | Refusal | None:
        """States the irregularity."""
        if not isinstance(action, FaultAction) or action.word != name:
            return None
        state, rule = at.state, f"standing.{name}"
        event = ev.Faulted(action.seat, action.word, action.by, action.trick, at.all, rule)
        events: tuple[ev.Event, ...] = (event,)
        state = state._replace(faults=(*state.faults, (action.word, action.seat)))
        if part.deal == "void" and state.outcome != "void":
            state = state._replace(outcome="void")
            events += (ev.Ended("void", at.all, f"{rule}.deal"),)
        outcome = Outcome(state, events)
        args: dict[str, object] = {"seat": at.label(action.seat), "word": action.word}
        if not self._may_commit(state, part, action.seat):
            return Refusal("CAL530", f"{rule}.by", args, part.by, anyway=outcome)
        if action.by != NOBODY and part.claimed_by == "other_side" and state.side(action.seat) >> action.by & 1:
            args["by"] = at.label(action.by)
            return Refusal("CAL531", f"{rule}.claimed_by", args, anyway=outcome)
        if self._too_late(at, part):
            return Refusal("CAL532", f"{rule}.before", args, part.before, anyway=outcome)
        return outcome

    def _may_commit(self, state: State, part: Fault, seat: int) -> bool:
        """Whether a rule for the declarer or for the opponents is about this seat; a partner is neither."""
        if part.by == "declarer":
            return seat == state.declarer
        return part.by == "anyone" or seat not in (state.declarer, state.partner)

    def _too_late(self, at: Moment, part: Fault) -> bool:
        if part.before == "auction":
            return at.state.step != "auction"
        return part.before == "first_lead" and at.state.started


def of_the_play(rules: Rules) -> str:
    """The word for a wrong card, which anybody can play and after which the hand goes on; empty if there is none."""
    for name, entry in rules.standing.items():
        if entry.do == "fault" and entry.part.by == "anyone" and entry.part.deal == "goes_on":
            return name
    return ""


def of_the_exchange(rules: Rules, word: str) -> bool:
    """Whether an irregularity is one of the exchange: not everybody can commit it, or it ends the deal.

    What must be claimed before the auction is over is none.
    """
    entry = rules.standing.get(word)
    if entry is None or entry.do != "fault" or entry.part.before == "auction":
        return False
    return bool(entry.part.deal == "void" or entry.part.by != "anyone")


def check_effects(rules: Rules, report: Report) -> None:
    """A fault costs something, what it costs can be carried out, and somebody can commit and claim it."""
    del rules
    for key, fault in report.standing("fault"):
        path = f"standing.{key}"
        void = fault.deal == "void"
        if not (fault.pay_each or fault.move_points or void or fault.contract == "lost"):
            report.add("RUL606", path, word=key)
        if void and (fault.move_points or fault.contract == "lost"):
            lost = f"{path}.contract" if fault.contract == "lost" else f"{path}.move_points"
            report.add("RUL607", report.blame(f"{path}.deal", lost), wording=lost.rpartition(".")[2])
        elif fault.move_points and fault.contract == "lost":
            report.add("RUL607", report.blame(f"{path}.move_points", f"{path}.contract"), wording="both")
        if not void and report.said(f"{path}.dealer"):
            report.add("RUL704", f"{path}.dealer", wording="not_void")
        if fault.before == "auction" and fault.by != "anyone":
            report.add("RUL608", report.blame(f"{path}.before", f"{path}.by"), by=fault.by)
        if fault.move_points > report.facts.total:
            points, total = report.points(fault.move_points), report.points(report.facts.total)
            report.add("RUL609", f"{path}.move_points", points=points, total=total)


MECHANISM = Mechanism(
    name="fault",
    kind=Kind.STANDING,
    part=Fault,
    title=Words("Irregularities"),
    about="An irregularity, who may claim it, and what it costs.",
    say=sentences("fault"),
    behaviour=Faulting(),
    checks=(check_effects,),
)
