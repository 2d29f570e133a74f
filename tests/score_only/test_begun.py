"""Hands with some tricks and a result, which settles them within the tricks."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.base.frozen import replace
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.score_only.judging import possible_outcomes
from calarec.simulation import simulate
from tests.rulebooks import IDS, game
from tests.unknown_cards.evenings import played

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand

pytestmark = pytest.mark.slow

HANDS = 12
_CARDS = (rec.Deal, rec.Monte, rec.Call, rec.TableCard, rec.Give, rec.Take, rec.Discard)

BEGUN = """hand 1
dealer A
bid B: passo C: {word}
{tricks}
{said}
end
"""


def begun(hand: Hand, rng: Random) -> Hand:
    """Some of its first tricks, with a card of them forgotten perhaps, and its cards besides or none of them."""
    every = len(hand.every(rec.Trick))
    tricks, bare, scored = rng.randrange(1, max(every, 2)), rng.random() < 0.5, rng.random() < 0.5
    gone = (*(_CARDS if bare else ()), rec.Total, rec.Claim, rec.Concede, *(() if scored else (rec.Score,)))
    kept: list[rec.Statement] = []
    for each in hand.statements:
        if isinstance(each, rec.Trick):
            if sum(isinstance(one, rec.Trick) for one in kept) == tricks:
                continue
            blank = rng.randrange(len(each.cards)) if bare and rng.random() < 0.2 else -1
            cards = tuple("__" if place == blank else card for place, card in enumerate(each.cards))
            kept.append(each._replace(cards=cards))
        elif not isinstance(each, gone):
            kept.append(rec.End() if isinstance(each, rec.End) else each)
    return replace(hand, statements=tuple(kept), carried=None)


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_what_a_begun_hand_came_to_is_what_it_came_to(ruleset: str) -> None:
    """The truth is never contradicted: it is the result, or among the open ones."""
    rules = game(ruleset)
    settled = 0
    for number, simulated in enumerate(simulate(rules, hands=HANDS, seed=21, bot="random")):
        hand = begun(simulated.hand, Random(number))
        paid = bool(hand.every(rec.Score))
        if not (hand.every(rec.Result) or paid) or hand.every(rec.Fault) or not hand.every(rec.Trick):
            continue
        judged = begin_totals(rules).replay(hand)
        assert [each for each in judged.findings if each.severity == "error"] == [], hand.statements
        if judged.outcome != "score_only":
            continue
        truth = simulated.account.payments
        if paid:
            assert judged.account is not None
            assert judged.account.payments == truth
        elif simulated.account.declarer >= 0:
            assert judged.setting is not None
            left = possible_outcomes(judged, judged.setting, begin_totals(rules))
            assert not left or truth in [each.account.payments for each in left], hand.statements
        settled += judged.account is not None
    assert settled


def settle(tricks: str, said: str, word: str = "solissimo") -> Judgement:
    """Let Carla play alone, with some tricks written."""
    (found,) = played(BEGUN.format(word=word, tricks=tricks, said=said))
    return found


def test_tricks_of_which_nothing_is_known_and_a_result() -> None:
    """It is paid like a hand without cards; the gap is reported."""
    found = settle(" 1 C: __ __ __", "result C: won")
    assert found.account is not None
    assert found.account.payments == (-4, -4, 8)
    assert (found.verdict, found.outcome) == ("incomplete", "score_only")
    assert [each.message() for each in found.findings if each.code == "CAL517"] == [
        "not all of this hand is written; what it came to is taken from its own result and payments"
    ]
    (open_,) = (each.message() for each in found.findings if each.code == "CAL323")
    assert open_ == "paid without a bonus; from what is written, cappotto or stramazzo cannot be ruled out"


def test_a_trick_of_the_others_rules_out_a_bonus_for_all_tricks() -> None:
    """Anna has won the first: a cappotto is not left open, nor a stramazzo if it shows 3 thirds."""
    shown = settle(" 1 C: Ad 3d 4d > A", "result C: won")
    assert not [each for each in shown.findings if each.code == "CAL323"]
    found = settle(" 1 C: 5d 6d 4d > A", "result C: won")
    (open_,) = (each.message() for each in found.findings if each.code == "CAL323")
    assert open_ == "paid without a bonus; from what is written, stramazzo cannot be ruled out"
    paid = settle(" 1 C: 5d 6d 4d > A", "result C: won\nscore C: +32 A: -16 B: -16")
    assert [each.code for each in paid.findings if each.severity == "error"] == ["CAL321"]


def test_points_that_are_fewer_than_the_tricks_show() -> None:
    """Three aces and a face card make more than the two points of the result."""
    tricks = " 1 C: 3d Ad 4d > C\n 2 C: 3c Ac Rc > C\n 3 C: 3s As Rs > C"
    found = settle(tricks, "result C: 2p")
    (wrong,) = (each for each in found.findings if each.severity == "error")
    assert wrong.code == "CAL320"
    assert (
        wrong.message()
        == "the tricks that are written make 4 2/3 points (14 thirds) already; this result says 2 points (6 thirds)"
    )
    assert found.account is None


def test_a_result_that_the_tricks_belie() -> None:
    """A side with more than half of the points in tricks has not lost."""
    tricks = "\n".join(
        f"{number:>2} C: {cards} > C"
        for number, cards in enumerate(("3d Ad Rd", "3c Ac Rc", "3s As Rs", "3b Ab Rb", "2d Cd Fd", "2c Cc Fc"), 1)
    )
    found = settle(tricks, "result C: lost")
    assert [each.code for each in found.findings if each.severity == "error"] == ["CAL614"]


def test_an_abandoned_hand_comes_to_nothing() -> None:
    """Whatever its result is, the hand was not played to an end."""
    (found,) = played(
        BEGUN.format(word="solissimo", tricks=" 1 C: __ __ __", said="result C: won").replace(
            "\nend\n", "\nend abandoned\n"
        )
    )
    assert found.account is None
    assert found.outcome == "abandoned"
