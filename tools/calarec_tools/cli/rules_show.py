"""`calarec rules explain`, `show`, `list` and `schema`: what is there, printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.rulesets.digest import pin
from calarec.rulesets.load import RulesetError, load_rules
from calarec.rulesets.locate import known_ids, rule_folders
from calarec.wording.cells import cells, visible
from calarec.wording.language import LANGUAGES, Words, say
from calarec.wording.sources import own_source
from calarec_tools.cli.rules_opening import FaultyError, near, opened, parent_of
from calarec_tools.runs.streams import CLEAN, FINDINGS

if TYPE_CHECKING:
    from calarec.mechanisms.ruleset import Origin, Ruleset
    from calarec.rulesets.tree import Path
    from calarec.wording.language import Language
    from calarec_tools.runs.streams import Output


def print_rulebook(out: Output, *, rules: str, format: str) -> int:  # noqa: A002
    """Prints the rulebook of a ruleset, what differs from its parent first."""
    from calarec.rulebook.book import rulebook

    try:
        ruleset = opened(out, rules)
        book = rulebook(ruleset, parent_of(out, ruleset))
    except FaultyError as error:
        return error.status
    if format == "markdown":
        from calarec.rulebook.pages import markdown

        out.write(markdown(book, out.lang))
    else:
        from calarec.rulebook.pages import terminal

        out.write(terminal(book, out.lang, width=out.width, colour=out.colour))
    return CLEAN


_DEFAULT: Final = Words("default")


def show_ruleset(out: Output, *, rules: str, origin: bool, json: bool) -> int:
    """Prints every rule with its value, defaults included, and its unit; with `origin` who says it, and where."""
    try:
        ruleset = opened(out, rules)
    except FaultyError as error:
        return error.status
    if json:
        _as_json(out, ruleset, origin=origin)
        return CLEAN
    from calarec.rulesets.writing import write_yaml

    out.line(f"# {pin(ruleset.id, ruleset.version, ruleset.digest)}")
    if len(ruleset.layers) > 1:
        out.line(f"# {' ← '.join(ruleset.layers)}")
    comments: dict[Path, str] = {tuple(path.split(".")): said for path, said in ruleset.spoken.items()}
    if origin:
        for text, (_, each) in ruleset.leaves.items():
            path = tuple(text.split("."))
            comments[path] = "; ".join(filter(None, (comments.get(path), _said(out, each))))
    out.write(write_yaml(ruleset.tree, comments=comments, compact=not origin))
    return CLEAN


def _said(out: Output, origin: Origin) -> str:
    """Place and source of a rule, for a comment; of a default that it is one."""
    if not origin.file:
        return say(_DEFAULT, out.lang)
    source = f" [{say(own_source(origin.source), out.lang)}]" if origin.source else ""
    return f"{near(origin.file)}:{origin.line}:{origin.column}{source}"


def _as_json(out: Output, ruleset: Ruleset, *, origin: bool) -> None:
    from json import dumps

    shown: dict[str, Any] = {
        "ruleset": ruleset.id,
        "version": ruleset.version,
        "digest": ruleset.digest,
        "layers": list(ruleset.layers),
        "file": ruleset.file,
        "rules": ruleset.tree,
    }
    if origin:
        shown["origins"] = {path: _origin(each) for path, (_, each) in ruleset.leaves.items()}
    out.line(dumps(shown, ensure_ascii=False, indent=1))


def _origin(origin: Origin) -> dict[str, Any]:
    return {
        "at": str(origin),
        "layer": origin.layer,
        "source": origin.source,
        "why": {lang: say(origin.why, lang) for lang in LANGUAGES} if origin.why else None,
    }


_FAULTY = Words("{ruleset} cannot be used: {said}; see `calarec rules check {ruleset}`.")


def list_rulesets(out: Output, *, json: bool) -> int:
    """Every id with its title and what it extends; 1 if one of them cannot be used."""
    found: list[Ruleset] = []
    status = CLEAN
    for ruleset in known_ids(rule_folders()):
        try:
            found.append(load_rules(ruleset))
        except RulesetError as error:
            out.remark(_FAULTY, ruleset=ruleset, said=_first(error, out.lang))
            status = FINDINGS
    if json:
        _listed_as_json(out, found)
    else:
        _as_table(out, found)
    return status


def _first(error: RulesetError, lang: Language) -> str:
    """The first error, with what to do about it: it may be no more than the name of the file."""
    first = next(each for each in error.diagnostics if each.severity == "error")
    advice = first.help(lang)
    return f"{first.message(lang)} ({advice})" if advice else first.message(lang)


def _as_table(out: Output, found: list[Ruleset]) -> None:
    rows = [(each.id, each.version, visible(say(each.title, out.lang)), _extends(each)) for each in found]
    wide = [max((cells(row[place]) for row in rows), default=0) for place in range(3)]
    for row in rows:
        parts = [cell + " " * (room - cells(cell)) for cell, room in zip(row, wide, strict=False)]
        line = "  ".join((*parts, row[3])).rstrip()
        if out.width and cells(line) > out.width:
            _narrow(out, parts, row)
        else:
            out.line(line)


def _narrow(out: Output, parts: list[str], row: tuple[str, str, str, str]) -> None:
    """A row that does not fit with its blanks: the parent after the title, or below it."""
    from calarec.wording.cells import wrapped

    begin = "  ".join((*parts[:2], ""))
    taken = cells(begin)
    together = "  ".join(filter(None, row[2:]))
    for text in [together] if taken + cells(together) <= out.width else filter(None, row[2:]):
        first, *more = wrapped(text, out.width, taken=taken, hang=taken)
        out.line(begin + first)
        for line in more:
            out.line(line)
        begin = " " * taken


def _extends(ruleset: Ruleset) -> str:
    return f"← {ruleset.layers[1]}" if len(ruleset.layers) > 1 else ""


def _listed_as_json(out: Output, found: list[Ruleset]) -> None:
    import json

    listed = [
        {
            "ruleset": each.id,
            "version": each.version,
            "digest": each.digest,
            "title": each.title._asdict(),
            "summary": each.summary._asdict(),
            "layers": list(each.layers),
            "file": each.file,
        }
        for each in found
    ]
    out.line(json.dumps(listed, ensure_ascii=False, indent=1))


def print_schema(out: Output) -> int:
    """Prints the schema."""
    from calarec_tools.docs.rule_schema import text

    out.write(text())
    return CLEAN
