"""A result beside tricks: the least value of unknown cards bounds it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.base.frozen import replace
from calarec.core.judge.judgement import Judgement
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.public import replay
from calarec.simulation import simulate
from tests.rulebooks import IDS, game
from tests.shards import examples
from tests.unknown_cards.hidden import forget_rest

NINE_TRICKS = """\
cal 1
rules pagat
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 1
dealer A
deal B: 3b 2b Ab 3s 2s As 3c 2c Ac 3d 2d Ad
monte Cb 5b Cc Cd
bid B: solo C: passo A: passo
take B: open Cb 5b Cc Cd
discard B: closed {discarded}
 1 B: 3b __ __
 2 B: 2b __ __
 3 B: Ab __ __
 4 B: 3s __ __
 5 B: 2s __ __
 6 B: As __ __
 7 B: 3c __ __
 8 B: 2c __ __
 9 B: Ac __ __
result B: {outcome}
end
"""


def judge(text: str) -> Judgement:
    (hand,) = parse_records(text)
    judged = replay(hand, rules=str(hand.session.rules.id) if hand.session.rules else None)
    assert isinstance(judged, Judgement)
    return judged


def errors(judged: Judgement) -> list[str]:
    return [finding.code for finding in judged.findings if finding.severity == "error"]


def test_eighteen_unknown_cards_are_worth_three_thirds_at_least() -> None:
    """The others hold nine cards that are worth a third, and have six cards left: nine tricks bring 15 and 3."""
    judged = judge(NINE_TRICKS.format(discarded="Cb 5b Cc Cd", outcome="lost"))
    assert errors(judged) == ["CAL614"]
    assert judged.won == ("B",)
    assert judge(NINE_TRICKS.format(discarded="Cb 5b Cc Cd", outcome="won")).stated is True


@pytest.mark.parametrize("outcome", ["won", "lost"])
def test_an_unknown_discard_leaves_both_ends_open(outcome: str) -> None:
    """With four unknown discards, sixteen worthless cards may be in the tricks: 17 thirds are possible."""
    judged = judge(NINE_TRICKS.format(discarded="__ __ __ __", outcome=outcome))
    assert errors(judged) == []
    assert judged.won == (("B",) if outcome == "won" else ("A", "C"))


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
@settings(max_examples=examples(24), deadline=None)
@given(seed=st.integers(0, 10**9))
def test_the_truth_fits_the_tricks_that_are_written(ruleset: str, seed: int) -> None:
    """A hand of the simulation breaks off, some of its cards are forgotten, and its true result is not refused."""
    rng, played = Random(seed), game(ruleset)
    simulated = next(iter(simulate(played, hands=1, seed=seed, bot="random")))
    lines = forget_rest(simulated.hand, rng)
    if lines is None or simulated.account is None or not simulated.account.sides:
        return
    truth = [line for line in simulated.hand.statements if isinstance(line, rec.Result)]
    judged = replay(replace(simulated.hand, statements=(*lines, *truth, rec.End()), lines=()), rules=ruleset)
    assert isinstance(judged, Judgement)
    assert not {"CAL610", "CAL614", "CAL320", "CAL616"} & set(errors(judged)), write([judged.hand])
