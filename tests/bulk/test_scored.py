"""Hands of which only the score was written: what passes, a replay has nothing to say of, and it comes to the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.judge.session import RecordJudge
from calarec.notation.hand_reader import HandReader
from calarec.notation.preamble import PreambleBuilder
from calarec.notation.reader import parse
from calarec.notation.writer import written
from calarec.records import model as rec
from calarec.simulation import simulate
from tests.bulk.both import SHIPPED, game

_KEPT = (rec.Dealer, rec.Bid, rec.Raise, rec.Call, rec.Result, rec.Score, rec.Total, rec.End, rec.Out)


@pytest.mark.parametrize("ruleset", SHIPPED)
@pytest.mark.parametrize("slips", [0.0, 0.2])
def test_what_passes_is_what_a_replay_is_silent_of(ruleset: str, slips: float) -> None:
    """Every verdict of an evening, with slips and without: codes, payments and totals."""
    text = _evening(ruleset, slips)
    rules = game(ruleset).ruleset
    session = RecordJudge(rules)
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules))
    for verdict, hand in zip(verifier.verify([text]), parse(text, "a.cal"), strict=True):
        replayed = session.replay(hand)
        assert not isinstance(verdict, Unruled)
        if not isinstance(verdict, Passed):
            assert [each.code for each in verdict.diagnostics] == [each.code for each in replayed.diagnostics]
            assert verdict.totals == replayed.totals
            continue
        assert replayed.diagnostics == ()
        assert replayed.stated is True
        assert replayed.account is not None
        assert replayed.setting is not None
        paid = dict(zip(replayed.setting.labels, replayed.account.payments, strict=True))
        assert [paid[label] for label in sorted(paid)] == list(verdict.payments)
        assert replayed.totals == dict(zip(sorted(paid), verdict.totals, strict=True))


def test_a_hand_without_cards_after_one_with_all_of_them_is_its_own() -> None:
    """What the hand before came to is not taken for it."""
    rules = game("pagat")
    one, other = (each.hand for each in simulate(rules, hands=2, seed=3, aim="contracts.chiamo"))
    bare = tuple(each for each in other.statements if isinstance(each, _KEPT) and not isinstance(each, rec.Total))
    text = "".join(written([one, replace(other, statements=bare)]))
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules.ruleset))
    first, second = verifier.verify([text])
    assert isinstance(first, Passed)
    assert not isinstance(second, Passed | Unruled)
    assert (second.outcome, second.diagnostics) == ("score_only", ())


@pytest.mark.parametrize("ruleset", ["pagat", "quintiglio", "twenty-one"])
def test_some_hands_of_an_evening_are_like_one_before(ruleset: str) -> None:
    """They pass; what is like none before is explained."""
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(game(ruleset).ruleset))
    verdicts = list(verifier.verify([_evening(ruleset, 0.0)]))
    assert sum(isinstance(each, Passed) for each in verdicts) == verifier.passed
    assert verifier.passed + verifier.explained == len(verdicts)
    assert verifier.passed > 5


def test_points_of_the_same_sums_are_alike() -> None:
    """What the opponents have together decides, not how they have divided it; another sum is another hand.

    Of the first hand of a text nothing is kept, so that each dealer's is told from the fourth on.
    """
    head = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\n"
    divided = [(11, 10, 14)] * 4 + [(11, 12, 12)] * 3 + [(11, 23, 1)] * 3 + [(12, 11, 12)] * 3
    text = head + "".join(_lost_solo(number, *each) for number, each in enumerate(divided))
    assert [[each.code for each in RecordJudge().replay(hand).diagnostics] for hand in parse(text)] == [[]] * 13
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge())
    passed = [isinstance(each, Passed) for each in verifier.verify([text])]
    assert passed == [False] * 4 + [True] * 6 + [False] * 3


def _lost_solo(number: int, declarer: int, dealer: int, eldest: int) -> str:
    """A hand of which the points are written, one of three dealers after the other."""
    d, e, s = (("A", "B", "C")[(number + turn) % 3] for turn in range(3))
    said = f"dealer {d}\nbid {e}: passo {s}: solo {d}: passo\nresult {s}: {declarer} {d}: {dealer} {e}: {eldest}\n"
    return f"hand {number + 1}\n{said}score {s}: -4 {d}: +2 {e}: +2\nend\n\n"


def _evening(ruleset: str, slips: float) -> str:
    """Simulated hands without their cards; half of the results only say who won."""
    rng = Random(ruleset)
    hands = []
    for simulated in simulate(game(ruleset), hands=120, seed=12):
        statements = [each for each in simulated.hand.statements if isinstance(each, _KEPT)]
        if rng.random() < 0.5 and simulated.account.sides:
            won = "won" if simulated.account.sides[0].wins else "lost"
            label = simulated.setting.labels[simulated.account.declarer]
            bare = rec.Result((rec.Stated((label,), None, outcome=won),))
            statements = [bare if isinstance(each, rec.Result) else each for each in statements]
        hands.append(replace(simulated.hand, statements=tuple(statements)))
    lines = "".join(written(hands)).splitlines(keepends=True)
    return "".join(_slip(each, rng) if rng.random() < slips else each for each in lines)


def _slip(line: str, rng: Random) -> str:
    """One figure of a line of figures changed, or the dealer, or the declarer's partner."""
    if not line.startswith(("result", "score", "total", "dealer", "call", "bid")):
        return line
    kinds = [("0123456789", str.isdigit), ("ABC", str.isupper)]
    letters, fits = rng.choice(kinds)
    places = [at for at, each in enumerate(line) if fits(each)]
    if not places:
        return line
    at = rng.choice(places)
    return line[:at] + rng.choice(letters) + line[at + 1 :]
