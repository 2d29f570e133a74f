"""Table a card: the declarer lays a card on the table before seeing what the exchange brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Lay
from calarec.moves.behaviour import Offer, Outcome, Refusal
from calarec.moves.reasons import not_due, not_held, wrong_number, wrong_seat
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """The declarer lays one card on the table."""

    pile: str = param("Pile", "The pile on which it is laid.", refers_to="pile")
    open: bool = param("Open", "Whether it is laid face up.", default=False)


class Tabling:
    """The declarer lays a card on the table."""

    def automatic(self, at: Moment) -> Outcome | None:
        """Never: a card has to be chosen."""
        return None

    def offers(self, at: Moment) -> tuple[Offer, ...]:
        """Any card of the hand."""
        state = at.state
        pile = at.game.piles.index(at.part.pile)
        return (Offer("table-card", state.declarer, at.path, cards=state.hands[state.declarer], to=pile),)

    def attempt(self, at: Moment, action: act.Action) -> Outcome | Refusal:
        """Moves the card to the pile."""
        state, part = at.state, at.part
        if not isinstance(action, Lay):
            return not_due(at, action)
        pile = at.game.piles.index(part.pile)
        seen = at.all if part.open else 1 << action.seat
        event = ev.Tabled(action.seat, pile, action.cards, part.open, seen, at.path)
        moved = state.with_hand(action.seat, state.hands[action.seat] & ~action.cards)
        moved = moved.with_pile(pile, state.piles[pile] | action.cards)
        outcome = Outcome(moved._replace(at=state.at + 1, tabled=state.tabled | action.cards), (event,))
        if action.seat != state.declarer:
            return wrong_seat(at, action.seat, state.declarer, anyway=outcome)
        if not state.holds(action.seat, action.cards):
            return not_held(at, action.seat, state.hands[action.seat], action.cards, anyway=outcome)
        if action.cards.bit_count() != 1:
            return wrong_number(at, action.seat, action.cards.bit_count(), 1, 1, anyway=outcome)
        return outcome


MECHANISM = Mechanism(
    name="table_card",
    kind=Kind.STEP,
    part=TableCard,
    title=Words("Tabling a card"),
    about="The declarer lays one card on the table.",
    say=sentences("table_card"),
    behaviour=Tabling(),
)
