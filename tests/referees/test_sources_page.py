"""docs/sources.md: no line of a source is left out, and every leaf that it names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from calarec import load_rules

PAGE = Path(__file__).parents[2] / "docs" / "sources.md"
LINES = {"000": 52, "001": 86, "002": 156, "003": 31, "004": 109}


def sections() -> dict[str, str]:
    """The text of each source, by its number."""
    parts = re.split(r"^## (\d{3}|[A-Z]+) · ", PAGE.read_text(encoding="utf-8"), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def numbers(text: str) -> set[int]:
    """`3, 5-7` as the numbers it means."""
    out: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", text):
        out |= set(range(int(first), int(last or first) + 1))
    return out


@pytest.mark.parametrize("source", LINES)
def test_every_line_of_the_source_is_accounted_for(source: str) -> None:
    """In a row of the table, or among the lines without a rule, and not in both."""
    text = sections()[source]
    ruled = set().union(*(numbers(cell) for cell in re.findall(r"^\| ([\d, -]+) \|", text, flags=re.M)))
    idle = numbers(re.findall(r"^No rule: (.*)$", text, flags=re.M)[0])
    assert ruled & idle == set()
    assert ruled | idle == set(range(1, LINES[source] + 1))


@pytest.mark.parametrize("source", [*LINES, "TREC", "VOC", "LOF", "NON", "DOS"])
def test_every_leaf_that_is_named_is_in_its_ruleset(source: str) -> None:
    """`path` in the section's first ruleset, `ruleset: path` in another."""
    heading, text = sections()[source].split("\n", 1)
    own = re.findall(r"`([a-z0-9-]+)`", heading)[0]
    named = re.findall(r"`(?:([a-z0-9-]+): )?([a-z_]+\.[\w.-]+)`", text)
    assert named
    for ruleset, path in named:
        leaves = load_rules(ruleset or own).leaves
        assert any(leaf == path or leaf.startswith(f"{path}.") for leaf in leaves), (ruleset or own, path)
