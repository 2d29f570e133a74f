"""Give: the declarer gives a card back to who handed over the called card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Give as GiveAction
from calarec.moves.behaviour import Offer, Outcome, Refusal
from calarec.moves.reasons import not_due, not_held, wrong_number, wrong_seat
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Give:
    """The declarer gives a card back; nothing happens if nobody handed a card over."""

    open: bool = param("Open", "Whether it is shown to all.")


class GivingBack:
    """The declarer gives a card to who handed over the called card."""

    def automatic(self, at: Moment) -> Outcome | None:
        """Passed over if nobody handed a card over."""
        return None if at.state.handed else Outcome(at.on())

    def offers(self, at: Moment) -> tuple[Offer, ...]:
        """Any cards of the hand."""
        state = at.state
        cards = state.hands[state.declarer]
        return (Offer("give", state.declarer, at.path, cards=cards, to=state.found),)

    def attempt(self, at: Moment, action: act.Action) -> Outcome | Refusal:
        """Moves the cards."""
        state, part = at.state, at.part
        if not isinstance(action, GiveAction):
            return not_due(at, action)
        seen = at.all if part.open else 1 << action.seat | 1 << action.to
        event = ev.Given(action.seat, action.to, action.cards, part.open, seen, at.path)
        moved = state.with_hand(action.seat, state.hands[action.seat] & ~action.cards)
        moved = moved.with_hand(action.to, moved.hands[action.to] | action.cards)
        outcome = Outcome(moved._replace(at=state.at + 1), (event,))
        if action.seat != state.declarer:
            return wrong_seat(at, action.seat, state.declarer, anyway=outcome)
        if action.to != state.found:
            args: dict[str, object] = {"seat": at.label(state.declarer), "to": at.label(state.found)}
            return Refusal("CAL425", at.path, args, point=("seat", 1), anyway=outcome)
        if not state.holds(action.seat, action.cards):
            return not_held(at, action.seat, state.hands[action.seat], action.cards, anyway=outcome)
        if action.cards.bit_count() != 1:
            return wrong_number(at, action.seat, action.cards.bit_count(), 1, 1, anyway=outcome)
        return outcome


MECHANISM = Mechanism(
    name="give",
    kind=Kind.STEP,
    part=Give,
    title=Words("Giving back a card"),
    about="The declarer gives a card back to who handed over the called card.",
    say=sentences("give"),
    behaviour=GivingBack(),
)
