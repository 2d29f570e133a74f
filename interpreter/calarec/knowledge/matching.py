"""Cards into bins, each bin with its exact number: is it possible, and which card may go where.

Terms. A *bin* takes an exact number of cards: a hand that was dealt, a discard, one place in a trick. A
*choice* is, for each card, the mask of the bins that it may go into. A choice is *supported* if some way to
fill all bins exactly uses it; the others are taken away (Régin's filtering, on bit masks).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.light import NamedTuple
from calarec.moves.cards import bits

if TYPE_CHECKING:
    from collections.abc import Sequence


class Filled(NamedTuple):
    """The supported choices, and one way to fill the bins: the bin of each card."""

    choices: list[int]
    bins: list[int]


def fill(choices: Sequence[int], sizes: Sequence[int], avoid: Sequence[int] = ()) -> Filled | None:
    """The supported choices; None if the bins cannot be filled. The sizes add up to the number of cards.

    `avoid` names for each card bins that it should not be put into if it can be helped.
    """
    found = _obvious(choices, sizes)
    if found is None:
        return None
    left, waiting, answer = found
    if waiting:
        matched = _match(answer.choices, waiting, left, avoid)
        if matched is None:
            return None
        _keep_supported(answer.choices, matched)
        for card, place in matched.items():
            answer.bins[card] = place
    return answer


def _obvious(choices: Sequence[int], sizes: Sequence[int]) -> tuple[list[int], list[int], Filled] | None:
    """Puts cards with one choice into their bins and closes full bins, until nothing changes."""
    left = list(sizes)
    answer = Filled(list(choices), [-1] * len(choices))
    shut = sum(1 << place for place, size in enumerate(left) if not size)
    waiting = list(range(len(choices)))
    changed = True
    while changed:
        changed, still = False, []
        for card in waiting:
            mask = answer.choices[card] & ~shut
            answer.choices[card] = mask
            if not mask:
                return None
            if mask & mask - 1:
                still.append(card)
                continue
            place = mask.bit_length() - 1
            answer.bins[card] = place
            left[place] -= 1
            if not left[place]:
                shut |= mask
            changed = True
        waiting = still
    return left, waiting, answer


def _match(choices: list[int], waiting: list[int], left: list[int], avoid: Sequence[int]) -> dict[int, int] | None:
    """Fills the bins with the waiting cards by augmenting paths."""
    bin_of: dict[int, int] = {}
    holds = [0] * len(left)
    room = list(left)
    for card in waiting:
        if not _augment(card, choices, bin_of, holds, room, avoid):
            return None
    return None if any(room) else bin_of


def _augment(
    card: int,
    choices: list[int],
    bin_of: dict[int, int],
    holds: list[int],
    room: list[int],
    avoid: Sequence[int],
) -> bool:
    """Finds a bin for a card; others may have to move on."""
    reached_by: dict[int, int] = {}
    seen, queue = 0, [card]
    for mover in queue:
        free = choices[mover] & ~seen
        unwanted = free & avoid[mover] if avoid else 0
        for place in (*bits(free & ~unwanted), *bits(unwanted)):
            seen |= 1 << place
            reached_by[place] = mover
            if room[place]:
                room[place] -= 1
                _shift(place, reached_by, bin_of, holds)
                return True
            queue.extend(bits(holds[place]))
    return False


def _shift(place: int, reached_by: dict[int, int], bin_of: dict[int, int], holds: list[int]) -> None:
    """Moves the cards along the path that ends in a bin with room."""
    while True:
        mover = reached_by[place]
        before = bin_of.get(mover)
        bin_of[mover] = place
        holds[place] |= 1 << mover
        if before is None:
            return
        holds[before] &= ~(1 << mover)
        place = before


def _keep_supported(choices: list[int], bin_of: dict[int, int]) -> None:
    """A card may leave its bin only on a circle of bins: each passes a card on to the next."""
    onward: dict[int, int] = {}
    for card, place in bin_of.items():
        onward[place] = onward.get(place, 0) | choices[card]
    circles = _circles(onward)
    for card, place in bin_of.items():
        choices[card] &= circles[place] | 1 << place


def _circles(onward: dict[int, int]) -> dict[int, int]:
    """For each bin the bins that it reaches and that reach it."""
    reach = dict(onward)
    for via in onward:
        through, bit = reach[via], 1 << via
        for place, mask in reach.items():
            if mask & bit:
                reach[place] = mask | through
    return {
        place: sum(1 << other for other in bits(mask) if other in reach and reach[other] >> place & 1)
        for place, mask in reach.items()
    }
