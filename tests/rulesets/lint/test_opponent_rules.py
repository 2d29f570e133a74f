"""Rules on single opponents that never or always apply, against every division of a small pack."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files.load import check_rules
from tests.rulesets.small_pack import SMALL, small
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_WORTH: Final = {"3": 1, "A": 3}
_TRICKS: Final = 2


class Taken(NamedTuple):
    """The cards of a player at the end."""

    tricks: int
    in_tricks: frozenset[str]
    monte: frozenset[str]
    """Empty without the last trick."""


Division = tuple[Taken, Taken, Taken]
"""The declarer and two opponents."""


@cache
def _divisions() -> tuple[Division, ...]:
    """Every choice of the cards of the tricks and of the monte, which goes with the last trick."""
    cards = frozenset(rank + suit for suit in small().pack.suits for rank in small().pack.ranks)
    return tuple(
        _division(tricks, taken, monte, last)
        for tricks in ((own, one, _TRICKS - own - one) for own in range(3) for one in range(3 - own))
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


def _is_within(value: int, asked: Any) -> bool:
    if isinstance(asked, int):
        return value == asked
    return bool(asked.get("at_least", value) <= value <= asked.get("at_most", value))


def _applies(division: Division, seat: int, conditions: Sequence[Mapping[str, Any]]) -> bool:
    """Check whether all conditions hold of an opponent and of the others."""
    parties = {"opponent": [seat], "other_opponents": [3 - seat], "opponents": [1, 2], "declarer": [0]}
    return all(_holds([division[each] for each in parties[asked["of"]]], asked) for asked in conditions)


def _holds(party: list[Taken], asked: Mapping[str, Any]) -> bool:
    in_tricks = sum(_WORTH.get(card[0], 0) for each in party for card in each.in_tricks)
    monte = sum(_WORTH.get(card[0], 0) for each in party for card in each.monte)
    values = {
        "tricks": sum(each.tricks for each in party), "trick_points": in_tricks, "card_points": in_tricks + monte,
        "last_trick": any(each.monte for each in party),
    }  # fmt: skip
    return all(_is_within(values[figure], asked[figure]) for figure in values.keys() & asked.keys())


def _limits(most: int) -> st.SearchStrategy[Any]:
    number = st.integers(0, most)
    return st.one_of(
        number, st.builds(lambda key, limit: {key: limit}, st.sampled_from(["at_least", "at_most"]), number)
    )


_FIGURES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "tricks": _limits(3), "trick_points": _limits(9), "card_points": _limits(9), "last_trick": st.booleans(),
}  # fmt: skip
_CONDITION: Final = st.builds(
    lambda of, asked: {"of": of, **asked},
    st.sampled_from(["opponent", "other_opponents", "opponents", "declarer"]),
    st.lists(st.sampled_from(sorted(_FIGURES)), min_size=1, max_size=2, unique=True).flatmap(
        lambda names: st.fixed_dictionaries({name: _FIGURES[name] for name in names})
    ),
)


@settings(max_examples=examples(120), deadline=None)
@given(st.lists(_CONDITION, min_size=1, max_size=2))
def test_what_is_reported_is_so(conditions: list[dict[str, Any]]) -> None:
    """Whatever is reported is so; of tricks alone all that is so is reported."""
    tree = json.loads(json.dumps(SMALL))
    tree["settle"]["each"] = {"rule": {"when": conditions, "pays": 2}}
    checked = check_rules("small.yaml", raw=json.dumps(tree).encode())
    assert checked.ruleset is not None
    codes = {found.code for found in checked.findings} & {"RUL505", "RUL520"}
    results = {_applies(division, seat, conditions) for division in _divisions() for seat in (1, 2)}
    expected = {frozenset({False}): {"RUL505"}, frozenset({True}): {"RUL520"}}.get(frozenset(results), set())
    assert not codes or codes == expected
    if all(asked.keys() == {"of", "tricks"} for asked in conditions):
        assert codes == expected
