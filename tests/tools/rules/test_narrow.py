"""Lists and comparisons of rulesets fit the terminal, and are whole in a pipe."""

from __future__ import annotations

import pytest

from calarec.core.wording.cells import cells
from calarec_tools.main import main

COMMANDS = (("rules", "list"), ("rules", "diff", "pagat", "tretre"), ("rules", "diff", "cavendish", "treccani"))


def said(command: tuple[str, ...], columns: int, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of a command at a terminal so wide; 0 is none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("calarec_tools.output.files.streams.terminal_columns", lambda _stream: columns)
        assert main([*command, "--lang", "it"]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("columns", [60, 80, 100, 160])
def test_every_line_fits(command: tuple[str, ...], columns: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Only a word that is longer than a line may be left whole."""
    for line in said(command, columns, capsys):
        assert cells(line) <= columns or len(line.split()) == 1, line


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_lost_by_wrapping(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """The words are those of the lines that are left whole."""
    narrow, whole = said(command, 60, capsys), said(command, 0, capsys)
    assert " ".join(narrow).split() == " ".join(whole).split()
    assert len(narrow) > len(whole)


def test_a_list_that_is_piped_keeps_its_columns(capsys: pytest.CaptureFixture[str]) -> None:
    """One ruleset a line, for other programs."""
    lines = said(("rules", "list"), 0, capsys)
    parents = {line.index("←") for line in lines if "←" in line}
    assert len(parents) == 1
