"""The steps before the play: calls, views of piles, and moves of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from calarec.core.engine import events as ev
from calarec.core.engine.actions import CallAction, DiscardAction, GiveAction, LayAction, TakeAction
from calarec.core.engine.cards import bits
from calarec.core.engine.own_figures import find_discard_limits
from calarec.core.engine.state import NOBODY
from calarec.core.engine.terms import Offer, Outcome, Refusal, not_held, wrong_number, wrong_seat
from calarec.core.mechanisms.conditions import these
from calarec.core.mechanisms.exchange import IN_HAND, IN_PILE
from calarec.core.wording.language import Listing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import StepContext
    from calarec.core.mechanisms.exchange import CallRule, Transfer


class Calling:
    """The declarer names a card; where it is settles what follows."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Go on when the card is named, or if there is none that may be."""
        named = _is_named(at.params, at.state) or not self.callable(at, at.state.declarer)
        return Outcome(at.next_state()) if named else None

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
        if _may_not_call_own(params, at.state):
            legal &= ~(at.state.hands[caller] | at.state.tabled)
        if params.in_pile.then == "refused":
            legal &= ~(_on_piles(at.state) & ~at.state.tabled)
        for card, _ in at.state.calls if at.state.declarer != NOBODY else ():
            legal &= ~(1 << card)
        return legal & cards.full

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Names the card, or says why it may not be named."""
        if not isinstance(action, CallAction):
            return None
        caller = at.state.bidding.holder if at.state.declarer == NOBODY and at.state.bidding else at.state.declarer
        outcome = self._call_card(at, caller, action.card)
        if action.seat != caller:
            return wrong_seat(at, action.seat, caller, anyway=outcome)
        legal = self.callable(at, caller)
        if legal >> action.card & 1:
            return outcome
        params: CallRule = at.params
        found = _where(at.state, caller, action.card)
        args: dict[str, object] = {"seat": at.label(caller), "card": at.game.cards.names[action.card]}
        point = ("card", action.card)
        if found == IN_HAND and _may_not_call_own(params, at.state):
            wording = "tabled" if at.state.tabled >> action.card & 1 else ""
            return Refusal("CAL420", f"{at.path}.in_hand.then", args, wording, point, legal, anyway=outcome)
        if found == IN_PILE and params.in_pile.then == "refused":
            return Refusal("CAL422", f"{at.path}.in_pile.then", args, "", point, legal, anyway=outcome)
        if at.state.declarer != NOBODY and any(action.card == card for card, _ in at.state.calls):
            return Refusal("CAL421", f"{at.path}.number", args, "twice", point, legal, anyway=outcome)
        return Refusal("CAL421", f"{at.path}.cards", args, "", point, legal, anyway=outcome)

    def cards_needed_to_call(self, at: StepContext, card: int) -> tuple[int, ...]:
        """The cards that a caller must hold, one mask a row; none: it may not be called."""
        params: CallRule = at.params
        names = at.game.cards.names
        if not params.cards:
            return (0,)
        rows = [_of_ranks(names, row.holding_all or "") for row in params.cards if names[card][0] in row.ranks]
        return (0,) if 0 in rows else tuple(rows)

    def cards_that_leave_no_call(self, at: StepContext) -> int:
        """The cards whose holder may call none; 0 where there is always one to call."""
        params: CallRule = at.params
        if not params.cards or not _may_not_call_own(params, at.state):
            return 0
        return _of_ranks(at.game.cards.names, "".join(row.ranks for row in params.cards))

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

    def _call_card(self, at: StepContext, caller: int, card: int) -> Outcome:
        params: CallRule = at.params
        state = at.state
        found = _where(state, caller, card)
        event = ev.Called(caller, card, found, _who_knows(params, caller, found, at.all), at.path)
        happened: tuple[ev.Event, ...] = (event,)
        earlier = state.calls if state.declarer != NOBODY else ()
        state = state._replace(called=card, found=found, earlier=earlier)
        if params.gets == "partner" and found >= 0:
            is_new = not state.partners >> found & 1
            state = state._replace(partners=state.partners | 1 << found)
            if params.revealed == "at_call" and is_new:
                state = state._replace(known=state.partners)
                happened += (ev.PartnerKnown(found, at.all, f"{at.path}.revealed"),)
        if state.declarer == NOBODY or not _is_named(params, state):
            return Outcome(state, happened)
        return Outcome(state._replace(at=state.at + 1), happened)


def _is_named(params: CallRule, state: State) -> bool:
    """Check whether every card is named.

    An own card that does not count requires another call.
    """
    calls = state.calls
    own = params.in_hand.then == "again" and state.declarer != NOBODY and bool(calls) and calls[0][1] == IN_HAND
    return len(calls) >= params.number + own


def _may_not_call_own(params: CallRule, state: State) -> bool:
    """Check whether the declarer may not call an own card: never, or not twice."""
    return params.in_hand.then == "refused" or (
        params.in_hand.then == "again" and state.declarer != NOBODY and bool(state.calls)
    )


def _who_knows(params: CallRule, caller: int, found: int, everybody: int) -> int:
    """The seats that know at once where the called card is.

    A partner keeps silent, and no seat has looked at the piles.
    """
    if found == IN_HAND:
        return everybody if params.in_hand.then == "again" else 1 << caller
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


class Looking:
    """A view of a pile for some seats; none has to act."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Show the pile and go on."""
        state, params = at.state, at.params
        pile = at.game.piles.index(params.pile)
        if params.who == "everyone":
            seen = at.all
        elif params.who == "declarer":
            seen = 1 << state.declarer
        else:
            seen = sum(1 << seat for seat in state.opponents())
        return Outcome(at.next_state(), (ev.Turned(pile, state.piles[pile], seen, at.path),))

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """None: it needs no action."""
        return ()

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Nothing is to be done."""
        return None


MovingAction: TypeAlias = LayAction | GiveAction | TakeAction | DiscardAction

_ACTIONS: Final[Mapping[str, type[MovingAction]]] = {
    "give": GiveAction,
    "table-card": LayAction,
    "take": TakeAction,
    "discard": DiscardAction,
}
_EVENTS: Final[Mapping[str, type[ev.Tabled | ev.Taken | ev.Discarded]]] = {
    "table-card": ev.Tabled,
    "take": ev.Taken,
    "discard": ev.Discarded,
}


class Moving:
    """Cards go from a hand or a pile to another, as a transfer says."""

    def __init__(self, transfer: Transfer) -> None:
        self.transfer = transfer

    def automatic(self, at: StepContext) -> Outcome | None:
        """Skip a step without actor, receiver or cards; first turn up a choice."""
        state = at.state
        none = self._has_nobody_to_act(at) or not self._limits(at)[1]
        turned = () if state.turned else self._turn_pile(at)
        if not none and not turned:
            return None
        return Outcome(state._replace(at=state.at + 1, turned=False) if none else state._replace(turned=True), turned)

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """As many cards as the rules want, of those that there are."""
        receiver, pile = self.transfer.receiver, self._pile(at)
        least, most = self._limits(at)
        to = _seat(at.state, receiver) if receiver else pile
        limits = tuple((cards, limit.at_most) for limit, cards in find_discard_limits(at.game, at.path))
        return (Offer(self.transfer.do, self._actor(at), at.path, (), self._pool(at), least, most, to, limits),)

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Move the cards."""
        state, do = at.state, self.transfer
        if not isinstance(action, _ACTIONS[do.do]):
            return None
        receiver, actor = _seat(state, do.receiver) if do.receiver else NOBODY, self._actor(at)
        if isinstance(action, GiveAction):
            # Who is to receive the called card has none of it to give.
            if do.which == "called" and action.seat == receiver:
                return None
        elif getattr(action, "pile", -1) not in (-1, self._pile(at)):
            return None
        outcome = self._move_cards(at, action)
        if action.seat != actor:
            return wrong_seat(at, action.seat, actor, anyway=outcome)
        args: dict[str, object] = {"seat": at.label(actor)}
        misdirected = isinstance(action, GiveAction) and action.to != receiver
        if misdirected and do.which == "any":
            args["to"] = at.label(receiver)
            return Refusal("CAL425", at.path, args, point=("seat", 1), anyway=outcome)
        pool, number = self._pool(at), action.cards.bit_count()
        missing = action.cards & ~(pool if do.source else state.hands[actor])
        if missing and not do.source:
            return not_held(at, actor, state.hands[actor], action.cards, anyway=outcome)
        refusal = self._refuse_barred(at, action.cards, outcome)
        if refusal is not None:
            return refusal
        if missing:
            first = (missing & -missing).bit_length() - 1
            args |= {"pile": at.game.ruleset.name("piles", do.transfer_pile(at.params))}
            args |= {"card": at.game.cards.names[first], "held": Listing(at.names(pool))}
            return Refusal("CAL435", at.path, args, point=("card", first), cards=pool, anyway=outcome)
        if do.which == "called" and (misdirected or action.cards != pool):
            args |= {"card": at.game.cards.names[state.called], "to": at.label(receiver)}
            return Refusal("CAL424", at.path, args, point=("card", -1), cards=pool, anyway=outcome)
        least, most = self._limits(at)
        if not least <= number <= most:
            return wrong_number(at, actor, number, least, most, anyway=outcome)
        return outcome

    def _refuse_barred(self, at: StepContext, cards: int, outcome: Outcome) -> Refusal | None:
        """Why some of the cards may not leave the hand, or not all of them."""
        game = at.game
        never, limits = cards & barred_cards(game, at.path), find_discard_limits(game, at.path)
        if not never and not limits:
            return None
        pool = self._pool(at)
        args: dict[str, object] = {"seat": at.label(self._actor(at))}
        if never:
            first = next(bits(never))
            args["card"] = game.cards.names[first]
            return Refusal("CAL439", f"{at.path}.never", args, point=("card", first), cards=pool, anyway=outcome)
        for place, (limit, limited) in enumerate(limits):
            found = cards & limited
            if found.bit_count() > limit.at_most:
                first = next(bits(found))
                args |= {"card": game.cards.names[first], "most": limit.at_most}
                args["these"] = these(limit.cards, game.ruleset.name)
                rule, wording = f"{at.path}.limits.{place}", "limit" if limit.at_most else ""
                return Refusal("CAL439", rule, args, wording, ("card", first), pool, anyway=outcome)
        return None

    def _move_cards(self, at: StepContext, action: MovingAction) -> Outcome:
        """The cards moved, whether they may be or not."""
        state, seat, cards, pile = at.state, action.seat, action.cards, self._pile(at)
        hands, piles = list(state.hands), list(state.piles)
        if self.transfer.source:
            hands[seat] |= cards
            piles[pile] &= ~cards
        else:
            hands[seat] &= ~cards
            if isinstance(action, GiveAction):
                hands[action.to] |= cards
            else:
                piles[pile] |= cards
        changed: dict[str, Any] = {}
        match self.transfer.sets:
            case "handed":
                changed["handed"] = True
            case "tabled":
                changed["tabled"] = state.tabled | cards
            case "discards":
                changed["discards"] = cards.bit_count()
        moved = state._replace(hands=tuple(hands), piles=tuple(piles), at=state.at + 1, turned=False, **changed)
        return Outcome(moved, (self._event(at, action),))

    def _event(self, at: StepContext, action: MovingAction) -> ev.Event:
        open_ = self.transfer.is_open(at.params)
        seen = at.all if open_ else 1 << action.seat
        if isinstance(action, GiveAction):
            seen = at.all if open_ else seen | 1 << action.to
            return ev.Given(action.seat, action.to, action.cards, open_, seen, at.path)
        if self.transfer.source:
            seen |= self._laid_by(at, action.cards)
        event = _EVENTS[self.transfer.do]
        return event(action.seat, self._pile(at), action.cards, open_, seen, at.path)

    def _laid_by(self, at: StepContext, cards: int) -> int:
        """The declarer, if all cards taken are those that it laid on the table itself."""
        state = at.state
        own = cards and cards == self._pool(at) and not cards & ~state.tabled
        return 1 << state.declarer if own else 0

    def _actor(self, at: StepContext) -> int:
        return _seat(at.state, self.transfer.parameter_word("who", at.params))

    def _has_nobody_to_act(self, at: StepContext) -> bool:
        """Check whether the actor or the receiver is missing."""
        do, state = self.transfer, at.state
        if (do.when == "handed" and not state.handed) or self._actor(at) == NOBODY:
            return True
        return bool(do.receiver) and _seat(state, do.receiver) == NOBODY

    def _pile(self, at: StepContext) -> int:
        name = self.transfer.transfer_pile(at.params)
        return at.game.piles.index(name) if name else -1

    def _pool(self, at: StepContext) -> int:
        """The cards from which is chosen."""
        state = at.state
        if self.transfer.source:
            return state.piles[self._pile(at)]
        if self.transfer.which == "called":
            return 1 << state.called
        return state.hands[self._actor(at)] & ~barred_cards(at.game, at.path)

    def _limits(self, at: StepContext) -> tuple[int, int]:
        """The least and the greatest number of cards."""
        state, params = at.state, at.params
        pool = self._pool(at) if self.transfer.source else state.hands[self._actor(at)]
        here = pool.bit_count()
        match self.transfer.parameter_word("many", params):
            case "all":
                return here, here
            case "as_discarded":
                number = min(here, state.discards)
                return number, number
            case "down_to_dealt":
                excess = max(here - at.game.rules.deal.hand, 0)
                return excess, excess
            case "up_to_pile":
                most = min(state.piles[at.game.piles.index(params.pile)].bit_count(), here)
                return min(params.at_least, most), most
        return 1, 1

    def _turn_pile(self, at: StepContext) -> tuple[ev.Event, ...]:
        """Turn up a pile of which only a part is taken, to its taker or to all."""
        do = self.transfer
        if not do.source or do.parameter_word("many", at.params) == "all" or self._has_nobody_to_act(at):
            return ()
        seen = at.all if do.is_open(at.params) else 1 << self._actor(at)
        return (ev.Turned(self._pile(at), self._pool(at), seen, f"{at.path}.shown"),)


def barred_cards(game: Game, path: str) -> int:
    """The cards that may not leave the hand in a step; most steps bar none."""
    ranks = getattr(game.step(path).params, "never", None) if path.startswith("steps.") else None
    return _of_ranks(game.cards.names, ranks) if ranks else 0


def _seat(state: State, role: str) -> int:
    """Find the seat that has a role in this hand."""
    if role == "holder":
        return state.found if state.found >= 0 else NOBODY
    return state.declarer
