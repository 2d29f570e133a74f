"""A frozen ruleset, checked again: freezing adds nothing to find."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.rule_files.lint import runner
from calarec.rule_files.load import check_rules
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
    """Nothing that the freezing brings: no idle default that nobody asked for, no word for what a child took away.

    Notes that are otherwise told with the parent count too: the frozen file has no parent.
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
