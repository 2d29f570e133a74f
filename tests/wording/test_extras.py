"""Extras are named as a shell takes them: brackets in quotes."""

from __future__ import annotations

from pathlib import Path

import calarec.core.wording


def test_what_installs_an_extra_can_be_typed_as_it_stands() -> None:
    """zsh looks for files if brackets are bare."""
    files = [each for each in Path(calarec.core.wording.__file__).parent.rglob("*") if each.suffix in (".toml", ".md")]
    texts = {each: each.read_text(encoding="utf-8") for each in files}
    assert sum("'calarec[" in text for text in texts.values()) > 3
    assert [each.name for each, text in texts.items() if " calarec[" in text] == []
