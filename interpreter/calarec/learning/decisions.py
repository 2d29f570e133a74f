"""Decisions and draws: all that is due in a stepped hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from calarec.core.engine.actions import DeclareAction, SignalAction
    from calarec.core.engine.terms import Offer


class Decision(NamedTuple):
    """A decision of a seat: an offer as the seat knows it."""

    offer: Offer
    """For what is taken, its cards are those that the seat has seen."""
    seat: int
    """The seat that decides: for a dummy the one that plays it."""
    pool: int
    """All cards of the offer, seen or not."""
    unseen: int = 0
    """The number of them that the seat has not seen."""
    declarations: tuple[DeclareAction, ...] = ()
    signals: tuple[SignalAction, ...] = ()

    @property
    def is_single(self) -> bool:
        """True if exactly one card is chosen."""
        return self.offer.most == 1 and self.offer.least == 1


class ChanceDraw(NamedTuple):
    """Cards that chance draws before an action is made."""

    offer: Offer
    chosen: int
    """The cards that have been chosen or drawn."""
    pool: int
    """The cards of which one is drawn next."""
    left: int
    """The number still to be drawn."""


class ChoiceSoFar(NamedTuple):
    """A decision, as far as its seat has come with it."""

    decision: Decision
    cards: int
    """The cards that are chosen."""
    unseen: int
    """The number of further cards that are chosen without being seen."""
