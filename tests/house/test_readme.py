"""The README is true in both languages: its output is printed, its examples work."""

from __future__ import annotations

import re

import pytest

from calarec.core.base.resources import data_folder
from tests.house.pages import (
    BEST_PLAY,
    CHEAT_SHEET,
    CONVERTING,
    ENGLISH_SYSTEM,
    EVENING,
    GLOSSARY,
    INSTALL,
    ITALIAN_SYSTEM,
    JUDGING,
    QUARREL,
    README,
    SCRIPT,
    SHEET,
    TUTORIAL,
    VIEWING,
    Page,
    run,
    shows,
)
from tests.rulebooks import SHIPPED

pytestmark = pytest.mark.slow

# What an Italian page shows is printed whatever the system speaks, for its commands name the language; the English
# page is about English systems.
SYSTEMS = {"en": (ENGLISH_SYSTEM,), "it": (ENGLISH_SYSTEM, ITALIAN_SYSTEM)}
EXAMPLES = [
    pytest.param(command, shown, system, id=f"{page.file.name}-{command}-{system}")
    for page in (*README, *TUTORIAL, *SHEET, *QUARREL, *EVENING, *BEST_PLAY)
    for command, shown in page.examples()
    for system in SYSTEMS[page.language]
]
each_readme = pytest.mark.parametrize("page", README, ids=lambda page: page.file.name)
PAIRS = {
    "readme": README, "install": INSTALL, "quarrel": QUARREL, "evening": EVENING, "tutorial": TUTORIAL,
    "script": SCRIPT, "best-play": BEST_PLAY, "converting": CONVERTING, "sheet": SHEET, "viewing": VIEWING,
    "judging": JUDGING, "cheat-sheet": CHEAT_SHEET, "glossary": GLOSSARY,
}  # fmt: skip
each_page = pytest.mark.parametrize(
    "page", [page for pair in PAIRS.values() for page in pair], ids=lambda page: page.file.name
)
each_pair = pytest.mark.parametrize(("english", "italian"), PAIRS.values(), ids=PAIRS)


@pytest.mark.parametrize(("command", "shown", "system"), EXAMPLES)
def test_the_pages_show_real_output(command: str, shown: str, system: str) -> None:
    """The command prints in the checkout what the page shows, wherever files are."""
    if command.startswith("calarec replay"):
        command = command.replace("rules/pagat.yaml", str(data_folder("rules") / "pagat.yaml"))
    printed = run(command, system=system).stdout
    assert shows(shown, printed), printed


@pytest.mark.parametrize("page", BEST_PLAY, ids=lambda page: page.file.name)
def test_what_each_card_gave_away_is_printed_as_it_is_shown(page: Page) -> None:
    """All but what was chosen before the play, which takes long to find."""
    [shown] = page.blocks("text")
    printed = run(f"calarec annotate records/pagat/first.cal --seconds 5 --lang {page.language}").stdout
    assert printed.rstrip("\n").endswith(shown.rstrip("\n")), printed


@each_readme
def test_the_readme_is_short_and_shows_an_answer(page: Page) -> None:
    """An answer of the program within the first thirty lines, four doors, at most ninety lines."""
    lines = page.text.splitlines()
    assert len(lines) <= 90
    assert lines.index("```console") < 30
    assert len(re.findall(r"(?m)^- \*\*", page.text)) == 4


@each_readme
def test_the_readme_counts_the_rulesets(page: Page) -> None:
    """As many as are shipped."""
    assert re.findall(r"\b\d\d\b(?= that it brings| che porta con sé)", page.text) == [str(len(SHIPPED))]


@each_pair
def test_both_languages_have_the_same_sections_and_examples(english: Page, italian: Page) -> None:
    """Both languages have the same sections; the commands differ only in `--lang it`."""
    assert english.outline() == italian.outline()
    asked = [command.removesuffix(" --lang it") for command, _ in italian.examples()]
    assert asked == [command for command, _ in english.examples()]


@each_pair
def test_each_language_leads_to_the_other(english: Page, italian: Page) -> None:
    """The link is at the head, so that a reader finds the right language."""
    for here, there in ((english, italian), (italian, english)):
        assert (here.file.parent / here.links()[0]).resolve() == there.file
        assert "](" in here.text.splitlines()[2]


@each_page
def test_links_lead_somewhere(page: Page) -> None:
    """Every link within the repository names a file that is there."""
    assert page.links()
    assert [link for link in page.links() if not (page.file.parent / link).is_file()] == []


def test_the_commands_of_the_build_stand_in_one_place() -> None:
    """`.ci/run` runs the commands that README.md marks; in the Italian page they are shown and not marked."""
    marks = {page.file.name: page.text.count("<!-- run by .ci/run -->") for page in README}
    assert marks == {"README.md": 2, "README.it.md": 0}
