"""A game with a pack of eight cards, of which every division can be looked at."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations, product
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hypothesis import strategies as st

from calarec.rule_files.load import check_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.mechanisms.rules import Rules

SMALL: Final[dict[str, Any]] = {
    "ruleset": "small", "version": "1.0.0", "source": "T", "sources": {"T": {"title": "made by a test"}},
    "table": {"seats": [3], "direction": "clockwise"},
    "pack": {"suits": "bd", "ranks": "3A54", "unit": "1", "points": {"3": 1, "A": 3}, "last_trick": 2},
    "piles": {"monte": {"dealt": 2}}, "deal": {"hand": 2},
    "auction": {"ladder": ["solo"], "words": {"passo": {"leaves": True}}},
    "contracts": {"solo": {"stake": 1, "steps": ["take", "bury"], "leader": "eldest"}},
    "steps": {"take": {"do": "take", "pile": "monte", "shown": "everyone"}, "bury": {"do": "discard", "to": "monte"}},
    "play": {}, "all_pass": {"do": "redeal"}, "settle": {"won_if": {"points_at_least": 6}},
}  # fmt: skip


def small() -> Rules:
    """Three hands of two cards, and two in the monte, which goes with the last trick."""
    ruleset = check_rules("small.yaml", raw=json.dumps(SMALL).encode()).ruleset
    assert ruleset is not None
    return ruleset.rules


WORTH: Final[dict[str, int]] = {"3": 1, "A": 3}
TRICKS: Final = 2


class Taken(NamedTuple):
    """The cards of a player at the end."""

    tricks: int
    in_tricks: frozenset[str]
    monte: frozenset[str]
    """Empty without the last trick."""


Division = tuple[Taken, Taken, Taken]
"""Of the three players; the first is the declarer, if there is one."""


@cache
def divisions() -> tuple[Division, ...]:
    """Every choice of the cards of the tricks and of the monte, which goes with the last trick."""
    cards = frozenset(rank + suit for suit in small().pack.suits for rank in small().pack.ranks)
    return tuple(
        _division(tricks, taken, monte, last)
        for tricks in ((own, one, TRICKS - own - one) for own in range(3) for one in range(3 - own))
        for monte in map(frozenset, combinations(sorted(cards), 2))
        for taken in _cards_of_tricks(cards - monte, tricks)
        for last in range(3) if tricks[last]
    )  # fmt: skip


def _cards_of_tricks(cards: frozenset[str], tricks: tuple[int, int, int]) -> Iterator[tuple[frozenset[str], ...]]:
    for own in map(frozenset, combinations(sorted(cards), 3 * tricks[0])):
        for one in map(frozenset, combinations(sorted(cards - own), 3 * tricks[1])):
            yield own, one, cards - own - one


def _division(
    tricks: tuple[int, int, int], taken: tuple[frozenset[str], ...], monte: frozenset[str], last: int
) -> Division:
    declarer, one, other = (
        Taken(count, cards, monte if seat == last else frozenset())
        for seat, (count, cards) in enumerate(zip(tricks, taken, strict=True))
    )
    return declarer, one, other


def is_within(value: int, asked: Any) -> bool:
    """Check a figure against a number, or against limits."""
    if isinstance(asked, int):
        return value == asked
    return bool(asked.get("at_least", value) <= value <= asked.get("at_most", value) and
                asked.get("above", value - 1) < value < asked.get("below", value + 1))  # fmt: skip


def limits_up_to(most: int, keys: Sequence[str] = ("at_least", "at_most")) -> st.SearchStrategy[Any]:
    """A number, or one limit by one of the keys."""
    number = st.integers(0, most)
    return st.one_of(number, st.builds(lambda key, limit: {key: limit}, st.sampled_from(keys), number))


class Played(NamedTuple):
    """The cards of a player in a whole hand."""

    tricks: int
    in_tricks: frozenset[str]
    monte: frozenset[str]
    """Empty without the last trick."""
    dealt: frozenset[str]
    held: frozenset[str]


def small_without_a_card() -> dict[str, Any]:
    """The small game with one card in the monte, so that every hand of it can be looked at."""
    tree: dict[str, Any] = json.loads(json.dumps(SMALL))
    tree["pack"]["without"] = ["4d"]
    tree["piles"]["monte"]["dealt"] = 1
    return tree


@cache
def played_hands(*, exchanges: bool) -> tuple[tuple[Played, Played, Played], ...]:
    """Every deal, exchange of the first player, and choice of the cards of both tricks and of their winners."""
    pack = frozenset(rank + suit for suit in "bd" for rank in "3A54") - {"4d"}
    known: dict[frozenset[str], frozenset[str]] = {}

    def list_some(cards: frozenset[str], count: int) -> list[frozenset[str]]:
        return [known.setdefault(some, some) for some in map(frozenset, combinations(sorted(cards), count))]

    found: dict[tuple[Played, ...], None] = {}
    for dealt in list_some(pack, 2):
        for one in list_some(pack - dealt, 2):
            for two in list_some(pack - dealt - one, 2):
                for own in list_some(pack - one - two, 2) if exchanges else [dealt]:
                    held, monte = (own, one, two), pack - own - one - two
                    for first, winner, last in product(product(*map(sorted, held)), range(3), range(3)):
                        tricks = frozenset(first), frozenset().union(*held) - frozenset(first)
                        players = []
                        for seat, (had, has) in enumerate(zip((dealt, one, two), held, strict=True)):
                            won = [cards for cards, by in zip(tricks, (winner, last), strict=True) if by == seat]
                            taken = frozenset[str]().union(*won)
                            lying = monte if seat == last else frozenset[str]()
                            players.append(Played(
                                len(won), known.setdefault(taken, taken), known.setdefault(lying, lying), had, has
                            ))  # fmt: skip
                        found[tuple(players)] = None
    listed = [(first, second, third) for first, second, third in found]
    Random(1).shuffle(listed)  # so that few have to be looked at where some hold and some do not
    return tuple(listed)


CARDS_ANYWHERE: Final = st.builds(
    lambda cards, limits, where: {**cards, **limits, "where": where},
    st.sampled_from([{"ranks": "3"}, {"suits": "d"}, {"ranks": "A", "suits": "b"}, {"ranks": "54"}]),
    st.sampled_from([{"at_least": number} for number in (1, 2, 3)] + [{"at_most": number} for number in range(4)]),
    st.sampled_from(["dealt", "held", "won"]),
)
"""Numbers of certain cards, wherever they count."""
