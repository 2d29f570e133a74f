"""`calarec rules check`: every finding in rule files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from calarec.diagnostics import Severity
from calarec.language import Both
from calarec.rulesets.load import check_rules
from calarec.rulesets.locate import ENDING, known_ids, rule_folders
from calarec_tools.cli.output import CLEAN, FINDINGS, REFUSED
from calarec_tools.rules.opening import unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.diagnostics import Diagnostic
    from calarec_tools.cli.output import Output

_SUMMARY = Both(
    "{files} checked: {errors}, {warnings}, {notes}.",
    "{files}: {errors}, {warnings}, {notes}.",
)


def run(out: Output, *, rules: tuple[str, ...], format: str, strict: bool) -> int:  # noqa: A002
    """Checks what is named (files, folders, ids), or everything that can be found by its id."""
    counts = dict.fromkeys(Severity, 0)
    asked = list(_asked(rules))
    refused = False

    def findings() -> Iterator[Diagnostic]:
        nonlocal refused
        seen: set[Diagnostic | tuple[object, ...]] = set()
        for each in asked:
            found = check_rules(each).diagnostics
            refused |= unreadable(found) is not None
            for finding in found:
                # A parent's findings are told once, however many files extend it.
                key = (finding.code, finding.span, finding.wording)
                if key not in seen:
                    seen.add(key)
                    counts[finding.severity] += 1
                    yield finding

    status = out.findings(findings(), format)
    if strict and counts[Severity.NOTE]:
        status = FINDINGS
    out.remark(
        _SUMMARY,
        files=_count(len(asked), "ruleset|rulesets", "regolamento|regolamenti"),
        errors=_count(counts[Severity.ERROR], "error|errors", "errore|errori"),
        warnings=_count(counts[Severity.WARNING], "warning|warnings", "avviso|avvisi"),
        notes=_count(counts[Severity.NOTE], "note|notes", "nota|note"),
    )
    return REFUSED if refused else status or CLEAN


def _asked(rules: tuple[str, ...]) -> Iterator[str]:
    if not rules:
        yield from known_ids(rule_folders())
    for each in rules:
        if Path(each).is_dir():
            yield from sorted(str(file) for file in Path(each).iterdir() if file.name.endswith(ENDING))
        else:
            yield each


def _count(count: int, english: str, italian: str) -> Both:
    return Both(f"{count} {english.split('|')[count != 1]}", f"{count} {italian.split('|')[count != 1]}")
