"""The journeys of cards through a hand: where they are dealt, held and won.

Terms. A *group* is players whose cards count together; the first group is the declarer's side. A *spot* is the number
of a group, or the name of a pile. All cards with the same journey are in one place of a division of the pack.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.conditions import CardFigure
from calarec.core.mechanisms.exchange import DiscardLimit
from calarec.rule_files.lint.divisions import CountLimit
from calarec.rule_files.lint.facts import card_points
from calarec.rule_files.lint.sizes import HeldCards

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from calarec.core.mechanisms.conditions import AnyFigure, PartyCondition
    from calarec.core.mechanisms.joint_outcomes import Split
    from calarec.rule_files.lint.divisions import CardDivisions
    from calarec.rule_files.lint.report import Report
    from calarec.rule_files.lint.sizes import CardMove

_Spot = int | str


class PlayerGroup(NamedTuple):
    """Players whose cards count together, and the tricks that they win."""

    hands: int
    tricks: int = 0
    last: bool = False
    """True if they win the last trick."""


class AskedLimit(NamedTuple):
    """Limits that a figure of a party shall keep."""

    of: str
    figure: AnyFigure
    least: int
    most: int | None

    def is_met_by(self, value: int) -> bool:
        """Check whether a value is within the limits."""
        return self.least <= value and (self.most is None or value <= self.most)


def has_card_limit(when: PartyCondition) -> bool:
    """Check whether a condition looks at cards."""
    return any(isinstance(limit.figure, CardFigure) and limit.figure.where != "trump" for limit in when.limits)


def list_asked(conditions: Iterable[PartyCondition]) -> list[AskedLimit]:
    """List the limits of conditions, without their alternatives."""
    return [
        AskedLimit(when.of, limit.figure, limit.least or 0, limit.most) for when in conditions for limit in when.limits
    ]


def list_broken(when: PartyCondition, contract: str = "") -> list[list[AskedLimit]]:
    """List the ways in which a condition, without its alternatives, fails."""
    contracts = getattr(when, "contracts", ())
    if contracts and contract not in contracts:
        return [[]]
    below = [[AskedLimit(when.of, limit.figure, 0, limit.least - 1)] for limit in when.limits if limit.least]
    above = [
        [AskedLimit(when.of, limit.figure, limit.most + 1, None)] for limit in when.limits if limit.most is not None
    ]
    return below + above


class _Journey(NamedTuple):
    dealt: _Spot
    held: _Spot
    moves: tuple[tuple[int, _Spot, _Spot], ...] = ()
    """The numbers of the moves that these cards make, from where and to where."""
    winner: int | None = None
    """The group that wins them; None: no group does."""
    in_trick: bool = False


class Journeys:
    """All journeys in a hand, after one way through its exchange."""

    def __init__(
        self, groups: Sequence[PlayerGroup], contract: str, end: HeldCards, holder: int, report: Report
    ) -> None:
        self._groups, self._facts, self._holder = groups, report.facts, holder
        moves = [self._of_groups(move) for move in end.moves]
        starts: list[_Spot] = [*(number for number, group in enumerate(groups) if group.hands), *end.piles]
        journeys = [_Journey(spot, spot) for spot in starts]
        for number, ways in enumerate(moves):
            journeys += [
                journey._replace(held=to, moves=(*journey.moves, (number, spot, to)))
                for journey in journeys
                for spot, to in ways
                if journey.held == spot
            ]
        self.places: list[_Journey] = [won for journey in journeys for won in self._list_won(journey, contract)]
        self.limits: list[CountLimit] = [*self._limit_spots(end), *self._limit_tricks()]
        for number, (move, ways) in enumerate(zip(end.moves, moves, strict=True)):
            self.limits += self._limit_move(number, move, ways)

    def limit_cards(self, cards: Iterable[str], places: frozenset[int], least: int, most: int | None) -> CountLimit:
        """Limit the number of certain cards in some places."""
        return CountLimit(dict.fromkeys(cards, 1), places, least, most)

    def limit_points(self, places: frozenset[int], least: int, most: int | None) -> CountLimit:
        """Limit the points of all cards in some places."""
        points = zip(self._facts.pack_cards, card_points(self._facts.rules.pack), strict=True)
        return CountLimit({card: worth for card, worth in points if worth}, places, least, most, is_of_points=True)

    def limit_asked(
        self, asked: Iterable[AskedLimit], parties: Mapping[str, frozenset[int]]
    ) -> list[CountLimit] | None:
        """The limits for figures of parties; None if such tricks exclude these."""
        limits: list[CountLimit] = []
        winning_cards: dict[int, frozenset[str]] = {}
        pack = frozenset(self._facts.pack_cards)
        for wanted in asked:
            groups = parties[wanted.of]
            last = next((number for number in groups if self._groups[number].last), None)
            if isinstance(wanted.figure, CardFigure) and wanted.figure.where == "last":
                if last is not None:
                    asked_cards = frozenset(card for card in pack if wanted.figure.has_card(card))
                    left = winning_cards.get(last, pack)
                    winning_cards[last] = left & asked_cards if wanted.least else left - asked_cards
                elif wanted.least:
                    return None
            elif isinstance(wanted.figure, CardFigure) and wanted.figure.is_counted:
                cards, places = filter(wanted.figure.has_card, pack), self._find_places(wanted.figure.where, groups)
                limits.append(self.limit_cards(cards, places, wanted.least, wanted.most))
            elif wanted.figure in ("in_tricks", "cards"):
                limits.append(self.limit_points(self._find_places(wanted.figure, groups), wanted.least, wanted.most))
            elif wanted.figure in ("tricks", "last_trick"):
                tricks = sum(self._groups[number].tricks for number in groups)
                if not wanted.is_met_by(tricks if wanted.figure == "tricks" else int(last is not None)):
                    return None
        # A group that has won the last trick has one of these cards in its tricks.
        limits += [
            self.limit_cards(cards, self._find_places("in_tricks", {number}), 1, None)
            for number, cards in winning_cards.items()
        ]
        return limits

    def _of_groups(self, move: CardMove) -> tuple[tuple[_Spot, _Spot], ...]:
        """The ways of a move from group to group."""
        pairs = (product(self._spots_of(spot), self._spots_of(to)) for spot, to in move.ways)
        return tuple(dict.fromkeys((spot, to) for ways in pairs for spot, to in ways if spot != to))

    def _spots_of(self, spot: _Spot) -> Sequence[_Spot]:
        """The groups that a hand may be in; those of two hands are known."""
        if isinstance(spot, str):
            return (spot,)
        if spot < 2:
            return (self._holder if spot else 0,)
        return [number for number, group in enumerate(self._groups) if group.hands > (number == 0)]

    def _list_won(self, journey: _Journey, contract: str) -> Iterator[_Journey]:
        """List the ways in which cards with a journey are won."""
        if isinstance(journey.held, int) or journey.held == self._facts.stock_pile:
            for number, group in enumerate(self._groups):
                if group.tricks:
                    yield journey._replace(winner=number, in_trick=True)
            return
        pile = self._facts.rules.piles.get(journey.held)
        if pile is None:
            return  # told as a name that is not defined
        last = next((number for number, group in enumerate(self._groups) if group.last), None)
        yield journey._replace(winner={"last_trick": last, "declarer": 0 if contract else None}.get(pile.won_by))

    def _find_places(self, where: str, spots: Collection[_Spot]) -> frozenset[int]:
        """The places of cards that are dealt, held or won at some spots."""
        if where in ("dealt", "held"):
            found = (getattr(journey, where) in spots for journey in self.places)
        else:
            found = (journey.winner in spots and (where != "in_tricks" or journey.in_trick) for journey in self.places)
        return frozenset(number for number, is_found in enumerate(found) if is_found)

    def _limit_spots(self, end: HeldCards) -> Iterator[CountLimit]:
        """Limit the cards dealt to each spot, and those there at the first lead."""
        rules, cards = self._facts.rules, self._facts.pack_cards
        sizes: dict[_Spot, tuple[int, int]] = {
            number: (group.hands * rules.deal.hand,) * 2 for number, group in enumerate(self._groups)
        }
        sizes |= {pile: (rules.piles[pile].dealt, left) for pile, left in end.piles.items() if pile in rules.piles}
        for spot, (dealt, held) in sizes.items():
            yield self.limit_cards(cards, self._find_places("dealt", {spot}), dealt, dealt)
            yield self.limit_cards(cards, self._find_places("held", {spot}), held, held)

    def _limit_tricks(self) -> Iterator[CountLimit]:
        """Limit the cards of tricks, of which each hand has played one to each."""
        cards, in_trick = self._facts.pack_cards, sum(group.hands for group in self._groups)
        for winner, won in enumerate(self._groups):
            places = self._find_places("in_tricks", {winner})
            yield self.limit_cards(cards, places, won.tricks * in_trick, won.tricks * in_trick)
            for holder, group in enumerate(self._groups):
                size = won.tricks * group.hands
                drawn = self._facts.stock_pile
                yield self.limit_cards(cards, places & self._find_places("held", {holder}), 0 if drawn else size, size)

    def _limit_move(self, number: int, move: CardMove, ways: Sequence[tuple[_Spot, _Spot]]) -> Iterator[CountLimit]:
        """Limit the cards that change places in a step, as it allows."""
        params, cards = self._facts.rules.steps[move.step].params, self._facts.pack_cards
        moved = {
            way: frozenset(place for place, journey in enumerate(self.places) if (number, *way) in journey.moves)
            for way in ways
        }
        for way, places in moved.items():
            spot, _ = way
            hands = self._groups[spot].hands if isinstance(spot, int) and len(move.ways) > 1 else 1
            yield self.limit_cards(cards, places, move.least, move.most * hands)
        never = getattr(params, "never", None)
        barred = [DiscardLimit(ranks=never)] if never else []
        for limit in (*barred, *getattr(params, "limits", ())):
            limited = filter(limit.cards.has_card, cards)
            yield self.limit_cards(limited, frozenset[int]().union(*moved.values()), 0, limit.at_most)


def can_be_divided(
    ways: Iterable[Sequence[AskedLimit]],
    parties: Mapping[str, frozenset[int]],
    journeys: Iterable[Journeys],
    divisions: CardDivisions,
) -> bool:
    """Check whether some journeys can bring about what one of the ways asks."""
    listed = [*ways]
    for tried in journeys:
        for way in listed:
            limits = tried.limit_asked(way, parties)
            if limits is not None and divisions.can_divide(len(tried.places), [*tried.limits, *limits]):
                return True
    return False


def list_journeys(groups: Sequence[PlayerGroup], contract: str, split: Split, report: Report) -> Iterator[Journeys]:
    """List the journeys of each way through the exchange that leaves such piles."""
    for end in _list_ends(sum(group.hands for group in groups), contract, split, report):
        is_holder_known = not any(1 in way for move in end.moves for way in move.ways)
        holders = [number for number, group in enumerate(groups) if group.hands > (number == 0)]
        for holder in holders[:1] if is_holder_known else holders:
            yield Journeys(groups, contract, end, holder, report)


def _list_ends(hands: int, contract: str, split: Split, report: Report) -> Iterator[HeldCards]:
    """List the ways through the exchange that differ in what moves."""
    facts, size = report.facts, report.facts.rules.deal.hand
    if not contract:
        yield HeldCards((size,) * hands, {key: pile.dealt for key, pile in facts.rules.piles.items()})
        return
    ends = (end for end in facts.walks[contract, hands].ends if facts.split_of(end.piles) == split)
    yield from {(end.moves, tuple(end.piles.items())): end for end in ends if set(end.hands) == {size}}.values()
