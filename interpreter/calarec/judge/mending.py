"""A walk that mends: a record put right where the rest of it shows what a slip was meant to say.

A word of the auction that cannot stand would end the judging of a hand: without its contract nothing after
it has a meaning. So it is taken for the word that was meant, where that can be told. Breaches are counted, and told
unless they follow from others.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Self

from calarec.base.frozen import dataclass, field, replace
from calarec.engine import events as ev
from calarec.engine.actions import BidAction, DiscardAction, GiveAction, LayAction, PlayAction, TakeAction
from calarec.engine.moves import apply, legal
from calarec.engine.terms import Outcome, Refusal
from calarec.judge.actions import Reader
from calarec.judge.seats import number_of
from calarec.judge.stated_faults import Broken
from calarec.judge.substitutions import Tricks, forced_card, holders, in_turn
from calarec.mechanisms.rules import of_the_play
from calarec.records import model as rec
from calarec.wording.language import Words
from calarec.wording.severities import DECLARED

if TYPE_CHECKING:
    from calarec.engine.account import Account
    from calarec.engine.actions import Action
    from calarec.engine.state import State
    from calarec.judge.judgement import Happened
    from calarec.judge.readings import Reading
    from calarec.records.model import Hand
    from calarec.wording.findings import Finding


DOUBTFUL = frozenset({"CAL420", "CAL421", "CAL422", "CAL432", "CAL433", "CAL434", "CAL435", "CAL510", "CAL511"})
"""Codes that say that a card is recorded where it cannot be."""
CONSEQUENCES = frozenset({"CAL432", "CAL433", "CAL434", "CAL435", "CAL501", "CAL510", "CAL511", "CAL512"})
"""Codes that a card recorded in the wrong place brings with it."""


@dataclass(slots=True)
class Mender(Reader):
    """Reads statements, and reads slips as what they must mean."""

    happened: list[Happened] = field(default_factory=list)
    doubtful: bool = False
    """A card is recorded where it cannot be: what the hand came to cannot be told from the record."""
    all_tricks: Tricks | None = None
    instead: Action | None = None
    """What the last slip was meant to say."""

    @property
    def tricks(self) -> Tricks:
        """All tricks of the record; read when they are first asked for."""
        if self.all_tricks is None:
            self.all_tricks = Tricks(self.hand, self.game, self.state)
        return self.all_tricks

    def mended(self, action: Action, refusal: Refusal) -> Outcome | None:
        """What becomes of the action that must have been meant, if the rest of the hand shows it."""
        self.instead = None
        if self.findings.sure != -1:
            return None  # some cards are only taken for what they may be
        if isinstance(action, BidAction):
            return self._spoken(action, refusal) or self.otherwise(action, refusal)
        instead = forced_card(self.game, self.state, self.tricks, action, refusal)
        outcome = apply(self.game, self.state, instead) if instead is not None else None
        if not isinstance(outcome, Outcome):
            return None
        self.instead = instead
        return outcome

    def fix_for(self, mended: Outcome | None) -> str:
        """The card that must stand where the slip was made; empty if it was no slip of one card."""
        if mended is None or not isinstance(self.instead, PlayAction):
            return ""
        return self.game.cards.names[self.instead.card]

    def card_meant(self, action: Action) -> str:
        """The one card that a mended transfer has and the recorded one has not; empty if they differ in more."""
        if not isinstance(self.instead, GiveAction | TakeAction | DiscardAction) or type(self.instead) is not type(
            action
        ):
            return ""
        names = self.game.cards.list(self.instead.cards & ~getattr(action, "cards", 0))
        return names[0] if len(names) == 1 else ""

    def otherwise(self, action: BidAction, refusal: Refusal) -> Outcome | None:
        """What becomes of a bid that is taken for another; None if it is not."""
        del action, refusal
        return None

    def _spoken(self, bid: BidAction, refusal: Refusal) -> Outcome | None:
        """Who speaks out of turn: either the seat in turn comes later, or its word is missing.

        A waiting word that is not the one for this moment means the one that is.
        """
        waiting = [word for word in refusal.words if word in self.game.rules.auction.words]
        if refusal.code == "CAL403" and len(waiting) == 1:
            proper = apply(self.game, self.state, BidAction(bid.seat, waiting[0]))
            return proper if isinstance(proper, Outcome) else None
        bidding = self.state.bidding
        if refusal.code != "CAL401" or bidding is None or refusal.anyway is None:
            return None
        due = self.setting.labels[bidding.turn]
        said = sum(isinstance(each.event, ev.Said) for each in self.happened)
        to_come = [each.seat for each in self.hand.statements if isinstance(each, rec.Bid)][said + 1 :]
        if due not in to_come:
            silent = apply(self.game, self.state, BidAction(bidding.turn, waiting[0])) if waiting else None
            then = apply(self.game, silent.state, bid) if isinstance(silent, Outcome) else None
            return then if isinstance(then, Outcome) else None
        after = refusal.anyway.state
        if after.bidding is None or after.bidding.over or after.bidding.calling:
            return None
        return Outcome(after._replace(bidding=after.bidding._replace(turn=bidding.turn)), refusal.anyway.events)

    def plays(self, statement: rec.Trick, leader: int) -> tuple[list[tuple[int, int]], Refusal | None]:
        """Who plays which card (-1: cannot be told), and what is wrong with the leader if that alone is wrong."""
        numbers = [self.game.cards.numbers.get(name, -1) for name in statement.cards]
        seats = in_turn(self.state, leader)
        if -1 in numbers:
            unplayed = [self.tricks.unplayed(self.state, seat) for seat in seats]
            numbers = [card if card >= 0 else unplayed[place] for place, card in enumerate(numbers)]
        lie = holders(self.state, tuple(numbers))
        if not lie or lie == seats:
            return list(zip(seats, numbers, strict=False)), None
        if self.state.turn >= 0 and lie == in_turn(self.state, self.state.turn):
            # The cards stand as they were played; it is the letter before the colon that is wrong.
            refusal = apply(self.game, self.state, PlayAction(leader, numbers[0]))
            assert isinstance(refusal, Refusal)
            return list(zip(lie, numbers, strict=True)), refusal
        wrong = next(place for place, seat in enumerate(lie) if seat != seats[place])
        self.findings.add(
            "CAL504", statement, card=wrong, rule="play", name=statement.cards[wrong],
            holder=self.setting.labels[lie[wrong]], label=self.setting.labels[seats[wrong]],
        )  # fmt: skip
        self.breaches += 1
        by_seat = dict(zip(lie, numbers, strict=True))
        return [(seat, by_seat[seat]) for seat in seats], None


ILLEGAL = ("CAL402", "CAL403", "CAL404", "CAL405")
NOT_DUE = "CAL430"


@dataclass(slots=True)
class Hearer(Mender):
    """Hears what was said; where that cannot be, what must have been said."""

    lost: bool = False
    """Something happened that the engine cannot follow; nothing after it is judged."""
    unread: int = 0
    """How many statements come after that."""
    unwritten: bool = False
    """Something went on although a step of the exchange was due of which the record says nothing."""
    guessing: bool = False
    """Whether words may be taken for others: every card is known, so that the rest of the hand can tell."""
    index: int = 0
    """The place of the statement that is being read."""
    depth: int = 0
    """How many words are being tried out."""
    as_it_is: int = -1
    """The place of a word that is not to be taken for another."""

    @abstractmethod
    def run(self, start: int = 0) -> None:
        """Goes through all statements."""

    # ------------------------------------------------------------------ words that cannot stand

    def knows(self, word: str) -> bool:
        """Whether the ruleset has this word in its auction."""
        return word in self.game.rules.auction.words or word in self.game.rules.contracts

    def unknown_word(self, statement: rec.Bid | rec.Raise) -> rec.Statement | None:
        """What stands in the place of a word that nobody knows; None, and the hand lost, if that cannot be told."""
        from calarec.judge.readings import CANNOT_BE_TOLD, best_reading, near_word

        if self.seat(statement, statement.seat, 0) is None:
            self.lost = True
            return None
        known = (*self.game.rules.auction.words, *self.game.rules.contracts)
        near = near_word(statement.word, known)
        idle = isinstance(statement, rec.Bid) and (self.state.bidding is None or self.state.bidding.over)
        meant = None if idle else best_reading(self, near)
        said: Words | str = "" if idle else CANNOT_BE_TOLD if meant is None else meant.said
        if meant is not None and not meant.near:
            near = ""
        self.unknown(
            "CAL210", statement, statement.word, known, near=near, fix=near or _single(meant), taken=after(said, near)
        )
        if meant is None:
            self.lost = not idle
            return None
        return self._read_as(meant)

    def otherwise(self, action: BidAction, refusal: Refusal) -> Outcome | None:
        """What becomes of a bid that is not legal, taken for one that is; None if it is taken as it stands."""
        from calarec.judge.readings import CANNOT_BE_TOLD, best_reading

        stands = refusal.code == NOT_DUE or (refusal.code not in ILLEGAL and refusal.anyway is not None)
        if not self.guessing or stands or self.index == self.as_it_is:
            return None
        meant = best_reading(self, "", as_written=refusal.anyway is not None)
        if meant is None:
            if refusal.anyway is None:
                self.findings.taken = after(CANNOT_BE_TOLD, "")
            return None
        self.findings.taken = after(meant.said, "")
        self._read_as(meant)
        answer = apply(self.game, self.state, BidAction(action.seat, meant.words[0]))
        return answer if isinstance(answer, Outcome) else answer.anyway

    def _read_as(self, meant: Reading) -> rec.Statement:
        self.hand = replace(self.hand, statements=meant.statements)
        return self.hand.statements[self.index]

    # ------------------------------------------------------------------ trying out

    def trial(self, hand: Hand, *, as_it_is: bool) -> Self:
        """The rest of the hand played through, read otherwise; nobody hears of it."""
        trial = type(self)(
            hand, self.game, self.setting, self.findings.quiet(), self.state,
            happened=list(self.happened), all_tricks=self.tricks, guessing=True, depth=self.depth + 1,
            as_it_is=self.index if as_it_is else -1,
        )  # fmt: skip
        trial.run(self.index)
        return trial

    def judged_alone(self) -> Account | None:
        """What the hand comes to; what the record asserts of it is held against that."""
        from calarec.judge.asserted import Assertions
        from calarec.judge.hand import settle

        account, tally = settle(self.game, self.setting, self.state, self.happened)
        if self.lost or self.doubtful or account is None:
            return None
        assertions = Assertions(self.hand, self.game, self.setting, self.findings, tricks=self.state.tricks)
        assertions.check(account, tally, None)
        return account

    def completed(self) -> tuple[list[Finding], Account | None, int]:
        """The hand with the exchange supplied that nobody wrote down: findings, account, tricks left unread."""
        from calarec.judge.deal import KnownDeal
        from calarec.judge.hand import unread
        from calarec.judge.running_totals import RunningTotals
        from calarec.judge.unknown.judging import replay_partial

        dealt = KnownDeal([0] * len(self.setting.labels), [0] * len(self.game.piles))
        for event in (each.event for each in self.happened):
            if isinstance(event, ev.Dealt):
                dealt.hands[event.seat] |= event.cards
            elif isinstance(event, ev.Laid):
                dealt.piles[event.pile] |= event.cards
        findings = self.findings.quiet()
        evening = RunningTotals(self.game, unsure=True)
        replayed = replay_partial(self.hand, self.game, self.setting, dealt, findings, evening)
        return findings.found, replayed.account, unread(self.hand, replayed)

    def about_words(self) -> list[Finding]:
        """The findings about words that are taken for others."""
        return [each for each in self.findings.found if each.args.get("taken")]


def _single(meant: Reading | None) -> str:
    return meant.words[0] if meant is not None and len(meant.words) == 1 and not meant.alike else ""


def after(said: Words | str, near: str) -> Words | str:
    """A sentence behind a question, or behind a list."""
    return Words("{lead}{said}", lead=" " if near else ". ", said=said) if said else ""


_MOVES = (LayAction, GiveAction, TakeAction, DiscardAction)


@dataclass(slots=True)
class Breaches(Hearer):
    """Counts and tells breaches."""

    declared: int = 0
    """Breaches that the record itself states as faults."""
    misjudged: int = -1
    """The seat that the record wrongly names as the winner of the last trick."""
    told: int = 0
    """Played cards that a finding is about."""
    broken: list[Broken] = field(default_factory=list)
    """Rules of play that were broken, and by whom."""
    upset: bool = False
    """The exchange went wrong, and the record states it: what does not fit in the rest of it follows from that."""

    def breach(
        self,
        refusal: Refusal,
        action: Action,
        statement: rec.Statement,
        cards: tuple[str, ...],
        mended: Outcome | None = None,
    ) -> None:
        """Counts what the rules refuse, and tells it unless it may only follow from what is told already."""
        before = self.doubtful
        stated = self.is_stated(refusal, action, statement)
        self.doubtful = before or (refusal.code in DOUBTFUL and mended is None and not stated)
        follows: Refusal | None = refusal
        if before and refusal.code in CONSEQUENCES and not stated:
            follows = self._proved(refusal, action, statement)  # it may well follow from the card that is told already
        if refusal.code == "CAL501" and action.seat == self.misjudged:
            follows = None  # it follows from the winner that the record states, which is told already
        meant = "" if before else self.fix_for(mended)
        self._tell(follows or refusal, action, statement, cards, meant, silent=follows is None)

    def twice(
        self,
        statement: rec.Statement,
        again: int,
        cards: tuple[str, ...],
        action: Action | None = None,
        mended: Outcome | None = None,
    ) -> None:
        """A card stands twice on a line; `mended` is what the line must have meant if it names too few without it."""
        meant = self.card_meant(action) if mended is not None and action is not None else ""
        wording = "another" if meant else "unknown" if action is not None else ""
        self.breaches += 1
        self.doubtful = self.doubtful or wording == "unknown"
        self.findings.add(
            "CAL436", statement, card=again, wording=wording, name=cards[again], meant=meant, fix=meant or None
        )

    def _tell(
        self,
        refusal: Refusal,
        action: Action,
        statement: rec.Statement,
        cards: tuple[str, ...],
        meant: str = "",
        *,
        silent: bool = False,
    ) -> None:
        """Counts a breach, and tells it unless it only follows from another."""
        stated = self.is_stated(refusal, action, statement)
        self.breaches += 1
        self.declared += stated
        self.upset = self.upset or (stated and refusal.code != "CAL512")
        if isinstance(action, PlayAction) and isinstance(statement, rec.Trick):
            told = -1 if silent or stated else len(self.findings.found)
            self.broken.append(Broken(action.seat, statement.number, refusal.code, told))
        if silent:
            return
        if isinstance(action, PlayAction) and action.card >= 0:
            self.told |= 1 << action.card
        if stated:
            refusal = refusal._replace(wording=f"{refusal.wording} {DECLARED}".lstrip())
        self.findings.refused(refusal, statement, cards, answered=stated, meant=meant)

    def _proved(self, refusal: Refusal, action: Action, statement: rec.Statement) -> Refusal | None:
        """What of a refusal the tricks prove by themselves."""
        from calarec.judge.certain import Evidence

        return Evidence(self).proved(refusal, action, statement, self.told) if self.guessing else None

    def is_stated(self, refusal: Refusal, action: Action, statement: rec.Statement) -> bool:
        """Whether the record states what the rules refuse as an irregularity."""
        if isinstance(action, PlayAction) and refusal.code == "CAL512":
            number = statement.number if isinstance(statement, rec.Trick) else 0
            return any(
                number_of(self.setting, each.seat) == action.seat and each.trick in (None, number)
                for each in self.hand.statements
                if isinstance(each, rec.Fault)
            )
        if not in_exchange(self.state) and not (isinstance(action, _MOVES) and self._before_the_lead()):
            return False
        # Who goes on while somebody else has still to do something may err, or the other may.
        waits = in_exchange(self.state) and refusal.code == NOT_DUE
        due = {offer.seat for offer in legal(self.game, self.state)} if waits else set()
        return self.upset or self.states_exchange({action.seat, *due})

    def _before_the_lead(self) -> bool:
        """Whether a contract is to be played and no card is led yet."""
        return bool(self.state.contract) and not self.state.started and not self.state.over

    def states_exchange(self, seats: set[int]) -> bool:
        """Whether the record states of one of these seats that it erred in the exchange.

        An irregularity of a trick is none of the exchange, and none either that is stated in the play, if its word
        is the one for cards that are played.
        """
        played = False
        for at, each in enumerate(self.hand.statements):
            played = played or isinstance(each, rec.Trick)
            if not isinstance(each, rec.Fault) or each.trick or at <= self.index:
                continue
            of_play = played and each.word == of_the_play(self.game.rules)
            if number_of(self.setting, each.seat) in seats and not of_play:
                return True
        return False

    def judge_tricks(self) -> None:
        """Judges of the tricks that the engine cannot follow what they prove by themselves."""
        from calarec.judge.certain import judge_tricks

        if any(each.code == "CAL503" for each in self.findings.found):
            return
        first = len(self.state.tricks) + bool(self.state.trick)
        for statement, refusal, play in judge_tricks(self, first, self.told):
            self._tell(refusal, play, statement, statement.cards)


def in_exchange(state: State) -> bool:
    """Whether a hand stands between its auction and its first lead."""
    return not state.over and state.step.startswith("steps.")


def repeated(statement: rec.Statement) -> int:
    """Which card of a transfer, or of cards shown, stands before it on the same line; -1 if none does."""
    if not isinstance(statement, rec.Give | rec.Take | rec.Discard | rec.TableCard | rec.Show):
        return -1
    cards = statement.cards
    if len(set(cards)) == len(cards):
        return -1
    return next((n for n, card in enumerate(cards) if "_" not in card and card in cards[:n]), -1)
