"""Rules on single opponents that never or always apply, against every division of a small pack."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files.load import check_rules
from tests.rulesets.small_pack import SMALL, WORTH, divisions, is_within, limits_up_to
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.rulesets.small_pack import Division, Taken


def _applies(division: Division, seat: int, conditions: Sequence[Mapping[str, Any]]) -> bool:
    """Check whether all conditions hold of an opponent and of the others."""
    parties = {"opponent": [seat], "other_opponents": [3 - seat], "opponents": [1, 2], "declarer": [0]}
    return all(_holds([division[each] for each in parties[asked["of"]]], asked) for asked in conditions)


def _holds(party: list[Taken], asked: Mapping[str, Any]) -> bool:
    in_tricks = sum(WORTH.get(card[0], 0) for each in party for card in each.in_tricks)
    monte = sum(WORTH.get(card[0], 0) for each in party for card in each.monte)
    values = {
        "tricks": sum(each.tricks for each in party), "trick_points": in_tricks, "card_points": in_tricks + monte,
        "last_trick": any(each.monte for each in party),
    }  # fmt: skip
    return all(is_within(values[figure], asked[figure]) for figure in values.keys() & asked.keys())


_FIGURES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "tricks": limits_up_to(3), "trick_points": limits_up_to(9), "card_points": limits_up_to(9),
    "last_trick": st.booleans(),
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
    """Every report is true; of tricks only, everything true is reported."""
    tree = json.loads(json.dumps(SMALL))
    tree["settle"]["each"] = {"rule": {"when": conditions, "pays": 2}}
    checked = check_rules("small.yaml", raw=json.dumps(tree).encode())
    assert checked.ruleset is not None
    codes = {found.code for found in checked.findings} & {"RUL505", "RUL520"}
    results = {_applies(division, seat, conditions) for division in divisions() for seat in (1, 2)}
    expected = {frozenset({False}): {"RUL505"}, frozenset({True}): {"RUL520"}}.get(frozenset(results), set())
    assert not codes or codes == expected
    if all(asked.keys() == {"of", "tricks"} for asked in conditions):
        assert codes == expected
