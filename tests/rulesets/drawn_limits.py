"""Limits on bids, leads and discards as tests draw them, in the words of a rule file that extends pagat."""

from __future__ import annotations

from hypothesis import strategies as st

_CARDS = st.fixed_dictionaries(
    {}, optional={"ranks": st.sampled_from(["3", "A", "32A", "RCF"]), "suits": st.sampled_from(["d", "bs"])}
)
_NUMBER = st.sampled_from([{"at_least": 1}, {"at_least": 3}, {"at_most": 1}, {"at_least": 2, "at_most": 3}])
_OWN = {
    "cards": st.builds(lambda cards, number: {**cards, **number}, _CARDS, _NUMBER),
    "has": st.sampled_from(["dealer", "eldest"]),
}
_LEAD = st.fixed_dictionaries(
    {},
    optional={
        **_OWN,
        "trick": st.sampled_from([1, 2, {"at_most": 3}, {"at_least": 8}, {"at_least": 4, "at_most": 6}]),
        "contracts": st.sampled_from([["solo"], ["chiamo", "solissimo"]]),
    },
)
MUST = st.lists(
    st.fixed_dictionaries(
        {}, optional={"when": st.fixed_dictionaries({}, optional=_OWN), "bid": st.sampled_from(["chiamo", "solo"])}
    ),
    max_size=2,
)
LEADS = st.lists(
    st.fixed_dictionaries(
        {"never": st.sampled_from(["A", "32", "RCF7", "54"])},
        optional={"when": _LEAD, "suits": st.sampled_from(["d", "bsc"])},
    ),
    max_size=2,
)
LIMITS = st.lists(
    st.builds(
        lambda cards, most: {**cards, "at_most": most},
        st.sampled_from(
            [{"ranks": "A"}, {"ranks": "32"}, {"suits": "d", "ranks": "RCF7"}, {"ranks": "3", "suits": "b"}]
        ),
        st.integers(0, 2),
    ),
    max_size=2,
)
