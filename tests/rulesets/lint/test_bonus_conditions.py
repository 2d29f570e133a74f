"""Conditions of bonuses that never or always hold, against every division of a small pack."""

from __future__ import annotations

import json
import os
from functools import cache
from itertools import combinations, product
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files.load import check_rules
from tests.rulesets.small_pack import SMALL, small
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Mapping

_EXAMPLES: Final = 400 if os.environ.get("CALAREC_THOROUGH") else 20
_WORTH: Final = {"3": 1, "A": 3}
_LAST_TRICK: Final = 2
_TRICKS: Final = 2
_NEEDED: Final = 6
_NEVER: Final = frozenset({"RUL505", "RUL522"})
"""It never holds; a limit that no number keeps, or that the pack has too few cards for."""
_ALWAYS: Final = frozenset({"RUL520", "RUL522"})
_CODES: Final = _NEVER | _ALWAYS


class Side(NamedTuple):
    """All that a condition can ask of a side."""

    tricks: int
    in_tricks: frozenset[str]
    won: frozenset[str]
    last_trick: bool
    has: frozenset[str]
    """The roles that one of its players has."""


class Case(NamedTuple):
    """The end of a hand: both sides, who has won, and the contract."""

    declarer: Side
    opponents: Side
    contract: str

    def party(self, of: str, whole: int) -> tuple[Side, bool]:
        """A party and whether it has won; `whole`: how many units make a point."""
        wins = _round(_points(self.declarer), whole) >= _NEEDED
        is_declarer = {"declarer": True, "opponents": False, "winners": wins, "losers": not wins}[of]
        return (self.declarer if is_declarer else self.opponents), is_declarer is wins


def _worth(cards: frozenset[str]) -> int:
    return sum(_WORTH.get(card[0], 0) for card in cards)


def _points(side: Side) -> int:
    return _worth(side.won) + _LAST_TRICK * side.last_trick


def _round(points: int, whole: int) -> int:
    return points // whole * whole


@cache
def _cases() -> tuple[Case, ...]:
    """Every choice of the cards of the declarer's tricks and of the monte, at every place of the declarer."""
    pack = frozenset(rank + suit for suit in small().pack.suits for rank in small().pack.ranks)
    found = []
    for tricks in range(_TRICKS + 1):
        for taken in map(frozenset, combinations(sorted(pack), 3 * tricks)):
            for monte in map(frozenset, combinations(sorted(pack - taken), 2)):
                rest = pack - taken - monte
                for has_last in {tricks > 0, tricks == _TRICKS}:
                    for own, contract in product(({"dealer"}, {"eldest"}, set()), ("solo", "buio")):
                        roles = frozenset(own)
                        others = frozenset({"dealer", "eldest"}) - roles
                        mine = Side(tricks, taken, taken | monte if has_last else taken, has_last, roles)
                        last = not has_last
                        theirs = Side(_TRICKS - tricks, rest, rest | monte if last else rest, last, others)
                        found.append(Case(mine, theirs, contract))
    Random(1).shuffle(found)  # so that few have to be looked at where some hold and some do not
    return tuple(found)


def _is_within(value: int, asked: Any) -> bool:
    if isinstance(asked, int):
        return value == asked
    return bool(asked.get("at_least", 0) <= value <= asked.get("at_most", value) and
                asked.get("above", -1) < value < asked.get("below", value + 1))  # fmt: skip


def _holds(case: Case, asked: Mapping[str, Any], whole: int) -> bool:
    """Check whether a condition holds, with one of its alternatives."""
    side, wins = case.party(asked.get("of", "losers"), whole)
    cards, points = asked.get("cards", {}), _points(side)
    count = sum(card[0] in cards.get("ranks", "3A54") and card[1] in cards.get("suits", "bd") for card in side.won)
    values = {
        "tricks": side.tricks, "trick_points": _worth(side.in_tricks), "card_points": _worth(side.won),
        "points": points, "counted": _round(points, whole),
    }  # fmt: skip
    return (
        all(_is_within(values[figure], asked[figure]) for figure in values.keys() & asked.keys())
        and side.tricks >= asked.get("tricks_at_least", 0)
        and points < asked.get("points_below", points + 1)
        and side.last_trick is asked.get("last_trick", side.last_trick)
        and _is_within(count, {limit: cards[limit] for limit in ("at_least", "at_most") if limit in cards})
        and ("has" not in asked or asked["has"] in side.has)
        and asked.get("result", "won" if wins else "lost") == ("won" if wins else "lost")
        and case.contract in asked.get("contracts", [case.contract])
        and ("one_of" not in asked or any(_holds(case, alternative, whole) for alternative in asked["one_of"]))
    )


def _limits(most: int) -> st.SearchStrategy[Any]:
    number = st.integers(0, most)
    key = st.sampled_from(["at_least", "at_most", "above"])
    return st.one_of(number, st.builds(lambda limit, value: {limit: value}, key, number))


_PLAYED: Final[dict[str, st.SearchStrategy[Any]]] = {
    "tricks": _limits(3), "trick_points": _limits(9), "card_points": _limits(9), "points": _limits(11),
    "counted": _limits(11), "last_trick": st.booleans(), "result": st.sampled_from(["won", "lost"]),
    "tricks_at_least": st.integers(1, 3), "points_below": st.integers(1, 11),
    "contracts": st.sampled_from([["solo"], ["buio"], ["solo", "buio"]]),
}  # fmt: skip
"""Figures of which the joint outcomes have every value that goes with the others."""
_ALL: Final[dict[str, st.SearchStrategy[Any]]] = {
    **_PLAYED,
    "has": st.sampled_from(["dealer", "eldest"]),
    "cards": st.builds(
        lambda cards, limits: {**cards, **limits, "where": "won"},
        st.sampled_from([{"ranks": "3"}, {"suits": "d"}, {"ranks": "A", "suits": "b"}]),
        st.sampled_from([{"at_least": 1}, {"at_least": 2}, {"at_most": 1}, {"at_least": 3}, {"at_most": 4}]),
    ),
}


def _conditions(figures: Mapping[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    names = st.lists(st.sampled_from(sorted(figures)), min_size=1, max_size=2, unique=True)
    return st.builds(
        lambda of, asked: {"of": of, **asked},
        st.sampled_from(["winners", "losers", "opponents", "declarer"]),
        names.flatmap(lambda chosen: st.fixed_dictionaries({name: figures[name] for name in chosen})),
    )


def _rules(figures: Mapping[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[list[dict[str, Any]]]:
    """One condition or two, with alternatives or without."""
    alternatives = st.fixed_dictionaries(
        {}, optional={"one_of": st.lists(_conditions(figures), min_size=2, max_size=2)}
    )
    return st.lists(st.builds(dict.__or__, _conditions(figures), alternatives), min_size=1, max_size=2)


def _check_small(conditions: list[dict[str, Any]], effect: dict[str, int], unit: str) -> set[str]:
    """The codes of what is reported of a bonus with these conditions."""
    tree = json.loads(json.dumps(SMALL))
    tree["pack"]["unit"] = unit
    tree["auction"]["ladder"].append("buio")
    tree["contracts"]["buio"] = {"stake": 2, "leader": "eldest"}
    order = ["rule"] if "times" in effect else []
    tree["settle"] |= {
        "bonus": {"rule": {"when": conditions, **effect}}, "bonus_order": order,
        "rounding": "none" if unit == "1" else "down",
    }  # fmt: skip
    findings = check_rules("small.yaml", raw=json.dumps(tree).encode()).findings
    return {found.code for found in findings if found.code in _CODES}


def _results(conditions: list[dict[str, Any]], unit: str) -> set[bool]:
    """Check whether the conditions hold in some case, and fail in some."""
    whole = 1 if unit == "1" else 2
    found = set[bool]()
    for case in _cases():
        found.add(all(_holds(case, asked, whole) for asked in conditions))
        if len(found) > 1:
            break
    return found


_EFFECTS: Final = st.sampled_from([{"times": 2}, {"plus": 1}])
_UNITS: Final = st.sampled_from(["1", "1/2"])


@settings(max_examples=examples(_EXAMPLES), deadline=None)
@given(_rules(_PLAYED), _EFFECTS, _UNITS)
def test_of_figures_of_play_all_that_is_so_is_reported(
    conditions: list[dict[str, Any]], effect: dict[str, int], unit: str
) -> None:
    """And nothing else, whichever parties, alternatives and contracts a condition has."""
    codes, results = _check_small(conditions, effect, unit), _results(conditions, unit)
    if results == {False}:
        assert codes & _NEVER
    elif results == {True}:
        assert codes & _ALWAYS
    else:
        assert "RUL505" not in codes
        assert "RUL520" not in codes


@settings(max_examples=examples(_EXAMPLES), deadline=None)
@given(_rules(_ALL), _EFFECTS, _UNITS)
def test_of_cards_and_roles_what_is_reported_is_so(
    conditions: list[dict[str, Any]], effect: dict[str, int], unit: str
) -> None:
    """That a condition can hold is not always seen where it counts cards."""
    codes, results = _check_small(conditions, effect, unit), _results(conditions, unit)
    assert "RUL505" not in codes or results == {False}
    assert "RUL520" not in codes or results == {True}
