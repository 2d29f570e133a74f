"""One rule written into the text of a rule file, or removed; all else stays.

A rule goes to where the file has it already: under `set`, or in an entry of `add`; otherwise first under `set`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.wording.findings import Edit
from calarec.core.wording.language import Words
from calarec.rule_files.source import read_source
from calarec.rule_files.tree import find_node
from calarec_tools.output.files.apply_fixes import apply_edits
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from calarec.rule_files.tree import Node, Path

_SET: Final = re.compile(r"^set:[ \t]*(?:~|\{\}|null)?[ \t]*(#.*)?$", re.MULTILINE)
_IN_ENTRY: Final = Words("`{path}` is not written in its entry under `add:`; write it there, in the rule file.")
_IN_FLOW: Final = Words("`set:` is on one line in this file; write the rule there.")


def with_rule(text: str, path: Path, value: str) -> str:
    """Set the rule at a path of a rule file to a value, written in YAML."""
    root = _tree_of(text)
    known = _order_of(root, "set", path)
    if known is not None:
        return _with_value(text, known, value)
    for length in range(len(path), 0, -1):
        entry = _order_of(root, "add", path[:length])
        if entry is not None and length < len(path):
            there = find_node(entry, path[length:])
            if there is None:
                raise RefusalError(_IN_ENTRY, path=".".join(path))
            return _with_value(text, there, value)
    return _with_first_line(text, root, f"{'.'.join(path)}: {value}")


def without_rule(text: str, path: Path) -> str:
    """A rule file that sets, adds and takes out nothing at a path."""
    root = _tree_of(text)
    for kind in ("set", "add"):
        for length in range(len(path), 0, -1):
            order = _order_of(root, kind, path[:length])
            if order is None or (length < len(path) and kind == "set" and order.value != "off"):
                continue
            text = _without_lines(text, order)
            if root is not None and len(root.entries[kind].entries) == 1:
                text = re.sub(rf"^{kind}:[ \t]*\n(?![ \t]+\S)", "", text, flags=re.MULTILINE)
            return text
    return text


def _tree_of(text: str) -> Node | None:
    return read_source(text.encode(), "")[0]


def _order_of(root: Node | None, kind: str, path: Path) -> Node | None:
    orders = root.entries.get(kind) if root is not None else None
    return orders.entries.get(".".join(path)) if orders is not None else None


def _with_value(text: str, node: Node, value: str) -> str:
    """The text with another value, on one line, where one is."""
    span = node.span
    lines = text.split("\n")
    if span.end_line == span.line and span.line == node.entry_span.line:
        return apply_edits(text, [Edit(span, value)])
    key = node.entry_span
    kept = lines[key.line - 1][: key.end_column - 1].rstrip()
    return "\n".join([*lines[: key.line - 1], f"{kept}: {value}", *lines[_last_line(node, lines) :]])


def _without_lines(text: str, order: Node) -> str:
    lines = text.split("\n")
    first = order.entry_span.line
    return "\n".join([*lines[: first - 1], *lines[_last_line(order, lines) :]])


def _last_line(order: Node, lines: list[str]) -> int:
    """The last line of an entry: comments before the next one are not its own."""
    last = order.span.end_line
    if last > order.span.line and not lines[last - 1][: order.span.end_column - 1].strip():
        last -= 1
        while lines[last - 1].lstrip()[:1] in ("", "#"):
            last -= 1
    return last


def _with_first_line(text: str, root: Node | None, line: str) -> str:
    sets = root.entries.get("set") if root is not None else None
    first = next(iter(sets.entries.values()), None) if sets is not None else None
    if first is not None and sets is not None:
        at = first.entry_span
        if sets.key_span is not None and at.line == sets.key_span.line:
            raise RefusalError(_IN_FLOW)
        lines = text.split("\n")
        return "\n".join([*lines[: at.line - 1], " " * (at.column - 1) + line, *lines[at.line - 1 :]])
    if _SET.search(text):
        return _SET.sub(lambda _: f"set:\n  {line}", text, count=1)
    return f"{text.rstrip()}\n\nset:\n  {line}\n"
