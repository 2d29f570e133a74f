"""Contracts that are won by tricks and cards, settled once more from the hands that were played."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calarec.core.base.frozen import replace
from calarec.core.engine.game import Game
from calarec.core.judge.json import as_json
from calarec.core.notation.writer import write
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import check_rules
from calarec.simulation import simulate
from calarec.simulation.run import AimError
from tests.referees.agreeing import hands, rules, to_the_end
from tests.referees.comparison import for_the_referee
from tests.referees.on_conditions import Party
from tests.shards import examples
from tests.sources.card_lines import CARDS

if TYPE_CHECKING:
    from calarec.simulation.run import Simulated

NEEDED: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "slam": (40, {"tricks": 12}),
    "ace": (
        3,
        {"counted": {"at_least": 12}, "last_trick": {"ranks": "32AR"}, "tricks": {"at_most": 9}, "has": "eldest"},
    ),
    "coins": (
        3,
        {
            "counted": {"at_least": 9, "at_most": 29},
            "cards": {"suits": "d", "at_least": 3, "where": "won"},
            "trick_points": {"below": 27}, "card_points": {"at_least": 9}, "points": {"at_most": 30},
            "last_trick": False,
        },
    ),
}  # fmt: skip
"""The stake and what the declarer needs, by contract; points are thirds."""


def _agree_on_hand(of: Game, played: Simulated, needed: dict[str, tuple[int, dict[str, Any]]]) -> bool | None:
    """Return whether the declarer has won, by the cards; None under another contract."""
    judged = begin_totals(of).replay(played.hand)
    found = as_json(judged)
    ruling, hand = found["ruling"], for_the_referee(found)
    if ruling["contract"] not in needed:
        return None
    stake, condition = needed[ruling["contract"]]
    declarer = ruling["declarer"]
    wins = Party(hand, {declarer}, wins=False).keeps(condition, ruling["contract"])
    sides = {side["wins"] for side in ruling["sides"] if declarer in side["seats"]}
    assert sides == {wins}, write([played.hand])
    others = set(hand["deal"]) - {declarer}
    expected = dict.fromkeys(others, -stake if wins else stake)
    expected[declarer] = -sum(expected.values())
    assert {seat: ruling["payments"].get(seat, 0) for seat in expected} == expected
    _hold_without_cards(of, played)
    return wins


def _hold_without_cards(of: Game, played: Simulated) -> None:
    """Check that the result is one that the score allows, without errors."""
    said = tuple(one for one in played.hand.statements if not isinstance(one, CARDS))
    judged = begin_totals(of).replay(replace(played.hand, statements=said))
    assert not [found for found in judged.findings if found.severity == "error"], write([judged.hand])
    assert judged.account is None or judged.account.payments in ((), played.account.payments)


@pytest.mark.parametrize("contract", NEEDED)
def test_contracts_by_tricks_and_cards(contract: str) -> None:
    """Each is won and lost, apart from the slam, which is only lost in so few hands."""
    of = rules("slam")
    found: Counter[bool | None] = Counter()
    for bot in ("sensible", "random"):
        try:
            made = simulate(of, hands=hands(60) // 2, seed=11, bot=bot, aim=f"contracts.{contract}")
            found.update(_agree_on_hand(of, each, NEEDED) for each in to_the_end(made))
        except AimError:
            continue
    assert found[False]
    assert found[True] or contract == "slam"


_FIGURES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "tricks": st.one_of(st.integers(0, 12), st.integers(1, 11).map(lambda number: {"at_least": number})),
    "trick_points": st.integers(1, 30).map(lambda number: {"at_most": number}),
    "card_points": st.integers(1, 30).map(lambda number: {"above": number}),
    "points": st.integers(1, 33).map(lambda number: {"below": number}),
    "counted": st.one_of(st.integers(0, 33), st.integers(1, 33).map(lambda number: {"at_least": number})),
    "last_trick": st.sampled_from([True, False, {"ranks": "A"}, {"suits": "bd"}]),
    "cards": st.builds(
        lambda cards, where: {**cards, "where": where},
        st.sampled_from([{"ranks": "A", "at_least": 1}, {"suits": "d", "at_most": 4}, {"ranks": "3", "at_most": 1}]),
        st.sampled_from(["dealt", "held", "won"]),
    ),
    "has": st.sampled_from(["dealer", "eldest"]),
}


@settings(max_examples=examples(48), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    needed=st.lists(st.sampled_from(sorted(_FIGURES)), min_size=1, max_size=3, unique=True).flatmap(
        lambda names: st.fixed_dictionaries({name: _FIGURES[name] for name in names})
    ),
    seed=st.integers(0, 10_000),
)
def test_whatever_is_needed(needed: dict[str, Any], seed: int) -> None:
    """Any conditions on the declarer's side; what the checks refuse is left out."""
    tree = {"settle.bonus": {}, "settle.bonus_order": [], "settle.won_if": needed}
    text = json.dumps({"ruleset": "any", "version": "1.0.0", "extends": "pagat", "title": "Any", "set": tree})
    ruleset = check_rules("any.yaml", raw=text.encode()).ruleset
    if ruleset is None:
        return
    of = Game.from_ruleset(ruleset)
    table = {"solo": (2, needed), "solissimo": (4, needed)}
    for each in to_the_end(simulate(of, hands=8, seed=seed, bot="random")):
        _agree_on_hand(of, each, table)
