"""Division of tricks among seats so that they have certain points.

Five tricks do not give points to six seats, and one of seven cards is not worth a third where few cards are worth
nothing. Only numbers of tricks and points of cards matter, not whether play can produce it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.score_only.joint_ways import frames_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.mechanisms.joint_outcomes import Frame

_MAX_DIVISIONS: Final = 20_000
"""With more of them nothing is concluded."""
_MAX_ANSWERS_KEPT: Final = 20_000


class PartyPoints(NamedTuple):
    """The least and the most points of seats whose points are written together."""

    least: int
    most: int
    has_declarer: bool = False


class _Left(NamedTuple):
    """The rest of a hand after some parties have theirs."""

    cards: tuple[int, ...]
    """The number of cards of each worth."""
    tricks: int
    last: bool
    """True if the last trick is left."""


def can_divide_points(game: Game, contract: str, seats: int, parties: Sequence[PartyPoints], *, every: bool) -> bool:
    """Check whether seats can have such points; `every`: the parties have all seats.

    Without a contract it is a hand without a declarer.
    """
    known: dict[object, bool] = game.worked_out.setdefault(__name__, {})
    key = contract, seats, tuple(sorted(parties)), every
    if key not in known:
        if len(known) >= _MAX_ANSWERS_KEPT:
            known.clear()
        frames = frames_of(game, contract)
        known[key] = not frames or any(
            frame.hands != seats or can_divide_frame(frame, sorted(parties), every=every) for frame in frames
        )
    return known[key]


def can_divide_frame(frame: Frame, parties: Sequence[PartyPoints], *, every: bool) -> bool:
    """Check whether a hand with such tricks and piles can be divided so."""
    worths = Counter(frame.points)
    order = sorted(worths, reverse=True)
    found = {_Left(tuple(worths[worth] for worth in order), frame.tricks, frame.tricks > 0)}
    for party in parties:
        found = {left for before in found for left in _lefts_after(frame, order, before, party)}
        if len(found) > _MAX_DIVISIONS:
            return True
    if every:
        return any(not left.tricks and not left.last for left in found)
    return any(left.tricks >= left.last for left in found)


def _lefts_after(frame: Frame, order: Sequence[int], before: _Left, party: PartyPoints) -> Iterator[_Left]:
    """Yield the possible rests after a party has its tricks and their piles."""
    with_last, with_declarer, _ = frame.split
    for tricks in range(before.tricks + 1):
        for has_last in (False, True) if tricks and before.last else (False,):
            cards = tricks * frame.hands + with_last * has_last + with_declarer * party.has_declarer
            bonus = frame.last_trick * has_last
            for rest in _cards_left(order, before.cards, cards, party.least - bonus, party.most - bonus):
                yield _Left(rest, before.tricks - tricks, before.last and not has_last)


def _cards_left(
    order: Sequence[int], counts: tuple[int, ...], cards: int, least: int, most: int
) -> Iterator[tuple[int, ...]]:
    """Yield the cards left, by worth, after some with these points are gone."""
    if not counts:
        if not cards and least <= 0 <= most:
            yield ()
        return
    worth, *others = order
    if most < 0 or cards * worth < least or cards > sum(counts):
        return
    for taken in range(min(cards, counts[0]) + 1):
        if worth > 0 and taken * worth > most:
            break
        beneath = _cards_left(others, counts[1:], cards - taken, least - taken * worth, most - taken * worth)
        yield from ((counts[0] - taken, *rest) for rest in beneath)
