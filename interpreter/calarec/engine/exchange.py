"""The steps before the play: calling a card, handing it over, tabling, taking, looking, giving back, discarding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.engine import events as ev
from calarec.engine.actions import CallAction, DiscardAction, GiveAction, LayAction, TakeAction
from calarec.engine.reasons import not_held, wrong_number, wrong_seat
from calarec.engine.state import NOBODY
from calarec.engine.terms import Offer, Outcome, Refusal
from calarec.mechanisms.exchange import IN_HAND, IN_PILE
from calarec.wording.language import Listing

if TYPE_CHECKING:
    from calarec.engine.actions import Action
    from calarec.engine.state import State
    from calarec.engine.terms import StepContext
    from calarec.mechanisms.exchange import CallRule


class Calling:
    """The declarer names a card; where it is settles what follows."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Goes on when the card is named, or if there is none that may be."""
        named = at.state.called >= 0 or not self.callable(at, at.state.declarer)
        return Outcome(at.on()) if named else None

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """Every card that may be called."""
        state = at.state
        legal = self.callable(at, state.declarer)
        return (Offer("call", state.declarer, at.path, cards=legal),) if legal else ()

    def callable(self, at: StepContext, caller: int) -> int:
        """The cards that the caller may name."""
        params: CallRule = at.params
        cards = at.game.cards
        legal = self._by_rows(at, caller)
        if params.in_hand.then == "refused":
            legal &= ~(at.state.hands[caller] | at.state.tabled)
        if params.in_pile.then == "refused":
            legal &= ~(_on_piles(at.state) & ~at.state.tabled)
        return legal & cards.full

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Names the card, or says why it may not be named."""
        if not isinstance(action, CallAction):
            return None
        caller = at.state.bidding.holder if at.state.declarer == NOBODY and at.state.bidding else at.state.declarer
        outcome = self._named(at, caller, action.card)
        if action.seat != caller:
            return wrong_seat(at, action.seat, caller, anyway=outcome)
        legal = self.callable(at, caller)
        if legal >> action.card & 1:
            return outcome
        params: CallRule = at.params
        found = _where(at.state, caller, action.card)
        args: dict[str, object] = {"seat": at.label(caller), "card": at.game.cards.names[action.card]}
        point = ("card", action.card)
        if found == IN_HAND and params.in_hand.then == "refused":
            wording = "tabled" if at.state.tabled >> action.card & 1 else ""
            return Refusal("CAL420", f"{at.path}.in_hand.then", args, wording, point, legal, anyway=outcome)
        if found == IN_PILE and params.in_pile.then == "refused":
            return Refusal("CAL422", f"{at.path}.in_pile.then", args, "", point, legal, anyway=outcome)
        return Refusal("CAL421", f"{at.path}.cards", args, "", point, legal, anyway=outcome)

    def wanted(self, at: StepContext, card: int) -> tuple[int, ...]:
        """For each row that names a card the cards that its caller has to hold; none: it may not be called."""
        params: CallRule = at.params
        names = at.game.cards.names
        if not params.cards:
            return (0,)
        rows = [_of_ranks(names, row.holding_all or "") for row in params.cards if names[card][0] in row.ranks]
        return (0,) if 0 in rows else tuple(rows)

    def _by_rows(self, at: StepContext, caller: int) -> int:
        params: CallRule = at.params
        cards = at.game.cards
        if not params.cards:
            return cards.full
        legal, hand = 0, at.state.hands[caller] | at.state.tabled
        for row in params.cards:
            needed = _of_ranks(cards.names, row.holding_all or "")
            if hand & needed == needed:
                legal |= _of_ranks(cards.names, row.ranks)
        return legal

    def _named(self, at: StepContext, caller: int, card: int) -> Outcome:
        params: CallRule = at.params
        state = at.state
        found = _where(state, caller, card)
        event = ev.Called(caller, card, found, _who_knows(params, caller, found), at.path)
        happened: tuple[ev.Event, ...] = (event,)
        state = state._replace(called=card, found=found)
        if params.gets == "partner" and found >= 0:
            state = state._replace(partner=found)
            if params.revealed == "at_call":
                state = state._replace(partner_known=True)
                happened += (ev.PartnerKnown(found, at.all, f"{at.path}.revealed"),)
        if state.declarer == NOBODY:
            return Outcome(state, happened)
        return Outcome(state._replace(at=state.at + 1), happened)


def _who_knows(params: CallRule, caller: int, found: int) -> int:
    """Who knows at once where the called card is: a partner keeps silent, and nobody has looked at the piles."""
    if found == IN_HAND:
        return 1 << caller
    holder = 1 << found if found >= 0 else 0
    return holder if params.gets == "partner" else holder | 1 << caller


def _where(state: State, caller: int, card: int) -> int:
    if (state.hands[caller] | state.tabled) >> card & 1:
        return IN_HAND
    return next((seat for seat, hand in enumerate(state.hands) if hand >> card & 1), IN_PILE)


def _on_piles(state: State) -> int:
    together = 0
    for pile in state.piles:
        together |= pile
    return together


def _of_ranks(names: tuple[str, ...], ranks: str) -> int:
    return sum(1 << number for number, name in enumerate(names) if name[0] in ranks)


class HandingOver:
    """The holder gives the called card to the declarer."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Passed over if no other hand held the card."""
        return Outcome(at.on()) if at.state.found < 0 else None

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """The called card, by its holder."""
        state = at.state
        return (Offer("give", state.found, at.path, cards=1 << state.called, to=state.declarer),)

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Moves the card."""
        state, params = at.state, at.params
        if not isinstance(action, GiveAction) or action.seat == state.declarer:
            return None
        seen = at.all if params.open else 1 << action.seat | 1 << action.to
        event = ev.Given(action.seat, action.to, action.cards, params.open, seen, at.path)
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


class Tabling:
    """The declarer lays a card on the table."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Never: a card has to be chosen."""
        return None

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """Any card of the hand."""
        state = at.state
        pile = at.game.piles.index(at.params.pile)
        return (Offer("table-card", state.declarer, at.path, cards=state.hands[state.declarer], to=pile),)

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Moves the card to the pile."""
        state, params = at.state, at.params
        if not isinstance(action, LayAction):
            return None
        pile = at.game.piles.index(params.pile)
        seen = at.all if params.open else 1 << action.seat
        event = ev.Tabled(action.seat, pile, action.cards, params.open, seen, at.path)
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


class Taking:
    """Cards go from a pile into a hand."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Passed over if there is nobody to take, or nothing to be taken."""
        state, none = at.state, self._taker(at) == NOBODY or not self._most(at)
        on = state._replace(at=state.at + 1, turned=False) if none else state._replace(turned=True)
        turned = () if state.turned else self._turned(at)
        return Outcome(on, turned) if none or turned else None

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """The whole pile, or any choice of as many cards as were discarded."""
        number = self._most(at)
        return (
            Offer(
                "take", self._taker(at), at.path, cards=at.state.piles[self._pile(at)], least=number, most=number,
                to=self._pile(at),
            ),
        )  # fmt: skip

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Moves the cards."""
        state, params = at.state, at.params
        if not isinstance(action, TakeAction):
            return None
        pile, taker, number = self._pile(at), self._taker(at), self._most(at)
        if action.pile not in (-1, pile):
            return None
        open_ = params.shown == "everyone"
        seen = at.all if open_ else 1 << action.seat | self._laid_by(at, action.cards)
        event = ev.Taken(action.seat, pile, action.cards, open_, seen, at.path)
        moved = state.with_pile(pile, state.piles[pile] & ~action.cards)
        moved = moved.with_hand(action.seat, state.hands[action.seat] | action.cards)
        outcome = Outcome(moved._replace(at=state.at + 1, turned=False), (event,))
        if action.seat != taker:
            return wrong_seat(at, action.seat, taker, anyway=outcome)
        missing = action.cards & ~state.piles[pile]
        if missing:
            args: dict[str, object] = {"seat": at.label(taker), "pile": at.game.ruleset.name("piles", params.pile)}
            first = (missing & -missing).bit_length() - 1
            args |= {"card": at.game.cards.names[first], "held": Listing(at.names(state.piles[pile]))}
            return Refusal("CAL435", at.path, args, point=("card", first), cards=state.piles[pile], anyway=outcome)
        if action.cards.bit_count() != number:
            return wrong_number(at, action.seat, action.cards.bit_count(), number, number, anyway=outcome)
        return outcome

    def _laid_by(self, at: StepContext, cards: int) -> int:
        """The declarer, where all that is taken is what he laid on the table himself: he knows it."""
        state = at.state
        return (
            1 << state.declarer if cards == state.piles[self._pile(at)] and cards and not cards & ~state.tabled else 0
        )

    def _pile(self, at: StepContext) -> int:
        return at.game.piles.index(at.params.pile)

    def _taker(self, at: StepContext) -> int:
        state = at.state
        if at.params.who == "declarer":
            return state.declarer
        return state.found if state.found >= 0 else NOBODY

    def _most(self, at: StepContext) -> int:
        here = at.state.piles[self._pile(at)].bit_count()
        return here if at.params.cards == "all" else min(here, at.state.discards)

    def _turned(self, at: StepContext) -> tuple[ev.Event, ...]:
        """A pile of which only a part is taken is seen first, by all or by the taker."""
        params = at.params
        taker = self._taker(at)
        if params.cards == "all" or taker == NOBODY:
            return ()
        seen = at.all if params.shown == "everyone" else 1 << taker
        return (ev.Turned(self._pile(at), at.state.piles[self._pile(at)], seen, f"{at.path}.shown"),)


class Looking:
    """A pile is shown to some; nobody has to act."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Shows the pile and goes on."""
        state, params = at.state, at.params
        pile = at.game.piles.index(params.pile)
        if params.who == "everyone":
            seen = at.all
        elif params.who == "declarer":
            seen = 1 << state.declarer
        else:
            seen = sum(1 << seat for seat in state.opponents())
        return Outcome(at.on(), (ev.Turned(pile, state.piles[pile], seen, at.path),))

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """None: it happens by itself."""
        return ()

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Nothing is to be done."""
        return None


class GivingBack:
    """The declarer gives a card to who handed over the called card."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Passed over if nobody handed a card over."""
        return None if at.state.handed else Outcome(at.on())

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """Any cards of the hand."""
        state = at.state
        cards = state.hands[state.declarer]
        return (Offer("give", state.declarer, at.path, cards=cards, to=state.found),)

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Moves the cards."""
        state, params = at.state, at.params
        if not isinstance(action, GiveAction):
            return None
        seen = at.all if params.open else 1 << action.seat | 1 << action.to
        event = ev.Given(action.seat, action.to, action.cards, params.open, seen, at.path)
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


class Discarding:
    """The declarer lays cards on a pile."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Passed over if no card may be laid aside."""
        return Outcome(at.on()) if self._limits(at)[1] == 0 else None

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """Any cards of the hand, as many as the rules want."""
        state = at.state
        least, most = self._limits(at)
        cards = state.hands[state.declarer]
        return (Offer("discard", state.declarer, at.path, cards=cards, least=least, most=most, to=self._pile(at)),)

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Moves the cards."""
        state, params = at.state, at.params
        if not isinstance(action, DiscardAction):
            return None
        pile = self._pile(at)
        if action.pile not in (-1, pile):
            return None
        number = action.cards.bit_count()
        seen = at.all if params.open else 1 << action.seat
        event = ev.Discarded(action.seat, pile, action.cards, params.open, seen, at.path)
        moved = state.with_hand(action.seat, state.hands[action.seat] & ~action.cards)
        moved = moved.with_pile(pile, state.piles[pile] | action.cards)
        outcome = Outcome(moved._replace(at=state.at + 1, discards=number), (event,))
        if action.seat != state.declarer:
            return wrong_seat(at, action.seat, state.declarer, anyway=outcome)
        if not state.holds(action.seat, action.cards):
            return not_held(at, action.seat, state.hands[action.seat], action.cards, anyway=outcome)
        least, most = self._limits(at)
        if not least <= number <= most:
            return wrong_number(at, action.seat, number, least, most, anyway=outcome)
        return outcome

    def _pile(self, at: StepContext) -> int:
        return at.game.piles.index(at.params.to)

    def _limits(self, at: StepContext) -> tuple[int, int]:
        params = at.params
        held = at.state.hands[at.state.declarer].bit_count()
        if params.cards == "down_to_dealt":
            excess = max(held - at.game.rules.deal.hand, 0)
            return excess, excess
        most = min(at.state.piles[at.game.piles.index(params.pile)].bit_count(), held)
        return min(params.at_least, most), most
