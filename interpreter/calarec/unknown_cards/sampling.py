"""Deals that fit a record: sampled, each equally likely, or counted if few.

A deal is drawn among those that the routes of the cards leave open, whose number is known, and is rejected if the
hand has no way with it: so each that fits is equally likely. A way to play it is drawn among all orders in which the
seats can have played their cards. Each seat's order is drawn separately, and the way is rejected if the seats do not
fit together: so all ways of a deal are equally likely. There are no odds if the steps do not suffice.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.cards import bits
from calarec.core.engine.tricks import best_of
from calarec.core.judge.odds import GatheredOdds, Odds
from calarec.core.judge.problems import Budget, OutOfBudget
from calarec.unknown_cards.accounts import WantedEnd
from calarec.unknown_cards.solver.matching import fill_bins
from calarec.unknown_cards.solver.problem import World
from calarec.unknown_cards.solver.propagation import can_propagate, cards_held_before, is_lawful, slot_candidates
from calarec.unknown_cards.solver.search import solve_problem
from calarec.unknown_cards.solver.sums import can_explore_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeAlias

    from calarec.core.engine.account import Account
    from calarec.unknown_cards.accounts import PlayedWorld
    from calarec.unknown_cards.search import FoundWorld
    from calarec.unknown_cards.solver.problem import CardProblem

    Deal: TypeAlias = tuple[int, ...]
    """The cards that each place was dealt, as masks."""
    Late: TypeAlias = tuple[tuple[int, int], ...]
    """Cards that came to a place in the play, each with the number of plays before."""

SAMPLED_DEALS: Final = 500
"""This number makes the interval of a share at most 8.8 points wide."""
MAX_COUNTED_DEALS: Final = 1_000
"""The most open deals that are counted; of more a sample is drawn."""
MAX_COUNTED_WAYS: Final = 20_000
"""The most ways of a deal that are counted; of more a sample is drawn."""
ODDS_STEPS: Final = 40_000
"""Steps for the odds of one hand, of half a millisecond each; only on request."""
_MAX_ROUTINGS: Final = 4_000
"""The most ways of moving cards before the play to examine, for one deal."""
_TRIES_PER_STEP: Final = 8
_STATES_PER_STEP: Final = 60
_NODES_PER_STEP: Final = 40


def find_odds(worlds: list[tuple[FoundWorld, PlayedWorld]], wanted: int, bonuses: Iterable[str], seed: int) -> Odds:
    """Compute the odds of each end over the deals that bear out the wanted items."""
    try:
        return Sampling(worlds, wanted, Budget(ODDS_STEPS)).find_odds(bonuses, seed)
    except OutOfBudget:
        return Odds(refusal="steps")


class Sampling:
    """Counts or samples the deals of one hand."""

    def __init__(self, worlds: list[tuple[FoundWorld, PlayedWorld]], wanted: int, budget: Budget) -> None:
        self.worlds = worlds
        self.wanted = wanted
        self.budget = budget
        self.open_deals = [_OpenDeals(world.question.problem, world.world, budget) for world, _ in worlds]
        self.known: dict[Deal, list[WaysOfDeal]] = {}
        """The ways of the deals that were looked at; none of those that do not fit."""

    def find_odds(self, bonuses: Iterable[str], seed: int) -> Odds:
        """A count if deals and ways are few, otherwise a sample."""
        if sum(deals.count for deals in self.open_deals) > MAX_COUNTED_DEALS:
            return self._sample(None, bonuses, seed)
        every = dict.fromkeys(deal for deals in self.open_deals for deal in deals.list_deals())
        fitting = [deal for deal in every if self._fitting_ways_of(deal)]
        if not fitting:
            return Odds(refusal="open")
        if sum(ways.count for deal in fitting for ways in self._ways_of(deal)) > MAX_COUNTED_WAYS:
            return self._sample(fitting, bonuses, seed)
        return self._count(fitting, bonuses)

    def _count(self, fitting: list[Deal], bonuses: Iterable[str]) -> Odds:
        gathered, count = GatheredOdds(is_count=True), 0
        for deal in fitting:
            accounts = [account for ways in self._ways_of(deal) for account in ways.list_accounts(self.wanted)]
            count += len(accounts)
            for account in accounts:
                gathered.add_end(account, Fraction(1, len(accounts)))
        return gathered.find_odds(bonuses, deals=len(fitting), ways=count, seed=0)

    def _sample(self, fitting: list[Deal] | None, bonuses: Iterable[str], seed: int) -> Odds:
        gathered, rng, misfits = GatheredOdds(is_count=False), Random(seed), 0
        for _ in range(SAMPLED_DEALS):
            account = None
            while account is None:
                account = self._draw_end(rng.choice(fitting) if fitting else self._draw_deal(rng), rng)
                misfits += account is None
                if account is None and misfits % _TRIES_PER_STEP == 0:
                    self.budget.spend()
            gathered.add_end(account, Fraction(1))
        return gathered.find_odds(bonuses, deals=SAMPLED_DEALS, ways=0, seed=seed)

    def _draw_deal(self, rng: Random) -> Deal:
        """An open deal, drawn as often if it is open in several worlds as if in one."""
        counts = [deals.count for deals in self.open_deals]
        while True:
            deals = self.open_deals[draw_number(counts, rng)]
            deal = deals.find_deal(rng.randrange(deals.count))
            if not rng.randrange(sum(other.has_deal(deal) for other in self.open_deals)):
                return deal

    def _draw_end(self, deal: Deal, rng: Random) -> Account | None:
        """Draw an end of the hand among the ways of a deal; None without a way."""
        every = self._ways_of(deal)
        counts, tries = [ways.count for ways in every], 0
        while every:
            ways = every[draw_number(counts, rng)]
            account = ways.account_of_way(ways.draw_way(rng), self.wanted)
            if account is not None:
                return account
            tries += 1
            if tries == _TRIES_PER_STEP:
                tries = 0
                self.budget.spend()
                every = self._fitting_ways_of(deal)
                counts = [ways.count for ways in every]
        return None

    def _ways_of(self, deal: Deal) -> list[WaysOfDeal]:
        """The ways of a deal, world by world.

        Some may have none in which the seats fit together.
        """
        if deal not in self.known:
            every = (
                _find_ways(world, played, deal, self.budget)
                for (world, played), deals in zip(self.worlds, self.open_deals, strict=True)
                if deals.has_deal(deal)
            )
            self.known[deal] = [ways for ways in every if ways is not None and ways.count]
        return self.known[deal]

    def _fitting_ways_of(self, deal: Deal) -> list[WaysOfDeal]:
        """The ways of a deal that are known to fit."""
        fitting = [ways for ways in self._ways_of(deal) if ways.has_fitting_way(self.wanted)]
        self.known[deal] = fitting
        return fitting


class _OpenDeals:
    """The deals that the routes of the cards leave open, numbered.

    The play may exclude some.
    """

    def __init__(self, problem: CardProblem, world: World, budget: Budget) -> None:
        self.budget = budget
        self.places = [
            tuple(place for place, starting in enumerate(problem.starting) if routes & starting)
            for routes in world.routes
        ]
        rooms = [sum(group.size for group in groups) for groups in problem.starts]
        self.known: dict[tuple[int, tuple[int, ...]], int] = {}
        self.rooms = tuple(rooms)
        self.count = self._count_deals(0, self.rooms)

    def _count_deals(self, card: int, rooms: tuple[int, ...]) -> int:
        """The ways to put this card and those after it where there is room."""
        if card == len(self.places):
            return 1
        found = self.known.get((card, rooms))
        if found is None:
            found = sum(
                self._count_deals(card + 1, _with_less_room(rooms, place))
                for place in self.places[card]
                if rooms[place]
            )
            self.known[card, rooms] = found
            if len(self.known) % _STATES_PER_STEP == 0:
                self.budget.spend()
        return found

    def find_deal(self, number: int) -> Deal:
        """The deal of a number."""
        rooms, deal = self.rooms, [0] * len(self.rooms)
        for card, places in enumerate(self.places):
            for place in places:
                if rooms[place]:
                    less = _with_less_room(rooms, place)
                    count = self._count_deals(card + 1, less)
                    if number < count:
                        rooms = less
                        deal[place] |= 1 << card
                        break
                    number -= count
        return tuple(deal)

    def list_deals(self) -> Iterator[Deal]:
        """All of them."""
        return map(self.find_deal, range(self.count))

    def has_deal(self, deal: Deal) -> bool:
        """Check whether a deal is one of them."""
        return all(place in self.places[card] for place, cards in enumerate(deal) for card in bits(cards))


def _with_less_room(rooms: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*rooms[:place], rooms[place] - 1, *rooms[place + 1 :])


class _Routing(NamedTuple):
    """The route of each card by number, and the orders of play that there are then."""

    routes: tuple[int, ...]
    orders: tuple[int, ...]
    """For each place."""


def _find_ways(found: FoundWorld, played: PlayedWorld, deal: Deal, budget: Budget) -> WaysOfDeal | None:
    """The ways of a deal in one world; None if there is none."""
    problem, world = found.question.problem, found.world.copy_world()
    for place, cards in enumerate(deal):
        for card in bits(cards):
            world.routes[card] &= problem.starting[place]
    return WaysOfDeal(problem, world, played, budget) if can_propagate(problem, world, budget) else None


class WaysOfDeal:
    """The ways of one deal in one world, which is narrowed by the deal.

    Each seat's orders fit its own cards; the orders of all need not fit together.
    """

    def __init__(self, problem: CardProblem, world: World, played: PlayedWorld, budget: Budget) -> None:
        self.problem = problem
        self.world = world
        self.played = played
        self.budget = budget
        self.slots = [
            [slot for slot, place in enumerate(problem.slots) if place == other] for other in range(len(problem.starts))
        ]
        self.candidates = slot_candidates(problem, world)
        self.ends = [route.end for route in problem.routes]
        self.led = self._led_suits()
        self.looked = 0
        self.known: dict[tuple[int, int, int, Late], int] = {}
        self.routings = [routing for routing in self._list_routings() if all(routing.orders)]
        self.counts = [prod(routing.orders) for routing in self.routings]
        self.count = sum(self.counts)
        self.is_fitting: bool | None = None
        """True if a wanted way exists in which the seats fit together; None: unknown."""

    def has_fitting_way(self, wanted: int) -> bool:
        """Check whether the seats fit together in some way with the wanted items."""
        if self.is_fitting is None:
            solution = solve_problem(self.problem, self.world, self.budget)
            self.is_fitting = solution is not None
            if solution is not None and wanted:
                looking = WantedEnd(self.played, lambda _: True)
                whole = can_explore_all(self.played.counting, self.world, solution, self.budget, looking)
                self.is_fitting = looking.way is not None
                if not self.is_fitting and not (whole and looking.is_excluded):
                    raise OutOfBudget
        return self.is_fitting

    def _led_suits(self) -> dict[int, int]:
        """For each slot that had to follow the suit that was led, where that is known."""
        found: dict[int, int] = {}
        for trick in self.problem.tricks:
            suit = next((suit for suit in self.problem.suits if not self.candidates[trick[0]] & ~suit), 0)
            found |= {slot: suit for slot in trick[1:] if suit and self.world.follows >> slot & 1}
        return found

    # ------------------------------------------------------------------ before the play

    def _list_routings(self) -> Iterator[_Routing]:
        """Every way in which the cards can have moved, with the orders of play."""
        open_cards = [card for card, mask in enumerate(self.world.routes) if mask & mask - 1]
        routes = [mask.bit_length() - 1 for mask in self.world.routes]
        missing = [move.size for move in self.problem.moves]
        for card in set(range(self.problem.count)).difference(open_cards):
            for move in bits(self.problem.routes[routes[card]].moves):
                missing[move] -= 1
        listed = 0
        for _ in self._route_cards(open_cards, 0, routes, missing):
            if not self._has_groups(routes):
                continue
            listed += 1
            if listed > _MAX_ROUTINGS:
                raise OutOfBudget
            cards, late = self._cards_of_places(routes)
            orders = tuple(self._count_orders(place, 0, own, late[place]) for place, own in enumerate(cards))
            yield _Routing(tuple(routes), orders)

    def _route_cards(self, cards: list[int], number: int, routes: list[int], missing: list[int]) -> Iterator[None]:
        """Gives the cards from one on a route, in every way that fills each move."""
        if number == len(cards):
            if not any(missing):
                yield
            return
        self.looked += 1
        if self.looked % _NODES_PER_STEP == 0:
            self.budget.spend()
        card = cards[number]
        for route in bits(self.world.routes[card]):
            moves = list(bits(self.problem.routes[route].moves))
            if not all(missing[move] for move in moves):
                continue
            routes[card] = route
            for move in moves:
                missing[move] -= 1
            yield from self._route_cards(cards, number + 1, routes, missing)
            for move in moves:
                missing[move] += 1

    def _has_groups(self, routes: Sequence[int]) -> bool:
        """Check whether the cards of each move fit its known groups."""
        for move, groups in enumerate(self.world.groups):
            if not groups:
                continue
            through = self.problem.through[move]
            cards = [card for card, route in enumerate(routes) if through >> route & 1]
            choices = [
                sum(1 << number for number, group in enumerate(groups) if group.cards >> card & 1) for card in cards
            ]
            if fill_bins(choices, [group.size for group in groups]) is None:
                return False
        return True

    def _cards_of_places(self, routes: Sequence[int]) -> tuple[list[int], list[Late]]:
        """For each place the cards that ended there, and those that came in the play."""
        cards = [0] * len(self.problem.starts)
        late: list[Late] = [()] * len(cards)
        since = self.problem.since
        for card, route in enumerate(routes):
            place = self.ends[route]
            cards[place] |= 1 << card
            if since[route]:
                late[place] += ((card, since[route]),)
        return cards, late

    # ------------------------------------------------------------------ the play of one seat

    def _count_orders(self, place: int, number: int, cards: int, late: Late) -> int:
        """Count the orders of some cards in the slots of a place from one on.

        Cards that are left stay there.
        """
        if number == len(self.slots[place]):
            rest = self.problem.first_rest + place
            return int(all(self.world.bins[card] >> rest & 1 for card in bits(cards)))
        key = place, number, cards, late
        found = self.known.get(key)
        if found is None:
            found = sum(
                self._count_orders(place, number + 1, cards & ~(1 << card), late)
                for card in bits(self._playable_cards(place, number, cards, late))
            )
            self.known[key] = found
            if len(self.known) % _STATES_PER_STEP == 0:
                self.budget.spend()
        return found

    def _playable_cards(self, place: int, number: int, cards: int, late: Late) -> int:
        """The cards that fit a slot, by the knowledge of the seat itself."""
        slot = self.slots[place][number]
        held = cards & ~sum(1 << card for card, since in late if since > slot) if late else cards
        suit = held & self.led.get(slot, 0)
        return self.candidates[slot] & (suit or held)

    def _draw_order(self, place: int, cards: int, late: Late, rng: Random) -> Iterator[int]:
        """The cards of the slots of a place, all orders being equally likely."""
        for number in range(len(self.slots[place])):
            choices = list(bits(self._playable_cards(place, number, cards, late)))
            counts = [self._count_orders(place, number + 1, cards & ~(1 << card), late) for card in choices]
            card = choices[draw_number(counts, rng)]
            cards &= ~(1 << card)
            yield card

    def _list_orders(self, place: int, number: int, cards: int, late: Late) -> Iterator[list[int]]:
        """All orders of the cards in the slots of a place from one on."""
        if not self._count_orders(place, number, cards, late):
            return
        if number == len(self.slots[place]):
            yield []
            return
        for card in bits(self._playable_cards(place, number, cards, late)):
            for others in self._list_orders(place, number + 1, cards & ~(1 << card), late):
                yield [card, *others]

    # ------------------------------------------------------------------ whole ways

    def draw_way(self, rng: Random) -> World:
        """A decided world; the seats need not fit together in it."""
        routing = self.routings[draw_number(self.counts, rng)]
        cards, late = self._cards_of_places(routing.routes)
        return self._way(
            routing.routes,
            [list(self._draw_order(place, own, late[place], rng)) for place, own in enumerate(cards)],
        )

    def list_accounts(self, wanted: int) -> Iterator[Account]:
        """Yield the accounts of the wanted ways in which the seats fit together."""
        for routing in self.routings:
            cards, late = self._cards_of_places(routing.routes)
            orders = [list(self._list_orders(place, 0, own, late[place])) for place, own in enumerate(cards)]
            for number, chosen in enumerate(product(*orders)):
                account = self.account_of_way(self._way(routing.routes, chosen), wanted)
                if account is not None:
                    yield account
                if number % _TRIES_PER_STEP == 0:
                    self.budget.spend()

    def _way(self, routes: tuple[int, ...], orders: Sequence[Sequence[int]]) -> World:
        bins = [1 << self.problem.first_rest + self.problem.routes[route].end for route in routes]
        for slots, order in zip(self.slots, orders, strict=True):
            for slot, card in zip(slots, order, strict=True):
                bins[card] = 1 << slot
        known = self.world
        return World([1 << route for route in routes], bins, known.groups, known.follows, known.winners, known.bound)

    def account_of_way(self, way: World, wanted: int) -> Account | None:
        """The account of a way; None if the seats do not fit together or it is not wanted."""
        if not (is_lawful(self.problem, way) and self._has_right_tricks(way)):
            return None
        settled, pattern = self.played.account_of_sums(self.played.counting.exact_sums(way))
        return settled.account if pattern & wanted == wanted else None

    def _has_right_tricks(self, way: World) -> bool:
        """Check whether all followed suit and won their known tricks.

        With trumps or duties `is_lawful` has checked that.
        """
        problem = self.problem
        if problem.obliged is not None:
            return True
        at = {mask.bit_length() - 1: card for card, mask in enumerate(way.bins)}
        for trick, winner in zip(problem.tricks, way.winners, strict=True):
            suit = problem.suit_of[at[trick[0]]]
            for slot in trick[1:]:
                is_free = slot in self.led or not way.follows >> slot & 1 or suit >> at[slot] & 1
                if not is_free and cards_held_before(problem, way, slot) & suit:
                    return False
            if winner >= 0 and at[winner] != best_of([at[slot] for slot in trick], problem.suit_of, 0):
                return False
        return True


def draw_number(counts: Sequence[int], rng: Random) -> int:
    """A place in a list, each as likely as its count says.

    Without floats, which are not exact for large counts.
    """
    number = rng.randrange(sum(counts))
    for place, count in enumerate(counts):
        if number < count:
            return place
        number -= count
    raise ValueError(counts)
