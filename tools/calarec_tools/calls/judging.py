"""Records looked at in the page: opened, checked, mended, replayed, added up; by what the commands stand on.

A record comes in as a text. What works on files has it in one of its own for as long as that takes.
"""

from __future__ import annotations

import os
import sys
import tempfile
from base64 import b64decode
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from typing import TYPE_CHECKING, Any, Final

from calarec.base.spans import Span
from calarec.wording.cells import visible
from calarec.wording.findings import Edit
from calarec.wording.render.data import as_data
from calarec.wording.render.pretty import rule_told
from calarec_tools.calls.faces import symbols
from calarec_tools.calls.recording import language_of
from calarec_tools.cli.convert import convert
from calarec_tools.cli.ruleset import load
from calarec_tools.entering.text import parts_of
from calarec_tools.pictures.svg_curve import CURVE_STYLE
from calarec_tools.pictures.xml import element
from calarec_tools.runs import apply_fixes
from calarec_tools.runs.output_files import whole
from calarec_tools.runs.running import check_files
from calarec_tools.runs.streams import Output
from calarec_tools.runs.summing import Sum
from calarec_tools.sheet.evenings import read_evenings
from calarec_tools.sheet.lines import SheetWords
from calarec_tools.sheet.pages import debts_html, evening_html
from calarec_tools.viewing.hand_data import hand_data
from calarec_tools.viewing.player_words import player_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.judge.judgement import Judgement
    from calarec.mechanisms.ruleset import Ruleset
    from calarec.wording.findings import Finding
    from calarec.wording.language import Language

_RECORD: Final = "record.cal"
_ENDINGS: Final = (".cal", ".txt")


def opened(*, name: str, data: str, rules: str, lang: str) -> dict[str, Any]:
    """A file of somebody's, as base64: its record as text, and what is said of it; other forms are converted."""
    out = Output(language_of(lang))
    with _kept(name, b64decode(data)) as file:
        bare = file.removesuffix(".gz")
        if bare.endswith(_ENDINGS):
            return {"text": whole(file).decode("utf-8-sig", "replace"), "said": []}
        written = TextIOWrapper(BytesIO(), "utf-8")
        with redirect_stdout(written), redirect_stderr(StringIO()) as said:
            convert(
                out, source=file, destination="-", from_=None, to="cal", rules=rules or None, plays=False, encoding=None
            )
            sys.stdout.flush()
        folder = os.path.join(os.path.dirname(file), "")  # noqa: PTH118, PTH120
        text = written.buffer.getvalue().decode()
        return {"text": text, "said": said.getvalue().replace(folder, "").splitlines()}


def check(*, text: str, rules: str, lang: str) -> dict[str, Any]:
    """Every finding of a record, each with its place and its fix, and how it looks on the whole."""
    language = language_of(lang)
    found: list[Finding] = []
    added = Sum()
    with _kept(_RECORD, text.encode()) as file:
        for part in check_files([file], rules=rules or None, every=True):
            added.take(part)
            found += part.findings
    return {
        "findings": [_told(each, language) for each in found],
        "summary": added.said(language),
        "mendable": len(apply_fixes.safe_edits(found)),
    }


def mend(*, text: str, edits: list[dict[str, Any]], lang: str) -> str:  # noqa: ARG001 - every call says its language
    """A text with the edits of one fix made."""
    made = [
        Edit(Span("", *(int(each[key]) for key in ("line", "column", "end_line", "end_column"))), str(each["text"]))
        for each in edits
    ]
    return apply_fixes.edited(text, sorted(made, key=lambda edit: (edit.span.line, edit.span.column)))


def mend_all(*, text: str, rules: str, lang: str) -> str:  # noqa: ARG001 - every call says its language
    """A text with everything mended that changes no meaning."""
    for _ in range(apply_fixes.ROUNDS):
        with _kept(_RECORD, text.encode()) as file:
            found = [each for part in check_files([file], rules=rules or None, every=True) for each in part.findings]
        edits = apply_fixes.safe_edits(found)
        if not edits:
            break
        text = apply_fixes.edited(text, edits)
    return text


def replayed(*, text: str, rules: str, lang: str) -> dict[str, Any]:
    """The hands of a record to be stepped through, with its sheet; by other rules than its own, if they are named."""
    judged: list[Judgement] = []
    sheets = [each for each in _evenings(text, load(rules) if rules else None, judged) if each.hands]
    packs: dict[str, Judgement] = {each.game.ruleset.digest: each for each in judged}
    drawn = "".join(symbols(each.game.ruleset, each.game.cards.names) for each in packs.values())
    said = SheetWords(sheets, language_of(lang))
    return {
        "hands": [hand_data(each) for each in judged],
        "symbols": drawn,
        "words": player_words(),
        "sheet": _sheet_html(said) if sheets else "",
    }


def sheet(*, text: str, lang: str) -> str:
    """The sheet of a record that is being entered, without the hand that is not finished, and who pays whom."""
    closed = parts_of(text).before_the_hand().text
    said = SheetWords([each for each in _evenings(closed, None, []) if each.hands], language_of(lang))
    return _sheet_html(said) if said.sheets else ""


def _evenings(text: str, asked: Ruleset | None, judged: list[Judgement]) -> Iterator[Any]:
    with _kept(_RECORD, text.encode()) as file:
        yield from read_evenings(file, asked, {}, judged)


def _sheet_html(said: SheetWords) -> str:
    """Without the style of the curve, which the page has: its policy lets none in that stands in a text."""
    shown = [evening_html(said, each, f"curve-{number}", "h2") for number, each in enumerate(said.sheets)]
    return "".join([*shown, *debts_html(said)]).replace(element("style", [CURVE_STYLE]), "")


def _told(finding: Finding, lang: Language) -> dict[str, Any]:
    data = as_data(finding, lang, file=False)
    data["message"] = visible(data["message"])
    data["help"] = visible(data["help"] or "")
    data["rule"] = visible(rule_told(finding.rule, lang)) if finding.rule else ""
    return data


@contextmanager
def _kept(name: str, raw: bytes) -> Iterator[str]:
    """A file with these bytes, called as somebody called it, as far as that is a name."""
    safe = "".join(each if each.isalnum() or each in "._-" else "_" for each in os.path.basename(name))[-80:]  # noqa: PTH119
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, safe.lstrip(".") or _RECORD)  # noqa: PTH118
        with open(file, "wb") as stream:  # noqa: PTH123
            stream.write(raw)
        yield file
