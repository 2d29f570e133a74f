"""Placement of cards in bins with exact sizes: possibility, and supported choices.

Terms. A *bin* takes an exact number of cards: a hand that was dealt, a discard, one place in a trick. A *choice* is,
for each card, the mask of the bins that it may go into. A choice is *supported* if some way to fill all bins exactly
uses it; the others are removed (Régin's filtering, on bit masks).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple, dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence


class Filled(NamedTuple):
    """The supported choices, and one way to fill the bins: the bin of each card."""

    choices: list[int]
    bins: list[int]


def fill_bins(choices: Sequence[int], sizes: Sequence[int], avoid: Sequence[int] = ()) -> Filled | None:
    """The supported choices; None if the bins cannot be filled.

    The sizes add up to the number of cards. `avoid` names for each card bins that it should not be put into if
    possible.
    """
    found = _fill_obvious(choices, sizes)
    if found is None:
        return None
    left, waiting, answer = found
    if waiting:
        matched = _match_waiting(answer.choices, waiting, left, avoid)
        if matched is None:
            return None
        _keep_supported(answer.choices, matched)
        for card, place in matched.items():
            answer.bins[card] = place
    return answer


def _fill_obvious(choices: Sequence[int], sizes: Sequence[int]) -> tuple[list[int], list[int], Filled] | None:
    """Put cards with one choice into their bins and close full ones, until stable."""
    left, kept, bins = list(sizes), list(choices), [-1] * len(choices)
    open_bins = 0
    for place, size in enumerate(left):
        if size:
            open_bins |= 1 << place
    waiting = list(range(len(choices)))
    changed = True
    while changed:
        changed, still = False, []
        for card in waiting:
            mask = kept[card] & open_bins
            kept[card] = mask
            if not mask:
                return None
            if mask & mask - 1:
                still.append(card)
                continue
            place = mask.bit_length() - 1
            bins[card] = place
            left[place] -= 1
            if not left[place]:
                open_bins ^= mask
            changed = True
        waiting = still
    return left, waiting, Filled(kept, bins)


def _match_waiting(
    choices: list[int], waiting: list[int], left: list[int], avoid: Sequence[int]
) -> dict[int, int] | None:
    """Fills the bins with the waiting cards by augmenting paths."""
    matching = _Matching({}, [0] * len(left), list(left), sum(1 << place for place, size in enumerate(left) if size))
    for card in waiting:
        if not _can_augment(card, choices, matching, avoid):
            return None
    return None if matching.open else matching.bin_of


@dataclass(slots=True)
class _Matching:
    """Cards in bins, as far as they have been put there."""

    bin_of: dict[int, int]
    holds: list[int]
    room: list[int]
    open: int
    """The bins with room."""


def _can_augment(card: int, choices: list[int], matching: _Matching, avoid: Sequence[int]) -> bool:
    """Finds a bin for a card; others may have to move on."""
    holds = matching.holds
    reached_by: dict[int, int] = {}
    seen, queue = 0, [card]
    for mover in queue:
        free = choices[mover] & ~seen
        there = free & matching.open
        if there:
            wanted = there & ~avoid[mover] if avoid else there
            place = ((wanted or there) & -(wanted or there)).bit_length() - 1
            reached_by[place] = mover
            matching.room[place] -= 1
            if not matching.room[place]:
                matching.open &= ~(1 << place)
            _shift(place, reached_by, matching)
            return True
        seen |= free
        unwanted = free & avoid[mover] if avoid else 0
        for some in (free & ~unwanted, unwanted):
            rest = some
            while rest:
                low = rest & -rest
                rest ^= low
                place = low.bit_length() - 1
                reached_by[place] = mover
                held = holds[place]
                while held:
                    low = held & -held
                    held ^= low
                    queue.append(low.bit_length() - 1)
    return False


def _shift(place: int, reached_by: dict[int, int], matching: _Matching) -> None:
    """Moves the cards along the path that ends in a bin with room."""
    bin_of, holds = matching.bin_of, matching.holds
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
    """Keep choices on circles of bins, where each passes a card on to the next."""
    onward: dict[int, int] = {}
    for card, place in bin_of.items():
        onward[place] = onward.get(place, 0) | choices[card]
    circles = _circles(onward)
    for card, place in bin_of.items():
        choices[card] &= circles[place] | 1 << place


def _circles(onward: dict[int, int]) -> dict[int, int]:
    """For each bin the bins that it reaches and that reach it."""
    found: dict[int, int] = {}
    here = sum(1 << place for place in onward)
    back = dict.fromkeys(onward, 0)
    for place, mask in onward.items():
        bit, rest = 1 << place, mask & here
        while rest:
            low = rest & -rest
            rest ^= low
            back[low.bit_length() - 1] |= bit
    while here:
        place = here.bit_length() - 1
        circle = _reach_from(place, onward, here)
        circle &= _reach_from(place, back, circle)
        here &= ~circle
        rest = circle
        while rest:
            low = rest & -rest
            rest ^= low
            found[low.bit_length() - 1] = circle
    return found


def _reach_from(place: int, onward: dict[int, int], within: int) -> int:
    """The bins that can be reached from one within some bins."""
    reached, new = 0, 1 << place
    while new:
        reached |= new
        more = 0
        while new:
            low = new & -new
            new ^= low
            more |= onward[low.bit_length() - 1]
        new = more & within & ~reached
    return reached
