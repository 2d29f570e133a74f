"""A view: what some eyes know at one moment, and what the seat behind them may do.

Terms. What is *known* of a hand or a pile are the cards that must lie there by what was seen; its size
is known to all. When cards leave it unseen, nothing but the size stays known of who cannot see it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.engine.walk import legal
from calarec.light import NamedTuple, dataclass
from calarec.moves import events as ev
from calarec.moves.state import NOBODY
from calarec.views.project import EVERYTHING, NOT_KNOWN, Eyes, Glimpse, project

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.engine.game import Game
    from calarec.moves.behaviour import Offer
    from calarec.moves.state import State


class Known(NamedTuple):
    """What is known of a hand or a pile: cards that lie there, and how many there are in all."""

    cards: int = 0
    size: int = 0

    def more(self, cards: int, hidden: int) -> Known:
        """With cards come to it."""
        return Known(self.cards | cards, self.size + cards.bit_count() + hidden)

    def less(self, cards: int, hidden: int) -> Known:
        """With cards gone from it; if some went unseen, nobody knows which of the others are still there."""
        return Known(0 if hidden else self.cards & ~cards, self.size - cards.bit_count() - hidden)


class Choice(NamedTuple):
    """An offer as the seat that may choose knows it; `unseen` counts cards of a pile that it has not seen."""

    offer: Offer
    unseen: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """What some eyes know of a hand at one moment."""

    eyes: Eyes
    log: tuple[Glimpse, ...]
    hands: tuple[Known, ...]
    piles: tuple[Known, ...]
    contract: str = ""
    declarer: int = NOBODY
    called: int = -1
    found: int = NOT_KNOWN
    partner: int = NOBODY
    """The declarer's partner, if these eyes know of one."""
    trick: tuple[tuple[int, int], ...] = ()
    """Pairs of seat and card, of the trick on the table."""
    tricks: int = 0
    choices: tuple[Choice, ...] = ()
    """What the seat behind the eyes may do now; claims, faults and shows may come at any time besides."""


def view(game: Game, state: State, events: Iterable[ev.Event], eyes: Eyes) -> View:
    """What the eyes know of a hand that has come to `state` by these events."""
    seats, piles = len(state.setting.labels), len(game.piles)
    folding = _Folding(project(events, eyes), [Known()] * seats, [Known()] * piles)
    folding.run()
    partner = folding.partner
    if partner == NOBODY and folding.found >= 0 and state.partner != NOBODY:
        partner = folding.found
    return View(
        eyes=eyes,
        log=folding.log,
        hands=tuple(folding.hands),
        piles=tuple(folding.piles),
        contract=folding.contract,
        declarer=folding.declarer,
        called=folding.called,
        found=folding.found,
        partner=partner,
        trick=tuple(folding.trick),
        tricks=folding.tricks,
        choices=choices(game, state, folding.piles, eyes),
    )


def choices(game: Game, state: State, piles: Iterable[Known], eyes: Eyes) -> tuple[Choice, ...]:
    """What the seat behind the eyes may do, as far as it can know; everything that is legal for all eyes."""
    offers = legal(game, state)
    if eyes == EVERYTHING:
        return tuple(Choice(offer) for offer in offers)
    mine = [offer for offer in offers if eyes == 1 << state.controller(offer.seat)]
    known = tuple(pile.cards for pile in piles)
    return tuple(_as_known(game, state, offer, known) for offer in mine)


def _as_known(game: Game, state: State, offer: Offer, piles: tuple[int, ...]) -> Choice:
    if offer.do == "take":
        unseen = offer.cards & ~piles[offer.to]
        return Choice(offer._replace(cards=offer.cards & ~unseen), unseen.bit_count())
    if offer.do == "call":
        # Whether a called card lies in a pile is learnt by calling it.
        blind = state._replace(piles=piles)
        return Choice(next((each for each in legal(game, blind) if each.do == "call"), offer))
    return Choice(offer)


class _Folding:
    """The fold of a log into what is known."""

    def __init__(self, log: tuple[Glimpse, ...], hands: list[Known], piles: list[Known]) -> None:
        self.log = log
        self.hands = hands
        self.piles = piles
        self.contract = ""
        self.declarer = NOBODY
        self.called = -1
        self.found = NOT_KNOWN
        self.partner = NOBODY
        self.trick: list[tuple[int, int]] = []
        self.tricks = 0

    def run(self) -> None:
        """Folds the whole log."""
        for event, hidden in self.log:
            match event:
                case ev.Dealt(seat=seat, cards=cards):
                    self.hands[seat] = self.hands[seat].more(cards, hidden)
                case ev.Laid(pile=pile, cards=cards):
                    self.piles[pile] = self.piles[pile].more(cards, hidden)
                case ev.Given(seat=seat, to=to, cards=cards):
                    self.hands[seat] = self.hands[seat].less(cards, hidden)
                    self.hands[to] = self.hands[to].more(cards, hidden)
                case ev.Tabled(seat=seat, pile=pile, cards=cards) | ev.Discarded(seat=seat, pile=pile, cards=cards):
                    self.hands[seat] = self.hands[seat].less(cards, hidden)
                    self.piles[pile] = self.piles[pile].more(cards, hidden)
                case ev.Taken(seat=seat, pile=pile, cards=cards):
                    self.piles[pile] = self.piles[pile].less(cards, hidden)
                    self.hands[seat] = self.hands[seat].more(cards, hidden)
                case ev.Turned(pile=pile, cards=cards) if not hidden:
                    self.piles[pile] = Known(cards, cards.bit_count())
                case _:
                    self._told(event, hidden)

    def _told(self, event: ev.Event, hidden: int) -> None:
        """Events that move no card from place to place, and the play."""
        match event:
            case ev.Shown(seat=seat, cards=cards):
                self.hands[seat] = self.hands[seat]._replace(cards=self.hands[seat].cards | cards)
            case ev.HandOpened(seat=seat, cards=cards) if not hidden:
                self.hands[seat] = Known(cards, cards.bit_count())
            case ev.Played(seat=seat, card=card):
                self.hands[seat] = self.hands[seat].less(1 << card, 0)
                self.trick.append((seat, card))
            case ev.TrickWon(number=number):
                self.trick, self.tricks = [], number
            case ev.Called():
                self.called, self.found = event.card, event.found
            case ev.Settled():
                self.contract, self.declarer = event.contract, event.declarer
            case ev.PartnerKnown(seat=seat):
                self.partner = seat
