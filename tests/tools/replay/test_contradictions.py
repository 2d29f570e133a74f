"""Contradictions of score-only hands are reported at the top."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.notation import parse_records
from calarec.core.wording.language import text_in
from calarec.core.wording.messages import find_section
from calarec.record_judge.gaps import begin_totals
from calarec_tools.output.report.answer import asserted_sentence
from tests.bulk.both import game
from tests.bulk.house_rules import rules_file

if TYPE_CHECKING:
    from pathlib import Path

THREE = "cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer C\n"
FIVE = "cal 1\nseat A\nseat B\nseat C\nseat D\nseat E\n\nhand 1\ndealer C\nbid D: chiamo E: sto-bene A: sto-bene "
CALLED = f"{FIVE}B: sto-bene C: sto-bene\ncall D: 3b {{}}\nresult D+B: won A+C+E: lost\nend\n"
SIX = FIVE.replace("seat E\n", "seat E\nseat F\n").replace("E: sto-bene ", "E: sto-bene F: sto-bene ")
IN_THE_MONTE = f"{SIX}B: sto-bene C: sto-bene\ncall D: 3b in monte\nresult D+B: won A+C+E+F: lost\nend\n"
UNCALLED = (
    "cal 1\nseat A\nseat B\nseat C\nseat D\n\nhand 1\ndealer C\nbid D: chiamo A: sto-bene B: sto-bene C: sto-bene\n"
)
PASSED = f"{THREE}bid A: pass B: pass C: pass\n"
BOUGHT = f"{THREE}bid A: passo B: passo C: chiamo\n"
BY_CARDS = "set:\n  settle.pay: difference\n  settle.pay_unit: 1/3\n"

HANDS = {
    "": ("pagat", f"{BOUGHT}result C: won\nscore C: -2 A: +1 B: +1\nend\n", "Result and payments contradict"),
    "itself": ("pagat", f"{BOUGHT}result C: won A+B: won\nend\n", "The result contradicts itself"),
    "nobody": ("spazzatura", f"{PASSED}result A: won B: won C: won\nend\n", "The result contradicts itself"),
    "all-passed": (
        "spazzatura", f"{PASSED}result A: won\nscore A: -2 B: +1 C: +1\nend\n", "Result and payments contradict",
    ),
    "partner": ("quintiglio", CALLED.format("with A"), "Call and result contradict"),
    "alone": ("sestiglio", IN_THE_MONTE, "Call and result contradict"),
    "sides": ("pagat", f"{BOUGHT}result A+C: 20 B: 15\nend\n", "The result written down is not right"),
    "any-partner": ("quartiglio", f"{UNCALLED}result A+C+D: 20 B: 15\nend\n", "The result written down is not right"),
    "points": (
        "differences", f"{BOUGHT}result C: 4 A: 15 B: 16\nscore C: -132 A: +66 B: +66\nend\n",
        "Result and payments contradict",
    ),
}  # fmt: skip


@pytest.mark.parametrize("wording", HANDS)
def test_each_way_has_its_sentence(wording: str, tmp_path: Path) -> None:
    """It broke off for all that are neither of result and payments nor of payments and totals."""
    name, text, said = HANDS[wording]
    rules = game(rules_file("pagat", BY_CARDS, tmp_path) if name == "differences" else name)
    (hand,) = parse_records(text)
    judged = begin_totals(rules).replay(hand)
    assert [each.wording for each in judged.findings if each.code == "CAL616"] == [wording]
    told = asserted_sentence(judged, below=True)
    assert text_in(told, "en").startswith(said)
    assert text_in(told, "it") != text_in(told, "en")


def test_no_way_is_without_one() -> None:
    """All ways to word CAL616; that of payments and totals is tried with totals."""
    assert find_section("CAL616", "en").messages.keys() - {"totals"} == set(HANDS)
