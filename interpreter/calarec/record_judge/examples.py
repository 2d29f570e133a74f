"""The examples of a rule file, replayed under its rules.

A wrong example is reported at its line of the YAML.

An example is only as good as what it states. One that states no payment, no total and no result could not fail, so it
is reported too.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import replace
from calarec.core.engine.game import Game
from calarec.core.notation.reader import read_records
from calarec.core.notation.source import Text
from calarec.core.wording.findings import Finding
from calarec.core.wording.severities import Severity
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.examples import examples_in
from calarec.rule_files.findings import FileFindings
from calarec.rule_files.load import Loaded, check_rules
from calarec.rule_files.locate import ReadFile, read_rule_file
from calarec.rule_files.tree import NO_PLACE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset

_LETTERS: Final = "ABCDEFGH"
_SEAT: Final = re.compile(r"^\s*seat\b", re.MULTILINE)
_FRAME: Final = re.compile(r"^\s*hand\b", re.MULTILINE)
_ASSERTION: Final = re.compile(r"^\s*(score|total|penalty|result|end +void)\b", re.MULTILINE)
_MAX_KEPT: Final = 256


def check_rule_file(rules: str, *, raw: bytes | None = None) -> Loaded:
    """A ruleset with all findings of its file, those of its examples included."""
    loaded = check_rules(rules, raw=raw)
    if loaded.ruleset is None:
        return loaded
    found = tuple(example_findings(loaded.ruleset, raw))
    return loaded._replace(findings=loaded.findings + found) if found else loaded


def example_findings(ruleset: Ruleset, raw: bytes | None = None) -> Iterator[Finding]:
    """Yield the findings on the examples of a file; `raw` replaces its content."""
    if raw is None:
        read = read_rule_file(ruleset.file, place=NO_PLACE)
        if not isinstance(read, ReadFile):
            return
        raw = read.raw
    examples = examples_in(raw, ruleset.file)
    if not examples:
        return
    lines = FileFindings(ruleset.file, raw.decode("utf-8-sig", "replace"))
    for example in examples:
        found = _judged_findings(ruleset, example.text)
        if not any(finding.severity is Severity.ERROR for _, finding in found) and not _ASSERTION.search(example.text):
            yield Finding(
                code="RUL145", span=example.span, args={"example": example.id}, excerpt=lines.make_excerpt(example.span)
            )
        for before, finding in found:
            span = example.place_of(finding.span, before)
            yield replace(finding, span=span, labels=(), fix=None, excerpt=lines.make_excerpt(span))


def default_seats(ruleset: Ruleset) -> list[str]:
    """The seats of an example that names none: as few people as the ruleset is for."""
    return list(_LETTERS[: min(ruleset.rules.table.seats)])


def record_text(ruleset: Ruleset, example: str) -> tuple[str, int]:
    """An example as a record of its own, and the number of lines before its own."""
    seats = [] if _SEAT.search(example) else default_seats(ruleset)
    head = ["cal 1", *(f"seat {letter}" for letter in seats)]
    if _FRAME.search(example):
        return "\n".join([*head, example]), len(head)
    body = example.rstrip("\n")
    ends = body.rsplit("\n", 1)[-1].lstrip().startswith("end")
    return "\n".join([*head, "hand", body, *([] if ends else ["end"]), ""]), len(head) + 1


@lru_cache(maxsize=_MAX_KEPT)
def _judged_findings(ruleset: Ruleset, example: str) -> tuple[tuple[int, Finding], ...]:
    """Errors and warnings of an example, each with the number of lines before its own."""
    text, before = record_text(ruleset, example)
    totals = begin_totals(Game.from_ruleset(ruleset))
    records = read_records(Text(text, ruleset.file))
    found = [finding for hand in records for finding in totals.replay(hand).findings]
    found += records.findings
    return tuple((before, finding) for finding in found if finding.severity is not Severity.NOTE)
