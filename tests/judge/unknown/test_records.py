"""Records with something left out, and what must be said of each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import jsonschema
import pytest

from calarec.base.resources import data_folder
from calarec.engine import events as ev
from calarec.judge.json import as_json
from calarec.judge.running_totals import RunningTotals
from calarec.notation.reader import parse
from calarec.wording.language import LANGUAGES
from tests.judge.unknown.facts import facts, files
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
