"""Conditions of bonuses that never or always hold, against every division of a small pack.

Terms. A *case* is a division of the pack; a *world* is what goes with any division: trump, announcements, the bid.
"""

from __future__ import annotations

import json
import os
from functools import cache
from itertools import combinations, product
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files.load import check_rules
from tests.rulesets.small_pack import CARDS_ANYWHERE, SMALL, is_within, limits_up_to, small
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_EXAMPLES: Final = 400 if os.environ.get("CALAREC_THOROUGH") else 20
_WORTH: Final = {"3": 1, "A": 3}
_LAST_TRICK: Final = 2
_TRICKS: Final = 2
_NEEDED: Final = 6
_NEVER: Final = frozenset({"RUL505", "RUL522"})
"""It never holds; a limit that no number keeps, or that the pack has too few cards for."""
_ALWAYS: Final = frozenset({"RUL520", "RUL522"})
_CODES: Final = _NEVER | _ALWAYS
_SIDES: Final = ("declarer", "opponents")
_PARTIES: Final = ("winners", "losers", "opponents", "declarer")
_WORD: Final = "busso"


class Side(NamedTuple):
    """All that a condition can ask of a side."""

    tricks: int
    in_tricks: frozenset[str]
    won: frozenset[str]
    last_trick: bool
    has: frozenset[str]
    """The roles that one of its players has."""
    dealt: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()


class Case(NamedTuple):
    """The end of a hand: both sides, who has won, and the contract."""

    declarer: Side
    opponents: Side
    contract: str

    def party(self, of: str, whole: int, needed: int) -> tuple[Side, bool]:
        """A party and whether it has won; `whole`: how many units make a point."""
        wins = _round(_points(self.declarer), whole) >= needed
        is_declarer = {"declarer": True, "opponents": False, "winners": wins, "losers": not wins}[of]
        return (self.declarer if is_declarer else self.opponents), is_declarer is wins


class World(NamedTuple):
    """What goes with any division."""

    trump: str
    announcers: frozenset[str]
    """The sides that have announced the word."""
    amount: int
    """The units that the contract `solo` was bid with, if it is bid with amounts."""
    winning_card: str = ""
    """The card that has won the last trick, if a rule asks for it."""

    def is_of_case(self, case: Case) -> bool:
        """Check whether the card that has won the last trick is in a trick of its side."""
        winner = case.declarer if case.declarer.last_trick else case.opponents
        return not self.winning_card or self.winning_card in winner.in_tricks

    def needed_by(self, contract: str) -> int:
        """The units that the declarer needs."""
        return self.amount if contract == "solo" and self.amount else _NEEDED


class Table(NamedTuple):
    """What the small game has besides, of which conditions may speak."""

    unit: str = "1"
    named_by: str = ""
    """The player who names the trump; empty: no trump."""
    announced_by: str = "anyone"
    """Those who may announce the word."""
    amounts: tuple[int, ...] = ()
    """The points with which `solo` is bid."""

    @property
    def point_units(self) -> int:
        """The units of a point."""
        return 1 if self.unit == "1" else 2

    def worlds(self, stated: str) -> Iterable[World]:
        """All that can go with a division, as far as a rule speaks of it."""
        sides = {"anyone": _SIDES, "declarer": _SIDES[:1], "opponents": _SIDES[1:]}[self.announced_by]
        said = [frozenset(some) for count in range(len(sides) + 1) for some in combinations(sides, count)]
        amounts = [amount * self.point_units for amount in self.amounts]
        return [
            World(*found)
            for found in product(
                "bd" if '"trump"' in stated else [""],
                said if '"said"' in stated else said[:1],
                amounts or [0],
                sorted(_list_cards()) if _WINNING_CARD in stated else [""],
            )
        ]  # fmt: skip


_WINNING_CARD: Final = '"last_trick": {'


def _list_cards() -> frozenset[str]:
    return frozenset(rank + suit for suit in small().pack.suits for rank in small().pack.ranks)


def _worth(cards: frozenset[str]) -> int:
    return sum(_WORTH.get(card[0], 0) for card in cards)


def _points(side: Side) -> int:
    return _worth(side.won) + _LAST_TRICK * side.last_trick


def _round(points: int, whole: int) -> int:
    return points // whole * whole


@cache
def _cases() -> tuple[Case, ...]:
    """Every choice of the cards of the declarer's tricks and of the monte, at every place of the declarer."""
    pack = _list_cards()
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


@cache
def _cases_of_figures() -> tuple[Case, ...]:
    """The first of all cases that differ only in the cards."""

    def figures(side: Side) -> tuple[Any, ...]:
        return side.tricks, _worth(side.in_tricks), _worth(side.won), side.last_trick, side.has

    found = {(figures(case.declarer), figures(case.opponents), case.contract): case for case in _cases()}
    return tuple(found.values())


_ROLES_HELD: Final = frozenset({"dealer", "eldest"})
_ROLES: Final[tuple[frozenset[str], ...]] = (frozenset(), frozenset({"dealer"}), frozenset({"eldest"}))


@cache
def _cases_of_hands(roles: int) -> tuple[Case, ...]:
    """Every deal, exchange and choice of the cards of tricks, in which each hand has played a card to each trick."""
    pack = _list_cards()
    known: dict[frozenset[str], frozenset[str]] = {}

    def list_some(cards: frozenset[str], count: int) -> list[frozenset[str]]:
        return [known.setdefault(some, some) for some in map(frozenset, combinations(sorted(cards), count))]

    found = []
    for dealt in list_some(pack, 2):
        for others in list_some(pack - dealt, 4):
            monte = pack - dealt - others
            for contract, held in [("buio", dealt), *(("solo", held) for held in list_some(dealt | monte, 2))]:
                for tricks in range(_TRICKS + 1):
                    for own, won in product(list_some(held, tricks), list_some(others, 2 * tricks)):
                        taken = known.setdefault(own | won, own | won)
                        given = known.setdefault((held | others) - taken, (held | others) - taken)
                        for has_last, role in product({tricks > 0, tricks == _TRICKS}, _ROLES[:roles]):
                            mine, theirs = (
                                Side(count, cards, known.setdefault(all_cards, all_cards), last, has, *hands)
                                for count, cards, last, has, hands in (
                                    (tricks, taken, has_last, role, (dealt, held)),
                                    (_TRICKS - tricks, given, not has_last, _ROLES_HELD - role, (others, others)),
                                )
                                for all_cards in [cards | (pack - held - others) if last else cards]
                            )
                            found.append(Case(mine, theirs, contract))
    Random(1).shuffle(found)
    return tuple(found)


def _is_one(card: str, cards: Mapping[str, Any]) -> bool:
    return card[0] in cards.get("ranks", "3A54") and card[1] in cards.get("suits", "bd")


def _count(cards: Mapping[str, Any], side: Side) -> int:
    counted: frozenset[str] = getattr(side, cards.get("where", "won"))
    return sum(_is_one(card, cards) for card in counted)


def _has_counted(case: Case, world: World, counted: Mapping[str, Any], whole: int) -> bool:
    """Check whether there is at least one of what is paid for each."""
    side, _ = case.party(counted["of"], whole, world.needed_by(case.contract))
    return side.tricks > counted["tricks"]["above"] if "tricks" in counted else _count(counted["cards"], side) > 0


def _has_last_trick(side: Side, world: World, asked: bool | Mapping[str, Any]) -> bool:
    if isinstance(asked, bool):
        return side.last_trick is asked
    return side.last_trick and _is_one(world.winning_card, asked)


def _holds(case: Case, world: World, asked: Mapping[str, Any], whole: int) -> bool:
    """Check whether a condition holds, with one of its alternatives."""
    side, wins = case.party(asked.get("of", "losers"), whole, world.needed_by(case.contract))
    cards, points = asked.get("cards", {}), _points(side)
    name = "declarer" if side is case.declarer else "opponents"
    values = {
        "tricks": side.tricks, "trick_points": _worth(side.in_tricks), "card_points": _worth(side.won),
        "points": points, "counted": _round(points, whole),
    }  # fmt: skip
    return (
        all(is_within(values[figure], asked[figure]) for figure in values.keys() & asked.keys())
        and side.tricks >= asked.get("tricks_at_least", 0)
        and points < asked.get("points_below", points + 1)
        and _has_last_trick(side, world, asked.get("last_trick", side.last_trick))
        and is_within(
            _count(cards, side),
            {key: cards[key] for key in ("at_least", "at_most") if key in cards},
        )
        and ("has" not in asked or asked["has"] in side.has)
        and ("said" not in asked or name in world.announcers)
        and ("trump" not in asked or world.trump in asked["trump"])
        and asked.get("result", "won" if wins else "lost") == ("won" if wins else "lost")
        and case.contract in asked.get("contracts", [case.contract])
        and ("one_of" not in asked or any(_holds(case, world, alternative, whole) for alternative in asked["one_of"]))
    )


def _limits(most: int) -> st.SearchStrategy[Any]:
    return limits_up_to(most, ("at_least", "at_most", "above"))


_PLAYED: Final[dict[str, st.SearchStrategy[Any]]] = {
    "tricks": _limits(3), "trick_points": _limits(9), "card_points": _limits(9), "points": _limits(11),
    "counted": _limits(11), "last_trick": st.booleans(), "result": st.sampled_from(["won", "lost"]),
    "tricks_at_least": st.integers(1, 3), "points_below": st.integers(1, 11),
    "contracts": st.sampled_from([["solo"], ["buio"], ["solo", "buio"]]),
    "has": st.sampled_from(["dealer", "eldest"]), "said": st.just("busso"), "trump": st.sampled_from(["b", "d", "bd"]),
}  # fmt: skip
"""Figures of which the joint outcomes have every value that goes with the others."""
_ALL: Final[dict[str, st.SearchStrategy[Any]]] = {
    **_PLAYED,
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
        st.sampled_from(_PARTIES),
        names.flatmap(lambda chosen: st.fixed_dictionaries({name: figures[name] for name in chosen})),
    )


def _rules(figures: Mapping[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[list[dict[str, Any]]]:
    """One condition or two, with alternatives or without."""
    alternatives = st.fixed_dictionaries(
        {}, optional={"one_of": st.lists(_conditions(figures), min_size=2, max_size=2)}
    )
    return st.lists(st.builds(dict.__or__, _conditions(figures), alternatives), min_size=1, max_size=2)


_TABLES: Final = st.builds(
    Table,
    unit=st.sampled_from(["1", "1/2"]),
    named_by=st.sampled_from(["declarer", "eldest"]),
    announced_by=st.sampled_from(["anyone", "declarer", "opponents"]),
    amounts=st.sampled_from([(), (2, 4), (1, 2, 3)]),
)
_EFFECTS: Final[st.SearchStrategy[dict[str, Any]]] = st.sampled_from(
    [{"times": 2}, {"plus": 1}, {"times": 2, "cumulative": True}, {"plus_stakes": 1, "paid_by": "declarer"}]
)
_EACH_TRICK: Final[st.SearchStrategy[dict[str, Any]]] = st.integers(0, 2).map(
    lambda above: {"tricks": {"above": above}}
)
_EACH_CARD: Final[st.SearchStrategy[dict[str, Any]]] = st.sampled_from([{"ranks": "A"}, {"suits": "d"}, {}]).map(
    lambda cards: {"cards": {**cards, "where": "won"}}
)


def _for_each(counted: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """An amount for each of something, alone or as a payment of its own."""
    return st.builds(
        lambda of, counted, payment: {"plus": 1, "for_each": {"of": of, **counted}, **payment},
        st.sampled_from(_PARTIES),
        counted,
        st.sampled_from([{}, {"paid_by": "losers"}]),
    )


def _check_small(conditions: list[dict[str, Any]], effect: dict[str, Any], table: Table) -> set[str]:
    """The codes of what is reported of a bonus with these conditions."""
    tree = json.loads(json.dumps(SMALL))
    tree["pack"]["unit"] = table.unit
    tree["auction"]["ladder"].append("buio")
    tree["contracts"]["buio"] = {"stake": 2, "leader": "eldest"}
    if table.amounts:
        least, *_, most = table.amounts
        by = table.amounts[1] - least
        tree["contracts"]["solo"]["amounts"] = {"least": least, "most": most, "by": by, "of": "points"}
    if table.named_by:
        tree["play"]["trump"] = {"chosen": "named", "by": table.named_by}
    if '"said"' in json.dumps(conditions):
        tree["standing"] = {_WORD: {"do": "declare", "until_trick": 0, "by": table.announced_by}}
    in_order = "times" in effect and not effect.get("cumulative")
    tree["settle"] |= {
        "bonus": {"rule": {"when": conditions, **effect}}, "bonus_order": ["rule"] if in_order else [],
        "rounding": "none" if table.unit == "1" else "down",
    }  # fmt: skip
    checked = check_rules("small.yaml", raw=json.dumps(tree).encode())
    codes = {found.code for found in checked.findings if found.code in _CODES}
    assert checked.ruleset is not None or codes, checked.findings
    return codes


def _results(conditions: list[dict[str, Any]], effect: Mapping[str, Any], table: Table) -> set[bool]:
    """Check whether the rule applies in some case, and whether its conditions fail in some."""
    found = set[bool]()
    counted, stated = effect.get("for_each"), json.dumps([conditions, effect])
    cases = (
        _cases_of_hands(len(_ROLES) if '"has"' in stated else 1) if '"dealt"' in stated or '"held"' in stated
        else _cases() if '"won"' in stated or _WINNING_CARD in stated
        else _cases_of_figures()
    )  # fmt: skip
    for case, world in product(cases, table.worlds(stated)):
        if not world.is_of_case(case):
            continue
        if not all(_holds(case, world, asked, table.point_units) for asked in conditions):
            found.add(False)
        elif counted is None or _has_counted(case, world, counted, table.point_units):
            found.add(True)
        if len(found) > 1:
            break
    return found or {False}


def _hold_complete(conditions: list[dict[str, Any]], effect: dict[str, Any], table: Table) -> None:
    """Check that what never or always applies is reported, and nothing else."""
    codes, results = _check_small(conditions, effect, table), _results(conditions, effect, table)
    if results == {False}:
        assert codes & _NEVER
    elif results == {True}:
        assert codes & _ALWAYS
    else:
        assert "RUL505" not in codes
        assert "RUL520" not in codes


@settings(max_examples=examples(_EXAMPLES), deadline=None)
@given(_rules(_PLAYED), _EFFECTS, _TABLES)
def test_all_that_is_so_is_reported(conditions: list[dict[str, Any]], effect: dict[str, Any], table: Table) -> None:
    """And nothing else, whichever parties, alternatives and contracts a condition has."""
    _hold_complete(conditions, effect, table)


@settings(max_examples=examples(_EXAMPLES), deadline=None)
@given(_rules(_PLAYED), _for_each(_EACH_TRICK), _TABLES)
def test_all_that_is_so_of_amounts_for_each_trick_is_reported(
    conditions: list[dict[str, Any]], effect: dict[str, Any], table: Table
) -> None:
    """A rule without one of what is counted never applies."""
    _hold_complete(conditions, effect, table)


@settings(max_examples=examples(_EXAMPLES), deadline=None)
@given(_rules(_ALL), st.one_of(_EFFECTS, _for_each(_EACH_CARD)), _TABLES)
def test_all_that_is_so_of_cards_is_reported(
    conditions: list[dict[str, Any]], effect: dict[str, Any], table: Table
) -> None:
    """And nothing else, whichever of certain cards a side has won."""
    _hold_complete(conditions, effect, table)


_BESIDE_CARDS: Final = {
    name: _PLAYED[name] for name in ("tricks", "trick_points", "card_points", "last_trick", "result", "contracts")
}


@settings(max_examples=examples(_EXAMPLES), deadline=None)
@given(st.one_of(_rules({"cards": CARDS_ANYWHERE}), _rules({**_BESIDE_CARDS, "cards": CARDS_ANYWHERE})), _TABLES)
def test_all_that_is_so_of_cards_anywhere_is_reported(conditions: list[dict[str, Any]], table: Table) -> None:
    """And nothing else, whichever cards a side was dealt, holds at the first lead, and wins."""
    _hold_complete(conditions, {"times": 2}, table)


_LAST: Final = st.sampled_from([{"ranks": "3"}, {"suits": "d"}, {"ranks": "A", "suits": "b"}, {"ranks": "54"}])


@settings(max_examples=examples(_EXAMPLES), deadline=None)
@given(_rules({**_ALL, "last_trick": st.one_of(st.booleans(), _LAST)}), _TABLES)
def test_all_that_is_so_of_the_winning_card_is_reported(conditions: list[dict[str, Any]], table: Table) -> None:
    """And nothing else, whichever card of its tricks has won a side the last one."""
    _hold_complete(conditions, {"times": 2}, table)


_BOTH_THREES: Final = {"cards": {"ranks": "3", "at_least": 2, "where": "won"}}
_A_THREE: Final = {"cards": {"ranks": "3", "at_least": 1, "where": "won"}}
_LAST_AND_LOW: Final = {"of": "opponents", "last_trick": True, "card_points": {"at_most": 3}}
_WITHOUT_POINTS: Final = {"of": "opponents", "last_trick": True, "card_points": {"at_most": 2}}


@pytest.mark.parametrize(
    "conditions",
    [
        # Who wins has six points; with both threes that leaves none for the others, and they have five cards.
        [{"of": "opponents", "cards": {"suits": "d", "at_least": 2, "where": "won"}, "one_of": [_LAST_AND_LOW] * 2},
         {"of": "winners", **_BOTH_THREES}],
        [{"of": "winners", "one_of": [_WITHOUT_POINTS] * 2, **_BOTH_THREES}],
        # A hand has two cards, and one card wins the last trick.
        [{"of": "declarer", "cards": {"ranks": "3", "at_least": 2, "where": "dealt"}},
         {"of": "declarer", "cards": {"ranks": "A", "suits": "b", "at_least": 1, "where": "dealt"}}],
        [{"of": "winners", "last_trick": {"ranks": "3"}}, {"of": "winners", "last_trick": {"ranks": "A"}}],
        # A hand plays one card to each trick.
        [{"of": "declarer", "tricks": 1, "last_trick": False, "cards": {"ranks": "A", "at_least": 2, "where": "won"}},
         {"of": "declarer", "cards": {"ranks": "A", "at_least": 2, "where": "held"}}],
        # The opponents keep the cards that they are dealt.
        [{"of": "opponents", "cards": {"ranks": "3", "at_least": 2, "where": "dealt"}},
         {"of": "declarer", "cards": {"ranks": "3", "at_least": 1, "where": "held"}}],
        # Of five points in a trick two are of threes.
        [{"of": "declarer", "trick_points": 5, "one_of": [{"of": "opponents", "tricks": 1, **_BOTH_THREES}] * 2}],
    ],
)  # fmt: skip
def test_cards_that_only_a_division_rules_out(conditions: list[dict[str, Any]]) -> None:
    """The bounds of each figure separately leave them possible."""
    assert _results(conditions, {"times": 2}, Table()) == {False}
    assert "RUL505" in _check_small(conditions, {"times": 2}, Table())


def test_a_contract_without_a_card_is_no_case_of_always() -> None:
    """In one contract the condition holds, in the other only with a three."""
    alternatives = [{"of": "winners", "contracts": ["solo"]}, {"of": "winners", **_A_THREE}]
    conditions = [{"of": "declarer", "cards": {"ranks": "3", "at_most": 4, "where": "won"}, "one_of": alternatives}]
    assert _results(conditions, {"times": 2}, Table()) == {False, True}
    assert not _check_small(conditions, {"times": 2}, Table())
