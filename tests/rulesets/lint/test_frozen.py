"""A frozen ruleset, checked again: freezing adds nothing to find."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.record_judge.examples import check_rule_file
from calarec.rule_files.examples import examples_of
from calarec.rule_files.lint import runner
from calarec.rule_files.load import check_rules, load_ruleset
from calarec_tools.main import main
from tests.rulebooks import IDS, RULES

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def _found(file: Path) -> set[tuple[str, str, str]]:
    found = check_rules(str(file)).findings
    return {(each.code, each.severity.value, each.rule.path if each.rule else "") for each in found}


def _frozen(ruleset: str, folder: Path) -> Path:
    file = folder / f"{ruleset}.yaml"
    assert main(["rules", "freeze", str(RULES / file.name), "--output", str(file)]) == 0
    return file


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_a_frozen_file_is_told_what_is_told_of_its_rules(
    ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A frozen file has the findings of its rules, and none because of the freezing.

    No idle default, no word for removed rules. Notes that belong to the parent count too: the frozen file has no
    parent.
    """
    monkeypatch.setattr(runner, "_is_of_parent", lambda *_: False)
    assert _found(_frozen(ruleset, tmp_path)) == _found(RULES / f"{ruleset}.yaml")


def test_what_is_not_marked_as_a_default_is_told(tmp_path: Path) -> None:
    """The same line without that mark is the author's, and decides nothing."""
    file = _frozen("pagat", tmp_path)
    text = file.read_text(encoding="utf-8")
    idle = ("RUL704", "note", "match.tie")
    assert idle not in _found(file)
    mark = text.index("  match.tie:\n")
    file.write_text(text[:mark], encoding="utf-8")
    assert idle in _found(file)


EXAMPLES = """\
ruleset: club
version: 1.0.0
title: Club
extends: pagat
sources: {minutes: {title: Minutes, seen: 2024-01-02}, unused: {title: Unused, seen: 2024-01-02}}
examples:
  won: |
    dealer C
    bid A: chiamo
    score A: +2 B: -1 C: -1
  lost:
    title: {en: "Lost: dear", it: Persa}
    source: minutes 3
    hand: "dealer C\\nbid A: solo\\nresult A: lost\\nscore A: -4 B: +2 C: +2\\n\\n; odd\\n"
"""


def test_a_frozen_file_keeps_its_examples(tmp_path: Path) -> None:
    """Text, title and source; those of the parent are not its own."""
    (tmp_path / "club.yaml").write_text(EXAMPLES, encoding="utf-8")
    frozen = tmp_path / "frozen" / "club.yaml"
    frozen.parent.mkdir()
    assert main(["rules", "freeze", str(tmp_path / "club.yaml"), "--output", str(frozen)]) == 0
    before, after = (examples_of(load_ruleset(str(file))) for file in (tmp_path / "club.yaml", frozen))
    assert [each[:4] for each in after] == [each[:4] for each in before]
    assert len(after) == 2
    assert not [each for each in check_rule_file(str(frozen)).findings if each.severity != "note"]
    assert "unused" not in frozen.read_text(encoding="utf-8")
