"""Hovers in a rule file: on a rule, a source, the ruleset that is extended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import text_in
from calarec.rule_files.paths import STAR
from calarec_tools.desk.editor.rule_offers import header_text, param_at
from calarec_tools.desk.editor.rule_texts import (
    describe_rule,
    describe_ruleset,
    describe_starred_rules,
    escape_markdown,
    leaves_at,
)
from calarec_tools.output.docs.vocabulary import vocabulary_text

if TYPE_CHECKING:
    from calarec.core.wording.language import Language
    from calarec_tools.desk.editor.rule_file import EditedRules, PlacedNode

_CITED: Final = "source"


def describe_entry(rules: EditedRules, entry: PlacedNode, lang: Language) -> str:
    """Return the hover of an entry; empty if there is none."""
    key = entry.keys[-1]
    if entry.keys == ("extends",):
        parent = rules.parent()
        return "" if parent is None else describe_ruleset(parent, lang)
    if key == _CITED and isinstance(entry.node.value, str):
        return _source(rules, entry.node.value, lang)
    ruleset = rules.ruleset or rules.parent()
    path = entry.path
    said = describe_starred_rules(ruleset, path, lang, rules.parent()) if ruleset is not None and STAR in path else ""
    if ruleset is None or not path or (not said and ruleset.origin(path) is None):
        return header_text(entry.keys[0], lang) if len(entry.keys) == 1 else ""
    if said:
        path = leaves_at(ruleset, path)[0]
    else:
        said = describe_rule(ruleset, path, lang, rules.parent())
    each = param_at(tuple(path.split(".")), ruleset.tree)
    return said if each is None else f"{said}\n\n---\n\n{vocabulary_text(each.about.text, lang)}"


def _source(rules: EditedRules, cited: str, lang: Language) -> str:
    """The text that is cited: a source by its id, with a place in it perhaps."""
    ruleset = rules.ruleset or rules.parent()
    found = None if ruleset is None else ruleset.sources.get(cited.split(" ")[0])
    if found is None:
        return ""
    return escape_markdown(
        ", ".join(text_in(each, lang) for each in (found.title, found.by, found.where, found.seen) if each)
    )
