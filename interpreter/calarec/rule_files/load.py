"""From the name of a ruleset to the ruleset, through the cache where possible.

The cold way reads, composes, validates, lints and stores the result; the warm way reads one JSON text and imports
neither yaml nor jsonschema nor any mechanism.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.errors import PortableError
from calarec.core.base.frozen import NamedTuple
from calarec.core.base.spans import Span
from calarec.core.mechanisms.ruleset import Ruleset, SourceText
from calarec.core.wording.language import Translated
from calarec.rule_files import cache
from calarec.rule_files.kept import from_flat_text, from_payload, to_payload
from calarec.rule_files.locate import (
    UNSAVED,
    is_there,
    known_ids,
    list_words,
    read_rule_file,
    rule_folders,
    stamp_folders,
    unsaved_bytes,
)

if TYPE_CHECKING:
    from calarec.core.wording.findings import Finding
    from calarec.rule_files.compose import Composed
    from calarec.rule_files.locate import ReadFile, Stamp
    from calarec.rule_files.tree import Node
    from calarec.rule_files.vocabulary import Vocabulary

_KIND = "ruleset"
_A_PART: Final = "RUL117"
_LACKING: Final = "RUL202"


class RulesetError(PortableError, ValueError):
    """A ruleset that cannot be used; `findings` say why."""

    def __init__(self, asked: str, findings: tuple[Finding, ...]) -> None:
        first = next((finding for finding in findings if finding.severity == "error"), None)
        place = f"{first.span}: " if first is not None and first.span.line else ""
        said = f": {place}{first.code} {first.message()}" if first is not None else ""
        super().__init__(f"{asked} cannot be used{said}")
        self.asked = asked
        self.findings = findings


class Loaded(NamedTuple):
    """A ruleset, None if it has an error, and every finding."""

    ruleset: Ruleset | None
    findings: tuple[Finding, ...]

    def of_file(self) -> tuple[Finding, ...]:
        """The findings for a reader of the file itself, which may be a part."""
        return tuple(finding for finding in self.findings if finding.code != _A_PART or not finding.span.line)


class _Unwritten(NamedTuple):
    """A ruleset that rests on what an editor holds, and all that it rests on."""

    files: tuple[ReadFile, ...]
    absent: tuple[str, ...]
    ruleset: Ruleset


_UNWRITTEN: Final[dict[tuple[str, tuple[str, ...]], _Unwritten]] = {}
"""The last ones, by what was asked for: the cache keeps what is written."""
_MAX_UNWRITTEN: Final = 8


_MAX_LOADED: Final = 64
_LOADED: Final[dict[tuple[str, tuple[str, ...]], tuple[object, Ruleset]]] = {}
"""The cached payload and its ruleset, whose later results serve every file."""


def load_ruleset(rules: str) -> Ruleset:
    """The ruleset of an id or a path; RulesetError if it has an error."""
    folders = rule_folders()
    known = _UNWRITTEN.get((rules, folders)) if UNSAVED else None
    if known is not None and _is_current_cache(known):
        return known.ruleset
    kept = _from_cache(rules, folders)
    if kept is not None:
        return kept
    loaded = check_rules(rules)
    if loaded.ruleset is None:
        raise RulesetError(rules, loaded.findings)
    return loaded.ruleset


def restore_ruleset(text: str) -> Ruleset:
    """The ruleset of a flat text that came from another process."""
    return from_flat_text(text, rulesets_with_contract)


def load_known_rulesets() -> tuple[Ruleset, ...]:
    """Load every usable ruleset of CALAREC_RULES and of the shipped ones."""
    return _load_all(stamp_folders())


def rulesets_with_contract(word: str) -> tuple[Ruleset, ...]:
    """Every known ruleset with a contract of this name."""
    return _find_contract(word, stamp_folders())


@lru_cache(maxsize=2)
def _load_all(_: Stamp) -> tuple[Ruleset, ...]:
    found = []
    for ruleset in known_ids(rule_folders()):
        try:
            found.append(load_ruleset(ruleset))
        except RulesetError:
            continue
    return tuple(found)


@lru_cache(maxsize=1000)
def _find_contract(word: str, stamp: Stamp) -> tuple[Ruleset, ...]:
    # Most unknown words are typos: loading every ruleset is worth it only if a file has the word.
    if word not in list_words(stamp):
        return ()
    return tuple(ruleset for ruleset in _load_all(stamp) if word in ruleset.rules.contracts)


def _from_cache(rules: str, folders: tuple[str, ...]) -> Ruleset | None:
    """The ruleset of the cache; the same object as before while it is unchanged."""
    payload = cache.load_entry(_KIND, rules, folders)
    known = _LOADED.get((rules, folders))
    if known is not None and payload == known[0]:
        return known[1]
    ruleset = from_payload(payload, rulesets_with_contract)
    if ruleset is not None:
        if len(_LOADED) >= _MAX_LOADED:
            _LOADED.clear()
        _LOADED[rules, folders] = payload, ruleset
    return ruleset


def check_rules(rules: str, *, raw: bytes | None = None) -> Loaded:
    """Read the ruleset with all findings, without the cache.

    `raw` replaces the content of the file.
    """
    from calarec.rule_files.compose import compose
    from calarec.rule_files.lint.runner import lint
    from calarec.rule_files.validate import validate
    from calarec.rule_files.vocabulary import MechanismVocabulary

    folders = rule_folders()
    vocabulary = MechanismVocabulary()
    composed = compose(rules, vocabulary, folders=folders, raw=raw)
    findings = composed.findings
    if composed.part is not None:  # what it lacks is said by those who extend it
        findings += tuple(each for each in validate(composed.part, composed) if each.code != _LACKING)
    if composed.root is None:
        return Loaded(None, findings)
    findings += _of_own_file(composed, _attribute_to_changes(composed, vocabulary, validate(composed.root, composed)))
    if any(finding.severity == "error" for finding in findings):
        return Loaded(None, findings)
    ruleset = _built(composed, composed.root)
    findings += _of_own_file(
        composed, _attribute_to_changes(composed, vocabulary, lint(ruleset, composed.root, composed))
    )
    if any(each.severity == "error" for each in findings):
        return Loaded(None, findings)
    if raw is not None or any(unsaved_bytes(each.name) is not None for each in composed.files):
        _UNWRITTEN.pop((rules, folders), None)
        _UNWRITTEN[rules, folders] = _Unwritten(composed.files, composed.absent, ruleset)
        while len(_UNWRITTEN) > _MAX_UNWRITTEN:
            del _UNWRITTEN[next(iter(_UNWRITTEN))]
    else:
        files = [(file.name, file.raw) for file in composed.files]
        cache.can_store_entry(_KIND, rules, folders, files=files, absent=composed.absent, payload=to_payload(ruleset))
    return Loaded(ruleset, findings)


def _is_current_cache(known: _Unwritten) -> bool:
    """Check whether everything is still as it was read."""
    place = Span("", 0, 0, 0, 0)
    return not any(map(is_there, known.absent)) and all(
        read_rule_file(file.name, place=place) == file for file in known.files
    )


def _attribute_to_changes(
    composed: Composed, vocabulary: Vocabulary, found: tuple[Finding, ...]
) -> tuple[Finding, ...]:
    if not any(finding.severity != "note" for finding in found):
        return found
    from calarec.rule_files.blame import attribute_findings

    return attribute_findings(composed, vocabulary, found)


def _of_own_file(composed: Composed, found: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Move findings in shipped files to the line of the own file that extends them."""
    from calarec.core.base.resources import data_path

    shipped = data_path("rules")
    first = composed.files[0]
    if os.path.dirname(first.name) == shipped or all(os.path.dirname(each.span.file) != shipped for each in found):  # noqa: PTH120
        return found
    from calarec.rule_files.blame import placed_at_extends

    moved = [
        placed_at_extends(first, finding)
        if finding.severity != "note" and os.path.dirname(finding.span.file) == shipped  # noqa: PTH120
        else finding
        for finding in found
    ]
    order = {file.name: number for number, file in enumerate(composed.files)}
    return tuple(sorted(moved, key=lambda each: (order.get(each.span.file, 0), each.span.start_position, each.code)))


def _built(composed: Composed, root: Node) -> Ruleset:
    from calarec.rule_files.digest import digest_of
    from calarec.rule_files.later import without_later
    from calarec.rule_files.tree import list_leaves, to_plain
    from calarec.rule_files.units import numbers_with_units

    tree: Any = to_plain(root)
    hashed: Any = without_later(tree)
    layer = composed.layer
    found = {".".join(path): (value, origin) for path, value, origin in list_leaves(root)}
    gone = {".".join(change.path): change.origin for change in composed.changes if change.kind == "off"}
    return Ruleset(
        id=layer.id,
        version=layer.version,
        digest=digest_of(hashed),
        title=layer.title,
        summary=layer.summary or Translated.from_texts(""),
        sources={
            key: SourceText(source.title, source.by, source.where, source.seen, source.name)
            for key, source in composed.sources.items()
        },
        words=_translated_words(composed.words),
        layers=tuple(each.id for each in composed.layers),
        file=layer.file,
        tree=tree,
        hashed=hashed,
        leaves=found,
        removed={path: who for path, who in gone.items() if not any(_is_at_or_below(leaf, path) for leaf in found)},
        spoken={".".join(path): said for path, (said, bare) in numbers_with_units(tree).items() if not bare},
        rulesets_with_contract=rulesets_with_contract,
    )


def _is_at_or_below(leaf: str, path: str) -> bool:
    return leaf == path or leaf.startswith(path + ".")


def _translated_words(words: dict[str, Any]) -> dict[str, dict[str, Translated]]:
    return {
        kind: {key: Translated.from_texts(text) for key, text in entries.items()} for kind, entries in words.items()
    }
