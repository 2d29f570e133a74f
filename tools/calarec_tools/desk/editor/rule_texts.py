"""Hovers on rules: value, sentences of the rulebook and source, as Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.wording.cells import visible
from calarec.core.wording.language import Words, fill_words, text_in
from calarec.core.wording.sources import rule_place, source_text
from calarec.rule_files.digest import make_pin
from calarec.rule_files.paths import STAR
from calarec.rule_files.writing import flow_text
from calarec.rulebook.pages import plain_text
from calarec.rulebook.rule_sentences import find_rule_sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language

_MARKS: Final = re.compile(r"[\\`*_\[\]<>#|!&~]")
_VALUE: Final = Words("`{path}`: `{value}`")
_PATH: Final = Words("`{path}`")
_SOURCE: Final = Words("Source: {source}.")
_AT: Final = Words("It is in `{place}`.")
_DEFAULT: Final = Words("No file says it; it is the default.")
_BEFORE: Final = Words("In `{parent}`: `{value}`.")
GONE: Final = Words("Taken out.")


def describe_starred_rules(ruleset: Ruleset, path: str, lang: Language, parent: Ruleset | None = None) -> str:
    """List the values at all places that a path with stars names; empty if none."""
    lines = []
    for leaf in leaves_at(ruleset, path):
        value, before = value_at(ruleset, leaf), None if parent is None else value_at(parent, leaf)
        said = [fill_words(_VALUE, lang, {"path": leaf, "value": value})]
        if parent is not None and before not in (None, value):
            said.append(fill_words(_BEFORE, lang, {"parent": parent.id, "value": before}))
        lines.append(f"- {'. '.join(said)}")
    return "\n".join(lines)


def describe_rule(ruleset: Ruleset, path: str, lang: Language, parent: Ruleset | None = None) -> str:
    """Describe the rule at a path, in paragraphs."""
    return "\n\n".join(_paragraphs(ruleset, path, lang, parent))


def _paragraphs(ruleset: Ruleset, path: str, lang: Language, parent: Ruleset | None) -> Iterator[str]:
    value = value_at(ruleset, path)
    yield fill_words(_PATH if value is None else _VALUE, lang, {"path": path, "value": value})
    said = [
        escape_markdown(plain_text(sentence.sentence_text(lang))) for sentence in find_rule_sentences(ruleset, path)
    ]
    if said:
        yield " ".join(said)
    origin = ruleset.origin(path)
    if origin is None:
        return
    before = None if parent is None else value_at(parent, path)
    if before is not None and before != value and parent is not None:
        yield fill_words(_BEFORE, lang, {"parent": parent.id, "value": before})
    if path in ruleset.removed:
        yield text_in(GONE, lang)
    if not origin.file:
        yield text_in(_DEFAULT, lang)
        return
    told = []
    if origin.source:
        source = escape_markdown(text_in(source_text(origin.source, ruleset.sources), lang))
        told.append(fill_words(_SOURCE, lang, {"source": source}))
    told += [escape_markdown(text_in(origin.why, lang))] if origin.why else []
    yield " ".join((*told, fill_words(_AT, lang, {"place": rule_place(str(origin), own=True)})))


def value_at(ruleset: Ruleset, path: str) -> str | None:
    """Return a leaf's value as written, with its unit; None if there is no such leaf."""
    found = ruleset.leaves.get(path)
    return None if found is None else ruleset.spoken.get(path) or flow_text(found[0])


def leaves_at(ruleset: Ruleset, path: str) -> list[str]:
    """The leaf at a path, or all leaves that a path with stars names."""
    if STAR not in path:
        return [path] if path in ruleset.leaves else []
    keys = path.split(".")

    def is_named(leaf: str) -> bool:
        there = leaf.split(".")
        return len(there) == len(keys) and all(one in (STAR, key) for one, key in zip(keys, there, strict=True))

    return list(filter(is_named, ruleset.leaves))


def escape_markdown(text: str) -> str:
    """Escape a text of the user for Markdown."""
    return _MARKS.sub(r"\\\g<0>", visible(text))


def describe_ruleset(ruleset: Ruleset, lang: Language) -> str:
    """Describe a ruleset: its title, summary, and id."""
    lines = [f"**{escape_markdown(text_in(ruleset.title, lang))}**", escape_markdown(text_in(ruleset.summary, lang))]
    lines.append(f"`{make_pin(ruleset.id, ruleset.version, ruleset.digest)}`")
    if len(ruleset.layers) > 1:
        lines.append(f"`{' ← '.join(ruleset.layers)}`")
    return "\n\n".join(filter(None, lines))
