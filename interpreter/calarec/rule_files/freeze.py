"""Freezing a chain of rule files to one independent file with the same digest."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from calarec.rule_files.because import SourceNote, by_default
from calarec.rule_files.digest import make_pin
from calarec.rule_files.examples import EXAMPLES, example_sources
from calarec.rule_files.header import SOURCE_KEYS
from calarec.rule_files.later import digest
from calarec.rule_files.paths import STAR, match_pattern, show_path
from calarec.rule_files.tree import Node, Path, list_leaves, to_plain
from calarec.rule_files.units import restore_numbers
from calarec.rule_files.writing import write_yaml

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from calarec.core.mechanisms.ruleset import Origin, Plain
    from calarec.rule_files.compose import Composed
    from calarec.rule_files.header import HeaderSource
    from calarec.rule_files.vocabulary import Vocabulary

    Names = Mapping[str, Collection[str]]


class FreezeError(Exception):
    """The frozen text would not be the same ruleset."""


def freeze_ruleset(composed: Composed, vocabulary: Vocabulary, *, named: Names | None = None) -> str:
    """Write the flat file of a ruleset; FreezeError if reading it changes the digest.

    Defaults are written out, so that the file is complete, and its own examples are kept; `ValueError` without a
    tree. Words for things that are not in `named` (kind → ids) are left out: a parent may give names to things that
    its child has removed.
    """
    if composed.root is None:
        raise ValueError("there is no tree to freeze")
    layer = composed.layer
    wanted = digest(to_plain(composed.root))
    reasons: dict[Path, SourceNote] = {}
    written = restore_numbers(composed.root, composed.spelt)
    sections = {key: _plain_with_notes(child, (key,), SourceNote(), reasons) for key, child in written.entries.items()}
    examples = composed.steps[0].root.entries.get(EXAMPLES)
    cited = {origin.source.split()[0] for _, _, origin in list_leaves(composed.root) if origin.source}
    cited |= {str(node.value).split()[0] for node in example_sources(examples) if str(node.value).strip()}
    data: dict[str, Plain] = {"ruleset": layer.id, "version": layer.version, "title": layer.title.written_text}
    if layer.summary:
        data["summary"] = layer.summary.written_text
    data |= _unless_empty(
        "sources", {key: _source_as_plain(source) for key, source in composed.sources.items() if key in cited}
    )
    data |= _unless_empty("words", _words_as_plain(composed.words, named))
    data |= sections
    data |= _unless_empty("because", _because_entries(reasons, composed.root))
    if examples is not None:
        data[EXAMPLES] = to_plain(examples)
    chain = " ← ".join(f"{each.id}@{each.version}" for each in composed.layers)
    text = f"# {make_pin(layer.id, layer.version, wanted)}\n# frozen from {chain}\n\n{write_yaml(data)}"
    _check_digest(text, f"{layer.id}.yaml", wanted, vocabulary)
    return text


def _check_digest(text: str, file: str, wanted: str, vocabulary: Vocabulary) -> None:
    from calarec.rule_files.compose import compose

    again = compose(file, vocabulary, folders=(), raw=text.encode("utf-8"))
    if again.root is None or not again.is_sound or digest(to_plain(again.root)) != wanted:
        raise FreezeError("; ".join(str(finding.message()) for finding in again.findings) or "another digest")


def _plain_with_notes(node: Node, path: Path, outer: SourceNote, reasons: dict[Path, SourceNote]) -> Plain:
    """A part as plain data with `source` and `why`; differing notes go to `reasons`."""
    if node.is_leaf:
        note = _source_note(node.origin)
        if note != outer:
            reasons[path] = note
        return to_plain(node)
    if isinstance(node.value, list):
        return [_plain_with_notes(item, (*path, key), outer, reasons) for key, item in node.entries.items()]
    inner, written = outer, {}
    notes = Counter(_source_note(origin) for _, _, origin in list_leaves(node))
    # A leaf without any source could not say so below a map that has one.
    if not any(not note.source for note in notes):
        inner = max(notes, key=lambda note: (note != by_default(), notes[note]))
        written = _note_as_plain(inner) if inner != outer else {}
    rest = {key: _plain_with_notes(child, (*path, key), inner, reasons) for key, child in node.entries.items()}
    return {**written, **rest}


def _because_entries(reasons: dict[Path, SourceNote], root: Node) -> dict[str, Plain]:
    """The entries of `because`, several rules in one where a star names only them."""
    written: dict[str, Plain] = {}
    done: set[Path] = set()
    for path, note in reasons.items():
        if path in done:
            continue
        pattern, named = path, [path]
        for place in range(len(path) - 1):
            wider = (*path[:place], STAR, *path[place + 1 :])
            targets = list(match_pattern(wider, root))
            if len(targets) > len(named) and all(reasons.get(target) == note for target in targets):
                pattern, named = wider, targets
        written[show_path(pattern)] = _note_as_plain(note)
        done.update(named)
    return written


def _source_note(origin: Origin) -> SourceNote:
    return SourceNote(origin.source, origin.why) if origin.layer or origin.source else by_default()


def _note_as_plain(note: SourceNote) -> dict[str, Plain]:
    said: dict[str, Plain] = {"source": note.source} if note.source else {}
    return said | ({"why": note.why.written_text} if note.why else {})


def _source_as_plain(source: HeaderSource) -> Plain:
    return {key: value for key in SOURCE_KEYS if (value := getattr(source, key))}


def _words_as_plain(words: dict[str, Plain], named: Names | None) -> dict[str, Plain]:
    if named is None:
        return words
    kept: dict[str, Plain] = {}
    for kind, entries in words.items():
        said = entries if isinstance(entries, dict) else {}
        kept |= _unless_empty(kind, {name: word for name, word in said.items() if name in named.get(kind, ())})
    return kept


def _unless_empty(key: str, value: dict[str, Plain]) -> dict[str, Plain]:
    return {key: value} if value else {}
