"""Figures of the style guide for names, and the names that break its rules.

python -m tests.house.naming                 # the figures, beside those of peers that are installed
python -m tests.house.naming --write         # writes the lists of exceptions again
"""

from __future__ import annotations

import ast
import builtins
import io
import re
import sys
from collections import defaultdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import rpds

from tests.house.rooms import ROOMS
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

PEERS: Final = ("chess", "beancount", "lark", "packaging")
EXCEPTIONS: Final = ROOT / "tests" / "house" / "exceptions"
QUESTIONS: Final = ("is_", "has_", "can_", "may_", "needs_")
"""Prefixes of functions that answer yes or no."""
_MANY_TYPES: Final = 4
_VAGUE_VARIABLES: Final = frozenset(("each", "one", "it", "found"))
_MOST_LETTERS: Final = 80
_BARE_WORDS: Final = """\
    told said made kept known taken given seen shown left held drawn sent won lost moved begun written been
    hidden heard paid meant spoken borne bidden forced torn born broken chosen thrown grown understood
    of at in on by to over under beyond apart without with within between after behind beside before above below
    about against across along around through until since for from into onto off out up down
    wrong whole again anew alone closed plain due sure late early apart away back
    here there then now so thus too also once twice never always first last next same other otherwise what how
"""
"""Words that are not a name of their own: participles, prepositions, adjectives."""
_NO_PARTICIPLES: Final = frozenset(("need", "seed", "feed", "speed", "embed", "shed", "bed", "red"))
_PROMISED: Final = ROOT / "tests" / "house" / "promises.txt"
_KERNEL: Final = ROOT / "interpreter" / "calarec" / "core" / "base" / "_kernel.pyi"
_CALLS: Final = ROOT / "tools" / "calarec_tools" / "desk" / "calls" / "boundary.py"
_LANGUAGE: Final = re.compile(r"(?<=\.wording\.)[a-z]{2}(?=\.)")
_KNOWN_ELSEWHERE: Final = frozenset(
    name
    for kind in (str, bytes, list, dict, set, tuple, int, float, io.TextIOWrapper, io.BytesIO, Path, re.Pattern)
    for name in dir(kind)
) | frozenset(dir(builtins))  # fmt: skip


def package_of(module: str) -> str:
    """The innermost room of a module, or its first two names without one."""
    rooms = [room for room in ROOMS if "." in room and module.startswith(f"{room}.")]
    return max(rooms, key=len, default=".".join(module.split(".")[:2]))


def shared_module(module: str) -> str:
    """The module, with each language's as one: their functions are one interface."""
    return _LANGUAGE.sub("*", module)


class Definition(NamedTuple):
    """A function or method: its place, its class, and its result."""

    package: str
    module: str
    owner: str
    name: str
    returns: str

    @property
    def bare_name(self) -> str:
        """The name without its leading underscores."""
        return self.name.strip("_")


class FoundCall(NamedTuple):
    """A call: the module that makes it, and the name that it calls."""

    module: str
    name: str
    node: ast.Call


class CodeBase:
    """The functions, classes and calls of some folders."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self.sources: dict[str, str] = {}
        for folder in folders:
            for file in sorted(folder.rglob("*.py")):
                if file.stem.endswith("_test"):  # some peers keep their tests beside their code
                    continue
                module = ".".join(file.relative_to(folder.parent).with_suffix("").parts)
                self.sources[module] = file.read_text("utf-8")
        self.trees = {module: ast.parse(source) for module, source in self.sources.items()}
        self.bases: dict[str, set[str]] = defaultdict(set)
        self.definitions: list[Definition] = []
        for module, tree in self.trees.items():
            self.collect(module, tree, "")

    def collect(self, module: str, node: ast.AST, owner: str) -> None:
        """Collect the definitions below a node."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                self.bases[child.name] |= {ast.unparse(base).split("[")[0].split(".")[-1] for base in child.bases}
                self.collect(module, child, child.name)
                continue
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                returns = ast.unparse(child.returns) if child.returns else ""
                package = package_of(module)
                self.definitions.append(Definition(package, module, owner, child.name, returns))
                self.collect(module, child, "<locals>")
                continue
            self.collect(module, child, owner)

    def calls(self) -> Iterator[FoundCall]:
        """Each call of a function by its name."""
        for module, tree in self.trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.Call):
                    if isinstance(node.func, ast.Name):
                        yield FoundCall(module, node.func.id, node)
                    elif isinstance(node.func, ast.Attribute):
                        yield FoundCall(module, node.func.attr, node)

    def own_calls(self) -> list[FoundCall]:
        """The calls of functions defined here; names of standard types may be theirs."""
        own = {definition.name for definition in self.definitions if not definition.name.startswith("__")}
        own -= {*_KNOWN_ELSEWHERE, "_replace"}
        return [call for call in self.calls() if call.name in own]

    def meanings(self) -> Mapping[str, int]:
        """The number of things that each name means; related methods count as one."""
        owners: dict[str, list[frozenset[str]]] = defaultdict(list)
        for each in self.definitions:
            if not each.name.startswith("__"):
                is_method = each.owner not in ("", "<locals>")
                kinds = self.ancestors(each.owner) if is_method else frozenset({shared_module(each.module)})
                owners[each.name].append(kinds)
        return {name: _count_unrelated(kinds) for name, kinds in owners.items()}

    def ancestors(self, owner: str) -> frozenset[str]:
        """A class and those that it inherits from, by name."""
        seen: set[str] = set()
        ahead = [owner]
        while ahead:
            now = ahead.pop()
            if now not in seen and now not in ("NamedTuple", "Protocol", "object", "Generic", "ABC", "Frozen"):
                seen.add(now)
                ahead += self.bases.get(now, ())
        return frozenset(seen)


def _count_unrelated(kinds: list[frozenset[str]]) -> int:
    groups: list[frozenset[str]] = []
    for kind in kinds:
        related = [group for group in groups if group & kind]
        groups = [group for group in groups if not group & kind]
        groups.append(kind.union(*related))
    return len(groups)


def is_promised(definition: Definition, code: CodeBase) -> bool:
    """Check whether the name cannot be chosen freely.

    It is a method of a stream as Python has it, one of rpds that a stand-in has, one of the kernel's types as Python
    sees them, a call of the page, or one of the results by seat that `promises.txt` lists.
    """
    name, owner = definition.name, definition.owner
    if not owner:
        return f': "{definition.module.rpartition(".")[2]}.{name}"' in _CALLS.read_text("utf-8")
    if hasattr(getattr(rpds, owner, None), name):
        return True
    if any(hasattr(getattr(io, base, None), name) for base in code.ancestors(owner)):
        return True
    if "Protocol" in code.bases[owner]:
        return f" def {name}(" in _KERNEL.read_text("utf-8")
    below = [each for each in code.bases if owner in code.ancestors(each)]
    promises = _PROMISED.read_text("utf-8").splitlines()
    return any(f"python calarec.{each}.{name}" in promises for each in below)


def has_name_of_question(name: str) -> bool:
    """Check whether a reader expects yes or no."""
    return name.startswith(QUESTIONS) or (name.startswith("__") and name.endswith("__"))


def is_bare(name: str) -> bool:
    """Check whether a name is only a participle, preposition, adverb or adjective."""
    return name in _BARE_WORDS.split() or (name.endswith("ed") and "_" not in name and name not in _NO_PARTICIPLES)


def figures(code: CodeBase) -> dict[str, float]:
    """The figures of the style guide for names, in per cent unless they are counts."""
    meanings = code.meanings()
    types: dict[str, set[str]] = defaultdict(set)
    for each in code.definitions:
        if each.returns and not each.name.startswith("__"):
            types[each.name].add(each.returns)
    named = [each for each in code.definitions if not each.name.startswith("__")]
    asked = [each for each in named if each.returns == "bool"]
    asked = [each for each in asked if has_name_of_question(each.bare_name) or not is_promised(each, code)]
    return {
        "calls of own functions whose name has several meanings, %": _share(
            code.own_calls(), lambda call: meanings[call.name] > 1
        ),
        "names with four or more return types": sum(len(kinds) >= _MANY_TYPES for kinds in types.values()),
        "functions that return bool and are named as a question, %": _share(
            asked, lambda each: has_name_of_question(each.bare_name)
        ),
        "functions whose name is a bare participle or the like, %": _share(
            named, lambda each: is_bare(each.bare_name) and not is_promised(each, code)
        ),
        "functions and methods": len(named),
    }


def _share(counted: list[Any], is_so: Any) -> float:
    return round(100 * sum(map(is_so, counted)) / len(counted), 1) if counted else 0.0


def own_code(tree: Path = ROOT) -> CodeBase:
    """The interpreter and the tools, of this checkout or another."""
    return CodeBase([tree / "interpreter" / "calarec", tree / "tools" / "calarec_tools"])


def peer_code() -> dict[str, CodeBase]:
    """The peers that are installed."""
    specs = {peer: find_spec(peer) for peer in PEERS}
    return {
        peer: CodeBase([Path(next(iter(spec.submodule_search_locations)))])
        for peer, spec in specs.items()
        if spec is not None and spec.submodule_search_locations
    }


def print_table(table: Mapping[str, Mapping[str, float]]) -> None:
    """Print a line for each figure with its value in each code base."""
    for figure in next(iter(table.values())):
        values = (f"{name} {values[figure]:g}" for name, values in table.items() if figure in values)
        sys.stdout.write("  ".join((f"{figure:62}", *values)) + "\n")


def broken_rules(code: CodeBase) -> dict[str, set[str]]:
    """For each package its names that break a rule, as `rule name`."""
    found: dict[str, set[str]] = defaultdict(set)
    public: dict[str, set[str]] = defaultdict(set)
    for each in code.definitions:
        if each.name.startswith("__"):
            continue
        if each.returns == "bool" and not has_name_of_question(each.bare_name) and not is_promised(each, code):
            found[each.package].add(f"question {each.name}")
        if is_bare(each.bare_name) and not is_promised(each, code):
            found[each.package].add(f"bare {each.name}")
        if not each.owner and not each.name.startswith("_"):
            public[each.name].add(shared_module(each.module))
    for name, modules in public.items():
        if len(modules) > 1:
            for module in modules:
                found[package_of(module)].add(f"twice {name}")
    return found


def counts(code: CodeBase) -> dict[str, dict[str, int]]:
    """Return per package the numbers of vague loop variables and long first lines."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: {"loop": 0, "docstring": 0})
    for module, tree in code.trees.items():
        counted = found[package_of(module)]
        for node in ast.walk(tree):
            if isinstance(node, ast.For | ast.comprehension):
                names = {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
                counted["loop"] += bool(names & _VAGUE_VARIABLES)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                text = ast.get_docstring(node) or ""
                counted["docstring"] += len(text.partition("\n")[0]) > _MOST_LETTERS
    return found


def exceptions(code: CodeBase) -> dict[str, str]:
    """The files of exceptions, as they would be for this code."""
    rules, numbers = broken_rules(code), counts(code)
    found: dict[str, str] = {}
    for package in sorted({*rules, *numbers}):
        lines = [f"{rule} {count}" for rule, count in numbers[package].items()]
        found[package] = "".join(f"{line}\n" for line in lines + sorted(rules[package]))
    return found


def main(words: list[str]) -> int:
    """Print the figures, or write the exceptions."""
    code = own_code()
    if words == ["--write"]:
        for package, text in exceptions(code).items():
            (EXCEPTIONS / f"{package}.txt").write_text(text, "utf-8", newline="\n")
        return 0
    print_table({name: figures(each) for name, each in {"calarec": code, **peer_code()}.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
