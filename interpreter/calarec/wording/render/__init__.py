"""Findings as text: for eyes (pretty), for grep and editors (concise, gcc), for machines (json, sarif, github, gitlab).

Every form is written as the findings come, so that an archive's findings never stand in memory.
Whatever comes from a file or a command line is escaped: no terminal obeys a player's name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.wording.findings import Finding
    from calarec.wording.language import Language

FORMS: Final = ("pretty", "concise", "gcc", "json", "sarif", "github", "gitlab")


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
    if form == "pretty":
        from calarec.wording.render.pretty import pretty

        return pretty(findings, lang, width=width, colour=colour)
    if form == "concise":
        from calarec.wording.render.plain import concise

        return concise(findings, lang)
    if form == "gcc":
        from calarec.wording.render.plain import gcc

        return gcc(findings, lang)
    if form == "gitlab":
        from calarec.wording.render.gitlab import gitlab

        return gitlab(findings, lang)
    if form == "github":
        from calarec.wording.render.plain import github

        return github(findings, lang)
    if form == "json":
        from calarec.wording.render.data import json_text

        return json_text(findings, lang)
    if form == "sarif":
        from calarec.wording.render.sarif import sarif

        return sarif(findings, lang)
    raise ValueError(f"no form {form!r}")
