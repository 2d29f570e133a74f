"""`calarec rules new` and `freeze`: refusals, and files that they do not replace."""

from __future__ import annotations

from pathlib import Path

import pytest

from calarec_tools.main import main

HOUSE = "ruleset: club\nversion: 1.0.0\ntitle: Rules of the club\nextends: pagat\nset:\n  match.until.points: 31\n"


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """English, and a folder of its own."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("CALAREC_RULES", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def club(tmp_path: Path) -> str:
    (tmp_path / "club.yaml").write_text(HOUSE, encoding="utf-8")
    return "./club.yaml"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Status, standard output and standard error of a command."""
    status = main(["rules", *words])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(
    "words", [("pagat",), ("twenty-one", "--from", "a-due"), ("-o", "pagat.yaml"), ("a-due", "--from", "a-due")]
)
@pytest.mark.parametrize(("lang", "word"), [("en", "choose another name"), ("it", "scegliere un altro nome")])
def test_new_takes_no_name_of_its_ancestors(
    words: tuple[str, ...], lang: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A ruleset that is called like one that it extends would extend itself."""
    status, _, err = said(capsys, "new", *words, "--lang", lang)
    assert status == 2
    assert word in err
    assert list(Path().glob("*.yaml")) == []


@pytest.mark.parametrize(("lang", "word"), [("en", "would be written over"), ("it", "verrebbe sovrascritto")])
def test_freeze_never_writes_over_its_source(
    club: str, lang: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Under any name."""
    Path("link.yaml").symlink_to("club.yaml")
    for output in ("club.yaml", "./club.yaml", "link.yaml"):
        status, _, err = said(capsys, "freeze", club, "-o", output, "--lang", lang)
        assert status == 2
        assert word in err
        assert Path("club.yaml").read_text(encoding="utf-8") == HOUSE


def test_freeze_writes_over_nothing_else(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A frozen file may be frozen again; another file stays."""
    assert said(capsys, "freeze", club, "-o", "flat.yaml")[0] == 0
    frozen = Path("flat.yaml").read_bytes()
    assert said(capsys, "freeze", club, "-o", "flat.yaml")[0] == 0
    Path("flat.yaml").write_bytes(frozen + b"# mine\n")
    status, _, err = said(capsys, "freeze", club, "-o", "flat.yaml")
    assert status == 2
    assert "not written over" in err
    assert Path("flat.yaml").read_bytes() == frozen + b"# mine\n"
    assert said(capsys, "freeze", club, "-o", "nowhere/flat.yaml")[0] == 2
