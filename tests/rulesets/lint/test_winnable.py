"""Contracts that can only be won, or only be lost, against every division of a small pack."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files.load import check_rules
from tests.rulesets.small_pack import SMALL, is_within, limits_up_to, small
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Mapping

Division = tuple[int, frozenset[str], frozenset[str], bool]
"""Tricks, their cards, all cards won with the monte, and the last trick if won."""
_WORTH: Final = {"3": 1, "A": 3}
_LAST_TRICK: Final = 2


@cache
def _divisions() -> tuple[Division, ...]:
    """Every choice of the cards of the declarer's tricks and of the monte, which goes with the last trick."""
    cards = [rank + suit for suit in small().pack.suits for rank in small().pack.ranks]
    found = []
    for tricks in range(3):
        for taken in map(frozenset, combinations(cards, 3 * tricks)):
            for monte in map(frozenset, combinations([card for card in cards if card not in taken], 2)):
                for has_last in {tricks > 0, tricks == 2}:
                    found.append((tricks, taken, taken | monte if has_last else taken, has_last))
    return tuple(found)


def _is_won(division: Division, needed: Mapping[str, Any]) -> bool:
    """Check whether the declarer has all that is needed."""
    tricks, in_tricks, won, has_last = division
    worth = [sum(_WORTH.get(card[0], 0) for card in cards) for cards in (in_tricks, won)]
    points = worth[1] + _LAST_TRICK * has_last
    values = {
        "tricks": tricks, "trick_points": worth[0], "card_points": worth[1], "points": points, "counted": points,
    }  # fmt: skip
    cards = needed.get("cards", {})
    count = sum(card[0] in cards.get("ranks", "3A54") and card[1] in cards.get("suits", "bd") for card in won)
    return (
        all(is_within(values[figure], needed[figure]) for figure in values.keys() & needed.keys())
        and needed.get("last_trick", has_last) is has_last
        and needed.get("points_at_least", 0) <= points <= needed.get("points_at_most", points)
        and is_within(count, {limit: cards[limit] for limit in ("at_least", "at_most") if limit in cards})
    )


def _limits(most: int) -> st.SearchStrategy[Any]:
    below = st.integers(1, most).map(lambda limit: {"below": limit})
    return st.one_of(limits_up_to(most, ("at_least", "at_most", "above")), below)


_FIGURES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "tricks": _limits(4),
    "trick_points": _limits(9),
    "card_points": _limits(9),
    "points": _limits(12),
    "counted": _limits(12),
    "last_trick": st.booleans(),
    "points_at_least": st.integers(1, 10),
    "points_at_most": st.integers(0, 9),
    "cards": st.builds(
        lambda cards, limits: {**cards, **limits, "where": "won"},
        st.sampled_from([{"ranks": "A"}, {"suits": "d"}, {"ranks": "3A", "suits": "b"}]),
        st.sampled_from([{"at_least": 1}, {"at_least": 2}, {"at_most": 0}, {"at_most": 2}]),
    ),
}


def _reported_results(needed: Mapping[str, Any]) -> set[bool] | None:
    """The only result of a contract that needs this, as far as the check reports it; None: the file is wrong."""
    tree = json.loads(json.dumps(SMALL))
    tree["contracts"]["solo"]["won_if"] = needed
    checked = check_rules("small.yaml", raw=json.dumps(tree).encode())
    if checked.ruleset is None:
        return None
    return {"lost" in each.message("en") for each in checked.findings if each.code == "RUL527"}


@settings(max_examples=examples(160), deadline=None)
@given(
    st.lists(st.sampled_from(sorted(_FIGURES)), min_size=1, max_size=3, unique=True).flatmap(
        lambda names: st.fixed_dictionaries({name: _FIGURES[name] for name in names})
    )
)
def test_what_is_reported_is_so(needed: dict[str, Any]) -> None:
    """Every report is true, and all that is so is reported."""
    won = {_is_won(division, needed) for division in _divisions()}
    reported = _reported_results(needed)
    if reported is None:
        return
    assert not reported or reported == won
    # Limits of all points alone are keys of their own, which other checks read.
    if not {"counted", "points_at_least", "points_at_most"} & needed.keys() and len(won) == 1:
        assert reported == won
