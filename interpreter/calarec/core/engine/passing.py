"""Passing to neighbours: all seats give the same number before they see any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.actions import GiveAction
from calarec.core.engine.terms import Offer, Outcome, Refusal, not_held, wrong_number

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action
    from calarec.core.engine.terms import StepContext


class Passing:
    """Passing of dealt cards; a seat sees what it has received after it has given."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Go on when every seat has given."""
        state = at.state
        done = len(state.passed) == len(state.setting.active)
        return Outcome(at.next_state()._replace(passed=())) if done else None

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """Offer the cards to pass to every seat that has not yet given, in any order."""
        state, number = at.state, at.params.cards
        given = {seat for seat, _ in state.passed}
        return tuple(
            Offer("give", seat, at.path, (), self._own(at, seat), number, number, self._receiver_of(at, seat))
            for seat in state.setting.active
            if seat not in given
        )

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Passes the cards, or says why not."""
        state, seat = at.state, action.seat
        if not isinstance(action, GiveAction) or any(seat == passer for passer, _ in state.passed):
            return None
        outcome = self._pass_cards(at, action)
        args: dict[str, object] = {"seat": at.label(seat)}
        if action.to != self._receiver_of(at, seat):
            args["to"] = at.label(self._receiver_of(at, seat))
            return Refusal("CAL428", at.path, args, point=("seat", 1), anyway=outcome)
        if not state.has_cards(seat, action.cards):
            return not_held(at, seat, state.hands[seat], action.cards, anyway=outcome)
        received = action.cards & ~self._own(at, seat)
        if received:
            first = (received & -received).bit_length() - 1
            args["card"] = at.game.cards.names[first]
            own = self._own(at, seat)
            return Refusal("CAL429", at.path, args, point=("card", first), cards=own, anyway=outcome)
        number = action.cards.bit_count()
        if number != at.params.cards:
            return wrong_number(at, seat, number, at.params.cards, at.params.cards, anyway=outcome)
        return outcome

    def _pass_cards(self, at: StepContext, action: GiveAction) -> Outcome:
        state, seat, open_ = at.state, action.seat, at.params.open
        given = {passer for passer, _ in state.passed}
        seen = at.all if open_ else 1 << seat | (1 << action.to if action.to in given else 0)
        events: tuple[ev.Event, ...] = (ev.Given(seat, action.to, action.cards, open_, seen, at.path),)
        come = self._received_cards(at, seat)
        if come and not open_:
            events += (ev.Received(seat, come, 1 << seat, at.path),)
        hands = list(state.hands)
        hands[seat] &= ~action.cards
        hands[action.to] |= action.cards
        passed = (*state.passed, (seat, action.cards))
        return Outcome(state._replace(hands=tuple(hands), passed=passed), events)

    def _received_cards(self, at: StepContext, seat: int) -> int:
        """The cards that others have passed to a seat so far."""
        return sum(cards for giver, cards in at.state.passed if self._receiver_of(at, giver) == seat)

    def _own(self, at: StepContext, seat: int) -> int:
        return at.state.hands[seat] & ~self._received_cards(at, seat)

    def _receiver_of(self, at: StepContext, seat: int) -> int:
        """The seat that receives another's cards, by the direction of play."""
        setting = at.state.setting
        if at.params.to == "opposite":
            order = setting.active
            return order[(order.index(seat) + len(order) // 2) % len(order)]
        onward = (at.params.to == "left") == (at.game.rules.table.direction == "clockwise")
        return setting.seat_after(seat) if onward else setting.others(seat)[-1]
