"""Findings for the tests of the renderers, on a code of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.base.spans import Excerpt, Span
from calarec.core.wording.findings import Finding
from calarec.core.wording.messages import CodePage, CodeSection, Message
from calarec.core.wording.severities import Severity
from calarec_tools.output.render import render

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.wording.language import Language

SECTIONS = {
    "en": {
        "CAL599": CodeSection(
            Severity.ERROR,
            {"": Message("{who} must follow suit", "legal here: {cards}")},
            CodePage("Follow suit", "Follow suit.\n\n```\n3 A: 7b Ab 4d\n```\n"),
        ),
        "CAL799": CodeSection(
            Severity.WARNING,
            {"": Message("{what} is untidy")},
            CodePage("Untidy", "Untidy.\n\n```\nx\n```\n"),
        ),
    },
    "it": {
        "CAL599": CodeSection(
            "",
            {"": Message("{who} deve rispondere al seme", "carte ammesse: {cards}")},
            CodePage("Rispondere al seme", "Si risponde.\n\n```\n3 A: 7b Ab 4d\n```\n"),
        ),
        "CAL799": CodeSection(
            "",
            {"": Message("{what} è poco ordinato")},
            CodePage("Poco ordinato", "Disordine.\n\n```\nx\n```\n"),
        ),
    },
}
LINES = (" 1 B: 3s 2s 4s", " 2 B: 7s Fc Fs", " 3 A: 7b Ab 4d")


def finding(line: str = LINES[2], column: int = 13, width: int = 2, **fields: Any) -> Finding:
    """A finding about `width` characters of the third line of a record."""
    given: dict[str, Any] = {
        "code": "CAL599",
        "span": Span.from_column("a.cal", 24, column, width),
        "args": {"who": "Carla", "cards": "2b"},
        "excerpt": Excerpt(22, (*LINES[:2], line)),
    }
    return Finding(**(given | fields))


def text(
    findings: Iterable[Finding],
    form: str = "pretty",
    lang: Language = "en",
    *,
    width: int = 0,
    colour: bool = False,
) -> str:
    """All pieces of a form together."""
    return "".join(render(findings, form, lang=lang, width=width, colour=colour))
