"""Origins of rules, from `source` and `why` of maps, and from `because`.

Terms. A *note* is a source and a reason. A map's `source` holds for everything in it without a nearer one; so does
its `why`, as long as there is no nearer source.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.ruleset import UNKNOWN, Origin
from calarec.core.wording.findings import Label
from calarec.core.wording.language import LANGUAGES, Translated, Words, text_in
from calarec.core.wording.sources import HOUSE_RULE, PROJECT_DEFAULT
from calarec.rule_files import paths
from calarec.rule_files.header import both_of, map_of, require_text, unknown_key
from calarec.rule_files.tree import Node, Path, is_same_data, rewrite_tree, to_plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.rule_files.findings import FileFindings
    from calarec.rule_files.header import HeaderSource
    from calarec.rule_files.tree import Change

NOTE_KEYS: Final = ("source", "why")
_OTHER: Final = Words("says otherwise")


class SourceNote(NamedTuple):
    """A source (`""`: none is named) and a reason."""

    source: str = UNKNOWN
    why: Translated | None = None

    def with_outer(self, outer: SourceNote) -> SourceNote:
        """This note, where an outer one holds as well."""
        return self if self.source else SourceNote(outer.source, self.why or outer.why)


@cache
def by_default() -> SourceNote:
    """The note of a frozen file for a rule that no file of its chain contains."""
    said = Words("the vocabulary's default")
    return SourceNote(PROJECT_DEFAULT, Translated.from_texts({lang: text_in(said, lang) for lang in LANGUAGES}))


class BecauseEntry(NamedTuple):
    """One entry of `because`."""

    pattern: Path
    note: SourceNote
    node: Node


class Notary:
    """Checks and keeps the notes of one file."""

    def __init__(self, layer: str, sources: dict[str, HeaderSource], findings: FileFindings) -> None:
        self.layer = layer
        self.sources = sources
        self.findings = findings
        self.cited: set[str] = set()

    def note(self, entries: dict[str, Node]) -> SourceNote:
        """The note that a map carries."""
        source = entries.get("source")
        why = both_of(entries.get("why"), "why", self.findings)
        said = self.cite_source(source)
        if source is not None and said == PROJECT_DEFAULT and why is None:
            self.findings.add("RUL142", source.span)
        return SourceNote(said, why)

    def cite_source(self, node: Node | None) -> str:
        """A source as it is cited, with its id known."""
        said = require_text(node, "source", self.findings)
        if node is None or not said or said in (HOUSE_RULE, PROJECT_DEFAULT):
            return said
        name = said.split(maxsplit=1)[0]
        self.cited.add(name)
        if name not in self.sources:
            # Another number is another text, however alike the two look.
            near = "" if name.isdigit() else paths.slip(name, self.sources)
            near = near or paths.slip(said, (PROJECT_DEFAULT, HOUSE_RULE))
            wording = "near" if near else ""
            self.findings.add("RUL141", node.span, wording=wording, source=name, near=near)
        return said

    def claim(self, node: Node, outer: SourceNote) -> Node:
        """A part of the file as rules: without its notes, each node with its origin."""
        value = node.value
        place = node.entry_span
        origin = Origin(place.file, place.line, place.column, self.layer, outer.source, outer.why)
        if isinstance(value, list):
            return node._replace(value=[self.claim(item, outer) for item in value], origin=origin)
        if not isinstance(value, dict):
            return node._replace(origin=origin)
        note = self.note(value).with_outer(outer)
        rules: dict[str, Node] = {}
        for key, child in value.items():
            if key in NOTE_KEYS:
                continue
            if not paths.is_key(key):
                self.findings.add("RUL107", child.entry_span, key=key)
                continue
            rules[key] = self.claim(child, note)
        return node._replace(value=rules, origin=origin._replace(source=note.source, why=note.why))

    def reasons(self, node: Node | None, limit: int) -> list[BecauseEntry]:
        """The entries of `because`."""
        found: list[BecauseEntry] = []
        for text, entry in limit_entries(map_of(node, "because", self.findings), limit, self.findings):
            pattern = paths.parse_path(text)
            if pattern is None:
                self.findings.add("RUL120", entry.entry_span, path=text)
            entries = map_of(entry, f"because.{text}", self.findings)
            for key, child in entries.items():
                if key not in NOTE_KEYS:
                    unknown_key(key, child.entry_span, NOTE_KEYS, self.findings, there=entries)
            note = self.note(entries)
            if pattern is not None:
                found.append(BecauseEntry(pattern, note, entry))
        return found

    def apply_reasons(self, reasons: list[BecauseEntry], root: Node, gone: Iterable[Path]) -> Node:
        """Give each leaf that `because` names the source and the reason stated there."""
        names = {
            reason.pattern: set(paths.match_pattern(reason.pattern, root))
            | {p for p in gone if _is_named_by(reason.pattern, p)}
            for reason in reasons
        }
        for reason in reasons:
            if not names[reason.pattern]:
                text = paths.show_path(reason.pattern)
                near = paths.find_likely_pattern(reason.pattern, root)
                self.findings.add(
                    "RUL140", reason.node.entry_span, wording="near" if near else "", path=text, near=near
                )
        if not reasons:
            return root

        def change(path: Path, node: Node) -> Node:
            best = self._find_closest_entry(reasons, path) if node.is_leaf else None
            return node if best is None else node._replace(origin=self._with_reason(node.origin, best))

        return rewrite_tree(root, change)

    def note_change(self, change: Change, reasons: list[BecauseEntry]) -> Change:
        """A change with what `because` says of it; without any source it is a house rule."""
        best = self._find_closest_entry(reasons, change.path)
        origin = change.origin if best is None else self._with_reason(change.origin, best)
        return change._replace(origin=origin._replace(source=origin.source or HOUSE_RULE))

    def _find_closest_entry(self, reasons: list[BecauseEntry], path: Path) -> BecauseEntry | None:
        """The entry that speaks most closely of a leaf."""
        found = [reason for reason in reasons if paths.is_covering(reason.pattern, path)]
        if not found:
            return None
        found.sort(key=lambda reason: (-len(reason.pattern), paths.count_stars(reason.pattern)))
        best = found[0]
        for other in found[1:]:
            equal = (len(other.pattern), paths.count_stars(other.pattern)) == (
                len(best.pattern),
                paths.count_stars(best.pattern),
            )
            if equal and other.note != best.note:
                self._report_contradiction(best, other, path)
        return best

    def _report_contradiction(self, best: BecauseEntry, other: BecauseEntry, path: Path) -> None:
        first, second = sorted((best, other), key=lambda reason: reason.node.entry_span)
        if any(each.code == "RUL143" and each.span == second.node.entry_span for each in self.findings.found):
            return
        labels = (Label(first.node.entry_span, _OTHER),)
        self.findings.add("RUL143", second.node.entry_span, labels=labels, path=paths.show_path(path))

    def _with_reason(self, origin: Origin, reason: BecauseEntry) -> Origin:
        note = reason.note
        if not origin.layer:  # a default that the file makes its own
            place = reason.node.entry_span
            origin = Origin(place.file, place.line, place.column, self.layer)
        source = note.source or origin.source
        return origin._replace(source=source, why=note.why or (None if note.source else origin.why))


def keep_origins(new: Node, old: Node | None) -> Node:
    """Keep the origins of unchanged leaves; a changed one without is a house rule."""
    if isinstance(new.value, dict) and new.value:
        known = old.entries if old is not None else {}
        value = {key: keep_origins(child, known.get(key)) for key, child in new.value.items()}
        return house(new)._replace(value=value)
    if (
        new.origin.source
        or old is None
        or not is_same_data(to_plain(new), to_plain(old))
        or old.origin.layer == new.origin.layer
    ):
        return house(new)
    if not old.origin.layer:
        return new  # the vocabulary's default, spelt out
    return new._replace(origin=old.origin._replace(why=new.origin.why or old.origin.why))


def house(node: Node) -> Node:
    """Make a node without a source a house rule."""
    if node.origin.source != UNKNOWN:
        return node
    origin = node.origin._replace(source=HOUSE_RULE)
    if isinstance(node.value, list):
        return node._replace(origin=origin, value=[_house_all(item) for item in node.value])
    return node._replace(origin=origin)


def _house_all(node: Node) -> Node:
    node = house(node)
    if isinstance(node.value, dict):
        return node._replace(value={key: _house_all(child) for key, child in node.value.items()})
    return node


def limit_entries(entries: dict[str, Node], limit: int, findings: FileFindings) -> list[tuple[str, Node]]:
    """The entries, up to a limit."""
    items = list(entries.items())
    if len(items) > limit:
        findings.add("RUL014", items[limit][1].entry_span, limit=limit, wording="changes")
    return items[:limit]


def _is_named_by(pattern: Path, path: Path) -> bool:
    return len(pattern) == len(path) and paths.is_covering(pattern, path)
