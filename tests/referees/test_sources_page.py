"""docs/explanation/sources.md: no line of a source is left out, and every leaf that it names is there."""

from __future__ import annotations

import re

import pytest

from calarec import load_rules
from tests.sources.sources_page import LINES, sections


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


@pytest.mark.parametrize("source", [*LINES, "TREC", "VOC", "LOF", "NON", "ROM", "TCC", "OAS", "DOS"])
def test_every_leaf_that_is_named_is_in_its_ruleset(source: str) -> None:
    """`path` in the section's first ruleset, `ruleset: path` in another."""
    heading, text = sections()[source].split("\n", 1)
    own = re.findall(r"`([a-z0-9-]+)`", heading)[0]
    named = re.findall(r"`(?:([a-z0-9-]+): )?([a-z_]+\.[\w.-]+)`", text)
    assert named
    for ruleset, path in named:
        leaves = load_rules(ruleset or own).leaves
        assert any(leaf == path or leaf.startswith(f"{path}.") for leaf in leaves), (ruleset or own, path)


SAID = {
    ("thirty-five", "steps.two-each.who"): "both opponents take",
    ("thirty-five", "steps.as-they-like.who"): "both opponents take",
    ("twenty-one", "settle.bonus.stramazzo.when.card_points_below"): "line 84: the stock's cards are captured",
    ("twenty-one", "match.counts"): "line 92: the example takes the loss off",
    ("pagat", "settle.bonus.stramazzo.when.card_points_in_tricks_below"): "line 87: what the tricks contain",
    ("settiglio", "table.sits_out.who"): "another text says it of seven players",
    ("treccani", "all_pass.only"): "the two bids are named; only whom they bind is open",
}
"""Leaves of rows on an ambiguity for which a cited text states the value."""


@pytest.mark.parametrize("source", [*LINES, "TREC", "VOC", "LOF", "NON", "ROM", "TCC", "OAS", "DOS"])
def test_a_choice_of_the_project_is_marked_in_the_rule_file(source: str) -> None:
    """Defaults and ambiguities in the page are project defaults in the ruleset."""
    heading, text = sections()[source].split("\n", 1)
    own = re.findall(r"`([a-z0-9-]+)`", heading)[0]
    unmarked: set[tuple[str, str]] = set()
    for choice in re.findall(r"(?:[Dd]efault|Ambiguous →)[^|]*", text):
        for ruleset, path in re.findall(r"`(?:([a-z0-9-]+): )?([a-z_]+\.[\w.-]+)`", choice):
            rules = load_rules(ruleset or own)
            named = [rules.ref(leaf) for leaf in rules.leaves if leaf == path or leaf.startswith(f"{path}.")]
            if any(ref.at and ref.source != "project default" for ref in named):
                unmarked.add((ruleset or own, path))
    assert unmarked - SAID.keys() == set()


def test_a_direction_that_is_inferred_is_a_choice_of_the_project() -> None:
    """These texts do not state the direction, only who begins."""
    for name in ("spazzatura", "gelli-bellora", "treccani", "quadriglio"):
        assert load_rules(name).ref("table.direction").source == "project default"
    for name in ("pagat", "cavendish", "twenty-one", "tretre", "tressette", "rovescino", "beccaccino", "traversone"):
        assert load_rules(name).ref("table.direction").source not in ("", "project default")


@pytest.mark.parametrize(
    ("name", "fault"),
    [("tretre", "exchange"), ("foster", "revoke"), ("foster", "turned-stock"), ("gelli-terziglio", "not-given-back")],
)
def test_a_time_that_no_text_sets_is_a_choice_of_the_project(name: str, fault: str) -> None:
    """Each of these faults is of a text; up to when it may be claimed is not."""
    rules = load_rules(name)
    assert rules.ref(f"standing.{fault}.do").source not in ("", "project default")
    assert rules.ref(f"standing.{fault}.before").source == "project default"
