"""Plans: the possible courses before the play, where lines are missing.

Terms. A *plan* is a possible course from the deal to the first lead. It has the moves of cards by number and place,
with unwritten ones, and the place of a called card. The cards of a plan are arbitrary. The engine is walked with a
deal that only has the right sizes, so that due actions, seats and numbers come only from the mechanisms. Plans come
cheapest first: without a breach, with the assertions of the record, without needless moves.
"""

from __future__ import annotations

import heapq
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, dataclass, replace
from calarec.core.engine.actions import (
    BidAction,
    CallAction,
    ClaimAction,
    DeclareAction,
    DoubleAction,
    FaultAction,
    RaiseAction,
    SignalAction,
    TakeAction,
    TrumpAction,
)
from calarec.core.engine.behaviours import behaviour_at
from calarec.core.engine.cards import bits
from calarec.core.engine.exchange import barred_cards
from calarec.core.engine.moves import apply, skip_due_step
from calarec.core.engine.state import DRAWING
from calarec.core.engine.terms import Outcome, Refusal, StepContext
from calarec.core.judge.actions import without_share
from calarec.core.judge.breaches import TOO_EARLY
from calarec.core.judge.deal import swap_cards
from calarec.core.judge.seats import number_of
from calarec.core.mechanisms.rules import deals_again
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Offer


IN_PILE: Final = -1
IN_HAND: Final = -2
BLANK: Final = "__"


class PlannedTransfer(NamedTuple):
    """A move of cards, with its actual or possible line.

    None: cards that were laid back.
    """

    statement: rec.TableCard | rec.Give | rec.Take | rec.Discard | None
    source: int
    target: int
    size: int
    written: bool
    card: int = -1
    """The card that the rules want; -1: any."""
    call: int = -1
    """The number of the call whose card it is, if it has several; -1: of none."""
    passed: bool = False
    """True for simultaneous passes: none of the cards has just come."""
    barred: int = 0
    """The cards that may not be among them, as a mask."""
    limits: tuple[tuple[int, int], ...] = ()
    """Cards of which at most a number may be among them."""


# One plan for the place of several called cards, not one for each card: the witness tells which card it was.
class Located(NamedTuple):
    """A called card: number of moves before it, caller, and place.

    The place is a seat, -1 a pile, -2 the caller's own hand.
    """

    statement: rec.Call
    cards: int
    """The cards of which it is one; several, if any placement has one of them there."""
    time: int
    caller: int
    found: int
    tabled: int
    """The moves, as a mask, by which the caller had laid cards on the table."""
    wanted: int
    """Cards that the caller has to hold."""


class Uncalled(NamedTuple):
    """A call that was not made: the caller held every card that may be called."""

    statement: rec.Call
    cards: int
    time: int
    caller: int
    tabled: int


class RecordedPass(NamedTuple):
    """A word by which a seat did not bid, and what it could have bid."""

    statement: rec.SpokenStatement | rec.Fault
    seat: int
    time: int
    biddable: tuple[str, ...]


class DrawsFirst(NamedTuple):
    """The first drawer after the last trick, which is its winner, and the line for it."""

    seat: str
    statement: rec.Take | rec.Show


class PlayedFrom(NamedTuple):
    """Cards of which an unknown card of a trick is one: the open ones or the others."""

    statement: rec.Trick
    place: int
    cards: int


class Cost(NamedTuple):
    """The evidence against a plan."""

    breaches: int = 0
    against_record: int = 0
    needless: int = 0


FREE: Final = Cost()


@dataclass(frozen=True, slots=True)
class Plan:
    """A course of the hand before the play."""

    index: int
    """The statement that comes next."""
    state: State
    statements: tuple[rec.Statement, ...] = ()
    moves: tuple[PlannedTransfer, ...] = ()
    calls: tuple[Located, ...] = ()
    uncalled: tuple[Uncalled, ...] = ()
    shows: tuple[tuple[rec.Show | rec.Declare, int], ...] = ()
    """Cards that were shown or declared before the play, and after how many moves."""
    passed: tuple[RecordedPass, ...] = ()
    """The words by which seats did not bid, where rules may bind them to."""
    cost: Cost = FREE
    laid_back: tuple[int, ...] = ()
    """For each pile how many cards lie there that may not be taken again."""
    before_play: int = 0
    """The number of statements before the play."""
    at_odds: int = 0
    """The number of claims and accusations between seats of one side."""
    lost: bool = False
    """The record says something that cannot be followed; nothing after it is known."""
    draws_first: DrawsFirst | None = None
    """The first drawer after a last trick without a known winner."""
    tops: tuple[PlayedFrom, ...] = ()
    """The plays with an assumption whether an open card was played, with a stock in packets."""


def _moves_to_table(plan: Plan) -> int:
    """The moves, as a mask, by which cards were laid on the table."""
    return sum(1 << number for number, move in enumerate(plan.moves) if isinstance(move.statement, rec.TableCard))


def cards_of_shape(game: Game, name: str) -> int:
    """The cards that a name with unknown parts may mean."""
    own = game.cards.other_names.get(name, name)
    return sum(
        1 << number
        for number, full in enumerate(game.cards.names)
        if all(want in ("_", have) for want, have in zip(own, full, strict=True))
    )


MAX_PLAN_STEPS = 3_000
_EXCHANGES = (rec.TableCard, rec.Give, rec.Take, rec.Discard)
KINDS: Final[dict[type, str]] = {
    rec.TableCard: "table-card",
    rec.Give: "give",
    rec.Take: "take",
    rec.Discard: "discard",
}
"""The kind of offer that a line answers with which cards move."""


class Planner:
    """Walks the statements of a hand with cards that are anybody's."""

    def __init__(self, game: Game, statements: tuple[rec.Statement, ...], state: State) -> None:
        self.game = game
        self.statements = statements
        self.seats: int = len(state.setting.labels)
        self.whole: bool = True
        """True if the walk came to its end."""
        self.as_written: bool = False
        """True if only written actions were done."""
        self.first: Plan = Plan(0, state, laid_back=(0,) * len(game.piles))

    # A card that is shown may rest on exchanges that no line reports. The search for these must not hide what the
    # record itself states.
    def plans(self) -> Iterator[Plan]:
        """Yield all plans, the cheapest first; if none within limits, those as written."""
        plan = None
        for plan in self._search_plans():
            yield plan
        if plan is None and not self.whole:
            self.as_written = True
            yield from self._search_plans()
            self.whole = False

    def _search_plans(self) -> Iterator[Plan]:
        waiting = [(self.first.cost, 0, self.first)]
        made = 0
        while waiting and made < MAX_PLAN_STEPS:
            _, _, plan = heapq.heappop(waiting)
            if self._is_complete(plan):
                whole = (*plan.statements, *self.statements[plan.index :])
                at_odds = self._count_at_odds(plan.state)
                yield replace(plan, statements=whole, before_play=len(plan.statements), at_odds=at_odds)
                continue
            for following in self._follow_statement(plan):
                made += 1
                heapq.heappush(waiting, (following.cost, made, following))
        self.whole = not waiting

    def _is_complete(self, plan: Plan) -> bool:
        if plan.lost or plan.state.is_over or plan.index == len(self.statements):
            return True
        return isinstance(self.statements[plan.index], rec.Trick) and plan.state.step == "play"

    # ------------------------------------------------------------------ statement by statement

    def _follow_statement(self, plan: Plan) -> Iterator[Plan]:
        statement = self.statements[plan.index]
        yield from self._plans_before_time(plan, statement)
        match statement:
            case rec.Bid() if _is_calling(plan.state):
                yield from self._unwritten_plans(plan)
            case rec.Bid() | rec.Raise() | rec.Double() | rec.Fault():
                yield self._take_spoken(plan, statement)
            case rec.Call():
                yield from self._plans_of_call(plan, statement)
            case rec.TableCard() | rec.Give() | rec.Take() | rec.Discard():
                yield from self._plans_of_transfer(plan, statement)
            case rec.Trump():
                yield self._plan_of_trump(plan, statement)
            case rec.Trick():
                yield from self._unwritten_plans(plan) or (replace(plan, lost=True, cost=_with_breach(plan.cost)),)
            case rec.Declare() if self._is_deal_ending(statement):
                yield self._advance_past(self._take_declaration(plan, statement), statement)
            case rec.Show() | rec.Declare():
                said = self._with_cost_if_early(plan, statement)
                yield self._advance_past(replace(said, shows=(*plan.shows, (statement, len(plan.moves)))), statement)
                yield from self._unwritten_plans(replace(plan, cost=with_needless_step(plan.cost)))
            case _:
                yield self._advance_past(self._with_cost_if_early(plan, statement), statement)

    # ------------------------------------------------------------------ what has its time

    def _plans_before_time(self, plan: Plan, statement: rec.Statement) -> list[Plan]:
        """The plans with unwritten steps before a statement that is too early."""
        found: list[Plan] = []
        for earlier_plan in self._unwritten_plans(plan) if self._is_early(plan.state, statement) else ():
            found += (
                self._plans_before_time(earlier_plan, statement)
                if self._is_early(earlier_plan.state, statement)
                else [earlier_plan]
            )
        return found

    def _with_cost_if_early(self, plan: Plan, statement: rec.Statement) -> Plan:
        return replace(plan, cost=_with_breach(plan.cost)) if self._is_early(plan.state, statement) else plan

    def _is_early(self, state: State, statement: rec.Statement) -> bool:
        """Check whether a statement is too early, since a step of the exchange is due."""
        if state.is_over or not (state.step.startswith("steps.") or _is_calling(state)):
            return False
        action = _timed_action(number_of(state.setting, getattr(statement, "seat", "")), statement)
        answer = apply(self.game, state, action) if action is not None else None
        return isinstance(answer, Refusal) and answer.code in TOO_EARLY

    def _is_deal_ending(self, statement: rec.Declare) -> bool:
        """Check whether the hands are thrown in with a declaration."""
        return bool(deals_again(self.game.rules, (statement.word,)))

    def _take_declaration(self, plan: Plan, statement: rec.Declare) -> Plan:
        seat = number_of(plan.state.setting, statement.seat)
        if seat not in plan.state.setting.active:
            return plan
        said = DeclareAction(seat, statement.word, unknown=len(statement.cards), believed=True)
        answer = apply(self.game, plan.state, said)
        after = answer.anyway if isinstance(answer, Refusal) else answer
        return plan if after is None else replace(plan, state=after.state)

    def _advance_past(self, plan: Plan, statement: rec.Statement) -> Plan:
        return replace(plan, index=plan.index + 1, statements=(*plan.statements, statement))

    def _plan_of_trump(self, plan: Plan, statement: rec.Trump) -> Plan:
        """A suit becomes trump, and what comes after it begins as the engine says."""
        seat = number_of(plan.state.setting, statement.seat)
        state = self._with_turned_card(plan.state, seat, self.game.cards.numbers.get(statement.what, -1))
        answer = apply(self.game, state, TrumpAction(seat, statement.what)) if seat >= 0 else None
        after = answer.anyway if isinstance(answer, Refusal) else answer
        if after is None:
            return self._advance_past(replace(plan, lost=True, cost=_with_breach(plan.cost)), statement)
        cost = _with_breach(plan.cost) if isinstance(answer, Refusal) else plan.cost
        return self._advance_past(replace(plan, state=after.state, cost=cost), statement)

    def _with_turned_card(self, state: State, seat: int, card: int) -> State:
        """The state with a card where it can be turned up: cards are arbitrary."""
        trump = self.game.rules.play.trump
        if trump is None or card < 0:
            return state
        pile = trump.pile
        there = state.hands[seat] if pile is None else state.piles[self.game.piles.index(pile)]
        return swap_cards(state, card, next(bits(there))) if there and not there >> card & 1 else state

    def _take_spoken(self, plan: Plan, statement: rec.SpokenStatement | rec.Fault) -> Plan:
        seat = number_of(plan.state.setting, statement.seat)
        rules, word = self.game.rules, statement.word
        if isinstance(statement, rec.Fault):
            known = word in rules.standing
            action: Action = FaultAction(seat, word)
        elif isinstance(statement, rec.Double):
            known, action = word in rules.doubling.words, DoubleAction(seat, word)
        else:
            known = word in rules.contracts or word in rules.auction.words
            action = RaiseAction(seat, word) if isinstance(statement, rec.Raise) else BidAction(seat, word)
        if seat not in plan.state.setting.active or not known:
            lost = not isinstance(statement, rec.Fault | rec.Double)
            return self._advance_past(replace(plan, lost=lost, cost=_with_breach(plan.cost)), statement)
        bidding = plan.state.bidding
        if isinstance(statement, rec.Bid) and bidding is not None and bidding.over:
            return self._advance_past(plan, statement)
        if self.game.rules.auction.must and word in rules.auction.words and bidding is not None:
            at = StepContext(self.game, plan.state, "auction")
            biddable = behaviour_at(self.game, at.path).biddable(at)
            plan = replace(plan, passed=(*plan.passed, RecordedPass(statement, seat, len(plan.moves), biddable)))
        return self._advance_past(self._plan_after_action(plan, action), statement)

    def _plan_after_action(self, plan: Plan, action: Action) -> Plan:
        answer = apply(self.game, plan.state, action)
        if isinstance(answer, Outcome):
            return replace(plan, state=answer.state)
        if answer.rule.startswith("auction.must.") and answer.anyway is not None:
            return replace(plan, state=answer.anyway.state)  # the cards are anybody's: see `Posing`
        state = answer.anyway.state if answer.anyway else plan.state
        return replace(plan, state=state, cost=_with_breach(plan.cost))

    # ------------------------------------------------------------------ called cards

    def _plans_of_call(self, plan: Plan, statement: rec.Call) -> Iterator[Plan]:
        state = plan.state
        offers = self._open_offers(state)
        seat = number_of(state.setting, statement.seat)
        if not any(offer.do == "call" for offer in offers) or seat not in state.setting.active:
            unwritten = self._unwritten_plans(plan)
            yield from unwritten or (replace(plan, lost=True, cost=_with_breach(plan.cost)),)
            return
        caller, path = next((offer.seat, offer.rule) for offer in offers if offer.do == "call")
        at = StepContext(self.game, state, path)
        for other in (*state.setting.others(caller), IN_PILE, IN_HAND):
            spot = _cards_in_spot(state, caller, other)
            for cards, wanted in self._alike_cards(at, statement.card, spot.bit_count()):
                free = replace(plan, state=_free_called_card(plan, cards))
                yield from self._plans_with_called_card_at(free, statement, caller, cards, other, wanted)

    def _cards_meant(self, name: str) -> int:
        numbers = self.game.cards.numbers
        if name in numbers:
            return 1 << numbers[name]
        return cards_of_shape(self.game, name) if "_" in name else 0

    def _alike_cards(self, at: StepContext, name: str, size: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The cards that a called name may mean at a place, with those a caller must hold.

        Cards are together if any placement has one of them there, and if the same others may be called; of one suit,
        if the card makes its suit trump.
        """
        alike: dict[tuple[tuple[int, ...], int], int] = {}
        by_suit = self.game.rules.play.is_trump_called
        for card in bits(self._cards_meant(name)):
            wanted = behaviour_at(self.game, at.path).cards_needed_to_call(at, card)
            kind = wanted, self.game.cards.suit_of[card] if by_suit else 0
            alike[kind] = alike.get(kind, 0) | 1 << card
        params = at.params
        others = params.number - 1 + (params.in_hand.then == "again")
        for (wanted, _), cards in alike.items():
            if size > (self.game.cards.full & ~cards).bit_count() + others:
                yield cards, wanted
            elif size:
                yield from ((1 << card, wanted) for card in bits(cards))

    def _plans_with_called_card_at(
        self, plan: Plan, statement: rec.Call, caller: int, cards: int, found: int, wanted: tuple[int, ...]
    ) -> Iterator[Plan]:
        state = plan.state
        spot, before = _cards_in_spot(state, caller, found), sum(1 << card for card, _ in state.calls)
        card = next(bits(cards & spot & ~before), next(bits(cards & ~before), next(bits(cards))))
        if not spot >> card & 1:
            state = swap_cards(state, card, next(bits(spot & ~before), next(bits(spot))))
        at = StepContext(self.game, state, next(o.rule for o in self._open_offers(plan.state) if o.do == "call"))
        seat = number_of(state.setting, statement.seat)
        answer = apply(self.game, state, CallAction(seat, card))
        wrong = not wanted or (isinstance(answer, Refusal) and answer.rule != f"{at.path}.cards")
        outcome = answer.anyway if isinstance(answer, Refusal) else answer
        if outcome is None:
            return
        stated = {IN_PILE: "monte", IN_HAND: "hand"}.get(found) or state.setting.labels[found]
        cost = plan.cost._replace(
            breaches=plan.cost.breaches + wrong,
            against_record=plan.cost.against_record + (bool(statement.place) and statement.place != stated),
        )
        known = cards == 1 << card and "_" in statement.card
        told = statement._replace(card=self.game.cards.names[card]) if known else statement
        tabled = _moves_to_table(plan)
        for need in wanted or (0,):
            located = Located(statement, cards, len(plan.moves), caller, found, tabled, need)
            calls = (*plan.calls, located)
            yield self._advance_past(replace(plan, state=outcome.state, calls=calls, cost=cost), told)

    def _plans_without_call(self, plan: Plan, offer: Offer, statement: rec.Call) -> Iterator[Plan]:
        """Plan without a call, if one seat can hold every card that may be called."""
        state = plan.state
        at = StepContext(self.game, state, offer.rule)
        cards = behaviour_at(self.game, at.path).cards_that_leave_no_call(at)
        if cards and cards.bit_count() <= (state.hands[offer.seat] | state.tabled).bit_count():
            uncalled = Uncalled(statement, cards, len(plan.moves), offer.seat, _moves_to_table(plan))
            yield replace(plan, state=skip_due_step(self.game, state).state, uncalled=(*plan.uncalled, uncalled))

    def _count_at_odds(self, state: State) -> int:
        """Count claims and accusations within a side, if a partner's card was called."""
        found = 0
        for statement in self.statements if state.partners else ():
            if isinstance(statement, rec.Claim | rec.Concede | rec.Fault):
                seat = number_of(state.setting, statement.seat)
                side = state.side_mask(seat) if seat in state.setting.active else 0
                others = (statement.by,) if isinstance(statement, rec.Fault) else statement.by
                answering = [number_of(state.setting, label) for label in others if label]
                found += sum(other >= 0 and side >> other & 1 for other in answering)
        return found

    # ------------------------------------------------------------------ moves of cards

    def _open_offers(self, state: State) -> tuple[Offer, ...]:
        offers: tuple[Offer, ...] = behaviour_at(self.game, state.step).offers(
            StepContext(self.game, state, state.step)
        )
        return offers

    def _plans_of_transfer(
        self, plan: Plan, statement: rec.TableCard | rec.Give | rec.Take | rec.Discard
    ) -> Iterator[Plan]:
        for offer in self._open_offers(plan.state):
            if self._is_answer_to(plan.state, offer, statement):
                yield self._advance_past(
                    self._make_transfer(plan, offer, len(statement.cards), statement, written=True), statement
                )
                return
        seat = number_of(plan.state.setting, statement.seat)
        if isinstance(statement, rec.Take):
            left = without_share(self.game, plan.state, TakeAction(seat, len(statement.cards)))
            if left is not None:
                yield self._advance_past(replace(plan, state=left), statement)
                return
        following = self._unwritten_plans(plan)
        yield from following
        due = any(
            (offer.do, plan.state.setting.labels[offer.seat]) == (KINDS[type(statement)], statement.seat)
            or self._is_answer_to(plan.state, offer, statement._replace(seat=plan.state.setting.labels[offer.seat]))
            for offer in self._open_offers(plan.state)
        )
        if due or not following:
            # It is what is due, but not so many cards, or not with this pile or seat, or not for who does it.
            yield replace(plan, lost=True, cost=_with_breach(plan.cost))

    def _is_answer_to(self, state: State, offer: Offer, statement: rec.Statement) -> bool:
        if not isinstance(statement, _EXCHANGES) or offer.do != KINDS[type(statement)]:
            return False
        if state.setting.labels[offer.seat] != statement.seat:
            return False
        match statement:
            case rec.Give(to=label) if state.setting.labels[offer.to] != label:
                return False
            case rec.Take(source=pile) | rec.Discard(pile=pile) if pile and self.game.piles[offer.to] != pile:
                return False
        return offer.least <= len(statement.cards) <= offer.most

    def _unwritten_plans(self, plan: Plan) -> list[Plan]:
        """The plans with unwritten actions: the step skipped, or a move made."""
        state = plan.state
        is_due = state.step == DRAWING or state.step.startswith("steps.") or _is_calling(state)
        if self.as_written or state.is_over or not is_due:
            return []
        found: list[Plan] = []
        cost = plan.cost
        offers = self._open_offers(state)
        idle = next((offer for offer in offers if not offer.least), None)
        left = apply(self.game, state, idle.choose(0)) if idle is not None else None
        if isinstance(left, Outcome):
            found.append(replace(plan, state=left.state))
            # Who takes nothing in a sharing has no line beside those of others; all of it may have been left unwritten.
            cost = with_needless_step(cost) if state.sharing is not None and self._has_written_share(state) else cost
        takes = [offer for offer in offers if offer.do == "take"]
        for offer in takes or offers[:1]:
            if offer.do == "call":
                label = state.setting.labels[offer.seat]
                found += self._plans_of_call(replace(plan, index=plan.index - 1, cost=cost), rec.Call(label, BLANK))
                found += self._plans_without_call(replace(plan, cost=cost), offer, rec.Call(label, BLANK))
                continue
            for size in range(max(offer.least, 1), offer.most + 1):
                statement = self._transfer_line(state, offer, size)
                done = self._make_transfer(replace(plan, cost=cost), offer, size, statement, written=False)
                found.append(replace(done, statements=(*done.statements, statement)))
        return found

    # A sharer who takes nothing has no line beside those of the others. Where no share at all is written, each sharer
    # may have taken cards.
    def _has_written_share(self, state: State) -> bool:
        """Check whether a share of a sharer is written."""
        sharers = {state.setting.labels[seat] for seat in state.opponents()}
        exchanged = takewhile(lambda each: not isinstance(each, rec.Trick), self.statements)
        return any(isinstance(line, rec.Take | rec.Discard) and line.seat in sharers for line in exchanged)

    def _transfer_line(
        self, state: State, offer: Offer, size: int
    ) -> rec.TableCard | rec.Give | rec.Take | rec.Discard:
        label, cards = state.setting.labels[offer.seat], (BLANK,) * size
        match offer.do:
            case "give":
                return rec.Give(label, state.setting.labels[offer.to], cards)
            case "take":
                return rec.Take(label, cards)
            case "discard":
                return rec.Discard(label, cards)
        return rec.TableCard(label, cards)

    def _make_transfer(
        self,
        plan: Plan,
        offer: Offer,
        size: int,
        statement: rec.TableCard | rec.Give | rec.Take | rec.Discard,
        *,
        written: bool,
    ) -> Plan:
        """Make a due move with any possible cards."""
        before = plan.state
        chosen = offer.pick_first(bits(offer.cards), size)
        answer = apply(self.game, before, offer.choose(chosen))
        if isinstance(answer, Refusal):
            return replace(plan, lost=True, cost=_with_breach(plan.cost))
        after, piles, back = answer.state, self.seats, list(plan.laid_back)
        source, target = offer.seat, offer.to if offer.do == "give" else piles + offer.to
        if offer.do == "take":
            source, target = target, source
        elif after.sharing is not None and before.sharing is not None and not chosen & after.sharing.remaining:
            target += len(back)
            back[offer.to] += size
        called = before.called >= 0 and offer.do == "give" and offer.cards == 1 << before.called
        card, call, calls = before.called if called else -1, -1, plan.calls
        if called and has_several_cards(calls[-1].cards):
            card, call = -1, len(calls) - 1
            cards = calls[-1].cards & (self._cards_meant(statement.cards[0]) if written else -1)
            if not cards:
                return replace(plan, lost=True, cost=_with_breach(plan.cost))
            calls = (*calls[:-1], calls[-1]._replace(cards=cards))
        passed = offer.do == "give" and len(after.passed) != len(before.passed)
        never = barred_cards(self.game, offer.rule)
        made = PlannedTransfer(statement, source, target, size, written, card, call, passed, never, offer.limits)
        moves = (*plan.moves, made)
        if after.sharing is None:
            for pile, number in enumerate(back):
                if number:
                    moves += (PlannedTransfer(None, piles + len(back) + pile, piles + pile, number, written=False),)
            back = [0] * len(back)
        return replace(plan, state=after, moves=moves, calls=calls, laid_back=tuple(back))


def has_several_cards(cards: int) -> bool:
    """Check whether a mask has more than one card."""
    return bool(cards & cards - 1)


def _free_called_card(plan: Plan, cards: int) -> State:
    """The state with a card free to be called that only represents an unknown one.

    The unknown one was called before.
    """
    state = plan.state
    named = dict(zip((card for card, _ in reversed(state.calls)), reversed(plan.calls), strict=False))
    for card, located in named.items():
        if cards == 1 << card and has_several_cards(located.cards):
            spot = _cards_in_spot(state, located.caller, located.found) & ~sum(1 << named_card for named_card in named)
            return swap_cards(state, card, next(bits(spot))) if spot else state
    return state


def _cards_in_spot(state: State, caller: int, found: int) -> int:
    """The cards that lie where a called card is to be found."""
    if found >= 0:
        return state.hands[found]
    if found == IN_HAND:
        return state.hands[caller] | state.tabled
    together = 0
    for pile in state.piles:
        together |= pile
    return together & ~state.tabled


def _timed_action(seat: int, statement: rec.Statement) -> Action | None:
    """The action of a statement that needs its time, with arbitrary cards."""
    match statement:
        case rec.Raise(word=word):
            return RaiseAction(seat, word)
        case rec.Double(word=word):
            return DoubleAction(seat, word)
        case rec.Trump(what=what):
            return TrumpAction(seat, what)
        case rec.Declare(word=word, cards=cards):
            return DeclareAction(seat, word, unknown=len(cards), believed=True)
        case rec.Signal(word=word):
            return SignalAction(seat, word)
        case rec.Claim() | rec.Concede():
            return ClaimAction(seat, concede=isinstance(statement, rec.Concede))
    return None


def _is_calling(state: State) -> bool:
    """Check whether a card is to be named together with a bid."""
    return state.bidding is not None and state.bidding.calling


def with_needless_step(cost: Cost) -> Cost:
    return cost._replace(needless=cost.needless + 1)


def _with_breach(cost: Cost) -> Cost:
    return cost._replace(breaches=cost.breaches + 1)
