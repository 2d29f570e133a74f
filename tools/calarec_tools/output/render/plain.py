"""Findings in one line each: for grep, editors, and checks of code forges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.cells import visible
from calarec.core.wording.language import text_in
from calarec.core.wording.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.base.spans import Span
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language

_ANNOTATIONS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def format_place(span: Span) -> str:
    """Write `file:line:column`, or only the file for a finding about all of it."""
    file = visible(span.file)
    return f"{file}:{span.line}:{span.column}" if span.line else file


def format_summary(finding: Finding, lang: Language) -> str:
    """Write the message, with its severity unless it is an error."""
    message = visible(finding.message(lang))
    if finding.severity is Severity.ERROR:
        return message
    return f"{text_in(finding.severity.severity_word, lang)}: {message}"


def concise(findings: Iterable[Finding], lang: Language) -> Iterator[str]:
    """Write `file:line:column: CODE message`, as editors and CI expect it."""
    for finding in findings:
        yield f"{format_place(finding.span)}: {finding.code} {format_summary(finding, lang)}\n"


def gcc(findings: Iterable[Finding], lang: Language) -> Iterator[str]:
    """Write `file:line:column: error: message [CODE]`, as compilers do.

    The text before the message is English.
    """
    for finding in findings:
        told = visible(finding.message(lang))
        yield f"{format_place(finding.span)}: {finding.severity.value}: {told} [{finding.code}]\n"


def github(findings: Iterable[Finding], lang: Language) -> Iterator[str]:
    """Workflow commands, which show each finding beside its line."""
    for finding in findings:
        span = finding.span
        where = {"file": span.file}
        if span.line:
            where |= {"line": str(span.line), "col": str(span.column), "endLine": str(span.end_line)}
            # Within one line an end column is understood; it counts the last character, not the next.
            if span.end_line == span.line:
                where["endColumn"] = str(max(span.column, span.end_column - 1))
        where["title"] = finding.code
        properties = ",".join(f"{name}={_property(value)}" for name, value in where.items())
        text = [finding.message(lang), finding.help(lang)]
        message = "%0A".join(_data(each) for each in text if each)
        yield f"::{_ANNOTATIONS[finding.severity]} {properties}::{message}\n"


def _data(text: str) -> str:
    return visible(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
