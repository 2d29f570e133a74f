"""Answers and accusations of sides, with an unknown partner."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

SIX = """cal 1
seat A
seat B
seat C
seat D
seat E
seat F
hand
dealer C
bid D: chiamo E: sto-bene F: sto-bene A: sto-bene B: sto-bene C: sto-bene
"""
FOUR = """cal 1
seat A
seat B
seat C
seat D
hand
dealer C
bid D: chiamo A: sto-bene B: sto-bene C: sto-bene
"""


def _judged(ruleset: str, text: str) -> Judgement:
    (hand,) = parse_records(text)
    return begin_totals(game(ruleset)).replay(hand)


def _codes(judged: Judgement) -> list[str]:
    return [each.code for each in judged.findings if each.severity == "error"]


@pytest.mark.parametrize("label", "EFABC")
def test_a_breach_that_is_stated_is_not_refused_because_of_a_partner_of_one_world(label: str) -> None:
    """That the seat after the declarer was the partner was one world's fact, and made the hand illegal."""
    six = SIX.replace("dealer C\n", "dealer C\nmonte 6b 2s 5c Ad\n")
    judged = _judged("sestiglio", f"{six}call D: Fc\nfault D: exchange claimed by {label}\nend void\n")
    assert (judged.verdict, _codes(judged)) == ("irregular", [])
    assert judged.account is not None
    assert judged.account.payments == (1, 1, 1, -5, 1, 1)


@pytest.mark.parametrize("called", ["call D: Fc\n", ""])
def test_who_answers_a_claim_is_not_made_the_partner(called: str) -> None:
    text = f"{SIX}{called} 1 D: 3c 4c 5c 6c 7c Rc\nclaim D: rest accepted by E A B C\nend claimed\n"
    judged = _judged("sestiglio", text)
    assert (judged.verdict, _codes(judged)) == ("legal", [])


def test_that_everybody_answers_proves_nothing() -> None:
    """The card may be in the monte, or the partner hides: no payment is certain."""
    text = f"{SIX}call D: Fc\n 1 D: 3c 4c 5c 6c 7c Rc\nclaim D: rest accepted by E F A B C\nend claimed\n"
    judged = _judged("sestiglio", text)
    assert (judged.verdict, _codes(judged)) == ("legal", [])
    assert judged.account is None or not judged.account.payments


@pytest.mark.parametrize(("found", "label"), [("", ""), (" with B", "B")])
def test_of_those_who_answer_the_partner_is_named_only_where_he_is_known(found: str, label: str) -> None:
    text = f"{FOUR}call D: Fc{found}\n 1 D: 3c 4c 5c 6c\nclaim D: rest accepted by A B C\nend claimed\n"
    judged = _judged("quartiglio", text)
    (told,) = (each for each in judged.findings if each.code == "CAL525")
    for lang, words in (("en", "one of those who answer"), ("it", "uno di quelli che rispondono")):
        assert told.message(lang).startswith(f"{label} " if label else words)


def test_an_accusation_between_two_who_may_both_be_opponents_names_no_partner() -> None:
    text = f"{SIX}call D: Fc\n 1 D: 3c 4c 5c 6c 7c Rc\nfault E: revoke trick 1 claimed by D\nend abandoned\n"
    assert _codes(_judged("sestiglio", text)) == []
