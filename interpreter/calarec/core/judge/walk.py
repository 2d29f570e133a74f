"""A hand on its way through the engine, as a value: how far it has come, what happened, and what did not fit.

A walk never changes: each statement makes another of it (`walking.py`). So it can be taken up again before
any statement, and nothing before that is played once more. Where a statement can be read in several ways it stops and
asks; who answers (`calarec.core.judge.readings`) lets it go on.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.moves import start
from calarec.core.judge.judgement import Happened
from calarec.core.judge.mending import Tricks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.terms import Outcome, Refusal
    from calarec.core.judge.deal import KnownDeal
    from calarec.core.judge.problems import Problem
    from calarec.core.judge.stated_faults import Broken
    from calarec.core.records import model as rec
    from calarec.core.records.model import Hand
    from calarec.core.wording.language import Words


_new = tuple.__new__


class Asking(IntEnum):
    """What a walk stops at and asks about."""

    NOTHING = 0
    """The cards are only taken for what they may be, or only the rules of the auction are of interest."""
    WORDS = 1
    """Words that cannot stand: the hand is itself read otherwise."""
    ALL = 2
    """Words, transfers of a card that is played later, and cards that a seat plays twice."""


class Halt(NamedTuple):
    """Why a walk has stopped before a statement: the refusal, if it is one."""

    refusal: Refusal | None = None


class Walk(NamedTuple):
    """How far a hand has gone through the engine, and what did not fit on the way."""

    state: State
    happened: tuple[Happened, ...]
    hand: Hand
    """The hand as it is read."""
    game: Game
    tricks: Tricks
    problems: tuple[Problem, ...] = ()
    asking: Asking = Asking.NOTHING
    sure: int = -1
    """The cards of which it is known where they are."""
    at: int = 0
    """The place of the statement that comes next."""
    asks: Halt | None = None
    answered: int = -1
    """The place of the statement about which it has asked last."""
    taken: Words | str = ""
    """What the next refusal is taken for."""
    readings: tuple[tuple[int, Problem], ...] = ()
    """How it is told that statements are read otherwise than they are written, by their places."""
    told_to: int = -1
    """The place of the last statement of which that is told."""
    earlier: Walk | None = None
    """The walk before the last statement."""
    breaches: int = 0
    declared: int = 0
    """Breaches that the record itself states as faults."""
    lost: bool = False
    """Something happened that the engine cannot follow; nothing after it is judged."""
    unread: int = 0
    """How many statements come after that."""
    doubtful: bool = False
    """A card is recorded where it cannot be: what the hand came to cannot be told from the record."""
    upset: bool = False
    """The exchange went wrong, and the record states it: what does not fit in the rest of it follows from that."""
    unwritten: bool = False
    """Something went on although a step of the exchange was due of which the record says nothing."""
    passed_over: bool = False
    """A step in which something may have been done has no line: it is taken that nothing was."""
    gap: bool = False
    """Tricks are missing, and nothing tells how they went."""
    worked_out: rec.Trick | None = None
    """A trick that is not written down, as it must have been."""
    misjudged: int = -1
    """The seat that the record wrongly names as the winner of the last trick."""
    told: int = 0
    """Played cards that a problem is about."""
    broken: tuple[Broken, ...] = ()
    """Rules of play that were broken, and by whom."""
    abandoned: str | None = None

    @property
    def setting(self) -> Seating:
        """Who sits where."""
        return self.state.setting

    @property
    def statement(self) -> rec.Statement:
        """The statement that comes next, or that is being read."""
        return self.hand.statements[self.at]

    def before(self, at: int) -> Walk:
        """The walk as it was before a statement."""
        walk = self
        while walk.at > at and walk.earlier is not None:
            walk = walk.earlier
        return walk

    def afresh(self, hand: Hand, asking: Asking) -> Walk:
        """A walk from here on through a hand that is the same up to here; nothing is held against it yet.

        How it stands is kept: what was lost before it stays lost.
        """
        tricks = Tricks(hand, self.game, self.setting)
        return self._replace(
            hand=hand, tricks=tricks, asking=asking, asks=None, answered=self.at, taken="", readings=(), told_to=-1,
            problems=(), breaches=0, declared=0, unread=0, broken=(),
        )  # fmt: skip

    def on(self, state: State, happened: Iterable[Happened]) -> Walk:
        """Goes on to another state; quicker than `_replace`, for of every hand many walks are made in this way."""
        return _new(Walk, (state, (*self.happened, *happened), *self[2:]))

    def taking(self, outcome: Outcome, line: int, *, supplied: bool = False, legal: bool = False) -> Walk:
        """Goes on from an outcome; what is legal moves no card out of a place where it does not lie."""
        state = outcome.state if legal else outcome.state.after(self.state)
        return self.on(state, [Happened(event, line, supplied, state) for event in outcome.events])

    def with_problem(self, found: Problem, *, breaches: int = 1) -> Walk:
        """One problem more."""
        return self._replace(problems=(*self.problems, found), breaches=self.breaches + breaches)

    def told_as_read(self, statement: rec.Trick, numbers: Sequence[int]) -> Walk:
        """With each card of a trick that the pack does not have as perhaps the one that it is read as."""
        names = self.game.cards.names

        def told(found: Problem) -> Problem:
            if found.code != "CAL211" or found.statement is not statement or numbers[found.spot.nth] < 0:
                return found
            return found._replace(fix=((found.spot, names[numbers[found.spot.nth]]),))

        return self._replace(problems=tuple(map(told, self.problems)))


def begin(
    hand: Hand, game: Game, setting: Seating, dealt: KnownDeal, *, asking: Asking = Asking.NOTHING, sure: int = -1
) -> Walk:
    """A walk before its first statement."""
    first = start(game, setting, dealt.hands, dealt.piles)
    opening = tuple(Happened(event, 0, state=first.state) for event in first.events)
    return Walk(first.state, opening, hand, game, Tricks(hand, game, setting), asking=asking, sure=sure)
