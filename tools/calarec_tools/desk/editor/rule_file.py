"""A rule file that is being edited: findings, places of rules, and its ruleset.

In goes the text after each change, and a place. As in records, a line that cannot be read hides only its own facts:
for the rest the file is described as it was when it could last be used.
"""

from __future__ import annotations

import os
import re
from copy import copy
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.registry import SECTIONS
from calarec.core.wording.severities import Severity
from calarec.record_judge.examples import check_rule_file
from calarec.rule_files.load import RulesetError, check_rules, load_ruleset
from calarec.rule_files.locate import is_part_file, rule_folders, search_parent
from calarec.rule_files.paths import parse_path
from calarec.rule_files.schema import header
from calarec.rule_files.source import read_source
from calarec.rule_files.tree import NO_PLACE, Node, Path
from calarec_tools.desk.editor.edited_record import carry_findings_over
from calarec_tools.desk.editor.positions import editor_lines, last_touched

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.base.spans import Span
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.findings import Finding

CHANGES: Final = ("set", "add", "because")
"""Keys whose entries are called by the paths of rules."""
_ILLEGIBLE: Final = "RUL010"
"""The finding for text that is not YAML."""
_BEGUN: Final = (_ILLEGIBLE, "no_colon")
"""The finding for a key without its colon."""
_RULESET: Final = re.compile(r"^(ruleset|part)\s*:", re.MULTILINE)
KEY: Final = re.compile(r"""( *)(?:- +)?("[^"]*"|'[^']*'|[^\s:#"'{}\[\],][^:#{}\[\],]*?) *:(?= |$)""")
_KEYS: Final = re.compile(r"^([A-Za-z_][^\s:]*)\s*:", re.MULTILINE)
_WORD: Final = re.compile(r"[a-z_.*-]*")
_GOES_ON: Final = "#{[|>&"
"""First characters of values that continue on the next line."""


class PlacedNode(NamedTuple):
    """An entry of a rule file: keys, path of its rule (empty: none), and its place."""

    keys: Path
    path: str
    node: Node


def is_rules(text: str) -> bool:
    """Check whether a text is meant as a rule file."""
    return _RULESET.search(text) is not None


def may_become_rules(text: str) -> bool:
    """Check whether all keys of a new text are keys of rule files."""
    return is_rules(text) or all(key in header() or key in SECTIONS or key in CHANGES for key in _KEYS.findall(text))


def begun_key(lines: Sequence[str], line: int) -> int:
    """Count the columns by which a new key is indented too far.

    Editors indent a key below a complete value.
    """
    typed = lines[line - 1] if 0 < line <= len(lines) else ""
    above = next((each for each in reversed(lines[: max(line - 1, 0)]) if each.strip()), "")
    key = KEY.match(above)
    rest = "" if key is None else above[key.end() :].strip()
    if key is None or not rest or rest[0] in _GOES_ON or not _WORD.fullmatch(typed.strip()):
        return 0
    return max(len(typed) - len(typed.lstrip(" ")) - len(key[1]), 0)


class EditedRules:
    """The rule file of one path; `text` is the editor's."""

    def __init__(self, file: str, text: str = "") -> None:
        self.file = file
        self.text = ""
        self.stamp = object()
        """Another one after every change of the text or of its parents."""
        self.ruleset: Ruleset | None = None
        """The rules as they were when the file could last be used."""
        self._usable: tuple[str, tuple[Finding, ...]] | None = None
        """The text then, and its findings."""
        self._legible: tuple[str, tuple[Finding, ...]] | None = None
        """The last readable text, and its findings."""
        self._found: list[Finding] | None = None
        self._parent: Ruleset | None = None
        """The parent when the file was last checked."""
        self._doubted = False
        """True if rules have changed somewhere since then."""
        self._known: dict[tuple[str, int], Ruleset | None] = {}
        """The parent as it was last loaded, by its file and the time of that."""
        self._begun = 0
        """The line with such a key; 0 if there is none."""
        self._root: Node | None = None
        self._read = ""
        self.change_text(text)

    def change_text(self, text: str) -> None:
        """Replace the text."""
        if text != self.text:
            touched = last_touched(self.text, text)
            self._begun = touched if begun_key(editor_lines(text), touched) else 0
            self.text, self._found, self.stamp = text, None, object()

    @property
    def meant_text(self) -> str:
        """The text without a half-typed key that the editor has indented below a value."""
        lines = editor_lines(self.text)
        return "\n".join("" if at == self._begun else line for at, line in enumerate(lines, 1))

    def doubt_rules(self) -> None:
        """Note that rules have changed: the parent may be another now."""
        self._doubted, self.stamp, self._known = True, object(), {}

    def make_copy(self) -> EditedRules:
        """Return a copy, to be read while this one changes."""
        return copy(self)

    def take_over(self, other: EditedRules) -> None:
        """Take over the findings of a copy with the same stamp."""
        if other._found is not None:
            self._legible = other._legible
            self.ruleset, self._usable, self._found = other.ruleset, other._usable, other._found
            self._parent, self._doubted = other._parent, other._doubted

    @property
    def usable(self) -> str:
        """The text by which records are judged: as it was when it could last be used."""
        return self._usable[0] if self._usable is not None else ""

    @property
    def root(self) -> Node | None:
        """The tree of the text, as far as it can be read."""
        meant = self.meant_text
        if self._read != meant:
            root, _ = read_source(meant.encode("utf-8", "replace"), self.file)
            # What cannot be read at all says nothing new of where things stand.
            self._root, self._read = root or self._root, meant
        return self._root

    def current_findings(self) -> list[Finding]:
        """Everything that is wrong with the file."""
        parent = self.parent() if self._found is None or self._doubted else None
        if self._found is None or (self._doubted and (parent is None or parent != self._parent)):
            self._found, self._parent = self._looked_at(), parent
        self._doubted = False
        return self._found

    def _looked_at(self) -> list[Finding]:
        text = self.meant_text
        loaded = check_rule_file(self.file, raw=text.encode("utf-8", "replace"))
        found = [finding for finding in loaded.of_file() if finding.span.file == self.file]
        # Of a key that is still being typed nothing more is known.
        begun = {each.span.line for each in found if (each.code, each.wording) == _BEGUN}
        found = [each for each in found if each.code == _ILLEGIBLE or each.span.line not in begun]
        legible = not any(each.code == _ILLEGIBLE for each in found)
        if loaded.ruleset is not None:
            self.ruleset, self._usable = loaded.ruleset, (text, tuple(found))
        else:
            said = {(each.code, each.span) for each in found}
            if self._usable is None:
                self._try_without({each.span.line for each in found if each.severity is Severity.ERROR})
            before = self._usable if legible else self._legible or self._usable
            if before is not None:
                kept = carry_findings_over(before[1], editor_lines(before[0]), editor_lines(text))
                found += [finding for finding in kept if (finding.code, finding.span) not in said]
        if legible:
            self._legible = text, tuple(found)
        return found

    def _try_without(self, wrong: set[int]) -> None:
        """The file without its wrong lines, if it can be used so."""
        text = "\n".join(_without_lines(editor_lines(self.meant_text), wrong))
        loaded = check_rules(self.file, raw=text.encode("utf-8", "replace"))
        if loaded.ruleset is not None:
            found = tuple(finding for finding in loaded.findings if finding.span.file == self.file)
            self.ruleset, self._usable = loaded.ruleset, (text, found)

    # ------------------------------------------------------------------ places

    def parent_file(self) -> str | None:
        """The file of the ruleset, or of the part, that this one extends."""
        node = self.root.entries.get("extends") if self.root else None
        if node is None or not isinstance(node.value, str):
            return None
        name = node.value.partition("@")[0]
        return search_parent(name, (os.path.dirname(self.file) or os.curdir, *rule_folders())).file  # noqa: PTH120

    def has_part_above(self) -> bool:
        """True if it extends a part, so that it states its rules itself."""
        return is_part_file(self.parent_file() or "")

    def parent(self) -> Ruleset | None:
        """The ruleset that this one extends, if it can be used."""
        file = self.parent_file()
        if file is None or is_part_file(file):
            return None
        try:
            written = os.stat(file).st_mtime_ns  # noqa: PTH116
        except OSError:
            written = 0  # an editor holds it, and nothing is written yet
        if (file, written) not in self._known:
            try:
                found: Ruleset | None = load_ruleset(file)
            except RulesetError:
                found = None
            self._known.clear()
            self._known[file, written] = found
        return self._known[file, written]

    def nodes(self) -> Iterator[PlacedNode]:
        """Every entry of the file that has a key, the outer ones first."""
        if self.root is not None:
            yield from _nodes_below(self.root, ())

    def entry_at(self, line: int, column: int) -> PlacedNode | None:
        """Return the innermost entry whose key or value is at a place."""
        found = None
        for placed_node in self.nodes():
            node = placed_node.node
            here = _is_within(node.key_span, line, column) or (node.is_leaf and _is_within(node.span, line, column))
            found = placed_node if here else found
        return found


def _without_lines(lines: Sequence[str], wrong: set[int]) -> list[str]:
    """Empty the lines with these numbers, and keys that have nothing left below them."""
    kept: list[str] = []
    depth = depth_left = -1
    for number, line in reversed([*enumerate(lines, 1)]):
        said = line.strip() and not line.lstrip().startswith("#")
        here = len(line) - len(line.lstrip(" "))
        emptied = said and depth > here >= depth_left
        kept.append("" if number in wrong or emptied else line)
        if said:
            depth = here
            depth_left = depth_left if not kept[-1] else here
    return kept[::-1]


def _nodes_below(node: Node, keys: Path) -> Iterator[PlacedNode]:
    if not isinstance(node.value, dict):
        return
    for key, child in node.value.items():
        inner = (*keys, key)
        yield PlacedNode(inner, _rule_path(inner), child)
        yield from _nodes_below(child, inner)


def _rule_path(keys: Path) -> str:
    """Return the path of an entry's rule: its keys, or the path among them."""
    if keys[0] not in CHANGES:
        return ".".join(keys)
    return ".".join(keys[1:]) if len(keys) > 1 and parse_path(keys[1]) is not None else ""


def _is_within(span: Span | None, line: int, column: int) -> bool:
    if span is None or span == NO_PLACE:
        return False
    return (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)
