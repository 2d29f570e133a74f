"""Functions of the filter for the compiled kernel: from their Python to programs of its little machine.

In goes a function as the generators write it (`phases.py`, for playouts `playouts/stepping.py`): integers, names,
conditions, the lines of an exchange one after the other. Out comes a program: instructions and the numbers that they
use. So each rule is written once. What has a loop over a list, a list of changing length or anything else that the
machine does not know has no program, and hands that need it are checked by the functions themselves.

The names of instructions and registers are those of `kernel/core/machine.h`; a test holds the two against each other.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

INSTRUCTIONS: Final = (
    "END", "NUMBER", "COPY", "ADD", "SUBTRACT", "MULTIPLY", "DIVIDE", "REMAINDER", "AND", "OR", "XOR", "LEFT", "RIGHT",
    "NEGATE", "INVERT", "COUNT", "LEAST", "MOST", "AMOUNT", "LOAD", "STORE", "ROW", "JUMP", "UNLESS", "EQUAL", "OTHER",
    "LESS", "LESS_EQUAL", "MORE", "MORE_EQUAL", "COUNT_OF", "PICK", "BETWEEN",
)  # fmt: skip
_CODE: Final = {name: number for number, name in enumerate(INSTRUCTIONS)}
LISTS: Final = {"hands": 0, "piles": 8, "won": 16, "dealt": 24, "held": 32}
"""Where the lists stand that a function is given, eight places each; behind them the one that it makes."""
MADE: Final = 40
GIVEN: Final = {"decl": 48, "mate": 49, "found": 50, "asked": 51, "last": 52, "out": 53, "deals": 54, "points": 56}
"""Where the numbers stand that it is given."""
_PAID: Final = ("", 55, None, None, 56, 57)
GIVEN_BACK: Final = {
    "check": ("found", "mate"), "settle": _PAID, "claimed": _PAID, "claimable": ("points", "last"), "taken": ("",),
    "settle_out": ("", None, None, None, None, None), "called": ("asked", "found", "mate"),
    "chance": ("found", "mate"), "callable": (55,),
}  # fmt: skip
"""Where what it returns is left: a number that it was given, a register, nowhere; empty: the list."""
_FIRST: Final = 58
_REGISTERS: Final = 256
_LONGEST: Final = 60_000
LAID_OUT: Final = 64
"""So many numbers of a program stand in the last registers when it begins, the first in the very last."""
_ROW: Final = ("do", "seat", "cards", "to", "shown")
"""A line of the exchange, in one go."""

_BINARY: Final[dict[type[ast.operator], str]] = {
    ast.Add: "ADD", ast.Sub: "SUBTRACT", ast.Mult: "MULTIPLY", ast.FloorDiv: "DIVIDE", ast.Mod: "REMAINDER",
    ast.BitAnd: "AND", ast.BitOr: "OR", ast.BitXor: "XOR", ast.LShift: "LEFT", ast.RShift: "RIGHT",
}  # fmt: skip
_COMPARED: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "EQUAL", ast.NotEq: "OTHER", ast.Lt: "LESS", ast.LtE: "LESS_EQUAL", ast.Gt: "MORE", ast.GtE: "MORE_EQUAL",
}  # fmt: skip
_NOT_INTO: Final = frozenset(("END", "STORE", "ROW", "JUMP", "UNLESS"))
"""Instructions whose first register is not where one value goes."""
_CALLED: Final = {"min": "LEAST", "max": "MOST"}
_BY_CHANCE: Final = {"pick": "PICK", "number": "BETWEEN"}


class Program(NamedTuple):
    """What the machine runs."""

    code: tuple[int, ...]
    numbers: tuple[int, ...]


NO_PROGRAM: Final = Program((), ())


class UntranslatedError(Exception):
    """Something that the machine does not know."""


def programs(source: str) -> dict[str, Program]:
    """The programs of all functions of a source that have one, by name."""
    found = {}
    for each in ast.parse(source).body:
        if isinstance(each, ast.FunctionDef) and _kind(each) in GIVEN_BACK:
            try:
                found[each.name] = _Translation(each).program()
            except UntranslatedError:
                continue
    return found


def _kind(function: ast.FunctionDef) -> str:
    return function.name if function.name in GIVEN_BACK else function.name.split("_")[0]


class _Translation:
    """One function on its way."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.function = function
        self.returned = GIVEN_BACK[_kind(function)]
        self.code: list[tuple[str, int, int, int]] = []
        self.numbers: dict[int, int] = {}
        self.made = ""
        """The name of the list that it makes."""
        self.names = dict(GIVEN)
        for name in (*_ROW, *self._assigned()):
            self.names.setdefault(name, _FIRST + len(self.names) - len(GIVEN))
        self.free = self.first_free = self.most = _FIRST + len(self.names) - len(GIVEN)
        self.landed = 0
        """Where a jump has come down last: what comes before is not always what has just been done."""

    def _assigned(self) -> list[str]:
        found: dict[str, None] = {}
        for each in ast.walk(self.function):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                found[each.id] = None
        return list(found)

    def program(self) -> Program:
        """All of it."""
        self.block(self.function.body)
        if len(self.code) > _LONGEST or len(self.numbers) > _LONGEST:
            raise UntranslatedError
        if self.most > _REGISTERS - min(len(self.numbers), LAID_OUT):
            raise UntranslatedError
        code = []
        for what, a, b, c in self.code:
            wide = b if what in ("NUMBER", "JUMP", "UNLESS") else b | c << 8
            code.append(_CODE[what] | a << 8 | wide << 16)
        return Program(tuple(code), tuple(self.numbers))

    def add(self, what: str, a: int = 0, b: int = 0, c: int = 0) -> int:
        """An instruction; where it stands."""
        self.code.append((what, a, b, c))
        return len(self.code) - 1

    def land(self, jumps: Sequence[int]) -> None:
        """Jumps lead to what comes next."""
        for at in jumps:
            what, a, _, _ = self.code[at]
            self.code[at] = (what, a, len(self.code) - at - 1, 0)
            self.landed = len(self.code)

    def register(self) -> int:
        """One that nobody uses."""
        if self.free >= _REGISTERS:
            raise UntranslatedError
        self.free += 1
        self.most = max(self.most, self.free)
        return self.free - 1

    def copy(self, to: int, register: int) -> None:
        """A value goes to a register; if it was just worked out, it is worked out there."""
        if to == register:
            return
        if self.code and self.landed < len(self.code) and register >= self.first_free:
            what, a, b, c = self.code[-1]
            if a == register and what not in _NOT_INTO:
                self.code[-1] = (what, to, b, c)
                return
        self.add("COPY", to, register)

    # ------------------------------------------------------------------ statements

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Statements one after the other."""
        for each in body:
            self.statement(each)
            self.free = self.first_free

    def statement(self, it: ast.stmt) -> None:
        """One statement."""
        match it:
            case ast.Pass() | ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="log"), attr="append"))):
                pass  # what is logged is for stories, and nobody tells any here
            case ast.If():
                self.either(it)
            case ast.While():
                self.again_and_again(it)
            case ast.Assign(targets=[ast.Tuple(elts=elts)], value=ast.Subscript(value=ast.Name(id="rows"), slice=at)):
                if tuple(each.id for each in elts if isinstance(each, ast.Name)) != _ROW:
                    raise UntranslatedError
                self.add("ROW", self.names["do"], self.value(at))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=elts)):
                self.make(name, elts)
            case ast.Assign():
                found = self.value(it.value)
                for target in it.targets:
                    self.store(target, found)
            case ast.AugAssign():
                found = self.binary(it.op, self.value(_read(it.target)), self.value(it.value))
                self.store(it.target, found)
            case ast.Return():
                self.give_back(it.value)
            case _:
                raise UntranslatedError

    def either(self, it: ast.If) -> None:
        """One block or another."""
        if isinstance(it.test, ast.Constant) and it.test.value == 1:
            self.block(it.body)
            return
        past = self.unless(it.test)
        self.block(it.body)
        if it.orelse:
            end = self.add("JUMP")
            self.land(past)
            self.block(it.orelse)
            past = [end]
        self.land(past)

    def again_and_again(self, it: ast.While) -> None:
        """A loop, written out as often as places can take and discard; there is no way back."""
        done = []
        for _ in range(2 * LISTS["piles"]):
            done += self.unless(it.test)
            self.free = self.first_free
            self.block(it.body)
        done += self.unless(it.test)
        self.add("END", 0)
        self.land(done)

    def make(self, name: str, elements: Sequence[ast.expr]) -> None:
        """The list of a function."""
        if self.made not in ("", name) or len(elements) > LISTS["piles"]:
            raise UntranslatedError
        found = [self.value(each) for each in elements]
        self.made = name
        for place, register in enumerate(found):
            self.copy(MADE + place, register)

    def store(self, target: ast.expr, register: int) -> None:
        """A value goes to a name, or to a place of a list."""
        match target:
            case ast.Name(id=name) if name != self.made and name not in LISTS:
                self.copy(self.names[name], register)
            case ast.Subscript(value=ast.Name(id=name), slice=at):
                self.add("STORE", self.base(name), self.value(at), register)
            case _:
                raise UntranslatedError

    def base(self, name: str) -> int:
        """Where a list stands."""
        if name == self.made and name:
            return MADE
        if name not in LISTS:
            raise UntranslatedError
        return LISTS[name]

    def give_back(self, value: ast.expr | None) -> None:
        """The end: nothing, or what is left for whoever asked."""
        if isinstance(value, ast.Constant) and value.value == 0:
            self.add("END", 0)
            return
        elements = value.elts if isinstance(value, ast.Tuple) else [value]
        if len(elements) != len(self.returned):
            raise UntranslatedError
        found = []
        for each, where in zip(elements, self.returned, strict=True):
            if where == "":
                if not (isinstance(each, ast.Name) and each.id == self.made):
                    raise UntranslatedError
            elif where is not None and each is not None:
                to = GIVEN[where] if isinstance(where, str) else where
                found.append((to, self.value(each)))
        for to, register in found:
            self.copy(to, register)
        self.add("END", 1)

    # ------------------------------------------------------------------ values

    def value(self, it: ast.expr) -> int:
        """The register of a value."""
        match it:
            case ast.Constant(value=int(number)):
                return self.number(int(number))
            case ast.Name(id=name) if name in self.names and name != self.made:
                return self.names[name]
            case ast.BinOp():
                return self.binary(it.op, self.value(it.left), self.value(it.right))
            case ast.UnaryOp(op=ast.USub()):
                return self.negated(it.operand)
            case ast.UnaryOp(op=ast.Invert()):
                return self.result("INVERT", self.value(it.operand))
            case ast.IfExp():
                return self.chosen(it)
            case ast.Subscript(value=ast.Name(id=name), slice=at) if name != "rows":
                return self.result("LOAD", self.base(name), self.value(at))
            case ast.Subscript(value=ast.Subscript(value=ast.Name(id="rows"), slice=at), slice=ast.Constant(value=0)):
                register = self.register()
                for _ in _ROW[1:]:
                    self.register()
                self.add("ROW", register, self.value(at))
                return register
            case ast.Call():
                return self.called(it)
        if _is_truth(it):
            return self.truth(it)
        raise UntranslatedError

    def number(self, number: int) -> int:
        """A number that stands in the source."""
        if not -1 << 62 < number < 1 << 62:
            raise UntranslatedError
        at = self.numbers.setdefault(number, len(self.numbers))
        return _REGISTERS - 1 - at if at < LAID_OUT else self.result("NUMBER", at)

    def result(self, what: str, b: int = 0, c: int = 0) -> int:
        """The register into which an instruction puts what it finds."""
        register = self.register()
        self.add(what, register, b, c)
        return register

    def negated(self, it: ast.expr) -> int:
        """Less than nothing by as much."""
        if isinstance(it, ast.Constant) and isinstance(it.value, int):
            return self.number(-it.value)
        return self.result("NEGATE", self.value(it))

    def binary(self, op: ast.operator, one: int, other: int) -> int:
        """Two values and a sign between them."""
        if type(op) not in _BINARY:
            raise UntranslatedError
        return self.result(_BINARY[type(op)], one, other)

    def chosen(self, it: ast.IfExp) -> int:
        """One value or another."""
        into = self.register()
        past = self.unless(it.test)
        self.copy(into, self.value(it.body))
        end = self.add("JUMP")
        self.land(past)
        self.copy(into, self.value(it.orelse))
        self.land([end])
        return into

    def called(self, it: ast.Call) -> int:
        """A built-in."""
        match it:
            case ast.Call(func=ast.Attribute(attr="bit_count", value=of)):
                if isinstance(of, ast.BinOp) and isinstance(of.op, ast.BitAnd):
                    return self.result("COUNT_OF", self.value(of.left), self.value(of.right))
                return self.result("COUNT", self.value(of))
            case ast.Call(func=ast.Name(id="abs"), args=[of]):
                return self.result("AMOUNT", self.value(of))
            case ast.Call(func=ast.Name(id=name), args=[first, other]) if name in _BY_CHANCE:
                return self.result(_BY_CHANCE[name], self.value(first), self.value(other))
            case ast.Call(func=ast.Name(id=name), args=[first, *others]) if name in _CALLED and others:
                found = self.value(first)
                for each in others:
                    found = self.result(_CALLED[name], found, self.value(each))
                return found
        raise UntranslatedError

    def truth(self, it: ast.expr) -> int:
        """1 or 0."""
        into = self.register()
        past = self.unless(it)
        self.add("COPY", into, self.number(1))
        end = self.add("JUMP")
        self.land(past)
        self.add("COPY", into, self.number(0))
        self.land([end])
        return into

    # ------------------------------------------------------------------ conditions

    def unless(self, it: ast.expr) -> list[int]:
        """Goes on if a condition holds; the jumps that are taken if it does not, still to be landed."""
        match it:
            case ast.BoolOp(op=ast.And(), values=values):
                return [jump for each in values for jump in self.unless(each)]
            case ast.BoolOp(op=ast.Or(), values=[*first, last]):
                holds = []
                for each in first:
                    past = self.unless(each)
                    holds.append(self.add("JUMP"))
                    self.land(past)
                past = self.unless(last)
                self.land(holds)
                return past
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                past = self.unless(operand)
                end = self.add("JUMP")
                self.land(past)
                return [end]
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                return self.compared(left, ops, comparators)
        return [self.add("UNLESS", self.value(it))]

    def compared(self, left: ast.expr, ops: Sequence[ast.cmpop], others: Sequence[ast.expr]) -> list[int]:
        """A chain of comparisons."""
        past, one = [], self.value(left)
        for op, each in zip(ops, others, strict=True):
            if type(op) not in _COMPARED:
                raise UntranslatedError
            other = self.value(each)
            past.append(self.add("UNLESS", self.result(_COMPARED[type(op)], one, other)))
            one = other
        return past


def _is_truth(it: ast.expr) -> bool:
    """Whether something is true or false and nothing else."""
    match it:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=values):
            return all(_is_truth(each) for each in values)
    return False


def _read(target: ast.expr) -> ast.expr:
    """A target as a value."""
    match target:
        case ast.Name(id=name):
            return ast.Name(id=name, ctx=ast.Load())
        case ast.Subscript(value=value, slice=at):
            return ast.Subscript(value=value, slice=at, ctx=ast.Load())
    raise UntranslatedError
