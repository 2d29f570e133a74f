"""The state of a hand: a value, with its seating; an action gives a new one.

Terms. A *seat* is a number in order of play. A seat is *active* if a hand is dealt to it. A *dummy* is an active seat
without a person; another seat acts for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class MatchTerm(NamedTuple):
    """A rule of `match.next` that applies to a hand."""

    rule: str
    """Its name."""
    seats: tuple[str, ...] = ()
    """The seats that it binds; empty: all."""

    def is_for_seat(self, label: str) -> bool:
        """Check whether it applies to a seat."""
        return not self.seats or label in self.seats


class Inherited(NamedTuple):
    """The inheritance of a hand from the hands before it."""

    piles: tuple[tuple[int, int], ...] = ()
    """Pairs of pile and cards that stayed as they lay."""
    only: tuple[str, ...] = ()
    """The contracts that may be bid; empty: all."""
    binds: str = "everyone"
    rule: str = ""
    """The rule that narrows the auction; empty unless all passed in the hand before."""
    pot: int | None = 0
    """The units of payment in the pot; None if not known."""
    times: int = 1
    """The factor of the contract's payment."""
    rests: str | None = ""
    """The seat that sits out by earlier results.

    Empty: the dealer; None if that is not known.
    """
    by_match: tuple[MatchTerm, ...] | None = ()
    """The rules of the match that apply to the hand; None if that is not known."""

    @property
    def has_unknown_payment(self) -> bool:
        """Check for an unknown pot, or unknown rules of the match."""
        return self.pot is None or self.by_match is None

    def terms_for(self, label: str) -> Iterator[str]:
        """The rules of the match that bind a seat."""
        return (term.rule for term in self.by_match or () if term.is_for_seat(label))


NOTHING_CARRIED: Final = Inherited()


class Seating(NamedTuple):
    """The seating of one hand."""

    labels: tuple[str, ...]
    """The seats' letters, in order of play, dummies last."""
    dealer: int
    active: tuple[int, ...]
    """The seats that hold cards, in order of play, beginning with the eldest."""
    dummies: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    carry: Inherited = NOTHING_CARRIED
    sides: int = 0
    """The number of fixed sides, to which seats belong in turn; 0: each seat is one."""

    @property
    def eldest(self) -> int:
        """The first active seat after the dealer."""
        return self.active[0]

    @property
    def all(self) -> int:
        """The mask of all seats, those that sit out included."""
        return (1 << len(self.labels)) - 1

    def partners(self, seat: int) -> tuple[int, ...]:
        """The seats of a fixed side, that of the seat among them."""
        if not self.sides:
            return (seat,)
        return tuple(each for each in sorted(self.active) if each % self.sides == seat % self.sides)

    def fixed_partners(self, seat: int) -> tuple[int, ...]:
        """The other seats of a fixed side; none where no side is fixed."""
        return tuple(partner for partner in self.partners(seat) if partner != seat)

    @property
    def fixed_sides(self) -> tuple[tuple[int, ...], ...]:
        """The sides of a hand without a declarer, in order of their first seats."""
        return tuple(dict.fromkeys(self.partners(seat) for seat in sorted(self.active)))

    def seat_after(self, seat: int) -> int:
        """The next active seat in order of play."""
        order = self.active
        return order[(order.index(seat) + 1) % len(order)]

    def others(self, seat: int) -> tuple[int, ...]:
        """The other active seats, in order of play from the seat on."""
        at = self.active.index(seat)
        return (*self.active[at + 1 :], *self.active[:at])


NOBODY = -1
NOT_CALLED: Final = -3
"""The place of a called card if none was called, or the place is not known."""
TRUMPING: Final = "play.trump"
"""The path of the step in which a suit becomes trump."""
DRAWING: Final = "play.draw"
"""The path of the step that comes between two tricks where cards are drawn."""


def is_rule_for_seat(by: str, seat: int, declarer: int, partners: int) -> bool:
    """Check whether a rule for anyone, the declarer or the opponents binds a seat.

    A partner is neither; without a declarer there are no opponents.
    """
    if by == "anyone" or declarer == NOBODY:
        return by == "anyone"
    if by == "declarer":
        return seat == declarer
    return not (1 << declarer | partners) >> seat & 1


class Bidding(NamedTuple):
    """The progress of the auction."""

    turn: int
    high: int = -1
    """The place of the highest bid on the ladder; -1: none yet."""
    holder: int = NOBODY
    spoken: int = 0
    """The seats that have spoken."""
    heard: int = 0
    """The seats that have spoken at all, also before the last bid."""
    left: int = 0
    """The seats that may not speak again."""
    quiet: int = 0
    """The number of seats in a row that have spoken without bidding."""
    over: bool = False
    calling: bool = False
    """The last bidder has still to name a card."""


class Sharing(NamedTuple):
    """The progress of sharing out a pile."""

    remaining: int
    """Cards not yet taken."""
    took: tuple[tuple[int, int], ...] = ()
    """Pairs of seat and number of cards taken, in order."""
    discarded: int = 0
    """The seats that have discarded."""
    turn: int = 0
    """With shares in turn: the place of the sharer whose turn it is."""


class Packet(NamedTuple):
    """A packet of cards before a seat, of which the top card is open."""

    seat: int
    top: int
    """The card that is turned up, which counts as one of the hand; -1: none is."""
    below: int
    """The number of cards face down below it."""


class WonTrick(NamedTuple):
    """A trick that was won."""

    leader: int
    cards: tuple[int, ...]
    winner: int


class State(NamedTuple):
    """Everything that is so at one moment of a hand."""

    setting: Seating
    hands: tuple[int, ...]
    """The cards of each seat; 0 for a seat that sits out."""
    piles: tuple[int, ...]
    program: tuple[str, ...]
    """The paths of the steps of the hand."""
    at: int = 0
    """The place in the program."""
    bidding: Bidding | None = None
    contract: str = ""
    declarer: int = NOBODY
    called: int = -1
    """The card that was called, of several the last; -1: none."""
    found: int = NOT_CALLED
    """Its place: a seat, -1 a pile, -2 the declarer's hand, -3 not called."""
    earlier: tuple[tuple[int, int], ...] = ()
    """The cards that were called before it, with where each was."""
    tabled: int = 0
    """Cards that the declarer laid on the table to exchange, still the declarer's own."""
    partners: int = 0
    """The seats that play with the declarer."""
    known: int = 0
    """The partners that are known to all."""
    handed: bool = False
    """True if the called card was handed over."""
    discards: int = 0
    """The number of cards in the declarer's last discard."""
    turned: bool = False
    """True if the pile of this step is turned up for a seat to choose from it."""
    sharing: Sharing | None = None
    passed: tuple[tuple[int, int], ...] = ()
    """While cards are passed: who has given, and what."""
    doubles: tuple[tuple[int, str], ...] = ()
    """Pairs of seat and word that raise the payment, in order."""
    leader: int = NOBODY
    turn: int = NOBODY
    """The seat in turn to play."""
    trick: tuple[int, ...] = ()
    tricks: tuple[WonTrick, ...] = ()
    trump: int = 0
    """The cards of the suit that is trump; 0: none is."""
    turned_up: int = 0
    """The card that was turned up to make it."""
    drawing: tuple[int, ...] = ()
    """The seats that have still to draw before the next trick, in order."""
    packets: tuple[Packet, ...] = ()
    """The packets before the seats from the first lead on, if the stock is in packets."""
    faults: tuple[tuple[str, int], ...] = ()
    """Irregularities that were claimed: word and offender."""
    declared: tuple[tuple[str, int, int], ...] = ()
    """Declarations: word, seat and the named cards."""
    outcome: str = ""
    """The end of the hand; empty while it goes on."""

    @property
    def is_over(self) -> bool:
        """Check whether the hand is over."""
        return bool(self.outcome)

    @property
    def step(self) -> str:
        """The path of the current step; empty when the program is done."""
        if self.drawing:
            return DRAWING
        return self.program[self.at] if self.at < len(self.program) else ""

    @property
    def stated_words(self) -> tuple[str, ...]:
        """The words of irregularities and declarations so far."""
        return (*(word for word, _ in self.faults), *(word for word, _, _ in self.declared))

    @property
    def calls(self) -> tuple[tuple[int, int], ...]:
        """Every card that was called, with where it was."""
        return (*self.earlier, (self.called, self.found)) if self.called >= 0 else ()

    @property
    def has_started(self) -> bool:
        """Check whether a card has been led."""
        return bool(self.trick or self.tricks)

    def has_cards(self, seat: int, cards: int) -> bool:
        """Check whether a seat has all these cards in hand."""
        return self.hands[seat] & cards == cards

    def with_hand(self, seat: int, cards: int) -> State:
        """The state with another hand for a seat."""
        hands = self.hands
        return self._replace(hands=(*hands[:seat], cards, *hands[seat + 1 :]))

    def with_pile(self, pile: int, cards: int) -> State:
        """The state with other cards on a pile."""
        piles = self.piles
        return self._replace(piles=(*piles[:pile], cards, *piles[pile + 1 :]))

    def with_latest_places(self, before: State) -> State:
        """The state with every card at the place that it last came to.

        An action is possible although it is refused: a card that a seat takes, gives or plays without holding it is
        no longer where it was before.
        """
        came = sum(1 << card for card in self.trick if card not in before.trick)
        for trick in self.tricks[len(before.tricks) :]:
            for card in trick.cards:
                came |= 1 << card
        for now, then in zip((*self.hands, *self.piles), (*before.hands, *before.piles), strict=True):
            came |= now & ~then
        if not came:
            return self

        def clear_cards(places: tuple[int, ...], old: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(now & ~(came & then) for now, then in zip(places, old, strict=True))

        hands, piles = clear_cards(self.hands, before.hands), clear_cards(self.piles, before.piles)
        return self if (hands, piles) == (self.hands, self.piles) else self._replace(hands=hands, piles=piles)

    def is_rule_for(self, by: str, seat: int) -> bool:
        """Check whether a rule for certain players is about this seat."""
        if by == "dealer":
            return seat == self.setting.dealer
        return is_rule_for_seat(by, seat, self.declarer, self.partners)

    def opponents(self) -> tuple[int, ...]:
        """The known opponents of the declarer, from the declarer on in order of play."""
        return tuple(seat for seat in self.setting.others(self.declarer) if not self.partners >> seat & 1)

    def side_mask(self, seat: int) -> int:
        """The mask of the seats that win and lose with a seat."""
        if self.declarer == NOBODY:
            return sum(1 << partner for partner in self.setting.partners(seat))
        mine = 1 << self.declarer | self.partners
        if mine >> seat & 1:
            return mine
        return sum(1 << each for each in self.setting.active if not mine >> each & 1)

    def controller(self, seat: int) -> int:
        """The seat that acts for a seat: itself, or for a dummy an opponent."""
        if seat not in self.setting.dummies or self.declarer == NOBODY:
            return seat
        return next((opponent for opponent in self.opponents() if opponent not in self.setting.dummies), seat)
