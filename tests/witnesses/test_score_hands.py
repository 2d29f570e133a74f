"""Each score-only hand that is accepted has a witness that `replay` settles alike, under every ruleset.

With CALAREC_THOROUGH set, more than 2,000 simulated hands are tried and 500 with an altered figure, and all samples.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from calarec.bulk.wanted_hands import WantedHands
from calarec.core.judge.hand import is_score_only
from calarec.core.notation.reader import parse_records, read_records
from calarec.core.notation.writer import write
from calarec.record_judge.gaps import begin_totals
from calarec.witnesses.search import find_witness
from tests.rulebooks import SHIPPED, game
from tests.witnesses.score_hands import scored_hands, with_altered_figure, worthless_tricks

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement

pytestmark = [pytest.mark.mass, pytest.mark.slow]

IS_THOROUGH: Final = bool(os.environ.get("CALAREC_THOROUGH"))
HANDS: Final = 64 if IS_THOROUGH else 4
ALTERED: Final = 16 if IS_THOROUGH else 4
SIMULATED: Final = 10_000 if IS_THOROUGH else 400
RECORDS: Final = Path(__file__).parents[2] / "records"


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_each_accepted_score_has_a_witness(ruleset: str) -> None:
    """With points of seats or sides, payments, or both: none of them is refused."""
    rules = game(ruleset)
    for hand in scored_hands(rules, HANDS, Random(f"{ruleset}/scored")):
        judged = begin_totals(rules, finds_ends=True).replay(hand)
        assert not _errors_of(judged), write([hand])
        _hold_witness(judged, rules)


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_an_altered_figure_is_refused_or_has_a_witness(ruleset: str) -> None:
    """An accepted figure has a complete hand as witness."""
    rules, rng = game(ruleset), Random(f"{ruleset}/altered")
    for hand in scored_hands(rules, ALTERED, rng):
        judged = begin_totals(rules, finds_ends=True).replay(with_altered_figure(hand, rng))
        if _errors_of(judged):
            assert find_witness(judged).contradiction is not None
        else:
            _hold_witness(judged, rules)


ZEROES = """cal 1
rules settiglio-monte-5
seat A
seat B
seat C
seat D
seat E
seat F
seat G

hand 1
dealer G
bid A: passo B: passo C: passo D: passo E: passo F: scegliete
result F: 0 A: 11 B: 0 C: 16 D: 0 E: 2 G: 6
end
"""
"""The declarer has won one of five tricks, of seven worthless cards, or it would be a cappotto."""


def test_a_trick_of_worthless_cards_has_a_witness() -> None:
    """Each of the five tricks is won by another seat, and four of them have just these points."""
    rules = game("settiglio-monte-5")
    (hand,) = parse_records(ZEROES)
    _hold_witness(begin_totals(rules, finds_ends=True).replay(hand), rules)


PARTNER = """cal 1
rules gelli-bellora
seat A
seat B
seat C
seat D
seat E

hand 1
dealer A
bid B: chiamo
result B: 11 C: 11 A: 10 D: 3 E: 0
score B: +6 C: +3 A: -3 D: -3 E: -3
end
"""
"""Only payments show that C was the partner; most played-out hands have another."""


def test_a_witness_has_the_partner_that_was_paid() -> None:
    """However cards change places, the partner stays: what is arranged is a hand in which it was C."""
    rules = game("gelli-bellora")
    (hand,) = parse_records(PARTNER)
    _hold_witness(begin_totals(rules, finds_ends=True).replay(hand), rules)


def test_hands_of_many_seats_with_worthless_tricks_have_witnesses() -> None:
    """Hands of five seats and more, points of each seat alone, where a seat has tricks and no points: they are rare."""
    found = 0
    for ruleset in (name for name in SHIPPED if min(game(name).rules.table.seats) > 4):
        rules = game(ruleset)
        for hand in worthless_tricks(rules, Random(f"{ruleset}/worthless"), SIMULATED):
            judged = begin_totals(rules, finds_ends=True).replay(hand)
            assert not _errors_of(judged), write([hand])
            _hold_witness(judged, rules)
            found += 1
    assert found


@pytest.mark.parametrize(
    "file",
    [file.relative_to(RECORDS).as_posix() for file in sorted(RECORDS.rglob("*.cal"))][:: 1 if IS_THOROUGH else 16],
)
def test_each_sample_of_scores_has_a_witness(file: str) -> None:
    """Unless something is wrong with it."""
    for judged in WantedHands(read_records(str(RECORDS / file)), None, None, lambda _: None):
        if is_score_only(judged.hand) and not _errors_of(judged):
            _hold_witness(judged, judged.game)


def _errors_of(judged: Judgement) -> list[str]:
    return [finding.code for finding in judged.findings if finding.severity == "error"]


def _hold_witness(judged: Judgement, rules: Game) -> None:
    """A legal, complete hand is found; once written and read it pays the same."""
    found = find_witness(judged)
    assert found.hand is not None, write([judged.hand])
    (read,) = parse_records(write([found.hand]))
    again = begin_totals(rules).replay(read)
    assert (again.verdict in ("legal", "irregular"), again.knowledge) == (True, "complete")
    assert again.stated is not False
    assert not _errors_of(again)
    assert again.account is not None
    if judged.account is not None and judged.account.payments:
        assert again.account.payments == judged.account.payments
