"""`calarec rules list`: the rulesets that can be named by their id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.cells import cells, visible
from calarec.core.wording.language import LANGUAGES, Words, text_in
from calarec.rule_files.load import RulesetError, load_ruleset
from calarec.rule_files.locate import known_ids, rule_folders
from calarec_tools.cli.declare import Command
from calarec_tools.cli.parameters import JSON
from calarec_tools.output.files.streams import CLEAN, FINDINGS

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language, Translated
    from calarec_tools.output.files.streams import Output

FORMAT: Final = "calarec-rules-list/1"
"""The `format` of each entry; the array existed before it, and stays an array."""
_FAULTY = Words("{ruleset} cannot be used: {said}; see `calarec rules check {ruleset}`.")


def run_rules_list(out: Output, *, json: bool) -> int:
    """Every id with its title and what it extends; 1 if one of them cannot be used."""
    found: list[Ruleset] = []
    status = CLEAN
    for ruleset in known_ids(rule_folders()):
        try:
            found.append(load_ruleset(ruleset))
        except RulesetError as error:
            out.remark(_FAULTY, ruleset=ruleset, said=_first_error_text(error, out.lang))
            status = FINDINGS
    if json:
        _listed_as_json(out, found)
    else:
        _as_table(out, found)
    return status


def _first_error_text(error: RulesetError, lang: Language) -> str:
    """Return the first error with its help: the wrong name of a file may be all."""
    first = next(finding for finding in error.findings if finding.severity == "error")
    advice = first.help(lang)
    return f"{first.message(lang)} ({advice})" if advice else first.message(lang)


def _as_table(out: Output, found: list[Ruleset]) -> None:
    rows = [
        (ruleset.id, ruleset.version, visible(text_in(ruleset.title, out.lang)), _extends(ruleset)) for ruleset in found
    ]
    wide = [max((cells(row[place]) for row in rows), default=0) for place in range(3)]
    for row in rows:
        parts = [cell + " " * (room - cells(cell)) for cell, room in zip(row, wide, strict=False)]
        line = "  ".join((*parts, row[3])).rstrip()
        if out.width and cells(line) > out.width:
            _narrow(out, parts, row)
        else:
            out.write_line(line)


def _narrow(out: Output, parts: list[str], row: tuple[str, str, str, str]) -> None:
    """Print a row that is too wide for columns: the parent after the title, or below."""
    from calarec.core.wording.cells import wrap_text

    begin = "  ".join((*parts[:2], ""))
    taken = cells(begin)
    together = "  ".join(filter(None, row[2:]))
    for text in [together] if taken + cells(together) <= out.width else filter(None, row[2:]):
        first, *more = wrap_text(text, out.width, taken=taken, hang=taken)
        out.write_line(begin + first)
        for line in more:
            out.write_line(line)
        begin = " " * taken


def _extends(ruleset: Ruleset) -> str:
    return f"← {ruleset.layers[1]}" if len(ruleset.layers) > 1 else ""


def _listed_as_json(out: Output, found: list[Ruleset]) -> None:
    import json

    listed = [
        {
            "format": FORMAT,
            "ruleset": ruleset.id,
            "version": ruleset.version,
            "digest": ruleset.digest,
            "title": _by_language(ruleset.title),
            "summary": _by_language(ruleset.summary),
            "layers": list(ruleset.layers),
            "file": ruleset.file,
        }
        for ruleset in found
    ]
    out.write_line(json.dumps(listed, ensure_ascii=False, indent=1))


def _by_language(text: Translated) -> dict[str, Any]:
    """A text in each language, and beside them as it was written in the file."""
    return {**text._asdict(), **{lang: text_in(text, lang) for lang in LANGUAGES}}


DECLARED = Command(
    run_rules_list,
    options=(JSON,),
    example="calarec rules list",
    paged=True,
)
