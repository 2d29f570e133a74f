"""Rules of the match that never or always apply, against every course of a short match."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from hypothesis import example, given, settings
from hypothesis import strategies as st

from calarec.core.engine.game import Game
from calarec.core.engine.match import DECLARED, NO_FEATS, WON, Matching, find_match_terms
from calarec.rule_files.load import check_rules
from tests.rulesets.small_pack import SMALL
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.match import Feats

_LABELS: Final = ("A", "B", "C")
_MAX_DEALS: Final = 4
"""More than any drawn streak, so that a match that ties prolong has room for it."""


def _list_applied(game: Game) -> Iterator[set[str]]:
    """List the rules that apply before each hand, in every match whose totals stay level."""
    reached = [dict.fromkeys(_LABELS, NO_FEATS)]
    for deals in range(_MAX_DEALS):
        yield from ({term.rule for term in find_match_terms(game, feats, deals) or ()} for feats in reached)
        after = {tuple(feats.values()): feats for before in reached for feats in _list_next(game, before, deals)}
        reached = [feats for feats in after.values() if not _is_over(game, feats, deals + 1)]


def _is_over(game: Game, feats: dict[str, Feats], deals: int) -> bool:
    return Matching().standing(game, (0,) * len(_LABELS), deal=deals, feats=tuple(feats.values())).over


def _list_next(game: Game, before: dict[str, Feats], deals: int) -> Iterator[dict[str, Feats]]:
    """List what players have done after one more hand."""
    rules = game.rules
    terms = find_match_terms(game, before, deals) or ()
    for label, feat in before.items():
        barred = {name for term in terms if term.is_for_seat(label) for name in rules.match.next[term.rule].without}
        for bid in (key for key in rules.auction.ladder if key not in barred):
            for contract in (bid, *rules.contracts[bid].raises):
                for mark in (DECLARED, DECLARED + WON):
                    done = feat.with_hand(0, 0, mark, contract, lowest=False)
                    yield before | {label: done._replace(best=(), won=0, declared=False)}


_ROW: Final = st.integers(1, _MAX_DEALS - 1)
_CONTRACTS: Final = st.lists(st.sampled_from(["solo", "buio", "alto"]), min_size=1, max_size=2, unique=True)
_WHEN: Final = st.one_of(
    st.fixed_dictionaries({"lost_in_a_row": _ROW}, optional={"declared": _CONTRACTS}),
    st.fixed_dictionaries({"won_in_a_row": _ROW}, optional={"round": st.just("last")}),
    st.fixed_dictionaries({"declared": _CONTRACTS}),
    st.just({"round": "last"}),
)
_RULE: Final = st.one_of(
    st.fixed_dictionaries({"when": _WHEN, "times": st.just(2)}),
    st.fixed_dictionaries({"when": _WHEN, "without": st.sampled_from([["solo"], ["buio"], ["solo", "buio"]])}),
)
_MATCH: Final = st.fixed_dictionaries(
    {
        "tie": st.sampled_from(["shared", "another_deal"]),
        "until": st.fixed_dictionaries({"deals": st.integers(1, _MAX_DEALS)}, optional={"round": st.just(True)}),
    }
)


# A solo that no player may bid in a match of one round is never declared in it.
@example(
    [{"when": {"round": "last"}, "without": ["solo"]}, {"when": {"declared": ["solo"]}, "times": 2}],
    {"tie": "shared", "until": {"deals": 2}},
)
@settings(max_examples=examples(60), deadline=None)
@given(st.lists(_RULE, min_size=1, max_size=3), _MATCH)
def test_rules_of_the_match(rules: list[dict[str, Any]], match: dict[str, Any]) -> None:
    """Reported exactly if they apply before no hand of a match, or before every one."""
    tree = json.loads(json.dumps(SMALL))
    tree["auction"]["ladder"] = ["solo", "buio"]
    tree["contracts"]["solo"]["raises"] = ["alto"]
    tree["contracts"] |= {key: {"stake": stake, "leader": "eldest"} for key, stake in (("buio", 2), ("alto", 3))}
    tree["match"] = match | {"next": {f"rule-{number}": rule for number, rule in enumerate(rules)}}
    checked = check_rules("small.yaml", raw=json.dumps(tree).encode())
    if checked.ruleset is None:
        assert "RUL529" in {found.code for found in checked.findings}
        return
    game = Game.from_ruleset(checked.ruleset)
    found = {
        code: {each.rule.path.split(".")[2] for each in checked.findings if each.code == code and each.rule}
        for code in ("RUL505", "RUL520")
    }
    seen = [*_list_applied(game)]
    assert found["RUL505"] == {*tree["match"]["next"]} - set().union(*seen)
    assert found["RUL520"] == set.intersection(*seen)
