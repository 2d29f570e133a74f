"""Every step that the page must take is taken by a test, with the local server and as exported."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.steps import STEPS, Step
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FOLDER: Final = ROOT / "tests" / "browser"
LOCAL_ONLY: Final = (
    "a second browser that watches live and takes over",
    "a reload while the server is started again",
    "a page of another origin that gets nothing",
)
"""Steps that need a server."""
EXPORTED: Final = ("visits(", "page_files(")
"""The ways to serve the page as it is exported."""


def find_modules(tests: tuple[str, ...]) -> list[tuple[Path, str]]:
    """Return the files of tests, with the names of the tests in them."""
    return [(FOLDER / f"{module}.py", test) for module, _, test in (each.partition("::") for each in tests)]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.what)
def test_a_step_is_taken_by_tests_that_are_there(step: Step) -> None:
    """The tests have their names, and serve the page in the way that is named."""
    for file, test in find_modules((*step.local, *step.exported)):
        tree = ast.parse(file.read_text("utf-8"))
        assert test in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}, (file.name, test)
    assert step.local
    assert all("local_page(" in file.read_text("utf-8") for file, _ in find_modules(step.local))
    for file, _ in find_modules(step.exported):
        assert any(way in file.read_text("utf-8") for way in EXPORTED), file.name


def test_only_what_needs_a_server_is_not_exported() -> None:
    """Every other step is taken without one too."""
    assert tuple(step.what for step in STEPS if not step.exported) == LOCAL_ONLY
    assert len({step.what for step in STEPS}) == len(STEPS)
