"""Sources have their names in texts for people; ids of rule files stay in JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.mechanisms.ruleset import SourceText
from calarec.core.wording.sources import HOUSE_RULE, OWN, PROJECT_DEFAULT, cite_by_name, name_source, source_text
from calarec.rule_files.load import load_ruleset
from calarec.rulebook.book import make_rulebook
from calarec.rulebook.pages import book_as_markdown

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = {
    "001": SourceText("The Complete Book", name="Hoyle"),
    "002": SourceText("Minutes of the club"),
    "003": SourceText(""),
}


@pytest.mark.parametrize(
    ("source", "cited"),
    [
        ("001", "Hoyle"),
        ("001 The deal and bidding", 'Hoyle, "The deal and bidding"'),
        ("002", "Minutes of the club"),
        ("002 page 3", 'Minutes of the club, "page 3"'),
        ("003 page 3", '003, "page 3"'),
        ("unknown", "unknown"),
        ("", ""),
        (HOUSE_RULE, HOUSE_RULE),
    ],
)
def test_a_source_is_cited_by_its_name_else_its_title_else_its_id(source: str, cited: str) -> None:
    assert cite_by_name(source, SOURCES) == cited


@pytest.mark.parametrize("own", [HOUSE_RULE, PROJECT_DEFAULT])
def test_a_rule_of_the_house_or_of_the_project_is_said_in_words(own: str) -> None:
    assert source_text(own, SOURCES) == OWN[own]


def test_rulebook_and_references_name_the_sources_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text(
        "ruleset: ours\nversion: 1.0.0\ntitle: Ours\nextends: pagat\n"
        "sources: {M: {name: The secretary, title: Minutes of the club, seen: 2024-01-02}}\n"
        "set: {contracts.solo.stake: 3}\nbecause: {contracts.solo.stake: {source: M page 3}}\n",
        encoding="utf-8",
    )
    ruleset = load_ruleset(str(file))
    rule = ruleset.ref("contracts.solo.stake")
    assert (rule.source, rule.cited) == ("M page 3", 'The secretary, "page 3"')
    book = book_as_markdown(make_rulebook(ruleset), "en")
    assert 'The secretary, "page 3".' in book
    assert "- The secretary: *Minutes of the club*, 2024-01-02." in book
    assert not any(f" {name}." in book or f" {name}," in book for name in ("M", "004"))


def test_every_shipped_source_has_a_short_name_of_its_own() -> None:
    """A source that a rulebook calls by a name of thirty characters or more reads badly in each note."""
    from calarec.core.base.resources import data_folder
    from calarec.rule_files.locate import known_ids

    checked = 0
    for ruleset_id in known_ids((str(data_folder("rules")),)):
        ruleset = load_ruleset(ruleset_id)
        names = [name_source(source_id, ruleset.sources) for source_id in ruleset.sources]
        assert len(set(names)) == len(names), ruleset_id
        assert all(3 <= len(name) < 30 and not name.isdigit() for name in names), (ruleset_id, names)
        checked += len(names)
    assert checked > 30
