"""Neovim with `editors/vim`, and its pictures, drawn with the same version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.tools.editor.neovim import PICTURES, drawn, typed

if TYPE_CHECKING:
    from pathlib import Path

_RULES: Final = """\
ruleset: club
extends: pagat
set:
  contracts.*.leader: declarer
"""


@pytest.mark.parametrize("lang", PICTURES)
def test_the_picture_is_what_neovim_shows(lang: str) -> None:
    """`python -m tests.tools.editor.neovim` draws it anew."""
    assert drawn(lang) == PICTURES[lang].read_text("utf-8")


def test_a_line_behind_a_rule_stands_as_deep_as_that(tmp_path: Path) -> None:
    """Behind a key of its own deeper, behind a whole value not: in other YAML files Neovim does what it did."""
    file = tmp_path / "club.yaml"
    file.write_text(_RULES, encoding="utf-8")
    found = typed(file, r"oall_pass: {stake: 1}\<CR>match.until\<CR>x\<Esc>oadd:\<CR>contracts.mine:\<CR>stake")
    assert found == _RULES + "  all_pass: {stake: 1}\n  match.until\n  x\nadd:\n  contracts.mine:\n    stake\n"
    other = tmp_path / "other.yaml"
    other.write_text("a: b\n", encoding="utf-8")
    assert typed(other, "oc") == "a: b\n  c\n"


def test_a_path_of_a_rule_file_is_one_word(tmp_path: Path) -> None:
    """Completion replaces a path from its beginning."""
    file = tmp_path / "club.yaml"
    file.write_text(_RULES, encoding="utf-8")
    assert typed(file, "^dw") == _RULES.replace("contracts.*.leader: declarer", ": declarer")
