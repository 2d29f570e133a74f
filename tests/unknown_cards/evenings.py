"""Evenings of which only the score was written down, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.bulk.filter import Verifier
from calarec.core.judge.judgement import Judgement
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset

HEAD = 'cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\n'


def played(text: str, asked: Ruleset | str = "pagat", *, head: str = HEAD) -> list[Judgement]:
    """The rulings on the hands of an evening."""
    rules = load_ruleset(asked) if isinstance(asked, str) else asked
    verdicts = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules)).verify([head + text])
    return [each for each in verdicts if isinstance(each, Judgement)]
