"""The changes of a file to its parent: `set`, `off` and `add`.

Terms. An *order* is one entry of `set` or `add`. Its *targets* are the nodes that its path names in the
parent. Orders with more stars are carried out first, so that those with fewer have the last word; two
that mean one rule equally closely and say different things contradict each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.spans import Span
from calarec.core.wording.findings import Edit, Fix, Label
from calarec.core.wording.language import Listing, Words
from calarec.rule_files import paths
from calarec.rule_files.because import NOTE_KEYS, house, keep_origins, limit_entries
from calarec.rule_files.header import HEADER_KEYS, map_of
from calarec.rule_files.other_words import find_meant_word
from calarec.rule_files.tree import (
    Change,
    count_nodes,
    find_node,
    is_same_data,
    put_node,
    remove_node,
    to_plain,
    walk_tree,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from calarec.core.mechanisms.ruleset import Origin
    from calarec.rule_files.because import Notary, SourceNote
    from calarec.rule_files.findings import FileFindings
    from calarec.rule_files.tree import Node, Path
    from calarec.rule_files.vocabulary import Vocabulary


MAX_CHANGES: Final = 1_000
OFF: Final = "off"
_OTHER: Final = Words("the other one")


class _Order(NamedTuple):
    kind: str
    pattern: Path
    node: Node
    rules: Node
    targets: tuple[Path, ...]
    meant: str = ""
    """The kind under which it belongs, if that is the other one."""

    @property
    def is_off(self) -> bool:
        return self.kind == "set" and self.node.value == OFF

    @property
    def pattern_rank(self) -> int:
        return paths.count_stars(self.pattern)


class Editor:
    """The editor that carries out the orders of one file.

    `refill` drops the defaults of a tree and fills them in again.
    """

    def __init__(
        self,
        notary: Notary,
        default: SourceNote,
        refill: Callable[[Node], Node],
        vocabulary: Vocabulary,
        room: int,
    ) -> None:
        self.notary = notary
        self.findings: FileFindings = notary.findings
        self.default = default
        self.refill = refill
        self.vocabulary = vocabulary
        self.room: int = room
        self.meant: Callable[[Node], Node] = lambda tree: tree
        """The tree as numbers compare: `6p` is as many thirds."""
        self.changes: list[Change] = []
        self.sections: Mapping[str, Node | None] = {}

    def edit(self, parent: Node, sets: Node | None, adds: Node | None, answered: Callable[[Path], bool]) -> Node:
        """Apply all orders to the parent's tree; the changes are kept in `changes`."""
        self.room -= count_nodes(parent)
        self.sections = {"set": sets, "add": adds}
        given = [self._make_order("set", text, entry, parent) for text, entry in self._limited_entries("set", sets)]
        orders = [order for order in given if order is not None and order.meant != "add"]
        winners = self._choose_orders(orders)
        base = self._remove_targets(parent, winners)
        tree = self.refill(self._set_values(parent, base, winners))
        begun, done = self.meant(base), self.meant(tree)
        self._redundant(orders, winners, self.meant(parent), begun, done)
        self._turned_back(winners, begun, done, answered)
        for order in given:
            if order is not None and order.meant == "add":
                tree = self._add_entry(tree, order)
        for text, entry in self._limited_entries("add", adds):
            order = self._make_order("add", text, entry, tree)
            tree = tree if order is None else self._add_entry(tree, order)
        return self.refill(tree)

    def _limited_entries(self, kind: str, node: Node | None) -> Iterator[tuple[str, Node]]:
        """The entries of `set` or `add`, as long as more of them make sense."""
        if node is not None and node.value in (None, {}) and not self._is_absence_explained(node):
            self.findings.add("RUL127", node.entry_span, key=kind)
        for text, entry in limit_entries(map_of(node, kind, self.findings), MAX_CHANGES, self.findings):
            if self.findings.is_full or self.room < 0:
                return
            yield text, entry

    def _is_absence_explained(self, empty: Node) -> bool:
        """Check whether an empty section is explained: by comments or dropped entries."""
        place = empty.entry_span
        below = next((line for line in self.findings.lines[place.line :] if line.strip()), "")
        within = len(below) - len(below.lstrip()) >= place.column
        return (within and below.lstrip().startswith("#")) or self.findings.is_broken(empty.span)

    def _make_order(self, kind: str, text: str, entry: Node, tree: Node) -> _Order | None:
        pattern = paths.parse_path(text)
        if pattern is None:
            self.findings.add("RUL120", entry.entry_span, path=text)
            return None
        rules = self.notary.claim(entry, self.default)
        order = (self._setting if kind == "set" else self._adding)(pattern, entry, rules, tree)
        self.room -= len(order.targets) * count_nodes(rules) if order is not None else 0
        if self.room < 0:
            self.findings.add("RUL014", entry.entry_span, wording="tree")
            return None
        return order if order is not None and order.targets else None

    def _setting(self, pattern: Path, entry: Node, rules: Node, tree: Node) -> _Order | None:
        found = tuple(paths.match_pattern(pattern, tree))
        if not found:
            return self._nothing(pattern, entry, rules, tree)
        if any(_is_in_list(path, tree) for path in found):
            self.findings.add("RUL125", entry.entry_span, path=paths.show_path(pattern))
            return None
        if entry.value == OFF:
            found = self._removables(found, entry, tree)
        return _Order("set", pattern, entry, rules, found)

    def _nothing(self, pattern: Path, entry: Node, rules: Node, tree: Node) -> _Order | None:
        """Report a path of `set` that names nothing, with a likely path or `add`."""
        text = paths.show_path(pattern)
        if pattern[0] in HEADER_KEYS:
            self.findings.add("RUL121", entry.entry_span, wording="top", path=text, top=pattern[0])
            return None
        near = paths.find_likely_pattern(pattern, tree, lambda path: self._is_fitting_path(path, pattern, rules, tree))
        gaps = () if entry.value == OFF else self._gaps_for(pattern, tree)
        if gaps and (not near or _is_another(pattern[-1], near)):
            fix = move_entry_fix(entry, "set", self.sections, self.findings)
            self.findings.add("RUL121", entry.entry_span, wording="add", fix=fix, path=text)
            return _Order("add", pattern, entry, rules, gaps, meant="add")
        wording, values = self._why_nothing(pattern, tree)
        wording = ("near_or_add" if gaps else "near") if near else wording
        # A rule of another section may be what was meant, but it may also be something else.
        is_elsewhere = near.partition(".")[0] != pattern[0] and pattern[0] in tree.entries
        fix = Fix((Edit(entry.entry_span, near),)) if near and not is_elsewhere else None
        self.findings.add("RUL121", entry.entry_span, wording=wording, fix=fix, path=text, near=near, **values)
        known = paths.correct_pattern(pattern, tree, put_right=find_meant_word)
        return self._setting(known, entry, rules, tree) if known else None  # by another name, but certain

    def _why_nothing(self, pattern: Path, tree: Node) -> tuple[str, dict[str, Any]]:
        """The wording for the place where a path leaves the tree, and its values."""
        for length in range(len(pattern)):
            here = next(paths.match_pattern(pattern[:length], tree), None)
            if here is None or next(paths.match_pattern(pattern[: length + 1], tree), None) is not None:
                continue
            node, place = _node_at(tree, here), self.vocabulary.find_place(here, tree)
            below = self.vocabulary.find_place((*here, pattern[length]), tree)
            if below is not None and node.value is None:
                return "unset", {"entry": paths.show_path(here), "key": pattern[length]}
            if node.is_leaf and not isinstance(node.value, dict):
                return "leaf", {}
            if below is not None:
                entry, more = paths.show_path((*here, pattern[length])), length + 1 < len(pattern)
                return ("whole" if more and below.is_open else ""), {"entry": entry}
            keys = place.schema_keys if place is not None else ()
            values = {
                "key": pattern[length],
                "within": paths.show_path(here),
                "known": _list_names(keys or node.entries),
            }
            return "unknown" if here else "section", values
        return "", {}

    def _gaps_for(self, pattern: Path, tree: Node) -> tuple[Path, ...]:
        """The places where something new of this name is allowed; empty if none."""
        if pattern[-1] == paths.STAR:
            return ()
        places = tuple((*path, pattern[-1]) for path in paths.match_pattern(pattern[:-1], tree))
        if not all(isinstance(_node_at(tree, path[:-1]).value, dict) for path in places):
            return ()
        return places if all(self.vocabulary.find_place(path, tree) is not None for path in places) else ()

    def _is_fitting_path(self, path: Path, pattern: Path, rules: Node, tree: Node) -> bool:
        """Check whether rules fit a place with the same end as a pattern."""
        place = self.vocabulary.find_place(path, tree)
        if self._is_another_entry(path, pattern, tree):
            return False
        if rules.value == OFF:
            return self.vocabulary.is_removable(path, tree)
        return place is not None and place.is_allowed(to_plain(rules))

    def _is_another_entry(self, path: Path, pattern: Path, tree: Node) -> bool:
        """Check whether a pattern names another entry than that of a path."""
        if any(key not in path for key in self._named_entries(pattern, tree)):
            return True
        if all(paths.find_likely_word(key, path) for key in pattern):
            return False
        return any(key not in pattern for key in self._named_entries(path, tree))

    def _named_entries(self, path: Path, tree: Node) -> Iterator[str]:
        """Yield the entries of the tree that a path goes through: a contract, a step."""
        for length in range(1, len(path)):
            place = self.vocabulary.find_place(path[:length], tree)
            if place is not None and place.is_open and find_node(tree, path[:length]) is not None:
                yield path[length - 1]

    def _removables(self, found: tuple[Path, ...], entry: Node, tree: Node) -> tuple[Path, ...]:
        kept = tuple(path for path in found if self.vocabulary.is_removable(path, tree))
        if len(kept) < len(found):
            first = next(path for path in found if path not in kept)
            place = self.vocabulary.find_place(first, tree)
            words = place.allowed_words if place is not None else ()
            wording = "words" if words else ""
            self.findings.add(
                "RUL123", entry.span, wording=wording, path=paths.show_path(first), words=_list_names(words)
            )
        return kept

    def _adding(self, pattern: Path, entry: Node, rules: Node, tree: Node) -> _Order | None:
        text = paths.show_path(pattern)
        if pattern[-1] == paths.STAR:
            self.findings.add("RUL132", entry.entry_span, path=text)
        elif pattern[-1] in NOTE_KEYS:
            self.findings.add("RUL134", entry.entry_span, path=text)
        elif pattern[0] in HEADER_KEYS:
            self.findings.add("RUL130", entry.entry_span, wording="top", path=text, top=pattern[0])
        else:
            return self._new_entry_order(pattern, entry, rules, tree)
        return None

    def _new_entry_order(self, pattern: Path, entry: Node, rules: Node, tree: Node) -> _Order | None:
        text = paths.show_path(pattern)
        parents = list(paths.match_pattern(pattern[:-1], tree))
        if not parents:
            found = paths.correct_pattern(pattern, tree, new=True)
            near = paths.show_path(found) if found else ""
            wording, values = self._why_nothing(pattern, tree)
            wording = "near" if near else wording if wording in ("unknown", "section") else ""
            fix = Fix((Edit(entry.entry_span, near),)) if near else None
            self.findings.add("RUL130", entry.entry_span, wording=wording, fix=fix, path=text, near=near, **values)
            known = paths.correct_pattern(pattern, tree, new=True, put_right=find_meant_word)
            return self._new_entry_order(known, entry, rules, tree) if known else None  # by another name, but certain
        if not all(isinstance(_node_at(tree, path).value, dict) for path in parents):
            self.findings.add("RUL133", entry.entry_span, path=text)
            return None
        there = [path for path in parents if pattern[-1] in _node_at(tree, path).entries]
        if not there:
            return _Order("add", pattern, entry, rules, tuple((*path, pattern[-1]) for path in parents))
        first = _node_at(tree, (*there[0], pattern[-1]))
        labels = () if not first.origin.layer else (Label(first.entry_span, Words("it is here")),)
        fix = move_entry_fix(entry, "add", self.sections, self.findings) if len(there) == len(parents) else None
        path = paths.show_path((*there[0], pattern[-1]))
        self.findings.add("RUL131", entry.entry_span, labels=labels, fix=fix, path=path)
        targets = tuple((*path, pattern[-1]) for path in there)
        return _Order("add", pattern, entry, rules, targets, meant="set")

    def _remove_targets(self, parent: Node, winners: dict[Path, _Order]) -> Node:
        """Remove targets, first from the parent's lists: the file's own lists stay.

        The remaining lists have this file as origin, at the line that removes something.
        """
        tree = parent
        for path, order in winners.items():
            if order.is_off:
                tree = _said_by(house(order.rules).origin, self.vocabulary.remove_mentions(tree, path), tree)
        return tree

    def _set_values(self, parent: Node, base: Node, winners: dict[Path, _Order]) -> Node:
        tree = base
        queue = sorted(winners.items(), key=lambda item: (-item[1].pattern_rank, len(item[0])))
        for path, order in queue:
            before = find_node(parent, path)
            try:
                tree = self._carry_out(tree, base, path, order)
            except KeyError:
                continue  # a closer order took it out or replaced what is around it: said as a contradiction
            if before is not None:
                kind = "off" if order.is_off else "set"
                self.changes.append(Change(kind, path, to_plain(before), order.rules.origin))
        return tree

    def _carry_out(self, tree: Node, base: Node, path: Path, order: _Order) -> Node:
        if order.is_off:
            return remove_node(tree, path)
        return put_node(tree, path, keep_origins(order.rules, find_node(base, path)))

    def _choose_orders(self, orders: list[_Order]) -> dict[Path, _Order]:
        """Choose the closest order for each target; report contradictions."""
        winners: dict[Path, _Order] = {}
        for order in orders:
            for path in order.targets:
                known = winners.get(path)
                if known is not None and known.pattern_rank == order.pattern_rank:
                    if not is_same_data(to_plain(known.node), to_plain(order.node)):
                        self._report_conflict(known, order, path)
                elif known is None or order.pattern_rank < known.pattern_rank:
                    winners[path] = order
        for path, order in winners.items():
            for length in range(1, len(path)):
                outer = winners.get(path[:length])
                if outer is not None and outer is not order:
                    self._overlap(outer, order, path, path[length:])
        return winners

    def _overlap(self, outer: _Order, inner: _Order, path: Path, rest: Path) -> None:
        """Report an order for a map that makes another one within it useless or wrong."""
        if outer.pattern_rank < inner.pattern_rank:
            return
        inside = None if outer.is_off else find_node(outer.node, rest)
        if outer.pattern_rank == inner.pattern_rank:
            if inside is None or inner.is_off or not is_same_data(to_plain(inside), to_plain(inner.node)):
                self._report_conflict(outer, inner, path)
            return
        around = None if outer.is_off else find_node(outer.node, rest[:-1])
        if around is None or not isinstance(around.value, dict):
            self._report_conflict(outer, inner, path)

    def _report_conflict(self, one: _Order, other: _Order, path: Path) -> None:
        first, second = sorted((one.node.entry_span, other.node.entry_span))
        if any(each.code == "RUL122" and each.span == second for each in self.findings.found):
            return
        self.findings.add("RUL122", second, labels=(Label(first, _OTHER),), path=paths.show_path(path))

    def _redundant(
        self,
        orders: list[_Order],
        winners: dict[Path, _Order],
        parent: Node,
        base: Node,
        after: Node,
    ) -> None:
        contradicted = {each.span for each in self.findings.found if each.code == "RUL122"}
        for order in orders:
            if order.node.entry_span in contradicted or self.findings.is_broken(order.node.span):
                continue
            won = [path for path in order.targets if winners[path] is order]
            if any(not _is_unchanged(parent, after, path) or not _is_unchanged(base, after, path) for path in won):
                continue
            if order.is_off and any(self.vocabulary.remove_mentions(parent, path) is not parent for path in won):
                continue
            if order.is_off and any((found := find_node(after, path)) is not None and found.entries for path in won):
                continue  # it follows the file from now on, whatever else the file adds
            wording = "" if won else "shadowed"
            self.findings.add("RUL124", order.node.entry_span, wording=wording, path=paths.show_path(order.pattern))

    def _turned_back(
        self, winners: dict[Path, _Order], base: Node, after: Node, answered: Callable[[Path], bool]
    ) -> None:
        """Report the parent's rules that a map set as a whole turns back to defaults."""
        told: dict[Path, tuple[_Order, list[str]]] = {}
        for path, order in winners.items():
            old = find_node(base, path)
            if order.is_off or old is None or not isinstance(order.rules.value, dict):
                continue
            for inner, node in walk_tree(old, path):
                if node.is_leaf and node.origin.layer and _is_lost(inner, base, after):
                    told.setdefault(order.pattern, (order, []))[1].append(paths.show_path(inner))
        for order, lost_paths in told.values():
            has_why = order.rules.origin.why is not None or any(map(answered, order.targets))
            lost = Listing(tuple(f"`{lost_path}`" for lost_path in lost_paths))
            self.findings.add(
                "RUL126", order.node.entry_span, answered=has_why, path=paths.show_path(order.pattern), lost=lost
            )

    def _add_entry(self, tree: Node, order: _Order) -> Node:
        for path in order.targets:
            around, before = find_node(tree, path[:-1]), find_node(tree, path)
            if around is None or not isinstance(around.value, dict):
                continue  # another entry of `set` has taken its place away
            tree = put_node(tree, path, keep_origins(order.rules, before))
            kind = "add" if before is None else "set"
            self.changes.append(
                Change(kind, path, to_plain(before) if before is not None else None, order.rules.origin)
            )
        return tree


def _is_unchanged(before: Node, after: Node, path: Path) -> bool:
    old, new = find_node(before, path), find_node(after, path)
    return old is not None and new is not None and is_same_data(to_plain(old), to_plain(new))


def _is_another(key: str, near: str) -> bool:
    """Check whether a key is a sibling of a path's last one: `bury2` beside `bury`."""
    last = near.rpartition(".")[2]
    return key != last and key.rstrip("0123456789-") == last.rstrip("0123456789-")


def _said_by(origin: Origin, after: Node, before: Node | None) -> Node:
    """Give another origin to everything that files stated and that has changed."""
    if after is before or before is None:
        return after
    if not isinstance(after.value, dict):
        return after._replace(origin=origin) if before.origin.layer else after
    known = before.entries
    return after._replace(value={key: _said_by(origin, child, known.get(key)) for key, child in after.value.items()})


def _is_lost(path: Path, before: Node, after: Node) -> bool:
    """Check whether a rule has gone back to a default, without a new one instead."""
    old, new, around = find_node(before, path), find_node(after, path), find_node(after, path[:-1])
    if old is None or new is None or around is None or new.origin.layer or is_same_data(to_plain(old), to_plain(new)):
        return False
    # Of two that shut each other out one is left out because the other is there: `times` or `instead`.
    instead = (key for key, entry in around.entries.items() if entry.origin.layer and entry.value is not None)
    others = (find_node(before, (*path[:-1], key)) for key in instead)
    return new.value is not None or not any(other is not None and other.value is None for other in others)


def _is_in_list(path: Path, tree: Node) -> bool:
    return any(isinstance(_node_at(tree, path[:length]).value, list) for length in range(len(path)))


def _node_at(tree: Node, path: Path) -> Node:
    found = find_node(tree, path)
    assert found is not None, path
    return found


def _list_names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def move_entry_fix(entry: Node, kind: str, sections: Mapping[str, Node | None], findings: FileFindings) -> Fix | None:
    """The fix that moves an entry between `set` and `add`; None without own lines."""
    other = "add" if kind == "set" else "set"
    here, there = sections[kind], sections[other]
    if here is None or here.key_span is None:
        return None
    if there is None and len(here.entries) == 1:
        return Fix((Edit(here.key_span, other),))
    place, end = entry.entry_span, _last_line(entry, findings.lines)
    if place.line > len(findings.lines):
        return None
    line = findings.lines[place.line - 1]
    others = [each for each in here.entries.values() if each is not entry]
    shares = any(each.entry_span.line <= end and _last_line(each, findings.lines) >= place.line for each in others)
    if shares or line[: place.column - 1].strip() or here.key_span.line == place.line or len(here.entries) == 1:
        return None
    written = findings.lines[place.line - 1 : end]
    if there is None:
        at, before = here.key_span.line, [f"{other}:"]
    else:
        first = next(iter(there.entries.values()), None)
        if first is None or there.key_span is None or first.entry_span.line == there.key_span.line:
            return None
        pad = " " * (first.entry_span.column - 1)
        at, before = first.entry_span.line, []
        written = [pad + each[place.column - 1 :] if each[: place.column - 1].isspace() else each for each in written]
    text = "".join(f"{each}\n" for each in (*before, *written))
    file = place.file
    return Fix((Edit(Span(file, at, 1, at, 1), text), Edit(Span(file, place.line, 1, end + 1, 1), "")))


def _last_line(entry: Node, lines: Sequence[str]) -> int:
    """The last line of an entry: a block ends before the comments of the next one."""
    place, span = entry.entry_span, entry.span
    last = min(span.end_line, len(lines) + 1)  # what was left out of a file had lines that it has not
    if not "".join(lines[last - 1 : last])[: span.end_column - 1].strip():
        last -= 1
        while last > place.line and (
            not lines[last - 1].strip() or lines[last - 1][: place.column].lstrip()[:1] == "#"
        ):
            last -= 1
    return max(last, place.line)
