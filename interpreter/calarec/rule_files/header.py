"""The header of a rule file: everything in it that is not rules.

Terms. A *layer* is what one file of a chain says of itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.findings import Edit, Fix
from calarec.core.wording.language import LANGUAGES, Listing, Translated, Words
from calarec.rule_files.locate import is_id
from calarec.rule_files.other_words import find_meant_word
from calarec.rule_files.paths import find_likely_word

if TYPE_CHECKING:
    from collections.abc import Collection

    from calarec.core.base.spans import Span
    from calarec.core.mechanisms.ruleset import Plain
    from calarec.rule_files.findings import FileFindings
    from calarec.rule_files.tree import Node

HEADER_KEYS: Final = (
    "ruleset", "part", "version", "title", "summary", "sources", "source", "because", "words", "extends", "set", "add",
    "examples",
)  # fmt: skip
PART_KEYS: Final = ("part", "version", "title", "summary", "words")
"""The keys that the header of a part may have."""
SOURCE_KEYS: Final = ("name", "title", "by", "where", "seen")
VERSION: Final = r"\d{1,9}\.\d{1,9}\.\d{1,9}"
"""A version, as records can say it."""
_VERSION: Final = re.compile(VERSION, re.ASCII)

TEXT: Final = Words("a text")
MAP: Final = Words("a map")
BOTH: Final = Words("a text, or `en:` and `it:` with one each")


class HeaderSource(NamedTuple):
    """A text that rules come from."""

    id: str
    title: str = ""
    by: str = ""
    where: str = ""
    seen: str = ""
    name: str = ""
    place: Span | None = None


class Layer(NamedTuple):
    """The header of one rule file; `parent` is the ruleset that it extends."""

    file: str
    id: str
    version: str
    title: Translated
    summary: Translated | None
    sources: dict[str, HeaderSource]
    parent: str = ""
    parent_version: str = ""


def read_header(root: Node, findings: FileFindings) -> Layer:
    """Read the header of a file; a missing or wrong entry is reported and replaced."""
    entries = root.entries
    named = name_key(root)
    ruleset = require_text(entries.get(named), named, findings)
    version = require_text(entries.get("version"), "version", findings)
    for key in (named, "version"):
        if key not in entries:
            findings.add("RUL100", findings.span_at(1, 1), key=key)
    if ruleset and not is_id(ruleset):
        findings.add("RUL102", entries[named].span, id=ruleset)
    if version and not _VERSION.fullmatch(version):
        span, whole = entries["version"].span, ".".join((*version.split("."), "0", "0")[:3])
        short = version.count(".") < 2 and _VERSION.fullmatch(whole)
        findings.add("RUL105", span, fix=Fix((Edit(span, whole),)) if short else None, version=version)
    title = both_of(entries.get("title"), "title", findings)
    extended = require_text(entries.get("extends"), "extends", findings)
    return Layer(
        file=findings.file,
        id=ruleset,
        version=version,
        title=title or Translated.from_texts(ruleset),
        summary=both_of(entries.get("summary"), "summary", findings),
        sources=_read_sources(entries.get("sources"), findings),
        parent=_read_parent(entries.get("extends"), extended, findings),
        parent_version=extended.partition("@")[2],
    )


def name_key(root: Node) -> str:
    """The key by which a file says what it is called: a part says that it is one."""
    return "part" if "part" in root.entries else "ruleset"


def require_text(node: Node | None, key: str, findings: FileFindings) -> str:
    """A text that must not be empty; a whole number is taken as it is spelt."""
    if node is None:
        return ""
    value = node.value
    if isinstance(value, str) and value.strip():
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    _report_wrong_type(node, node.span, key, TEXT, findings)
    return ""


def both_of(node: Node | None, key: str, findings: FileFindings) -> Translated | None:
    """A text for readers: one for all, or one for each language."""
    if node is None:
        return None
    if isinstance(node.value, dict) and node.value:
        said = {lang: require_text(child, f"{key}.{lang}", findings) for lang, child in node.value.items()}
        for lang, child in node.value.items():
            if lang not in LANGUAGES:
                findings.add("RUL106", child.entry_span, key=key, wanted=BOTH, found=f"`{lang}`")
        known = {lang: text for lang, text in said.items() if lang in LANGUAGES and text}
        return Translated.from_texts(known) if known else None
    if isinstance(node.value, dict | list):
        _report_wrong_type(node, node.entry_span, key, BOTH, findings)
        return None
    text = require_text(node, key, findings)
    return Translated.from_texts(text) if text else None


def map_of(node: Node | None, key: str, findings: FileFindings) -> dict[str, Node]:
    """The entries of a map; anything but a map or nothing is reported."""
    if node is None or node.value is None:
        return {}
    if isinstance(node.value, dict):
        return node.value
    _report_wrong_type(node, node.entry_span, key, MAP, findings)
    return {}


def _report_wrong_type(node: Node, place: Span, key: str, wanted: Words, findings: FileFindings) -> None:
    if not findings.is_broken(node.span):
        wording = "changes" if key in ("set", "add") else ""
        findings.add("RUL106", place, wording=wording, key=key, wanted=wanted, found=kind_of(node.value))


def kind_of(value: object) -> Words | str:
    """The kind of a value, in words."""
    if value is None:
        return Words("nothing")
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, int):
        return Words("a number")
    if isinstance(value, str):
        return TEXT if value.strip() else Words("an empty text")
    return MAP if isinstance(value, dict) else Words("a list")


def merge_words(older: Plain, newer: Node, findings: FileFindings) -> Plain:
    """The words of a parent with those of its child over them: by kind, then by id."""
    merged: dict[str, Plain] = dict(older) if isinstance(older, dict) else {}
    for kind, entries in map_of(newer, "words", findings).items():
        known = merged.get(kind)
        words: dict[str, Plain] = dict(known) if isinstance(known, dict) else {}
        for word, said in map_of(entries, f"words.{kind}", findings).items():
            text = both_of(said, f"words.{kind}.{word}", findings)
            if text:
                words[word] = text.written_text
        merged[kind] = words
    return merged


def _read_sources(node: Node | None, findings: FileFindings) -> dict[str, HeaderSource]:
    found: dict[str, HeaderSource] = {}
    for name, entry in map_of(node, "sources", findings).items():
        said: dict[str, str] = {}
        for key, child in map_of(entry, f"sources.{name}", findings).items():
            if key in SOURCE_KEYS:
                said[key] = require_text(child, f"sources.{name}.{key}", findings)
            else:
                unknown_key(key, child.entry_span, SOURCE_KEYS, findings, there=map_of(entry, name, findings))
        if any(map(str.isspace, name)):
            findings.add("RUL107", entry.entry_span, key=name, wording="source")
        found[name] = HeaderSource(name, **said, place=entry.entry_span)
    return found


def unknown_key(
    key: str, place: Span, known: tuple[str, ...], findings: FileFindings, *, there: Collection[str] = ()
) -> str:
    """Report a meaningless key, with the probable one of those not yet `there`."""
    near = find_likely_word(key, (each for each in known if each not in there))
    again = "" if near else find_meant_word(key, there)
    wording = "near" if near else "there" if again else "known" if len(known) <= len(SOURCE_KEYS) else ""
    if "." in key and "set" in known:
        wording, near = "path", ""
    listed = Listing(tuple(f"`{each}`" for each in known))
    fix = Fix((Edit(place, near),)) if near else None
    findings.add("RUL101", place, wording=wording, fix=fix, key=key, near=near or again, known=listed)
    return near


def _read_parent(node: Node | None, said: str, findings: FileFindings) -> str:
    if node is None or not said:
        return ""
    parent, _, version = said.partition("@")
    pinned = "@" not in said or _VERSION.fullmatch(version)
    if is_id(parent) and pinned:
        return parent
    wording = "version" if is_id(parent) else "path" if "/" in parent or parent.endswith(".yaml") else ""
    findings.add("RUL110", node.span, wording=wording, parent=said)
    return ""
