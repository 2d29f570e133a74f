"""The page on trust names a test for each of its lines, and the tests exist."""

from __future__ import annotations

import ast
import re

import pytest

from tests.house.tree import ROOT, text_of

NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
PAGES = ("trust.md", "trust.it.md")


def rows(page: str) -> list[str]:
    """The lines of its tables that promise something."""
    text = text_of(ROOT / "docs" / "explanation" / page)
    tables = text.split("| calarec | test |\n| --- | --- |\n")[1:]
    return [line for table in tables for line in table.partition("\n\n")[0].splitlines()]


def functions_in(file: str) -> set[str]:
    """The tests of a module."""
    return {each.name for each in ast.parse(text_of(ROOT / file)).body if isinstance(each, ast.FunctionDef)}


@pytest.mark.parametrize("page", PAGES)
def test_every_line_names_a_test_that_is_there(page: str) -> None:
    """By its file and its name."""
    found = rows(page)
    assert len(found) > 20
    assert [line for line in found if not NAMED.search(line)] == []
    named = {match for line in found for match in NAMED.findall(line)}
    assert len(named) == text_of(ROOT / "docs" / "explanation" / page).count("::")
    assert [(file, test) for file, test in sorted(named) if test not in functions_in(file)] == []


def test_both_languages_promise_the_same() -> None:
    """Line by line."""
    english, italian = ([NAMED.findall(line) for line in rows(page)] for page in PAGES)
    assert english == italian


@pytest.mark.parametrize("what", ["Rules", "Records", "Archives", "Parts", "Schedulers", "Links"])
def test_nothing_that_comes_from_others_is_left_out(what: str) -> None:
    """A chapter for each."""
    assert re.search(rf"^## {what}\b", text_of(ROOT / "docs" / "explanation" / "trust.md"), re.MULTILINE)
