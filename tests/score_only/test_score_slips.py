"""Simulated evenings without cards, each with one error: reported once."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.base.frozen import replace
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.judge.damage.located_findings import findings_of
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding

pytestmark = pytest.mark.slow

HANDS = 6
_KEPT = (rec.Dealer, rec.Out, rec.Raise, rec.Fault, rec.Carry, rec.Bid, rec.Call, rec.Score, rec.Total)


def scored(rules: Game) -> list[Hand]:
    """Hands with bids, winners, payments and totals, one after the other, each right."""
    evening, found = begin_totals(rules), []
    for each in simulate(rules, hands=HANDS, seed=11, bot="random"):
        kept: list[rec.Statement] = [one for one in each.hand.statements if isinstance(one, _KEPT)]
        own = next((side for side in each.account.sides if each.account.declarer in side.seats), None)
        if own is not None and own.wins is not None and each.state.outcome == "played":
            labels = tuple(each.state.setting.labels[seat] for seat in own.seats)
            kept.append(rec.Result((rec.Stated(labels, None, outcome="won" if own.wins else "lost"),)))
        hand = replace(each.hand, statements=(*kept, rec.End()), carried=None)
        if all(one.severity == "note" for one in evening.replay(hand).findings):
            found.append(hand)
    return found


def put(hand: Hand, old: rec.Statement, new: rec.Statement) -> Hand:
    """The hand with another statement."""
    return replace(hand, statements=tuple(new if each is old else each for each in hand.statements))


def slips(hand: Hand, rng: Random) -> list[tuple[Hand, rec.Statement, set[str]]]:
    """The hand with one error each; the right statement; the codes allowed for it."""
    done: list[tuple[Hand, rec.Statement, set[str]]] = []
    for each in hand.statements:
        if isinstance(each, rec.Score) and any(amount for _, amount in each.amounts):
            number = rng.randrange(len(each.amounts))
            one = tuple((who, amount + (nth == number)) for nth, (who, amount) in enumerate(each.amounts))
            other = tuple((who, -amount) for who, amount in each.amounts)
            done.append((put(hand, each, each._replace(amounts=one)), each, {"CAL611", "CAL321", "CAL324"}))
            done.append((put(hand, each, each._replace(amounts=other)), each, {"CAL611", "CAL616", "CAL321"}))
        elif isinstance(each, rec.Result):
            side = each.sides[0]
            flipped = side._replace(outcome="lost" if side.outcome == "won" else "won")
            done.append((put(hand, each, each._replace(sides=(flipped,))), each, {"CAL614", "CAL616", "CAL611"}))
        elif isinstance(each, rec.Total):
            (who, amount), *others = each.amounts
            done.append((put(hand, each, each._replace(amounts=((who, amount + 1), *others))), each, {"CAL612"}))
        elif isinstance(each, rec.Bid):
            word = each.word[:2] + each.word[1:]
            done.append((put(hand, each, each._replace(word=word)), each, {"CAL210"}))
    return done


def safe_texts(finding: Finding) -> list[str]:
    """Return the texts of safe fixes."""
    return [edit.text for edit in finding.fix.edits] if finding.fix is not None and finding.fix.safe else []


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_one_slip_is_one_finding_and_nothing_right_is_mended(ruleset: str) -> None:
    """One mistake is one finding; its neighbours stay right, and safe fixes are right."""
    rules, rng = game(ruleset), Random(3)
    tried = 0
    evening = begin_totals(rules)
    for hand in scored(rules):
        for damaged, was, codes in slips(hand, rng):
            unknown = not evening.score.totals or rules.rules.match.counts == "card_points"
            if isinstance(was, rec.Total) and unknown:
                continue  # nobody knows what went before, or what the hand adds
            snapshot = evening.take_snapshot()
            errors = [each for each in evening.replay(damaged).findings if each.severity == "error"]
            evening.restore_snapshot(snapshot)
            assert len(errors) == 1, (damaged.statements, [each.message() for each in errors])
            assert errors[0].code in codes, (damaged.statements, errors[0].message())
            right = (
                [f"{amount:+}" if amount else "0" for _, amount in was.amounts] if isinstance(was, rec.Score) else []
            )
            assert set(safe_texts(errors[0])) <= set(right), (damaged.statements, errors[0].message())
            tried += 1
        evening.replay(hand)
    assert tried > HANDS


def test_who_sits_out_is_told_to_sit_out() -> None:
    """Not as a letter without a seat: with four at the table the dealer sits out."""
    text = (
        "cal 1\nrules pagat\nseat A\nseat B\nseat C\nseat D\n\nhand 1\ndealer D\nbid B: solo\nresult {side}: 3\nend\n"
    )
    for side, wording, label in (("D", "out", "D"), ("B+D", "out", "D"), ("E", "", "E")):
        found = [each for each in findings_of(text.format(side=side), "pagat") if each.code == "CAL215"]
        assert [(each.wording, each.args["label"]) for each in found] == [(wording, label)]
