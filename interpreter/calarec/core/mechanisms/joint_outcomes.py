"""Every outcome of a hand: tricks, points in them, points of piles, last trick.

Terms. A *split* has the numbers of cards in piles that go to the last trick's winner, to the declarer's side, and to
no side. An outcome is *feasible* if the cards of the pack can be divided so. It is not checked whether play can
really produce it. So an outcome that is missing here cannot happen, and one that is here nearly always can.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache, reduce
from itertools import accumulate, product
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import FrozenMap, NamedTuple
from calarec.core.mechanisms.conditions import can_hold, is_known_by_seats

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from calarec.core.mechanisms.auction import WonIf
    from calarec.core.mechanisms.conditions import AnyFigure, CardFigure, OwnCards, PartyRanges, WhenCards
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.settle import OpponentRule

Split = tuple[int, int, int]
"""Numbers of cards that go to the last trick's winner, the declarer's side, none."""

_Key = tuple[int, int, int, int, int, int, int]

MAX_OUTCOMES: Final = 60_000
"""The number of outcomes above which nothing is concluded from missing ones.

A pack with unusual points can have more.
"""
_MAX_SUMS: Final = 30_000
_MAX_CACHED_FRAMES: Final = 64
"""The number of frames to keep, for an editor that checks a file at every pause."""


class SideOutcome(NamedTuple):
    """The final figures of one side, before fractions are dropped."""

    tricks: int
    in_tricks: int
    """Points of the cards in its tricks."""
    cards: int
    """Points of all its cards, piles included."""
    points: int
    """All its points."""
    last: bool = False
    """True if it has won the last trick."""


class HandOutcome(NamedTuple):
    """One way in which a hand can end, seen from the declarer's side."""

    declarer: SideOutcome
    opponents: SideOutcome


class Frame(NamedTuple):
    """The properties of a game that its outcomes depend on."""

    points: tuple[int, ...]
    """The points of each card of the pack."""
    tricks: int
    hands: int
    """The number of cards in a trick."""
    last_trick: int
    split: Split


@cache
def find_feasible_outcomes(frame: Frame) -> tuple[tuple[HandOutcome, ...], bool]:
    """The feasible outcomes, and whether these are all."""
    found: dict[HandOutcome, None] = {}
    try:
        for outcome in _enumerate_outcomes(frame):
            if len(found) == MAX_OUTCOMES:
                return tuple(found), False
            found[outcome] = None
    except _TooManyError:
        return (), False
    return tuple(found), True


class DecidedOutcome(NamedTuple):
    """An outcome, and whether the declarer has won it."""

    outcome: HandOutcome
    won: bool


@lru_cache(maxsize=_MAX_CACHED_FRAMES)
def find_distinct_outcomes(
    frame: Frame, figures: frozenset[str], won_if: WonIf, parts: int
) -> tuple[DecidedOutcome, ...]:
    """Find the first of all outcomes with the same figures of both sides and winner.

    `parts` are those of a point, of which fractions are dropped.
    """
    found: dict[object, DecidedOutcome] = {}
    names = [field for field in SideOutcome._fields if field in figures]
    figures_of = attrgetter(*names) if names else lambda _: None
    for outcome in find_feasible_outcomes(frame)[0]:
        won = won_if.is_reached_by(outcome.declarer.points // parts * parts)
        known = won, figures_of(outcome.declarer), figures_of(outcome.opponents)
        if known not in found:
            found[known] = DecidedOutcome(outcome, won)
    return tuple(found.values())


class _TooManyError(Exception):
    """The points of the pack are so unusual that the search would take too long."""


class CardBounds:
    """Bounds for the number of certain cards that a party can have, by arithmetic."""

    def __init__(self, rules: Rules) -> None:
        pack = rules.pack
        self.size: int = rules.deal.hand
        self.has_trump: bool = rules.play.trump is not None
        self.declarers: bool = any(pile.won_by == "declarer" for pile in rules.piles.values())
        self.cards: list[str] = [
            rank + suit for suit in pack.suits for rank in pack.ranks if rank + suit not in pack.without
        ]
        self.units: int = pack.units_per_point if rules.settle.rounding == "down" else 1
        """The pack's units in one unit that sides count; fractions of it are dropped."""
        sides = 2 if rules.has_auction else rules.table.sides or max(rules.table.seats, default=2)
        self.max_leftover: int = (
            sides * (self.units - 1) // self.units * self.units if rules.settle.leftover != "nobody" else 0
        )
        """The most of all dropped points that the winner of the last trick may count."""
        self.worth: dict[str, int] = {card: pack.points.get(card[0], 0) for card in self.cards}
        self.whole: int = sum(self.worth.values())
        self._worths: dict[CardFigure, list[int]] = {}

    def matching(self, figure: CardFigure) -> list[int]:
        """The points of a figure's cards, the cheapest first."""
        found = self._worths.get(figure)
        if found is None:
            found = self._worths[figure] = sorted(self.worth[card] for card in self.cards if figure.has_card(card))
        return found

    def most_of_all(self, figure: CardFigure) -> int:
        """The most cards of a figure that all parties can have together."""
        return len(self.matching(figure)) if figure.is_counted else 1

    def is_of_pack(self, cards: WhenCards | OwnCards) -> bool:
        """Check whether every named rank and suit is in the pack."""
        ranks, suits = (set(names) for names in zip(*self.cards, strict=True))
        return set(cards.ranks or "") <= ranks and set(cards.suits or "") <= suits

    def in_hand(self, figure: CardFigure, size: int, groups: Sequence[Collection[str]] = ()) -> tuple[int, int]:
        """The fewest and most cards in a hand that has a card of each of these groups."""
        count, ranges = len(self.matching(figure)), list[tuple[int, int]]()
        for chosen in product(*({figure.has_card(card) for card in group} for group in groups)):
            had, left = sum(chosen), size - len(chosen)
            others = len(self.cards) - count - (len(chosen) - had)
            ranges.append((had + max(0, left - others), had + min(left, count - had)))
        return min(low for low, _ in ranges), max(high for _, high in ranges)

    def in_hands(self, figure: CardFigure, hands: tuple[int, int]) -> tuple[int, int]:
        """The fewest and most cards in a party with these numbers of hands."""
        least, most = (self.in_hand(figure, number * self.size) for number in hands)
        return least[0], most[1]

    def counted_range(self, side: SideOutcome, points: int, sides: int = 1) -> tuple[int, int]:
        """Bound what a side counts of these points, if no irregularity moves any.

        Several sides that are looked at together drop their fractions separately.
        """
        counted, most_dropped = points // self.units * self.units, sides * (self.units - 1)
        least = max(0, -((most_dropped - points) // self.units) * self.units)
        return least, counted + self.max_leftover * side.last

    def won_card_range(self, figure: CardFigure, side: SideOutcome, hands: int) -> tuple[int, int]:
        """Bound a figure among the cards that a side has won; `hands` are in a trick."""
        count = len(self.matching(figure))
        tricks, piles = side.tricks * hands, len(self.cards) - hands * self.size
        if not self.declarers and not side.last:
            piles = 0
        most = min(count, tricks + piles, self._max_cards_for(figure, side.cards))
        others = min(count, len(self.cards) - tricks, self._max_cards_for(figure, self.whole - side.cards))
        return count - others, most

    def winning_card_range(self, figure: CardFigure, side: SideOutcome) -> tuple[int, int]:
        """Bound whether a side has won the last trick with one of a figure's cards."""
        if not side.last:
            return 0, 0
        is_any = len(self.matching(figure)) == len(self.cards)
        return int(is_any), int(self._max_cards_for(figure, side.in_tricks) > 0)

    def _max_cards_for(self, figure: CardFigure, points: int) -> int:
        """The most cards of a figure that fit into cards with these points."""
        return sum(1 for total in accumulate(self.matching(figure)) if total <= points)


class PartyOutcome(NamedTuple):
    """A party in an outcome: what its side has, and what its cards can have been."""

    side: SideOutcome
    hands: tuple[int, int]
    """The least and the most hands that it has."""
    in_trick: int
    bounds: CardBounds
    roles: Mapping[str, tuple[int, int]] = FrozenMap({})
    """Bounds for roles: whether the dealer or eldest hand is in it, where known."""
    declared: int = 0
    """The points that its declarations add."""
    counted: int | None = None
    """Its points as they are counted in the end, where that is known."""
    wins: bool | None = None
    """True if it has won the hand; None where not known."""
    trump: str | None = None
    """The suit that is trump, for any party; empty if none is, None where not known."""
    sides: int = 1
    """The most sides in it, each of which drops the fractions of its points."""

    def figure_range(self, which: AnyFigure, /) -> tuple[int, int]:
        """The least and the most that a figure can be."""
        if not isinstance(which, str):
            return self._card_range(which)
        if is_known_by_seats(which):
            return self.roles.get(which, (0, 1))
        if which == "counted":
            known = self.counted
            return (known, known) if known is not None else self._counted_range()
        if which == "result":
            return (0, 1) if self.wins is None else (int(self.wins),) * 2
        if which == "last_trick":
            return (int(self.side.last),) * 2
        value: int = getattr(self.side, which) + (self.declared if which == "points" else 0)
        return value, value

    def _card_range(self, which: CardFigure) -> tuple[int, int]:
        if which.where == "trump":
            known = self.trump
            return (
                (0, int(self.bounds.has_trump))
                if known is None
                else (int(known != "" and known in (which.suits or "")),) * 2
            )
        if which.where == "last":
            return self.bounds.winning_card_range(which, self.side)
        if which.where == "won":
            return self.bounds.won_card_range(which, self.side, self.in_trick)
        return self.bounds.in_hands(which, self.hands)

    def _counted_range(self) -> tuple[int, int]:
        return self.bounds.counted_range(self.side, self.side.points + self.declared, self.sides)


class OpponentOutcome(NamedTuple):
    """One of the opponents, or all but one, in an outcome; their tricks are known."""

    all_opponents: PartyOutcome
    tricks: int
    hands: int
    roles: Mapping[str, tuple[int, int]] = FrozenMap({})
    """Bounds for roles: whether the dealer or eldest hand is among them, where known."""

    def figure_range(self, which: AnyFigure, /) -> tuple[int, int]:
        """The least and the most that a figure can be."""
        if isinstance(which, str):
            if which == "tricks":
                return self.tricks, self.tricks
            if is_known_by_seats(which):
                return self.roles.get(which, (0, self.all_opponents.figure_range(which)[1]))
        elif which.where in ("dealt", "held"):
            return self.all_opponents.bounds.in_hands(which, (self.hands, self.hands))
        elif which.where == "trump":
            return self.all_opponents.figure_range(which)
        least, most = self.all_opponents.figure_range(which)
        if not self.tricks:
            return 0, 0
        return (least, most) if self.tricks == self.all_opponents.side.tricks else (0, most)


def opponent_parties(
    sides: tuple[PartyOutcome, PartyOutcome],
    tricks: int,
    opponents: int,
    roles: Mapping[str, Mapping[str, tuple[int, int]]] = FrozenMap({}),
) -> dict[str, PartyRanges]:
    """The parties from the view of an opponent with a number of tricks.

    Without another opponent there is none of the others.

    Args:
        sides: the declarer's side and all opponents together.
        tricks: what the opponent has won.
        opponents: how many there are.
        roles: of each party what is known of the roles in it.
    """
    ours, theirs = sides
    parties: dict[str, PartyRanges] = {
        "opponent": OpponentOutcome(theirs, tricks, 1, roles.get("opponent", theirs.roles)),
        "opponents": theirs._replace(roles=roles.get("opponents", theirs.roles)),
        "declarer": ours._replace(roles=roles.get("declarer", ours.roles)),
    }
    if opponents > 1:
        known = roles.get("other_opponents", theirs.roles)
        parties["other_opponents"] = OpponentOutcome(theirs, theirs.side.tricks - tricks, opponents - 1, known)
    return parties


@lru_cache(maxsize=_MAX_CACHED_FRAMES)
def find_sums_beside_piles(frame: Frame, tricks: int, *, is_last_theirs: bool) -> dict[tuple[int, int], int]:
    """The possible points of some opponents' tricks, as bits, by the points in piles.

    Those of piles are what the opponents get and what the declarer's side gets.
    """
    found: dict[tuple[int, int], int] = {}
    for (last, own, _), bits in _reachable(frame.points, frame.split).get(tricks * frame.hands, {}).items():
        piles = (last, own) if is_last_theirs else (0, last + own)
        found[piles] = found.get(piles, 0) | bits
    return found


@lru_cache(maxsize=_MAX_CACHED_FRAMES)
def find_possible_sums(frame: Frame, tricks: int) -> int:
    """The possible points of the cards in a number of tricks, as bits."""
    return reduce(or_, _reachable(frame.points, frame.split).get(tricks * frame.hands, {}).values(), 0)


def can_apply_to_opponent(rule: OpponentRule, parties: Mapping[str, PartyRanges]) -> bool | None:
    """Check whether a rule applies to an opponent; None where it may and may not."""
    held = [when.of in parties and can_hold(when, parties[when.of]) for when in rule.conditions]
    return False if False in held else None if None in held else True


def list_trick_splits(tricks: int, opponents: int) -> Iterator[tuple[int, ...]]:
    """List all ways in which opponents can share a number of tricks."""
    if opponents == 1:
        yield (tricks,)
        return
    for first in range(tricks + 1):
        yield from ((first, *others) for others in list_trick_splits(tricks - first, opponents - 1))


def outcome_fields(figures: Iterable[AnyFigure]) -> frozenset[str]:
    """The fields of a side's outcome that these figures depend on."""
    asked: set[str] = set()
    for figure in figures:
        if not isinstance(figure, str):
            if figure.is_counted:
                return frozenset(SideOutcome._fields)
            figure = figure.where
        asked |= _FIELDS_OF.get(figure, set() if is_known_by_seats(figure) else {figure})
    return frozenset(asked)


_FIELDS_OF: Final[Mapping[str, set[str]]] = {
    "result": set(),
    "counted": {"points", "last"},
    "last_trick": {"last"},
    "last": {"in_tricks", "last"},
    "trump": set(),
}


def _enumerate_outcomes(frame: Frame) -> Iterator[HandOutcome]:
    whole = sum(frame.points)
    for tricks in range(frame.tricks + 1):
        for mine, (last, own, lost) in sorted(_divisions(frame.points, tricks * frame.hands, frame.split)):
            theirs = whole - mine - last - own - lost
            for has_last in (True, False):
                if (tricks == 0 and has_last) or (tricks == frame.tricks and not has_last):
                    continue
                won, given = (last, 0) if has_last else (0, last)
                trick = frame.last_trick
                first = _side_outcome(tricks, mine, won + own, trick, last=has_last)
                yield HandOutcome(first, _side_outcome(frame.tricks - tricks, theirs, given, trick, last=not has_last))


def _side_outcome(tricks: int, in_tricks: int, piles: int, last_trick: int, *, last: bool) -> SideOutcome:
    return SideOutcome(tricks, in_tricks, in_tricks + piles, in_tricks + piles + last_trick * last, last)


def _divisions(points: tuple[int, ...], cards: int, split: Split) -> set[tuple[int, tuple[int, int, int]]]:
    """All sums that `cards` cards, and the cards of each pile, can have together."""
    return {
        (total, piles)
        for piles, bits in _reachable(points, split).get(cards, {}).items()
        for total in list_set_bits(bits)
    }


@cache
def _reachable(points: tuple[int, ...], split: Split) -> dict[int, dict[tuple[int, int, int], int]]:
    """The possible sums of cards, for each number of cards and each sum of the piles.

    The sums are the bits of a number.
    """
    table: dict[_Key, int] = {(0, 0, 0, 0, 0, 0, 0): 1}
    for worth, count in sorted(Counter(points).items()):
        grown: dict[_Key, int] = {}
        for (taken, a, b, c, x, y, z), bits in table.items():
            for i in range(min(count, split[0] - a) + 1):
                for j in range(min(count - i, split[1] - b) + 1):
                    if len(grown) > _MAX_SUMS:
                        raise _TooManyError
                    for k in range(min(count - i - j, split[2] - c) + 1):
                        for mine in range(count - i - j - k + 1):
                            key = (taken + mine, a + i, b + j, c + k, x + i * worth, y + j * worth, z + k * worth)
                            grown[key] = grown.get(key, 0) | bits << (mine * worth)
        table = grown
    found: dict[int, dict[tuple[int, int, int], int]] = {}
    for (taken, a, b, c, x, y, z), bits in table.items():
        if (a, b, c) == split:
            sums = found.setdefault(taken, {})
            sums[x, y, z] = sums.get((x, y, z), 0) | bits
    return found


def list_set_bits(bits: int) -> Iterator[int]:
    """List the numbers that are bits of a set."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
