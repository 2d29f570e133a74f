"""Drawing from the stock after each trick, winner first, until it is used up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.actions import TakeAction
from calarec.core.engine.terms import Offer, Outcome, Refusal, wrong_number, wrong_seat
from calarec.core.wording.language import Listing

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action
    from calarec.core.engine.terms import StepContext


class Drawing:
    """Drawing: each seat takes the next card of the stock; no seat chooses."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Go on with the play when the stock is used up."""
        return None if at.state.piles[at.game.stock] else Outcome(at.state._replace(drawing=()))

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """Any card of the stock, for the seat whose turn it is: it may be any of them."""
        pile = at.game.stock
        return (Offer("take", at.state.drawing[0], at.path, cards=self._open(at), to=pile),)

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Take the card, or refuse it with the reason."""
        if not isinstance(action, TakeAction):
            return None
        state = at.state
        stock, due = self._open(at), state.drawing[0]
        outcome = self._draw_cards(at, action)
        if action.seat != due:
            return wrong_seat(at, action.seat, due, anyway=outcome if action.seat in state.drawing else None)
        missing = action.cards & ~stock
        if missing:
            first = (missing & -missing).bit_length() - 1
            args: dict[str, object] = {
                "seat": at.label(action.seat),
                "pile": at.game.ruleset.name("piles", at.params.pile),
                "card": at.game.cards.names[first],
                "held": Listing(at.names(stock)),
            }
            return Refusal("CAL435", at.path, args, point=("card", first), cards=stock, anyway=outcome)
        number = action.cards.bit_count()
        return outcome if number == 1 else wrong_number(at, action.seat, number, 1, 1, anyway=outcome)

    def _draw_cards(self, at: StepContext, action: TakeAction) -> Outcome:
        state, pile = at.state, at.game.stock
        open_ = at.params.shown == "everyone"
        seen = at.all if open_ else 1 << action.seat
        event = ev.Taken(action.seat, pile, action.cards, open_, seen, at.path)
        moved = state.with_pile(pile, state.piles[pile] & ~action.cards)
        moved = moved.with_hand(action.seat, moved.hands[action.seat] | action.cards)
        left = tuple(seat for seat in state.drawing if seat != action.seat)
        return Outcome(moved._replace(drawing=left), (event,))

    def _open(self, at: StepContext) -> int:
        """The cards of which the next one is drawn: the one that was turned up comes last."""
        stock = at.state.piles[at.game.stock]
        return stock & ~at.state.turned_up or stock
