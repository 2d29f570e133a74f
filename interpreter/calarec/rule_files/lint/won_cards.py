"""Divisions of the pack in which sides have won certain numbers of certain cards.

Terms. Cards of a *kind* have the same points and are counted alike. A *group* of cards comes to one place: the tricks
or the piles of a side, or nobody.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.mechanisms.conditions import CardFigure
    from calarec.core.mechanisms.joint_outcomes import Frame, HandOutcome

MAX_STEPS: Final = 30_000
"""The number of steps of all searches above which anything counts as possible."""


class WonLimit(NamedTuple):
    """Limits on the cards of a figure that one side has won."""

    is_own: bool
    """True for the declarer's side, or without a declarer the side that pays."""
    figure: CardFigure
    least: int
    most: int


class _Group(NamedTuple):
    """Room in one place, and the points that its cards still have to have."""

    size: int
    points: int | None
    """None if they do not matter."""


_Rest = tuple[tuple[_Group, ...], tuple[int, ...]]
"""What is left of all groups, and the cards that each limit has counted."""


class CardDivisions:
    """The search for divisions; all searches together have a number of steps."""

    def __init__(self, frame: Frame, cards: Sequence[str]) -> None:
        self._frame, self._cards, self._left = frame, cards, MAX_STEPS

    def can_have(self, outcome: HandOutcome, limits: Sequence[WonLimit]) -> bool:
        """Check whether the cards can be divided as an outcome and limits say."""
        kinds = Counter(
            (points, tuple(limit.figure.has_card(card) for limit in limits))
            for card, points in zip(self._cards, self._frame.points, strict=True)
        )
        ordered = sorted(kinds.items(), key=lambda each: (each[0][0], sum(each[0][1])), reverse=True)
        failed: set[tuple[int, _Rest]] = set()

        def place_kind(number: int, rest: _Rest) -> bool:
            groups, counts = rest
            if number == len(ordered):
                return all(not group.points for group in groups) and all(
                    limit.least <= count for limit, count in zip(limits, counts, strict=True)
                )
            if (number, rest) in failed:
                return False
            (points, counted), cards = ordered[number]
            for shares in _list_shares(cards, points, groups):
                self._left -= 1
                if self._left < 0:
                    return True
                after = tuple(
                    count + has * sum(shares[:2] if limit.is_own else shares[2:4])
                    for limit, has, count in zip(limits, counted, counts, strict=True)
                )
                if all(count <= limit.most for limit, count in zip(limits, after, strict=True)) and place_kind(
                    number + 1, (tuple(map(_take_cards, groups, shares, [points] * len(groups))), after)
                ):
                    return True
            failed.add((number, rest))
            return False

        return place_kind(0, (self._list_groups(outcome), (0,) * len(limits)))

    def _list_groups(self, outcome: HandOutcome) -> tuple[_Group, ...]:
        """List the tricks and piles of the declarer's side, those of the others, and what nobody wins."""
        last, own, lost = self._frame.split
        groups: list[_Group] = []
        for side, piles in ((outcome.declarer, own), (outcome.opponents, 0)):
            groups += [
                _Group(side.tricks * self._frame.hands, side.in_tricks),
                _Group(piles + last * side.last, side.cards - side.in_tricks),
            ]
        return (*groups, _Group(lost, None))


def _take_cards(group: _Group, cards: int, points: int) -> _Group:
    return _Group(group.size - cards, None if group.points is None else group.points - cards * points)


def _list_shares(cards: int, points: int, groups: Sequence[_Group]) -> Iterator[tuple[int, ...]]:
    """List the ways in which groups can get all cards of a kind."""
    group, *others = groups
    most = min(cards, group.size)
    if points and group.points is not None:
        most = min(most, group.points // points)
    if not others:
        if most == cards:
            yield (cards,)
        return
    for share in range(most, -1, -1):
        yield from ((share, *rest) for rest in _list_shares(cards - share, points, others))
