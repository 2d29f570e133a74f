"""Findings of one hand, with their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.rule_files.load import load_ruleset
from calarec_tools.archive.runs.shard import check_shard
from calarec_tools.archive.runs.shards import Shard

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.wording.findings import Finding


def findings_of(text: str, rules: str) -> list[Finding]:
    """All findings of a record."""
    return check_shard(Shard("damaged.cal", text=text), asked=load_ruleset(rules) if rules else None).findings


def found_in(text: str, rules: str) -> list[tuple[str, int, int]]:
    """Codes and places of all findings of a record, in their order."""
    return places_of(findings_of(text, rules))


def places_of(findings: Iterable[Finding]) -> list[tuple[str, int, int]]:
    """Codes and places of findings, in their order."""
    return sorted((each.code, each.span.line, each.span.column) for each in findings)
