"""The sums of a hand's events, seat by seat.

Terms. *In tricks* counts only the cards of tricks; *cards* adds the piles; *points* adds the last trick. A tally
*adds up* if every card that was dealt came to its end once: in a trick, in a pile, or with a claim.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import dataclass, field
from calarec.core.engine import events as ev
from calarec.core.engine.state import DRAWING, NOBODY, NOT_CALLED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from calarec.core.engine.cards import Cards
    from calarec.core.engine.state import Seating
    from calarec.core.mechanisms.conditions import CardFigure


@dataclass(slots=True)
class Tally:
    """The sums of a hand."""

    setting: Seating
    tricks: list[int]
    in_tricks: list[int]
    piles: list[int]
    last: int = NOBODY
    """The winner of the last trick."""
    contract: str = ""
    declarer: int = NOBODY
    partners: tuple[int, ...] = ()
    called: int = -1
    """The place of a called card: a seat, -1 a pile, -2 the caller's, -3 not called.

    Of several cards, the one at a seat.
    """
    call_rule: str = ""
    doubles: list[tuple[int, str]] = field(default_factory=list)
    """Pairs of seat and word that raise the payment, in order."""
    claim: ev.Claimed | None = None
    faults: list[ev.Faulted] = field(default_factory=list)
    declared: list[ev.Declared] = field(default_factory=list)
    outcome: str = ""
    dealt: int = 0
    """All cards of the hand, the piles among them."""
    won: int = 0
    """The cards that came to their end."""
    twice: int = 0
    """The cards that came to their end more than once."""
    had: dict[str, list[int]] = field(default_factory=dict)
    """Each seat's cards as dealt, as held at the first lead, and as won."""
    last_trick: ev.TrickWon | None = None
    """The last trick, if its cards were played."""
    trump: int = 0
    """The cards of the suit that is trump; 0: none is."""
    seats_by_card: dict[tuple[str, str], int] = field(default_factory=dict)
    """The seat that was dealt or has won a card, by these words, if assumed."""
    assumed_rules: frozenset[tuple[str, int]] | None = None
    """Pairs of rule and seat assumed to apply to single opponents.

    None: the figures decide.
    """
    of_cards: dict[CardFigure, list[int]] = field(default_factory=dict)
    """Numbers of certain cards by seat, where only their number is known."""

    @property
    def has_every_card_once(self) -> bool:
        """Check whether the sums count each card of the pack exactly once."""
        return self.won == self.dealt and not self.twice

    @property
    def if_claimed(self) -> Tally | None:
        """These sums, if the hand ended with a claim of points; else None.

        After such a claim it is not known who won which card.
        """
        return self if self.claim is not None and self.claim.points is not None else None

    @property
    def opponents(self) -> tuple[int, ...]:
        """The declarer's opponents, from the declarer on in order of play."""
        return tuple(seat for seat in self.setting.others(self.declarer) if seat not in self.partners)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The sides, the declarer's first; without a declarer the fixed ones or the seats."""
        if self.declarer == NOBODY:
            return self.setting.fixed_sides
        return (self.declarer, *self.partners), tuple(sorted(self.opponents))

    def points(self, seats: Iterable[int], last_trick: int) -> int:
        """All points of some seats together."""
        return sum(self.cards(seat) + (last_trick if seat == self.last else 0) for seat in seats)

    def count(self, figure: CardFigure, cards: int, seats: Iterable[int]) -> int:
        """Count the cards of a figure that some seats have together."""
        if figure in self.of_cards:
            return sum(self.of_cards[figure][seat] for seat in seats)
        if figure.where == "trump":
            return int(self.trump & cards != 0)
        if figure.where == "last":
            return int(self.last in seats and self._winning_card & cards != 0)
        had = self.had.get(figure.where)
        return sum((had[seat] & cards).bit_count() for seat in seats) if had else 0

    def seat_by_card(self, where: str, card: str, mask: int) -> int:
        """The seat that was dealt or has won a card; `NOBODY` if none, or not known."""
        if (where, card) in self.seats_by_card:
            return self.seats_by_card[where, card]
        if where == "won" and self.is_card_claimed(mask):
            return NOBODY
        return next((seat for seat, had in enumerate(self.had.get(where, ())) if had & mask), NOBODY)

    def is_card_claimed(self, mask: int) -> bool:
        """Check whether points were claimed before a card came to its end."""
        return self.if_claimed is not None and self.claim is not None and self.claim.rest & mask != 0

    @property
    def _winning_card(self) -> int:
        """The card with which the last trick was won, as a mask; 0 if none is known."""
        if self.last_trick is None:
            return 0
        seat, order = self.last_trick.leader, 0
        while seat != self.last_trick.winner:
            seat, order = self.setting.seat_after(seat), order + 1
        return 1 << self.last_trick.cards[order]

    def cards(self, seat: int) -> int:
        """The card points of a seat, piles included."""
        return self.in_tricks[seat] + self.piles[seat]


def add_up(cards: Cards, setting: Seating, events: Iterable[ev.Event]) -> Tally:
    """Add up the events of one hand."""
    count = len(setting.labels)
    tally = Tally(setting, [0] * count, [0] * count, [0] * count, called=NOT_CALLED)
    tally.had = {where: [0] * count for where in ("dealt", "held", "won")}
    for event in events:
        fold = _FOLDS.get(type(event))
        if fold is not None:
            fold(tally, cards, event)
    return tally


def _add_trick(tally: Tally, cards: Cards, event: ev.TrickWon) -> None:
    tally.tricks[event.winner] += 1
    tally.last, tally.last_trick = event.winner, event
    points = ended = 0
    for card in event.cards:
        points += cards.points[card]
        tally.twice |= ended & 1 << card
        ended |= 1 << card
    tally.in_tricks[event.winner] += points
    _end_cards(tally, ended, event.winner)


def _add_pile(tally: Tally, cards: Cards, event: ev.PileWon) -> None:
    if event.seat != NOBODY:
        tally.piles[event.seat] += cards.worth(event.cards)
    _end_cards(tally, event.cards, event.seat)


def _add_claim(tally: Tally, cards: Cards, event: ev.Claimed) -> None:
    if not event.holds:
        return
    _end_cards(tally, event.rest, event.to)
    tally.claim, tally.last_trick = event, None
    if event.points is not None:
        tally.last = NOBODY  # nobody knows who would have won which trick
        return
    tally.tricks[event.to] += event.tricks
    tally.in_tricks[event.to] += cards.worth(event.rest)
    tally.last = event.to


def _end_cards(tally: Tally, cards: int, winner: int) -> None:
    """Note the end of cards of the hand, and their winner."""
    tally.twice |= tally.won & cards
    tally.won |= cards
    if winner != NOBODY:
        tally.had["won"][winner] |= cards


def _add_dealt_hand(tally: Tally, _cards: Cards, event: ev.Dealt) -> None:
    tally.dealt |= event.cards
    tally.had["dealt"][event.seat] |= event.cards
    tally.had["held"][event.seat] |= event.cards


def _add_dealt_pile(tally: Tally, _cards: Cards, event: ev.Laid) -> None:
    tally.dealt |= event.cards


# What is played stays in the hand as it was at the first lead.


def _move_given_cards(tally: Tally, _cards: Cards, event: ev.Given) -> None:
    tally.had["held"][event.seat] &= ~event.cards
    tally.had["held"][event.to] |= event.cards


def _add_taken_cards(tally: Tally, _cards: Cards, event: ev.Taken) -> None:
    # Packets are turned up and picked up before the first lead; other cards are drawn after a trick.
    if event.rule != DRAWING or not tally.won:
        tally.had["held"][event.seat] |= event.cards


def _put_down(tally: Tally, _cards: Cards, event: ev.Discarded | ev.Tabled) -> None:
    tally.had["held"][event.seat] &= ~event.cards


def _set_contract(tally: Tally, _cards: Cards, event: ev.Settled) -> None:
    tally.contract, tally.declarer = event.contract, event.declarer


def _add_double(tally: Tally, _cards: Cards, event: ev.Said) -> None:
    if event.kind == "double":
        tally.doubles.append((event.seat, event.word))


def _trump_made(tally: Tally, _cards: Cards, event: ev.TrumpMade) -> None:
    tally.trump = event.suit


def _set_called(tally: Tally, _cards: Cards, event: ev.Called) -> None:
    # A card called after another leaves a holder what he is; a bid with a card takes the place of all before it.
    if tally.called < 0 or tally.declarer == NOBODY or tally.call_rule != event.rule:
        tally.called, tally.call_rule = event.found, event.rule


def _partner_known(tally: Tally, _cards: Cards, event: ev.PartnerKnown) -> None:
    tally.partners = tuple(sorted({*tally.partners, event.seat}))


def _add_fault(tally: Tally, _cards: Cards, event: ev.Faulted) -> None:
    tally.faults.append(event)


def _add_declaration(tally: Tally, _cards: Cards, event: ev.Declared) -> None:
    if not event.refused:
        tally.declared.append(event)


def _set_outcome(tally: Tally, _cards: Cards, event: ev.Ended) -> None:
    tally.outcome = event.outcome


_FOLDS: Final[dict[type, Callable[[Tally, Cards, Any], None]]] = {
    ev.Dealt: _add_dealt_hand,
    ev.Laid: _add_dealt_pile,
    ev.Settled: _set_contract,
    ev.Said: _add_double,
    ev.Called: _set_called,
    ev.TrumpMade: _trump_made,
    ev.PartnerKnown: _partner_known,
    ev.Given: _move_given_cards,
    ev.Taken: _add_taken_cards,
    ev.Discarded: _put_down,
    ev.Tabled: _put_down,
    ev.TrickWon: _add_trick,
    ev.PileWon: _add_pile,
    ev.Claimed: _add_claim,
    ev.Faulted: _add_fault,
    ev.Declared: _add_declaration,
    ev.Ended: _set_outcome,
}
"""The functions that add an event to the sums; other events add nothing."""
