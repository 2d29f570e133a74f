"""A small vocabulary to compose with: enough to have defaults, entries and things that must stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.rule_files.compose import Composed, compose
from calarec.rule_files.places import SchemaPlace
from calarec.rule_files.tree import Node, Path, find_node, from_plain, put_node, to_plain

if TYPE_CHECKING:
    from pathlib import Path as File

    from calarec.core.mechanisms.ruleset import Plain

_DEFAULTS: dict[str, dict[str, Plain]] = {
    "table": {"seats": 3, "shape": None},
    "contracts": {"leader": "eldest", "steps": []},
}


PARENT = """\
sources: {book: {title: The Book}, club: {title: Minutes}}
source: book page 1
table: {seats: 3}
contracts:
  source: book page 2
  ask: {stake: 1, steps: [call, take]}
  solo: {stake: 2, leader: declarer, source: club}
  none: {stake: 4}
bonus: {capot: {times: 2}}
"""


class Toy:
    """Two sections: `table` is one map, `contracts` is a map of entries."""

    def rule_sections(self) -> frozenset[str]:
        return frozenset(_DEFAULTS) | {"bonus"}

    def fill_defaults(self, root: Node) -> Node:
        sections = dict(root.entries)
        table = sections.get("table", from_plain({}))
        sections["table"] = _filled(table, _DEFAULTS["table"])
        contracts = sections.get("contracts", from_plain({}))
        entries = {key: _filled(each, _DEFAULTS["contracts"]) for key, each in contracts.entries.items()}
        if isinstance(contracts.value, dict):
            sections["contracts"] = contracts._replace(value=dict(entries))
        return root._replace(value=sections)

    def is_removable(self, path: Path, root: Node) -> bool:
        return path == ("bonus",) or (len(path) == 2 and path[0] in ("contracts", "bonus"))

    def find_place(self, path: Path, root: Node) -> SchemaPlace | None:
        """Contracts and bonuses are entries; a table has what its defaults name, an order and a name."""
        if len(path) < 2:
            return (
                SchemaPlace({}, is_open=False, optional=False) if not path or path[0] in self.rule_sections() else None
            )
        if path[0] == "table":
            known = (*_DEFAULTS["table"], "order", "name")
            return SchemaPlace({}, is_open=False, optional=False) if path[1] in known else None
        return SchemaPlace({}, is_open=len(path) == 2, optional=True)

    def remove_mentions(self, root: Node, path: Path) -> Node:
        """`table.order` lists contracts."""
        order = find_node(root, ("table", "order"))
        if order is None or not isinstance(order.value, list):
            return root
        kept = [item for item in order.value if item.value != path[-1]]
        return put_node(root, ("table", "order"), order._replace(value=kept))


def _filled(node: Node, defaults: dict[str, Plain]) -> Node:
    if not isinstance(node.value, dict):
        return node
    missing = {key: from_plain(value) for key, value in defaults.items() if key not in node.value}
    return node._replace(value={**node.value, **missing})


class Shelf:
    """A folder of rule files for one test; ids are the names of the files."""

    def __init__(self, folder: File) -> None:
        self.folder = folder

    def put(self, ruleset: str, body: str, *, header: bool = True) -> File:
        file = self.folder / f"{ruleset}.yaml"
        head = f"ruleset: {ruleset}\nversion: 1.0.0\n" if header else ""
        file.write_text(head + body, encoding="utf-8")
        return file

    def compose(self, ruleset: str) -> Composed:
        return compose(ruleset, Toy(), folders=(str(self.folder),))


def codes(composed: Composed) -> list[str]:
    """Code and place of every finding."""
    return [f"{each.code} {each.span.line}:{each.span.column}" for each in composed.findings]


def value(composed: Composed, path: str) -> Plain:
    """The plain value at a path."""
    return to_plain(node(composed, path))


def node(composed: Composed, path: str) -> Node:
    """The node at a path."""
    assert composed.root is not None, codes(composed)
    found = find_node(composed.root, tuple(path.split(".")))
    assert found is not None, path
    return found


def child(shelf: Shelf, body: str) -> list[str]:
    """Return the codes of a file that extends `PARENT`."""
    shelf.put("child", f"extends: parent\n{body}")
    return codes(shelf.compose("child"))
