"""`calarec coverage`: what hands exercise of a ruleset, and what none of them does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from calarec.core.base.resources import data_folder
from calarec.public import read
from calarec.rule_files.load import load_ruleset
from calarec_tools.archive.covering import Coverage
from calarec_tools.main import main
from tests.tools.evenings import evening

SCHEMA = json.loads((data_folder("grammar") / "coverage.schema.json").read_text(encoding="utf-8"))
PASSED = """cal 1
rules pagat
seat A
seat B
seat C

hand 1
dealer A
bid B: passo C: passo A: passo
end
"""
SOLO = """
hand 2
dealer {dealer}
bid B: passo C: solo A: passo
result C: won
score A: -2 B: -2 C: +4
end
"""


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


def covered(text: str, rules: str = "pagat") -> Coverage:
    """Return the coverage of a text."""
    Path("a.cal").write_text(text, encoding="utf-8")
    found = Coverage(load_ruleset(rules))
    for hand in read("a.cal"):
        found.count_hand_coverage(hand)
    return found


def test_a_hand_exercises_what_it_is_judged_by() -> None:
    """A hand that all have passed touches no contract; one more touches its own alone, and is named as the first."""
    passed = covered(PASSED)
    assert "auction.ladder" in passed.first
    assert not any(path.startswith(("contracts.", "settle.bonus.")) for path in passed.first)
    both = covered(PASSED + SOLO.format(dealer="A"))
    assert both.first["contracts.solo.stake"][1:] == (12, "2")
    assert both.first["auction.ladder"][1:] == (7, "1")
    assert "contracts.chiamo.stake" in both.unexercised_leaves
    assert both.exercised_share > passed.exercised_share


def test_a_hand_that_does_not_fit_exercises_nothing() -> None:
    """Nor does it take anything from the hands behind it."""
    wrong = SOLO.format(dealer="A").replace("C: +4", "C: +5")
    assert "contracts.solo.stake" not in covered(PASSED + wrong).first
    found = covered(PASSED + wrong + SOLO.format(dealer="A").replace("hand 2", "hand 3"))
    assert (found.hands, found.others) == (2, 1)
    assert found.first["contracts.solo.stake"].hand == "3"


def test_what_may_happen_is_counted() -> None:
    """Against a count of the words in the text."""
    text = evening("pagat", 40)
    found = {(each.kind, each.name): each for each in covered(text).covered_branches()}
    hands = [hand for hand in text.split("\nhand ") if ": chiamo" in hand]
    last = [re.findall(r": (chiamo|solo|solissimo|dividete|scegliete)\b", hand)[-1] for hand in hands]
    assert found["contract", "chiamo"].times == last.count("chiamo") > 0
    assert found["contract", "chiamo"].won + found["contract", "chiamo"].lost == last.count("chiamo")
    assert found["word", "passo"].times == text.count(": passo") > 0
    assert found["fault", "revoke"].times == 0
    assert sum(each.times for (kind, _), each in found.items() if kind == "outcome") == 40


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["coverage", *words])
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.mark.parametrize("width", [60, 100])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_lines_fit_the_terminal(
    width: int, lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In either language."""
    monkeypatch.setenv("COLUMNS", str(width))
    Path("a.cal").write_text(PASSED, encoding="utf-8")
    status, out, _ = _run(capsys, "a.cal", "--lang", lang)
    assert status == 0
    assert max(map(len, out.splitlines())) <= width
    assert "contracts.solo.stake" in out


def test_the_listing_marks_the_lines_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    """The listing has every line of own rules, and of those that they extend."""
    Path("club.yaml").write_text(
        "ruleset: club\nversion: 1.0.0\nextends: pagat\nset:\n  contracts.solo.stake: 3\n  match.until.deals: 9\n",
        encoding="utf-8",
    )
    Path("a.cal").write_text(PASSED, encoding="utf-8")
    _, out, _ = _run(capsys, "a.cal", "--rules", "./club.yaml", "--listing")
    lines = out.splitlines()
    assert "-    5   contracts.solo.stake: 3" in lines
    assert "+    6   match.until.deals: 9" in lines
    assert "     1 ruleset: club" in lines
    assert "pagat.yaml" in lines


def test_too_little_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    """As a step of a club's own checks."""
    Path("a.cal").write_text(PASSED, encoding="utf-8")
    assert _run(capsys, "a.cal", "--fail-under", "5")[0] == 0
    status, _, err = _run(capsys, "a.cal", "--fail-under", "90")
    assert status == 1
    assert err.startswith("pagat: ")
    assert err.endswith("% is less than 90%.\n")


def test_the_json_is_as_the_schema_says(capsys: pytest.CaptureFixture[str]) -> None:
    """One object for each ruleset that the records name."""
    Path("a.cal").write_text(PASSED, encoding="utf-8")
    Path("b.cal").write_text(evening("tressette", 2), encoding="utf-8")
    _, out, _ = _run(capsys, ".", "--json")
    found: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    for each in found:
        Draft202012Validator(SCHEMA).validate(each)
        assert each["exercised"] == sum(leaf["exercised"] for leaf in each["leaves"])
        assert each["of"] == sum(not leaf["silent"] for leaf in each["leaves"])
    assert [each["rules"]["id"] for each in found] == ["pagat", "tressette"]


def test_wrong_use_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """No file, no ruleset, no hand, no percentage."""
    Path("a.cal").write_text(PASSED.replace("rules pagat\n", ""), encoding="utf-8")
    Path("b.cal").write_text("cal 1\n", encoding="utf-8")
    for words in (["nope.cal"], ["a.cal"], ["a.cal", "--rules", "nope"], ["a.cal", "--fail-under", "101"]):
        status, out, err = _run(capsys, *words)
        assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert _run(capsys, "b.cal")[0] == 2
