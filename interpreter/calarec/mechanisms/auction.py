"""The auction: who speaks, in what order, which bids beat which, and when it is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from calarec.language import Listing, Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Bid
from calarec.moves.actions import Call as CallAction
from calarec.moves.behaviour import Offer, Outcome, Refusal
from calarec.moves.reasons import not_due
from calarec.moves.state import NOBODY, Bidding, State
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word that is no bid: passing, waiting, accepting."""

    when: Literal["always", "before_bid", "after_bid"] = param(
        "When",
        "When it may be said.",
        default="always",
        options={
            "always": "at any turn",
            "before_bid": "as long as nobody has bid",
            "after_bid": "once somebody has bid",
        },
    )
    leaves: bool = param("Leaves", "Whether who says it may not speak again in this auction.", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """How it is settled who plays what; every bid must be higher than the last."""

    first: Literal["eldest", "dealer"] = param(
        "First",
        "Who speaks first.",
        default="eldest",
        options={"eldest": "the seat after the dealer", "dealer": "the dealer"},
    )
    chances: Literal["once", "until_quiet"] = param(
        "Chances",
        "How often a seat may speak.",
        default="once",
        options={
            "once": "once",
            "until_quiet": "again and again, until all others have left it to the highest bidder",
        },
    )
    ladder: tuple[str, ...] = param(
        "Ladder",
        "The contracts that may be bid, from the lowest to the highest.",
        refers_to="contract",
        least=1,
    )
    ends: Literal["all_spoke", "top_bid", "first_bid"] = param(
        "Ends",
        "What ends the auction early.",
        default="top_bid",
        options={
            "all_spoke": "nothing: everyone speaks in turn",
            "top_bid": "the highest bid of the ladder",
            "first_bid": "the first bid",
        },
    )
    words: Mapping[str, Word] = param(
        "Words", "The words that are no bids.", keys="^[a-z][a-z0-9-]*$", entries=True, least=1
    )


class Speaking:
    """Seat after seat speaks, until it is settled who plays what or that nobody plays."""

    def automatic(self, at: Moment) -> Outcome | None:
        """Opens the auction; closes it when nobody is left to speak."""
        state = at.state
        if state.bidding is None:
            speakers = self._speakers(at)
            first = speakers[-1] if at.part.first == "dealer" and state.setting.dealer in speakers else speakers[0]
            return Outcome(state._replace(bidding=Bidding(turn=first)))
        if state.bidding.calling and state.called >= 0:
            return Outcome(self._after_call(at))
        if state.bidding.over:
            return self._closed(at)
        return None

    def offers(self, at: Moment) -> tuple[Offer, ...]:
        """What the seat in turn may say, or call."""
        bidding = at.state.bidding or Bidding(turn=0)
        if bidding.calling:
            naming = at._replace(path=self._call(at), state=self._as_declarer(at))
            found: tuple[Offer, ...] = at.game.behaviour(naming.path).offers(naming)
            return found
        return (Offer("bid", bidding.turn, at.path, words=self.sayable(at)),)

    def sayable(self, at: Moment) -> tuple[str, ...]:
        """The words that the seat in turn may say."""
        part: Auction = at.part
        bidding = at.state.bidding or Bidding(turn=0)
        now = "before_bid" if bidding.high < 0 else "after_bid"
        waiting = [word for word, each in part.words.items() if each.when in ("always", now)]
        return (*waiting, *self._biddable(at, bidding))

    def attempt(self, at: Moment, action: act.Action) -> Outcome | Refusal:
        """Says the word, or says why it may not be said."""
        bidding = at.state.bidding or Bidding(turn=0)
        if bidding.calling and isinstance(action, CallAction):
            answer: Outcome | Refusal = at.game.behaviour(self._call(at)).attempt(
                at._replace(path=self._call(at)), action
            )
            return answer
        if not isinstance(action, Bid) or bidding.calling:
            return not_due(at, action)
        word, legal = action.word, self.sayable(at)
        if action.seat == bidding.turn and word in legal:
            return self._said(at, action)
        args: dict[str, object] = {"seat": at.label(action.seat), "word": word}
        if action.seat != bidding.turn:
            args["due"] = at.label(bidding.turn)
            known = word in at.part.words or word in at.part.ladder
            said = self._said(at, action) if known else None
            return Refusal("CAL401", at.path, args, words=legal, anyway=said)
        return self._unsayable(at, action, args, legal)

    def _unsayable(self, at: Moment, action: Bid, args: dict[str, object], legal: tuple[str, ...]) -> Refusal:
        part: Auction = at.part
        word, bidding, point = action.word, at.state.bidding or Bidding(turn=0), ("word", 0)
        if word in part.words:
            when = part.words[word].when
            rule = f"auction.words.{word}.when"
            return Refusal("CAL403", rule, args, when, point, 0, legal, anyway=self._said(at, action))
        if word not in part.ladder:
            wording = "raise" if any(word in each.raises for each in at.game.rules.contracts.values()) else ""
            return Refusal("CAL404", "auction.ladder", args, wording, point, 0, legal)
        said = self._said(at, action)
        if bidding.high >= 0 and part.ladder.index(word) <= bidding.high:
            args["high"] = part.ladder[bidding.high]
            # Who does not bid higher has spoken, and the higher bid still stands.
            beaten = said._replace(state=self._unbid(at, said.state, action))
            return Refusal("CAL402", "auction.ladder", args, "", point, 0, legal, anyway=beaten)
        return Refusal("CAL405", at.state.setting.carry.rule or at.path, args, "", point, 0, legal, anyway=said)

    def _unbid(self, at: Moment, said: State, action: Bid) -> State:
        old = at.state.bidding or Bidding(turn=action.seat)
        new = old._replace(spoken=old.spoken | 1 << action.seat, left=old.left | 1 << action.seat)
        return said._replace(
            bidding=self._passed_on(at, new, action.seat), called=at.state.called, found=at.state.found,
            partner=at.state.partner,
        )  # fmt: skip

    def _biddable(self, at: Moment, bidding: Bidding) -> tuple[str, ...]:
        ladder: tuple[str, ...] = at.part.ladder
        carry = at.state.setting.carry
        higher = ladder[bidding.high + 1 :]
        if carry.only and (carry.binds == "everyone" or bidding.turn == self._speakers(at)[0]):
            return tuple(contract for contract in higher if contract in carry.only)
        return higher

    def _said(self, at: Moment, action: Bid) -> Outcome:
        part: Auction = at.part
        state, word, bit = at.state, action.word, 1 << action.seat
        old = state.bidding or Bidding(turn=action.seat)
        if word in part.words:
            kind, rule = "pass", f"auction.words.{word}"
            left = old.left | (bit if part.words[word].leaves else 0)
            new = old._replace(spoken=old.spoken | bit, left=left)
        else:
            kind, rule = "bid", "auction.ladder"
            spoken = bit if part.chances == "until_quiet" else old.spoken | bit
            new = old._replace(
                high=part.ladder.index(word), holder=action.seat, spoken=spoken, calling=self._calls_with(at, word)
            )
            state = state._replace(called=-1, found=-3, partner=NOBODY)
        state = state._replace(bidding=new if new.calling else self._passed_on(at, new, action.seat))
        return Outcome(state, (ev.Said(action.seat, word, kind, at.all, rule),))

    def _passed_on(self, at: Moment, bidding: Bidding, speaker: int) -> Bidding:
        """The turn goes to the next who may still speak; if there is none the auction is over."""
        part: Auction = at.part
        done = bidding.spoken | bidding.left
        order = self._speakers(at)
        place = order.index(speaker) if speaker in order else 0
        waiting = [seat for seat in (*order[place + 1 :], *order[:place]) if not done >> seat & 1]
        top = part.ends == "top_bid" and bidding.high == len(part.ladder) - 1
        if not waiting or top or (part.ends == "first_bid" and bidding.high >= 0):
            return bidding._replace(over=True, calling=False)
        return bidding._replace(turn=waiting[0], calling=False)

    def _after_call(self, at: Moment) -> State:
        bidding = at.state.bidding or Bidding(turn=0)
        return at.state._replace(bidding=self._passed_on(at, bidding, bidding.holder))

    def _closed(self, at: Moment) -> Outcome:
        state = at.state
        bidding = state.bidding or Bidding(turn=0)
        if bidding.high < 0:
            everybody = ev.AllPassed(at.all, "all_pass")
            chosen = at.game.all_pass.begin(at)
            return Outcome(chosen.state, (everybody, *chosen.events))
        contract = at.part.ladder[bidding.high]
        state = state._replace(contract=contract, declarer=bidding.holder, program=program_of(at, contract), at=1)
        settled = ev.Settled(contract, bidding.holder, at.all, "auction.ladder")
        return Outcome(state, (settled,))

    def _speakers(self, at: Moment) -> tuple[int, ...]:
        setting = at.state.setting
        return tuple(seat for seat in setting.active if seat not in setting.dummies)

    def _calls_with(self, at: Moment, contract: str) -> bool:
        """Whether the card is named together with this bid."""
        steps = at.game.rules.contracts[contract].steps
        return any(
            at.game.rules.steps[step].do == "call" and at.game.rules.steps[step].part.named == "with_bid"
            for step in steps
        )

    def _call(self, at: Moment) -> str:
        bidding = at.state.bidding or Bidding(turn=0)
        steps = at.game.rules.contracts[at.part.ladder[bidding.high]].steps
        return next(f"steps.{step}" for step in steps if at.game.rules.steps[step].do == "call")

    def _as_declarer(self, at: Moment) -> State:
        bidding = at.state.bidding or Bidding(turn=0)
        return at.state._replace(declarer=bidding.holder)


def program_of(at: Moment, contract: str) -> tuple[str, ...]:
    """The steps of a hand that is played under a contract."""
    steps = at.game.rules.contracts[contract].steps
    return ("auction", *(f"steps.{step}" for step in steps), "play")


def _goes_on(auction: Auction) -> bool:
    """Can anybody have a turn after a bid?"""
    return auction.ends == "all_spoke" or (auction.ends == "top_bid" and len(auction.ladder) > 1)


def check_words(rules: Rules, report: Report) -> None:
    """Everybody has something to say at every turn, every word can be said once, and none is a contract's name."""
    auction = rules.auction
    goes_on = _goes_on(auction)
    before = [key for key, word in auction.words.items() if word.when != "after_bid"]
    after = [key for key, word in auction.words.items() if word.when != "before_bid"]
    if goes_on and not after:
        report.add("RUL417", report.blame("auction.words", "auction.ends"))
    elif goes_on and auction.chances == "until_quiet" and not any(auction.words[key].leaves for key in after):
        path = report.blame(*(f"auction.words.{key}.leaves" for key in after), "auction.chances", "auction.words")
        report.add("RUL420", path, words=Listing(tuple(f"`{key}`" for key in after), either=True))
    if not before:
        report.add("RUL418", report.blame("auction.words", *(f"auction.words.{key}.when" for key in auction.words)))
    for key, word in auction.words.items():
        if word.when == "after_bid" and not goes_on:
            report.add("RUL419", report.blame(f"auction.words.{key}.when", "auction.ends", "auction.ladder"), word=key)
        if key in rules.contracts:
            report.add("RUL421", f"auction.words.{key}", word=key)
        if auction.chances == "once" and not word.leaves and report.said(f"auction.words.{key}.leaves"):
            report.add("RUL704", f"auction.words.{key}.leaves", wording="once")


def check_ends(rules: Rules, report: Report) -> None:
    """With one bid on the ladder two ways of ending mean the same."""
    if len(rules.auction.ladder) == 1 and rules.auction.ends == "top_bid" and report.said("auction.ends"):
        report.add("RUL422", report.blame("auction.ladder", "auction.ends"), bid=rules.auction.ladder[0])


MECHANISM = Mechanism(
    name="auction",
    kind=Kind.SECTION,
    part=Auction,
    title=Words("The auction"),
    about="Who speaks, which bids beat which, and when the auction is over.",
    say=sentences("auction"),
    behaviour=Speaking(),
    checks=(
        check_words,
        check_ends,
    ),
)
