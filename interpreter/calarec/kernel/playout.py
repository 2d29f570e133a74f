"""Random hands, dealt and played to the end: every legal word, exchange and card at each moment equally likely.

    for played in playouts(kernel, 1000, seed=7):
        played.payments

Chance is uniform up to two equal numbers of 32 bits among as many as there are cards.
"""

from __future__ import annotations

from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, Any

from calarec.kernel.auction import Outcome, Table
from calarec.kernel.board import answer_for_dummies
from calarec.kernel.steps import UNSAID
from calarec.light import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.kernel.auction import Point
    from calarec.kernel.kernel import Kernel


class Played(NamedTuple):
    """A random hand, by place from the eldest on. `contract` is empty if all passed."""

    contract: str
    declarer: int
    mate: int
    """The partner's place; -1: none."""
    won: tuple[int, ...]
    """The cards that each place has won."""
    last: int
    """Who has won the last trick; -1: nothing was played."""
    payments: tuple[int, ...]


class Story:
    """How a random hand went: what was dealt, said, exchanged and played."""

    def __init__(self) -> None:
        self.hands: list[int] = []
        self.piles: list[int] = []
        self.dealer = -1
        self.dummies: tuple[int, ...] = ()
        self.said: list[tuple[int, str | int]] = []
        """Places and words, or cards that were named with them."""
        self.moves: list[tuple[int, int, int]] = []
        """Kind, place and cards of each step of the exchange."""
        self.tricks: list[tuple[int, ...]] = []


def playouts(kernel: Kernel, hands: int, *, seed: int = 0) -> Iterator[Played]:
    """So many random hands; the same seed gives the same hands."""
    player = Player(kernel, seed)
    for _ in range(hands):
        yield player.play()


class Player:
    """Deals and plays hand after hand."""

    def __init__(self, kernel: Kernel, seed: int) -> None:
        self.kernel = kernel
        rng = Random(seed)
        self.random, self.getrandbits = rng.random, rng.getrandbits
        self.places = range(kernel.players)
        cards = len(kernel.cards.names)
        self.size = kernel.rules.deal.hand
        self.dealt = [pile.dealt for pile in kernel.rules.piles.values()]
        self._keys = [32] * cards
        self._numbers = range(cards)
        self._bits = [1 << number for number in range(cards)]
        self._suit = {1 << number: mask for number, mask in enumerate(kernel.cards.suit_of)}
        table = kernel.rules.table
        dummies = table.dummies.hands if table.dummies else 0
        people = kernel.players - dummies
        self._tables = [self._table(dealer, people) for dealer in range(people if dummies else 1)]
        contracts = range(len(kernel.contracts))
        functions = kernel.functions
        self._chance: list[Any] = [functions.get(f"chance_{number}") for number in contracts]
        self._settle: list[Any] = [functions.get(f"settle_{number}") for number in contracts]
        self._acts = [any(step is not None for step in kernel.programs.get(name, ())) for name in kernel.contracts]
        self._with_card = {name for name in kernel.contracts if kernel.calls_with_bid(name)}
        self._tricks, self._tricks_told = functions["tricks_out"], functions["tricks_told"]
        self._settle_out = functions.get("settle_out")

    def _table(self, dealer: int, people: int) -> tuple[int, tuple[int, ...], Point]:
        """The dealer's place, the dummies, the start of the auction; dummies sit after the last seat."""
        players = self.kernel.players
        if people == players:
            table = Table(tuple(range(players)), players - 1)
            return players - 1, (), self.kernel.auction(table).start
        order = [(dealer + 1 + step) % players for step in range(players)]
        dummies = tuple(place for place, seat in enumerate(order) if seat >= people)
        speakers = tuple(place for place, seat in enumerate(order) if seat < people)
        return order.index(dealer), dummies, self.kernel.auction(Table(speakers, order.index(dealer))).start

    def play(self, story: Story | None = None) -> Played:
        """One hand; a story is told if somebody wants to hear it."""
        kernel = self.kernel
        dealer, dummies, point = self._tables[int(self.random() * len(self._tables))]
        hands, piles, orders = self._deal()
        if story is not None:
            story.hands, story.piles, story.dealer, story.dummies = hands.copy(), piles.copy(), dealer, dummies
        outcome, called = self._auction(point, hands, piles, story)
        contract, declarer = outcome
        if not contract:
            return self._all_passed(hands, piles, orders, dealer, story)
        number = kernel.contracts.index(contract)
        _, found, mate = called
        if self._acts[number]:
            before = hands.copy()
            moves: list[tuple[int, int, int]] = [] if story is None else story.moves
            found, mate = self._chance[number](hands, piles, declarer, *called, self.pick, self.number, moves)
            for place, hand in enumerate(hands):
                if hand != before[place]:
                    orders[place] = self._mixed(orders[place], before[place], hand)
        won, last = self._play_out(hands, orders, kernel.leader(contract, declarer, dealer), story)
        pays = self._settle[number](won, last, piles, declarer, mate, found, 0)[0]
        if dummies:
            answer_for_dummies(pays, dummies, declarer, mate)
        return Played(contract, declarer, mate, won, last, tuple(pays))

    def _deal(self) -> tuple[list[int], list[int], list[tuple[int, ...]]]:
        """Hands and piles, and each hand as a tuple in an order of its own."""
        keys = list(map(self.getrandbits, self._keys))
        deck = itemgetter(*sorted(self._numbers, key=keys.__getitem__))(self._bits)
        size, at = self.size, 0
        orders = []
        for _ in self.places:
            orders.append(deck[at : at + size])
            at += size
        piles = []
        for dealt in self.dealt:
            piles.append(sum(deck[at : at + dealt]))
            at += dealt
        return list(map(sum, orders)), piles, orders

    def _auction(
        self, point: Point | Outcome, hands: list[int], piles: list[int], story: Story | None
    ) -> tuple[Outcome, tuple[int, int, int]]:
        """What is bid, what is named with it, and raised at once."""
        random, called = self.random, (0, -3, -1)
        while not isinstance(point, Outcome):
            words = point.words
            seat = point.seat
            word: str | int
            if point.calling:
                number = self.kernel.contracts.index(point.contract)
                word = self.pick(self.kernel.functions[f"callable_{number}"](hands, piles, seat), 1)
                called = self.kernel.functions[f"called_{number}"](hands, piles, seat, word, UNSAID)
                following = point.said("")
            else:
                word = words[int(random() * len(words))]
                following = point.said(word)
                called = (0, -3, -1)
            if story is not None:
                story.said.append((seat, word))
            assert following is not None
            point = following
        return self._raised(point, story), called if point.contract in self._with_card else (0, -3, -1)

    def _raised(self, outcome: Outcome, story: Story | None) -> Outcome:
        """The declarer raises, or leaves it: each contract that can be played is equally likely."""
        contract, declarer = outcome
        raises = self.kernel.rules.contracts[contract].raises if contract else ()
        if not raises:
            return outcome
        chosen = (contract, *raises)[int(self.random() * (len(raises) + 1))]
        if story is not None and chosen != contract:
            story.said.append((declarer, chosen))
        return Outcome(chosen, declarer)

    def _mixed(self, order: tuple[int, ...], before: int, hand: int) -> tuple[int, ...]:
        """The order of a hand that has changed: what came in stands anywhere in it."""
        mixed = [card for card in order if card & hand]
        new = hand & ~before
        while new:
            card = new & -new
            new ^= card
            mixed.insert(int(self.random() * (len(mixed) + 1)), card)
        return tuple(mixed)

    def _all_passed(
        self, hands: list[int], piles: list[int], orders: list[tuple[int, ...]], dealer: int, story: Story | None
    ) -> Played:
        if self._settle_out is None:
            return Played("", -1, -1, (), -1, (0,) * len(hands))
        won, last = self._play_out(hands, orders, self.kernel.leader("", -1, dealer), story)
        return Played("", -1, -1, won, last, tuple(self._settle_out(won, last, piles)[0]))

    def _play_out(
        self, hands: list[int], orders: list[tuple[int, ...]], leader: int, story: Story | None
    ) -> tuple[tuple[int, ...], int]:
        """What each place wins, and who wins the last trick."""
        if leader:
            orders = orders[leader:] + orders[:leader]
            hands = hands[leader:] + hands[:leader]
        if story is None:
            turned, *won = self._tricks(self._suit, *orders, *hands)
        else:
            turned, *won = self._tricks_told(self._suit, *orders, *hands, story.tricks)
        last = (leader + turned) % len(won)
        back = len(won) - last
        return (*won[back:], *won[:back]), last

    def pick(self, cards: int, number: int) -> int:
        """So many of some cards, each choice equally likely."""
        held = cards.bit_count()
        if number >= held:
            return cards
        rest, random = cards, self.random
        for left in range(held, held - number, -1):
            chosen = rest
            for _ in range(int(random() * left)):
                chosen &= chosen - 1
            rest ^= chosen & -chosen
        return cards ^ rest

    def number(self, least: int, most: int) -> int:
        """A number from the least to the most."""
        return least + int(self.random() * (most - least + 1))
