"""The player of random hands: every legal choice is equally likely.

Chance is uniform up to two equal numbers of 32 bits among as many as there are cards.
"""

from __future__ import annotations

from random import Random
from struct import Struct
from typing import TYPE_CHECKING, Any

from calarec.bulk.auction import AuctionEnd, AuctionTable
from calarec.bulk.compile import move_dummy_payments
from calarec.bulk.steps import UNSAID
from calarec.core.base.frozen import NamedTuple
from calarec.playouts.stepping import compiled_functions

if TYPE_CHECKING:
    from calarec.bulk.auction import Point
    from calarec.bulk.compile import CompiledRules


class PlayedOut(NamedTuple):
    """A random hand, by place from the eldest on. `contract` is empty if all passed."""

    contract: str
    declarer: int
    mate: int
    """The partner's place; -1: none."""
    won: tuple[int, ...]
    """The cards that each place has won."""
    last: int
    """The winner of the last trick; -1: there was no play."""
    payments: tuple[int, ...]
    piles: tuple[int, ...] = ()
    """The piles at the end."""


class Story:
    """The course of a random hand: deal, words, exchange and play."""

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


class _Way(NamedTuple):
    """The functions to play out a contract."""

    chance: Any
    """The function of its exchange; None if no seat has to act."""
    settle: Any
    raises: tuple[str, ...]
    """The contract and those to which it may be raised; none if it may not."""
    leaders: dict[tuple[int, int], int]
    """The leader by declarer and dealer, as far as known."""


class Player:
    """Deals and plays hand after hand."""

    def __init__(self, compiled: CompiledRules, seed: int) -> None:
        self.compiled = compiled
        rng = Random(seed)
        self.random, self._randbytes = rng.random, rng.randbytes
        self.places = range(compiled.players)
        cards = len(compiled.cards.names)
        self.size = compiled.rules.deal.hand
        self.dealt = [pile.dealt for pile in compiled.rules.piles.values()]
        self._keys = Struct(f"{cards}I")
        self._numbers = range(cards)
        self._bits = [1 << number for number in range(cards)]
        self._suit = {1 << number: mask for number, mask in enumerate(compiled.cards.suit_of)}
        table = compiled.rules.table
        dummies = table.dummies.hands if table.dummies else 0
        people = compiled.players - dummies
        self.tables = [self._seat_table(dealer, people) for dealer in range(people if dummies else 1)]
        self.ways = {name: self._find_way(name) for name in (*compiled.programs, *self._played_out())}
        self._with_card = {name for name in compiled.contract_names if compiled.has_call_with_bid(name)}
        made = compiled_functions(compiled)
        self._tricks, self._tricks_told = made["tricks_out"], made["tricks_told"]
        self._settle_out = compiled.functions.get("settle_out")

    def _played_out(self) -> tuple[str, ...]:
        """The name of a hand that is played without a contract, if there are such hands."""
        return ("",) if "settle_out" in self.compiled.functions else ()

    def _find_way(self, contract: str) -> _Way:
        compiled = self.compiled
        if not contract:
            return _Way(None, None, (), {})
        number = compiled.contract_names.index(contract)
        acts = any(step is not None for step in compiled.programs[contract])
        chance = compiled_functions(compiled)[f"chance_{number}"] if acts else None
        raises = compiled.rules.contracts[contract].raises
        return _Way(chance, compiled.functions[f"settle_{number}"], (contract, *raises) if raises else (), {})

    def _first_leader(self, contract: str, declarer: int, dealer: int) -> int:
        known = self.ways[contract].leaders
        found = known.get((declarer, dealer))
        if found is None:
            found = known[declarer, dealer] = self.compiled.first_leader(contract, declarer, dealer)
        return found

    def _seat_table(self, dealer: int, people: int) -> tuple[int, tuple[int, ...], Point]:
        """The dealer's place, the dummies, the auction's start.

        Dummies sit after the last seat.
        """
        players = self.compiled.players
        if people == players:
            table = AuctionTable(tuple(range(players)), players - 1)
            return players - 1, (), self.compiled.auction_graph(table).start
        order = [(dealer + 1 + step) % players for step in range(players)]
        dummies = tuple(place for place, seat in enumerate(order) if seat >= people)
        speakers = tuple(place for place, seat in enumerate(order) if seat < people)
        return (
            order.index(dealer),
            dummies,
            self.compiled.auction_graph(AuctionTable(speakers, order.index(dealer))).start,
        )

    def play_one(self, story: Story | None = None) -> PlayedOut:
        """Play one hand; `story` takes its course, if given."""
        dealer, dummies, point = self.tables[int(self.random() * len(self.tables))]
        hands, piles, orders = self._deal_cards()
        if story is not None:
            story.hands, story.piles, story.dealer, story.dummies = hands.copy(), piles.copy(), dealer, dummies
        contract, declarer, called = self._play_auction(point, hands, piles, story)
        if not contract:
            return self._all_passed(hands, piles, orders, dealer, story)
        way = self.ways[contract]
        _, found, mate = called
        before = hands
        if way.chance is not None:
            before = hands.copy()
            moves: list[tuple[int, int, int]] = [] if story is None else story.moves
            found, mate = way.chance(hands, piles, declarer, *called, self.pick, self.random_number, moves)
            for place, hand in enumerate(hands):
                if hand != before[place]:
                    self._mix(orders[place], before[place], hand)
        won, last = self._play_out(hands, orders, self._first_leader(contract, declarer, dealer), story)
        pays = way.settle(won, last, piles, declarer, mate, found, 0, before, hands, dealer)[0]
        if dummies:
            move_dummy_payments(pays, dummies, declarer, mate)
        return PlayedOut(contract, declarer, mate, won, last, tuple(pays), tuple(piles))

    def _deal_cards(self) -> tuple[list[int], list[int], list[list[int]]]:
        """Hands and piles, and each hand as a list in an order of its own."""
        keys = self._keys.unpack(self._randbytes(self._keys.size))
        deck = list(map(self._bits.__getitem__, sorted(self._numbers, key=keys.__getitem__)))
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

    def _play_auction(
        self, point: Point | AuctionEnd, hands: list[int], piles: list[int], story: Story | None
    ) -> tuple[str, int, tuple[int, int, int]]:
        """Play the auction: contract, declarer and called cards.

        A direct raise is as likely as each other contract.
        """
        random, called = self.random, (0, -3, -1)
        while not isinstance(point, AuctionEnd):
            words = point.words
            seat = point.seat
            word: str | int
            if point.calling:
                number = self.compiled.contract_names.index(point.contract)
                word = self.pick(compiled_functions(self.compiled)[f"callable_{number}"](hands, piles, seat), 1)
                called = self.compiled.functions[f"called_{number}"](hands, piles, seat, word, UNSAID)
                following = point.point_after("")
            else:
                word = words[int(random() * len(words))]
                following = point.point_after(word)
            if story is not None:
                story.said.append((seat, word))
            assert following is not None
            point = following
        contract, declarer = point.contract, point.declarer
        if contract and self.ways[contract].raises:
            raises = self.ways[contract].raises
            contract = raises[int(random() * len(raises))]
            if story is not None and contract != raises[0]:
                story.said.append((declarer, contract))
        return contract, declarer, called if contract in self._with_card else (0, -3, -1)

    def _mix(self, order: list[int], before: int, hand: int) -> None:
        """Update the order of a hand: new cards are inserted anywhere."""
        gone, new = before & ~hand, hand & ~before
        while gone:
            card = gone & -gone
            gone ^= card
            order.remove(card)
        while new:
            card = new & -new
            new ^= card
            order.insert(int(self.random() * (len(order) + 1)), card)

    def _all_passed(
        self, hands: list[int], piles: list[int], orders: list[list[int]], dealer: int, story: Story | None
    ) -> PlayedOut:
        if self._settle_out is None:
            return PlayedOut("", -1, -1, (), -1, (0,) * len(hands))
        won, last = self._play_out(hands, orders, self.compiled.first_leader("", -1, dealer), story)
        pays = self._settle_out(won, last, piles, hands, hands, dealer)[0]
        return PlayedOut("", -1, -1, won, last, tuple(pays), tuple(piles))

    def _play_out(
        self, hands: list[int], orders: list[list[int]], leader: int, story: Story | None
    ) -> tuple[tuple[int, ...], int]:
        """The cards won by each place, and the winner of the last trick."""
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
        """Choose a number of some cards, each choice equally likely."""
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

    def random_number(self, least: int, most: int) -> int:
        """A number from the least to the most."""
        return least + int(self.random() * (most - least + 1))
