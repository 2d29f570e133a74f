"""Counted quantities other than points: engine and referee count alike."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calarec.core.engine.game import Game
from calarec.core.judge.json import as_json
from calarec.core.notation.writer import write
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import check_rules
from calarec.simulation import simulate
from tests.referees.agreeing import hands, rules
from tests.referees.comparison import for_the_referee
from tests.referees.on_counts import count_points
from tests.referees.on_sides import RULES
from tests.shards import examples

if TYPE_CHECKING:
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.simulation.run import Simulated

TREE = dict[str, Any]
BASES: Final = {"tressette": RULES["tressette"], "rovescino": RULES["rovescino"]}


def _limits(most: int) -> st.SearchStrategy[Any]:
    number = st.integers(0, most)
    keys = st.sampled_from(["at_least", "at_most", "above", "below"])
    return st.one_of(number, st.builds(lambda key, limit: {key: max(limit, key == "below")}, keys, number))


_FIGURES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "tricks": _limits(9),
    **{name: _limits(34) for name in ("trick_points", "card_points", "points", "counted")},
    "last_trick": st.sampled_from([True, False, {"ranks": "A"}, {"suits": "bd"}]),
    "cards": st.builds(
        lambda cards, limits, where: {**cards, **limits, "where": where},
        st.sampled_from([{"ranks": "A"}, {"suits": "d"}, {"ranks": "32", "suits": "cd"}]),
        st.sampled_from([{"at_least": 1}, {"at_least": 3}, {"at_most": 1}]),
        st.sampled_from(["dealt", "held", "won"]),
    ),
    "has": st.sampled_from(["dealer", "eldest"]),
}
_CONDITIONS: Final = st.lists(st.sampled_from(sorted(_FIGURES)), min_size=1, max_size=2, unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: _FIGURES[name] for name in names})
)
_POINTS: Final = st.integers(0, 12).map(lambda points: 3 * points)
COUNT_RULES: Final = st.builds(
    lambda when, points: {"when": when, **points},
    _CONDITIONS,
    st.one_of(
        st.fixed_dictionaries({"own": _POINTS}, optional={"others": _POINTS}),
        st.fixed_dictionaries({"others": _POINTS}),
    ),
)


def agree_on_hand(evening: RunningTotals, base: str, played: Simulated, counts: TREE) -> str:
    """The rule that was taken, once both have counted the hand alike."""
    judged = evening.replay(played.hand)
    assert not [found for found in judged.findings if found.severity == "error"], write([played.hand])
    hand = for_the_referee(as_json(judged))
    chosen, expected = count_points(hand, BASES[base], counts)
    labels = played.setting.labels
    ours = {labels[seat]: (side.counted or 0) // 3 for side in played.account.sides for seat in side.seats}
    assert ours == expected, write([played.hand])
    taken = {reason.rule.rpartition(".")[2] for reason in played.account.because if "counts" in reason.rule}
    assert judged.account is not None
    assert judged.account.sides == played.account.sides
    assert taken <= {*counts}
    return chosen


def counted_game(base: str, counts: TREE) -> Game | None:
    """A shipped ruleset with such rules; None if the checks refuse them."""
    tree = {"ruleset": "any", "version": "1.0.0", "extends": base, "title": "Any", "set": {"all_pass.counts": counts}}
    ruleset = check_rules("any.yaml", raw=json.dumps(tree).encode()).ruleset
    return None if ruleset is None else Game.from_ruleset(ruleset)


def test_each_rule_of_a_file_is_taken() -> None:
    """Every figure that a side can be asked for is among them."""
    of, base = rules("counted"), "tressette"
    counts = of.ruleset.tree["all_pass"]["counts"]
    asked = {name: {"when": _without_defaults(rule["when"]), "own": rule["own"], "others": rule["others"]}
             for name, rule in counts.items()}  # fmt: skip
    evening = begin_totals(of)
    made = simulate(of, hands=hands(300), seed=6, bot="random")
    taken = {agree_on_hand(evening, base, played, asked) for played in made}
    assert taken - {""} == {*asked}


def _without_defaults(when: TREE) -> TREE:
    """Return a condition without defaults."""
    return {
        key: {one: limit for one, limit in asked.items() if limit is not None} if isinstance(asked, dict) else asked
        for key, asked in when.items() if asked not in (None, []) and key != "of"
    }  # fmt: skip


@pytest.mark.mass
@pytest.mark.parametrize("base", BASES)
@settings(max_examples=examples(48), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    counts=st.lists(COUNT_RULES, min_size=1, max_size=3).map(
        lambda all_: {f"r{n}": rule for n, rule in enumerate(all_)}
    ),
    seed=st.integers(0, 10_000),
)
def test_any_rules_on_what_is_counted(base: str, counts: TREE, seed: int) -> None:
    """Whatever the conditions ask, claims among the hands; rules that the checks refuse are left out."""
    of = counted_game(base, counts)
    if of is None:
        return
    evening = begin_totals(of)
    for played in simulate(of, hands=8, seed=seed, bot="random", irregular=True):
        agree_on_hand(evening, base, played, counts)
