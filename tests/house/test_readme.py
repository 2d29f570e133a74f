"""What the README says is so, in both of its languages: its commands print what it shows, its examples work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.base.resources import data_folder
from tests.house.pages import (
    CONVERTING,
    ENGLISH_SYSTEM,
    ITALIAN_SYSTEM,
    README,
    SHEET,
    TUTORIAL,
    VIEWING,
    Page,
    run,
    shows,
)
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

# What an Italian page shows is printed whatever the system speaks, for its commands name the language; the English
# page is about English systems.
SYSTEMS = {"en": (ENGLISH_SYSTEM,), "it": (ENGLISH_SYSTEM, ITALIAN_SYSTEM)}
EXAMPLES = [
    pytest.param(command, shown, system, id=f"{page.file.name}-{command}-{system}")
    for page in (*README, *TUTORIAL, *SHEET)
    for command, shown in page.examples()
    for system in SYSTEMS[page.language]
]
each_readme = pytest.mark.parametrize("page", README, ids=lambda page: page.file.name)
each_page = pytest.mark.parametrize(
    "page", [*README, *TUTORIAL, *CONVERTING, *SHEET, *VIEWING], ids=lambda page: page.file.name
)
each_pair = pytest.mark.parametrize(
    ("english", "italian"),
    [README, TUTORIAL, CONVERTING, SHEET, VIEWING],
    ids=("readme", "tutorial", "converting", "sheet", "viewing"),
)


@pytest.mark.parametrize(("command", "shown", "system"), EXAMPLES)
def test_the_pages_show_real_output(command: str, shown: str, system: str) -> None:
    """The command runs in the checkout and prints what the page says; a shipped rule file is one wherever it lies."""
    if command.startswith("calarec replay"):
        command = command.replace("rules/pagat.yaml", str(data_folder("rules") / "pagat.yaml"))
    printed = run(command, system=system).stdout
    assert shows(shown, printed), printed


@each_readme
def test_the_readme_has_examples_and_is_short(page: Page) -> None:
    """Four commands with output at least, in two hundred and twenty lines at most."""
    assert len(page.examples()) >= 4
    assert len(page.text.splitlines()) <= 220


@each_readme
def test_the_house_rule_of_the_readme_is_sound(page: Page, tmp_path: Path) -> None:
    """The YAML that the README shows passes the check, in ten lines."""
    [rules] = page.blocks("yaml")
    assert len(rules.splitlines()) <= 10
    (tmp_path / "circolo.yaml").write_text(rules, "utf-8")
    ran = run("calarec rules check circolo.yaml --strict", folder=tmp_path)
    assert ran.returncode == 0, ran.stdout


@each_readme
def test_the_python_of_the_readme_runs(
    page: Page, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The Python example prints what its comment says."""
    [code] = page.blocks("python")
    monkeypatch.chdir(ROOT)
    exec(compile(code, page.file.name, "exec"), {})  # our own page
    assert capsys.readouterr().out.strip() == code.rsplit("# ", 1)[1].strip()


@each_pair
def test_both_languages_have_the_same_sections_and_examples(english: Page, italian: Page) -> None:
    """Nothing is told in one language alone; the Italian commands are the English ones, asked for in Italian."""
    assert english.outline() == italian.outline()
    asked = [command.removesuffix(" --lang it") for command, _ in italian.examples()]
    assert asked == [command for command, _ in english.examples()]


@each_pair
def test_each_language_leads_to_the_other(english: Page, italian: Page) -> None:
    """The link stands at the head, so that nobody reads on in the wrong language."""
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
    assert marks == {"README.md": 2, "leggimi.md": 0}
