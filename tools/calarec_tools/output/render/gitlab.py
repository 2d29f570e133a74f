"""Findings as a report of code quality, which forges show beside a change."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.cells import visible
from calarec.core.wording.severities import Severity
from calarec_tools.output.render.data import json_array_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language

_GRAVITY: Final = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def gitlab(findings: Iterable[Finding], lang: Language) -> Iterator[str]:
    """One array, an issue a line."""
    yield from json_array_lines((_issue(finding, lang) for finding in findings), before="[", after="]\n")


def _issue(finding: Finding, lang: Language) -> dict[str, Any]:
    span = finding.span
    # The same finding at the same place has the same print in every run and language.
    told = f"{span.file}:{span.line}:{span.column}:{finding.code}:{finding.wording}"
    return {
        "description": visible(finding.message(lang)),
        "check_name": finding.code,
        "fingerprint": sha256(told.encode("utf-8", "surrogatepass")).hexdigest(),
        "severity": _GRAVITY[finding.severity],
        "location": {"path": visible(span.file), "lines": {"begin": max(span.line, 1)}},
    }
