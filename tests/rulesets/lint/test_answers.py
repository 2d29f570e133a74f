"""Reasons that answer warnings, reports on parents, and fixes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.rule_files.load import check_rules

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.wording.findings import Finding


@pytest.fixture(autouse=True)
def _no_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CALAREC_RULES", raising=False)


def _check(folder: Path, text: str, *, parent: str = "pagat", name: str = "house") -> list[Finding]:
    file = folder / f"{name}.yaml"
    file.write_text(f"ruleset: {name}\nversion: 1.0.0\nextends: {parent}\n{text}", encoding="utf-8")
    return list(check_rules(str(file)).findings)


def _told(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(each.code, each.severity.value) for each in findings]


FALLS = "set:\n  contracts.solissimo.stake: 1\n"


def test_a_reason_at_the_rule_answers(tmp_path: Path) -> None:
    """A warning that the author has given a reason for is a note."""
    assert _told(_check(tmp_path, FALLS)) == [("RUL511", "warning")]
    answer = "because:\n  contracts.solissimo.stake: {why: for beginners}\n"
    assert _told(_check(tmp_path, FALLS + answer)) == [("RUL511", "note")]


def test_a_reason_by_star_answers(tmp_path: Path) -> None:
    """`because` may name several rules at once."""
    answer = "because:\n  contracts.*.stake: {why: for beginners}\n"
    assert _told(_check(tmp_path, FALLS + answer)) == [("RUL511", "note")]


def test_a_reason_for_something_else_does_not(tmp_path: Path) -> None:
    """The reason must be at the rule of the warning."""
    answer = "because:\n  contracts.solo.stake: {why: for beginners}\n"
    assert _told(_check(tmp_path, FALLS + answer)) == [("RUL511", "warning")]


def test_no_reason_answers_an_error(tmp_path: Path) -> None:
    """A reason does not answer an error."""
    text = "set:\n  deal.hand: 11\nbecause:\n  deal.hand: {why: we like it}\n"
    assert ("RUL306", "error") in _told(_check(tmp_path, text))


def test_notes_of_the_parent_are_told_with_the_parent(tmp_path: Path) -> None:
    """The author of a house rule does not get the notes of the parent."""
    assert ("RUL606", "note") in _told(list(check_rules("pagat").findings))
    assert _check(tmp_path, "set:\n  contracts.solo.stake: 3\n") == []


def test_warnings_of_the_parent_are_told_with_the_child_too(tmp_path: Path) -> None:
    """A ruleset is as sound as what it extends."""
    _check(tmp_path, FALLS, name="above")
    findings = _check(tmp_path, "set:\n  contracts.solo.leader: declarer\n", parent="above")
    assert [(each.code, each.span.file) for each in findings] == [("RUL511", str(tmp_path / "above.yaml"))]


def test_what_the_file_took_out_is_to_blame(tmp_path: Path) -> None:
    """The finding is at `off`, not in the parent."""
    findings = _check(tmp_path, "set:\n  settle.shares: off\n", parent="gelli-bellora")
    assert [(each.code, each.span[1:3]) for each in findings] == [("RUL515", (5, 3))]


def test_what_is_inside_a_rule_is_to_blame(tmp_path: Path) -> None:
    """The file changed one word of a step: that word, not the step in the parent."""
    findings = _check(tmp_path, "set:\n  steps.choose.cards: all\n", parent="cavendish")
    assert [(each.code, each.span[1:3]) for each in findings] == [("RUL404", (5, 23))]
    assert findings[0].rule is not None
    assert findings[0].rule.path == "steps.choose.cards"


@pytest.mark.mass
@pytest.mark.parametrize(
    ("wrong", "right", "safe"),
    [
        ("steps.bury.open: no", "false", True),
        ("contracts.solo.stake: 03", "3", False),
        ('contracts.solo.stake: "3"', "3", True),
        ("table.seats: 3", "[3]", False),
        ("play.follow: mus", "must", False),
        ("auction.ladder: [chiamo, solo, solisimo]", "solissimo", False),
    ],
)
def test_what_is_meant_is_offered(tmp_path: Path, wrong: str, right: str, safe: bool) -> None:
    """An edit that puts it right, safe only where nothing else can have been meant; after it the finding is gone."""
    text = f"set:\n  {wrong}\n"
    finding = next(each for each in _check(tmp_path, text) if each.fix)
    assert finding.fix is not None
    (edit,) = finding.fix.edits
    assert edit.text == right
    assert finding.fix.safe is safe
    lines = (tmp_path / "house.yaml").read_text(encoding="utf-8").splitlines()
    line = lines[edit.span.line - 1]
    lines[edit.span.line - 1] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
    mended = "\n".join(lines[3:]) + "\n"
    assert finding.code not in {each.code for each in _check(tmp_path, mended)}


def test_one_mistake_under_a_star_is_one_finding(tmp_path: Path) -> None:
    """`contracts.*.leader` reaches five contracts and is wrong once."""
    assert _told(_check(tmp_path, "set:\n  contracts.*.leader: declerer\n")) == [("RUL204", "error")]


def test_a_misspelt_key_and_the_missing_one_are_one_finding(tmp_path: Path) -> None:
    """One mistake, reported once."""
    text = "add:\n  contracts.gran: {stake: 5, leeder: eldest}\nset:\n  auction.ladder: [chiamo, gran]\n"
    findings = _check(tmp_path, text)
    assert _told(findings) == [("RUL201", "error")]
    assert "leader" in findings[0].help("it")
