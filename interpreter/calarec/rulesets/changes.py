"""What a file does to its parent: `set`, `off` and `add`.

Terms. An *order* is one entry of `set` or `add`. Its *targets* are the nodes that its path names in the
parent. Orders with more stars are carried out first, so that those with fewer have the last word; two
that mean one rule equally closely and say different things contradict each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.diagnostics import Edit, Fix, Label
from calarec.language import Both
from calarec.light import NamedTuple
from calarec.rulesets import paths
from calarec.rulesets.header import HEADER_KEYS, map_of
from calarec.rulesets.notes import NOTE_KEYS, Note, limited, settled
from calarec.rulesets.tree import (
    Node,
    Origin,
    Path,
    Plain,
    get,
    plain,
    put,
    remove,
    same,
    size,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.rulesets.findings import Findings
    from calarec.rulesets.notes import Notary

MOST_CHANGES: Final = 1_000
OFF: Final = "off"
_OTHER: Final = Both("the other one", "l'altro")


class Change(NamedTuple):
    """One node that a file set, added or took out. `before` is what its parent had there."""

    kind: str
    path: Path
    before: Plain
    origin: Origin


class _Order(NamedTuple):
    kind: str
    pattern: Path
    node: Node
    rules: Node
    targets: tuple[Path, ...]

    @property
    def is_off(self) -> bool:
        return self.kind == "set" and self.node.value == OFF

    @property
    def rank(self) -> int:
        return paths.rank(self.pattern)


class Editor:
    """Carries out the orders of one file.

    `refill` drops the defaults of a tree and fills them in anew; `forget` takes what was removed out of
    the lists that name it.
    """

    def __init__(
        self,
        notary: Notary,
        default: Note,
        refill: Callable[[Node], Node],
        removable: Callable[[Path, Node], bool],
        forget: Callable[[Node, Path], Node],
        room: int,
    ) -> None:
        self.notary = notary
        self.findings: Findings = notary.findings
        self.default = default
        self.refill = refill
        self.removable = removable
        self.forget = forget
        self.room = room
        self.meant: Callable[[Node], Node] = lambda tree: tree
        """The tree as numbers compare: `6p` is as many thirds."""
        self.changes: list[Change] = []

    def edit(self, parent: Node, sets: Node | None, adds: Node | None, answered: Callable[[Path], bool]) -> Node:
        """The parent's tree (defaults filled in) after all orders; the changes are kept in `changes`."""
        self.room -= size(parent)
        given = [self._order("set", text, entry, parent) for text, entry in self._entries("set", sets)]
        orders = [order for order in given if order is not None]
        tree, winners = self._set(parent, orders)
        tree = self.refill(tree)
        self._redundant(orders, winners, self.meant(parent), self.meant(tree), answered)
        for text, entry in self._entries("add", adds):
            order = self._order("add", text, entry, tree)
            tree = tree if order is None else self._add(tree, order)
        return self.refill(tree)

    def _entries(self, kind: str, node: Node | None) -> Iterator[tuple[str, Node]]:
        """The entries of `set` or `add`, as long as more of them make sense."""
        for text, entry in limited(map_of(node, kind, self.findings), MOST_CHANGES, self.findings):
            if self.findings.full or self.room < 0:
                return
            yield text, entry

    def _order(self, kind: str, text: str, entry: Node, tree: Node) -> _Order | None:
        pattern = paths.parse(text)
        if pattern is None:
            self.findings.add("RUL120", entry.place, path=text)
            return None
        rules = self.notary.claim(entry, self.default)
        targets = self._targets(kind, pattern, entry, tree)
        self.room -= len(targets) * size(rules)
        if self.room < 0:
            self.findings.add("RUL014", entry.place, wording="tree")
            return None
        return _Order(kind, pattern, entry, rules, targets) if targets else None

    def _targets(self, kind: str, pattern: Path, entry: Node, tree: Node) -> tuple[Path, ...]:
        if kind == "add":
            return self._gaps(pattern, entry, tree)
        found = tuple(paths.match(pattern, tree))
        if not found:
            self._nothing(pattern, entry, tree)
        elif any(_in_list(path, tree) for path in found):
            self.findings.add("RUL125", entry.place, path=paths.show(pattern))
            return ()
        elif entry.value == OFF:
            return self._removables(found, entry, tree)
        return found

    def _nothing(self, pattern: Path, entry: Node, tree: Node) -> None:
        text = paths.show(pattern)
        if pattern[0] in HEADER_KEYS:
            self.findings.add("RUL121", entry.place, wording="top", path=text, top=pattern[0])
            return
        near = paths.near(pattern, tree)
        wording = "near" if near else ""
        parent = pattern[:-1]
        if parent and any(isinstance(_at(tree, path).value, dict) for path in paths.match(parent, tree)):
            wording = "near_or_add" if near else "add"
        elif any(_at(tree, p).is_leaf for n in range(1, len(pattern)) for p in paths.match(pattern[:n], tree)):
            wording = wording or "leaf"
        fix = Fix((Edit(entry.place, near),)) if near else None
        self.findings.add("RUL121", entry.place, wording=wording, fix=fix, path=text, near=near)

    def _removables(self, found: tuple[Path, ...], entry: Node, tree: Node) -> tuple[Path, ...]:
        kept = tuple(path for path in found if self.removable(path, tree))
        if len(kept) < len(found):
            first = next(path for path in found if path not in kept)
            self.findings.add("RUL123", entry.span, path=paths.show(first))
        return kept

    def _gaps(self, pattern: Path, entry: Node, tree: Node) -> tuple[Path, ...]:
        text = paths.show(pattern)
        if pattern[-1] == paths.STAR:
            self.findings.add("RUL132", entry.place, path=text)
            return ()
        if pattern[-1] in NOTE_KEYS:
            self.findings.add("RUL134", entry.place, path=text)
            return ()
        if pattern[0] in HEADER_KEYS:
            self.findings.add("RUL130", entry.place, wording="top", path=text, top=pattern[0])
            return ()
        parents = list(paths.match(pattern[:-1], tree))
        if not parents:
            near = paths.near(pattern[:-1], tree)
            near = near and f"{near}.{pattern[-1]}"
            self.findings.add("RUL130", entry.place, wording="near" if near else "", path=text, near=near)
            return ()
        if not all(isinstance(_at(tree, path).value, dict) for path in parents):
            self.findings.add("RUL133", entry.place, path=text)
            return ()
        there = [path for path in parents if pattern[-1] in _at(tree, path).entries]
        if there:
            first = _at(tree, (*there[0], pattern[-1]))
            by_default = not first.origin.layer
            labels = () if by_default else (Label(first.place, Both("it is here", "è qui")),)
            self.findings.add("RUL131", entry.place, labels=labels, path=paths.show((*there[0], pattern[-1])))
            return ()
        return tuple((*path, pattern[-1]) for path in parents)

    def _set(self, parent: Node, orders: list[_Order]) -> tuple[Node, dict[Path, _Order]]:
        winners = self._winners(orders)
        tree = parent
        queue = sorted(winners.items(), key=lambda item: (-item[1].rank, len(item[0])))
        for path, order in queue:
            before = get(parent, path)
            try:
                tree = self._carry_out(tree, parent, path, order)
            except KeyError:
                continue  # a closer order took it out or replaced what is around it: said as a contradiction
            if before is not None:
                kind = "off" if order.is_off else "set"
                self.changes.append(Change(kind, path, plain(before), order.rules.origin))
        return tree, winners

    def _carry_out(self, tree: Node, parent: Node, path: Path, order: _Order) -> Node:
        if order.is_off:
            return self.forget(remove(tree, path), path)
        return put(tree, path, settled(order.rules, get(parent, path)))

    def _winners(self, orders: list[_Order]) -> dict[Path, _Order]:
        """For each target the order that means it most closely; contradictions are findings."""
        winners: dict[Path, _Order] = {}
        for order in orders:
            for path in order.targets:
                known = winners.get(path)
                if known is not None and known.rank == order.rank:
                    if not same(plain(known.node), plain(order.node)):
                        self._contradiction(known, order, path)
                elif known is None or order.rank < known.rank:
                    winners[path] = order
        for path, order in winners.items():
            for length in range(1, len(path)):
                outer = winners.get(path[:length])
                if outer is not None and outer is not order:
                    self._overlap(outer, order, path, path[length:])
        return winners

    def _overlap(self, outer: _Order, inner: _Order, path: Path, rest: Path) -> None:
        """An order for a map and another for something in it, which comes in vain or contradicts it."""
        if outer.rank < inner.rank:
            return
        inside = None if outer.is_off else get(outer.node, rest)
        if outer.rank == inner.rank:
            if inside is None or inner.is_off or not same(plain(inside), plain(inner.node)):
                self._contradiction(outer, inner, path)
            return
        around = None if outer.is_off else get(outer.node, rest[:-1])
        if around is None or not isinstance(around.value, dict):
            self._contradiction(outer, inner, path)

    def _contradiction(self, one: _Order, other: _Order, path: Path) -> None:
        first, second = sorted((one.node.place, other.node.place))
        if any(each.code == "RUL122" and each.span == second for each in self.findings.found):
            return
        self.findings.add("RUL122", second, labels=(Label(first, _OTHER),), path=paths.show(path))

    def _redundant(
        self,
        orders: list[_Order],
        winners: dict[Path, _Order],
        before: Node,
        after: Node,
        answered: Callable[[Path], bool],
    ) -> None:
        contradicted = {each.span for each in self.findings.found if each.code == "RUL122"}
        for order in orders:
            if order.node.place in contradicted or self.findings.broken(order.node.span):
                continue
            won = [path for path in order.targets if winners[path] is order]
            changed = [path for path in won if not _unchanged(before, after, path)]
            if changed:
                continue
            wording = "" if won else "shadowed"
            has_why = order.rules.origin.why is not None or any(map(answered, order.targets))
            self.findings.add(
                "RUL124",
                order.node.place,
                wording=wording,
                answered=has_why,
                path=paths.show(order.pattern),
            )

    def _add(self, tree: Node, order: _Order) -> Node:
        for path in order.targets:
            tree = put(tree, path, settled(order.rules, None))
            self.changes.append(Change("add", path, None, order.rules.origin))
        return tree


def _unchanged(before: Node, after: Node, path: Path) -> bool:
    old, new = get(before, path), get(after, path)
    return old is not None and new is not None and same(plain(old), plain(new))


def _in_list(path: Path, tree: Node) -> bool:
    return any(isinstance(_at(tree, path[:length]).value, list) for length in range(len(path)))


def _at(tree: Node, path: Path) -> Node:
    found = get(tree, path)
    assert found is not None, path
    return found
