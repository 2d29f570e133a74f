"""Special files in folders are passed over; a full disk leaves no part of a file."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from calarec_tools.main import main
from tests.tools.evenings import evening


def test_a_pipe_in_a_folder_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named, and the run does not wait for it."""
    monkeypatch.chdir(tmp_path)
    Path("club").mkdir()
    Path("club/a.cal").write_text(evening("pagat", 1), encoding="utf-8")
    os.mkfifo("club/b.cal")
    monkeypatch.setenv("LC_ALL", "C")
    assert main(["check", "club"]) == 0
    assert "`club/b.cal`: this is not an ordinary file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "this is not an ordinary file and was passed over."),
        ("it", "non è un file ordinario ed è stato tralasciato."),
    ],
)
@pytest.mark.parametrize(
    "command", ["check club", "fmt --check club", "pin club", "convert club out --from cal --to json"]
)
def test_what_is_passed_over_is_said_in_the_language_asked_for(
    command: str,
    lang: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By every command that takes a folder, in any language of the system."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8" if lang == "en" else "C")
    Path("club").mkdir()
    Path("club/a.cal").write_text(evening("pagat", 1), encoding="utf-8")
    os.mkfifo("club/b.cal")
    main([*command.split(), "--lang", lang])
    assert f"`club/b.cal`: {said}" in capsys.readouterr().err.splitlines()


@pytest.mark.parametrize("named", [True, False])
def test_a_pipe_among_rule_files_is_passed_over(
    named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pipe in a named folder or in one of ids is passed over, without a finding."""
    monkeypatch.chdir(tmp_path)
    Path("club").mkdir()
    os.mkfifo("club/p.yaml")
    Path("club/q.yaml").write_text("ruleset: q\nversion: 1.0.0\nextends: pagat\n", encoding="utf-8")
    if not named:
        monkeypatch.setenv("CALAREC_RULES", "club")
    words = ["rules", "check", "--hands", "0", "--lang", "it", *(["club"] if named else [])]
    status = main(words)
    said = capsys.readouterr()
    line = "`club/p.yaml`: non è un file ordinario ed è stato tralasciato."
    assert said.err.splitlines().count(line) == 1
    assert "p.yaml" not in said.out
    assert status != 2


def test_a_full_disk_leaves_no_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the file is named."""
    monkeypatch.chdir(tmp_path)

    def full(_handle: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["rules", "new", "--from", "pagat", "-o", "mine.yaml"]) == 2
    assert "mine.yaml" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
