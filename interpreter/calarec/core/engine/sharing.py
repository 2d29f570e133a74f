"""The opponents share a pile, and each discards as many cards as he took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.actions import DiscardAction, TakeAction
from calarec.core.engine.state import Sharing
from calarec.core.engine.terms import Offer, Outcome, Refusal, not_held, wrong_number, wrong_seat
from calarec.core.wording.language import Listing

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action
    from calarec.core.engine.terms import StepContext


class SharingOut:
    """Opponents take from a pile; each lays back as many cards as he took."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Opens the sharing; closes it when all is taken and laid back."""
        state, params = at.state, at.params
        pile = state.piles[self._pile(at)]
        if state.sharing is None:
            opened = state._replace(sharing=Sharing(pile))
            seen = self._seats_seeing_pile(at)
            turned = (ev.Turned(self._pile(at), pile, seen, f"{at.path}.shown"),) if seen else ()
            return Outcome(opened, turned)
        if params.decided == "in_turn":
            done = not self._needs_discard(state.sharing) and (state.sharing.turn >= len(self._sharers(at)) or not pile)
        else:
            done = not state.sharing.remaining and not self._needs_discard(state.sharing)
        return Outcome(at.next_state()._replace(sharing=None)) if done else None

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """Offer takes to seats that may still take, discards to seats that have taken."""
        found: list[Offer] = []
        pile = self._pile(at)
        for seat in self._sharers(at):
            least, most = self._may_take(at, seat)
            if most:
                cards = self._open_cards(at)
                found.append(Offer("take", seat, at.path, cards=cards, least=least, most=most, to=pile))
            owes = self._owes(at, seat)
            if owes:
                hand = at.state.hands[seat]
                found.append(Offer("discard", seat, at.path, cards=hand, least=owes, most=owes, to=pile))
        return tuple(found)

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Moves the cards."""
        if isinstance(action, TakeAction):
            return self._take(at, action)
        if isinstance(action, DiscardAction):
            return self._lay_back(at, action)
        return None

    def _take(self, at: StepContext, action: TakeAction) -> Outcome | Refusal | None:
        state, params, pile = at.state, at.params, self._pile(at)
        sharing = state.sharing or Sharing(state.piles[pile])
        open_ = params.shown == "everyone"
        number = action.cards.bit_count()
        seen = at.all if open_ else self._seats_seeing_pile(at) | 1 << action.seat
        event = ev.Taken(action.seat, pile, action.cards, open_, seen, at.path)
        moved = state.with_pile(pile, state.piles[pile] & ~action.cards)
        moved = moved.with_hand(action.seat, state.hands[action.seat] | action.cards)
        took = (*sharing.took, (action.seat, number))
        # Whoever takes out of turn, the turn is still of the first who has not taken.
        had = {seat for seat, _ in took}
        places = [place for place, seat in enumerate(self._sharers(at)) if seat not in had]
        turn = places[0] if places else len(self._sharers(at))
        sharing = sharing._replace(remaining=sharing.remaining & ~action.cards, took=took, turn=turn)
        outcome = Outcome(moved._replace(sharing=sharing), (event,))
        least, most = self._may_take(at, action.seat)
        if not most:
            due = next((seat for seat in self._sharers(at) if self._may_take(at, seat)[1]), -1)
            if due < 0:
                return None
            wording = "in_turn" if params.decided == "in_turn" else ""
            return wrong_seat(at, action.seat, due, anyway=outcome)._replace(wording=wording)
        missing = action.cards & ~self._open_cards(at)
        if missing:
            first = (missing & -missing).bit_length() - 1
            args: dict[str, object] = {
                "seat": at.label(action.seat),
                "pile": at.game.ruleset.name("piles", params.pile),
                "card": at.game.cards.names[first],
                "held": Listing(at.names(self._open_cards(at))),
            }
            legal = self._open_cards(at)
            return Refusal("CAL435", at.path, args, point=("card", first), cards=legal, anyway=outcome)
        if not least <= number <= most:
            return wrong_number(at, action.seat, number, least, most, anyway=outcome)
        return outcome

    def _lay_back(self, at: StepContext, action: DiscardAction) -> Outcome | Refusal | None:
        state, pile = at.state, self._pile(at)
        sharing = state.sharing or Sharing(state.piles[pile])
        number = action.cards.bit_count()
        event = ev.Discarded(action.seat, pile, action.cards, open=False, seen=1 << action.seat, rule=at.path)
        moved = state.with_hand(action.seat, state.hands[action.seat] & ~action.cards)
        moved = moved.with_pile(pile, state.piles[pile] | action.cards)
        done = sharing._replace(discarded=sharing.discarded | 1 << action.seat)
        if at.params.decided == "in_turn":
            # The next sharer finds the pile as this one leaves it.
            done = done._replace(remaining=moved.piles[pile])
        outcome = Outcome(moved._replace(sharing=done), (event,))
        owes = self._owes(at, action.seat)
        if not owes:
            return None
        if not state.has_cards(action.seat, action.cards):
            return not_held(at, action.seat, state.hands[action.seat], action.cards, anyway=outcome)
        if number != owes:
            return wrong_number(at, action.seat, number, owes, owes, anyway=outcome)
        return outcome

    def _pile(self, at: StepContext) -> int:
        return at.game.piles.index(at.params.pile)

    def _sharers(self, at: StepContext) -> tuple[int, ...]:
        opponents = at.state.opponents()
        return opponents if at.params.who == "opponents" else opponents[:2]

    def _seats_seeing_pile(self, at: StepContext) -> int:
        """The seats that see the pile before one of them takes from it."""
        shown = at.params.shown
        if shown == "everyone":
            return at.all
        return sum(1 << seat for seat in self._sharers(at)) if shown == "opponents" else 0

    def _open_cards(self, at: StepContext) -> int:
        return at.state.sharing.remaining if at.state.sharing else at.state.piles[self._pile(at)]

    def _may_take(self, at: StepContext, seat: int) -> tuple[int, int]:
        """The least and the greatest number of cards that a seat may take now."""
        params, sharing = at.params, at.state.sharing
        sharers = self._sharers(at)
        if sharing is None or seat not in sharers or any(taker == seat for taker, _ in sharing.took):
            return 0, 0
        here = sharing.remaining.bit_count()
        if params.decided == "in_turn" and (sharers.index(seat) != sharing.turn or self._needs_discard(sharing)):
            return 0, 0
        if params.each == "equal":
            share = (here + sum(number for _, number in sharing.took)) // len(sharers)
            return share, share
        if params.each == "all":
            return here, here
        if params.decided == "in_turn":
            return 0, here
        others = sum(1 for sharer in sharers if all(taker != sharer for taker, _ in sharing.took)) - 1
        return 1 if others else here, here

    def _owes(self, at: StepContext, seat: int) -> int:
        sharing = at.state.sharing
        if sharing is None or sharing.discarded >> seat & 1:
            return 0
        return next((number for taker, number in sharing.took if taker == seat), 0)

    def _needs_discard(self, sharing: Sharing) -> bool:
        return any(number and not sharing.discarded >> seat & 1 for seat, number in sharing.took)
