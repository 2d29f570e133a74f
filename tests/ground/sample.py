"""Findings for the tests of the renderers, on a code of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.diagnostics import Diagnostic, Severity
from calarec.diagnostics.catalog import Code
from calarec.diagnostics.render import render
from calarec.language import Both
from calarec.text import Excerpt, Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.language import Language

ERROR = Code(
    code="CAL599",
    severity=Severity.ERROR,
    title=Both("Follow suit", "Rispondere al seme"),
    message=Both("{who} must follow suit", "{who} deve rispondere al seme"),
    help=Both("legal here: {cards}", "carte ammesse: {cards}"),
    page=Both("Follow suit.\n\n```\n3 A: 7b Ab 4d\n```\n", "Si risponde.\n\n```\n3 A: 7b Ab 4d\n```\n"),
)
WARNING = Code(
    code="CAL799",
    severity=Severity.WARNING,
    title=Both("Untidy", "Poco ordinato"),
    message=Both("{what} is untidy", "{what} è poco ordinato"),
    page=Both("Untidy.\n\n```\nx\n```\n", "Disordine.\n\n```\nx\n```\n"),
)
LINES = (" 1 B: 3s 2s 4s", " 2 B: 7s Fc Fs", " 3 A: 7b Ab 4d")


def finding(line: str = LINES[2], column: int = 13, width: int = 2, **fields: Any) -> Diagnostic:
    """A finding about `width` characters of the third line of a record."""
    given: dict[str, Any] = {
        "code": "CAL599",
        "span": Span.at("a.cal", 24, column, width),
        "args": {"who": "Carla", "cards": "2b"},
        "excerpt": Excerpt(22, (*LINES[:2], line)),
    }
    return Diagnostic(**(given | fields))


def text(
    findings: Iterable[Diagnostic],
    form: str = "pretty",
    lang: Language = "en",
    *,
    width: int = 0,
    colour: bool = False,
) -> str:
    """All pieces of a form together."""
    return "".join(render(findings, form, lang=lang, width=width, colour=colour))
