"""The numbers of a record's tricks: missing, duplicate and misplaced ones.

Terms. Tricks are counted here by their *place* among those that are written, from 0. A number is *due* at a place if
it follows the number before. Tricks are *in order* where their numbers rise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.records.model import Trick


_MAX_NUMBER: Final = 100
"""No number can make the search for missing ones long."""


class Slip(NamedTuple):
    """A mistake in one number; kinds: `again`, `order`, `number`, `gap`, `unclear`."""

    kind: str
    place: int
    due: int
    """The number that is correct there; in a gap, the first number that is missing."""
    beside: int = 0
    """The place of the trick that it repeats, or that it follows."""


class Numbering(NamedTuple):
    """The reading of the numbers of tricks."""

    slips: tuple[Slip, ...] = ()
    order: tuple[tuple[int, int], ...] = ()
    """Pairs of place and number, in the order of numbers, without repeated lines."""
    missing: tuple[int, ...] = ()


def numbering(tricks: Sequence[Trick]) -> Numbering:
    """Reads the numbers of tricks as what they must mean."""
    if all(trick.number == number for number, trick in enumerate(tricks, 1)):
        return Numbering()
    slips: list[Slip] = []
    kept = _places_without_repeats(tricks, slips)
    numbers = _with_numbers_repaired([(place, tricks[place].number) for place in kept], slips)
    behind = places_out_of_order([number for _, number in numbers])
    for at in behind:
        place, number = numbers[at]
        before = max((each for each in numbers[:at]), key=lambda each: each[1], default=(0, 0))
        several = sum(each == number for _, each in numbers) > 1
        due = numbers[at - 1][1] + 1 if at else 1
        slips.append(Slip("unclear" if several else "order", place, due, before[0]))
    known = {number for _, number in numbers}
    missing = tuple(number for number in range(1, min(max(known), _MAX_NUMBER) + 1) if number not in known)
    rising = [each for at, each in enumerate(numbers) if at not in behind]
    last = 0
    for place, number in rising:
        gone = [each for each in missing if last < each < number]
        if gone:
            slips.append(Slip("gap", place, gone[0]))
        last = number
    if len(known) == len(numbers):
        numbers.sort(key=lambda each: each[1])
    return Numbering(tuple(sorted(slips, key=lambda slip: slip.place)), tuple(numbers), missing)


def _places_without_repeats(tricks: Sequence[Trick], slips: list[Slip]) -> list[int]:
    """The places of tricks that repeat no other."""
    seen: dict[tuple[object, ...], int] = {}
    kept = []
    for place, trick in enumerate(tricks):
        first = seen.setdefault((trick.number, trick.leader, trick.cards), place)
        if first == place:
            kept.append(place)
        else:
            slips.append(Slip("again", place, trick.number, first))
    return kept


def _with_numbers_repaired(numbers: list[tuple[int, int]], slips: list[Slip]) -> list[tuple[int, int]]:
    """Correct numbers whose neighbours leave only one missing number for them."""
    found = list(numbers)
    for at, (place, number) in enumerate(numbers):
        before = found[at - 1][1] if at else 0
        after = numbers[at + 1][1] if at + 1 < len(numbers) else 0
        others = {each for nth, (_, each) in enumerate(found) if nth != at}
        due = before + 1
        if number == due or due in others:
            continue
        if after == due + 1 or (not after and number in others):
            found[at] = (place, due)
            slips.append(Slip("number", place, due))
    return found


def places_out_of_order(numbers: list[int]) -> list[int]:
    """The fewest places without which the numbers rise; of two exchanged, the later."""
    count = len(numbers)
    up_to, from_on = [1] * count, [1] * count  # how many can rise up to each place, and from it on
    for at in range(count):
        up_to[at] += max((up_to[place] for place in range(at) if numbers[place] < numbers[at]), default=0)
    for at in range(count - 1, -1, -1):
        from_on[at] += max(
            (from_on[place] for place in range(at + 1, count) if numbers[place] > numbers[at]), default=0
        )
    longest, kept, last = max(up_to), 0, 0
    behind = []
    for at, number in enumerate(numbers):
        if up_to[at] + from_on[at] - 1 == longest and up_to[at] == kept + 1 and number > last:
            kept, last = kept + 1, number
        else:
            behind.append(at)
    return behind
