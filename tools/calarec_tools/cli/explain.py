"""`calarec explain CODE`: what a code means, with an example."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both, say
from calarec_tools.cli.declare import Argument, Command
from calarec_tools.cli.output import CLEAN, Output, RefusalError

if TYPE_CHECKING:
    from calarec.diagnostics.catalog import Code


def explain(out: Output, *, code: str | None) -> int:
    """Prints the page of a code, the codes of a range (`CAL5`), or the ranges."""
    from calarec.diagnostics.catalog import codes_of, lookup, ranges
    from calarec.diagnostics.catalog.titles import TITLES

    asked = (code or "").upper()
    if not asked:
        for name in ranges():
            out.line(f"{name}xx  {say(TITLES.get(name, ''), out.lang)}")
        return CLEAN
    if asked.removesuffix("XX") in ranges():
        for entry in codes_of(asked.removesuffix("XX")):
            out.line(f"{entry.code}  {say(entry.title, out.lang)}")
        return CLEAN
    try:
        entry = lookup(asked)
    except KeyError:
        raise _unknown(asked) from None
    _page(out, entry)
    return CLEAN


def _page(out: Output, entry: Code) -> None:
    from calarec_tools.cli.markdown import terminal

    severity = say(entry.severity.said, out.lang)
    text = f"# {entry.code}: {say(entry.title, out.lang)} ({severity})\n\n{entry.whole_page(out.lang)}"
    out.write(terminal(text, width=out.width, colour=out.colour))


def _unknown(code: str) -> RefusalError:
    from calarec.diagnostics.catalog import all_codes
    from calarec_tools.cli.parse import near

    return RefusalError(
        Both(
            "there is no code `{code}`.{near} `calarec explain` lists the ranges.",
            "il codice `{code}` non esiste.{near} `calarec explain` elenca i gruppi.",
        ),
        code=code,
        near=near(code, [entry.code for entry in all_codes()]),
    )


def _codes() -> list[str]:
    from calarec.diagnostics.catalog import all_codes

    return [entry.code for entry in all_codes()]


DECLARED = Command(
    "explain",
    Both("Say what a code means, with an example.", "Spiega che cosa significa un codice, con un esempio."),
    explain,
    arguments=(
        Argument(
            "code",
            Both(
                "A code (CAL512) or a range (CAL5); without it, the ranges.",
                "Un codice (CAL512) o un gruppo (CAL5); senza, l'elenco dei gruppi.",
            ),
            required=False,
            complete=_codes,
        ),
    ),
    example="calarec explain RUL110",
)
