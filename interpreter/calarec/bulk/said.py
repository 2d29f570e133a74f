"""What is said in a hand between its moves, as values.

Terms. A line is said *at* so many tricks: those that are played before it; before the play it is ~n, after n moves of
cards. Its *line* is how many lines of the play stand before it: tricks and draws. A claim *ends* a hand if it holds.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from calarec.core.base.frozen import NamedTuple

AMONG, RAISED, MOVED = range(3)
"""How far a hand has come: in the auction or the exchange; a contract stands and is raised next; behind all moves."""


class MeldDeclared(NamedTuple):
    """What a place declares."""

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
    """Who claims it; -1: it is not said."""
    trick: int
    """In which trick it happened; 0: it is not said."""
    void: bool
    """Whether the deal ends with it."""


class WrongCard(NamedTuple):
    """A card that may not be played."""

    number: int
    """The trick."""
    place: int
    step: int
    """How many cards lay there before it."""
    hand: int
    """What the place held, that card among it."""


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
    """What a place claims or concedes."""

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
    """The cards that nobody had won."""


class SpokenLines(NamedTuple):
    """All that is said in a hand."""

    shown: tuple[CardsShown, ...] = ()
    declared: tuple[MeldDeclared, ...] = ()
    signals: tuple[SignalGiven, ...] = ()
    claims: tuple[ClaimMade, ...] = ()
    faults: tuple[FaultStated, ...] = ()
    tricks: tuple[bytes, ...] = ()
    """The lines of the tricks; none if nothing is said among them."""
    closes: bool = False
    """Whether a claim is the last line."""
    end: bool = False
    """Whether the hand says that it ended by a claim."""
    late: bool = False
    """Whether anything is said after the last bid."""
    void: bool = False
    """Whether the hand ends with an irregularity, and says so."""

    def answers(self, place: int, number: int) -> bool:
        """Whether an irregularity is stated that answers for a card that a place plays in a trick."""
        return any(each.place == place and each.trick in (0, number) for each in self.faults)


NOTHING_SAID: Final = SpokenLines()
