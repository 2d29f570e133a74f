"""The knowledge of a seat: worlds that agree with its view, and its cards' values.

A hand in the play by its events and a seat go in. States that are possible by the seat's knowledge come out, all of
them or a random sample. With them come, for each card that it may play, the share of its wins, or its points for the
seat's side without a declarer and with two sides. A world gives every card that the seat has not seen to a possible
hand or pile. Numbers of cards are right, suits that a seat has shown not to hold are excluded, and the called card is
with a possible holder. All ways to do so are equally likely; bids and plays of others are not used as evidence.
"""

from __future__ import annotations

from itertools import combinations, product
from math import comb, factorial, perm, prod, sqrt
from random import Random
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.events import NOT_KNOWN, project
from calarec.core.engine.exchange import barred_cards
from calarec.core.engine.state import NOBODY
from calarec.core.engine.views import view
from calarec.core.mechanisms.exchange import IN_HAND, IN_PILE
from calarec.core.wording.language import Words
from calarec.solving.position import UnsolvableError, find_winning_points, never_solved, position_of
from calarec.solving.solve import solve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec.core.engine.events import Glimpse
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.solving.position import Position
    from calarec.solving.search import Allowance

SURE: Final = 1.96
"""Standard deviations on either side of an interval of 95%."""
_TWO: Final = 2
"""Without a declarer what one side has the other has not: that takes two of them."""


class Interval(NamedTuple):
    """A figure and its 95% interval."""

    value: float
    low: float
    high: float


class SeenCard(NamedTuple):
    """A card that may be played, in the worlds that were solved."""

    card: str
    wins: Interval | None
    """The share of worlds that the player's side wins by best play; None: points only."""
    best: Interval
    """The share of worlds in which no other card is better for the player."""
    mean: Interval
    """The points of the side whose points are counted, in the ruleset's unit."""


class SeenSolution(NamedTuple):
    """The knowledge of a seat about its cards."""

    seat: str
    turn: str
    """The seat that plays: the same, or a dummy for which it plays."""
    side: tuple[str, ...]
    """The side whose points are counted: the declarer's, or without one the seat's."""
    needed: int | None
    """The points that the declarer's side needs; None without a declarer."""
    rule: str
    worlds: int
    """The number of solved worlds."""
    every: bool
    """True if these are all worlds: then figures are exact."""
    cards: tuple[SeenCard, ...]
    """Every card that may be played, the best first."""


class SeenWorlds:
    """All worlds that agree with what a seat knows."""

    def __init__(self, game: Game, state: State, events: Iterable[ev.Event], seat: int) -> None:
        self.game, self.state = game, state
        happened = tuple(events)
        seen = view(game, state, happened, 1 << seat)
        if game.stock >= 0:
            raise _drawing()
        log = project(happened, 1 << seat)
        _require_shown(game, log, seat)
        if state.earlier and state.partners != state.known:
            raise UnsolvableError(Words("of several called cards the solver does not weigh who holds them"))
        self.secret = state.called >= 0 and seen.found == NOT_KNOWN and not seen.partners
        """True if the seat does not know the holder of the called card."""
        self.seats = len(state.setting.labels)
        places = (*state.hands, *state.piles)
        traces = _Traces(game, state, log)
        missing = _missing_suits(game, state)
        self.allowed: dict[int, int] = {}
        """For each card that is not played yet where it may lie: seats first, then piles."""
        for card in bits(sum(places)):
            allowed = traces.where[card]
            for each, suits in missing.items():
                if suits >> card & 1:
                    allowed &= ~(1 << each)
            self.allowed[card] = allowed
        self.slots = tuple(cards.bit_count() for cards in places)
        self._prepare()

    # ------------------------------------------------------------------ by chance

    def _prepare(self) -> None:
        """Cards with the same places together, places that admit the same cards together."""
        kinds: dict[int, list[int]] = {}
        for card, places in self.allowed.items():
            kinds.setdefault(places, []).append(card)
        self.kinds = sorted(kinds.items())
        groups: dict[tuple[bool, ...], list[int]] = {}
        for place, free in enumerate(self.slots):
            if free:
                groups.setdefault(tuple(bool(places >> place & 1) for places, _ in self.kinds), []).append(place)
        self.groups = list(groups.items())
        self.ways: dict[tuple[int, tuple[int, ...]], int] = {}
        self.shares: dict[tuple[int, tuple[int, ...]], list[tuple[int, tuple[int, ...], tuple[int, ...]]]] = {}

    @property
    def world_count(self) -> int:
        """The number of worlds, with the order of cards within a hand or pile."""
        return self._count_ways(0, self._whole_groups())

    @property
    def different(self) -> int:
        """The number of worlds, without the order of cards within a hand or pile."""
        return self.world_count // prod(factorial(free) for free in self.slots)

    def draw_worlds(self, number: int, seed: int | str, *, once: bool) -> Iterator[State]:
        """Yield random worlds, the same for the same seed.

        With `once` each of them once if there are no more.
        """
        rng = Random(seed)
        if not once or not 0 < self.different <= number:
            yield from (self.draw_world(rng) for _ in range(number))
            return
        every = list(self._all_layouts())
        rng.shuffle(every)  # so that those that come first are a sample, too
        yield from map(self._make_world, every)

    def _all_layouts(self) -> Iterator[tuple[int, ...]]:
        """Yield the cards of each place, for all worlds."""
        members = [places for _, places in self.groups]
        for laid in self._lay_kinds(0, self._whole_groups()):
            parted = (
                _split_cards(cards, [self.slots[place] for place in places])
                for cards, places in zip(laid, members, strict=True)
            )
            for each in product(*map(list, parted)):
                found = [0] * len(self.slots)
                for places, given in zip(members, each, strict=True):
                    for place, cards in zip(places, given, strict=True):
                        found[place] = cards
                yield tuple(found)

    def _lay_kinds(self, nth: int, free: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """The cards of each group, in every way to lay the kinds from the nth on."""
        if nth == len(self.kinds):
            yield (0,) * len(free)
            return
        cards = sum(1 << card for card in self.kinds[nth][1])
        for _, numbers, after in self._share_kind(nth, free):
            if not self._count_ways(nth + 1, after):
                continue
            for given in _split_cards(cards, numbers):
                for more in self._lay_kinds(nth + 1, after):
                    yield tuple(one | other for one, other in zip(given, more, strict=True))

    def _whole_groups(self) -> tuple[int, ...]:
        return tuple(sum(self.slots[place] for place in places) for _, places in self.groups)

    def _count_ways(self, nth: int, free: tuple[int, ...]) -> int:
        """Count the ways to lay the kinds from the nth on into free places of groups."""
        if nth == len(self.kinds):
            return int(not any(free))
        key = nth, free
        found = self.ways.get(key)
        if found is None:
            found = self.ways[key] = sum(
                ways * self._count_ways(nth + 1, after) for ways, _, after in self._share_kind(nth, free)
            )
        return found

    def _share_kind(self, nth: int, free: tuple[int, ...]) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        """List the ways to share a kind among groups: count, numbers, and free places."""
        if (nth, free) in self.shares:
            return self.shares[nth, free]
        found: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []

        def share(group: int, left: int, ways: int, numbers: tuple[int, ...]) -> None:
            if group == len(free):
                if not left:
                    after = tuple(had - number for had, number in zip(free, numbers, strict=True))
                    found.append((ways, numbers, after))
                return
            most = min(left, free[group]) if self.groups[group][0][nth] else 0
            for number in range(most + 1):
                share(
                    group + 1, left - number, ways * comb(left, number) * perm(free[group], number), (*numbers, number)
                )

        share(0, len(self.kinds[nth][1]), 1, ())
        self.shares[nth, free] = found
        return found

    def draw_world(self, rng: Random) -> State:
        """One of the worlds, each as likely as the others."""
        free = self._whole_groups()
        if not self._count_ways(0, free):
            raise UnsolvableError(Words("no way in which the cards can lie agrees with what was seen"))
        laid: list[list[int]] = [[] for _ in self.groups]
        for nth, (_, cards) in enumerate(self.kinds):
            shares = [
                (ways * self._count_ways(nth + 1, after), numbers, after)
                for ways, numbers, after in self._share_kind(nth, free)
            ]
            wanted = rng.randrange(sum(ways for ways, _, _ in shares))
            numbers: tuple[int, ...] = ()
            for ways, numbers, free in shares:  # noqa: B007 - the first whose ways reach that far
                wanted -= ways
                if wanted < 0:
                    break
            order = rng.sample(cards, len(cards))
            for group, number in enumerate(numbers):
                laid[group] += [order.pop() for _ in range(number)]
        places = [0] * len(self.slots)
        for (_, members), given in zip(self.groups, laid, strict=True):
            rng.shuffle(given)
            for place in members:
                for _ in range(self.slots[place]):
                    places[place] |= 1 << given.pop()
        return self._make_world(places)

    def _make_world(self, places: Sequence[int]) -> State:
        world = self.state._replace(hands=tuple(places[: self.seats]), piles=tuple(places[self.seats :]))
        if not self.secret:
            return world
        called = next((place for place, cards in enumerate(places) if cards >> world.called & 1), None)
        if called is None:
            called = next(seat for seat, card, _ in _played_cards(world) if card == world.called)
        found = called if called < self.seats else IN_PILE
        return _called_from(self.game, world, IN_HAND if found == world.declarer else found)


def _split_cards(cards: int, numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """A set of cards in every way in sets of these sizes, which together are its own."""
    if not numbers:
        yield ()
        return
    for taken in combinations(bits(cards), numbers[0]):
        mine = sum(1 << card for card in taken)
        for rest in _split_cards(cards ^ mine, numbers[1:]):
            yield (mine, *rest)


def _require_shown(game: Game, log: Iterable[Glimpse], seat: int) -> None:
    """Refuse declarations by others of unseen cards, which are evidence of them."""
    for glimpsed in log:
        event, unseen = glimpsed.event, glimpsed.hidden
        if isinstance(event, ev.Declared) and not event.refused and event.seat != seat:
            rule = f"standing.{event.word}"
            if unseen or event.unknown or game.rules.standing[event.word].params.hand is not None:
                raise UnsolvableError(Words("the solver does not weigh declarations that the seat has not seen"), rule)


class _Traces:
    """The possible places of each card by what was seen.

    An unseen move may have moved each card of its source.
    """

    def __init__(self, game: Game, state: State, log: Iterable[Glimpse]) -> None:
        self.game, self.seats = game, len(state.setting.labels)
        self.called = -1
        steps = [game.step(path).do for path in state.program if path.startswith("steps.")]
        self.over = NOBODY if "hand_over" in steps else None
        """The holder of the called card who had to hand it over; None without that step."""
        hidden = 0
        for glimpsed in log:
            event, unseen = glimpsed.event, glimpsed.hidden
            if isinstance(event, ev.Given) and game.step(event.rule).do == "hand_over":
                self.over = event.seat
            if unseen and isinstance(event, ev.Dealt | ev.Laid):
                hidden |= 1 << (event.seat if isinstance(event, ev.Dealt) else self.seats + event.pile)
        self.where = [hidden] * len(game.cards.names)
        self.rest = self.seats + len(game.piles)
        """A place for the rest of a shared pile, which is not taken again."""
        self.size = [0] * (self.rest + 1)
        shared = -1
        for glimpsed in log:
            event = glimpsed.event
            if isinstance(event, ev.Taken | ev.Discarded) and shared < 0 and self._is_sharing_rule(event.rule):
                shared = self.seats + event.pile
                self._rename(shared, self.rest)
            self._follow_event(event, glimpsed.hidden)
        if shared >= 0:
            self._rename(self.rest, shared)

    def _is_sharing_rule(self, rule: str) -> bool:
        """Check whether it is a rule of sharing a pile otherwise than in turn."""
        step = self.game.step(rule)
        return step.do == "share" and step.params.decided != "in_turn"

    def _rename(self, source: int, target: int) -> None:
        self.size[target] += self.size[source]
        self.size[source] = 0
        self.where = [each & ~(1 << source) | 1 << target if each >> source & 1 else each for each in self.where]

    def _follow_event(self, event: ev.Event, unseen: int) -> None:
        match event:
            case ev.Shown(seat=seat, cards=cards) | ev.Declared(seat=seat, cards=cards, refused=False):
                self._put_cards(cards, seat)
            case ev.Dealt(seat=place, cards=cards):
                self._come(cards, unseen, place)
            case ev.Laid(pile=pile, cards=cards):
                self._come(cards, unseen, self.seats + pile)
            case ev.Given(seat=seat, to=to, cards=cards):
                called = self.game.step(event.rule).do == "hand_over"
                if called and unseen:
                    cards, unseen = 1 << self.called, 0
                self._move_cards(cards, unseen, seat, to)
            case ev.Tabled(seat=seat, pile=pile, cards=cards) | ev.Discarded(seat=seat, pile=pile, cards=cards):
                self._move_cards(cards, unseen, seat, self.seats + pile, barred_cards(self.game, event.rule))
            case ev.Taken(seat=seat, pile=pile, cards=cards):
                self._move_cards(
                    cards, unseen, self.rest if self._is_sharing_rule(event.rule) else self.seats + pile, seat
                )
            case ev.Turned(pile=pile, cards=cards) if not unseen:
                self._reveal_place(cards, self.seats + pile)
            case ev.HandOpened(seat=seat, cards=cards) if not unseen:
                self._reveal_place(cards, seat)
            case ev.Called():
                self.called = event.card
                self.where[event.card] &= self._possible_holders(event)
            case ev.PartnerKnown(seat=seat) if self.called >= 0:
                self._put_cards(1 << self.called, seat)
            case _:
                pass

    def _come(self, cards: int, unseen: int, place: int) -> None:
        self._put_cards(cards, place)
        self.size[place] += cards.bit_count() + unseen

    def _put_cards(self, cards: int, place: int) -> None:
        for card in bits(cards):
            self.where[card] = 1 << place

    def _reveal_place(self, cards: int, place: int) -> None:
        """Note that all cards of a place are seen."""
        self.where = [each & ~(1 << place) for each in self.where]
        self._put_cards(cards, place)

    def _move_cards(self, cards: int, unseen: int, source: int, target: int, never: int = 0) -> None:
        """Move cards from place to place; `never` are cards that unseen ones cannot be."""
        self._put_cards(cards, target)
        moved = cards.bit_count() + unseen
        self.size[source] -= moved
        self.size[target] += moved
        if unseen:
            self.where = [
                each | 1 << target if each >> source & 1 and not never >> card & 1 else each
                for card, each in enumerate(self.where)
            ]
        if not self.size[source]:
            self.where = [each & ~(1 << source) for each in self.where]

    def _possible_holders(self, event: ev.Called) -> int:
        """The possible holders of a called card, by view and the rule of the call."""
        piles = ((1 << len(self.game.piles)) - 1) << self.seats
        if self.over is not None and self.over != NOBODY:
            return 1 << self.over
        if self.over == NOBODY and event.found == NOT_KNOWN:
            # Nobody handed it over, so nobody else had it.
            return 1 << event.seat | piles
        match event.found:
            case -3:
                params = self.game.step(event.rule).params
                refused = 1 << event.seat if params.in_hand.then == "refused" else 0
                return ~(refused | (piles if params.in_pile.then == "refused" else 0))
            case -1:
                return piles
            case -2:
                # What was laid on the table to be exchanged is still the caller's own.
                return 1 << event.seat | piles
        return 1 << event.found


def _called_from(game: Game, state: State, found: int) -> State:
    """The state as it is if the called card was there."""
    steps = game.rules.contracts[state.contract].steps
    call = next(game.rules.steps[step].params for step in steps if game.rules.steps[step].do == "call")
    partners = 1 << found if call.gets == "partner" and found >= 0 else 0
    return state._replace(found=found, partners=partners)


def _missing_suits(game: Game, state: State) -> dict[int, int]:
    """For each seat the suits, as a mask of cards, that it has shown not to hold."""
    missing = dict.fromkeys(state.setting.active, 0)
    if game.rules.play.follow != "must":
        return missing
    for seat, card, led in _played_cards(state):
        # Who plays a suit after all had it all the time.
        missing[seat] &= ~game.cards.suit_of[card]
        if not game.cards.suit_of[led] >> card & 1:
            missing[seat] |= game.cards.suit_of[led]
    return missing


def _played_cards(state: State) -> Iterator[tuple[int, int, int]]:
    """All that was played, in order: who, which card, and the card led to its trick."""
    order = state.setting.active
    for leader, cards in (*((won.leader, won.cards) for won in state.tricks), (state.leader, state.trick)):
        for nth, card in enumerate(cards):
            yield order[(order.index(leader) + nth) % len(order)], card, cards[0]


# The strong player draws worlds with `once=False`, so that the hands of a seed stay what they are.
def seen_by(
    game: Game, state: State, events: Iterable[ev.Event], seat: int, *, worlds: int, seed: int | str,
    allowance: Allowance, once: bool = True,
) -> SeenSolution:  # fmt: skip
    """Find the share of wins of a seat's cards by its knowledge, in worlds of a seed.

    If there are no more worlds than `worlds`, each is examined once; without `once` they are drawn by chance all the
    same. UnsolvableError if the seat is not in turn, or each seat plays for itself. Worlds beyond the allowance are
    not counted.
    """
    label = state.setting.labels
    if state.step != "play" or state.is_over or state.controller(state.turn) != seat:
        raise UnsolvableError(Words("it is not {seat} who plays there", seat=label[seat]))
    if state.declarer != NOBODY:
        _points_rule(game, state.contract)
    elif len(state.setting.fixed_sides) != _TWO:
        raise _refuse_lone_seat()
    position = position_of(game, state, seat)
    drawn = SeenWorlds(game, state, events, seat)
    values: dict[str, list[int]] = {}
    solved = 0
    for world in drawn.draw_worlds(worlds, seed, once=once):
        found = solve(position_of(game, world, seat), within=allowance)
        if any(move.value is None for move in found.moves):
            break
        for move in found.moves:
            assert move.value is not None
            values.setdefault(move.card, []).append(move.value)
        solved += 1
    if not solved:
        stopped = Words("it was interrupted before one world was solved")
        raise UnsolvableError(stopped if allowance.stopped else Words("the time did not suffice for one world"))
    return _sum_worlds(position, label[seat], values, solved, every=once and solved == drawn.different)


def _sum_worlds(
    position: Position, seat: str, values: Mapping[str, list[int]], worlds: int, *, every: bool
) -> SeenSolution:
    """Sum up the worlds, card by card."""
    game, state = position.game, position.state
    mine = position.turn in position.side
    rule, needed = ("", None) if state.declarer == NOBODY else _points_rule(game, state.contract)
    best = [(max if mine else min)(each) for each in zip(*values.values(), strict=True)]
    least = position.now.points
    most = least + game.cards.worth(sum(state.hands) + sum(state.piles) + sum(1 << card for card in state.trick))
    most += game.rules.pack.last_trick

    def figure(hits: int) -> Interval:
        return Interval(hits / worlds, hits / worlds, hits / worlds) if every else wilson_share(hits, worlds)

    cards = []
    for card, points in values.items():
        middle = sum(points) / worlds
        cards.append(
            SeenCard(
                card,
                None if needed is None else figure(sum((each >= needed) is mine for each in points)),
                figure(sum(each == top for each, top in zip(points, best, strict=True))),
                Interval(middle, middle, middle) if every else mean_within(points, least, most),
            )
        )
    sign = 1 if mine else -1
    cards.sort(key=lambda each: (-each.wins.value if each.wins else 0.0, -sign * each.mean.value, each.card))
    return SeenSolution(seat, position.turn, position.side, needed, rule, worlds, every, tuple(cards))


def never_seen(game: Game, setting: Seating) -> UnsolvableError | None:
    """The reason why no seat of a table can know its cards' values, by only the rules.

    None where some hands have them.
    """
    never = never_solved(game, "")
    if never is not None:
        return never
    if game.stock >= 0:
        return _drawing()
    if game.rules.all_pass.do == "play_out" and len(setting.fixed_sides) == _TWO:
        return None
    refused = _refuse_lone_seat()
    for contract in game.rules.contracts:
        try:
            _points_rule(game, contract)
        except UnsolvableError as error:
            refused = error
        else:
            return None
    return refused


def _points_rule(game: Game, contract: str) -> tuple[str, int]:
    """The rule and the points that win a contract; UnsolvableError if not solvable."""
    never = never_solved(game, contract)
    if never is not None:
        raise never
    return find_winning_points(game, contract)


def _refuse_lone_seat() -> UnsolvableError:
    return UnsolvableError(Words("without a declarer each player plays alone"), "all_pass")


def _drawing() -> UnsolvableError:
    """The error for games with draws: a seat void of a suit may have drawn one."""
    return UnsolvableError(Words("where cards are drawn the solver does not weigh what a seat can know"), "play.draw")


def wilson_share(hits: int, tries: int) -> Interval:
    """A share of tries, with Wilson's interval."""
    rate, square = hits / tries, SURE * SURE / tries
    middle = (rate + square / 2) / (1 + square)
    half = SURE * sqrt(rate * (1 - rate) / tries + square / tries / 4) / (1 + square)
    return Interval(rate, max(middle - half, 0.0), min(middle + half, 1.0))


def normal_mean(figures: Sequence[float]) -> Interval:
    """A mean, with the interval of the normal distribution."""
    middle = sum(figures) / len(figures)
    if len(figures) < 2:
        return Interval(middle, min(figures), max(figures))
    spread = sqrt(sum((figure - middle) ** 2 for figure in figures) / (len(figures) - 1) / len(figures))
    return Interval(middle, middle - SURE * spread, middle + SURE * spread)


def mean_within(figures: Sequence[float], least: float, most: float) -> Interval:
    """A mean of figures between bounds.

    A few equal figures are not certain: as many as would not be seen in this number of draws may be at either bound.
    """
    middle, low, high = normal_mean(figures)
    unseen = wilson_share(0, len(figures)).high
    low, high = min(low, middle - unseen * (middle - least)), max(high, middle + unseen * (most - middle))
    return Interval(middle, max(low, least), min(high, most))
