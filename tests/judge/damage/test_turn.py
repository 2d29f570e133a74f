"""The next dealer: a broken turn is reported once, on both paths."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from calarec.bulk.filter import Verifier
from calarec.bulk.running import Passed
from calarec.core.engine.game import Game
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder as Sheet
from calarec.core.notation.writer import write_hands
from calarec.core.wording.language import LANGUAGES
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from calarec_tools.archive.runs.running import check_files
from tests.judge.damage.located_findings import findings_of

if TYPE_CHECKING:
    from pathlib import Path


def evening(rules: str, hands: int, *, seed: int = 7, aim: str | None = None) -> list[str]:
    """The opening of a simulated evening and its hands, each as text."""
    made = [each.hand for each in simulate(load_ruleset(rules), hands=hands, seed=seed, aim=aim)]
    return re.split(r"^(?=hand )", "".join(write_hands(made)), flags=re.MULTILINE)


def turns(text: str, rules: str) -> list[tuple[int, str]]:
    """Line and due seat of findings on the turn; no other finding is allowed."""
    found = findings_of(text, rules)
    assert {each.code for each in found} <= {"CAL307"}, [each.message() for each in found]
    return [(each.span.line, str(each.args["due"])) for each in found]


def score(*hands: tuple[str, str], between: str = "") -> str:
    """An evening of which only the score was written: names and dealers."""
    body = between.join(
        f"hand {name}\ndealer {dealer}\nbid {_eldest(dealer)}: chiamo\nscore {_eldest(dealer)}: +2"
        + "".join(f" {seat}: -1" for seat in "ABC" if seat != _eldest(dealer))
        + "\nend\n\n"
        for name, dealer in hands
    )
    return f"cal 1\nrules pagat\nseat A\nseat B\nseat C\n\n{body}"


def _eldest(dealer: str) -> str:
    return {"A": "B", "B": "C", "C": "A"}[dealer]


@pytest.mark.parametrize("rules", ["pagat", "tretre", "spazzatura", "foster"])
def test_a_simulated_evening_keeps_the_turn(rules: str) -> None:
    """Whatever happens in it: hands that all pass, deals that are void."""
    assert turns("".join(evening(rules, 12)), rules) == []


def test_a_hand_left_out_is_told_once() -> None:
    """Hands have no names: dealers show the gap; then they go on."""
    opening, *hands = evening("pagat", 9)
    names = [re.sub(r"^hand .*", "hand", each) for each in (*hands[:3], *hands[4:])]
    totals = [re.sub(r"^total .*\n", "", each, flags=re.MULTILINE) for each in names]
    text = opening + "".join(totals)
    dealer = re.search(r"^dealer (.)", hands[3], re.MULTILINE)
    assert dealer is not None
    line = opening.count("\n") + sum(each.count("\n") for each in totals[:3]) + 2
    assert turns(text, "pagat") == [(line, dealer[1])]
    numbered = opening + "".join(
        re.sub(r"^total .*\n", "", each, flags=re.MULTILINE) for each in (*hands[:3], *hands[4:])
    )
    assert turns(numbered, "pagat") == []


def test_both_paths_say_the_same() -> None:
    """Hands that pass, and hands that are all explained."""
    opening, *hands = evening("pagat", 12)
    wrong = [*hands[:4], *hands[5:8], *hands[9:]]
    text = opening + "".join(re.sub(r"^hand .*", "hand", re.sub(r"(?m)^total .*\n", "", each)) for each in wrong)
    session = RecordJudge(load_ruleset("pagat"))
    verdicts = list(Verifier(HandReader("a.cal", Sheet("a.cal")), session).verify([text]))
    short = [each.findings[0].span.line for each in verdicts if not isinstance(each, Passed) and each.findings]
    assert sum(isinstance(each, Passed) for each in verdicts) >= 7
    long = []
    explained = begin_totals(Game.from_ruleset(load_ruleset("pagat")))
    reader = HandReader("a.cal", Sheet("a.cal"))
    from calarec.core.notation.blocks import cut_into_blocks

    for block in cut_into_blocks(iter([text])):
        for hand in reader.read_block(block):
            long += [each.span.line for each in explained.replay(hand).findings]
    assert short == long
    assert len(short) == 2


def test_hands_of_which_only_the_score_is_known() -> None:
    """The same of a score sheet."""
    text = score(("1", "A"), ("2", "A"), ("3", "B"), ("4", "C"))
    assert turns(text, "pagat") == [(14, "B")]
    assert turns(score(("1", "A"), ("2", "B"), ("3", "C"), ("4", "A")), "pagat") == []


@pytest.mark.parametrize(
    "between", ["match 2\n", "cal 1\nrules pagat\nseat A\nseat B\nseat C\n", "carried A: 0 B: 0 C: 0\n"]
)
def test_where_something_begins_anybody_may_deal(between: str) -> None:
    """A match, an evening, a score that is carried from elsewhere."""
    text = score(("1", "A"), ("2", "A"), between=between)
    assert [each for each in findings_of(text, "pagat") if each.code == "CAL307"] == []


def test_after_a_hand_that_was_broken_off_anybody_may_deal() -> None:
    """It may have been dealt again."""
    text = score(("1", "A"), ("2", "A")).replace("end\n", "end abandoned\n", 1)
    assert [each for each in findings_of(text, "pagat") if each.code == "CAL307"] == []


def test_what_is_said() -> None:
    """The note names the dealer, the hand before, and the seat whose turn it was."""
    (finding,) = findings_of(score(("1", "A"), ("2", "A")), "pagat")
    assert finding.severity == "note"
    assert finding.message("en") == "A deals, but after hand 1 it is B's turn"
    assert finding.message("it") == "dà le carte A, ma dopo la mano 1 tocca a B"
    assert all("match" in finding.help(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("size", [700, 3000])
def test_it_does_not_matter_where_a_file_is_cut(tmp_path: Path, size: int) -> None:
    """Every shard knows the due dealer from the hand before it."""
    opening, *hands = evening("spazzatura", 30)
    left = [each for number, each in enumerate(hands) if number % 7 != 3]
    text = opening + "".join(
        re.sub(r"(?m)^hand .*", "hand", re.sub(r"(?m)^(total|match) .*\n", "", each)) for each in left
    )
    file = tmp_path / "evening.cal"
    file.write_text(text, encoding="utf-8")
    whole = [each.span.line for each in findings_of(text, "spazzatura") if each.code == "CAL307"]
    pieces = list(check_files([str(file)], rules="spazzatura", size=size))
    found = [each for part in pieces for each in part.findings]
    assert len(pieces) > 3
    assert len(whole) >= 3
    assert [each.span.line for each in found if each.code == "CAL307"] == whole
