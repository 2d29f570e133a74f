"""The task file, the checks before a commit and the forms for issues name what is there."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
import yaml

from tests.conftest import SLOW_FOLDERS, is_in_slow_folder
from tests.house.tree import ROOT

_TASKS: Final = {"style", "check", "test", "test-all", "test-fast", "golden", "bench", "lock"}
_RELEASE: Final = {"release-version", "release-build", "release-check", "site"}
"""Targets for the workflows of a release and of the site, not for every day."""
_FORMS: Final = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
_KINDS: Final = {"markdown", "input", "textarea"}


def _makefile() -> str:
    return (ROOT / "Makefile").read_text("utf-8")


def _recipes() -> dict[str, list[str]]:
    """The lines of each task."""
    found: dict[str, list[str]] = {}
    task = ""
    for line in _makefile().splitlines():
        if line.startswith("\t"):
            found[task].append(line.strip())
        elif match := re.fullmatch(r"([a-z-]+):( [a-z ]+)?", line):
            task = match[1]
            found[task] = []
    return found


def test_the_tasks_are_those_that_are_told() -> None:
    """`make` without a word lists every task, and the page for contributors names each by its name."""
    recipes = _recipes()
    assert set(recipes) == {"help", *_TASKS, *_RELEASE}
    told = set(re.findall(r"make ([a-z-]+)", "\n".join(recipes["help"])))
    assert told == _TASKS | _RELEASE
    named = set(re.findall(r"`make ([a-z-]+)`", (ROOT / "CONTRIBUTING.md").read_text("utf-8")))
    assert named == _TASKS | _RELEASE


def test_what_the_tasks_run_is_there() -> None:
    """Modules of this repository."""
    lines = "\n".join(line for task in _TASKS for line in _recipes()[task])
    for module in set(re.findall(r"-m ((?:tests|bench)\.[\w.]+)", lines)):
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file(), module
    assert set(re.findall(r"\$\(([A-Z]+)\)", lines)) == {"PYTHON", "LOCK"}


def test_the_fast_tests_leave_out_what_is_marked() -> None:
    """By the marker `slow`, which a file has by itself or by its folder; each such folder has tests."""
    assert any('-m "not slow and not hypothesis"' in line for line in _recipes()["test-fast"])
    assert [folder for folder in SLOW_FOLDERS if not list((ROOT / "tests" / folder).glob("test_*.py"))] == []
    assert is_in_slow_folder("tests/judge/damage/test_words.py::test_x")
    assert not is_in_slow_folder("tests/judge/test_damage.py::test_x")


def test_the_checks_before_a_commit() -> None:
    """ruff for style and layout, and mypy, by the programs of the environment."""
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    hooks = [hook for repo in config["repos"] for hook in repo["hooks"]]
    assert [hook["entry"].split()[0] for hook in hooks] == [".venv/bin/ruff", ".venv/bin/ruff", ".venv/bin/mypy"]
    assert {hook["language"] for hook in hooks} == {"system"}
    assert "--check" in hooks[1]["entry"]


@pytest.mark.parametrize("file", [each for each in _FORMS if each.stem != "config"], ids=lambda each: each.stem)
def test_forms_ask_in_both_languages(file: Any) -> None:
    """Every question has a name of its own, a label in English and Italian, and a kind that forges know."""
    form = yaml.safe_load(file.read_text("utf-8"))
    assert " / " in form["name"]
    assert form["description"].endswith(".")
    questions = [each for each in form["body"] if each["type"] != "markdown"]
    assert {each["type"] for each in form["body"]} <= _KINDS
    names = [each["id"] for each in questions]
    assert len(set(names)) == len(names)
    assert all(" / " in each["attributes"]["label"] for each in questions)
    assert any(each.get("validations", {}).get("required") for each in questions)


def test_there_is_a_form_for_each_case() -> None:
    """A wrong ruling, a missing house rule, a problem."""
    assert {each.stem for each in _FORMS} == {"config", "wrong-ruling", "missing-house-rule", "problem"}
