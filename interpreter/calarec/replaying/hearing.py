"""A record being replayed, its words taken for what they must mean.

A word of the auction that cannot stand would end the judging of a hand: without its contract nothing after
it has a meaning. So it is taken for the word that was meant, where that can be told.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Self

from calarec.engine.walk import apply
from calarec.language import Words
from calarec.light import dataclass, replace
from calarec.moves import actions as act
from calarec.moves import events as ev
from calarec.moves.behaviour import Outcome, Refusal
from calarec.records import model as rec
from calarec.replaying.mending import Mender

if TYPE_CHECKING:
    from calarec.diagnostics import Diagnostic
    from calarec.moves.account import Account
    from calarec.records.model import Hand
    from calarec.replaying.readings import Taken

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
        from calarec.replaying.readings import CANNOT_BE_TOLD, near_word, taken

        if self.seat(statement, statement.seat, 0) is None:
            self.lost = True
            return None
        known = (*self.game.rules.auction.words, *self.game.rules.contracts)
        near = near_word(statement.word, known)
        idle = isinstance(statement, rec.Bid) and (self.state.bidding is None or self.state.bidding.over)
        meant = None if idle else taken(self, near)
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

    def otherwise(self, action: act.Bid, refusal: Refusal) -> Outcome | None:
        """What becomes of a bid that is not legal, taken for one that is; None if it is taken as it stands."""
        from calarec.replaying.readings import CANNOT_BE_TOLD, taken

        stands = refusal.code == NOT_DUE or (refusal.code not in ILLEGAL and refusal.anyway is not None)
        if not self.guessing or stands or self.index == self.as_it_is:
            return None
        meant = taken(self, "", as_written=refusal.anyway is not None)
        if meant is None:
            if refusal.anyway is None:
                self.findings.taken = after(CANNOT_BE_TOLD, "")
            return None
        self.findings.taken = after(meant.said, "")
        self._read_as(meant)
        answer = apply(self.game, self.state, act.Bid(action.seat, meant.words[0]))
        return answer if isinstance(answer, Outcome) else answer.anyway

    def _read_as(self, meant: Taken) -> rec.Statement:
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
        from calarec.replaying.assertions import Assertions
        from calarec.replaying.hand import settle

        account, tally = settle(self.game, self.setting, self.state, self.happened)
        if self.lost or self.doubtful or account is None:
            return None
        assertions = Assertions(self.hand, self.game, self.setting, self.findings, tricks=self.state.tricks)
        assertions.check(account, tally, None)
        return account

    def completed(self) -> tuple[list[Diagnostic], Account | None, int]:
        """The hand with the exchange supplied that nobody wrote down: findings, account, tricks left unread."""
        from calarec.replaying.dealing import Dealt
        from calarec.replaying.evening import Evening
        from calarec.replaying.hand import unread
        from calarec.replaying.partial import replay_partial

        dealt = Dealt([0] * len(self.setting.labels), [0] * len(self.game.piles))
        for event in (each.event for each in self.happened):
            if isinstance(event, ev.Dealt):
                dealt.hands[event.seat] |= event.cards
            elif isinstance(event, ev.Laid):
                dealt.piles[event.pile] |= event.cards
        findings = self.findings.quiet()
        evening = Evening(self.game, unsure=True)
        replayed = replay_partial(self.hand, self.game, self.setting, dealt, findings, evening)
        return findings.found, replayed.account, unread(self.hand, replayed)

    def about_words(self) -> list[Diagnostic]:
        """The findings about words that are taken for others."""
        return [each for each in self.findings.found if each.args.get("taken")]


def _single(meant: Taken | None) -> str:
    return meant.words[0] if meant is not None and len(meant.words) == 1 and not meant.alike else ""


def after(said: Words | str, near: str) -> Words | str:
    """A sentence behind a question, or behind a list."""
    return Words("{lead}{said}", lead=" " if near else ". ", said=said) if said else ""
