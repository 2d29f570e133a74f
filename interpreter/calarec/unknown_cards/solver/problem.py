"""The problem of the place of every card, from the deal to the last trick.

Terms. A *place* is a hand or a pile, by number. Before the play cards *move* between places, in fixed numbers and a
known order; in the play cards may be drawn, one move each. A *route* is a way that a card can go: its start, its
moves, its end. In the play every card goes into a *bin*: a *slot*, which is one play to a trick, or the *rest*, which
is the cards that stay at a place. A *group* is a number of cards with a known property. A *world* holds, for each
card, the routes and the bins that are still possible for it. A *fact* narrows worlds; facts are kept separate so that
a contradicting one can be named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple, dataclass, field
from calarec.core.engine.cards import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from calarec.core.mechanisms.play import PlayRule


MAX_ROUTES = 512


class Unposed(Exception):  # noqa: N818 - it is not an error, it is an answer
    """The sizes do not come out even, so that there is nothing to be asked."""


class Group(NamedTuple):
    """A number of cards out of a set."""

    cards: int
    size: int


class Move(NamedTuple):
    """A move of a number of cards from one place to another."""

    source: int
    target: int
    size: int


class Route(NamedTuple):
    """A way that a card can go; `moves` is a mask."""

    start: int
    moves: int
    end: int


class Obliged(NamedTuple):
    """Trumps and duties of a play."""

    rules: PlayRule
    trump: int


class Bound(NamedTuple):
    """A rule that binds a player by the own cards; kept if they are allowed.

    They are those that a place holds before a slot, with the card of the slot, or, without a slot, after `time` moves
    and `played` plays; or those of a move.
    """

    is_allowed: Callable[[int, int], bool]
    is_excluded: Callable[[int, int, int], bool]
    """Check whether it is surely broken, by sure cards, possible cards, and leads."""
    place: int = -1
    time: int = 0
    slot: int = -1
    move: int = -1
    played: int = 0


@dataclass(frozen=True, slots=True)
class CardProblem:
    """The problem, with conclusions from sizes; masks of routes and bins by number."""

    count: int
    """The number of cards."""
    suits: tuple[int, ...]
    suit_of: tuple[int, ...]
    """The suit of each card."""
    starts: tuple[tuple[Group, ...], ...]
    """For each place what it was dealt."""
    moves: tuple[Move, ...]
    slots: tuple[int, ...]
    """The place from which each card was played, in the order played."""
    tricks: tuple[tuple[int, ...], ...]
    """The slots of each trick."""
    routes: tuple[Route, ...]
    starting: tuple[int, ...]
    """For each place the routes that start there."""
    through: tuple[int, ...]
    """For each move the routes that make it."""
    ending: tuple[tuple[int, int], ...]
    """Routes with the same end, and the bins of their cards: those of the place since."""
    since: tuple[int, ...]
    """For each route the number of plays before its last move."""
    late: tuple[int, ...]
    """For each slot the routes on which a card came only after it."""
    later: tuple[int, ...]
    """For each slot the bins of the same place that come after it."""
    sizes: tuple[int, ...]
    """For each bin how many cards it takes."""
    obliged: Obliged | None = None
    """The rules of tricks, if more than following suit; None: highest of suit wins."""
    bound: tuple[Bound, ...] = ()
    """The rules that bind players by their cards; facts name those that were kept."""
    group_sizes: tuple[int, ...] = ()
    """The sizes of the groups that were dealt, place by place."""
    groups_of_cards: tuple[tuple[tuple[int, int], ...], ...] = ()
    """The groups that each card may be of, as masks, with the routes from there."""
    agreed: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    """Routes and bins that were looked up, with those that fit together."""

    @property
    def first_rest(self) -> int:
        """The number of the first bin that is not a slot; the rests follow by place."""
        return len(self.slots)

    def routes_at(self, place: int, time: int) -> int:
        """The routes that are at a place after a number of moves."""
        mask = 0
        for number, route in enumerate(self.routes):
            at = route.start
            for move in range(time):
                if route.moves >> move & 1:
                    at = self.moves[move].target
            if at == place:
                mask |= 1 << number
        return mask


def pose_problem(
    count: int,
    suits: Sequence[int],
    starts: Sequence[Sequence[Group]],
    moves: Sequence[Move],
    slots: Sequence[int],
    tricks: Sequence[Sequence[int]],
    drawn: Sequence[int] = (),
    obliged: Obliged | None = None,
    bound: Sequence[Bound] = (),
) -> CardProblem:
    """Make the problem of a hand; Unposed for contradictory numbers.

    `drawn`: the number of plays before a move.
    """
    sizes = [sum(group.size for group in groups) for groups in starts]
    if sum(sizes) != count:
        raise Unposed
    routes, sizes = _routes(sizes, moves)
    places = range(len(starts))
    rests = [sizes[place] - sum(1 for slot in slots if slot == place) for place in places]
    if min(rests, default=0) < 0:
        raise Unposed
    first = len(slots)
    since = tuple(max((drawn[move] for move in bits(route.moves)), default=0) if drawn else 0 for route in routes)
    later = []
    for number, place in enumerate(slots):
        after = sum(1 << other for other in range(number + 1, first) if slots[other] == place)
        later.append(after | 1 << first + place)
    return CardProblem(
        count=count,
        suits=tuple(suits),
        suit_of=tuple(next(suit for suit in suits if suit >> card & 1) for card in range(count)),
        starts=tuple(tuple(groups) for groups in starts),
        moves=tuple(moves),
        slots=tuple(slots),
        tricks=tuple(tuple(trick) for trick in tricks),
        routes=routes,
        starting=tuple(_mask(route.start == place for route in routes) for place in places),
        through=tuple(_mask(bool(route.moves >> move & 1) for route in routes) for move in range(len(moves))),
        ending=tuple(_ending(routes, since, slots)),
        since=since,
        late=tuple(_mask(come > slot for come in since) if any(since) else 0 for slot in range(first)),
        later=tuple(later),
        sizes=(*(1 for _ in slots), *rests),
        obliged=obliged,
        bound=tuple(bound),
        group_sizes=tuple(group.size for groups in starts for group in groups),
        groups_of_cards=tuple(_groups_of_cards(count, starts, routes)),
    )


def _groups_of_cards(
    count: int, starts: Sequence[Sequence[Group]], routes: Sequence[Route]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """The groups that each card may be of, with the routes from there."""
    dealt = [
        (group, _mask(route.start == place for route in routes))
        for place, groups in enumerate(starts)
        for group in groups
    ]
    for card in range(count):
        yield tuple(
            (1 << number, starting) for number, (group, starting) in enumerate(dealt) if group.cards >> card & 1
        )


def _ending(routes: Sequence[Route], since: Sequence[int], slots: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield routes with the same end and moment, with the bins left to them."""
    alike: dict[tuple[int, int], int] = {}
    for number, (route, come) in enumerate(zip(routes, since, strict=True)):
        alike[route.end, come] = alike.get((route.end, come), 0) | 1 << number
    for (place, come), mask in alike.items():
        bins = sum(1 << number for number, at in enumerate(slots) if at == place and number >= come)
        yield mask, bins | 1 << len(slots) + place


def _routes(sizes: list[int], moves: Sequence[Move]) -> tuple[tuple[Route, ...], list[int]]:
    """All ways that the numbers allow, and how many cards each place has in the end."""
    here = list(sizes)
    routes = [Route(place, 0, place) for place, size in enumerate(here) if size]
    for number, move in enumerate(moves):
        if not 0 <= move.size <= here[move.source]:
            raise Unposed
        on: list[Route] = []
        for route in routes:
            if route.end != move.source or move.size < here[move.source]:
                on.append(route)
            if route.end == move.source and move.size:
                on.append(Route(route.start, route.moves | 1 << number, move.target))
        here[move.source] -= move.size
        here[move.target] += move.size
        routes = on
        if len(routes) > MAX_ROUTES:
            raise Unposed
    return tuple(routes), here


def _mask(which: Iterable[bool]) -> int:
    return sum(1 << number for number, yes in enumerate(which) if yes)


class Fact(NamedTuple):
    """A recorded fact or a rule; `about` is the asker's key for it."""

    about: object = None
    cards: int = 0
    """These cards …"""
    routes: int = -1
    """… go only these routes …"""
    bins: int = -1
    """… into only these bins."""
    move: int = -1
    groups: tuple[Group, ...] = ()
    """The known groups of cards in a move."""
    follows: int = 0
    """Slots whose card had to follow suit if the hand could."""
    won: tuple[int, int] = (-1, -1)
    """Trick and slot: this card won that trick."""
    bound: int = 0
    """The kept rules among those that bind players by their cards, by number."""


def holds_only(slot: int, cards: int, about: object) -> Fact:
    """The card of a slot is one of these."""
    return Fact(about, cards=~cards, bins=~(1 << slot))


@dataclass(slots=True)
class World:
    """The facts that are still possible."""

    routes: list[int]
    bins: list[int]
    groups: list[tuple[Group, ...]]
    """For each move what is known of its cards; empty: nothing."""
    follows: int
    winners: list[int]
    """For each trick the slot that won it; -1: not known."""
    bound: int = 0
    """The rules that bind players by their cards, and that were kept."""
    concluded: int = 0
    """The tricks from which nothing more follows."""
    filled_bins: list[int] | None = None
    """The bins for which it was found that the cards fill them."""
    dealt_routes: list[int] | None = None
    """The routes for which it was found that the cards fill what was dealt."""
    moved_routes: list[int] | None = None
    """The routes for which it was found that the cards fill the moves."""

    def copy_world(self) -> World:
        """Another world that is the same."""
        return World(
            list(self.routes),
            list(self.bins),
            self.groups,
            self.follows,
            list(self.winners),
            self.bound,
            self.concluded,
            self.filled_bins,
            self.dealt_routes,
            self.moved_routes,
        )

    @property
    def is_decided(self) -> bool:
        """Check whether every card has one route and one bin."""
        return not any(mask & mask - 1 for mask in self.routes) and not any(mask & mask - 1 for mask in self.bins)


def empty_world(problem: CardProblem) -> World:
    """The world in which nothing is known but the sizes."""
    every_route = (1 << len(problem.routes)) - 1
    every_bin = (1 << len(problem.sizes)) - 1
    return World(
        [every_route] * problem.count,
        [every_bin] * problem.count,
        [()] * len(problem.moves),
        0,
        [-1] * len(problem.tricks),
    )


def with_facts(problem: CardProblem, facts: Iterable[Fact]) -> World:
    """The world narrowed by facts, before anything is concluded from them."""
    world = empty_world(problem)
    full = (1 << problem.count) - 1
    for fact in facts:
        for card in bits(fact.cards & full):
            world.routes[card] &= fact.routes
            world.bins[card] &= fact.bins
        if fact.move >= 0:
            world.groups[fact.move] = fact.groups
        world.follows |= fact.follows
        world.bound |= fact.bound
        trick, slot = fact.won
        if trick >= 0 and world.winners[trick] not in (-1, slot):
            world.bins[0] = 0  # two cannot have won it: there is no such world
        elif trick >= 0:
            world.winners[trick] = slot
    return world
