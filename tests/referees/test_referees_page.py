"""`docs/project/referees.md`: what it names is there, and every ruleset of the tests has its place in it."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Final

from tests.house.tree import ROOT
from tests.rulebooks import WITHOUT_AUCTION

TEXT: Final = (ROOT / "docs" / "project" / "referees.md").read_text("utf-8")
ATTESTED: Final = frozenset(each.stem for each in (ROOT / "tests" / "rulesets" / "attested").glob("*.yaml"))


def rows(head: str) -> list[list[str]]:
    """The rows of a table, by its first column; backquoted text, else whole cells."""
    lines = TEXT.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith(f"| {head} |"))
    found = []
    for line in lines[at + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def named(cell: str) -> list[str]:
    """Return the texts between backquotes."""
    return re.findall("`([^`]+)`", cell)


def test_every_ruleset_of_the_tests_has_its_place() -> None:
    """In the table, or among those without a referee; nothing else is named."""
    compared = [each for row in rows("rule") for each in named(row[1])]
    without = [each for each in named(TEXT.split("Without a referee", 1)[1].split("##", 1)[0]) if "/" not in each]
    assert not set(compared) & set(without)
    assert set(without) <= ATTESTED
    assert {*compared, *without} - set(WITHOUT_AUCTION) == ATTESTED


def test_files_are_there_and_speak_of_these_rulesets() -> None:
    """A referee is a file of its own; what compares names each ruleset, or what it takes its rulesets from does."""
    tests = ROOT / "tests"
    for rule, rulesets, referees, compared, held in rows("rule"):
        texts = [(tests / "referees" / each).read_text("utf-8") for each in named(referees)]
        assert texts or referees == "–", rule
        for each in (*named(compared), *named(held)):
            texts.append((tests / each).read_text("utf-8"))
        assert named(held), rule
        for each in named(rulesets):
            assert any(f'"{each}"' in text for text in texts), (rule, each)


def parameters(file: str) -> set[str]:
    """Return the names that parametrize the comparing tests; none if there are none."""
    module = import_module(f"tests.{file.removesuffix('.py').replace('/', '.')}")
    compares = [each for name, each in vars(module).items() if name.startswith("test_") and "agree" in name]
    marks = [mark for each in compares for mark in getattr(each, "pytestmark", ()) if mark.name == "parametrize"]
    flat = [
        value
        for mark in marks
        for given in mark.args[1]
        for value in ([given] if isinstance(given, str | int) else given)
    ]
    return {each for each in flat if isinstance(each, str)}


def test_what_is_compared_are_these_rulesets() -> None:
    """A test that compares several is given each of them."""
    for _, rulesets, _, compared, _ in rows("rule"):
        for file in named(compared):
            given = parameters(file)
            assert not given or set(named(rulesets)) <= given, (file, given)


def test_figures_are_there_for_all_that_is_compared() -> None:
    """Each file has its rulesets, about 2,000 hands of each, and its differences."""
    compared: dict[str, set[str]] = {}
    for row in rows("rule"):
        for each in named(row[3]):
            compared.setdefault(each, set()).update(named(row[1]))
    figures = rows("compared in")
    assert {named(row[0])[0] for row in figures} == compared.keys()
    for file, _, made, otherwise in figures:
        assert int(made.replace(",", "")) >= 1_990, file
        assert int(otherwise) == 0, file
