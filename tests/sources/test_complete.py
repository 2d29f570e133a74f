"""The last column of docs/explanation/sources.md: each row names its tests, and each test is named by a row."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sources.sources_page import LINES, sections

HERE = Path(__file__).parent


def asked_about(source: str) -> set[str]:
    """The tests about a source."""
    texts = [file.read_text(encoding="utf-8") for file in HERE.glob(f"test_{source}*.py")]
    return {name for text in texts for name in re.findall(rf"^def (test_{source}_\w+)", text, flags=re.M)}


def rows(source: str) -> list[list[str]]:
    """The rows of a source's table, cell by cell."""
    lines = [line for line in sections()[source].splitlines() if re.match(r"\| (?:\d|—)", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("source", LINES)
def test_every_row_names_a_test(source: str) -> None:
    """Only a row without a leaf may be without one."""
    found = rows(source)
    assert found
    for row in found:
        assert len(row) == 4, row
        leaf, named = row[2], re.findall(r"`(test_\w+)`", row[3])
        assert named or (row[3] == "—" and "`" not in leaf), row


@pytest.mark.parametrize("source", LINES)
def test_every_test_that_is_named_is_there_and_every_test_is_named(source: str) -> None:
    """Neither a promise nor a stray."""
    named = {name for row in rows(source) for name in re.findall(r"`(test_\w+)`", row[3])}
    assert named == asked_about(source)


@pytest.mark.parametrize("source", LINES)
def test_a_test_is_called_by_lines_that_state_a_rule(source: str) -> None:
    """The numbers in its name are lines of the table."""
    ruled = {int(number) for row in rows(source) for number in _numbers(row[0])}
    for name in asked_about(source):
        lines = re.match(r"test_\d{3}_(?:lines?_((?:\d+_|to_)+)|default_)", name)
        assert lines, name
        told = [int(number) for number in re.findall(r"\d+", lines[1] or "")]
        assert set(told) <= ruled, name


def _numbers(cell: str) -> list[int]:
    found: list[int] = []
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", cell):
        found += range(int(first), int(last or first) + 1)
    return found
