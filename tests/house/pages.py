"""The pages for newcomers, which exist in English and Italian, and what can be read off them.

Terms. A *block* is the text between a fence that names a language and the fence that ends it. An *example* is a
command of a console block, with the output that the page shows for it; a line `…` there means any number of lines.
A *quotation* is output within a paragraph, in backquotes; `…` in it means the rest of a line. A comment above the
paragraph, `<!-- printed by: COMMAND -->`, names the command that prints it, or a page whose blocks a test runs.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.wording.language import Language

ENGLISH_SYSTEM: Final = "C.UTF-8"
ITALIAN_SYSTEM: Final = "it_IT.UTF-8"
_START: Final = "from calarec_tools.main import main; main()"
_OUTPUT: Final = re.compile(r"^[A-Z]{3}\d{3}:? \S|[^\W\d_]{2}\.$|\w> ")
"""A finding, a sentence, an answer at a prompt: what no reader could take for something to type."""


class Quotation(NamedTuple):
    """Output that a page quotes within a paragraph."""

    text: str
    printed_by: str
    """The command, or the page whose blocks are run; empty where the page names none."""

    def is_in(self, printed: str) -> bool:
        """Check whether this was printed, with its elisions filled in."""
        wanted = "[^\n]*".join(re.escape(part) for part in self.text.split("…"))
        return re.search(wanted, printed) is not None


class Page(NamedTuple):
    """A page in one of its languages."""

    file: Path
    language: Language

    @property
    def text(self) -> str:
        """The text of the page."""
        return self.file.read_text(encoding="utf-8")

    def blocks(self, fence: str) -> list[str]:
        """The blocks of one language, in order."""
        return re.findall(rf"^```{fence}\n(.*?)^```$", self.text, re.DOTALL | re.MULTILINE)

    def examples(self) -> list[tuple[str, str]]:
        """Each command with the output shown."""
        split = (block.removeprefix("$ ").split("\n", 1) for block in self.blocks("console"))
        return [(command, shown) for command, shown in split]

    def quotations(self) -> list[Quotation]:
        """The output within paragraphs, in order, each with what prints it according to the page."""
        plain = re.sub(r"^```.*?^```$", "", self.text, flags=re.DOTALL | re.MULTILINE)
        found = []
        for paragraph in re.split(r"\n\s*\n", plain):
            marked = re.match(r"\s*<!-- printed by: (.+?) -->\n", paragraph)
            spans = (" ".join(span.split()) for span in re.findall(r"`([^`]+)`", paragraph))
            found += [Quotation(span, marked[1] if marked else "") for span in spans if _OUTPUT.search(span)]
        return found

    def inline_commands(self) -> list[str]:
        """The whole command lines within paragraphs: those with an option or a file."""
        spans = (" ".join(span.split()) for span in re.findall(r"(?<!`)`(calarec [^`]+)`", self.text))
        return [span for span in spans if re.search(r" -|\.", span)]

    def marks(self) -> list[str]:
        """The commands that print the quotations, by the page."""
        return re.findall(r"<!-- printed by: (.+?) -->", self.text)

    def outline(self) -> list[str]:
        """The structure of the page: levels of headings, languages of blocks, in order."""
        return re.findall(r"^(#+(?= )|```\w+)", self.text, re.MULTILINE)

    def links(self) -> list[str]:
        """The links of the page within the repository."""
        targets = re.findall(r"\]\(([^)\s]+)\)", self.text)
        return [target.partition("#")[0] for target in targets if ":" not in target and target[0] != "#"]


def pages_of(name: str) -> tuple[Page, Page]:
    """A page of `docs` in both languages."""
    return Page(ROOT / "docs" / f"{name}.md", "en"), Page(ROOT / "docs" / f"{name}.it.md", "it")


README: Final = (Page(ROOT / "README.md", "en"), Page(ROOT / "README.it.md", "it"))
TUTORIAL: Final = pages_of("start/house-rule")
QUARREL: Final = pages_of("start/quarrel")
EVENING: Final = pages_of("start/evening")
INSTALL: Final = pages_of("start/install")
SCRIPT: Final = pages_of("start/python")
JUDGING: Final = pages_of("explanation/judging")
CHEAT_SHEET: Final = pages_of("reference/cheat-sheet")
GLOSSARY: Final = pages_of("reference/glossary")
BEST_PLAY: Final = pages_of("guides/best-play")
CONVERTING: Final = pages_of("guides/converting")
VIEWING: Final = pages_of("guides/viewing")

ALL: Final = tuple(
    Page(file, "it" if file.name.endswith(".it.md") else "en")
    for file in (*(page.file for page in README), *sorted((ROOT / "docs").rglob("*.md")))
    if "adr" not in file.parts
)

SHEET: Final = pages_of("guides/sheet")


def run(command: str, *, system: str = ENGLISH_SYSTEM, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """A command line as people type it, on a system that speaks a language, in a terminal of 80 columns."""
    environment = {"LC_ALL": system, "PYTHONUTF8": "1", "NO_COLOR": "1", "COLUMNS": "80", "CALAREC_CACHE": "off"}
    environment["PATH"] = os.environ.get("PATH", "")
    program, *arguments = shlex.split(command)
    assert program == "calarec", command
    return subprocess.run(
        [sys.executable, "-c", _START, *arguments],
        cwd=folder, env=environment, capture_output=True, check=False, encoding="utf-8",
    )  # fmt: skip


def shows(shown: str, printed: str) -> bool:
    """Is this what the page shows, elisions filled in?"""
    parts = [re.escape(part) for part in re.split(r"(?m)^…\n", shown)]
    end = "" if shown.endswith("…\n") else r"\Z"
    return re.match(r"(?:.*\n)*?".join(parts) + end, printed) is not None
