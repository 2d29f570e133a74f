"""`calarec rules show`: every rule of a ruleset, with value, unit and origin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.language import LANGUAGES, Words, text_in
from calarec.core.wording.sources import rule_place, source_text
from calarec.rule_files.digest import make_pin
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.parameters import JSON, ONE_RULESET
from calarec_tools.cli.rules_opening import FaultyError, open_ruleset, short_path
from calarec_tools.output.files.streams import CLEAN

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Origin, Ruleset
    from calarec.rule_files.tree import Path
    from calarec_tools.output.files.streams import Output

FORMAT: Final = "calarec-rules-show/1"
_DEFAULT: Final = Words("default")


def run_rules_show(out: Output, *, rules: str, origin: bool, json: bool) -> int:
    """Print all rules with values and units, defaults included; `origin` adds sources."""
    try:
        ruleset = open_ruleset(out, rules)
    except FaultyError as error:
        return error.status
    if json:
        _rules_as_json(out, ruleset, origin=origin)
        return CLEAN
    from calarec.rule_files.writing import write_yaml

    out.write_line(f"# {make_pin(ruleset.id, ruleset.version, ruleset.digest)}")
    if len(ruleset.layers) > 1:
        out.write_line(f"# {' ← '.join(ruleset.layers)}")
    comments: dict[Path, str] = {tuple(path.split(".")): said for path, said in ruleset.spoken.items()}
    if origin:
        for text, (_, each) in ruleset.leaves.items():
            path = tuple(text.split("."))
            comments[path] = "; ".join(filter(None, (comments.get(path), _origin_comment(out, ruleset, each))))
    out.write(write_yaml(ruleset.tree, comments=comments, compact=not origin))
    return CLEAN


def _origin_comment(out: Output, ruleset: Ruleset, origin: Origin) -> str:
    """Place and source of a rule, for a comment; of a default that it is one."""
    if not origin.file:
        return text_in(_DEFAULT, out.lang)
    source = f" [{text_in(source_text(origin.source, ruleset.sources), out.lang)}]" if origin.source else ""
    return rule_place(f"{short_path(origin.file)}:{origin.line}:{origin.column}") + source


def _rules_as_json(out: Output, ruleset: Ruleset, *, origin: bool) -> None:
    from json import dumps

    shown: dict[str, Any] = {
        "format": FORMAT,
        "ruleset": ruleset.id,
        "version": ruleset.version,
        "digest": ruleset.digest,
        "layers": list(ruleset.layers),
        "file": ruleset.file,
        "rules": ruleset.tree,
    }
    if origin:
        shown["origins"] = {path: _origin_data(each) for path, (_, each) in ruleset.leaves.items()}
    out.write_line(dumps(shown, ensure_ascii=False, indent=1))


def _origin_data(origin: Origin) -> dict[str, Any]:
    return {
        "at": str(origin),
        "layer": origin.layer,
        "source": origin.source,
        "why": {lang: text_in(origin.why, lang) for lang in LANGUAGES} if origin.why else None,
    }


DECLARED = Command(
    run_rules_show,
    arguments=(ONE_RULESET,),
    options=(
        Option("origin", ("--origin",), Words("Add file, line and source of each rule."), kind="flag"),
        JSON,
    ),
    example="calarec rules show pagat --origin",
    paged=True,
)
