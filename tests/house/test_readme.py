"""The README's two commands are there for `.ci/run` to find."""

from __future__ import annotations

import re

from tests.house.tree import ROOT, text_of

MARKED = re.compile(r"<!-- run by \.ci/run -->\n```sh\n(.+?)\n```", re.DOTALL)
SETUP = "python3 -m venv .venv && .venv/bin/pip install -c constraints.txt -e '.[dev]' && "


def test_two_commands_are_marked_and_each_works_alone() -> None:
    """Both marked commands begin with the whole set-up; the second one runs the tests."""
    commands = MARKED.findall(text_of(ROOT / "README.md"))
    assert len(commands) == 2
    assert all(command.startswith(SETUP) and "\n" not in command for command in commands)
    assert commands[0].removeprefix(SETUP).startswith(".venv/bin/calarec ")
    assert commands[1].removeprefix(SETUP) == ".venv/bin/python -m pytest"


def test_the_readme_is_short() -> None:
    """It is read before anything works: under 200 lines."""
    assert len(text_of(ROOT / "README.md").splitlines()) < 200


def test_links_lead_somewhere() -> None:
    """Every relative link of the README names a file that is there."""
    links = re.findall(r"\]\(([^)#:]+)\)", text_of(ROOT / "README.md"))
    assert [link for link in links if not (ROOT / link).exists()] == []
