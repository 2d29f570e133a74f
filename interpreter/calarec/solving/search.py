"""The search: the winnings of a side by best play, with all cards known.

The facts of the play (places, suits, points, sides, whether suit must be followed) and the holders of cards go in.
Values within a window come out, as in alpha-beta. Everything is a mask of cards; within a suit the greater number
wins.

Terms. Places are numbered in order of play. A suit is *seen* as the cards of it that are left: cards do not change
hands in the play, so they determine the holders. Everything about a suit is looked up by only them. Cards of one hand
are *equal* if they are worth the same and no other hand's card is between them; one of them is tried. The *form* of a
suit is the smallest set of cards with the same holders and points in the same order. A *sure* card wins whenever its
holder leads it, after the holder's other sure ones.

Validity. Equal cards and forms are always valid: a card is only rank and points. Sure cards are counted at the start
of a trick for the leader. The leader's cards above all others win in any case. The rest of that suit wins too once no
other hand can have any left, which is certain only if suit must be followed. Then the others have to play their cards
of the suit under sure cards, and their discards also go to the leader. A *lazy* place, which holds more cards than
there are tricks, need not follow a suit of which it can still lay all cards aside: then it has done so.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.tricks import can_beat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_WIDE: Final = 1 << 20
"""More than any hand is worth."""
_LOOK_AT_THE_CLOCK: Final = 255
_GRANTED: Final = 4096
"""Nodes at a time, a few milliseconds of a compiled search."""


class PlayFacts(NamedTuple):
    """The facts of a ruleset and a contract that the play depends on."""

    places: int
    suits: tuple[int, ...]
    """The mask of each suit."""
    points: tuple[int, ...]
    """By number of card."""
    side: int
    """The places that win together, as a mask; the others play against them."""
    must: bool
    """True if suit must be followed."""
    last: int
    """The points of the last trick besides its cards."""
    lazy: int = 0
    """Places, as a mask, with more cards than tricks, which discard at the end.

    The winner of the last trick gets it. This is at least as good as choosing before the play.
    """

    def find_suit(self, card: int) -> int:
        """The mask of a card's suit."""
        return next(suit for suit in self.suits if suit & card)

    def find_winning_place(self, trick: Sequence[int]) -> int:
        """The place, from the leader, of the highest card of the suit led."""
        suit, winning = self.find_suit(trick[0]), 0
        for place, card in enumerate(trick):
            if can_beat(card, trick[winning], suit):
                winning = place
        return winning


class Standing(NamedTuple):
    """A moment of the play."""

    hands: tuple[int, ...]
    leader: int
    trick: tuple[int, ...] = ()
    """Cards on the table as masks of one, in the order played."""

    @property
    def next_place(self) -> int:
        """The place that plays next."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def tricks_left(self) -> int:
        """The number of tricks still to be won, with the current one."""
        places, played = len(self.hands), len(self.trick)
        return min(
            hand.bit_count() + ((place - self.leader) % places < played) for place, hand in enumerate(self.hands)
        )


class SpentError(Exception):
    """The nodes or the time that were allowed are used up."""


class TooHardError(Exception):
    """The nodes that one question was given are used up; more are allowed."""


class Allowance:
    """The nodes and seconds that a search may still take."""

    __slots__ = ("clock", "end", "given", "left", "nodes", "stopped", "until")

    def __init__(
        self, nodes: int | None = None, seconds: float | None = None, clock: Callable[[], float] | None = None
    ) -> None:
        self.clock: Callable[[], float] = clock or monotonic
        self.nodes: int = 0
        self.left: int | None = nodes
        self.given: float = inf if seconds is None else seconds
        """The number of seconds at first."""
        self.until: float | None = None if seconds is None else self.clock() + seconds
        self.end: float | None = self.until
        self.stopped: bool = False
        """True if a caller has stopped the search."""

    def has_portion(self, seconds: float) -> bool:
        """Grant a portion of the remaining seconds; False if there are none."""
        now = self.clock()
        if self.stopped or (self.end is not None and now >= self.end):
            return False
        self.left = None
        self.until = now + seconds if self.end is None else min(self.end, now + seconds)
        return True

    @contextmanager
    def within_nodes(self, nodes: int) -> Iterator[None]:
        """Limit the next nodes; TooHardError if only this limit is reached."""
        before, end = self.left, self.nodes + nodes
        self.left = end if before is None else min(before, end)
        try:
            yield
        except SpentError:
            self.left = before
            if self._is_spent():
                self.left = 0
                raise
            raise TooHardError from None
        self.left = 0 if self.stopped else before

    def _is_spent(self) -> bool:
        too_late = self.until is not None and self.clock() > self.until
        return self.stopped or too_late or (self.left is not None and self.nodes >= self.left)

    def stop(self) -> None:
        """Nothing more."""
        self.left = 0
        self.stopped = True

    def spend_node(self) -> None:
        """One more node."""
        self.nodes += 1
        if self.left is not None and self.nodes > self.left:
            raise SpentError
        if self.until is not None and not self.nodes & _LOOK_AT_THE_CLOCK and self.clock() > self.until:
            self.left = 0
            raise SpentError

    def grant(self, spent: int) -> int:
        """Count nodes; the number allowed before the next call, SpentError if none."""
        self.nodes += spent
        over = self.until is not None and self.clock() > self.until
        granted = _GRANTED if self.left is None else min(_GRANTED, self.left - self.nodes)
        if over or granted <= 0:
            self.left = 0
            raise SpentError
        return granted


class SuitSeen(NamedTuple):
    """A suit with some of its cards left; each tuple has an entry for each place."""

    form: int
    sure: tuple[int, ...]
    """The number of sure cards of each place."""
    worth: tuple[int, ...]
    """And what they are worth, with what the others have to play under them."""
    choices: tuple[tuple[int, ...], ...]
    """One of each set of equal cards, highest first."""
    leads: tuple[tuple[tuple[int, int], ...], ...]
    """The same with how late they are to be tried as leads."""
    total: int
    """The points of all its cards."""


class TrickSearch(ABC):
    """The common part of all questions: seen suits, and the cards of a trick in turn."""

    # Here `card & suit > best` is written out: with a call of `can_beat` the search takes two hundredths more time.

    def __init__(self, facts: PlayFacts, hands: Sequence[int], allowance: Allowance) -> None:
        self.facts = facts
        self.last: int = facts.last
        """The points of the last trick besides its cards, with cards never played."""
        self.allowance = allowance
        self.owners: tuple[int, ...] = tuple(hands)
        self.hands: list[int] = list(hands)
        self.points: dict[int, int] = {1 << number: points for number, points in enumerate(facts.points)}
        self.suit: dict[int, int] = {
            1 << number: nth for nth, mask in enumerate(facts.suits) for number in _numbers_in_mask(mask)
        }
        self.seen: tuple[dict[int, SuitSeen], ...] = tuple({} for _ in facts.suits)
        self.forms: tuple[dict[tuple[tuple[int, int], ...], int], ...] = tuple({} for _ in facts.suits)
        values = sorted({*facts.points} - {0})
        self.counts: list[tuple[int, int]] = [
            (sum(1 << number for number, points in enumerate(facts.points) if points >= value), value - below)
            for value, below in zip(values, (0, *values), strict=False)
        ]
        """Masks and factors: the points of a set are the sum of counts times factors."""

    # ------------------------------------------------------------------ suits

    def look_at_suit(self, nth: int, left: int) -> SuitSeen:
        """A suit of which these cards are left, looked at for the first time."""
        numbers = _numbers_in_mask(left)
        places = range(self.facts.places)
        holders = [next(place for place in places if self.owners[place] >> number & 1) for number in numbers]
        choices = tuple(self._choose_cards(place, numbers, holders) for place in places)
        sure = tuple(self._sure_tricks(place, left) for place in places)
        found = SuitSeen(
            form=self._suit_form(nth, left, numbers, holders),
            sure=tuple(cards.bit_count() for cards in sure),
            worth=tuple(
                self.cards_worth(cards) + self._falling(place, left, cards)
                for place, cards in zip(places, sure, strict=True)
            ),
            choices=choices,
            leads=tuple(
                tuple((self._lateness(place, card, left), card) for card in choices[place]) for place in places
            ),
            total=self.cards_worth(left),
        )
        self.seen[nth][left] = found
        return found

    def cards_worth(self, cards: int) -> int:
        """The points of some cards."""
        return sum(self.facts.points[number] for number in _numbers_in_mask(cards))

    def _suit_form(self, nth: int, left: int, numbers: list[int], holders: list[int]) -> int:
        runs: list[list[tuple[int, int]]] = []
        for number, holder in zip(numbers, holders, strict=True):
            if not runs or runs[-1][0][0] != holder:
                runs.append([])
            runs[-1].append((holder, self.facts.points[number]))
        told = tuple(each for run in runs for each in sorted(run))
        return self.forms[nth].setdefault(told, left)

    def _choose_cards(self, place: int, numbers: list[int], holders: list[int]) -> tuple[int, ...]:
        chosen: list[int] = []
        worth: set[int] = set()
        for number, holder in zip(reversed(numbers), reversed(holders), strict=True):
            if holder != place:
                worth.clear()
            elif self.facts.points[number] not in worth:
                worth.add(self.facts.points[number])
                chosen.append(1 << number)
        return tuple(chosen)

    def _sure_tricks(self, place: int, left: int) -> int:
        own = left & self.owners[place]
        others = left ^ own
        top = own >> others.bit_length() << others.bit_length()
        longest = max((hand & others).bit_count() for hand in self.owners)
        return own if self.facts.must and top.bit_count() >= longest else top

    def _falling(self, leader: int, left: int, sure: int) -> int:
        """The points that others must play under sure cards: partners choose high ones."""
        facts, worth = self.facts, 0
        if not facts.must or not sure:
            return 0
        for place, hand in enumerate(self.owners):
            if place == leader or facts.lazy >> place & 1:
                continue
            partner = facts.side >> place & 1 == facts.side >> leader & 1
            its = sorted((facts.points[number] for number in _numbers_in_mask(hand & left)), reverse=partner)
            worth += sum(its[: sure.bit_count()])
        return worth

    def _lateness(self, place: int, card: int, left: int) -> int:
        """The order of leads: sure winners, then a partner's high suits, then low cards."""
        facts = self.facts
        mine = facts.side >> place & 1
        against = partners = 0
        for other, hand in enumerate(self.owners):
            if other != place:
                if facts.side >> other & 1 == mine:
                    partners |= hand & left
                else:
                    against |= hand & left
        points, rank = self.points[card], (left & card - 1).bit_count()
        if against < card:
            return -(60 + 10 * points + 2 * against.bit_count())
        if partners > against:
            return -(40 - 5 * points - rank)
        return -(20 - 10 * points - rank - (left & self.owners[place]).bit_count())

    # ------------------------------------------------------------------ a trick

    @abstractmethod
    def leaf(self, winner: int, tricks: int, rest: int, gained: int, low: int, high: int) -> int:
        """The value after a complete trick.

        By winner, tricks before it, cards left, and points gained.
        """

    def follow_trick(
        self,
        played: int,
        place: int,
        led: int,
        best: int,
        holder: int,
        gained: int,
        rest: int,
        seen: Sequence[SuitSeen],
        tricks: int,
        low: int,
        high: int,
    ) -> int:
        """The value when a place is next in a trick; `rest` are the cards of no trick yet."""
        facts, hands, points = self.facts, self.hands, self.points
        suit = facts.suits[led]
        mine = facts.side >> place & 1
        choices: Sequence[int] = seen[led].choices[place]
        shed = self._slack(place, suit, tricks) if facts.lazy >> place & 1 and choices and facts.must else 0
        if not choices or not facts.must or shed:
            choices = [card for suit_seen in seen for card in suit_seen.choices[place]]
        after = (place + 1) % facts.places
        last = played == facts.places - 1
        if len(choices) > 1:
            choices = self._order_choices(choices, place, suit, best, holder, facts.places - 1 - played)
        hand, shed_worth = hands[place], self.cards_worth(shed)
        value = -_WIDE if mine else _WIDE
        for card in choices:
            top, who = (card, place) if card & suit > best else (best, holder)
            gone = 0 if card & suit else shed
            if gone:
                self.last += shed_worth
            hands[place] = hand ^ card ^ gone
            won = gained + points[card]
            if last:
                found = self.leaf(who, tricks, rest ^ card ^ gone, won, low, high)
            else:
                found = self.follow_trick(
                    played + 1, after, led, top, who, won, rest ^ card ^ gone, seen, tricks, low, high
                )  # fmt: skip
            if gone:
                self.last -= shed_worth
            if mine:
                if found > value:
                    value = found
                    low = max(low, found)
            elif found < value:
                value = found
                high = min(high, found)
            if low >= high:
                break
        hands[place] = hand
        return value

    def _slack(self, place: int, suit: int, tricks: int) -> int:
        """The suit cards of a lazy place, if it can still lay all of them aside."""
        hand = self.hands[place]
        its = hand & suit
        return its if its.bit_count() <= hand.bit_count() - tricks else 0

    def _order_choices(
        self, choices: Sequence[int], place: int, suit: int, best: int, holder: int, coming: int
    ) -> list[int]:
        """Order choices: points into likely own tricks, low cards into others."""
        facts, points, hands = self.facts, self.points, self.hands
        mine = facts.side >> place & 1
        ahead, whose = 0, place
        for step in range(1, coming + 1):
            other = (place + step) % facts.places
            if hands[other] & suit > ahead:
                ahead, whose = hands[other] & suit, other
        after = facts.side >> whose & 1

        def lateness(card: int) -> int:
            wins = card & suit > best
            top = card if wins else best
            winner = after if ahead > top else mine if wins else facts.side >> holder & 1
            if winner == mine:
                # The cheapest card that wins is as good as a dear one; what is worth points goes first.
                return -(200 + 20 * points[card]) + (card.bit_length() if wins else 0)
            return 20 * points[card] + ((card & suit and card.bit_length()) or 0)

        return sorted(choices, key=lateness)

    def lead(
        self, leader: int, rest: int, tricks: int, seen: Sequence[SuitSeen], low: int, high: int, first: int = -1
    ) -> tuple[int, int]:
        """Try leads for the value at the start of a trick, and the best; `first` is first."""
        facts, hands, points = self.facts, self.hands, self.points
        mine = facts.side >> leader & 1
        leads = self._order_leads(seen, leader)
        if first >= 0:
            leads[first] = (-_WIDE, *leads[first][1:])
        leads.sort()
        hand, after = hands[leader], (leader + 1) % facts.places
        value, best = (-_WIDE if mine else _WIDE), -1
        for _, nth, suit, card in leads:
            hands[leader] = hand ^ card
            found = self.follow_trick(
                1, after, suit, card, leader, points[card], rest ^ card, seen, tricks, low, high
            )  # fmt: skip
            if mine:
                if found > value:
                    value, best = found, nth
                    low = max(low, found)
            elif found < value:
                value, best = found, nth
                high = min(high, found)
            if low >= high:
                break
        hands[leader] = hand
        return value, best

    def _order_leads(self, seen: Sequence[SuitSeen], place: int) -> list[tuple[int, int, int, int]]:
        """Leads in the order of trial: lateness, place among all, suit, card."""
        found: list[tuple[int, int, int, int]] = []
        for nth, suit_seen in enumerate(seen):
            for lateness, card in suit_seen.leads[place]:
                found.append((lateness, len(found), nth, card))
        return found

    def worth_left(self, rest: int) -> int:
        """All points that are still to be won."""
        total = self.last
        for mask, factor in self.counts:
            total += (rest & mask).bit_count() * factor
        return total

    def views(self, rest: int) -> list[SuitSeen]:
        """The suits with these cards left."""
        found = []
        for nth, mask in enumerate(self.facts.suits):
            left = rest & mask
            seen = self.seen[nth].get(left)
            found.append(self.look_at_suit(nth, left) if seen is None else seen)
        return found

    def search_moment(self, standing: Standing, low: int, high: int) -> int:
        """The value of a moment in the middle of a trick."""
        self.hands[:] = standing.hands
        rest = sum(standing.hands)
        whole = rest | sum(standing.trick)
        led = self.suit[standing.trick[0]]
        place = self.facts.find_winning_place(standing.trick)
        best, holder = standing.trick[place], (standing.leader + place) % self.facts.places
        gained = sum(self.points[card] for card in standing.trick)
        seen = self.views(whole)
        return self.follow_trick(
            len(standing.trick),
            standing.next_place,
            led,
            best,
            holder,
            gained,
            rest,
            seen,
            standing.tricks_left,
            low,
            high,
        )

    def only_trick(self, leader: int) -> int:
        """The winner when each place has one card left."""
        hands, places = self.hands, self.facts.places
        best, winner = hands[leader], leader
        suit = self.facts.suits[self.suit[best]]
        for step in range(1, places):
            place = (leader + step) % places
            if hands[place] & suit > best:
                best, winner = hands[place], place
        return winner


class PointSearch(TrickSearch):
    """The search for the points that the side still wins, with the last trick."""

    def __init__(self, facts: PlayFacts, hands: Sequence[int], allowance: Allowance) -> None:
        super().__init__(facts, hands, allowance)
        self.table: dict[int, tuple[int, int, int]] = {}
        """Bounds and best lead, by form, leader and the last trick's points."""

    def find_value(self, standing: Standing, low: int, high: int, aside: int = 0) -> int:
        """Return at least `high`, at most `low`, or the exact value.

        The last trick is worth `aside` more.
        """
        self.last: int = self.facts.last + aside
        if standing.trick:
            return self.search_moment(standing, low, high)
        self.hands[:] = standing.hands
        return self.node(standing.leader, standing.tricks_left, sum(standing.hands), low, high)

    def deciding_cards(self) -> int | None:
        """This search does not note on which cards an answer rests."""
        return None

    def leaf(self, winner: int, tricks: int, rest: int, gained: int, low: int, high: int) -> int:
        """The points of the trick and what comes after it."""
        if self.facts.side >> winner & 1:
            if tricks == 1:
                return gained + (self.worth_left(rest) if rest else self.last)
            return gained + self.node(winner, tricks - 1, rest, low - gained, high - gained)
        return self.node(winner, tricks - 1, rest, low, high) if tricks > 1 else 0

    def node(self, leader: int, tricks: int, rest: int, low: int, high: int) -> int:
        """The value at the start of a trick."""
        self.allowance.spend_node()
        facts = self.facts
        mine = facts.side >> leader & 1
        if tricks == 1 and not facts.lazy:
            return self.worth_left(rest) if facts.side >> self.only_trick(leader) & 1 else 0
        total = self.last
        form = sure = worth = 0
        seen: list[SuitSeen] = []
        for nth, mask in enumerate(facts.suits):
            left = rest & mask
            each = self.seen[nth].get(left)
            if each is None:
                each = self.look_at_suit(nth, left)
            seen.append(each)
            its_form, sures, worths, _, _, points = each
            form |= its_form
            sure += sures[leader]
            worth += worths[leader]
            total += points
        least, most = 0, total
        if sure >= tricks:
            return total if mine else 0
        if mine:
            least = worth
        else:
            most = total - worth
        if least >= high:
            return least
        if most <= low:
            return most
        key = (form << 24 | self.last) << 4 | leader
        best = -1
        known = self.table.get(key)
        if known is not None:
            least, most, best = max(least, known[0]), min(most, known[1]), known[2]
            if least >= high or least == most:
                return least
            if most <= low:
                return most
        low, high = max(low, least), min(high, most)
        value, best = self.lead(leader, rest, tricks, seen, low, high, best)
        value = min(max(value, least), most)
        # Outside of the window the value is only known to lie beyond it.
        self.table[key] = (least if value <= low else value, most if value >= high else value, best)
        return value


def _numbers_in_mask(mask: int) -> list[int]:
    """The numbers of the cards in a set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
