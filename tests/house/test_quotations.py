"""Quotations in paragraphs are printed so; records and commands of pages work."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import pytest

from calarec_tools import main as program
from calarec_tools.main import COMPLETION
from calarec_tools.output.files.streams import RefusalError
from tests.house.pages import ALL, Page, Quotation, run
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

# Of these the first quotes source code, and the second quotes what was decided and perhaps changed since.
PAGES = [page for page in ALL if page.file.name not in ("mutation.md", "decisions.md")]
QUOTING = [page for page in PAGES if page.quotations()]
RECORDS = [
    pytest.param(page, number, id=f"{page.file.name}-{number}")
    for page in PAGES
    for number in range(len(page.blocks("cal")))
]
COMMANDS = [
    pytest.param(line, id=f"{page.file.name}-{line}")
    for page in PAGES
    for line in dict.fromkeys(
        [
            *(line.strip() for block in page.blocks("sh") for line in block.splitlines()),
            *(command for command, _ in page.examples()),
            *page.inline_commands(),
        ]
    )
    if line.startswith("calarec ") and "$address" not in line
]


def output_of_command(page: Page, source: str, folder: Path) -> str:
    """Return the output of a command beside the rule files of the page.

    If the source is another page, return its blocks, which a test runs.
    """
    if source.endswith(".md"):
        return "\n".join(Page(ROOT / source, page.language).blocks("text"))
    for rules in page.blocks("yaml"):
        if named := re.match(r"ruleset: ([\w-]+)\n", rules):
            (folder / f"{named[1]}.yaml").write_text(rules, encoding="utf-8")
    ran = run(source, folder=folder)
    return ran.stdout + ran.stderr


@pytest.mark.parametrize("page", QUOTING, ids=lambda page: page.file.name)
def test_a_quotation_is_printed_as_it_is_quoted(page: Page, tmp_path: Path) -> None:
    """The paragraph names what prints it, which does print it."""
    for quotation in page.quotations():
        assert quotation.printed_by, quotation.text
        assert quotation.is_in(output_of_command(page, quotation.printed_by, tmp_path)), quotation.text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file.name)
def test_no_mark_is_without_a_quotation(page: Page) -> None:
    """A mark whose paragraph has lost its quotation, or that is not above a paragraph, is taken away."""
    assert set(page.marks()) == {quotation.printed_by for quotation in page.quotations() if quotation.printed_by}


def test_a_quotation_that_is_not_printed_is_noticed() -> None:
    """The answer that README once quoted, beside what the program prints."""
    answer = "CAL510 C plays 3d, but A holds it; legal here: 3b, Ab, Cb, Rs or Cd\n"
    assert not Quotation("CAL510 C plays 3d, but A holds it; legal here: 3b, Ab or Cb", "").is_in(answer)
    assert Quotation("CAL510 C plays 3d, but A holds it; legal here: 3b, …", "").is_in(answer)
    assert not Quotation("CAL510 C plays 3d …\nlegal", "").is_in("CAL510 C plays 3d\nnot\nlegal")


@pytest.mark.parametrize(("page", "number"), RECORDS)
def test_a_record_that_is_shown_can_be_pasted(page: Page, number: int, tmp_path: Path) -> None:
    """`calarec check` finds nothing wrong with it."""
    (tmp_path / "pasted.cal").write_text(page.blocks("cal")[number], encoding="utf-8")
    ran = run("calarec check --strict pasted.cal", folder=tmp_path)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_that_is_shown_can_be_typed(command: str) -> None:
    """Its name and its options are known, in that command; a paragraph may leave out the files."""
    words = shlex.split(command, comments=True)[1:]
    if words[0] not in (*COMPLETION, "--help", "--version"):
        options = [at for at, word in enumerate(words) if word.startswith("-")]
        path = words[: options[0]] if options else words
        try:
            asked = program.parse(words)
        except RefusalError:
            asked = program.parse([*words, "evening.cal"])
        assert asked is not None
        assert list(asked.path) == path[: len(asked.path)]
