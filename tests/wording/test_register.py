"""Italian advises in the infinitive and addresses no reader."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_WORDS: Final = ROOT / "interpreter" / "calarec" / "core" / "wording" / "it"
_TO_SOMEBODY: Final = re.compile(
    r"(?<![\w`'])(scrivi|metti|togli|ometti|scegli|correggi|aggiungi|riscrivi|sostituisci|ripeti|apri|chiudi|puoi|devi|vuoi|"
    r"tuo|tua|tuoi|tue|hai|scrivila|scrivilo|mettilo|mettila|toglilo|toglila|cancellalo|cancellala|nominalo|indicala|"
    r"mettici|tienine|nominane|spiegalo|dillo|dilla|estendi|imposta l|(?:di|da|fa)' (?!un|una|il|la|lo)\w+)(?![\w`])"
)
_TO_YOU: Final = re.compile(r"(?<![\w`'])(vostr[oaie]|voi)(?![\w`'])")
_OTHER_WORDS: Final = {
    "chiamante": "dichiarante", "chiamanti": "dichiaranti", "mucchio": "mazzetto", "mucchi": "mazzetti",
    "rilancio": "aggravio", "rilanci": "aggravi", "aggravamento": "aggravio", "rialzare": "aggravare",
    "rilanciare": "aggravare", "smazzata": "mano", "libretto": "regolamento", "identificativo": "id",
    "genitore": "regolamento di partenza", "genitori": "regolamenti", "avvertimenti": "avvisi",
    "avvertenze": "avvisi", "ingresso standard": "standard input", "uscita standard": "standard output",
    "annotazione": "registrazione", "reclamo": "contestazione", "reclamare": "contestare",
    "reclamata": "contestata", "reclama": "chiude", "fallo": "irregolarità", "falli": "irregolarità",
}  # fmt: skip
"""Words with the meaning of another that is used everywhere else, and that one."""
_NAMES: Final = frozenset({"exchange.toml"})
"""The file that names a column of a score sheet, which may be called so."""
_ORDERS: Final = re.compile(
    r'^help = "(usa|indica|cancella|guarda|imposta|spiega|rinomina|dai|fai|prova|cambia|lascia|copia|salva|rientra|'
    r"termina|segnala|comincia) "
)

_WISHES: Final = re.compile(r"\bs[ie] (?:ne )?(?:scriv|scelg|mett|tolg|aggiung|legg)an?o?\b")


def _written_lines() -> Iterator[tuple[Path, int, str]]:
    """Each line with Italian: file, number, text; of a sentence after its English."""
    for file in sorted([*_WORDS.rglob("*.toml"), *_WORDS.rglob("*.md")]):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            yield file, number, line.rpartition(" = ")[2] if file.suffix == ".toml" else line


def test_no_sentence_speaks_to_somebody() -> None:
    """Messages, sentences and pages: no imperative that could be nothing else, no `tu`."""
    found = [
        f"{file.name}:{number}: {said[0]}"
        for file, number, line in _written_lines()
        if (said := _TO_SOMEBODY.search(line))
    ]
    assert found == []


def test_no_page_speaks_to_somebody() -> None:
    """The Italian pages for users are impersonal, as the messages are: no `tu`, no `voi`."""
    pages = (*(ROOT / "docs").rglob("*.it.md"), ROOT / "README.it.md")
    found = [
        f"{file.name}: {said[0]}"
        for file in sorted(pages)
        for said in (*_TO_SOMEBODY.finditer(_prose_of(file)), *_TO_YOU.finditer(_prose_of(file)))
    ]
    assert found == []


def _prose_of(file: Path) -> str:
    return re.sub(r"(?ms)^```.*?^```$", "", file.read_text("utf-8"))


def test_no_advice_begins_with_an_order() -> None:
    """Advice in Italian is an infinitive: `usare`, not `usa`."""
    found = [f"{file.name}:{number}: {line}" for file, number, line in _written_lines() if _ORDERS.match(line)]
    assert found == []


def test_no_advice_is_a_wish() -> None:
    """Advice in Italian is an infinitive: `scrivere`, not `si scriva`."""
    found = [
        f"{file.name}:{number}: {said[0]}"
        for file, number, line in _written_lines()
        if (file.suffix == ".toml" or line.startswith(("message = ", "help = "))) and (said := _WISHES.search(line))
    ]
    assert found == []


def test_one_thing_has_one_word() -> None:
    """Two words would make a reader look for two things."""
    other = re.compile(rf"(?<![\w`])({'|'.join(_OTHER_WORDS)})(?![\w`])")
    found = [
        f"{file.name}:{number}: {said[0]}, elsewhere {_OTHER_WORDS[said[0]]}"
        for file, number, line in _written_lines()
        if file.name not in _NAMES and (said := other.search(line))
    ]
    assert found == []
