"""Findings of an evening under the rules that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.judge.session import NoRulesError, RecordJudge
from calarec.notation import Text, read_records

if TYPE_CHECKING:
    from calarec.wording.findings import Finding


def find_in_evenings(text: str) -> list[Finding]:
    """What is found in a record by its own rules."""
    session = RecordJudge()
    found: list[Finding] = []
    for hand in read_records(Text(text, "x.cal")):
        try:
            found += session.replay(hand).diagnostics
        except NoRulesError as error:
            found += error.diagnostics
    return found
