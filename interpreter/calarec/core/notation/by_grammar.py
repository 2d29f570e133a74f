"""Read all lines that the grammar accepts, with Lark, also not canonical ones."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.resources import data_folder
from calarec.core.notation.phrases import PHRASES
from calarec.core.notation.statements import word_maker
from calarec.core.records.rows import ROWS

if TYPE_CHECKING:
    import lark

    from calarec.core.records.model import Statement


class AcceptedLine(NamedTuple):
    """A line that the grammar knows; `name` is that which a `hand` line gives."""

    verb: str
    statements: tuple[Statement, ...]
    name: str = ""


@cache
def load_parser() -> lark.Lark:
    """Build the parser from the grammar's text, once.

    Nothing is kept on disk, since Lark keeps what it caches as pickles.
    """
    import lark

    grammar = (data_folder("grammar") / "cal.lark").read_text(encoding="utf-8")
    starts = ["start", "whole_hand", "line"]
    # Lark's cache is not used: it is a pickle.
    return lark.Lark(grammar, parser="lalr", lexer="contextual", start=starts, propagate_positions=True)


def accept_line(text: str, number: int) -> AcceptedLine | None:
    """Return what a line says; None if the grammar does not know it."""
    tree = _parse(text, "line")
    return None if tree is None else _accept_tree(tree.children[0], number)


def accept_hand(text: str, number: int) -> list[AcceptedLine] | None:
    """Return what the lines of a hand say; `number` is that of its `hand` line."""
    tree = _parse(text, "whole_hand")
    return None if tree is None else [_accept_tree(line, number + line.meta.line - 1) for line in tree.children]


def _parse(text: str, start: str) -> Any:
    import lark

    try:
        return load_parser().parse(text if text.endswith("\n") else text + "\n", start=start)
    except lark.exceptions.UnexpectedInput:
        return None


def _accept_tree(tree: Any, number: int) -> AcceptedLine:
    """A statement of the tree, which has a child for each of its words and phrases."""
    said = dict(map(_read_child, tree.children))
    verb = rule_verbs()[tree.data]
    if verb == "hand":
        read = PHRASES["name"].read
        assert read is not None
        return AcceptedLine(verb, (), read(said["name"]) if said else "")
    into: list[Statement] = []
    word_maker(verb)(into, number, *(said.get(part.symbol) for part in ROWS[verb].parts))
    return AcceptedLine(verb, tuple(into))


def _read_child(child: Any) -> tuple[str, Any]:
    """The name of a word or a phrase, and its word or the list of its words."""
    if not hasattr(child, "children"):
        return child.type, str(child)
    words = [str(word) for word in child.children]
    return str(child.data), words if PHRASES[child.data].split else words[0]


@cache
def rule_verbs() -> dict[str, str]:
    """The verb of each rule of the grammar that is a statement."""
    rules = {"x-": "extension"}
    return {"hand": "hand", **{rules.get(verb, verb.replace("-", "_")): verb for verb in ROWS}}
