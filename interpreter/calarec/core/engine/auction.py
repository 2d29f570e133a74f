"""The auction and the raises after it: order of speaking, legal bids, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine import events as ev
from calarec.core.engine.actions import BidAction, CallAction
from calarec.core.engine.exchange import Calling
from calarec.core.engine.own_figures import OwnFigures, find_forced_bid_rule
from calarec.core.engine.state import NOBODY, NOT_CALLED, Bidding
from calarec.core.engine.terms import Offer, Outcome, Refusal
from calarec.core.mechanisms.rules import contract_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from calarec.core.engine.actions import Action, RaiseAction
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.terms import StepContext
    from calarec.core.mechanisms.all_pass import ForceRule
    from calarec.core.mechanisms.auction import AuctionRule
    from calarec.core.mechanisms.rules import Rules


def find_barring_term(game: Game, setting: Seating, seat: int, contract: str) -> str:
    """The rule of the match that bars a contract for a seat; empty without one."""
    rules = game.rules.match.next
    terms = setting.carry.terms_for(setting.labels[seat])
    return next((name for name in terms if contract in rules[name].without), "")


class ThrowingIn:
    """The hand ends."""

    def begin(self, at: StepContext) -> Outcome:
        """Throw the hands in."""
        state = at.state._replace(outcome="all_pass")
        return Outcome(state, (ev.Ended("all_pass", at.all, "all_pass"),))


class PlayingOut:
    """The hand is played without a declarer."""

    def begin(self, at: StepContext) -> Outcome:
        """Go on to the play, through the steps before it."""
        steps = (f"steps.{step}" for step in at.game.rules.all_pass.params.steps)
        return Outcome(at.state._replace(program=("auction", *steps, *at.game.final_steps), at=1))


ALL_PASS: Final[Mapping[str, ThrowingIn | PlayingOut]] = {
    "redeal": ThrowingIn(),
    "play_out": PlayingOut(),
    "carry_on": ThrowingIn(),
    "force": ThrowingIn(),
}
"""The mechanism that follows when all pass, by its name in rule files."""


_NAMING: Final = Calling()
"""A card that a bid calls is named as at a step of its own."""


class Speaking:
    """The auction: seats speak in turn until a contract is settled or all pass."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Open the auction; close it when no seat may still speak."""
        state = at.state
        if not at.params.ladder:
            return ALL_PASS[at.game.rules.all_pass.do].begin(at)
        if state.bidding is None:
            return Outcome(state._replace(bidding=Bidding(turn=speaking_order(at.game, state.setting)[0])))
        if state.bidding.calling and state.called >= 0:
            return Outcome(self._after_call(at))
        if state.bidding.over:
            return self._close_auction(at)
        return None

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """Offer the words that the seat in turn may bid, or the cards it may call."""
        bidding = at.state.bidding or Bidding(turn=0)
        if bidding.calling:
            return _NAMING.offers(at._replace(path=self._call(at), state=self._as_declarer(at)))
        return (Offer("bid", bidding.turn, at.path, words=self.sayable(at)),)

    def sayable(self, at: StepContext) -> tuple[str, ...]:
        """The words that the seat in turn may say."""
        params: AuctionRule = at.params
        bidding = at.state.bidding or Bidding(turn=0)
        now = "before_bid" if bidding.high < 0 else "after_bid"
        bids = self._biddable(at, bidding)
        if find_forced_bid_rule(_bidder(at, bidding.turn), bids):
            return bids
        waiting = [word for word, params_of_word in params.words.items() if params_of_word.when in ("always", now)]
        return (*waiting, *bids)

    def biddable(self, at: StepContext) -> tuple[str, ...]:
        """The contracts that the seat in turn may bid."""
        return self._biddable(at, at.state.bidding or Bidding(turn=0))

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Make the bid, or refuse it with the reason."""
        bidding = at.state.bidding or Bidding(turn=0)
        if bidding.calling and isinstance(action, CallAction):
            return _NAMING.attempt(at._replace(path=self._call(at)), action)
        if not isinstance(action, BidAction) or bidding.calling:
            return None
        word, legal = action.word, self.sayable(at)
        if action.seat == bidding.turn and word in legal:
            return self._apply_bid(at, action)
        args: dict[str, object] = {"seat": at.label(action.seat), "word": word}
        if action.seat != bidding.turn:
            args["due"] = at.label(bidding.turn)
            known = word in at.params.words or word in at.params.ladder
            said = self._apply_bid(at, action) if known else None
            if said is not None and self._is_beaten(at, action):
                said = self._unbid(at, action.seat, said)
            return Refusal("CAL401", at.path, args, words=legal, anyway=said)
        return self._unsayable(at, action, args, legal)

    def _unsayable(
        self, at: StepContext, action: BidAction, args: dict[str, object], legal: tuple[str, ...]
    ) -> Refusal:
        params: AuctionRule = at.params
        word, bidding, point = action.word, at.state.bidding or Bidding(turn=0), ("word", 0)
        if word in params.words:
            when: str = params.words[word].when
            rule = f"auction.words.{word}.when"
            if when in ("always", "before_bid" if bidding.high < 0 else "after_bid"):
                rule, when = find_forced_bid_rule(_bidder(at, action.seat), legal), "must"
            return Refusal("CAL403", rule, args, when, point, 0, legal, anyway=self._apply_bid(at, action))
        if word not in params.ladder:
            wording = "raise" if any(word in contract.raises for contract in at.game.rules.contracts.values()) else ""
            return Refusal("CAL404", "auction.ladder", args, wording, point, 0, legal)
        said = self._apply_bid(at, action)
        if self._is_beaten(at, action):
            args["high"] = params.ladder[bidding.high]
            beaten = self._unbid(at, action.seat, said)
            return Refusal("CAL402", "auction.ladder", args, "", point, 0, legal, anyway=beaten)
        if bidding.heard >> action.seat & 1 and at.game.rules.contracts[word].turn == "first":
            rule = f"{contract_path(at.game.rules, word)}.turn"
            return Refusal("CAL405", rule, args, "first", point, 0, legal, anyway=said)
        barring = find_barring_term(at.game, at.state.setting, action.seat, word)
        if barring:
            return Refusal("CAL405", f"match.next.{barring}", args, "match", point, 0, legal, anyway=said)
        return Refusal("CAL405", at.state.setting.carry.rule or at.path, args, "", point, 0, legal, anyway=said)

    def _is_beaten(self, at: StepContext, action: BidAction) -> bool:
        """Check whether a bid is not higher than the highest, nor holds it."""
        ladder, bidding = at.params.ladder, at.state.bidding or Bidding(turn=0)
        if bidding.high < 0 or action.word not in ladder:
            return False
        return bool(ladder.index(action.word) <= bidding.high - self._may_hold(at, bidding, action.seat))

    def _unbid(self, at: StepContext, seat: int, said: Outcome) -> Outcome:
        """The outcome of a beaten bid: the seat has spoken, and the higher bid remains."""
        old = at.state.bidding or Bidding(turn=0)
        new = self._passed_on(at, old._replace(left=old.left | 1 << seat), seat)
        state = said.state._replace(
            bidding=new, called=at.state.called, found=at.state.found, partners=at.state.partners
        )
        return said._replace(state=state)

    def _biddable(self, at: StepContext, bidding: Bidding) -> tuple[str, ...]:
        ladder: tuple[str, ...] = at.params.ladder
        carry = at.state.setting.carry
        higher = ladder[bidding.high + 1 - self._may_hold(at, bidding, bidding.turn) :]
        if bidding.heard >> bidding.turn & 1:
            higher = tuple(bid for bid in higher if at.game.rules.contracts[bid].turn == "any")
        if carry.by_match:
            game, setting, seat = at.game, at.state.setting, bidding.turn
            higher = tuple(contract for contract in higher if not find_barring_term(game, setting, seat, contract))
        if carry.only and (carry.binds == "everyone" or bidding.turn == self._speakers(at)[0]):
            return tuple(contract for contract in higher if contract in carry.only)
        return higher

    def _may_hold(self, at: StepContext, bidding: Bidding, seat: int) -> bool:
        if bidding.high < 0:
            return False
        return may_hold_bid(at.game, at.state.setting, at.params.ladder[bidding.high], bidding.holder, seat)

    def _apply_bid(self, at: StepContext, action: BidAction) -> Outcome:
        params: AuctionRule = at.params
        state, word = at.state, action.word
        old = state.bidding or Bidding(turn=action.seat)
        new = note_word(params, old, action.seat, word)
        if word in params.words:
            kind, rule = "pass", f"auction.words.{word}"
        else:
            kind, rule = "bid", "auction.hold" if new.high == old.high else "auction.ladder"
            new = new._replace(calling=self._is_called_with_bid(at, word))
            state = state._replace(called=-1, found=NOT_CALLED, partners=0)
        state = state._replace(bidding=new if new.calling else self._passed_on(at, new, action.seat))
        return Outcome(state, (ev.Said(action.seat, word, kind, at.all, rule),))

    def _passed_on(self, at: StepContext, bidding: Bidding, speaker: int) -> Bidding:
        """Pass the turn to the next seat that may speak; end the auction without one."""
        order = self._speakers(at)
        place = order.index(speaker) if speaker in order else 0
        waiting = list_waiting(at.params, bidding, (*order[place + 1 :], *order[:place]))
        if not waiting:
            return bidding._replace(over=True, calling=False)
        return bidding._replace(turn=waiting[0], calling=False)

    def _after_call(self, at: StepContext) -> State:
        bidding = at.state.bidding or Bidding(turn=0)
        return at.state._replace(bidding=self._passed_on(at, bidding, bidding.holder))

    def _close_auction(self, at: StepContext) -> Outcome:
        state = at.state
        bidding = state.bidding or Bidding(turn=0)
        if bidding.high < 0:
            everybody = ev.AllPassed(at.all, "all_pass")
            forced = forced_bid(at.game, state.setting)
            if forced is not None:
                declared = _declare_contract(at, *forced, "all_pass.contract")
                return declared._replace(events=(everybody, *declared.events))
            chosen = ALL_PASS[at.game.rules.all_pass.do].begin(at)
            return Outcome(chosen.state, (everybody, *chosen.events))
        return _declare_contract(at, bidding.holder, at.params.ladder[bidding.high], "auction.ladder")

    def _speakers(self, at: StepContext) -> tuple[int, ...]:
        setting = at.state.setting
        return tuple(seat for seat in setting.active if seat not in setting.dummies)

    def _is_called_with_bid(self, at: StepContext, contract: str) -> bool:
        """Check whether the card is named together with this bid."""
        steps = at.game.rules.contracts[contract].steps
        return any(
            at.game.rules.steps[step].do == "call" and at.game.rules.steps[step].params.named == "with_bid"
            for step in steps
        )

    def _call(self, at: StepContext) -> str:
        bidding = at.state.bidding or Bidding(turn=0)
        steps = at.game.rules.contracts[at.params.ladder[bidding.high]].steps
        return next(f"steps.{step}" for step in steps if at.game.rules.steps[step].do == "call")

    def _as_declarer(self, at: StepContext) -> State:
        bidding = at.state.bidding or Bidding(turn=0)
        return at.state._replace(declarer=bidding.holder)


def _bidder(at: StepContext, seat: int) -> OwnFigures:
    """A player in the auction, as the rules on bids look at that player."""
    return OwnFigures(at.game, at.state.setting, seat, at.state.hands[seat])


def speaking_order(game: Game, setting: Seating) -> tuple[int, ...]:
    """The seats of an auction in the order in which they speak."""
    seats = tuple(seat for seat in setting.active if seat not in setting.dummies)
    if game.rules.auction.first == "dealer" and setting.dealer in seats:
        return (seats[-1], *seats[:-1])
    return seats


def may_hold_bid(game: Game, setting: Seating, bid: str, holder: int, seat: int) -> bool:
    """Check whether a seat may repeat the highest bid, and so take it over.

    No player may repeat a bid that has ended the auction.
    """
    hold = game.rules.auction.hold
    if hold == "nobody" or is_last_bid(game.rules.auction, bid):
        return False
    if hold == "dealer":
        return seat == setting.dealer != holder
    order = speaking_order(game, setting) if hold == "elder" else ()
    return seat in order and holder in order and order.index(seat) < order.index(holder)


def _declare_contract(at: StepContext, seat: int, contract: str, rule: str) -> Outcome:
    """Settle the contract; fixed partners are known from the beginning."""
    state = at.state._replace(contract=contract, declarer=seat, program=program_of(at, contract), at=1)
    happened: tuple[ev.Event, ...] = (ev.Settled(contract, seat, at.all, rule),)
    for partner in state.setting.fixed_partners(seat) if state.setting.sides else ():
        state = state._replace(partners=1 << partner, known=1 << partner)
        happened += (ev.PartnerKnown(partner, at.all, "table.sides"),)
    return Outcome(state, happened)


# By the order of speaking, not by seat: a dealer may sit out. It follows from the passes, so no line records it.
def forced_bid(game: Game, setting: Seating) -> tuple[int, str] | None:
    """The seat that must play when all pass, and the contract; None if none must."""
    if game.rules.all_pass.do != "force":
        return None
    params: ForceRule = game.rules.all_pass.params
    order = speaking_order(game, setting)
    return order[0] if params.who == "first" else order[-1], params.contract


def only_raised_to(rules: Rules) -> dict[str, str]:
    """Map each contract that is only reached by a raise to its single lower bid."""
    ladder = rules.auction.ladder
    above = {
        contract: [bid for bid in ladder if contract in rules.contracts[bid].raises] for contract in rules.contracts
    }
    return {higher_bid: bids[0] for higher_bid, bids in above.items() if higher_bid not in ladder and len(bids) == 1}


def program_of(at: StepContext, contract: str) -> tuple[str, ...]:
    """The steps of a hand that is played under a contract."""
    steps = at.game.rules.contracts[contract].steps
    return ("auction", *(f"steps.{step}" for step in steps), *at.game.final_steps)


def can_go_on_after_bid(auction: AuctionRule) -> bool:
    """Can anybody have a turn after a bid?"""
    return auction.ends == "all_spoke" or (auction.ends == "top_bid" and len(auction.ladder) > 1)


def is_last_bid(auction: AuctionRule, bid: str) -> bool:
    """Check whether a bid ends the auction, although players may not have spoken."""
    return auction.ends == "first_bid" or (auction.ends == "top_bid" and (bid,) == auction.ladder[-1:])


def note_word(auction: AuctionRule, bidding: Bidding, seat: int, word: str) -> Bidding:
    """Note a bid, or a word that waits: who has spoken, and the highest bid."""
    bit = 1 << seat
    heard, spoken = bidding.heard | bit, bidding.spoken | bit
    if word in auction.words:
        left = bidding.left | (bit if auction.words[word].leaves else 0)
        return bidding._replace(spoken=spoken, left=left, heard=heard)
    spoken = bit if auction.chances == "until_quiet" else spoken
    return bidding._replace(high=auction.ladder.index(word), holder=seat, spoken=spoken, heard=heard)


def list_waiting(auction: AuctionRule, bidding: Bidding, order: Iterable[int]) -> list[int]:
    """List the seats of an order that may still speak; none after the last bid."""
    if bidding.high >= 0 and is_last_bid(auction, auction.ladder[bidding.high]):
        return []
    done = bidding.spoken | bidding.left
    return [seat for seat in order if not done >> seat & 1]


class RaisingAfterwards:
    """The declarer may raise the contract until a certain moment."""

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """The contracts to which the declarer may raise now."""
        state = at.state
        if state.declarer == NOBODY or not self._is_in_time(at):
            return ()
        raises = at.game.rules.contracts[state.contract].raises
        return (Offer("raise", state.declarer, "raising", words=raises),) if raises else ()

    def attempt(self, at: StepContext, action: RaiseAction) -> Outcome | Refusal:
        """Raises the contract, or says why it may not be raised."""
        state = at.state
        args: dict[str, object] = {"seat": at.label(action.seat), "word": action.word}
        if state.declarer == NOBODY:
            return Refusal("CAL413", "raising", args, point=("word", 0))
        contract = at.game.rules.contracts[state.contract]
        args["contract"] = at.game.ruleset.name("contracts", state.contract)
        args["declarer"] = at.label(state.declarer)
        raised = self._raise_contract(at, action) if action.word in contract.raises and not state.has_started else None
        if action.seat != state.declarer:
            return Refusal("CAL412", "raising", args, anyway=raised)
        if action.word not in contract.raises:
            rule = f"{contract_path(at.game.rules, state.contract)}.raises"
            wording = "" if contract.raises else "none"
            return Refusal("CAL410", rule, args, wording, ("word", 0), 0, contract.raises)
        if not self._is_in_time(at):
            return Refusal("CAL411", "raising.until", args, at.game.rules.raising.until, ("word", 0), anyway=raised)
        return self._raise_contract(at, action)

    def _raise_contract(self, at: StepContext, action: RaiseAction) -> Outcome:
        program = program_of(at, action.word)
        state = at.state._replace(contract=action.word, program=program, at=1, turned=False, leader=NOBODY, turn=NOBODY)
        said = ev.Said(action.seat, action.word, "raise", at.all, "raising")
        rule = f"{contract_path(at.game.rules, at.state.contract)}.raises"
        settled = ev.Settled(action.word, at.state.declarer, at.all, rule)
        return Outcome(state, (said, settled))

    def _is_in_time(self, at: StepContext) -> bool:
        state = at.state
        if state.has_started or state.is_over:
            return False
        if at.game.rules.raising.until == "first_step":
            # What happens by itself, as looking at a pile, is nobody's step.
            return all(
                at.game.step(path).do == "look" for path in state.program[1 : state.at] if path.startswith("steps.")
            )
        return state.step == "play"
