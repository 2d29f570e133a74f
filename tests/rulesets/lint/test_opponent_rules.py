"""Rules on single opponents that never or always apply, against every division of a small pack."""

from __future__ import annotations

import json
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files.load import check_rules
from tests.rulesets.small_pack import SMALL, WORTH, divisions, is_within, limits_up_to
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.rulesets.small_pack import Division


class World(NamedTuple):
    """What goes with any division of the cards: trump, and who deals and speaks first."""

    trump: str
    dealer: int
    eldest: int


def _applies(division: Division, world: World, seat: int, conditions: Sequence[Mapping[str, Any]]) -> bool:
    """Check whether all conditions hold of an opponent and of the others."""
    parties = {"opponent": [seat], "other_opponents": [3 - seat], "opponents": [1, 2], "declarer": [0]}
    return all(_holds(division, world, parties[asked["of"]], asked) for asked in conditions)


def _holds(division: Division, world: World, seats: list[int], asked: Mapping[str, Any]) -> bool:
    party = [division[seat] for seat in seats]
    in_tricks = sum(WORTH.get(card[0], 0) for each in party for card in each.in_tricks)
    monte = sum(WORTH.get(card[0], 0) for each in party for card in each.monte)
    cards = asked.get("cards", {})
    won = [card for each in party for card in each.in_tricks | each.monte]
    values = {
        "tricks": sum(each.tricks for each in party), "trick_points": in_tricks, "card_points": in_tricks + monte,
        "last_trick": any(each.monte for each in party),
    }  # fmt: skip
    return (
        all(is_within(values[figure], asked[figure]) for figure in values.keys() & asked.keys())
        and is_within(
            sum(card[0] in cards.get("ranks", "3A54") and card[1] in cards.get("suits", "bd") for card in won),
            {limit: cards[limit] for limit in ("at_least", "at_most") if limit in cards},
        )
        and world.trump in asked.get("trump", world.trump)
        and ("has" not in asked or getattr(world, asked["has"]) in seats)
    )


_FIGURES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "tricks": limits_up_to(3), "trick_points": limits_up_to(9), "card_points": limits_up_to(9),
    "last_trick": st.booleans(), "has": st.sampled_from(["dealer", "eldest"]),
    "trump": st.sampled_from(["b", "d", "bd"]),
}  # fmt: skip
_CARDS: Final = st.builds(
    lambda cards, limits: {**cards, **limits, "where": "won"},
    st.sampled_from([{"ranks": "3"}, {"suits": "d"}, {"ranks": "A", "suits": "b"}]),
    st.sampled_from([{"at_least": 1}, {"at_least": 2}, {"at_most": 1}, {"at_least": 3}, {"at_most": 4}]),
)


def _conditions(figures: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[list[dict[str, Any]]]:
    condition = st.builds(
        lambda of, asked: {"of": of, **asked},
        st.sampled_from(["opponent", "other_opponents", "opponents", "declarer"]),
        st.lists(st.sampled_from(sorted(figures)), min_size=1, max_size=2, unique=True).flatmap(
            lambda names: st.fixed_dictionaries({name: figures[name] for name in names})
        ),
    )
    return st.lists(condition, min_size=1, max_size=2)


def _check_small(conditions: list[dict[str, Any]]) -> tuple[set[str], set[str]]:
    """The codes that are reported of a rule, and those that are true."""
    tree = json.loads(json.dumps(SMALL))
    tree["play"]["trump"] = {"chosen": "named", "by": "eldest"}
    tree["settle"]["each"] = {"rule": {"when": conditions, "pays": 2}}
    checked = check_rules("small.yaml", raw=json.dumps(tree).encode())
    codes = {found.code for found in checked.findings}
    assert checked.ruleset is not None or "RUL522" in codes
    results = set[bool]()
    stated = json.dumps(conditions)
    roles = permutations(range(3), 2) if '"has"' in stated else [(0, 1)]
    worlds = [World(trump, *pair) for pair in roles for trump in ("bd" if '"trump"' in stated else "b")]
    for division, world, seat in product(_distinct_divisions("cards" in stated), worlds, (1, 2)):
        results.add(_applies(division, world, seat, conditions))
        if len(results) > 1:
            break
    true = {frozenset({False}): {"RUL505"}, frozenset({True}): {"RUL520"}}.get(frozenset(results), set[str]())
    return codes & {"RUL505", "RUL520", "RUL522"}, true


@cache
def _distinct_divisions(by_cards: bool) -> tuple[Division, ...]:
    """All divisions; without the cards only those that differ in points."""

    def worths(division: Division) -> object:
        return [(each.tricks, [sorted(WORTH.get(card[0], 0) for card in cards) for cards in each[1:]],
                 bool(each.monte)) for each in division]  # fmt: skip

    return divisions() if by_cards else tuple({str(worths(division)): division for division in divisions()}.values())


@settings(max_examples=examples(200), deadline=None)
@given(_conditions(_FIGURES))
def test_all_that_is_so_is_reported(conditions: list[dict[str, Any]]) -> None:
    """And nothing else, whichever parties and figures a rule asks for."""
    codes, true = _check_small(conditions)
    assert codes == true


@settings(max_examples=examples(120), deadline=None)
@given(_conditions({**_FIGURES, "cards": _CARDS}))
def test_of_cards_what_is_reported_is_so(conditions: list[dict[str, Any]]) -> None:
    """That a condition can hold is not always seen where it counts cards."""
    codes, true = _check_small(conditions)
    assert "RUL522" in codes or codes <= true
