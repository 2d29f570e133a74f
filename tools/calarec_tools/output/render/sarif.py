"""Findings as SARIF 2.1.0, which code forges and editors import.

The results come first, then the tool with its codes: so the text can be written while
the findings still come, and lists exactly the codes that occurred.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from calarec.core.wording.language import text_in
from calarec_tools.output.render.code_links import find_code_url
from calarec_tools.output.render.data import json_array_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.base.spans import Span
    from calarec.core.wording.findings import Finding, Fix
    from calarec.core.wording.language import Language


def sarif(findings: Iterable[Finding], lang: Language) -> Iterator[str]:
    """One SARIF log with one run."""
    codes: dict[str, int] = {}
    start = f'{{"version": "2.1.0", "runs": [{{"language": "{lang}", "columnKind": "unicodeCodePoints", '
    results = (_finding_result(finding, codes, lang) for finding in findings)
    yield from json_array_lines(results, before=f'{start}"results": [', after="],\n")
    yield f'"tool": {json.dumps(_tool(codes, lang))}}}]}}\n'


def _tool(codes: dict[str, int], lang: Language) -> dict[str, Any]:
    from calarec.core.base.version import __version__
    from calarec.core.wording.messages import find_section, find_severity

    rules = []
    for code in codes:
        help_page = find_section(code, lang).page
        url = find_code_url(code, lang)
        rules.append(
            {
                "id": code,
                **({"helpUri": url} if url else {}),
                "shortDescription": {"text": help_page.title},
                "help": {"text": help_page.text, "markdown": help_page.text},
                "defaultConfiguration": {"level": find_severity(code).value},
            }
        )
    return {"driver": {"name": "calarec", "version": __version__, "rules": rules}}


def _finding_result(finding: Finding, codes: dict[str, int], lang: Language) -> dict[str, Any]:
    text = [finding.message(lang), finding.help(lang)]
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": codes.setdefault(finding.code, len(codes)),
        "level": finding.severity.value,
        "message": {"text": "\n".join(each for each in text if each)},
        "locations": [_location(finding.span)],
    }
    if finding.labels:
        result["relatedLocations"] = [
            {**_location(label.span), "message": {"text": text_in(label.text, lang)}} for label in finding.labels
        ]
    if finding.fix:
        result["fixes"] = [_fix(finding.fix)]
    if finding.rule:
        rule = finding.rule
        result["properties"] = {"rule": rule.path, "rule_at": rule.at, "source": rule.source}
    return result


def _location(span: Span) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(span.file)}}
    if span.line:
        physical["region"] = _region(span)
    return {"physicalLocation": physical}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _uri(file: str) -> str:
    """A file's name as a URI reference: relative names stay relative."""
    from pathlib import PurePath
    from urllib.parse import quote

    path = PurePath(file)
    if path.is_absolute():
        return path.as_uri()
    # A colon in the first part of a relative reference would read as a scheme.
    return quote(path.as_posix().encode("utf-8", "surrogateescape"), safe="/")


def _fix(fix: Fix) -> dict[str, Any]:
    changes: dict[str, list[dict[str, Any]]] = {}
    for edit in fix.edits:
        replacement = {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
        changes.setdefault(_uri(edit.span.file), []).append(replacement)
    return {
        "artifactChanges": [
            {"artifactLocation": {"uri": uri}, "replacements": replacements} for uri, replacements in changes.items()
        ]
    }
