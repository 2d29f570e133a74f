"""A view: what some eyes know at one moment, and what their seat may do.

Terms. The *known* cards of a hand or a pile are those that must be there by what was seen; its size is known to all.
When cards leave it unseen, only the size stays known to those that did not see them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, dataclass
from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.events import EVERYTHING, NOT_KNOWN, Eyes, Glimpse, glimpse, has_seen, not_known, project
from calarec.core.engine.moves import legal
from calarec.core.engine.state import NOBODY
from calarec.core.engine.trumping import unseen_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Offer


SOME: Final = -1
"""The size of a hand or a pile if the record does not show its number of cards."""


class Known(NamedTuple):
    """The known cards of a hand or pile, and its size (`SOME`: not known)."""

    cards: int = 0
    size: int = 0

    def more(self, cards: int, hidden: int) -> Known:
        """With cards come to it."""
        size = self.size + cards.bit_count() + hidden if self.size >= 0 else SOME
        return Known(self.cards | cards, size)

    def less(self, cards: int, hidden: int, sure: int = 0) -> Known:
        """Remove cards; after unseen ones only the sure ones are known to remain."""
        left = self.cards & ~cards
        size = self.size - cards.bit_count() - hidden if self.size >= 0 else SOME
        return Known(left & sure if hidden else left, size)

    @property
    def open(self) -> int:
        """The number of further cards beside the known ones; 0 if not known."""
        return max(self.size - self.cards.bit_count(), 0)


class Choice(NamedTuple):
    """An offer as the choosing seat knows it; `unseen` counts possible extra cards."""

    offer: Offer
    unseen: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """The knowledge of some eyes about a hand at one moment."""

    eyes: Eyes
    log: tuple[Glimpse, ...]
    hands: tuple[Known, ...]
    piles: tuple[Known, ...]
    contract: str = ""
    declarer: int = NOBODY
    called: int = -1
    found: int = NOT_KNOWN
    partners: tuple[int, ...] = ()
    """The declarer's partners, as far as these eyes know of them."""
    trick: tuple[tuple[int, int], ...] = ()
    """Pairs of seat and card, of the trick on the table; -1 is an unknown card."""
    tricks: int = 0
    trump: int = 0
    """The cards of the suit that is trump."""
    choices: tuple[Choice, ...] = ()
    """The actions that the eyes' seat may choose from now.

    Claims, faults and shows may come at any time besides.
    """


def view(
    game: Game, state: State, events: Iterable[ev.Event], eyes: Eyes, *, unknown: Sequence[int] = (), sure: int = 0
) -> View:
    """Compute what the eyes know of a hand that came to `state` by these events.

    The events of a hand that was not recorded whole contain the number of their unknown cards; `unknown` may add more
    for each of them, as a mask of cards. `sure` are the cards that went the same way in every case.
    """
    watcher = Watcher(game, len(state.setting.labels), eyes, sure=sure)
    watcher.watch_events(events, unknown)
    return watcher.view_of_state(state)


class Watcher:
    """Eyes that follow a hand from event to event."""

    def __init__(self, game: Game, seats: int, eyes: Eyes, *, sure: int = 0) -> None:
        self.game, self.eyes = game, eyes
        self._folding = _Folding([Known()] * seats, [Known()] * len(game.piles), eyes, sure, game.rules.deal.hand)
        self._is_doubtful = False
        """True if some event was not recorded whole."""

    @property
    def hands(self) -> Sequence[Known]:
        """The knowledge of each hand."""
        return self._folding.hands

    @property
    def piles(self) -> Sequence[Known]:
        """The knowledge of each pile."""
        return self._folding.piles

    @property
    def called_place(self) -> int:
        """The place of the card called last, as far as the eyes know."""
        return self._folding.found

    def find_partners(self, state: State) -> int:
        """The declarer's partners as far as the eyes know of them, as a mask of seats."""
        return self._folding.partners | self._folding.holders & state.partners

    def watch_events(self, events: Iterable[ev.Event], unknown: Sequence[int] = ()) -> None:
        """Takes in what happened next.

        `unknown` may have for each event the cards that the record leaves open.
        """
        if unknown:
            happened = tuple(events)
            for glimpsed in project(happened, self.eyes, unknown):
                self._folding.fold_event(glimpsed)
            self._is_doubtful = self._is_doubtful or any(unknown) or any(map(_is_partly_unknown, happened))
            return
        for event in events:
            self._folding.fold_event(glimpse(event, self.eyes))
            self._is_doubtful = self._is_doubtful or _is_partly_unknown(event)

    def view_of_state(self, state: State) -> View:
        """Compute what the eyes know of a hand that has come to `state`."""
        game, folding, eyes = self.game, self._folding, self.eyes
        return View(
            eyes=eyes,
            log=tuple(folding.log),
            hands=tuple(folding.hands),
            piles=tuple(folding.piles),
            contract=folding.contract,
            declarer=folding.declarer,
            called=folding.called,
            found=folding.found,
            partners=tuple(bits(self.find_partners(state))),
            trick=tuple(folding.trick),
            tricks=folding.tricks,
            trump=folding.trump,
            choices=_surely(game, state, folding, eyes)
            if self._is_doubtful
            else choices(game, state, folding.piles, eyes),
        )


def _is_partly_unknown(event: ev.Event) -> bool:
    """True if an event was not recorded whole."""
    return isinstance(event, ev.Unrecorded) or bool(not_known(event))


def choices(game: Game, state: State, piles: Iterable[Known], eyes: Eyes) -> tuple[Choice, ...]:
    """List what the eyes' seat may do, as far as it can know.

    For the eyes of all it is everything legal.
    """
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
    if offer.do == "trump":
        return Choice(unseen_words(game, state, offer, sum(piles)))
    if offer.do == "call":
        # Whether a called card lies in a pile is learnt by calling it.
        blind = state._replace(piles=piles)
        return Choice(next((possible for possible in legal(game, blind) if possible.do == "call"), offer))
    return Choice(offer)


def _surely(game: Game, state: State, folding: _Folding, eyes: Eyes) -> tuple[Choice, ...]:
    """List what may be done whatever the unknown cards are."""
    offers = legal(game, state)
    # Of a seat that nobody knows (who has the called card, say) nothing is told.
    known = [offer for offer in offers if offer.seat >= 0 and not folding.anybodys]
    mine = [offer for offer in known if eyes in (EVERYTHING, 1 << state.controller(offer.seat))]
    return tuple(_whatever(game, state, folding, offer) for offer in mine)


def _whatever(game: Game, state: State, folding: _Folding, offer: Offer) -> Choice:
    """An offer with the cards that it has in every case; it counts the others."""
    held = folding.hands[offer.seat]
    if offer.words:
        return Choice(offer)
    if offer.do == "take":
        there = folding.piles[offer.to]
        return Choice(offer._replace(cards=offer.cards & there.cards), there.open)
    if offer.do not in ("play", "call"):
        return Choice(offer._replace(cards=offer.cards & held.cards), held.open)
    certain, possible = -1, 0
    for case in _cases(game, state, folding, offer.seat):
        same = (
            possible.cards for possible in legal(game, case) if (possible.do, possible.seat) == (offer.do, offer.seat)
        )
        cards = next(same, 0)
        certain &= cards
        possible |= cards
    if offer.do == "call":
        # A card that may be in the caller's own hand, where that is not allowed, is not sure.
        return Choice(offer._replace(cards=certain & game.cards.full), (possible & ~certain).bit_count())
    return Choice(offer._replace(cards=certain & held.cards), held.open)


def _cases(game: Game, state: State, folding: _Folding, seat: int) -> Iterator[State]:
    """The extremes of a state: the hand as known, and with all that may be in it.

    A card of every suit leads, if it is not known which one did.
    """
    held, elsewhere = folding.hands[seat].cards, folding.gone
    for number, known in enumerate(folding.hands):
        elsewhere |= known.cards if number != seat else 0
    for known in folding.piles:
        elsewhere |= known.cards
    free = game.cards.full & ~elsewhere
    leads = [state.trick]
    if folding.trick and folding.trick[0][1] < 0:
        leads = [((suit & free).bit_length() - 1, *state.trick[1:]) for suit in game.cards.suits if suit & free]
    for trick in leads:
        for hand in (held, held | free) if folding.hands[seat].size > held.bit_count() else (held,):
            hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
            yield state._replace(hands=hands, trick=trick, piles=tuple(pile.cards for pile in folding.piles))


class _Folding:
    """The fold of a log into what is known."""

    def __init__(self, hands: list[Known], piles: list[Known], eyes: Eyes, sure: int, whole: int) -> None:
        self.log: list[Glimpse] = []
        self.eyes = eyes
        self.sure = sure
        self.gone = 0
        """The cards that were played, as far as they are known."""
        self.hands = hands
        self.piles = piles
        self.contract = ""
        self.declarer = NOBODY
        self.called = -1
        self.found = NOT_KNOWN
        self.partners = 0
        self.holders = 0
        """The seats that are known to have had a called card."""
        self.trick: list[tuple[int, int]] = []
        self.tricks = 0
        self.trump = 0
        self.whole = whole
        """The size of a hand when the play begins."""
        self.anybodys = False
        """True if the seat in turn is not known, after an unknown winner or exchange."""

    def fold_event(self, glimpsed: Glimpse) -> None:
        """Takes in an event as the eyes saw it."""
        self.log.append(glimpsed)
        event, hidden = glimpsed.event, glimpsed.hidden
        if isinstance(event, ev.Played | ev.TrickWon):
            self._fold_play(event, hidden)
            return
        # What was seen and not recorded leaves it known what else is there, if that is sure.
        sure = self.sure if has_seen(self.eyes, event) else 0
        match event:
            case ev.Dealt(seat=seat, cards=cards):
                self.hands[seat] = self.hands[seat].more(cards, hidden)
            case ev.Laid(pile=pile, cards=cards):
                self.piles[pile] = self.piles[pile].more(cards, hidden)
            case ev.Given(seat=seat, to=to, cards=cards):
                self.hands[seat] = self.hands[seat].less(cards, hidden, sure)
                self.hands[to] = self.hands[to].more(cards, hidden)
            case ev.Tabled(seat=seat, pile=pile, cards=cards) | ev.Discarded(seat=seat, pile=pile, cards=cards):
                self.hands[seat] = self.hands[seat].less(cards, hidden, sure)
                self.piles[pile] = self.piles[pile].more(cards, hidden)
            case ev.Taken(seat=seat, pile=pile, cards=cards):
                self.piles[pile] = self.piles[pile].less(cards, hidden, sure)
                self.hands[seat] = self.hands[seat].more(cards, hidden)
            case ev.Turned(pile=pile, cards=cards) if not hidden:
                self.piles[pile] = Known(cards, cards.bit_count())
            case _:
                self._fold_shown(event, hidden, sure)

    def _fold_play(self, event: ev.Played | ev.TrickWon, hidden: int) -> None:
        """The play: most events of a hand."""
        if isinstance(event, ev.TrickWon):
            self.trick, self.tricks, self.anybodys = [], event.number, event.winner < 0
            return
        if self.anybodys:  # only then the size of a hand may be unknown
            self.hands = [known._replace(size=self.whole) if known.size < 0 else known for known in self.hands]
            self.anybodys = False
        seat, card, held = event.seat, event.card, self.hands[event.seat]
        if hidden:
            self.hands[seat] = held.less(0, hidden, self.sure if has_seen(self.eyes, event) else 0)
        else:
            self.hands[seat] = Known(held.cards & ~(1 << card), held.size - 1)
            self.gone |= 1 << card
        self.trick.append((seat, card))

    def _fold_shown(self, event: ev.Event, hidden: int, sure: int) -> None:
        """Events that move no card from place to place."""
        match event:
            case ev.Shown(seat=seat, cards=cards) | ev.Received(seat=seat, cards=cards):
                self.hands[seat] = self.hands[seat]._replace(cards=self.hands[seat].cards | cards)
            case ev.Declared(seat=seat, cards=cards) if not event.refused:
                self.hands[seat] = self.hands[seat]._replace(cards=self.hands[seat].cards | cards & ~self.gone)
            case ev.HandOpened(seat=seat, cards=cards) if not hidden:
                self.hands[seat] = Known(cards, cards.bit_count())
            case ev.Unrecorded(sure=left):
                self.hands = [Known(known.cards & left, SOME) if known.size else known for known in self.hands]
                self.piles = [Known(known.cards & left, SOME) for known in self.piles]
                self.anybodys = True
            case ev.TrumpMade(seat=seat, card=card, pile=pile):
                self.trump = event.suit
                shown = 1 << card if card >= 0 else 0
                places, at = (self.piles, pile) if pile >= 0 else (self.hands, seat)
                places[at] = places[at]._replace(cards=places[at].cards | shown)
            case ev.Called():
                self.called, self.found = event.card, event.found
                self.holders |= 1 << event.found if event.found >= 0 else 0
            case ev.Settled():
                self.contract, self.declarer = event.contract, event.declarer
            case ev.PartnerKnown(seat=seat):
                self.partners |= 1 << seat
