"""The generated pages are current, and the tutorial's file does what the tutorial says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from calarec.mechanisms.registry import all_mechanisms
from calarec.rulesets.explain.book import rulebook
from calarec.rulesets.explain.terminal import terminal
from calarec.rulesets.fields import params_of
from calarec.rulesets.load import check_rules, load_rules
from calarec_tools.docs import rule_files, variants
from tests.house.tree import ROOT
from tests.rules.explain.mutations import shipped

if TYPE_CHECKING:
    from pathlib import Path

TUTORIAL = ROOT / "docs" / "tutorial-house-rule.md"


def test_variants_is_current() -> None:
    """`python -m calarec_tools.docs.variants` would change nothing."""
    for name, text in variants.pages().items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, "python -m calarec_tools.docs.variants"
        assert all(f"`{ruleset}`" in text for ruleset in shipped())


def test_rule_files_is_current() -> None:
    """`python -m calarec_tools.docs.rule_files` would change nothing."""
    page = (ROOT / "docs" / rule_files.FILE).read_text(encoding="utf-8")
    assert page == rule_files.text(), "python -m calarec_tools.docs.rule_files"


@pytest.mark.parametrize("of", all_mechanisms(), ids=lambda of: f"{of.kind}-{of.name}")
def test_every_parameter_stands_there_with_an_example(of: object) -> None:
    """One line for each parameter: what may stand there, its default, its meaning, an example."""
    page = rule_files.text()
    for each in params_of(of.part):  # type: ignore[attr-defined]
        rows = [line for line in page.splitlines() if line.startswith(f"| `{each.name}` |") and each.about.text in line]
        assert rows, each.name
        assert all(row.rstrip(" |").endswith(("`", "`{…}` (below)")) for row in rows), each.name


def tutorial() -> str:
    found = re.search(r"```yaml\n(ruleset: club\n.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.S)
    assert found
    return found[1]


def test_the_tutorials_file_has_ten_lines() -> None:
    """Header included."""
    assert len(tutorial().splitlines()) <= 10


def test_the_tutorials_file_is_what_the_club_plays(tmp_path: Path) -> None:
    """It checks clean, its rules are the five of the club, and the sentences shown are those that are printed."""
    file = tmp_path / "club.yaml"
    file.write_text(tutorial(), encoding="utf-8")
    loaded = check_rules(str(file))
    assert not loaded.diagnostics
    assert loaded.ruleset is not None
    rules = loaded.ruleset.rules
    assert {contract.leader for contract in rules.contracts.values()} == {"declarer"}
    assert list(rules.settle.bonus) == ["cappotto"]
    assert (rules.all_pass.do, rules.all_pass.part.stake) == ("play_out", 1)
    assert rules.match.until.points == 31
    assert rules.contracts["solissimo"].stake == 3
    shown = re.search(r"```text\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.S)
    assert shown
    assert shown[1] in terminal(rulebook(loaded.ruleset, load_rules("pagat")), "en")
