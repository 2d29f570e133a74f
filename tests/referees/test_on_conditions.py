"""Any condition in any bonus: engine, compiled filter, hands without cards and an independent referee settle alike."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calarec.bulk.compile import compiled_rules
from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.core.base.frozen import FrozenMap, replace
from calarec.core.engine.game import Game
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.tally import add_up
from calarec.core.judge.json import as_json
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import check_rules
from calarec.simulation import simulate
from tests.referees.agreeing import at_every_table, hands, rules, to_the_end
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.on_cards import cards_of
from tests.referees.on_conditions import CLUBS, BeastPlate, PayingPlate, referee
from tests.rulesets.drawn_opponents import OPPONENT_RULES
from tests.shards import examples
from tests.sources.card_lines import CARDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.simulation.run import Simulated

HANDS: Final = hands(200)
TREE = dict[str, Any]


def agree_on_hand(of: Game, each: Simulated, table: TREE, limits: dict[str, Any]) -> TREE:
    """The engine's ruling of a hand, once referee, filter and scores alone agree."""
    judged = begin_totals(of).replay(each.hand)
    hand = as_json(judged)
    answer = referee(for_the_referee(hand), table, **limits)
    ours, theirs = comparable_parts(hand, answer)
    assert ours == theirs, (each.hand.name, table, hand)
    assert hand["ruling"].get("added", []) == answer["added"]
    assert sum(each.account.payments) == 0
    _hold_against_filter(of, each)
    _hold_without_cards(of, each)
    found: TREE = hand["ruling"]
    return found


def _hold_against_filter(of: Game, each: Simulated) -> None:
    """The compiled filter passes the hand, and pays what the engine pays."""
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(of.ruleset))
    said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Total))
    (verdict,) = verifier.verify([write([replace(each.hand, name="1", statements=said)])])
    assert isinstance(verdict, Passed) or compiled_rules(of).lacking or any(isinstance(one, rec.Signal) for one in said)
    assert not isinstance(verdict, Unruled)
    account = verdict if isinstance(verdict, Passed) else verdict.account
    assert account is not None
    assert account.payments == each.account.payments


def _hold_without_cards(of: Game, each: Simulated) -> None:
    """Check that the payments are among the possible ones of the hand."""
    said = tuple(one for one in each.hand.statements if not isinstance(one, CARDS))
    judged = begin_totals(of).replay(replace(each.hand, statements=said))
    assert not [found for found in judged.findings if found.severity == "error"], write([judged.hand])
    assert judged.account is not None
    assert judged.account.payments == each.account.payments


@pytest.mark.mass
@pytest.mark.parametrize("name", CLUBS)
def test_the_rules_of_clubs(name: str) -> None:
    """Winners, points, bonuses and payments; every bonus comes up."""
    of, (table, limits) = rules(name), CLUBS[name]
    found: Counter[str] = Counter()
    for each in to_the_end(at_every_table(of, HANDS // (2 * len(of.people)))):
        ruling = agree_on_hand(of, each, table, limits)
        found.update([ruling["bonus"] or "none", *ruling.get("added", ())])
    assert found.keys() >= {*table, "none"}


def test_a_lost_solo_doubles_the_pot() -> None:
    """The declarer's payments into the pot agree; it is never negative."""
    of = rules("beast")
    filled = doubled = won = 0
    for seats, bot in product(of.people, ("sensible", "random")):
        plate, bare, totals = BeastPlate(), begin_totals(of), begin_totals(of)
        for each in simulate(of, hands=HANDS // (2 * len(of.people)), seed=7, bot=bot, seats=seats):
            judged, before = totals.replay(each.hand), plate.lies
            assert not [one for one in judged.findings if one.severity == "error"], write([each.hand])
            hand = as_json(judged)
            assert ((hand["carry"] or {}).get("pot", 0)) == before
            payments = plate.payments(for_the_referee(hand))
            assert {seat: hand["ruling"]["payments"].get(seat, 0) for seat in payments} == payments
            assert sum(payments.values()) == before - plate.lies
            filled += plate.lies > before == 0
            doubled += plate.lies == 2 * before > 0
            won += plate.lies < before
            said = tuple(one for one in each.hand.statements if not isinstance(one, CARDS))
            scored = bare.replay(replace(each.hand, statements=said))
            if not any(isinstance(one, rec.Claim | rec.Concede) for one in said):
                assert not [one for one in scored.findings if one.severity == "error"], write([scored.hand])
    assert filled
    assert doubled
    assert won


def test_the_pot_pays() -> None:
    """As far as it holds so much, hand after hand, with cards and without; payments and the pot add up to zero."""
    of = rules("pot-pays")
    found: Counter[str] = Counter()
    for seats, bot in product(of.people, ("sensible", "random")):
        plate, bare, totals = PayingPlate(), begin_totals(of), begin_totals(of)
        for each in simulate(of, hands=HANDS // (2 * len(of.people)), seed=7, bot=bot, seats=seats):
            judged, before = totals.replay(each.hand), plate.lies
            assert not [one for one in judged.findings if one.severity == "error"], write([each.hand])
            said = tuple(one for one in each.hand.statements if not isinstance(one, CARDS))
            scored = bare.replay(replace(each.hand, statements=said))
            if any(isinstance(one, rec.Claim | rec.Concede) for one in each.hand.statements):
                plate.lies -= sum(each.account.payments)
                continue
            assert not [one for one in scored.findings if one.severity == "error"], write([scored.hand])
            hand = as_json(judged)
            payments = plate.payments(for_the_referee(hand))
            assert {seat: hand["ruling"]["payments"].get(seat, 0) for seat in payments} == payments
            assert sum(payments.values()) == before - plate.lies
        found += plate.paid
    assert found.keys() == {"four", "comfort", "three", "declarer"}


def test_players_pay_by_their_cards() -> None:
    """Whatever the contract brings: each card is looked for again; with the pot all adds up to zero."""
    of = rules("seven-pays")
    bare = replace(of.rules, settle=replace(of.rules.settle, bonus=FrozenMap({})))
    without = Game(of.ruleset, bare)
    paid: Counter[str] = Counter()
    for each in to_the_end(at_every_table(of, HANDS // (2 * len(of.people)))):
        hand = for_the_referee(as_json(begin_totals(of).replay(each.hand)))
        if each.account.declarer < 0:
            continue
        seats = each.setting.labels
        expected = list(settle_hand(without, add_up(of.cards, each.setting, each.events)).payments)
        for payer, payee, amount in _card_payments(hand, each):
            expected[seats.index(payer)] -= amount
            expected[seats.index(payee)] += amount
            paid["seats"] += 1
        (winner,) = (seat for seat in hand["deal"] if "3b" in cards_of("won", {seat}, hand))
        expected[seats.index(winner)] -= 3
        has_won = each.account.counted_sides[0].wins
        expected[each.account.declarer] += 3 if has_won else 0  # who takes the pot takes that too
        assert each.account.payments == tuple(expected)
        assert sum(expected) == (each.setting.carry.pot if has_won else -3)
        _hold_without_cards(of, each)
    assert paid["seats"]


def _card_payments(hand: Any, played: Simulated) -> Iterator[tuple[str, str, int]]:
    """Yield payments for the seven of coins that was won, and the ace of cups dealt."""
    (seven,) = (seat for seat in hand["deal"] if "7d" in cards_of("won", {seat}, hand))
    yield from ((seven, other, 1) for other in hand["deal"] if other != seven)
    (wins,) = (side for side in played.account.counted_sides if side.wins)
    winners = {played.setting.labels[seat] for seat in wins.seats}
    if sum(trick["winner"] in winners for trick in hand["tricks"]) >= 7:
        for seat in hand["deal"]:
            if "Ac" in cards_of("dealt", {seat}, hand):
                yield from ((other, seat, 2) for other in hand["deal"] if other != seat)


def test_players_pay_by_their_cards_when_nobody_bids() -> None:
    """All payments add up to zero, and hands without cards are settled."""
    of = rules("passed-seven")
    out = replace(of.rules.all_pass, params=replace(of.rules.all_pass.params, bonus=FrozenMap({})))
    without = Game(of.ruleset, replace(of.rules, all_pass=out))
    paid: Counter[str] = Counter()
    for each in to_the_end(at_every_table(of, HANDS // (2 * len(of.people)), ("all_pass",))):
        hand = for_the_referee(as_json(begin_totals(of).replay(each.hand)))
        seats = each.setting.labels
        plain = settle_hand(without, add_up(of.cards, each.setting, each.events))
        expected = Counter(dict(zip(seats, plain.payments, strict=True)))
        for name, payer, payee, amount in _payments_when_all_pass(hand, each):
            expected[payer] -= amount
            expected[payee] += amount
            paid[name] += 1
        assert each.account.payments == tuple(expected[seat] for seat in seats)
        assert sum(each.account.payments) == 0
        _hold_without_cards(of, each)
        _hold_against_filter(of, each)
    assert paid.keys() == {"seven", "ace", "two"}


def _payments_when_all_pass(hand: Any, played: Simulated) -> Iterator[tuple[str, str, str, int]]:
    """Yield payments for the seven of coins, the ace of cups and the two of swords."""
    (seven,) = (seat for seat in hand["deal"] if "7d" in cards_of("won", {seat}, hand))
    (two,) = (seat for seat in hand["deal"] if "2s" in cards_of("won", {seat}, hand))
    yield from (("seven", seven, other, 1) for other in hand["deal"] if other != seven)
    yield from (("two", other, two, 1) for other in hand["deal"] if other != two)
    losers = {played.setting.labels[side.seats[0]] for side in played.account.counted_sides if side.wins is False}
    is_tied = len(losers) == len(hand["deal"])
    if not is_tied and sum(trick["winner"] in losers for trick in hand["tricks"]) >= 7:
        for seat in (seat for seat in hand["deal"] if "Ac" in cards_of("dealt", {seat}, hand)):
            yield from (("ace", other, seat, 2) for other in hand["deal"] if other != seat)


_PARTIES: Final = st.sampled_from(["winners", "losers", "declarer", "opponents"])


def _limits(most: int) -> st.SearchStrategy[Any]:
    """A number, or one or two limits that do not cross."""
    number = st.integers(0, most)
    pairs = st.tuples(number, number).map(lambda pair: {"at_least": min(pair), "below": max(pair) + 1})
    return st.one_of(
        number,
        st.sampled_from(["at_least", "at_most", "above", "below"]).flatmap(
            lambda key: st.fixed_dictionaries({key: st.integers(1, most)})
        ),
        pairs,
    )


_CARDS = st.builds(
    lambda limits, more: {**more, **(limits if isinstance(limits, dict) else {"at_least": limits, "at_most": limits})},
    st.sampled_from([2, {"at_least": 1}, {"at_most": 2}, {"at_least": 1, "at_most": 3}]),
    st.sampled_from([{"ranks": "A"}, {"suits": "d"}, {"ranks": "32A", "suits": "cd"}]).flatmap(
        lambda cards: st.sampled_from(["dealt", "held", "won"]).map(lambda where: {**cards, "where": where})
    ),
)
_FIGURES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "tricks": _limits(11),
    "trick_points": _limits(30),
    "card_points": _limits(30),
    "points": _limits(34),
    "counted": _limits(33),
    "last_trick": st.one_of(
        st.booleans(), st.sampled_from([{"ranks": "A"}, {"suits": "bd"}, {"ranks": "ARCF", "suits": "cs"}, {}])
    ),
    "result": st.sampled_from(["won", "lost"]),
    "cards": _CARDS,
    "has": st.sampled_from(["dealer", "eldest"]),
    "contracts": st.sampled_from([["solo"], ["chiamo", "solissimo"]]),
}


@st.composite
def _condition(draw: st.DrawFn, *, alternatives: bool = True) -> TREE:
    names = draw(st.lists(st.sampled_from(sorted(_FIGURES)), min_size=1, max_size=2, unique=True))
    found: TREE = {"of": draw(_PARTIES)} | {name: draw(_FIGURES[name]) for name in names}
    if alternatives and draw(st.booleans()):
        found["one_of"] = draw(st.lists(_condition(alternatives=False), min_size=1, max_size=3))
    return found


_EFFECTS = st.one_of(
    st.integers(2, 4).map(lambda times: {"times": times}),
    st.integers(0, 9).map(lambda instead: {"instead": instead}),
    st.integers(1, 5).map(lambda plus: {"plus": plus}),
    st.integers(1, 3).map(lambda plus: {"plus_stakes": plus}),
    st.integers(2, 3).map(lambda times: {"times": times, "cumulative": True}),
    st.builds(
        lambda effect, payer: {**effect, "paid_by": payer}, st.sampled_from([{"plus": 3}, {"plus_stakes": 2}]), _PARTIES
    ),
    st.builds(
        lambda payer, plus, card: {**payer, "plus": plus, "card": card},
        st.sampled_from(
            [
                {"paid_by": "card_winner", "to": "everyone"},
                {"paid_by": "card_holder", "to": "everyone"},
                {"paid_by": "everyone", "to": "card_winner"},
                {"paid_by": "everyone", "to": "card_holder"},
            ]
        ),
        st.integers(1, 4),
        st.sampled_from(["7d", "As", "3b"]),
    ),
)


_COUNTED: Final = st.one_of(
    st.integers(7, 11).map(lambda above: {"tricks": {"above": above}}),
    st.builds(
        lambda cards, where: {"cards": {**cards, "where": where}},
        st.sampled_from([{"ranks": "A"}, {"ranks": "3", "suits": "bd"}, {"ranks": "32A", "suits": "c"}]),
        st.sampled_from(["dealt", "held", "won"]),
    ),
)


@st.composite
def _bonus(draw: st.DrawFn) -> TREE:
    found: TREE = draw(_EFFECTS)
    is_counted: bool = draw(st.booleans())
    if is_counted and "card" not in found and {"plus", "plus_stakes"} & found.keys():
        found = found | {"for_each": {"of": draw(_PARTIES), **draw(_COUNTED)}}
    when = draw(st.lists(_condition(), max_size=2))
    return found | ({"when": when[0]} if when else {}) | ({"also": when[1:]} if when[1:] else {})


@settings(max_examples=examples(64), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    table=st.lists(_bonus(), min_size=1, max_size=3).map(lambda all_: {f"b{n}": each for n, each in enumerate(all_)}),
    limits=st.sampled_from([{}, {"least": 2}, {"most": 3}, {"least": 2, "most": 4}, {"dealer": 3}]),
    each=st.one_of(st.just({}), OPPONENT_RULES.map(lambda rule: {"rule": rule})),
    seed=st.integers(0, 10_000),
)
def test_any_bonuses(table: TREE, limits: dict[str, int], each: TREE, seed: int) -> None:
    """Whatever the conditions ask; a table that the checks refuse is left out."""
    in_order = [name for name, each in table.items() if {"instead", "times"} & each.keys() and "cumulative" not in each]
    tree: TREE = {"settle.bonus": table, "settle.bonus_order": in_order}
    tree |= {f"settle.{name}": value for name, value in limits.items() if name != "dealer"}
    tree |= {"settle.each": each} if each else {}
    if "dealer" in limits:
        tree["settle.roles.dealer"] = {"pays": limits["dealer"], "receives": limits["dealer"]}
    text = json.dumps({"ruleset": "any", "version": "1.0.0", "extends": "pagat", "title": "Any", "set": tree})
    ruleset = check_rules("any.yaml", raw=text.encode()).ruleset
    if ruleset is None:
        return
    of = Game.from_ruleset(ruleset)
    for played in to_the_end(simulate(of, hands=8, seed=seed, bot="random")):
        agree_on_hand(of, played, table, limits | {"each": each})


_POT_EFFECTS: Final = st.sampled_from([
    {"paid_by": "declarer", "to": "pot", "plus": 2}, {"paid_by": "losers", "to": "pot", "plus_pot": True},
    {"paid_by": "everyone", "to": "pot", "plus": 1}, {"paid_by": "card_winner", "card": "7d", "to": "pot", "plus": 3},
    {"paid_by": "pot", "to": "everyone", "plus": 1}, {"paid_by": "pot", "card": "As", "to": "card_winner", "plus": 4},
    {"paid_by": "pot", "card": "3b", "to": "card_holder", "plus_pot": True},
])  # fmt: skip


@settings(max_examples=examples(32), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    table=st.lists(
        st.builds(lambda effect, when: {**effect, "when": when}, _POT_EFFECTS, st.one_of(st.just({}), _condition())),
        min_size=1,
        max_size=3,
    ).map(lambda all_: {f"b{n}": each for n, each in enumerate(all_)}),
    to=st.sampled_from(["winner", "declarer"]),
    each=st.one_of(st.just({}), OPPONENT_RULES.map(lambda rule: {"rule": rule})),
    seed=st.integers(0, 10_000),
)
def test_payments_and_the_pot_add_up(table: TREE, to: str, each: TREE, seed: int) -> None:
    """Hand after hand: what the players do not have is in the pot, and that is never less than nothing."""
    tree: TREE = {
        "settle.bonus": table, "settle.bonus_order": [], "settle.each": each,
        "all_pass": {"do": "carry_on", "pot": {"each": 3, "to": to}},
    }  # fmt: skip
    text = json.dumps({"ruleset": "any", "version": "1.0.0", "extends": "pagat", "title": "Any", "set": tree})
    ruleset = check_rules("any.yaml", raw=text.encode()).ruleset
    if ruleset is None:
        return
    of = Game.from_ruleset(ruleset)
    totals, paid, lies = begin_totals(of), 0, 0
    for played in simulate(of, hands=12, seed=seed, bot="random"):
        judged = totals.replay(played.hand)
        assert not [found for found in judged.findings if found.severity == "error"], write([played.hand])
        assert judged.account is not None
        lies = (as_json(judged)["carry"] or {}).get("pot", 0)
        assert lies == -paid >= 0
        assert judged.account.payments == played.account.payments
        paid += sum(judged.account.payments)
    assert paid <= 0 <= lies
