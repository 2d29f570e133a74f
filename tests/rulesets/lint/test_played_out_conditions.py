"""Conditions of hands without a declarer that never or always hold, against every division of a small pack."""

from __future__ import annotations

import json
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files.load import check_rules
from tests.rulesets.small_pack import (
    CARDS_ANYWHERE,
    SMALL,
    WORTH,
    Taken,
    divisions,
    is_within,
    limits_up_to,
    played_hands,
    small_without_a_card,
)
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_LAST_TRICK: Final = 2


class Side(NamedTuple):
    """The figures of one player, or of several together."""

    tricks: int
    trick_points: int
    card_points: int
    points: int
    counted: int
    last_trick: bool
    dealer: bool
    eldest: bool


def _side_of(taken: Taken, whole: int, role: str) -> Side:
    in_tricks = sum(WORTH.get(card[0], 0) for card in taken.in_tricks)
    cards = in_tricks + sum(WORTH.get(card[0], 0) for card in taken.monte)
    points, last = cards + _LAST_TRICK * bool(taken.monte), bool(taken.monte)
    return Side(
        taken.tricks, in_tricks, cards, points, points // whole * whole, last, role == "dealer", role == "eldest"
    )


def _join(sides: Sequence[Side]) -> Side:
    *counts, last, dealer, eldest = (sum(values) for values in zip(*sides, strict=True))
    return Side._make((*counts, bool(last), bool(dealer), bool(eldest)))


@cache
def _hands(whole: int) -> tuple[tuple[Side, Side, Side], ...]:
    """The figures of three players in every division, with the dealer and eldest hand at any place."""
    found = {
        tuple(_side_of(taken, whole, role) for taken, role in zip(division, roles, strict=True)): None
        for division in divisions()
        for roles in permutations(("dealer", "eldest", ""))
    }
    return tuple((one, two, three) for one, two, three in found)


def _payments(hand: Sequence[Side], pays: str, ties: str) -> Iterator[tuple[Side, Side]]:
    """The players who pay together, and those who are paid."""
    if pays == "last_trick":
        payers = [side for side in hand if side.last_trick]
    else:
        worst = (max if pays == "most_points" else min)(side.counted for side in hand)
        payers = [side for side in hand if side.counted == worst]
    others = [side for side in hand if side not in payers]
    if others and not (len(payers) > 1 and ties == "nobody_pays"):
        yield _join(payers), _join(others)


def _holds(side: Side, asked: Mapping[str, Any]) -> bool:
    return all(
        getattr(side, limits) if figure == "has" else is_within(getattr(side, figure), limits)
        for figure, limits in asked.items() if figure not in ("of", "trump")
    )  # fmt: skip


_FIGURES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "tricks": limits_up_to(3), "trick_points": limits_up_to(9), "card_points": limits_up_to(9),
    "last_trick": st.booleans(),
    "points": limits_up_to(11), "counted": limits_up_to(11), "has": st.sampled_from(["dealer", "eldest"]),
    "trump": st.sampled_from(["d", "bd"]),
}  # fmt: skip


def _conditions(
    parties: Sequence[str], figures: Mapping[str, st.SearchStrategy[Any]]
) -> st.SearchStrategy[dict[str, Any]]:
    return st.builds(
        lambda of, asked: {"of": of, **asked},
        st.sampled_from(parties),
        st.lists(st.sampled_from(sorted(figures)), min_size=1, max_size=2, unique=True).flatmap(
            lambda names: st.fixed_dictionaries({name: figures[name] for name in names})
        ),
    )


class Table(NamedTuple):
    """What the small game has besides."""

    unit: str
    pays: str
    ties: str
    named_by: str

    @property
    def point_units(self) -> int:
        """The units of a point."""
        return 1 if self.unit == "1" else 2

    @property
    def trumps(self) -> str:
        """The suits that can be trump; `-`: there is none without a declarer."""
        return "bd" if self.named_by == "eldest" else "-"

    def to_tree(self) -> dict[str, Any]:
        """The small game in which a hand that all have passed is played."""
        tree: dict[str, Any] = json.loads(json.dumps(SMALL))
        tree["pack"]["unit"] = self.unit
        tree["play"]["trump"] = {"chosen": "named", "by": self.named_by}
        tree["all_pass"] = {"do": "play_out", "pays": self.pays}
        if self.pays in ("most_points", "fewest_points"):
            tree["all_pass"]["ties"] = self.ties
        tree["settle"]["rounding"] = "none" if self.unit == "1" else "down"
        return tree


_TABLES: Final = st.builds(
    Table,
    unit=st.sampled_from(["1", "1/2"]),
    pays=st.sampled_from(["most_points", "fewest_points", "last_trick"]),
    ties=st.sampled_from(["each_pays", "nobody_pays"]),
    named_by=st.sampled_from(["eldest", "declarer"]),
)
_NEVER: Final = frozenset({"RUL505", "RUL522"})
_PAYING: Final = ("losers", "winners", "others")


def _has_trump(trump: str, conditions: Sequence[Mapping[str, Any]]) -> bool:
    return all(trump in asked.get("trump", trump) for asked in conditions)


@settings(max_examples=examples(120), deadline=None)
@given(st.lists(_conditions(_PAYING, _FIGURES), min_size=1, max_size=2), _TABLES)
def test_what_is_reported_of_payments_is_so(conditions: list[dict[str, Any]], table: Table) -> None:
    """Every report is true, and everything true is reported, whoever pays whom."""
    tree = table.to_tree()
    tree["all_pass"] |= {"bonus": {"rule": {"when": conditions, "times": 2}}, "bonus_order": ["rule"]}
    codes = {found.code for found in check_rules("small.yaml", raw=json.dumps(tree).encode()).findings}
    results = set[bool]()
    for hand in _hands(table.point_units):
        for (losers, winners), trump in product(_payments(hand, table.pays, table.ties), table.trumps):
            held = (_holds(losers if asked["of"] == "losers" else winners, asked) for asked in conditions)
            results.add(_has_trump(trump, conditions) and all(held))
        if len(results) > 1:
            break
    assert "RUL505" not in codes or results == {False}
    assert "RUL520" not in codes or results == {True}
    if len(results) == 1:
        assert codes & (_NEVER if results == {False} else {"RUL520", "RUL522"})


class _Players(NamedTuple):
    """The figures of some players together, and their cards in each place."""

    figures: Side
    cards: Mapping[str, frozenset[str]]


@cache
def _hands_with_cards(whole: int) -> tuple[tuple[_Players, ...], ...]:
    """The figures and cards of three players in every hand without an exchange; nobody deals or speaks first."""
    return tuple(
        tuple(
            _Players(
                _side_of(Taken(each.tricks, each.in_tricks, each.monte), whole, ""),
                {"dealt": each.dealt, "held": each.held, "won": each.in_tricks | each.monte},
            )
            for each in hand
        )
        for hand in played_hands(exchanges=False)
    )


def _join_players(players: Sequence[_Players]) -> _Players:
    cards = {where: frozenset[str]().union(*(each.cards[where] for each in players)) for where in players[0].cards}
    return _Players(_join([each.figures for each in players]), cards)


def _card_payments(hand: Sequence[_Players], pays: str, ties: str) -> Iterator[tuple[_Players, _Players]]:
    """The players who pay together, and those who are paid."""
    if pays == "last_trick":
        payers = [each for each in hand if each.figures.last_trick]
    else:
        worst = (max if pays == "most_points" else min)(each.figures.counted for each in hand)
        payers = [each for each in hand if each.figures.counted == worst]
    others = [each for each in hand if each not in payers]
    if others and not (len(payers) > 1 and ties == "nobody_pays"):
        yield _join_players(payers), _join_players(others)


def _has_all(players: _Players, asked: Mapping[str, Any]) -> bool:
    cards = asked.get("cards", {"where": "won"})
    count = sum(
        card[0] in cards.get("ranks", card) and card[1] in cards.get("suits", card)
        for card in players.cards[cards["where"]]
    )
    limits = {key: cards[key] for key in ("at_least", "at_most") if key in cards}
    figures = {key: limit for key, limit in asked.items() if key != "cards"}
    return is_within(count, limits) and _holds(players.figures, figures)


_BESIDE_CARDS: Final = {name: limits for name, limits in _FIGURES.items() if name not in ("has", "trump")}


@settings(max_examples=examples(40), deadline=None)
@given(
    st.one_of(
        st.lists(_conditions(_PAYING, {"cards": CARDS_ANYWHERE}), min_size=1, max_size=2),
        st.lists(_conditions(_PAYING, {**_BESIDE_CARDS, "cards": CARDS_ANYWHERE}), min_size=1, max_size=2),
    ),
    _TABLES,
)
def test_all_that_is_so_of_cards_is_reported(conditions: list[dict[str, Any]], table: Table) -> None:
    """And nothing else, whichever cards those who pay and who are paid were dealt, and win."""
    tree = table.to_tree()
    small = small_without_a_card()
    tree["pack"]["without"], tree["piles"] = small["pack"]["without"], small["piles"]
    tree["all_pass"] |= {"bonus": {"rule": {"when": conditions, "times": 2}}, "bonus_order": ["rule"]}
    codes = {found.code for found in check_rules("small.yaml", raw=json.dumps(tree).encode()).findings}
    results = set[bool]()
    for hand in _hands_with_cards(table.point_units):
        for losers, winners in _card_payments(hand, table.pays, table.ties):
            results.add(all(_has_all(losers if asked["of"] == "losers" else winners, asked) for asked in conditions))
        if len(results) > 1:
            break
    assert "RUL505" not in codes or results == {False}
    assert "RUL520" not in codes or results == {True}
    if len(results) == 1:
        assert codes & (_NEVER if results == {False} else {"RUL520", "RUL522"})


@settings(max_examples=examples(120), deadline=None)
@given(_conditions(["side"], _FIGURES), _TABLES.map(lambda table: table._replace(pays="nobody")))
def test_what_sides_never_or_always_have_is_reported(asked: dict[str, Any], table: Table) -> None:
    """Nothing else is; all of it, whatever figures of one side a rule asks for."""
    tree = table.to_tree()
    tree["all_pass"]["counts"] = {"rule": {"when": asked, "own": 4}}
    tree["match"] = {"counts": "card_points"}
    findings = check_rules("small.yaml", raw=json.dumps(tree).encode()).findings
    is_impossible = any(finding.code in _NEVER or finding.wording == "never" for finding in findings)
    is_idle = any(finding.code == "RUL520" for finding in findings)
    results = {
        _holds(side, asked) and _has_trump(trump, [asked])
        for hand in _hands(table.point_units) for side in hand for trump in table.trumps
    }  # fmt: skip
    assert is_impossible is (results == {False}), [(finding.code, finding.wording) for finding in findings]
    assert is_idle is (results == {True})


@settings(max_examples=examples(40), deadline=None)
@given(_conditions(["side"], {**_BESIDE_CARDS, "cards": CARDS_ANYWHERE}), _TABLES)
def test_what_sides_never_or_always_have_of_cards_is_reported(asked: dict[str, Any], table: Table) -> None:
    """Nothing else is; all of it, whichever cards a side was dealt, and wins."""
    tree = table._replace(pays="nobody").to_tree()
    small = small_without_a_card()
    tree["pack"]["without"], tree["piles"] = small["pack"]["without"], small["piles"]
    tree["all_pass"]["counts"] = {"rule": {"when": asked, "own": 4}}
    tree["match"] = {"counts": "card_points"}
    findings = check_rules("small.yaml", raw=json.dumps(tree).encode()).findings
    is_impossible = any(finding.code in _NEVER or finding.wording == "never" for finding in findings)
    is_idle = any(finding.code == "RUL520" for finding in findings)
    results = {_has_all(each, asked) for hand in _hands_with_cards(table.point_units) for each in hand}
    assert is_impossible is (results == {False}) or "RUL522" in {finding.code for finding in findings}
    assert is_idle is (results == {True})
