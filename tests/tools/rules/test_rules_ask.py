"""`calarec rules ask`, `rules new --ask` and `rules check --fix`: from what people say to lines that hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.record_judge.examples import check_rule_file
from calarec.rule_files.examples import examples_of
from calarec.rule_files.load import check_rules
from calarec_tools.cli.rules_fixing import fixed_text
from calarec_tools.main import main
from calarec_tools.output.docs.common_changes import common_changes, find_changes

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("CALAREC_RULES", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def test_both_tables_have_the_same_rows() -> None:
    """The English and the Italian page name the same lines, row by row."""
    rows = common_changes()
    assert len(rows) >= 60
    assert all(row.set_lines or row.add_lines for row in rows)
    assert {tuple(row.texts) for row in rows} == {("en", "it")}


@pytest.mark.parametrize("lang", ["en", "it"])
def test_each_row_is_found_by_its_text(lang: str) -> None:
    for row in common_changes():
        assert find_changes(row.texts[lang]).meant is row, row.texts[lang]


@pytest.mark.parametrize(
    ("phrase", "row"),
    [
        ("ultima presa due punti", "the last trick is worth two points"),
        ("last trick: 2 points", "the last trick is worth two points"),
        ("senza stramazzo", "no stramazzo"),
        ("Senso orario", "played clockwise"),
        ("il mazziere paga il doppio", "the dealer pays double"),
        ("mezze poste", "half stakes"),
        ("un rifiuto perde", ""),
        ("match to 31", "a match to 31"),
        ("una partita di 20 mani", "a match of 20 deals"),
        ("solo vale quattro", "solo is worth 4"),
        ("last trick: 3 points", ""),
        ("match of 3 hours", ""),
        ("cappotto triplo", ""),
        ("xyzzy", ""),
        ("", ""),
    ],
)
def test_a_phrase_means_one_row_or_none(phrase: str, row: str) -> None:
    """A number takes the place of a row's only one; what fits alike, and a word that no row has, is not guessed."""
    found = find_changes(phrase)
    assert (found.meant.texts["en"] if found.meant else "") == row
    nearest = [each.texts["en"] for each in found.nearest]
    assert len(set(nearest)) == len(nearest) <= 3
    assert bool(nearest) == (phrase not in ("xyzzy", ""))


def test_an_answer_has_lines_sentence_and_example(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What is printed is a rule file but for its head, and its example does not hold under the parent."""
    assert main(["rules", "ask", "ultima presa", "due punti", "--lang", "it"]) == 0
    printed = capsys.readouterr().out
    assert "  set:\n    pack.last_trick: 2p\n    settle.won_if.points_at_least: 7p\n" in printed
    assert "L'ultima presa vale 2 punti in più." in printed
    head = "version: 1.0.0\ntitle: x\nextends: pagat\n"
    lines = "set:\n  pack.last_trick: 2p\n  settle.won_if.points_at_least: 7p\n"
    examples = printed[printed.index("examples:\n") :]
    results = []
    for name, changed in (("club", lines), ("same", "")):
        (tmp_path / f"{name}.yaml").write_text(f"ruleset: {name}\n{head}{changed}{examples}", encoding="utf-8")
        results.append([each for each in check_rule_file(f"{name}.yaml").findings if each.severity != "note"])
    assert results[0] == []
    assert results[1]


@pytest.mark.parametrize(
    ("phrase", "name"), [("chi è in ritardo paga", "chi-e-in-ritardo"), ('3 "wines" \\ spilt', "house-rule")]
)
def test_what_cannot_be_expressed_is_kept_by_hand(phrase: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The lines that are offered are a rule file, whose words are the phrase."""
    assert main(["rules", "ask", phrase, "--lang", "it"]) == 1
    printed = capsys.readouterr().out
    lines = printed[printed.rindex("  add:\n") :].split("\n")
    assert lines[2] == f'  adjust A: -1 B: +1 "{name}"'
    text = "ruleset: club\nversion: 1.0.0\nextends: pagat\n" + "\n".join(line[2:] for line in lines[:2]) + "\n"
    checked = check_rules("club.yaml", raw=text.encode())
    assert not [finding for finding in checked.findings if finding.severity == "error"]
    assert checked.ruleset is not None
    assert checked.ruleset.rules.agreed[name].it == phrase


def test_an_unknown_phrase_gets_the_three_nearest_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "ask", "match of 3 hours"]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith("No change of the rules is called `match of 3 hours`.")
    assert printed.count("  set:\n") == 3
    assert "    match.until.minutes: 120\n" in printed


def test_a_phrase_that_is_like_no_row_gets_none(capsys: pytest.CaptureFixture[str]) -> None:
    """One word of four that a row has, too, makes no row near."""
    assert main(["rules", "ask", "a player who spills wine pays"]) == 1
    printed = capsys.readouterr().out
    said = "No change of the rules is called `a player who spills wine pays`, and none is near it."
    assert " ".join(printed.split()).startswith(said)
    assert "  set:\n" not in printed
    assert printed.count("  add:\n") == 1


def test_a_rule_on_the_next_dealer_has_no_hand_that_is_settled_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    """An example states payments, so it would show nothing."""
    assert main(["rules", "ask", "the winner deals next"]) == 0
    said = capsys.readouterr().out
    assert "match.dealer: winner" in said
    assert "examples:" not in said
    assert said.endswith("No hand was found that is settled otherwise under `pagat`.\n")


def test_a_row_that_does_not_fit_another_parent(capsys: pytest.CaptureFixture[str]) -> None:
    """`tressette` has no stramazzo."""
    assert main(["rules", "ask", "no stramazzo", "--from", "tressette"]) == 2
    assert "do not fit `tressette`" in capsys.readouterr().err


def test_a_new_file_has_what_was_asked_for(tmp_path: Path) -> None:
    """Both changes, and an example that holds."""
    assert main(["rules", "new", "club", "--ask", "no stramazzo", "--ask", "ultima presa due punti"]) == 0
    loaded = check_rule_file("club.yaml")
    assert loaded.findings == ()
    assert loaded.ruleset is not None
    assert len(examples_of(loaded.ruleset)) == 1
    assert loaded.ruleset.tree["pack"]["last_trick"] == 6
    assert "stramazzo" not in loaded.ruleset.tree["settle"]["bonus"]
    assert main(["rules", "new", "other", "--ask", "xyzzy"]) == 2
    assert not (tmp_path / "other.yaml").exists()


WRONG = """\
ruleset: club
version: 1.0
titel: {Regole del club}
extends: pagat
set:
  contract.solo.stak: 3 ; comment
  settle.roundng: none
Si gioca fino a trentuno
"""
RIGHT = """\
ruleset: club
version: 1.0.0
title: "{Regole del club}"
extends: pagat
set:
  contracts.solo.stake: 3 # comment
  settle.rounding: none
# Si gioca fino a trentuno
"""


def test_fixes_are_made_one_after_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of a line that cannot be read uncover the others."""
    (tmp_path / "club.yaml").write_text(WRONG, encoding="utf-8")
    assert main(["rules", "check", "club.yaml", "--fix", "--hands", "0"]) == 0
    assert (tmp_path / "club.yaml").read_text(encoding="utf-8") == RIGHT
    assert "fixes made" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["contracts.solo.stake: 1/2", "pack.last_trick: 2", "match.until.points: 31"])
def test_what_a_fix_would_not_mend_stays(line: str) -> None:
    """A fix that leads to another error is not made; two readings are not chosen between."""
    text = f"ruleset: club\nversion: 1.0.0\ntitle: x\nextends: pagat\nset:\n  {line}\n"
    assert fixed_text("club.yaml", text) == (text, 0)


def test_only_files_that_are_named_are_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "check", "--fix"]) == 2
    assert "which files?" in capsys.readouterr().err
    assert main(["rules", "check", "pagat", "--fix", "--hands", "0"]) == 0


@pytest.mark.parametrize("phrase", ["", "  ", "?!"])
def test_a_phrase_without_a_word_is_wrong_use(phrase: str, capsys: pytest.CaptureFixture[str]) -> None:
    """There is nothing to look for, and no nearest row."""
    assert main(["rules", "ask", phrase, "--lang", "en"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.startswith("calarec: a house rule has at least one word")) == ("", True)
