"""What the events of a hand add up to, seat by seat.

Terms. *In tricks* counts the cards of tricks alone; *cards* adds the piles; *points* adds the last trick.
A tally *adds up* if every card that was dealt came to its end once: in a trick, in a pile, or with a claim.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.base.frozen import dataclass, field
from calarec.engine import events as ev
from calarec.engine.state import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.engine.cards import Cards
    from calarec.engine.state import Seating
    from calarec.mechanisms.conditions import CardFigure


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
    partner: int = NOBODY
    called: int = -1
    """Where a called card was found: a seat, -1 a pile, -2 the caller's hand, -3 not called."""
    call_rule: str = ""
    claim: ev.Claimed | None = None
    faults: list[ev.Faulted] = field(default_factory=list)
    outcome: str = ""
    dealt: int = 0
    """All cards of the hand, the piles among them."""
    won: int = 0
    """The cards that came to their end."""
    twice: int = 0
    """Those of them that came to it more than once."""
    had: dict[str, list[int]] = field(default_factory=dict)
    """The cards of each seat as they were dealt, as they were held at the first lead, and those that it has won."""
    of_cards: dict[CardFigure, list[int]] = field(default_factory=dict)
    """How many of certain cards each seat has, where that is known and which ones they are is not."""

    @property
    def adds_up(self) -> bool:
        """Whether there are as many points in the sums as in the pack, each card counted once."""
        return self.won == self.dealt and not self.twice

    @property
    def opponents(self) -> tuple[int, ...]:
        """The declarer's opponents, from the declarer on in order of play."""
        return tuple(seat for seat in self.setting.others(self.declarer) if seat != self.partner)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The sides: the declarer's first; without a declarer each seat is one."""
        if self.declarer == NOBODY:
            return tuple((seat,) for seat in sorted(self.setting.active))
        own = (self.declarer,) if self.partner == NOBODY else (self.declarer, self.partner)
        return own, tuple(sorted(self.opponents))

    def points(self, seats: Iterable[int], last_trick: int) -> int:
        """All points of some seats together."""
        return sum(self.cards(seat) + (last_trick if seat == self.last else 0) for seat in seats)

    def count(self, figure: CardFigure, cards: int, seats: Iterable[int]) -> int:
        """How many of the cards of a figure some seats have together; none where no card is known."""
        if figure in self.of_cards:
            return sum(self.of_cards[figure][seat] for seat in seats)
        had = self.had.get(figure.where)
        return sum((had[seat] & cards).bit_count() for seat in seats) if had else 0

    def cards(self, seat: int) -> int:
        """The card points of a seat, piles included."""
        return self.in_tricks[seat] + self.piles[seat]


def add_up(cards: Cards, setting: Seating, events: Iterable[ev.Event]) -> Tally:
    """Folds the events of one hand."""
    count = len(setting.labels)
    tally = Tally(setting, [0] * count, [0] * count, [0] * count, called=-3)
    tally.had = {where: [0] * count for where in ("dealt", "held", "won")}
    worth = cards.worth
    for event in events:
        _follow(tally, event)
        match event:
            case ev.TrickWon():
                tally.tricks[event.winner] += 1
                tally.in_tricks[event.winner] += sum(cards.points[card] for card in event.cards)
                tally.last = event.winner
            case ev.PileWon():
                if event.seat != NOBODY:
                    tally.piles[event.seat] += worth(event.cards)
            case ev.Settled():
                tally.contract, tally.declarer = event.contract, event.declarer
            case ev.Called():
                tally.called, tally.call_rule = event.found, event.rule
            case ev.PartnerKnown():
                tally.partner = event.seat
            case ev.Claimed():
                _claimed(tally, cards, event)
            case ev.Faulted():
                tally.faults.append(event)
            case ev.Ended():
                tally.outcome = event.outcome
    return tally


def _follow(tally: Tally, event: ev.Event) -> None:
    """Keeps where the cards of the hand came to their end, and who has won them."""
    match event:
        case ev.TrickWon():
            ended = 0
            for card in event.cards:
                tally.twice |= ended & 1 << card
                ended |= 1 << card
            winner = event.winner
        case ev.PileWon():
            ended, winner = event.cards, event.seat
        case ev.Claimed(holds=True):
            ended, winner = event.rest, event.to
        case _:
            _move(tally, event)
            return
    tally.twice |= tally.won & ended
    tally.won |= ended
    if winner != NOBODY:
        tally.had["won"][winner] |= ended


def _move(tally: Tally, event: ev.Event) -> None:
    """Keeps what everybody was dealt and holds; what is played stays in the hand as it was at the first lead."""
    dealt, held = tally.had["dealt"], tally.had["held"]
    match event:
        case ev.Dealt():
            tally.dealt |= event.cards
            dealt[event.seat] |= event.cards
            held[event.seat] |= event.cards
        case ev.Laid():
            tally.dealt |= event.cards
        case ev.Given():
            held[event.seat] &= ~event.cards
            held[event.to] |= event.cards
        case ev.Taken():
            held[event.seat] |= event.cards
        case ev.Discarded() | ev.Tabled():
            held[event.seat] &= ~event.cards


def _claimed(tally: Tally, cards: Cards, event: ev.Claimed) -> None:
    if not event.holds:
        return
    tally.claim = event
    if event.points is not None:
        tally.last = NOBODY  # nobody knows who would have won which trick
        return
    tally.tricks[event.to] += event.tricks
    tally.in_tricks[event.to] += cards.worth(event.rest)
    tally.last = event.to
