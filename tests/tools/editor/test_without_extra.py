"""Without the extra that brings pygls the command reports it."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

from calarec_tools.main import main

if TYPE_CHECKING:
    import pytest


def test_one_line_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """In each language, with what installs it, and nothing on standard output."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["lsp", "--lang", "en"]) == 2
    assert capsys.readouterr() == (
        "", "calarec: editors are served with the extra `editor`: `pip install 'calarec[editor]'`.\n"
    )  # fmt: skip
    assert main(["lsp", "--lang", "it"]) == 2
    assert "ci vuole l'extra `editor`" in capsys.readouterr().err
