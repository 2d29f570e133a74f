"""Findings of an evening under the rules that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.notation import Text, read_records
from calarec.record_judge.session import NoRulesError, RecordJudge

if TYPE_CHECKING:
    from calarec.core.wording.findings import Finding


def find_in_evenings(text: str) -> list[Finding]:
    """Return the findings of a record under its own rules."""
    session = RecordJudge()
    found: list[Finding] = []
    for hand in read_records(Text(text, "x.cal")):
        try:
            found += session.replay(hand).findings
        except NoRulesError as error:
            found += error.findings
    return found
