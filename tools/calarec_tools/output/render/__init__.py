"""Findings as text: for people, grep and editors, and other programs (`WAYS`).

Every format is written as the findings come, so that an archive's findings are never all in memory.
Text from a file or a command line is escaped: no terminal obeys a player's name.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language

WAYS: Final = {
    "pretty": ("pretty", "pretty"),
    "concise": ("plain", "concise"),
    "gcc": ("plain", "gcc"),
    "json": ("data", "findings_as_json"),
    "sarif": ("sarif", "sarif"),
    "github": ("plain", "github"),
    "gitlab": ("gitlab", "gitlab"),
}
"""Form → module and function that write it; imported when it is asked for."""
FORMS: Final = tuple(WAYS)


def render(
    findings: Iterable[Finding],
    form: str = "pretty",
    *,
    lang: Language = "en",
    width: int = 0,
    colour: bool = False,
) -> Iterator[str]:
    """The pieces of the text, each ending its line; `width` 0 leaves lines whole.

    Width and colour matter to the pretty form alone.
    """
    if form not in WAYS:
        raise ValueError(f"no form {form!r}")
    name, way = WAYS[form]
    written = getattr(import_module(f"{__name__}.{name}"), way)
    how = {"width": width, "colour": colour} if form == "pretty" else {}
    pieces: Iterator[str] = written(findings, lang, **how)
    return pieces
