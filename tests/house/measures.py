"""The measures of the code: names, lines, imports, comments, files that a replay enters; and calls for a reader.

python -m tests.house.measures               # this checkout, beside peers that are installed
python -m tests.house.measures TREE          # with another checkout beside it
python -m tests.house.measures --calls SEED  # 60 random calls without their definitions, for a reader who guesses

The peers are python-chess, beancount, lark and packaging: `pip install chess beancount lark packaging`.
"""

from __future__ import annotations

import ast
import io
import json
import os
import subprocess
import sys
import tokenize
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from tests.house.naming import PEERS, CodeBase, figures, own_code, peer_code, print_table
from tests.house.rooms import is_in_core
from tests.house.structure import find_reached, imports_among
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Part = TypeVar("Part")

_CALLS: Final = 60
_SEED: Final = 1
_REPLAYED: Final = "records/pagat/first.cal"
_LAYOUT: Final = (
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER
)  # fmt: skip
_ENTERED: Final = """\
import io, json, sys
from contextlib import redirect_stdout
from calarec_tools.main import main

entered, run = set(), set()

def enter(frame, event, _):
    if event == "call" and frame.f_globals.get("__name__", "").partition(".")[0] in ("calarec", "calarec_tools"):
        entered.add(frame.f_code.co_filename)
        if frame.f_code.co_flags & 1:  # the body of a function, not of a module or class
            run.add(frame.f_code.co_filename)

with redirect_stdout(io.StringIO()):
    sys.setprofile(enter)
    status = main(["replay", sys.argv[1]])
    sys.setprofile(None)
print(json.dumps([status, len(entered), len(run)]))
"""
ELSEWHERE: Final = """\
Not counted here: how many forms there are of "who wins a trick", of payments and of stakes (read the code); files
touched by hand for a change (CONTRIBUTING.md); the time of `.ci/run` (it prints it); speed beside an earlier commit
(bench/against.py); digests and rulings (tests/rulesets/shipped.digests, records/*/*.expected.json).
"""


class Lines(NamedTuple):
    """Lines of some source: all, those with code, and those with a comment."""

    whole: int = 0
    code: int = 0
    commented: int = 0

    def plus(self, other: Lines) -> Lines:
        """The sums of both."""
        return Lines(*(mine + more for mine, more in zip(self, other, strict=True)))


def count_lines(source: str) -> Lines:
    """Counts one source; a line has code if more is on it than a comment or a part of a docstring."""
    documented: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            documented.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    coded: set[int] = set()
    comments = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comments += 1
        elif token.type not in _LAYOUT:
            coded.update(range(token.start[0], token.end[0] + 1))
    return Lines(len(source.splitlines()), len(coded - documented), comments)


def line_figures(sources: Mapping[str, str]) -> dict[str, float]:
    """Modules, their lines, and the share of comments."""
    total = _sum_lines(sources.values())
    return {
        "modules": len(sources),
        "lines": total.whole,
        "lines without comments, docstrings and blank lines": total.code,
        "lines that have a comment, %": round(100 * total.commented / max(total.whole, 1), 1),
    }


def core_figures(sources: Mapping[str, str]) -> dict[str, float]:
    """The lines of the core, by the names of modules of calarec."""
    core = _sum_lines(source for module, source in sources.items() if is_in_core(module))
    return {"core, lines": core.whole, "core, lines without comments, docstrings and blank lines": core.code}


def _sum_lines(sources: Iterable[str]) -> Lines:
    total = Lines()
    for source in sources:
        total = total.plus(count_lines(source))
    return total


def import_figures(trees: Mapping[str, ast.Module]) -> dict[str, float]:
    """Return the average number of imports of a module, and the longest chain.

    Imports for types and within functions count.
    """
    imports = imports_among(trees)
    return {
        "own modules that a module imports, on average": round(sum(map(len, imports.values())) / len(imports), 1),
        "longest chain of imports, in modules": longest_chain(imports),
    }


def longest_chain(imports: Mapping[str, frozenset[str]]) -> int:
    """Return the length of the longest chain of imports; a circle is one step."""
    reached = {name: find_reached(name, imports) for name in imports}
    lengths: dict[str, int] = {}
    # What a module reaches is less than what reaches it, so shorter chains are known before longer ones.
    for name in sorted(imports, key=lambda name: len(reached[name] | {name})):
        circle = {other for other in reached[name] if name in reached[other]} | {name}
        below = set().union(*(imports[each] for each in circle)) - circle
        lengths |= dict.fromkeys(circle, 1 + max((lengths[other] for other in below), default=0))
    return max(lengths.values(), default=0)


def signature_figures(trees: Iterable[ast.Module]) -> dict[str, float]:
    """Count the annotated functions, and those with `Any` in an annotation."""
    annotated = untyped = 0
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                parts = [part for hint in _annotations(node) for part in ast.walk(hint)]
                annotated += bool(parts)
                untyped += any(isinstance(part, ast.Name) and part.id == "Any" for part in parts)
    return {"signatures with annotations": annotated, "signatures with Any": untyped}


def _annotations(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    parameters = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg)
    for parameter in parameters:
        if parameter is not None and parameter.annotation is not None:
            yield parameter.annotation
    if node.returns is not None:
        yield node.returns


def replay_figures(tree: Path) -> dict[str, float]:
    """The files of calarec that one replay of a plain hand enters, with the ruleset in the cache."""
    paths = os.pathsep.join(str(tree / folder) for folder in ("interpreter", "tools"))
    command = [sys.executable, "-c", _ENTERED, _REPLAYED]
    for _ in range(2):  # the first run fills the cache
        done = subprocess.run(
            command, cwd=tree, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=True
        )
    status, entered, run = json.loads(done.stdout.splitlines()[-1])
    if status:
        raise SystemExit(f"{_REPLAYED} was not replayed: exit status {status}")
    return {"files entered by one plain replay": entered, "files of which a function runs in it": run}


def measure_code(code: CodeBase) -> dict[str, float]:
    """Every figure that is read from the source."""
    trees = _without_heads(code.trees)
    return {
        **figures(code), **line_figures(code.sources), **import_figures(trees), **signature_figures(trees.values())
    }  # fmt: skip


def _without_heads(by_module: Mapping[str, Part]) -> dict[str, Part]:
    """The same by the names that imports use: a package's own without `__init__`."""
    return {module.removesuffix(".__init__"): part for module, part in by_module.items()}


def measure_tree(tree: Path) -> dict[str, float]:
    """Every figure of a checkout of calarec."""
    code = own_code(tree)
    return {**measure_code(code), **core_figures(_without_heads(code.sources)), **replay_figures(tree)}


def random_calls(code: CodeBase, number: int = _CALLS, seed: int = _SEED) -> list[str]:
    """Calls of own functions: module, function and line of the call, and the statement around it."""
    chosen = Random(seed).sample(code.own_calls(), number)
    lines = []
    for place, call in enumerate(chosen, 1):
        statement, function = _find_surroundings(code.trees[call.module], call.node)
        lines.append(f"{place:2}. {call.name}  ({call.module}.{function}, line {call.node.lineno})\n    {statement}")
    return lines


def _find_surroundings(tree: ast.Module, call: ast.Call) -> tuple[str, str]:
    """The statement around a call, of a compound one its head alone, and the function that contains it."""
    around, function = "", "<module>"
    for node in ast.walk(tree):  # outer nodes come first
        if isinstance(node, ast.stmt) and any(part is call for part in ast.walk(node)):
            around = ast.unparse(node)
            if hasattr(node, "body"):
                around = around.partition(":\n")[0] + ":"
            if isinstance(node, ast.FunctionDef):
                function = node.name
    return around, function


def main(words: list[str]) -> int:
    """Print the figures, or calls."""
    if words[:1] == ["--calls"]:
        seed = int(words[1]) if len(words) > 1 else _SEED
        sys.stdout.write("\n".join(random_calls(own_code(), seed=seed)) + "\n")
        return 0
    if any(not Path(each).is_dir() for each in words):
        sys.stdout.write(f"{__doc__}\n")
        return 2
    peers = peer_code()
    table = {"calarec": measure_tree(ROOT)}
    table |= {Path(tree).resolve().name: measure_tree(Path(tree).resolve()) for tree in words}
    print_table({**table, **{name: measure_code(code) for name, code in peers.items()}})
    missing = [peer for peer in PEERS if peer not in peers]
    if missing:
        sys.stdout.write(f"Peers that are not installed here: {', '.join(missing)}\n")
    sys.stdout.write(ELSEWHERE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
