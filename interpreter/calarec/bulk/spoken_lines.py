"""Lines of a hand between its moves, as values.

Terms. A line is *at* the number of tricks that are played before it; before the play it is ~n, after n moves of
cards. Its *line* is the number of lines of the play before it: tricks and draws. A claim *ends* a hand if it holds.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from calarec.core.base.frozen import NamedTuple

AMONG, RAISED, MOVED = range(3)
"""The stages of a hand: in auction or exchange; before a raise; after all moves."""


class MeldDeclared(NamedTuple):
    """A declaration of a place."""

    at: int
    place: int
    word: str
    cards: int
    stage: int = MOVED


class FaultStated(NamedTuple):
    """An irregularity of a place."""

    at: int
    place: int
    word: str
    by: int
    """The claiming place; -1: not stated."""
    trick: int
    """The trick in which it happened; 0: not stated."""
    void: bool
    """True if the deal ends with it."""


class WrongCard(NamedTuple):
    """A card that may not be played."""

    number: int
    """The trick."""
    place: int
    step: int
    """The number of cards on the table before it."""
    hand: int
    """The holding of the place, with that card."""


class CardsShown(NamedTuple):
    """Cards that a place shows."""

    at: int
    place: int
    cards: int
    line: int


class SignalGiven(NamedTuple):
    """A word that a place says with a card."""

    at: int
    place: int
    word: str


class ClaimMade(NamedTuple):
    """A claim or concession of a place."""

    at: int
    place: int
    concede: bool
    points: int | None
    """None: the rest."""
    accepted: bool | None
    line: int


Spoken: TypeAlias = "CardsShown | MeldDeclared | SignalGiven | ClaimMade | FaultStated"


class ClaimHeld(NamedTuple):
    """A claim that ends a hand."""

    made: ClaimMade
    to: int
    """A place of the side that gets what is claimed."""
    rest: int
    """The cards that were not yet won."""


class SpokenLines(NamedTuple):
    """All lines of a hand that are not moves."""

    shown: tuple[CardsShown, ...] = ()
    declared: tuple[MeldDeclared, ...] = ()
    signals: tuple[SignalGiven, ...] = ()
    claims: tuple[ClaimMade, ...] = ()
    faults: tuple[FaultStated, ...] = ()
    tricks: tuple[bytes, ...] = ()
    """The lines of the tricks; none without lines among them."""
    closes: bool = False
    """True if a claim is the last line."""
    end: bool = False
    """True if the hand states that it ended by a claim."""
    late: bool = False
    """True if any of them is after the last bid."""
    void: bool = False
    """True if the hand ends with an irregularity, and states so."""

    def has_fault_for(self, place: int, number: int) -> bool:
        """Check for a stated irregularity that answers for a place's card in a trick."""
        return any(fault.place == place and fault.trick in (0, number) for fault in self.faults)


NOTHING_SAID: Final = SpokenLines()
