"""Simulated hands without cards, of every shipped ruleset: findings are true."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.base.frozen import replace
from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.simulation import simulate
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from calarec.core.records.model import Hand

pytestmark = pytest.mark.slow

HANDS = 40
_ALWAYS = (rec.Dealer, rec.Out, rec.Raise, rec.Fault, rec.End, rec.Carry)


def only_the_score(hand: Hand, rng: Random, contracts: tuple[str, ...]) -> Hand:
    """Dealer, bids or only the declarer's, and at least one of result and score."""
    every_bid, result, score, won = rng.random() < 0.5, rng.random() < 0.7, rng.random() < 0.6, rng.random() < 0.3
    bids = [each for each in hand.statements if isinstance(each, rec.Bid)]
    last = next((each for each in reversed(bids) if each.word in contracts), None)
    kept: list[rec.Statement] = []
    wanted: tuple[type, ...] = (*_ALWAYS, *((rec.Result,) if result else ()))
    if score or won or not result:
        wanted += (rec.Score,)
    for each in hand.statements:
        bid = isinstance(each, rec.Bid) and (every_bid or last is None or each is last)
        if isinstance(each, rec.End) and each.kind == "claimed":
            kept.append(rec.End())
        elif bid or isinstance(each, wanted):
            kept.append(each)
    return replace(hand, statements=tuple(kept), carried=None)


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_the_score_of_a_real_hand_holds(ruleset: str) -> None:
    """The score of a correctly settled hand has no error, and is settled alike."""
    rules = game(ruleset)
    contracts = tuple(rules.rules.contracts)
    settled = 0
    for number, simulated in enumerate(simulate(rules, hands=HANDS, seed=5, bot="random")):
        hand = only_the_score(simulated.hand, Random(number), contracts)
        replayed = begin_totals(rules).replay(hand)
        errors = [each for each in replayed.findings if each.severity == "error"]
        assert errors == [], hand.statements
        stated = any(isinstance(each, rec.Score) for each in hand.statements)
        if replayed.account is not None and (stated or not simulated.account.bonus):
            settled += 1
            assert replayed.account.payments == simulated.account.payments
        assert replayed.account is not None or not stated
    assert settled >= HANDS // 2


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_a_slip_in_the_score_is_found(ruleset: str) -> None:
    """With the points written and one payment wrong, the finding names the right amount."""
    rules = game(ruleset)
    for number, simulated in enumerate(simulate(rules, hands=HANDS // 2, seed=6, bot="random")):
        score = next((each for each in simulated.hand.statements if isinstance(each, rec.Score)), None)
        if score is None or simulated.account.declarer < 0 or simulated.state.outcome != "played":
            continue
        wrong = Random(number).randrange(len(score.amounts))
        label, due = score.amounts[wrong]
        amounts = (*score.amounts[:wrong], (label, due + 1), *score.amounts[wrong + 1 :])
        kept = tuple(
            rec.Score(amounts) if each is score else each
            for each in simulated.hand.statements
            if isinstance(each, (rec.Bid, rec.Call, rec.Result, rec.Score, *_ALWAYS))
        )
        replayed = begin_totals(rules).replay(replace(simulated.hand, statements=kept, carried=None))
        errors = [(each.code, each.args.get("label"), each.args.get("due")) for each in replayed.findings
                  if each.severity == "error"]  # fmt: skip
        assert errors == [("CAL611", label, f"{due:+}" if due else "0")], kept


_TABLE = "cal 1\nrules treccani\nseat A\nseat B\nseat C\n\n"
_CHIAMO = "hand 1\ndealer C\nbid A: chiamo B: buono C: buono\nresult A: 20 B: 1 C: 14\nend\n\n"


def test_what_all_pass_adds_nothing_to_card_points() -> None:
    """The totals before it are those after it, and the next hand goes on from there: no cards are needed for that."""
    passed = "hand 2\ndealer A\nbid B: passo C: passo A: passo\nend\n\n"
    judge = RecordJudge()
    first, second, third = (
        judge.replay(hand)
        for hand in parse_records(_TABLE + _CHIAMO + passed + _CHIAMO.replace("hand 1\ndealer C", "hand 3\ndealer C"))
    )
    assert first.totals == second.totals == {"A": 6, "B": 5, "C": 5}
    assert third.totals == {"A": 12, "B": 10, "C": 10}


@pytest.mark.parametrize("bids", ["B: passo B: passo A: chiamo", "A: passo C: passo A: chiamo"])
def test_nobody_speaks_twice_where_everybody_speaks_once(bids: str) -> None:
    """Also if another player is left out; the declarer's bid alone is not an error."""
    codes = [
        [each.code for each in RecordJudge().replay(hand).findings if each.severity == "error"]
        for said in (bids, "A: chiamo")
        for hand in parse_records(f"{_TABLE}hand 1\ndealer A\nbid {said}\nresult A: 20\nend\n")
    ]
    assert codes[0][:1] == ["CAL401"]
    assert codes[1] == []


@pytest.mark.parametrize("ended", ["won", "lost"])
def test_a_result_of_a_seat_where_nobody_sits_settles_nothing(ended: str) -> None:
    """A result of a seat without a player is an error: the sides are unknown."""
    (hand,) = parse_records(
        f"cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid B: solo C: passo A: passo\nresult D: {ended}\nend\n"
    )
    ruling = begin_totals(game("pagat")).replay(hand)
    assert [each.code for each in ruling.findings if each.severity == "error"] == ["CAL215"]
    assert ruling.account is None
