"""Rules of the match that never or always apply, against every course of a short match."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from hypothesis import example, given, settings
from hypothesis import strategies as st

from calarec.core.engine.game import Game
from calarec.core.engine.match import DECLARED, NO_FEATS, WON, Matching, find_match_terms
from calarec.rule_files.load import check_rules
from tests.rulesets.small_pack import SMALL, WORTH, divisions
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.match import Feats
    from tests.rulesets.small_pack import Taken

_LAST_TRICK: Final = 2
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


def _worth(taken: Taken) -> int:
    in_cards = sum(WORTH.get(card[0], 0) for card in taken.in_tricks | taken.monte)
    return in_cards + _LAST_TRICK * bool(taken.monte)


_GOAL_LIMITS: Final = st.fixed_dictionaries(
    {"points": st.integers(1, 40), "deals": st.integers(1, _MAX_DEALS)}, optional={"round": st.just(True)}
)


@settings(max_examples=examples(60), deadline=None)
@given(_GOAL_LIMITS, st.sampled_from(["1", "1/2"]), st.sampled_from(["shared", "another_deal"]))
def test_a_goal_that_no_player_can_reach(until: dict[str, Any], unit: str, tie: str) -> None:
    """Reported exactly if no sum of what players win in so many hands is the goal or more."""
    tree = json.loads(json.dumps(SMALL))
    tree["pack"]["unit"] = unit
    tree["all_pass"] = {"do": "play_out", "pays": "nobody"}
    tree["match"] = {"counts": "card_points", "tie": tie, "until": until}
    findings = check_rules("small.yaml", raw=json.dumps(tree).encode()).findings
    whole = 1 if unit == "1" else 2
    gains = {_worth(taken) // whole for division in divisions() for taken in division}
    # At a table of three whole rounds have three deals each.
    deals = -(-until["deals"] // 3) * 3 if "round" in until else until["deals"]
    totals = {0}
    for _ in range(deals):
        totals = {total + gain for total in totals for gain in gains}
    is_told = "out_of_reach" in {found.wording for found in findings}
    assert is_told == (tie == "shared" and max(totals) < until["points"])
