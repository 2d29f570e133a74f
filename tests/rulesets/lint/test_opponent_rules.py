"""Rules on single opponents that never or always apply, against every division of a small pack."""

from __future__ import annotations

import json
import os
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files.load import check_rules
from tests.rulesets.small_pack import (
    CARDS_ANYWHERE,
    SMALL,
    WORTH,
    divisions,
    is_within,
    limits_up_to,
    played_hands,
    small_without_a_card,
)
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.rulesets.small_pack import Division, Played, Taken


_EXAMPLES: Final = 400 if os.environ.get("CALAREC_THOROUGH") else 20


class World(NamedTuple):
    """What goes with any division of the cards: trump, and who deals and speaks first."""

    trump: str
    dealer: int
    eldest: int


def _applies(hand: Sequence[Taken | Played], world: World, seat: int, conditions: Sequence[Mapping[str, Any]]) -> bool:
    """Check whether all conditions hold of an opponent and of the others."""
    parties = {"opponent": [seat], "other_opponents": [3 - seat], "opponents": [1, 2], "declarer": [0]}
    return all(_holds(hand, world, parties[asked["of"]], asked) for asked in conditions)


def _holds(hand: Sequence[Taken | Played], world: World, seats: list[int], asked: Mapping[str, Any]) -> bool:
    party = [hand[seat] for seat in seats]
    in_tricks = sum(WORTH.get(card[0], 0) for each in party for card in each.in_tricks)
    monte = sum(WORTH.get(card[0], 0) for each in party for card in each.monte)
    cards = asked.get("cards", {})
    where = cards.get("where", "won")
    counted = [
        card for each in party
        for card in (each.in_tricks | each.monte if where == "won" else getattr(each, where))
    ]  # fmt: skip
    values = {
        "tricks": sum(each.tricks for each in party), "trick_points": in_tricks, "card_points": in_tricks + monte,
        "last_trick": any(each.monte for each in party),
    }  # fmt: skip
    return (
        all(is_within(values[figure], asked[figure]) for figure in values.keys() & asked.keys())
        and is_within(
            sum(card[0] in cards.get("ranks", "3A54") and card[1] in cards.get("suits", "bd") for card in counted),
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
    codes = _find_codes(tree, conditions)
    results = set[bool]()
    stated = json.dumps(conditions)
    roles = permutations(range(3), 2) if '"has"' in stated else [(0, 1)]
    worlds = [World(trump, *pair) for pair in roles for trump in ("bd" if '"trump"' in stated else "b")]
    for division, world, seat in product(_distinct_divisions(), worlds, (1, 2)):
        results.add(_applies(division, world, seat, conditions))
        if len(results) > 1:
            break
    return codes & {"RUL505", "RUL520", "RUL522"}, _TRUE.get(frozenset(results), set())


_TRUE: Final = {frozenset({False}): {"RUL505"}, frozenset({True}): {"RUL520"}}
"""What is true of a rule with such results."""


def _find_codes(tree: dict[str, Any], conditions: list[dict[str, Any]]) -> set[str]:
    """The codes of all that is reported where a rule has these conditions."""
    tree["settle"]["each"] = {"rule": {"when": conditions, "pays": 2}}
    checked = check_rules("small.yaml", raw=json.dumps(tree).encode())
    codes = {found.code for found in checked.findings}
    assert checked.ruleset is not None or "RUL522" in codes
    return codes


@cache
def _distinct_divisions() -> tuple[Division, ...]:
    """The divisions that differ in points."""

    def worths(division: Division) -> object:
        return [(each.tricks, [sorted(WORTH.get(card[0], 0) for card in cards) for cards in each[1:]],
                 bool(each.monte)) for each in division]  # fmt: skip

    return tuple({str(worths(division)): division for division in divisions()}.values())


@settings(max_examples=examples(200), deadline=None)
@given(_conditions(_FIGURES))
def test_all_that_is_so_is_reported(conditions: list[dict[str, Any]]) -> None:
    """And nothing else, whichever parties and figures a rule asks for."""
    codes, true = _check_small(conditions)
    assert codes == true


_BESIDE_CARDS: Final = {name: _FIGURES[name] for name in ("tricks", "trick_points", "card_points", "last_trick")}


@settings(max_examples=examples(_EXAMPLES), deadline=None)
@given(st.one_of(_conditions({"cards": CARDS_ANYWHERE}), _conditions({**_BESIDE_CARDS, "cards": CARDS_ANYWHERE})))
def test_all_that_is_so_of_cards_is_reported(conditions: list[dict[str, Any]]) -> None:
    """And nothing else, whichever cards a player was dealt, holds at the first lead, and wins."""
    codes = _find_codes(small_without_a_card(), conditions)
    world = World("b", 0, 1)
    results = set[bool]()
    for hand in played_hands(exchanges=True):
        # Both opponents are alike.
        results.add(_applies(hand, world, 1, conditions))
        if len(results) > 1:
            break
    assert codes & {"RUL505", "RUL520"} == _TRUE.get(frozenset(results), set()) or "RUL522" in codes


@pytest.mark.parametrize(
    "conditions",
    [
        # An opponent plays one card to a trick.
        [{"of": "opponent", "tricks": 1, "cards": {"ranks": "A", "at_least": 2, "where": "held"}},
         {"of": "other_opponents", "tricks": 0, "cards": {"ranks": "A", "at_least": 1, "where": "dealt"}}],
        [{"of": "opponent", "tricks": 1, "last_trick": False, "cards": {"ranks": "A", "at_least": 2, "where": "won"}},
         {"of": "opponent", "cards": {"ranks": "A", "at_least": 2, "where": "dealt"}}],
    ],
)  # fmt: skip
def test_cards_that_only_their_journey_rules_out(conditions: list[dict[str, Any]]) -> None:
    """The bounds of each figure separately leave them possible."""
    assert not any(_applies(hand, World("b", 0, 1), 1, conditions) for hand in played_hands(exchanges=True))
    assert "RUL505" in _find_codes(small_without_a_card(), conditions)
