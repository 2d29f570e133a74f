"""Hand over: who holds the called card gives it to the declarer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Give as GiveAction
from calarec.moves.behaviour import Offer, Outcome, Refusal
from calarec.moves.reasons import not_due, not_held, wrong_seat
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """The holder gives the called card; nothing happens if no other hand holds it."""

    open: bool = param("Open", "Whether the card is shown to all.")


class HandingOver:
    """The holder gives the called card to the declarer."""

    def automatic(self, at: Moment) -> Outcome | None:
        """Passed over if no other hand held the card."""
        return Outcome(at.on()) if at.state.found < 0 else None

    def offers(self, at: Moment) -> tuple[Offer, ...]:
        """The called card, by its holder."""
        state = at.state
        return (Offer("give", state.found, at.path, cards=1 << state.called, to=state.declarer),)

    def attempt(self, at: Moment, action: act.Action) -> Outcome | Refusal:
        """Moves the card."""
        state, part = at.state, at.part
        if not isinstance(action, GiveAction) or action.seat == state.declarer:
            return not_due(at, action)
        seen = at.all if part.open else 1 << action.seat | 1 << action.to
        event = ev.Given(action.seat, action.to, action.cards, part.open, seen, at.path)
        moved = state.with_hand(action.seat, state.hands[action.seat] & ~action.cards)
        moved = moved.with_hand(action.to, moved.hands[action.to] | action.cards)
        outcome = Outcome(moved._replace(at=state.at + 1, handed=True), (event,))
        if action.seat != state.found:
            return wrong_seat(at, action.seat, state.found, anyway=outcome)
        if not state.holds(action.seat, action.cards):
            return not_held(at, action.seat, state.hands[action.seat], action.cards, anyway=outcome)
        if action.cards != 1 << state.called or action.to != state.declarer:
            args: dict[str, object] = {
                "seat": at.label(state.found),
                "card": at.game.cards.names[state.called],
                "to": at.label(state.declarer),
            }
            return Refusal("CAL424", at.path, args, point=("card", -1), cards=1 << state.called, anyway=outcome)
        return outcome


MECHANISM = Mechanism(
    name="hand_over",
    kind=Kind.STEP,
    part=HandOver,
    title=Words("Handing over the called card"),
    about="Who holds the called card gives it to the declarer.",
    say=sentences("hand_over"),
    behaviour=HandingOver(),
)
