"""`calarec rules`: what each command prints, and how it ends."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from calarec.core.wording.language import LANGUAGES
from calarec.rule_files.load import load_ruleset
from calarec.rule_files.shared_schema import published_schema
from calarec_tools.main import main
from tests.rulebook.mutations import shipped

pytestmark = pytest.mark.slow

HOUSE = """\
ruleset: club
version: 1.0.0
title: Rules of the club
extends: pagat
set:
  contracts.*.leader: declarer
  match.until.points: 31
"""


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """English, a folder of its own, a cache of its own."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("CALAREC_RULES", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def club(tmp_path: Path) -> str:
    (tmp_path / "club.yaml").write_text(HOUSE, encoding="utf-8")
    return "./club.yaml"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Status, standard output and standard error of a command."""
    untried = ("--hands", "0") if words[0] == "check" else ()
    status = main(["rules", *words, *untried])
    out, err = capsys.readouterr()
    return status, out, err


def test_list_names_every_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    """Ids, versions, titles, and what each extends."""
    status, out, err = said(capsys, "list")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == list(shipped())
    assert re.search(r"^aperta +1\.0\.0 +Calabresella aperta +← twenty-one$", out, re.M)
    listed = json.loads(said(capsys, "list", "--json")[1])
    assert [each["ruleset"] for each in listed] == list(shipped())


def test_list_finds_those_of_a_folder(club: str, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    """CALAREC_RULES adds the club's own; a broken one is named and makes the status 1."""
    monkeypatch.setenv("CALAREC_RULES", os.curdir)
    assert "club " in said(capsys, "list")[1]
    text = "ruleset: broken\nversion: 1.0.0\nextends: pagat\nset: {deal.hnd: 3}\n"
    Path("broken.yaml").write_text(text, encoding="utf-8")
    status, out, err = said(capsys, "list")
    assert status == 1
    assert "club " in out
    assert "broken" not in out
    assert "calarec rules check broken" in err


def test_show_prints_yaml_that_means_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """Every rule, defaults included, under a line that pins it."""
    from calarec.rule_files.source import read_source
    from calarec.rule_files.tree import to_plain

    status, out, _ = said(capsys, "show", "a-due")
    ruleset = load_ruleset("a-due")
    root, findings = read_source(out.encode(), "shown.yaml")
    assert (status, findings) == (0, ())
    assert root is not None
    assert to_plain(root) == ruleset.tree
    assert out.startswith(f"# a-due@1.0.0 sha256:{ruleset.digest[:12]}\n# a-due ← twenty-one\n")


def test_show_origin_names_line_and_source(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each rule names its file, line and source; a default is marked."""
    status, out, _ = said(capsys, "show", club, "--origin")
    assert status == 0
    assert re.search(r"leader: declarer +# \./club\.yaml:6:3 \[house rule\]", out)
    assert re.search(r'packets: 4 +# pagat:\d+ \[Pagat, "The deal"\]', out)
    assert re.search(r"piles: after +# default", out)
    assert "# valore predefinito" in said(capsys, "show", club, "--origin", "--lang", "it")[1]


def test_show_json(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One object: identity, layers, the flat tree; with --origin, each leaf's origin."""
    shown = json.loads(said(capsys, "show", club, "--json")[1])
    assert shown["layers"] == ["club", "pagat"]
    assert shown["rules"]["match"]["until"]["points"] == 31
    assert "origins" not in shown
    origins = json.loads(said(capsys, "show", club, "--json", "--origin")[1])["origins"]
    assert origins["match.until.points"] == {
        "at": "./club.yaml:7:3",
        "layer": "club",
        "source": "house rule",
        "why": None,
    }


@pytest.mark.parametrize("command", ["show", "explain", "freeze"])
def test_a_missing_ruleset_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 2 and one line, with what was probably meant."""
    status, out, err = said(capsys, command, "pagatt")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "pagat" in err


@pytest.mark.parametrize("command", ["show", "explain", "freeze"])
def test_a_faulty_ruleset_is_shown_its_errors(command: str, club: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 1; the findings go to standard error, for nothing that was asked for can be given."""
    Path("club.yaml").write_text(HOUSE + "  deal.hnd: 3\n", encoding="utf-8")
    status, out, err = said(capsys, command, club)
    assert (status, out) == (1, "")
    assert "club.yaml:8:3: RUL" in err
    assert "deal.hand" in err


def test_check_is_silent_where_all_is_well(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 0, nothing on standard output, a summary beside it."""
    status, out, err = said(capsys, "check", club)
    assert (status, out) == (0, "")
    assert err == "1 ruleset checked: 0 errors, 0 warnings, 0 notes.\n"


def test_check_prints_findings(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An error makes the status 1; each form of output holds the code."""
    Path("club.yaml").write_text(HOUSE + "  contracts.*.leder: eldest\n", encoding="utf-8")
    for form in ("pretty", "concise", "json", "sarif", "github"):
        status, out, _ = said(capsys, "check", club, "--format", form)
        assert status == 1
        assert "RUL1" in out
    assert "contracts.*.leader" in said(capsys, "check", club)[1]


def test_check_without_names_checks_everything(capsys: pytest.CaptureFixture[str]) -> None:
    """Every shipped ruleset passes; a note on a parent is printed once."""
    status, out, err = said(capsys, "check", "--format", "concise")
    assert status == 0
    assert err.startswith(f"{len(shipped())} rulesets checked: 0 errors, 0 warnings, ")
    assert len(set(out.splitlines())) == len(out.splitlines())
    if out:
        assert said(capsys, "check", "--strict", "--format", "concise")[0] == 1


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "calarec: `empty`: there is no rule file in this folder (a file ending in .yaml).\n"),
        ("it", "calarec: `empty`: in questa cartella non c'è nessun file di regole (un file che finisce in .yaml).\n"),
    ],
)
def test_a_folder_without_rule_files_is_refused(
    lang: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As by `calarec check`: nothing was checked, so nothing is in order."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    assert main(["rules", "check", "empty", "--lang", lang]) == 2
    assert capsys.readouterr() == ("", said)


def test_check_takes_folders_and_goes_on_after_a_missing_file(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing file makes the status 2; the rest is checked all the same."""
    status, out, err = said(capsys, "check", "nothing.yaml", os.curdir)
    assert status == 2
    assert "RUL001" in out
    assert err.startswith("2 rulesets checked: 1 error, ")


def test_schema_is_the_published_one(capsys: pytest.CaptureFixture[str]) -> None:
    """The schema that editors use is the one that is enforced."""
    status, out, _ = said(capsys, "schema")
    assert status == 0
    assert json.loads(out) == published_schema()


@pytest.mark.mass
@pytest.mark.parametrize("parent", shipped())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_new_writes_a_file_that_passes(parent: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It extends the ruleset, carries the modeline, changes nothing yet, and checks clean."""
    status, _, err = said(capsys, "new", "mine", "--from", parent, "--lang", lang)
    assert status == 0
    assert "mine.yaml" in err
    text = Path("mine.yaml").read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=")
    status, out, _ = said(capsys, "check", "mine.yaml")
    assert (status, out) == (0, "")
    assert load_ruleset("./mine.yaml").digest == load_ruleset(parent).digest


@pytest.mark.mass
@pytest.mark.parametrize("parent", ["pagat", "cavendish", "treccani", "spazzatura", "american-1900"])
def test_each_proposal_of_new_works(parent: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Taking away one `#` gives rules that pass, and other ones."""
    said(capsys, "new", "mine", "--from", parent, "-o", "mine.yaml")
    lines = Path("mine.yaml").read_text(encoding="utf-8").splitlines()
    proposals = [
        place for place, line in enumerate(lines) if re.match(r"  # [a-z_.*-]+: \S", line) and "path" not in line
    ]
    assert len(proposals) >= 3
    assert any("settle.bonus.mine" in lines[place] for place in proposals)
    for place in proposals:
        changed = [line.replace("# ", "", 1) if number == place else line for number, line in enumerate(lines)]
        Path("mine.yaml").write_text("\n".join(changed) + "\n", encoding="utf-8")
        _status, out, _ = said(capsys, "check", "mine.yaml", "--format", "concise")
        assert "error" not in out, (changed[place], out)
        assert load_ruleset("./mine.yaml").digest != load_ruleset(parent).digest


def test_new_overwrites_nothing(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is there stays as it is."""
    status, _, err = said(capsys, "new", "club")
    assert status == 2
    assert "club.yaml" in err
    assert Path("club.yaml").read_text(encoding="utf-8") == HOUSE
    assert said(capsys, "new", "No Good")[0] == 2


def test_new_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    """`-o -` writes no file."""
    status, out, _ = said(capsys, "new", "-o", "-")
    assert status == 0
    assert "ruleset: pagat-house" in out
    assert not Path("pagat-house.yaml").exists()


def test_diff_tells_sentences_and_rules(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The difference has both sentences, then the leaf with values and places."""
    status, out, _ = said(capsys, "diff", "pagat", club)
    assert status == 0
    assert "club: The match is over when a player has reached 31 points." in out
    assert re.search(r"match\.until\.points: null \(default\) → 31 \(\./club\.yaml:7:3 \[house rule\]\)", out)
    found = json.loads(said(capsys, "diff", "pagat", club, "--json")[1])
    assert {each["right"]["path"] for each in found["differences"]} == {
        "contracts.chiamo.leader", "contracts.solo.leader", "match.until.points"
    }  # fmt: skip


def test_diff_recognises_other_names(capsys: pytest.CaptureFixture[str]) -> None:
    """The same pack with its ranks renamed is the same game."""
    _, out, _ = said(capsys, "diff", "cavendish", "american-1900")
    assert "3 = A, 2 = K, A = Q" in out
    assert "cavendish and american-1900 have the same rules." in out


def test_explain_prints_the_rulebook(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    """For the terminal or as Markdown, in the language asked for."""
    status, out, _ = said(capsys, "explain", club)
    assert status == 0
    assert out.startswith("Rules of the club\n=================\n")
    assert "## La partita" in said(capsys, "explain", club, "--lang", "it", "--format", "markdown")[1]


@pytest.mark.parametrize("name", ["pagat", "a-due", "settiglio-stripped"])
def test_freeze_keeps_the_digest(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One file, no parent, the same rules."""
    status, out, _ = said(capsys, "freeze", name)
    assert status == 0
    assert "extends:" not in out
    Path("kept").mkdir()
    assert said(capsys, "freeze", name, "-o", f"kept/{name}.yaml")[:2] == (0, "")
    assert load_ruleset(f"kept/{name}.yaml").digest == load_ruleset(name).digest


def test_warm_show_imports_little(tmp_path: Path) -> None:
    """No yaml, no jsonschema, no typer, no mechanism once the ruleset is in the cache."""
    program = (
        "import sys; from calarec_tools.main import main; main(['rules', 'show', 'pagat']); "
        "heavy = {'yaml', 'jsonschema', 'typer', 'rich', 'lark', 'calarec.core.mechanisms.registry', "
        "'calarec.rule_files.compose'}; "
        "sys.exit(3 if heavy & sys.modules.keys() else 0)"
    )
    for expected in (3, 0):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
        assert done.returncode == expected, done.stderr
