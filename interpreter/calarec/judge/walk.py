"""Plays a recorded hand through the engine, statement by statement.

What the engine refuses becomes a finding, and the hand goes on as it was recorded, so that one slip does
not hide the next. A step that leaves no choice may be missing from the record: it is supplied. What lines say beside
the moves (open or closed, where a card was, who won) is held against what happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.base.frozen import dataclass
from calarec.engine import events as ev
from calarec.engine.actions import (
    BidAction,
    CallAction,
    DiscardAction,
    FaultAction,
    GiveAction,
    LayAction,
    PlayAction,
    TakeAction,
)
from calarec.engine.behaviours import behaviour_at
from calarec.engine.moves import apply, left_undone, legal
from calarec.engine.reasons import cards as cards_said
from calarec.engine.terms import Outcome, Refusal
from calarec.judge.actions import before_his_turn, without_share
from calarec.judge.judgement import Happened
from calarec.judge.mending import NOT_DUE, Breaches, in_exchange, repeated
from calarec.judge.seats import number_of
from calarec.judge.stated_faults import check_claims, check_exchanges
from calarec.judge.substitutions import gaps, in_transfer, in_tricks
from calarec.records import model as rec
from calarec.wording.language import Phrase, Words
from calarec.wording.severities import DECLARED

if TYPE_CHECKING:
    from calarec.engine.actions import Action
    from calarec.engine.state import State
    from calarec.engine.terms import Offer
    from calarec.judge.substitutions import CardWrittenTwice


_MOVED = (ev.Given, ev.Taken, ev.Discarded, ev.Tabled)


@dataclass(slots=True)
class BesideMoves(Breaches):
    """Holds what lines say beside the moves against what happened."""

    def check_faces(self, outcome: Outcome, statement: rec.Statement) -> None:
        """What the record calls open or closed must be so under the rules."""
        said = getattr(statement, "open", None)
        if said is None:
            return
        moved = next((each for each in outcome.events if isinstance(each, _MOVED)), None)
        if moved is None or moved.open == said:
            return
        label = getattr(statement, "seat", "")
        stated = in_exchange(self.state) and self.states_exchange({number_of(self.setting, label)})
        self.breaches += 1
        self.declared += stated
        wording, fix = ("open", "closed") if said else ("closed", "open")
        self.findings.add(
            "CAL437", statement, word=1, rule=moved.rule, wording=f"{wording} {DECLARED}" if stated else wording,
            fix=None if stated else fix, label=label, answered=stated,
        )  # fmt: skip

    def check_found(self, statement: rec.Call) -> None:
        found = self.state.found
        actual = {-1: "monte", -2: "hand"}.get(found, "")
        if found >= 0:
            actual = self.setting.labels[found]
        if statement.found and actual and statement.found != actual:
            place = {"word": 2, "seat": None} if statement.found in ("monte", "hand") else {"word": None, "seat": 1}
            rule = next((path for path in self.state.program if self._is_call(path)), "")
            self.findings.add(
                "CAL423", statement, word=place["word"], seat=place["seat"], rule=rule,
                actual=where_said(actual, statement.seat), stated=where_said(statement.found, statement.seat),
                name=statement.card,
            )  # fmt: skip

    def _is_call(self, path: str) -> bool:
        return path.startswith("steps.") and self.game.step(path).do == "call"

    def check_winner(self, statement: rec.Trick, number: int) -> None:
        self.misjudged = -1
        if not statement.winner or len(self.state.tricks) < number:
            return
        actual = self.setting.labels[self.state.tricks[number - 1].winner]
        if statement.winner != actual:
            self.misjudged = number_of(self.setting, statement.winner)
            unseen = sum(1 << card for card in self.state.tricks[number - 1].cards) & ~self.findings.sure
            if unseen:  # whoever won it with which card is so in one way alone
                self.findings.add(
                    "CAL514", statement, seat=1, rule="play.wins", wording="unseen", stated=statement.winner
                )
                return
            following = [each for each in self.hand.statements if isinstance(each, rec.Trick)]
            leads = next((each.leader for each in following if each.number == statement.number + 1), actual)
            self.findings.add(
                "CAL514", statement, seat=1, rule="play.wins", stated=statement.winner, actual=actual, fix=actual,
                safe=leads == actual, name=self._best(number),
            )  # fmt: skip

    def _best(self, number: int) -> str:
        trick = self.state.tricks[number - 1]
        order = self.setting.active
        place = (order.index(trick.winner) - order.index(trick.leader)) % len(order)
        return self.game.cards.names[trick.cards[place]]


def where_said(found: str, caller: str) -> Words:
    """Where a called card was, as people say it."""
    if found == "monte":
        return Words("in the monte")
    if found == "hand":
        return Words("in {seat}'s own hand", seat=caller)
    return Words("in {seat}'s hand", seat=Phrase("dative", found))


_PASSED_OVER = (
    rec.Deal,
    rec.Monte,
    rec.Dealer,
    rec.Out,
    rec.Carry,
    rec.At,
    rec.Note,
    rec.Extension,
    *rec.SESSION_STATEMENTS,
    *rec.ASSERTIONS,
)


@dataclass(slots=True)
class Walk(BesideMoves):
    """A hand on its way through the engine."""

    abandoned: str | None = None
    last: rec.Trick | None = None
    """The last trick that was read."""
    misread: CardWrittenTwice | None = None
    """A card that a later trick shows to be another."""
    gap: bool = False
    """Tricks are missing, and nothing tells how they went."""
    passed_over: bool = False
    """A step in which something may have been done has no line: it is taken that nothing was."""
    worked_out: str = ""
    """A trick that is not written down, as it must have been."""

    def run(self, start: int = 0) -> None:
        """Goes through all statements, or through those from a place on."""
        for index in range(start, len(self.hand.statements)):
            self.index = index
            statement = self.hand.statements[index]
            if isinstance(statement, _PASSED_OVER):
                continue
            if isinstance(statement, rec.End):
                self._end(statement)
            elif self.lost and not self._ends_by_fault(statement):
                self.unread += 1
            else:
                self._statement(statement)
        if self.lost and self.guessing and not (self.depth or self.state.over or self.gap):
            self.judge_tricks()
        check_exchanges(self)
        check_claims(self, shown=self.guessing and not (self.lost or self.doubtful))

    def _ends_by_fault(self, statement: rec.Statement) -> bool:
        """Whether a hand that cannot be followed any further is void by an irregularity all the same."""
        if not isinstance(statement, rec.Fault):
            return False
        entry = self.game.rules.standing.get(statement.word)
        seats = (number_of(self.setting, each) for each in (statement.seat, statement.by) if each)
        if entry is None or entry.do != "fault" or not {*seats} <= {*self.setting.active}:
            return False
        claimed = FaultAction(number_of(self.setting, statement.seat), statement.word)
        answer = apply(self.game, self.state, claimed)
        return isinstance(answer, Outcome) and answer.state.outcome == "void"

    def _statement(self, statement: rec.Statement) -> None:
        if isinstance(statement, rec.Trick):
            self._trick(statement)
            return
        if self.guessing and isinstance(statement, rec.Bid | rec.Raise) and not self.knows(statement.word):
            meant = self.unknown_word(statement)
            if isinstance(meant, rec.Bid | rec.Raise):
                self._statement(meant)
            return
        action = self.action(statement)
        if action is None:
            self.lost = self.lost or not isinstance(
                statement, rec.Show | rec.Signal | rec.Fault | rec.Claim | rec.Concede
            )
            return
        if isinstance(statement, rec.Bid) and self._after_auction(statement):
            return
        before = self.breaches
        self._do(action, statement, getattr(statement, "cards", ()) or (getattr(statement, "card", ""),))
        if isinstance(statement, rec.Call) and self.breaches == before:
            self.check_found(statement)

    # -------------------------------------------------------------- through the engine

    def _do(self, action: Action, statement: rec.Statement, cards: tuple[str, ...]) -> None:
        if isinstance(statement, rec.Give | rec.Discard) and self.guessing and not self.depth:
            action = self._as_played(action, statement)
        answer = apply(self.game, self.state, action)
        legal = not isinstance(answer, Refusal)
        again = repeated(statement)
        if isinstance(answer, Refusal) and answer.code == NOT_DUE and getattr(action, "cards", 1) == 0:
            return  # `none`, where nothing is to be moved, says nothing
        left = without_share(self.game, self.state, action) if isinstance(answer, Refusal) else None
        if left is not None:
            self.state = left
            return
        if isinstance(answer, Refusal) and before_his_turn(self.hand, self.index, self.state, action, answer):
            self.breach(answer, action, statement, cards)
            answer = answer.anyway or answer
        while isinstance(answer, Refusal) and self._supply(statement, action, answer):
            answer = apply(self.game, self.state, action)
        if isinstance(answer, Refusal) and answer.code == NOT_DUE and self.is_stated(answer, action, statement):
            self.breach(answer, action, statement, cards)
            following = self._left_undone(action)
            self.lost = following is None
            if following is None:
                return
            answer = following
        if isinstance(answer, Refusal):
            stands = self._refused(answer, action, statement, cards, again)
            if stands is None:
                return
            answer = stands
        elif again >= 0:
            self.twice(statement, again, cards)
        self.check_faces(answer, statement)
        self._take(answer, statement.line, legal=legal)

    def _refused(
        self, refusal: Refusal, action: Action, statement: rec.Statement, cards: tuple[str, ...], again: int
    ) -> Outcome | None:
        """Tells what is refused; answers what becomes of it if it stands as it is written."""
        stated = self.is_stated(refusal, action, statement)
        self.unwritten = self.unwritten or (self._something_is_missing(action, refusal) and not stated)
        mended = None if stated else self.mended(action, refusal)
        if again < 0 or refusal.code != "CAL434":
            self.breach(refusal, action, statement, cards, mended)
        else:
            self.twice(statement, again, cards, action, mended)
        if mended is not None:
            self._take(mended, statement.line)
            return None
        if refusal.anyway is None:
            told = BidAction | PlayAction | CallAction | GiveAction | TakeAction | DiscardAction | LayAction
            self.lost = isinstance(action, told) and not self._stands_above(statement)
        return refusal.anyway

    def _stands_above(self, statement: rec.Statement) -> bool:
        """Whether the same line stands above, and happened: nothing is lost if it did not happen again."""
        if not isinstance(statement, rec.Call | rec.Give | rec.Take | rec.Discard | rec.TableCard):
            return False
        happened = {each.line for each in self.happened}
        earlier = (each for each in self.hand.statements[: self.index] if type(each) is type(statement))
        return any(each.line in happened and each._replace(line=statement.line) == statement for each in earlier)

    def _left_undone(self, action: Action) -> Outcome | Refusal | None:
        """What becomes of an action once the steps that are due are left undone; None if it never fits."""
        state, left = self.state, []
        while in_exchange(state):
            left.append(left_undone(self.game, state))
            state = left[-1].state
            answer = apply(self.game, state, action)
            if isinstance(answer, Outcome) or answer.code != NOT_DUE:
                for each in left:
                    self._take(each, 0)
                return answer
        return None

    def _as_played(self, action: Action, statement: rec.Give | rec.Discard) -> Action:
        """What was given away, where the play shows that it was another card than the one that is written."""
        meant = in_transfer(self, action, statement) if isinstance(action, GiveAction | DiscardAction) else None
        if meant is None or not isinstance(action, GiveAction | DiscardAction):
            return action
        names = self.game.cards
        wrong, right = names.list(action.cards & ~meant.cards)[0], names.list(meant.cards & ~action.cards)[0]
        tricks = (each for each in self.hand.statements if isinstance(each, rec.Trick))
        self.breaches += 1
        self.findings.add(
            "CAL438", statement, card=statement.cards.index(wrong), wording="unsure" if self.doubtful else "",
            name=wrong, label=self.setting.labels[action.seat], meant=right, fix=right, rule="play",
            trick=next(each.number for each in tricks if wrong in each.cards),
        )  # fmt: skip
        return meant

    def _take(self, outcome: Outcome, line: int, *, supplied: bool = False, legal: bool = False) -> None:
        """Goes on from there; what is legal moves no card out of a place where it does not lie."""
        self.state = outcome.state if legal else outcome.state.after(self.state)
        self.happened += [Happened(event, line, supplied, self.state) for event in outcome.events]

    def _supply(self, statement: rec.Statement, action: Action, refusal: Refusal) -> bool:
        """Does what a record need not say, if it is due: what leaves no choice, and nothing where that will do."""
        if isinstance(statement, rec.Claim | rec.Concede | rec.Fault | rec.Show | rec.Signal | rec.Raise):
            return False
        done: list[Outcome] = []
        forced: list[Outcome] = []
        state, fits = self.state, False
        while not fits and (offer := self._need_not_be_said(state)) is not None:
            answer = apply(self.game, state, offer.choose(offer.cards if offer.least else 0))
            if isinstance(answer, Refusal):
                break
            state = answer.state
            if offer.least and len(forced) == len(done):
                forced.append(answer)
            done.append(answer)
            tried = apply(self.game, state, action)
            fits = isinstance(tried, Outcome) or refusal.code == NOT_DUE != tried.code
        if not fits:
            # Whether nothing was done is anybody's guess if what follows does not fit; what leaves no choice was done.
            done = forced if refusal.code == NOT_DUE else []
        self.passed_over = self.passed_over or len(done) > len(forced)
        for answer in done:
            self._take(answer, 0, supplied=True)
        return bool(done)

    def _something_is_missing(self, action: Action, refusal: Refusal) -> bool:
        """Whether that is refused because of a call or an exchange of which the record says nothing."""
        if refusal.code == NOT_DUE:
            calling = self.state.bidding is not None and self.state.bidding.calling
            return calling or self.state.step.startswith("steps.")
        return self.passed_over and isinstance(action, PlayAction)

    def _need_not_be_said(self, state: State) -> Offer | None:
        """What is due, if it leaves no choice or nothing need be done."""
        if state.over or not state.step.startswith("steps."):
            return None
        offers = [offer for offer in legal(self.game, state) if offer.do not in ("raise", "play")]
        fits = len(offers) == 1 and (offers[0].size == 1 or not offers[0].least)
        return offers[0] if fits else None

    def _after_auction(self, statement: rec.Bid) -> bool:
        """Words after the end of the auction: waiting words are idle, bids are too late."""
        bidding = self.state.bidding
        if bidding is None or not bidding.over:
            return False
        idle = statement.word in self.game.rules.auction.words
        self.findings.add(
            "CAL407" if idle else "CAL406", statement, word=0, rule="auction.ends", label=statement.seat,
            name=statement.word,
        )  # fmt: skip
        self.breaches += not idle
        return True

    def _trick(self, statement: rec.Trick) -> None:
        leader = self.seat(statement, statement.leader, 0)
        if leader is None:
            self.lost = True
            return
        number = len(self.state.tricks) + 1
        self._read_cards(statement.cards, statement)
        if not self._fits(statement):
            self.lost = True
            return
        if statement.number > number and not self._missing(statement, number):
            self.lost = self.gap = True
            return
        number = len(self.state.tricks) + 1
        if self.last is None and self.guessing and not self.depth:
            self.misread = in_tricks(self)
        self.last = statement
        plays, refusal = self.plays(statement, leader)
        if refusal is not None:
            self.breach(refusal, PlayAction(leader, plays[0][1]), statement, statement.cards)
        for place, (seat, card) in enumerate(plays):
            if card < 0 or self.lost:
                self.lost = True
                return
            card = self._instead(statement, number, place, seat, card)
            self._do(PlayAction(seat, card), statement, statement.cards)
        self.check_winner(statement, number)

    def _instead(self, statement: rec.Trick, number: int, place: int, seat: int, card: int) -> int:
        """The card that was played, if a later trick shows that it is not the one that is written."""
        misread = self.misread
        if misread is None or (misread.trick, misread.place) != (number, place):
            return card
        if not isinstance(apply(self.game, self.state, PlayAction(seat, card)), Outcome):
            return card  # it is refused and mended
        names = self.game.cards.names
        self.breaches += 1
        self.findings.add(
            "CAL511", statement, card=place, wording="later", rule="play", name=names[card],
            trick=misread.again, meant=names[misread.card], fix=names[misread.card],
        )  # fmt: skip
        return misread.card

    def _missing(self, statement: rec.Trick, number: int) -> bool:
        """Plays the one trick that is not written down, if each seat has one card left for it; or goes on without."""
        if number not in gaps(self.hand):
            return True  # it is the number that is wrong
        played = self.tricks.missing(self.state)
        state, happened = self.state, []
        for seat, card in played:
            answer = apply(self.game, state, PlayAction(seat, card))
            if isinstance(answer, Refusal):
                return False
            state = answer.state
            happened.append(answer)
        if not played or statement.number != number + 1 or self.setting.labels[state.turn] != statement.leader:
            return False
        from calarec.notation.writer import line_of

        for each in happened:
            self._take(each, 0, supplied=True)
        names = tuple(self.game.cards.names[card] for _, card in played)
        self.worked_out = line_of(rec.Trick(number, self.setting.labels[played[0][0]], names))
        return True

    def _fits(self, statement: rec.Trick) -> bool:
        """Whether a trick has no more cards than seats play, and the trick before it has as many."""
        seats = len(self.setting.active)
        short = self.last if self.last is not None and self.state.trick and self.state.step == "play" else None
        if short is None and len(statement.cards) <= seats:
            return True
        which = short or statement
        self.findings.add(
            "CAL503", which, card=None if short else seats, wording="few" if short else "", rule="table.seats",
            trick=which.number, found=cards_said(len(which.cards)), seats=seats,
        )  # fmt: skip
        self.breaches += 1
        return False

    def _end(self, statement: rec.End) -> None:
        if statement.kind == "abandoned":
            self.abandoned = statement.why
        if statement.kind == "void" and self.state.outcome not in ("void", "all_pass"):
            # The table had its reasons; without a `fault` line nobody pays for it.
            ended = ev.Ended("void", self.setting.all, "match")
            self._take(Outcome(self.state._replace(outcome="void"), (ended,)), statement.line)
        if self.lost or self.state.over:
            return
        done = len(self.state.tricks) == self.game.rules.deal.hand and not self.state.trick
        if done and self.state.step == "play":
            # Cards that were played from the wrong hand leave others behind; the hand is over all the same.
            from calarec.engine.terms import StepContext

            at = StepContext(self.game, self.state, "play")
            self._take(behaviour_at(self.game, "play").finish(at), statement.line)
