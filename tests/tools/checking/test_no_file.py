"""What is no file in a folder is passed over, and a full disk leaves nothing of a file that was begun."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calarec_tools.main import main
from tests.tools.evenings import evening

if TYPE_CHECKING:
    import pytest


def test_a_pipe_in_a_folder_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a word; nobody waits for what may never come."""
    monkeypatch.chdir(tmp_path)
    Path("club").mkdir()
    Path("club/a.cal").write_text(evening("pagat", 1), encoding="utf-8")
    os.mkfifo("club/b.cal")
    monkeypatch.setenv("LC_ALL", "C")
    assert main(["check", "club"]) == 0
    assert "`club/b.cal`: this is no ordinary file" in capsys.readouterr().err


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
