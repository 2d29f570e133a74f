"""The structure of the code, read from its source: imports and definitions.

Every import counts: those at the top of a module, those only for types, and those within functions.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Final

from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_BASES: Final = ("interpreter", "tools")


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the two packages by its dotted name."""
    return {_name(file, base): ast.parse(file.read_text("utf-8")) for base, file in _files()}


def _files() -> Iterator[tuple[str, Path]]:
    for base in _BASES:
        for file in sorted((ROOT / base).rglob("*.py")):
            yield base, file


def _name(file: Path, base: str) -> str:
    parts = file.relative_to(ROOT / base).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """Return the imports of each module within the project."""
    return imports_among(modules())


def imports_among(trees: Mapping[str, ast.Module]) -> Mapping[str, frozenset[str]]:
    """Return the imports among some modules, by dotted names without `__init__`."""
    packages = {name.rpartition(".")[0] for name in trees}
    return {
        name: frozenset(
            other
            for node in ast.walk(tree)
            for other in _find_imports(node, trees, name if name in packages else name.rpartition(".")[0])
            if other != name
        )
        for name, tree in trees.items()
    }


def _find_imports(node: ast.AST, trees: Mapping[str, ast.Module], package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name in trees:
                yield alias.name
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
        source = ".".join([*above, node.module] if node.module else above)
        for alias in node.names:
            whole = f"{source}.{alias.name}"
            if whole in trees or source in trees:
                yield whole if whole in trees else source


def is_folder(name: str) -> bool:
    """Check whether a module is the head of a folder and has only its docstring."""
    return len(modules()[name].body) == 1 and any(each.startswith(f"{name}.") for each in modules())


def circles() -> set[str]:
    """The modules that import themselves by way of others."""
    return {name for name in imports() if name in find_reached(name, imports())}


def find_reached(start: str, imported: Mapping[str, frozenset[str]]) -> set[str]:
    """The modules that a module imports, with those that they import; itself only in a circle."""
    seen: set[str] = set()
    ahead = list(imported[start])
    while ahead:
        name = ahead.pop()
        if name not in seen:
            seen.add(name)
            ahead += imported[name]
    return seen


def classes() -> dict[str, list[str]]:
    """Return the modules that define each class, by its name."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(name)
    return found


def listed(name: str) -> set[str]:
    """Return the lines of a file of exceptions beside this module."""
    lines = (ROOT / "tests" / "house" / name).read_text("utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}
