"""Payments that settle all debts, as few as possible.

In come balances: the gain (positive) or loss of each person. Out come payments. People whose balances sum to zero can
settle among themselves, and n of them need at most n - 1 payments; with fewer, two groups would each sum to zero. So
the fewest payments are those within the most groups that each sum to zero.

To find the most groups, every set of people is examined: exact up to `MAX_EXACT_PEOPLE` people with a balance. Beyond
that, groups are split off while they are easy to find, and `fewest` is False: there is no proof.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_EXACT_PEOPLE: Final = 14
"""The maximum number of people for an exact search.

2^14 sets take some hundredths of a second, and each further person doubles that. No table seats more.
"""


class Debt(NamedTuple):
    """One payment; a side that is empty is the pot."""

    debtor: str
    creditor: str
    amount: int


class Settlement(NamedTuple):
    """The payments, the largest first, and whether no fewer would do."""

    debts: tuple[Debt, ...]
    fewest: bool
    left: int = 0
    """The sum of balances, which the pot pays; negative: the pot gets it."""


def settled_up(balances: Mapping[str, int]) -> Settlement:
    """Return the fewest payments that settle all balances."""
    left = sum(balances.values())
    people = {who: amount for who, amount in balances.items() if amount}
    if left:
        people[""] = people.get("", 0) - left
    groups, fewest = _even_groups(people)
    debts = sorted((debt for group in groups for debt in _debts_within_group(group)), key=lambda debt: -debt.amount)
    return Settlement(tuple(debts), fewest, left)


def _even_groups(people: dict[str, int]) -> tuple[list[dict[str, int]], bool]:
    """Group people with sum zero; True if there cannot be more groups."""
    pairs, rest = _even_pairs(people)
    if len(rest) <= MAX_EXACT_PEOPLE:
        return pairs + _most_groups(rest), True
    apart: list[dict[str, int]] = []
    while len(rest) > MAX_EXACT_PEOPLE:
        # The largest balances alone are looked at: what is even among them may be settled there.
        near = dict(sorted(rest.items(), key=lambda each: -abs(each[1]))[:MAX_EXACT_PEOPLE])
        found = _even_among(near)
        if not found:
            return [*pairs, *apart, rest], False
        apart += found
        rest = {who: amount for who, amount in rest.items() if not any(who in group for group in found)}
    return pairs + apart + _most_groups(rest), False


def _even_pairs(people: dict[str, int]) -> tuple[list[dict[str, int]], dict[str, int]]:
    """Split off pairs with sum zero; return them and the other people.

    That never costs a group: if the two were in different groups, the rest of both would sum to zero too.
    """
    open_by_amount: dict[int, list[str]] = {}
    pairs = []
    for who, amount in people.items():
        waiting = open_by_amount.get(-amount)
        if waiting:
            other = waiting.pop(0)
            pairs.append({other: -amount, who: amount})
        else:
            open_by_amount.setdefault(amount, []).append(who)
    paired = {who for pair in pairs for who in pair}
    return pairs, {who: amount for who, amount in people.items() if who not in paired}


def _most_groups(people: dict[str, int]) -> list[dict[str, int]]:
    """Split people into the most groups with sum zero.

    It follows the best way to the full set, on which one person joins at a time.
    """
    names, amounts = list(people), list(people.values())
    if not names:
        return []
    sums, _, last = _sums_of_sets(amounts)
    groups: list[dict[str, int]] = []
    here = (1 << len(names)) - 1
    members: dict[str, int] = {}
    while here:
        if sums[here] == 0 and members:
            groups.append(members)
            members = {}
        person = last[here]
        members[names[person]] = amounts[person]
        here ^= 1 << person
    return [*groups, members]


def _sums_of_sets(amounts: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
    """Return for each set: sum, most even sets on a way to it, last person to join."""
    size = 1 << len(amounts)
    sums, most, last = [0] * size, [0] * size, [0] * size
    for here in range(1, size):
        low = here & -here
        sums[here] = sums[here ^ low] + amounts[low.bit_length() - 1]
        best = -1
        left = here
        while left:
            bit = left & -left
            left ^= bit
            if most[here ^ bit] > best:
                best, last[here] = most[here ^ bit], bit.bit_length() - 1
        most[here] = best + (sums[here] == 0)
    return sums, most, last


def _even_among(people: dict[str, int]) -> list[dict[str, int]]:
    """Return some people who are even among themselves, in groups; empty if none are."""
    names, amounts = list(people), list(people.values())
    sums, most, _ = _sums_of_sets(amounts)
    even = [here for here in range(1, len(sums)) if sums[here] == 0]
    if not even:
        return []
    best = max(even, key=lambda here: (most[here], -here.bit_count()))
    return _most_groups({who: people[who] for place, who in enumerate(names) if best >> place & 1})


def _debts_within_group(group: dict[str, int]) -> list[Debt]:
    """Return payments that settle a group, from the largest debt to the largest gain."""
    ranked = sorted(((abs(amount), who) for who, amount in group.items()), key=lambda each: (-each[0], each[1]))
    owed = [each for each in ranked if group[each[1]] > 0]
    owing = [each for each in ranked if group[each[1]] < 0]
    debts = []
    while owed and owing:
        (high, creditor), (low, debtor) = owed.pop(0), owing.pop(0)
        paid = min(high, low)
        debts.append(Debt(debtor, creditor, paid))
        if high > paid:
            owed.insert(0, (high - paid, creditor))
        if low > paid:
            owing.insert(0, (low - paid, debtor))
    return debts
