"""ARCHITECTURE.md, CONTRIBUTING.md and CHANGELOG.md name what is there.

Terms. A *reference* is a file or folder between backquotes, from the root of the repository, of the interpreter or of
the tools; behind a colon a name that the file defines.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

import pytest

from tests.house import picture
from tests.house.pages import Page
from tests.house.tree import ROOT, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

_RUN: Final = (".py", "/__main__.py")
PAGES: Final = tuple(ROOT / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"))
_BASES: Final = (
    ROOT,
    ROOT / "interpreter",
    ROOT / "interpreter" / "calarec",
    ROOT / "tools",
    ROOT / "tools" / "calarec_tools",
)
_FILE: Final = re.compile(r"[\w./-]*(?:/[\w./-]*|\.(?:py|md|toml|lark|json|svg))(?::[\w.]+)?")
_CHANGES: Final = 12
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def _references(text: str) -> Iterator[str]:
    for span in re.findall(r"`([^`\n]+)`", text):
        if _FILE.fullmatch(span):
            yield span


def _defined(tree: ast.AST) -> set[str]:
    """Return the names that a module defines, methods as `Class.method`."""
    found: set[str] = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{each}" for each in _defined(node)}
        if isinstance(node, ast.Assign):
            found |= {each.id for each in node.targets if isinstance(each, ast.Name)}
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        if isinstance(node, ast.If):
            found |= _defined(node)
    return found


def _is_there(reference: str) -> bool:
    path, _, name = reference.partition(":")
    there = [base / path for base in _BASES if (base / path).exists()]
    return any(not name or name in _defined(ast.parse(text_of(file))) for file in there)


def test_a_reference_to_what_is_not_there_is_found() -> None:
    """The check below sees a folder, a file, a name and a method, and what is none of them."""
    assert list(_references("`a/b` `x.py` `calarec check x/y` `Words`")) == ["a/b", "x.py"]
    named = ["core/engine", *(f"core/engine/tricks.py{name}" for name in ("", ":Playing", ":Playing._winner"))]
    assert all(map(_is_there, named))
    assert not any(
        map(
            _is_there,
            [
                "core/engines/",
                *(f"core/engine/{name}" for name in ("trick.py", "tricks.py:Winner", "tricks.py:_winner")),
            ],
        )
    )


@each_page
def test_what_the_pages_name_is_there(page: Path) -> None:
    """Every file, every folder and every name in a file."""
    assert [each for each in _references(text_of(page)) if not _is_there(each)] == []


@each_page
def test_links_of_the_pages_lead_somewhere(page: Path) -> None:
    """Every link within the repository names a file that is there."""
    assert [link for link in Page(page, "en").links() if not (page.parent / link).is_file()] == []


@each_page
def test_the_readme_leads_to_the_page(page: Path) -> None:
    """In both of its languages."""
    assert f"]({page.name})" in text_of(ROOT / "README.md")
    assert f"]({page.name})" in text_of(ROOT / "README.it.md")


def test_commands_that_write_files_are_there() -> None:
    """Each `python -m` of CONTRIBUTING.md names a module of this repository, or pytest."""
    modules = set(re.findall(r"python -m ([\w.]+)", text_of(ROOT / "CONTRIBUTING.md"))) - {"pytest"}
    assert modules
    bases = (ROOT, ROOT / "tools", ROOT / "interpreter")
    missing = [
        name
        for name in modules
        if not any((base / (name.replace(".", "/") + end)).is_file() for base in bases for end in _RUN)
    ]
    assert missing == []


def test_every_change_names_its_files() -> None:
    """Twelve recipes, none without a file."""
    changes = text_of(ROOT / "CONTRIBUTING.md").split("\n### ")[1:]
    assert len(changes) == _CHANGES
    assert [change.split("\n")[0] for change in changes if not any(_references(change))] == []


def test_the_table_of_rooms_is_current() -> None:
    """`python -m tests.house.picture` would change nothing."""
    assert picture.PAGE.read_text("utf-8") == picture.page(), "python -m tests.house.picture"
