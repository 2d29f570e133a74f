"""`docs/codes.md` and `docs/codes/`: every code of the catalogue, in both languages.

    python -m calarec_tools.docs.codes

writes them anew in the checkout; a test fails while they are not current.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.diagnostics.catalog import codes_of, ranges
from calarec.diagnostics.catalog.titles import TITLES
from calarec.language import LANGUAGES, Both, say

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.diagnostics.catalog import Code
    from calarec.language import Language

_GENERATED: Final = "<!-- Generated from the catalogue by `python -m calarec_tools.docs.codes`. -->\n"
_INDEX: Final = f"""{_GENERATED}
# Codes

Every finding has a code: `CAL` for records, `RUL` for rule files. `calarec explain CODE` prints its page.
Ogni segnalazione ha un codice: `CAL` per le registrazioni, `RUL` per i regolamenti. `calarec explain CODICE` ne
stampa la pagina.
"""


def pages() -> dict[str, str]:
    """Every page by its name below `docs/`."""
    written = {"codes.md": _index()}
    for name in ranges():
        for lang in LANGUAGES:
            written[f"codes/{name.lower()}.{lang}.md"] = _page(name, lang)
    return written


def write(folder: Path) -> None:
    """Writes every page into `folder` and removes those of codes that are gone."""
    current = pages()
    (folder / "codes").mkdir(parents=True, exist_ok=True)
    for old in (folder / "codes").glob("*.md"):
        if f"codes/{old.name}" not in current:
            old.unlink()
    for name, text in current.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def _index() -> str:
    parts = [_INDEX]
    for name in ranges():
        title = TITLES.get(name, Both("", ""))
        parts.append(
            f"\n## {name}xx: {title.en} / {title.it}\n\n"
            "| code | severity | English | italiano |\n| --- | --- | --- | --- |\n"
        )
        parts.extend(_row(entry, name.lower()) for entry in codes_of(name))
    return "".join(parts)


def _row(entry: Code, name: str) -> str:
    anchor = entry.code.lower()
    return (
        f"| {entry.code} | {entry.severity.value} "
        f"| [{entry.title.en}](codes/{name}.en.md#{anchor}) | [{entry.title.it}](codes/{name}.it.md#{anchor}) |\n"
    )


def _page(name: str, lang: Language) -> str:
    title = say(TITLES.get(name, ""), lang)
    return f"{_GENERATED}\n# {name}xx: {title}\n" + "".join(_entry(entry, lang) for entry in codes_of(name))


def _entry(entry: Code, lang: Language) -> str:
    severity = say(entry.severity.said, lang)
    return f"\n## {entry.code}\n\n**{say(entry.title, lang)}** ({severity})\n\n{entry.whole_page(lang)}"


if __name__ == "__main__":
    from pathlib import Path

    write(Path(__file__).parents[3] / "docs")
