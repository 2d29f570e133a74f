"""Translation of the filter's functions to programs for the compiled kernel.

A function goes in as the generators write it (`phases.py`, for playouts `playouts/stepping.py`): integers, names,
conditions, the lines of an exchange one after the other. A program comes out: instructions and the numbers that they
use. So each rule is written once. A function has no program if it uses a loop over a list, a list of changing length
or anything else that the machine does not know. Hands that need it are checked by the functions themselves.

The names of instructions and registers are those of `kernel/core/machine.h`; a test compares the two.
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
LIST_REGISTERS: Final = {"hands": 0, "piles": 8, "won": 16, "dealt": 24, "held": 32}
"""The registers of a function's lists, eight places each; the made one follows."""
MADE_LIST: Final = 40
GIVEN_REGISTERS: Final = {
    "decl": 48,
    "mate": 49,
    "found": 50,
    "asked": 51,
    "last": 52,
    "out": 53,
    "deals": 54,
    "points": 56,
}
"""The registers of a function's numbers."""
_PAID: Final = ("", 55, None, None, 56, 57)
RETURNED_PLACES: Final = {
    "check": ("found", "mate"), "settle": _PAID, "claimed": _PAID, "claimable": ("points", "last"), "taken": ("",),
    "settle_out": ("", None, None, None, None, None), "called": ("asked", "found", "mate"),
    "chance": ("found", "mate"), "callable": (55,), "offered": (40, 41, 42, 43, 44, 45), "made": ("found",),
}  # fmt: skip
"""The places of returned values: an argument, a register, none; empty: the list."""
_FIRST_FREE_REGISTER: Final = 58
_REGISTER_COUNT: Final = 256
_MAX_INSTRUCTIONS: Final = 60_000
LAID_OUT_NUMBERS: Final = 64
"""The most numbers of a program that are in registers at its start, from the end."""
_ROW_NAMES: Final = ("do", "seat", "cards", "to", "shown")
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
    """A program of the machine."""

    code: tuple[int, ...]
    numbers: tuple[int, ...]


NO_PROGRAM: Final = Program((), ())


class UntranslatedError(Exception):
    """Something that the machine does not know."""


def translate_source(source: str) -> dict[str, Program]:
    """The programs of all functions of a source that have one, by name."""
    found = {}
    for function in ast.parse(source).body:
        if isinstance(function, ast.FunctionDef) and _function_kind(function) in RETURNED_PLACES:
            try:
                found[function.name] = _Translation(function).program()
            except UntranslatedError:
                continue
    return found


def _function_kind(function: ast.FunctionDef) -> str:
    return function.name if function.name in RETURNED_PLACES else function.name.split("_")[0]


class _Translation:
    """One function on its way."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.function = function
        self.returned = RETURNED_PLACES[_function_kind(function)]
        self.code: list[tuple[str, int, int, int]] = []
        self.numbers: dict[int, int] = {}
        self.made = ""
        """The name of the list that it makes."""
        self.names = dict(GIVEN_REGISTERS)
        for name in (*_ROW_NAMES, *self._assigned_names()):
            self.names.setdefault(name, _FIRST_FREE_REGISTER + len(self.names) - len(GIVEN_REGISTERS))
        self.free = self.first_free = self.most_registers = (
            _FIRST_FREE_REGISTER + len(self.names) - len(GIVEN_REGISTERS)
        )
        self.landed = 0
        """The last target of a jump: code before it may not have run."""

    def _assigned_names(self) -> list[str]:
        found: dict[str, None] = {}
        for node in ast.walk(self.function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found[node.id] = None
        return list(found)

    def program(self) -> Program:
        """All of it."""
        self.add_block(self.function.body)
        if len(self.code) > _MAX_INSTRUCTIONS or len(self.numbers) > _MAX_INSTRUCTIONS:
            raise UntranslatedError
        if self.most_registers > _REGISTER_COUNT - min(len(self.numbers), LAID_OUT_NUMBERS):
            raise UntranslatedError
        code = []
        for what, a, b, c in self.code:
            wide = b if what in ("NUMBER", "JUMP", "UNLESS") else b | c << 8
            code.append(_CODE[what] | a << 8 | wide << 16)
        return Program(tuple(code), tuple(self.numbers))

    def add_instruction(self, what: str, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Add an instruction; its place."""
        self.code.append((what, a, b, c))
        return len(self.code) - 1

    def land_jumps(self, jumps: Sequence[int]) -> None:
        """Jumps lead to what comes next."""
        for at in jumps:
            what, a, _, _ = self.code[at]
            self.code[at] = (what, a, len(self.code) - at - 1, 0)
            self.landed = len(self.code)

    def take_register(self) -> int:
        """Take an unused register."""
        if self.free >= _REGISTER_COUNT:
            raise UntranslatedError
        self.free += 1
        self.most_registers = max(self.most_registers, self.free)
        return self.free - 1

    def copy_value(self, to: int, register: int) -> None:
        """A value goes to a register; if it was just worked out, it is worked out there."""
        if to == register:
            return
        if self.code and self.landed < len(self.code) and register >= self.first_free:
            what, a, b, c = self.code[-1]
            if a == register and what not in _NOT_INTO:
                self.code[-1] = (what, to, b, c)
                return
        self.add_instruction("COPY", to, register)

    # ------------------------------------------------------------------ statements

    def add_block(self, body: Sequence[ast.stmt]) -> None:
        """Statements one after the other."""
        for statement in body:
            self.add_statement(statement)
            self.free = self.first_free

    def add_statement(self, it: ast.stmt) -> None:
        """One statement."""
        match it:
            case ast.Pass() | ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="log"), attr="append"))):
                pass  # what is logged is for stories, and nobody tells any here
            case ast.If():
                self.add_condition(it)
            case ast.While():
                self.add_loop(it)
            case ast.Assign(targets=[ast.Tuple(elts=elts)], value=ast.Subscript(value=ast.Name(id="rows"), slice=at)):
                if tuple(node.id for node in elts if isinstance(node, ast.Name)) != _ROW_NAMES:
                    raise UntranslatedError
                self.add_instruction("ROW", self.names["do"], self.value_register(at))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=elts)):
                self.make_list(name, elts)
            case ast.Assign():
                found = self.value_register(it.value)
                for target in it.targets:
                    self.store_value(target, found)
            case ast.AugAssign():
                found = self.binary_register(
                    it.op, self.value_register(_as_value(it.target)), self.value_register(it.value)
                )
                self.store_value(it.target, found)
            case ast.Return():
                self.add_return(it.value)
            case _:
                raise UntranslatedError

    def add_condition(self, it: ast.If) -> None:
        """One block or another."""
        if isinstance(it.test, ast.Constant) and it.test.value == 1:
            self.add_block(it.body)
            return
        past = self.jumps_unless(it.test)
        self.add_block(it.body)
        if it.orelse:
            end = self.add_instruction("JUMP")
            self.land_jumps(past)
            self.add_block(it.orelse)
            past = [end]
        self.land_jumps(past)

    def add_loop(self, it: ast.While) -> None:
        """Add a loop, unrolled as often as places can take and discard."""
        done = []
        for _ in range(2 * LIST_REGISTERS["piles"]):
            done += self.jumps_unless(it.test)
            self.free = self.first_free
            self.add_block(it.body)
        done += self.jumps_unless(it.test)
        self.add_instruction("END", 0)
        self.land_jumps(done)

    def make_list(self, name: str, elements: Sequence[ast.expr]) -> None:
        """The list of a function."""
        if self.made not in ("", name) or len(elements) > LIST_REGISTERS["piles"]:
            raise UntranslatedError
        found = [self.value_register(element) for element in elements]
        self.made = name
        for place, register in enumerate(found):
            self.copy_value(MADE_LIST + place, register)

    def store_value(self, target: ast.expr, register: int) -> None:
        """A value goes to a name, or to a place of a list."""
        match target:
            case ast.Name(id=name) if name != self.made and name not in LIST_REGISTERS:
                self.copy_value(self.names[name], register)
            case ast.Subscript(value=ast.Name(id=name), slice=at):
                self.add_instruction("STORE", self.list_base(name), self.value_register(at), register)
            case _:
                raise UntranslatedError

    def list_base(self, name: str) -> int:
        """The first register of a list."""
        if name == self.made and name:
            return MADE_LIST
        if name not in LIST_REGISTERS:
            raise UntranslatedError
        return LIST_REGISTERS[name]

    def add_return(self, value: ast.expr | None) -> None:
        """Add the end: no values, or those to return."""
        if isinstance(value, ast.Constant) and value.value == 0:
            self.add_instruction("END", 0)
            return
        elements = value.elts if isinstance(value, ast.Tuple) else [value]
        if len(elements) != len(self.returned):
            raise UntranslatedError
        found = []
        for element, where in zip(elements, self.returned, strict=True):
            if where == "":
                if not (isinstance(element, ast.Name) and element.id == self.made):
                    raise UntranslatedError
            elif where is not None and element is not None:
                to = GIVEN_REGISTERS[where] if isinstance(where, str) else where
                found.append((to, self.value_register(element)))
        for to, register in found:
            self.copy_value(to, register)
        self.add_instruction("END", 1)

    # ------------------------------------------------------------------ values

    def value_register(self, it: ast.expr) -> int:
        """The register of a value."""
        match it:
            case ast.Constant(value=int(number)):
                return self.number_register(int(number))
            case ast.Name(id=name) if name in self.names and name != self.made:
                return self.names[name]
            case ast.BinOp():
                return self.binary_register(it.op, self.value_register(it.left), self.value_register(it.right))
            case ast.UnaryOp(op=ast.USub()):
                return self.negation_register(it.operand)
            case ast.UnaryOp(op=ast.Invert()):
                return self.result_register("INVERT", self.value_register(it.operand))
            case ast.IfExp():
                return self.choice_register(it)
            case ast.Subscript(value=ast.Name(id=name), slice=at) if name != "rows":
                return self.result_register("LOAD", self.list_base(name), self.value_register(at))
            case ast.Subscript(value=ast.Subscript(value=ast.Name(id="rows"), slice=at), slice=ast.Constant(value=0)):
                register = self.take_register()
                for _ in _ROW_NAMES[1:]:
                    self.take_register()
                self.add_instruction("ROW", register, self.value_register(at))
                return register
            case ast.Call():
                return self.call_register(it)
        if _is_truth(it):
            return self.truth_register(it)
        raise UntranslatedError

    def number_register(self, number: int) -> int:
        """The register of a number in the source."""
        if not -1 << 62 < number < 1 << 62:
            raise UntranslatedError
        at = self.numbers.setdefault(number, len(self.numbers))
        return _REGISTER_COUNT - 1 - at if at < LAID_OUT_NUMBERS else self.result_register("NUMBER", at)

    def result_register(self, what: str, b: int = 0, c: int = 0) -> int:
        """The register into which an instruction puts what it finds."""
        register = self.take_register()
        self.add_instruction(what, register, b, c)
        return register

    def negation_register(self, it: ast.expr) -> int:
        """Less than nothing by as much."""
        if isinstance(it, ast.Constant) and isinstance(it.value, int):
            return self.number_register(-it.value)
        return self.result_register("NEGATE", self.value_register(it))

    def binary_register(self, op: ast.operator, one: int, other: int) -> int:
        """Two values and a sign between them."""
        if type(op) not in _BINARY:
            raise UntranslatedError
        return self.result_register(_BINARY[type(op)], one, other)

    def choice_register(self, it: ast.IfExp) -> int:
        """One value or another."""
        into = self.take_register()
        past = self.jumps_unless(it.test)
        self.copy_value(into, self.value_register(it.body))
        end = self.add_instruction("JUMP")
        self.land_jumps(past)
        self.copy_value(into, self.value_register(it.orelse))
        self.land_jumps([end])
        return into

    def call_register(self, it: ast.Call) -> int:
        """A built-in."""
        match it:
            case ast.Call(func=ast.Attribute(attr="bit_count", value=of)):
                if isinstance(of, ast.BinOp) and isinstance(of.op, ast.BitAnd):
                    return self.result_register("COUNT_OF", self.value_register(of.left), self.value_register(of.right))
                return self.result_register("COUNT", self.value_register(of))
            case ast.Call(func=ast.Name(id="abs"), args=[of]):
                return self.result_register("AMOUNT", self.value_register(of))
            case ast.Call(func=ast.Name(id=name), args=[first, other]) if name in _BY_CHANCE:
                return self.result_register(_BY_CHANCE[name], self.value_register(first), self.value_register(other))
            case ast.Call(func=ast.Name(id=name), args=[first, *others]) if name in _CALLED and others:
                found = self.value_register(first)
                for argument in others:
                    found = self.result_register(_CALLED[name], found, self.value_register(argument))
                return found
        raise UntranslatedError

    def truth_register(self, it: ast.expr) -> int:
        """1 or 0."""
        into = self.take_register()
        past = self.jumps_unless(it)
        self.add_instruction("COPY", into, self.number_register(1))
        end = self.add_instruction("JUMP")
        self.land_jumps(past)
        self.add_instruction("COPY", into, self.number_register(0))
        self.land_jumps([end])
        return into

    # ------------------------------------------------------------------ conditions

    def jumps_unless(self, it: ast.expr) -> list[int]:
        """Go on if a condition holds; the jumps for the other case, still to be landed."""
        match it:
            case ast.BoolOp(op=ast.And(), values=values):
                return [jump for value in values for jump in self.jumps_unless(value)]
            case ast.BoolOp(op=ast.Or(), values=[*first, last]):
                holds = []
                for condition in first:
                    past = self.jumps_unless(condition)
                    holds.append(self.add_instruction("JUMP"))
                    self.land_jumps(past)
                past = self.jumps_unless(last)
                self.land_jumps(holds)
                return past
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                past = self.jumps_unless(operand)
                end = self.add_instruction("JUMP")
                self.land_jumps(past)
                return [end]
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                return self.jumps_unless_compared(left, ops, comparators)
        return [self.add_instruction("UNLESS", self.value_register(it))]

    def jumps_unless_compared(self, left: ast.expr, ops: Sequence[ast.cmpop], others: Sequence[ast.expr]) -> list[int]:
        """A chain of comparisons."""
        past, one = [], self.value_register(left)
        for op, right in zip(ops, others, strict=True):
            if type(op) not in _COMPARED:
                raise UntranslatedError
            other = self.value_register(right)
            past.append(self.add_instruction("UNLESS", self.result_register(_COMPARED[type(op)], one, other)))
            one = other
        return past


def _is_truth(it: ast.expr) -> bool:
    """Check whether an expression is always true or false."""
    match it:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=values):
            return all(_is_truth(value) for value in values)
    return False


def _as_value(target: ast.expr) -> ast.expr:
    """A target as a value."""
    match target:
        case ast.Name(id=name):
            return ast.Name(id=name, ctx=ast.Load())
        case ast.Subscript(value=value, slice=at):
            return ast.Subscript(value=value, slice=at, ctx=ast.Load())
    raise UntranslatedError
