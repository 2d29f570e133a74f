"""Records with something left out, and what must be said of each."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import jsonschema
import pytest

from calarec.base.resources import data_folder
from calarec.engine import events as ev
from calarec.judge.json import as_json
from calarec.judge.running_totals import RunningTotals
from calarec.notation.reader import parse
from calarec.notation.writer import write
from calarec.records import model as rec
from calarec.simulation import simulate
from calarec.wording.language import LANGUAGES
from tests.judge.unknown.facts import facts, files
from tests.judge.unknown.hidden import hidden
from tests.rulebooks import game

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_a_record_gives_the_facts_beside_it(file: Path) -> None:
    """Verdict, knowledge, deductions, payments, totals and findings are those of the JSON file."""
    assert facts(file) == json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_its_json_keeps_to_the_schema_and_names_no_unknown_card(file: Path) -> None:
    """What `replay --json` prints of a partial hand is valid in both languages."""
    schema = json.loads((data_folder("grammar") / "replay.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    evening: RunningTotals | None = None
    for hand in parse(file.read_text(encoding="utf-8"), file.name):
        assert hand.session.rules is not None
        evening = evening or RunningTotals(game(hand.session.rules.id))
        replayed = evening.replay(hand)
        for lang in LANGUAGES:
            told = as_json(replayed, lang)
            assert [error.message for error in validator.iter_errors(told)] == []
        if replayed.knowledge == "possible":
            unknown = sum(each.hidden.bit_count() for each in replayed.happened if isinstance(each.event, ev.Played))
            assert unknown == sum(trick["cards"].count("__") for trick in told["tricks"])


def test_every_file_of_facts_has_its_record() -> None:
    """No facts without a record."""
    named = {file.stem for file in files()}
    assert named
    assert {file.stem for file in files()[0].parent.glob("*.json")} == named


def test_who_revokes_as_the_record_says_need_not_follow_there() -> None:
    """Cards that are hidden elsewhere make no other mistake of it: the same is told as of the whole hand."""
    of, looked_at = game("pagat"), 0
    for number, each in enumerate(simulate(of, hands=60, seed=3, bot="random", irregular=True)):
        said = each.hand.statements
        stated = any(isinstance(one, rec.Fault) and one.trick for one in said)
        if not stated or any(isinstance(one, rec.Claim) for one in said):
            continue
        whole = RunningTotals(of).replay(each.hand)
        gone = next(one.cards[:2] for one in said if isinstance(one, rec.Deal))
        (hand,) = parse(write([hidden(each.hand, Random(number), gone=gone).hand]))
        replayed = RunningTotals(of).replay(hand)
        moves = [one.code for one in whole.diagnostics if not one.code.startswith("CAL6")]
        assert [one.code for one in replayed.diagnostics] == moves, hand.lines
        assert replayed.verdict == whole.verdict == "irregular"
        looked_at += 1
    assert looked_at
