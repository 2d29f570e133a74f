"""Random rules on single opponents, as `settle.each` has them."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import strategies as st


def _limits(most: int) -> st.SearchStrategy[Any]:
    number = st.integers(0, most)
    keys = st.sampled_from(["at_least", "at_most", "above"])
    return st.one_of(number, st.builds(lambda key, limit: {key: limit}, keys, number))


_FIGURES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "tricks": _limits(9),
    "trick_points": _limits(20),
    "card_points": _limits(20),
    "last_trick": st.sampled_from([True, False, {"ranks": "A"}, {"suits": "bd"}]),
    "cards": st.builds(
        lambda cards, limits, where: {**cards, **limits, "where": where},
        st.sampled_from([{"ranks": "A"}, {"suits": "d"}, {"ranks": "32", "suits": "cd"}]),
        st.sampled_from([{"at_least": 1}, {"at_least": 2}, {"at_most": 1}]),
        st.sampled_from(["dealt", "held", "won"]),
    ),
    "has": st.sampled_from(["dealer", "eldest"]),
    "contracts": st.sampled_from([["solo"], ["chiamo", "solissimo"]]),
}
_CONDITIONS: Final = st.lists(st.sampled_from(sorted(_FIGURES)), min_size=1, max_size=2, unique=True).flatmap(
    lambda names: st.fixed_dictionaries(
        {name: _FIGURES[name] for name in names},
        optional={"of": st.sampled_from(["opponent", "other_opponents", "declarer", "opponents"])},
    )
)
OPPONENT_RULES: Final = st.fixed_dictionaries(
    {"when": st.lists(_CONDITIONS, min_size=1, max_size=2), "pays": st.integers(0, 3)},
    optional={"receives": st.integers(0, 3)},
)
