"""Raising: the declarer makes the game dearer after the auction, without a bid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Words
from calarec.light import dataclass
from calarec.mechanisms.auction import program_of
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Raise
from calarec.moves.behaviour import Offer, Outcome, Refusal
from calarec.moves.state import NOBODY
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves.behaviour import Moment
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Raising:
    """When a contract may be raised to one that its `raises` name."""

    until: Literal["first_lead", "first_step"] = param(
        "Until",
        "Up to when the declarer may raise.",
        default="first_lead",
        options={
            "first_lead": "until the first card is led",
            "first_step": "only directly after the auction, before anybody does anything else",
        },
    )


class RaisingAfterwards:
    """The declarer may raise the contract until a certain moment."""

    def offers(self, at: Moment) -> tuple[Offer, ...]:
        """The contracts to which the declarer may raise now."""
        state = at.state
        if state.declarer == NOBODY or not self._in_time(at):
            return ()
        raises = at.game.rules.contracts[state.contract].raises
        return (Offer("raise", state.declarer, "raising", words=raises),) if raises else ()

    def attempt(self, at: Moment, action: Raise) -> Outcome | Refusal:
        """Raises the contract, or says why it may not be raised."""
        state = at.state
        args: dict[str, object] = {"seat": at.label(action.seat), "word": action.word}
        if state.declarer == NOBODY:
            return Refusal("CAL413", "raising", args, point=("word", 0))
        contract = at.game.rules.contracts[state.contract]
        args["contract"] = at.game.ruleset.name("contracts", state.contract)
        args["declarer"] = at.label(state.declarer)
        raised = self._raised(at, action) if action.word in contract.raises and not state.started else None
        if action.seat != state.declarer:
            return Refusal("CAL412", "raising", args, anyway=raised)
        if action.word not in contract.raises:
            rule = f"contracts.{state.contract}.raises"
            wording = "" if contract.raises else "none"
            return Refusal("CAL410", rule, args, wording, ("word", 0), 0, contract.raises)
        if not self._in_time(at):
            return Refusal("CAL411", "raising.until", args, at.game.rules.raising.until, ("word", 0), anyway=raised)
        return self._raised(at, action)

    def _raised(self, at: Moment, action: Raise) -> Outcome:
        program = program_of(at, action.word)
        state = at.state._replace(contract=action.word, program=program, at=1, turned=False, leader=NOBODY, turn=NOBODY)
        said = ev.Said(action.seat, action.word, "raise", at.all, "raising")
        settled = ev.Settled(action.word, at.state.declarer, at.all, f"contracts.{at.state.contract}.raises")
        return Outcome(state, (said, settled))

    def _in_time(self, at: Moment) -> bool:
        state = at.state
        if state.started or state.over:
            return False
        if at.game.rules.raising.until == "first_step":
            # What happens by itself, as looking at a pile, is nobody's step.
            return all(at.game.step(path).do == "look" for path in state.program[1 : state.at])
        return state.step == "play"


def check_raising(rules: Rules, report: Report) -> None:
    """Somebody says when contracts may be raised, and none can be."""
    if report.said("raising.until") and not any(contract.raises for contract in rules.contracts.values()):
        report.add("RUL704", "raising.until", wording="no_raises")


MECHANISM = Mechanism(
    name="raising",
    kind=Kind.SECTION,
    part=Raising,
    required=False,
    title=Words("Raising"),
    about="When the declarer may raise the contract after the auction.",
    say=sentences("raising"),
    behaviour=RaisingAfterwards(),
    checks=(check_raising,),
)
