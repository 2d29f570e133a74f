"""Findings as data: the same fields in every JSON that calarec writes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.language import text_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.base.spans import Span
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language

FORMAT: Final = "calarec-findings/1"
"""What each finding of an array says it is; within other data it is what that says."""


def finding_as_data(finding: Finding, lang: Language = "en", *, file: bool = True) -> dict[str, Any]:
    """One finding as plain data; without the file's name where that stands one level up."""
    data: dict[str, Any] = {"code": finding.code, "severity": finding.severity.value}
    data |= span_data(finding.span, file=file)
    data["message"] = finding.message(lang)
    data["help"] = finding.help(lang)
    rule = finding.rule
    data["rule"] = rule.path if rule else None
    if rule:
        data["rule_at"] = rule.at
        data["source"] = rule.source
    data["labels"] = [
        {**span_data(label.span, file=file), "text": text_in(label.text, lang)} for label in finding.labels
    ]
    data["fix"] = finding.fix and {
        "safe": finding.fix.safe,
        "edits": [{**span_data(edit.span, file=file), "text": edit.text} for edit in finding.fix.edits],
    }
    return data


def span_data(span: Span, *, file: bool = True) -> dict[str, Any]:
    """A place as plain data: lines and columns from 1 in code points, ends exclusive."""
    data: dict[str, Any] = {"file": span.file} if file else {}
    return data | {
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def findings_as_json(findings: Iterable[Finding], lang: Language) -> Iterator[str]:
    """One array, an object a finding and a line; `grammar/findings.schema.json` says what each field means."""
    yield from json_array_lines(
        ({"format": FORMAT, **finding_as_data(finding, lang)} for finding in findings), before="[", after="]\n"
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
