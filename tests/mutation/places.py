"""Places where a mutant may stand, and a module with its mutants in it.

In goes the text of a module; out come its places, and the same module in which every chosen place asks
`mutants.on(number)` which of two expressions is meant. So all mutants stand in one copy of the tree, and one at a time
is woken.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from dataclasses import dataclass
from typing import Final

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MutantPlace:
    """Where in a module, by the order in which places are met, and what stands there before and after."""

    index: int
    line: int
    before: str
    after: str


def places(text: str) -> list[MutantPlace]:
    """All places of a module, in the order of the walk."""
    finder = _Woven({})
    finder.visit(ast.parse(text))
    return finder.met


def woven(text: str, chosen: dict[int, int]) -> str:
    """The module with the mutants at the chosen places: index of the place to number of the mutant."""
    tree = _Woven(chosen).visit(ast.parse(text))
    after_docstring = 1 if ast.get_docstring(tree) is not None else 0
    while isinstance(tree.body[after_docstring], ast.ImportFrom) and tree.body[after_docstring].module == "__future__":
        after_docstring += 1
    tree.body.insert(after_docstring, ast.parse("from calarec.mutants import on as _mutant_on").body[0])
    return ast.unparse(ast.fix_missing_locations(tree))


class _Woven(ast.NodeTransformer):
    """Meets every place inside a function; annotations, defaults, patterns and f-strings are passed over."""

    def __init__(self, chosen: dict[int, int]) -> None:
        self.met: list[MutantPlace] = []
        self._chosen = chosen
        self._inside = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self._inside += 1
        node.body = [self.visit(each) for each in node.body]
        self._inside -= 1
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        node.guard = self.visit(node.guard) if node.guard else None
        node.body = [self.visit(each) for each in node.body]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for at, operator in enumerate(node.ops):
            other = deepcopy(node)
            other.ops[at] = _COMPARISONS[type(operator)]()
            node_or_choice = self._place(node, other)
            if node_or_choice is not node:
                return node_or_choice
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        text = isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
        if type(node.op) not in _OPERATORS or text:
            return node
        other = deepcopy(node)
        other.op = _OPERATORS[type(node.op)]()
        return self._place(node, other)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        node.value = self.visit(node.value)
        if type(node.op) not in _OPERATORS:
            return node
        other = deepcopy(node)
        other.op = _OPERATORS[type(node.op)]()
        number = self._number(node, other)
        return node if number is None else ast.If(_asks(number), [other], [node])

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        other = deepcopy(node)
        other.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return self._place(node, other)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return self._place(node, node.operand) if isinstance(node.op, (ast.Not, ast.USub)) else node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        value = node.value
        if isinstance(value, bool):
            return self._place(node, ast.Constant(not value))
        return self._place(node, ast.Constant(value + 1)) if isinstance(value, int) else node

    def _place(self, node: ast.expr, other: ast.expr) -> ast.expr:
        number = self._number(node, other)
        return node if number is None else ast.IfExp(_asks(number), other, node)

    def _number(self, node: ast.expr | ast.stmt, other: ast.expr | ast.stmt) -> int | None:
        if not self._inside:
            return None
        index = len(self.met)
        self.met.append(MutantPlace(index, node.lineno, ast.unparse(node), ast.unparse(other)))
        return self._chosen.get(index)


def _asks(number: int) -> ast.expr:
    return ast.Call(ast.Name("_mutant_on", ast.Load()), [ast.Constant(number)], [])
