"""Findings as data: the same fields in every JSON that calarec writes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language

FORMAT: Final = "calarec-findings/1"
"""What each finding of an array says it is; within other data it is what that says."""


def findings_as_json(findings: Iterable[Finding], lang: Language) -> Iterator[str]:
    """One array, an object a finding and a line; `grammar/findings.schema.json` says what each field means."""
    yield from json_array_lines(
        ({"format": FORMAT, **finding.as_json(lang)} for finding in findings), before="[", after="]\n"
    )


def json_array_lines(items: Iterable[Any], *, before: str, after: str) -> Iterator[str]:
    """A JSON array, written item by item, one a line. Only ASCII is written: nothing to obey or to misread."""
    separator = before + "\n"
    empty = True
    for item in items:
        yield separator + json.dumps(item)
        separator = ",\n"
        empty = False
    yield (before if empty else "\n") + after
