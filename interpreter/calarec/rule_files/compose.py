"""Composition of a chain of rule files to one flat tree: `extends`, `set`, `add`.

Terms. The *chain* is the file asked for, its parent, and so on to the one that extends nothing. A tree is *filled*
when it contains the vocabulary's defaults. A *part* is a file with some rules and words and the key `part: NAME`. It
is not a parent: the file that extends it is read as if it contained the part.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import FrozenMap, NamedTuple, replace
from calarec.core.wording.findings import Edit, Finding, Fix
from calarec.core.wording.language import Listing
from calarec.core.wording.severities import Severity
from calarec.rule_files import locate
from calarec.rule_files.because import NOTE_KEYS, Notary, SourceNote
from calarec.rule_files.changes import MAX_CHANGES, Editor
from calarec.rule_files.examples import EXAMPLES, example_sources, read_examples
from calarec.rule_files.findings import FileFindings
from calarec.rule_files.header import HEADER_KEYS, PART_KEYS, merge_words, name_key, read_header, unknown_key
from calarec.rule_files.later import digest
from calarec.rule_files.locate import ReadFile
from calarec.rule_files.paths import find_closest, find_likely_word, is_covering
from calarec.rule_files.source import read_source
from calarec.rule_files.tree import (
    MAX_NODES,
    BareNumbers,
    count_nodes,
    overlay_tree,
    to_plain,
    tree_depth,
    walk_tree,
    without_defaults,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from calarec.core.mechanisms.ruleset import Plain
    from calarec.rule_files.header import HeaderSource, Layer
    from calarec.rule_files.tree import Change, Node, Path, StatedLimit
    from calarec.rule_files.vocabulary import Vocabulary


MAX_CHAIN_FILES: Final = 16
_MAX_DEPTH: Final = 64
_ENDINGS: Final = {"ruleset": locate.ENDING, "part": locate.PART_ENDING}
"""The file extension, by the key with the file's name."""
_CHANGE_KEYS: Final = ("set", "add")


class Step(NamedTuple):
    """One file of the chain."""

    root: Node
    layer: Layer
    findings: FileFindings


class Composed(NamedTuple):
    """A ruleset in one piece.

    `root` has only the sections, filled, each node with its origin; None if a file of the chain could not be read.
    `layers` and `files` begin with the file asked for. `absent` are the places where a file would have been used
    instead of the one that was found. `words` is plain data: kind, id, text.
    """

    asked: str
    root: Node | None
    layers: tuple[Layer, ...]
    sources: dict[str, HeaderSource]
    words: dict[str, Plain]
    changes: tuple[Change, ...]
    files: tuple[ReadFile, ...]
    absent: tuple[str, ...]
    findings: tuple[Finding, ...]
    spelt: Mapping[Path, str] = FrozenMap({})
    """The numbers of the tree that a file writes with their unit, as they are written."""
    limits: Mapping[Path, StatedLimit] = FrozenMap({})
    """The limits of the tree that a file states under another key."""
    steps: tuple[Step, ...] = ()
    """The files as they were read."""
    part: Node | None = None
    """The rules of the file asked for, if that is a part: there is no ruleset then."""

    @property
    def layer(self) -> Layer:
        """The header of the file asked for; IndexError if it could not be read."""
        return self.layers[0]

    @property
    def is_sound(self) -> bool:
        """Is there a tree, and no error in it so far?"""
        return self.root is not None and all(finding.severity != Severity.ERROR for finding in self.findings)


def compose(
    rules: str,
    vocabulary: Vocabulary,
    *,
    folders: tuple[str, ...] | None = None,
    raw: bytes | None = None,
) -> Composed:
    """Compose the ruleset of a path or an id, with every finding of the whole chain.

    `folders` are those in which ids are searched (default: CALAREC_RULES and the shipped one). With `raw` these bytes
    are used as the content of the file that `rules` names.
    """
    folders = locate.rule_folders() if folders is None else folders
    chain = _Chain(rules, folders, vocabulary)
    chain.climb(raw)
    root = chain.flatten() if chain.whole else None
    chain.check_shadows()
    return Composed(
        asked=rules,
        root=root,
        layers=tuple(each.layer for each in chain.read),
        sources=chain.sources,
        words=chain.words,
        changes=tuple(chain.changes),
        files=tuple(chain.files),
        absent=tuple(chain.absent),
        findings=tuple(chain.all_findings()),
        spelt=chain.spelt,
        limits=chain.limits,
        steps=tuple(chain.read),
        part=chain.compose_part(),
    )


def recompose(
    composed: Composed, vocabulary: Vocabulary, first: int, left_out: Collection[tuple[str, str]] = ()
) -> Node | None:
    """Compose the tree from a layer on, without some entries of its `set` and `add`."""
    steps = list(composed.steps[first:])
    steps[:1] = [step._replace(root=_less(step.root, left_out)) for step in steps[:1]]
    return _flatten_steps(steps, vocabulary)


def _flatten_steps(steps: Iterable[Step], vocabulary: Vocabulary) -> Node | None:
    """Compose files that were read before; their findings are reported there."""
    chain = _Chain("", (), vocabulary)
    chain.read.extend(step._replace(findings=FileFindings(step.findings.file)) for step in steps)
    return chain.flatten()


def _less(root: Node, left_out: Collection[tuple[str, str]]) -> Node:
    entries = dict(root.entries)
    for kind in _CHANGE_KEYS:
        if kind in entries and isinstance(entries[kind].value, dict):
            kept = {key: child for key, child in entries[kind].entries.items() if (kind, key) not in left_out}
            entries[kind] = entries[kind]._replace(value=kept)
    return root._replace(value=entries)


class _Chain:
    def __init__(self, rules: str, folders: tuple[str, ...], vocabulary: Vocabulary) -> None:
        self.rules = rules
        self.folders = folders
        self.vocabulary = vocabulary
        self.read: list[Step] = []
        self.part: Step | None = None
        self.files: list[ReadFile] = []
        self.absent: list[str] = []
        self.unplaced: list[Finding] = []
        self.sources: dict[str, HeaderSource] = {}
        self.words: dict[str, Plain] = {}
        self.changes: list[Change] = []
        self.spelt: dict[Path, str] = {}
        self.limits: Mapping[Path, StatedLimit] = {}
        self.whole = False

    def all_findings(self) -> Iterable[Finding]:
        """All findings, file by file from the one asked for, in the order of the lines."""
        yield from self.unplaced
        for step in self._opened_steps():
            yield from sorted(step.findings.found, key=lambda found: found.span.start_position)

    def _opened_steps(self) -> tuple[Step, ...]:
        """The files that could be read: those of the chain, and the part at its end."""
        return (*self.read, self.part) if self.part is not None else tuple(self.read)

    def climb(self, raw: bytes | None) -> None:
        """Read the chain from the file asked for upwards; `whole` is whether it ended."""
        self._climb(raw)
        for each in self.read:
            self._check_keys(each)

    def _climb(self, raw: bytes | None) -> None:
        found: ReadFile | Finding | None
        if raw is None:
            found, absent = locate.resolve(self.rules, self.folders)
            self.absent.extend(absent)
        else:
            found = ReadFile(self.rules, raw)
        by_id = raw is None and not locate.is_path(self.rules)
        while isinstance(found, ReadFile):
            self.files.append(found)
            step = self._take_file(found, by_id=by_id)
            if step is None:
                return
            if name_key(step.root) == "part":
                self._take_part(step)
                return
            self.read.append(step)
            if "extends" not in step.root.entries:
                self.whole = self._is_own_ruleset(step)
                return
            found, by_id = self._read_parent_file(step), True
        if found is not None:
            self.unplaced.append(found)

    def _take_file(self, file: ReadFile, *, by_id: bool) -> Step | None:
        root, found = read_source(file.raw, file.name)
        if root is None:
            self.unplaced.extend(found)
            return None
        findings = FileFindings(file.name, file.raw.decode("utf-8-sig"))
        findings.found.extend(found)
        root = self._understand_header(root, findings)
        step = Step(root, read_header(root, findings), findings)
        if EXAMPLES in root.entries:
            read_examples(root, findings)
        self._check_name(step, by_id=by_id)
        return step

    def _take_part(self, part: Step) -> None:
        """Lay the last file over the part that it extends; a lone part is not a ruleset."""
        self.part = part
        self._check_part(part)
        if not self.read:
            place = part.root.entries["part"].span
            part.findings.add("RUL117", place, id=part.layer.id or part.findings.file)
            return
        last = self.read[-1]
        self._check_version(last, part.layer)
        own = {key: child for key, child in last.root.entries.items() if key != "extends"}
        said = {key: child for key, child in part.root.entries.items() if key not in HEADER_KEYS or key == "words"}
        root = last.root._replace(value=own)
        self.whole = self._is_own_ruleset(last._replace(root=root))
        self.read[-1] = last._replace(root=overlay_tree(root, part.root._replace(value=said)))

    def compose_part(self) -> Node | None:
        """The rules of a part that is asked for itself."""
        part = self.part
        if part is None or self.read:
            return None
        said = {key: child for key, child in part.root.entries.items() if key in self.vocabulary.rule_sections()}
        notary = Notary(part.layer.id, {}, FileFindings(part.findings.file))
        return self._read_numbers(notary.claim(part.root._replace(value=said), SourceNote())).root

    def _check_part(self, part: Step) -> None:
        """Check a part: it has rules and words but no sources, which its user adds."""
        known = (*PART_KEYS, *sorted(self.vocabulary.rule_sections()))
        for key, child in part.root.entries.items():
            if key in HEADER_KEYS or key in NOTE_KEYS:
                if key not in PART_KEYS:
                    part.findings.add("RUL118", child.entry_span, key=key)
            elif key not in known:
                unknown_key(key, child.entry_span, known, part.findings, there=part.root.entries)
            else:
                for path, node in walk_tree(child):
                    if path and path[-1] in NOTE_KEYS:
                        part.findings.add("RUL118", node.entry_span, key=path[-1])

    def _is_own_ruleset(self, step: Step) -> bool:
        """Check whether the file is a ruleset of its own, not just changes."""
        keys = step.root.entries.keys()
        changes = bool(keys & set(_CHANGE_KEYS)) and not keys & self.vocabulary.rule_sections()
        return "extends" not in keys and not changes

    def _understand_header(self, root: Node, findings: FileFindings) -> Node:
        """The file with the proper keys of its header; others are reported."""
        known = (*HEADER_KEYS, *sorted(self.vocabulary.rule_sections()))
        entries: dict[str, Node] = {}
        for key, child in root.entries.items():
            there = {*root.entries, *entries}
            if (
                key not in (*known, "why")
                and find_likely_word(key, [each for each in known if each not in there]) in HEADER_KEYS
            ):
                key = unknown_key(key, child.entry_span, known, findings, there=there)
            entries[key] = child
        return root._replace(value=entries)

    def _check_name(self, step: Step, *, by_id: bool) -> None:
        base = os.path.basename(step.findings.file)  # noqa: PTH119
        key, id_ = name_key(step.root), step.layer.id
        ending = _ENDINGS[key]
        if id_ and locate.is_id(id_) and id_ + ending != base:
            place = step.root.entries[key].span
            if by_id:
                called = "part" if locate.is_part_file(base) else "ruleset"
                expected = base.removesuffix(_ENDINGS[called])
                wording = "" if called == key else called
                step.findings.add("RUL103", place, wording=wording, id=id_, file=base, key=key, expected=expected)
            elif base.endswith(locate.ENDING):
                wording = "" if key == "ruleset" else key
                step.findings.add("RUL104", place, wording=wording, id=id_, file=base)

    def check_shadows(self) -> None:
        """Report a file whose id hides a shipped one for the files beside it.

        One that has the digest of the shipped one (frozen, to be kept with records) hides nothing.
        """
        for number, step in enumerate(self.read):
            shipped = locate.shipped_file(step.layer.id)
            named = os.path.basename(step.findings.file) == step.layer.id + locate.ENDING  # noqa: PTH119
            if shipped and named and not _is_same_file(shipped, step.findings.file):
                ours = _flatten_steps(self.read[number:], self.vocabulary) if self.whole else None
                theirs = compose(shipped, self.vocabulary).root
                if ours is None or theirs is None or digest(to_plain(ours)) != digest(to_plain(theirs)):
                    step.findings.add("RUL108", step.root.entries["ruleset"].span, id=step.layer.id)

    def _check_keys(self, step: Step) -> None:
        sections = self.vocabulary.rule_sections()
        entries = step.root.entries
        known = (*HEADER_KEYS, *sorted(sections))
        for key, child in entries.items():
            if key in sections and "extends" in entries:
                step.findings.add("RUL115", child.entry_span, key=key)
            # Of what a whole file says the schema reports what is not a section: it knows what is missing.
            elif key not in (*known, "why") and not self._is_own_ruleset(step):
                unknown_key(key, child.entry_span, known, step.findings, there=entries)
            elif key in _CHANGE_KEYS and "extends" not in entries:
                part = self.part.layer.id if self.part is not None and step is self.read[-1] else ""
                step.findings.add("RUL116", child.entry_span, wording="part" if part else "", key=key, part=part)

    def _read_parent_file(self, step: Step) -> ReadFile | None:
        layer, node, findings = step.layer, step.root.entries["extends"], step.findings
        if not layer.parent:
            return None
        near_by = os.path.dirname(findings.file)  # noqa: PTH120
        folders = (near_by, *self.folders)
        found = locate.search_parent(layer.parent, folders)
        self.absent.extend(found.absent)
        if found.file is None:
            known = locate.known_ids(folders) | locate.known_ids(folders, locate.PART_ENDING)
            near = find_closest(layer.parent, (each for each in known if each != layer.id))
            findings.add("RUL111", node.span, wording="near" if near else "", parent=layer.parent, near=near)
            return None
        if any(_is_same_file(found.file, file.name) for file in self.files):
            ids = [each.layer.id for each in self.read] + [layer.parent]
            findings.add("RUL112", node.span, chain=" → ".join(ids))
            return None
        if len(self.files) >= MAX_CHAIN_FILES:
            findings.add("RUL113", node.span, limit=MAX_CHAIN_FILES)
            return None
        read = locate.read_rule_file(found.file, place=node.span, inside=os.path.dirname(found.file))  # noqa: PTH120
        if isinstance(read, Finding):
            findings.found.append(replace(read, excerpt=findings.make_excerpt(node.span)))
            return None
        return read

    def flatten(self) -> Node | None:
        """The tree of the whole chain, from its end downwards."""
        tree: Node | None = None
        above: Layer | None = None
        for step in reversed(self.read):
            self._check_version(step, above)
            self.sources |= step.layer.sources
            if "words" in step.root.entries:
                words = merge_words(self.words, step.root.entries["words"], step.findings)
                self.words = words if isinstance(words, dict) else {}
            tree = self._flatten_step(step, tree)
            if tree is None:
                return None
            above = step.layer
        return self._with_bare_numbers(tree) if tree is not None else None

    def _with_bare_numbers(self, tree: Node) -> Node:
        """Replace numbers such as `6p` or `2x` by bare ones, and report wrong ones."""
        found = self._read_numbers(tree)
        self.spelt, self.limits = found.spelt, found.limits
        files = {step.findings.file: step.findings for step in self._opened_steps()}
        for misfit in found.misfits:
            findings = files.get(misfit.span.file)
            if findings is not None:
                fix = Fix((Edit(misfit.span, misfit.near),)) if misfit.wording == "letter" else None
                others = Listing(tuple(f"`{key}`" for key in misfit.others), either=True)
                findings.add(
                    "RUL211", misfit.span, wording=misfit.wording, fix=fix,
                    within=".".join(misfit.path), value=misfit.text, near=misfit.near, unit=misfit.unit,
                    finer=misfit.finer, others=others,
                )  # fmt: skip
        return found.root

    def _read_numbers(self, tree: Node) -> BareNumbers:
        counted = getattr(self.vocabulary, "with_bare_numbers", None)  # a vocabulary need not know units
        found: BareNumbers = counted(tree) if counted is not None else BareNumbers(tree, {}, [])
        return found

    def _check_version(self, step: Step, above: Layer | None) -> None:
        wanted = step.layer.parent_version
        if above is not None and wanted and above.version and above.version != wanted:
            place = step.root.entries["extends"].span
            step.findings.add("RUL114", place, parent=above.id, wanted=wanted, version=above.version)

    def _flatten_step(self, step: Step, parent: Node | None) -> Node | None:
        entries, layer = step.root.entries, step.layer
        notary = Notary(layer.id, self.sources, step.findings)
        note = SourceNote(notary.cite_source(entries.get("source")))
        reasons = notary.reasons(entries.get("because"), MAX_CHANGES)
        gone: list[Path] = []
        if parent is None:
            sections = {key: child for key, child in entries.items() if key not in HEADER_KEYS}
            tree = self._refill(notary.claim(step.root._replace(value=sections), note))
        else:
            editor = Editor(notary, note, self._refill, self.vocabulary, MAX_NODES)
            editor.meant = lambda tree: self._read_numbers(tree).root

            def is_answered(path: Path) -> bool:
                return any(reason.note.why is not None and is_covering(reason.pattern, path) for reason in reasons)

            tree = editor.edit(parent, entries.get("set"), entries.get("add"), is_answered)
            if editor.room < 0:
                return None
            gone = [change.path for change in editor.changes if change.kind == "off"]
            self.changes.extend(notary.note_change(change, reasons) for change in editor.changes)
        if tree_depth(tree) > _MAX_DEPTH or count_nodes(tree) > MAX_NODES:
            step.findings.add("RUL014", step.findings.span_at(1, 1), wording="tree")
            return None
        tree = notary.apply_reasons(reasons, tree, gone)
        for cited in example_sources(entries.get(EXAMPLES)):
            notary.cite_source(cited)
        self._check_citations(step, notary)
        return tree

    def _refill(self, tree: Node) -> Node:
        return self.vocabulary.fill_defaults(without_defaults(tree) or tree._replace(value={}))

    def _check_citations(self, step: Step, notary: Notary) -> None:
        for name, source in step.layer.sources.items():
            citable = not any(map(str.isspace, name))
            if citable and name not in notary.cited and source.place is not None:
                step.findings.add("RUL144", source.place, source=name)


def _is_same_file(left: str, right: str) -> bool:
    return os.path.realpath(left) == os.path.realpath(right)
