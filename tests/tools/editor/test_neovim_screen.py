"""The pictures of the terminal are what Neovim shows now: run where the Neovim is that they were drawn with."""

from __future__ import annotations

import pytest

from tests.tools.editor.neovim import PICTURES, drawn


@pytest.mark.parametrize("lang", PICTURES)
def test_the_picture_is_what_neovim_shows(lang: str) -> None:
    """`python -m tests.tools.editor.neovim` draws it anew."""
    assert drawn(lang) == PICTURES[lang].read_text("utf-8")
