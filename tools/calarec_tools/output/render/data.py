"""Findings as data: the same fields in every JSON that calarec writes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language

FORMAT: Final = "calarec-findings/1"
"""The `format` of each finding in an array; other data has its own."""


def findings_as_json(findings: Iterable[Finding], lang: Language) -> Iterator[str]:
    """Write an array with a finding a line; see `grammar/findings.schema.json`."""
    yield from json_array_lines(
        ({"format": FORMAT, **finding.as_json(lang)} for finding in findings), before="[", after="]\n"
    )


def json_array_lines(items: Iterable[Any], *, before: str, after: str) -> Iterator[str]:
    """Write a JSON array, one item a line, in ASCII: no terminal can misread it."""
    separator = before + "\n"
    empty = True
    for item in items:
        yield separator + json.dumps(item)
        separator = ",\n"
        empty = False
    yield (before if empty else "\n") + after
