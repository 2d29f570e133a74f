"""The rules of `grammar/cal.lark` as Lark has loaded them, and what is derived from them: patterns and forms."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation import by_grammar

if TYPE_CHECKING:
    from calarec.core.notation.expectations import Form

_SPACE: Final = "_B"
_LINE_END: Final = "_EOL"
_TRICK_NUMBER: Final = " [0-9]|[1-9][0-9]{1,8}"
"""Canonical numbers of tricks are two characters wide: they are under one another."""


class GrammarNode(NamedTuple):
    """`text`, `pattern`, `word` or `phrase` (with `value`), or `all`, `any`, `?`, `*`, `+` (with `parts`)."""

    kind: str
    value: str = ""
    parts: tuple[GrammarNode, ...] = ()


@cache
def rule_nodes() -> dict[str, GrammarNode]:
    """The statements and phrases by their names; the other rules say where lines may appear."""
    rules = {str(name): _node(tree) for name, _, tree, _ in by_grammar.load_parser().grammar.rule_defs}
    return {name: node for name, node in rules.items() if not name.startswith("_")}


@cache
def word_nodes() -> dict[str, GrammarNode]:
    """The terminals by their names."""
    return {str(name): _node(tree) for name, (tree, _) in by_grammar.load_parser().grammar.term_defs}


@cache
def statement_nodes() -> dict[str, GrammarNode]:
    """The statements by verb, without the end of the line."""
    verbs = by_grammar.rule_verbs()
    return {verbs[name]: node._replace(parts=node.parts[:-1]) for name, node in rule_nodes().items() if name in verbs}


@cache
def statements_at(rule: str) -> frozenset[str]:
    """The verbs of the statements among which a rule chooses: `_between`, `_anywhere` or `_within`."""
    trees = {str(name): _node(tree) for name, _, tree, _ in by_grammar.load_parser().grammar.rule_defs}
    return frozenset(by_grammar.rule_verbs()[part.value] for part in trees[rule].parts)


def _node(tree: Any) -> GrammarNode:
    """A node of what Lark has loaded."""
    if tree.__class__.__name__ in ("Terminal", "NonTerminal"):
        return GrammarNode("word" if tree.is_term else "phrase", tree.name)
    if tree.data == "literal":
        token = tree.children[0]
        kind = "pattern" if token.type == "REGEXP" else "text"
        return GrammarNode(kind, token[1:-1])
    if tree.data == "expr":
        return GrammarNode(str(tree.children[1]), parts=(_node(tree.children[0]),))
    parts = tuple(map(_node, tree.children))
    if len(parts) == 1:
        return parts[0]
    return GrammarNode({"expansions": "any", "expansion": "all"}[tree.data], parts=parts)


def word_pattern(name: str) -> str:
    """The regular expression of a terminal, with single spaces."""
    return _pattern(word_nodes()[name], has_fields=False)


def statement_pattern(verb: str, *, has_fields: bool) -> str:
    """The regular expression of the canonical lines of a verb, with a group for each word and phrase if asked for."""
    return _pattern(statement_nodes()[verb], has_fields=has_fields)


def _pattern(node: GrammarNode, *, has_fields: bool) -> str:
    if node.kind == "text":
        return re.escape(node.value)
    if node.kind == "pattern":
        return " " if node.value == " +" else node.value
    if node.kind == "word":
        pattern = word_pattern(node.value)
        return f"(?P<{node.value}>{pattern})" if has_fields and not node.value.startswith("_") else pattern
    if node.kind == "phrase":
        return _phrase_pattern(node.value, has_fields=has_fields)
    parts = [_pattern(part, has_fields=has_fields) for part in node.parts]
    if node.kind == "all":
        return "".join(parts)
    return f"(?:{'|'.join(parts)})" + ("" if node.kind == "any" else node.kind)


def _phrase_pattern(name: str, *, has_fields: bool) -> str:
    """The keyword of a phrase is outside its group."""
    node = rule_nodes()[name]
    if name == "number":
        return f"(?P<{name}>{_TRICK_NUMBER})" if has_fields else f"(?:{_TRICK_NUMBER})"
    parts = node.parts if node.kind == "all" else (node,)
    first = next(number for number, part in enumerate(parts) if not _is_silent(part))
    before, after = (
        "".join(_pattern(part, has_fields=False) for part in some) for some in (parts[:first], parts[first:])
    )
    return f"{before}(?P<{name}>{after})" if has_fields else before + after


def _is_silent(node: GrammarNode) -> bool:
    """Check whether a node is a space or a keyword, which no statement keeps."""
    return node.kind == "word" and node.value.startswith("_")


@cache
def named_words() -> dict[str, str]:
    """The patterns of the terminals that are one word and no keyword, by their names."""
    used = {part for node in rule_nodes().values() for part in _words_of(node)}
    return {name: word_pattern(name) for name in word_nodes() if name in used and not _is_fixed(word_nodes()[name])}


def _words_of(node: GrammarNode) -> set[str]:
    own = {node.value} if node.kind == "word" and not _is_silent(node) else set()
    return own.union(*map(_words_of, node.parts))


def _is_fixed(node: GrammarNode) -> bool:
    """Check whether a terminal is made of fixed texts."""
    return (node.kind != "pattern" or node.value == " +") and all(map(_is_fixed, node.parts))


def statement_form(verb: str) -> Form:
    """Return the form of lines with this verb."""
    form = _form(statement_nodes()[verb])
    assert form is not None
    return form


def _form(node: GrammarNode) -> Form | None:
    """None for spaces, which the words of a line do not have any more."""
    if node.kind == "text":
        return f'"{node.value}"'
    if node.kind == "pattern":
        return None
    if node.kind == "phrase":
        return _form(rule_nodes()[node.value])
    if node.kind == "word":
        terminal = word_nodes()[node.value]
        return _form(terminal) if _is_fixed(terminal) else node.value
    parts = [form for form in map(_form, node.parts) if form is not None]
    return parts[0] if node.kind == "all" and len(parts) == 1 else (node.kind, *parts)
