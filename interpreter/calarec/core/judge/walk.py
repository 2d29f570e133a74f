"""A hand on its way through the engine: state, events, and what did not fit.

A walk never changes: each statement makes another walk (`walking.py`). So a walk can be resumed before any
statement, and nothing before that is played a second time. If a statement can be read in several ways the walk
stops and asks; `calarec.core.judge.readings` answers and lets it go on.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.moves import start
from calarec.core.judge.forced_moves import Tricks
from calarec.core.judge.judgement import Happened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.terms import Outcome, Refusal
    from calarec.core.judge.beside_moves import BrokenRule
    from calarec.core.judge.deal import KnownDeal
    from calarec.core.judge.problems import Problem
    from calarec.core.records import model as rec
    from calarec.core.records.model import Hand
    from calarec.core.wording.language import Words


_new = tuple.__new__


# ---------------------------------------------------------------------- what is walked


class Asking(IntEnum):
    """The questions at which a walk stops."""

    NOTHING = 0
    """None: cards are provisional, or only the auction is of interest."""
    WORDS = 1
    """Impossible words: the hand is itself another reading."""
    ALL = 2
    """Words, transfers of cards that are played later, and cards played twice."""


class Script(NamedTuple):
    """A hand as it is read, and what a walk through it may ask."""

    hand: Hand
    game: Game
    tricks: Tricks
    asking: Asking = Asking.NOTHING
    known_cards: int = -1
    """The cards of which it is known where they are, as a mask."""


def make_script(
    hand: Hand, game: Game, seating: Seating, asking: Asking = Asking.NOTHING, known_cards: int = -1
) -> Script:
    """The script of a hand that is played at a table."""
    return Script(hand, game, Tricks(hand, game, seating), asking, known_cards)


# ---------------------------------------------------------------------- how far it can be followed


class Following(NamedTuple):
    """Each card was where the record has it."""


class Uncertain(NamedTuple):
    """A card is recorded where it cannot be: the record does not show the outcome."""


class Lost(NamedTuple):
    """Something happened that the engine cannot follow; nothing after it is judged."""

    unread: int = 0
    """The number of statements after that."""
    has_gap: bool = False
    """True if a trick is missing, and nothing shows how it went."""
    was_uncertain: bool = False
    """True if a card was recorded at an impossible place before that."""


Certainty: TypeAlias = Following | Uncertain | Lost
FOLLOWING: Final = Following()


class Exchange(IntEnum):
    """The recorded part of the exchange; it only grows on the way."""

    WRITTEN = 0
    PASSED_OVER = 1
    """A step that may have happened has no line: calarec assumes that it did not."""
    UNWRITTEN = 2
    """Something went on although a step was due of which the record has nothing."""


# ---------------------------------------------------------------------- what it asks, and what it has found


class Asks(NamedTuple):
    """The walk has stopped before a statement that can be read in several ways."""

    refusal: Refusal | None = None
    """Why it cannot be as it is written, if the engine refuses it."""


class Answered(NamedTuple):
    """The walk goes on with a statement about which it does not ask a second time."""

    taken_for: Words | str = ""
    """The meaning that the report of a refusal assumes for the statement."""


class Notes(NamedTuple):
    """The problems that a walk has found on its way."""

    problems: tuple[Problem, ...] = ()
    breaches: int = 0
    stated_breaches: int = 0
    """Breaches that the record itself states as irregularities."""
    broken_rules: tuple[BrokenRule, ...] = ()
    """Rules of play that were broken, and by which seats."""
    blamed_cards: int = 0
    """Played cards that a problem is about, as a mask."""


NOTHING_NOTED: Final = Notes()


class Walk(NamedTuple):
    """The progress of a hand through the engine, with the problems on its way."""

    state: State
    happened: tuple[Happened, ...]
    script: Script
    place: int = 0
    """The place of the statement that comes next."""
    earlier: Walk | None = None
    """The walk before the last statement."""
    question: Asks | Answered | None = None
    """The question about the next statement, asked or answered."""
    certainty: Certainty = FOLLOWING
    exchange: Exchange = Exchange.WRITTEN
    has_stated_exchange_fault: bool = False
    """True if the exchange went wrong by a stated irregularity.

    Problems in the rest of the exchange follow from that.
    """
    notes: Notes = NOTHING_NOTED
    readings: tuple[tuple[int, Problem], ...] = ()
    """Reports of statements that are read otherwise than written, by their places."""
    readings_noted: int = 0
    """The place up to which these are among the problems."""
    deduced_trick: rec.Trick | None = None
    """A trick that is not written down, as it must have been."""
    misnamed_winner: int | None = None
    """The seat that the record wrongly names as the winner of the last trick."""

    @property
    def hand(self) -> Hand:
        """The hand as it is read."""
        return self.script.hand

    @property
    def game(self) -> Game:
        """The rules that it is played by."""
        return self.script.game

    @property
    def setting(self) -> Seating:
        """The seating of the hand."""
        return self.state.setting

    @property
    def statement(self) -> rec.Statement:
        """The statement that comes next, or that is being read."""
        return self.script.hand.statements[self.place]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems so far."""
        return self.notes.problems

    @property
    def is_certain(self) -> bool:
        """Check whether all cards were where recorded, and the engine could follow."""
        return type(self.certainty) is Following

    @property
    def is_lost(self) -> bool:
        """Check whether something happened that the engine cannot follow."""
        return type(self.certainty) is Lost

    @property
    def has_misplaced_card(self) -> bool:
        """Check whether a card is recorded at an impossible place."""
        if isinstance(self.certainty, Lost):
            return self.certainty.was_uncertain
        return not self.is_certain

    @property
    def unread(self) -> int:
        """The number of statements that were not judged."""
        return self.certainty.unread if isinstance(self.certainty, Lost) else 0

    def go_back(self, place: int) -> Walk:
        """The walk as it was before the statement at a place."""
        walk = self
        while walk.place > place and walk.earlier is not None:
            walk = walk.earlier
        return walk

    def read_rest_as(self, hand: Hand, asking: Asking) -> Walk:
        """A walk from here on through a hand that is the same up to here.

        Nothing is noted yet, but what was lost before it stays lost.
        """
        certainty = self.certainty
        return self._replace(
            script=make_script(hand, self.game, self.setting, asking, self.script.known_cards),
            question=Answered(), readings=(), readings_noted=0, notes=Notes(blamed_cards=self.notes.blamed_cards),
            certainty=certainty._replace(unread=0) if isinstance(certainty, Lost) else certainty,
        )  # fmt: skip

    def with_events(self, state: State, happened: Iterable[Happened]) -> Walk:
        """Go on to another state; quicker than `_replace`, for a hand makes many walks."""
        return _new(Walk, (state, (*self.happened, *happened), *self[2:]))

    def with_outcome(self, outcome: Outcome, line: int, *, supplied: bool = False, is_legal: bool = False) -> Walk:
        """Go on from an outcome; a legal one moves only cards that are in their place."""
        state = outcome.state if is_legal else outcome.state.with_latest_places(self.state)
        return self.with_events(state, [Happened(event, line, supplied, state) for event in outcome.events])

    def with_problem(self, problem: Problem, *, breaches: int = 1) -> Walk:
        """One problem more."""
        notes = self.notes
        return self._replace(
            notes=notes._replace(problems=(*notes.problems, problem), breaches=notes.breaches + breaches)
        )

    def with_problems(self, problems: Iterable[Problem]) -> Walk:
        """Other problems in the place of these, and as many breaches."""
        return self._replace(notes=self.notes._replace(problems=tuple(problems)))

    def with_doubt(self) -> Walk:
        """A card is recorded where it cannot be."""
        if isinstance(self.certainty, Lost):
            return self._replace(certainty=self.certainty._replace(was_uncertain=True))
        return self._replace(certainty=Uncertain())

    def with_loss(self, *, has_gap: bool = False) -> Walk:
        """The engine cannot follow from here on."""
        if isinstance(self.certainty, Lost):
            return self
        return self._replace(certainty=Lost(0, has_gap, isinstance(self.certainty, Uncertain)))

    def with_likely_cards(self, trick: rec.Trick, cards: Sequence[int]) -> Walk:
        """With a fix for each card of a trick that the pack does not have."""
        names = self.game.cards.names

        def offer_card(problem: Problem) -> Problem:
            if problem.code != "CAL211" or problem.statement is not trick or cards[problem.spot.nth] < 0:
                return problem
            return problem._replace(fix=((problem.spot, names[cards[problem.spot.nth]]),))

        return self.with_problems(map(offer_card, self.problems))


def begin_walk(script: Script, seating: Seating, dealt: KnownDeal) -> Walk:
    """A walk before its first statement."""
    first = start(script.game, seating, dealt.hands, dealt.piles)
    opening = tuple(Happened(event, 0, moment=first.state) for event in first.events)
    return Walk(first.state, opening, script)
