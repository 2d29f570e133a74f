"""The lock files: the versions of constraints.txt with hashes, and workflows that install by them."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import requires
from typing import Final

import pytest
import yaml
from packaging.requirements import Requirement

from tests.house.tree import ROOT, text_of

FILES: Final = ("locked.txt", "locked-dev.txt")
PIN: Final = re.compile(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.]+)(?: ; ([^\\]+))? \\")
HASH: Final = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def plain(name: str) -> str:
    """A name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(file: str) -> dict[str, str]:
    """The versions in a lock file, by name."""
    found = (PIN.fullmatch(line) for line in text_of(ROOT / file).splitlines())
    return {plain(match[1]): match[2] for match in found if match}


@pytest.mark.parametrize("file", FILES)
def test_every_pin_has_hashes_and_nothing_else_is_there(file: str) -> None:
    """No host, no option, no file; only the command that writes it anew is named."""
    lines = text_of(ROOT / file).splitlines()
    assert lines[1].split() == ["#", "make", "lock"]
    assert [line for line in lines[2:] if not (PIN.fullmatch(line) or HASH.fullmatch(line))] == []
    followed = [
        HASH.fullmatch(after) is not None
        for line, after in zip(lines, [*lines[1:], ""], strict=True)
        if PIN.fullmatch(line)
    ]
    assert all(followed)
    assert len(followed) == len(pins(file))


@pytest.mark.parametrize("file", FILES)
def test_versions_are_those_of_the_constraints(file: str) -> None:
    """Locked versions are those of the constraints; if not, run `make lock`."""
    lines = text_of(ROOT / "constraints.txt").splitlines()
    held = {plain(name): version for name, _, version in (line.partition("==") for line in lines if line[0] != "#")}
    assert {name: version for name, version in pins(file).items() if held.get(name) != version} == {}


def packages_needed_by(wanted: list[str]) -> set[str]:
    """Return the packages that requirements need on any system, as installed here."""
    names: set[str] = set()
    left = [Requirement(each) for each in wanted]
    while left:
        asked = left.pop()
        environments = [
            {"sys_platform": system, "extra": extra} for system in ("linux", "win32") for extra in ("", *asked.extras)
        ]
        if plain(asked.name) in names:
            continue
        names.add(plain(asked.name))
        for text in requires(asked.name) or ():
            inner = Requirement(text)
            if inner.marker is None or any(inner.marker.evaluate(each) for each in environments):
                left.append(inner)
    return names


def test_nothing_that_calarec_needs_is_missing() -> None:
    """All requirements are locked: of calarec, of its build, and of work on it."""
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))
    builds = {plain(Requirement(each).name) for each in project["build-system"]["requires"]}
    wanted = packages_needed_by([each for each in project["project"]["dependencies"] if "sys_platform" not in each])
    assert (wanted | builds) - set(pins("locked.txt")) == set()
    works = {plain(Requirement(each).name) for each in project["project"]["optional-dependencies"]["dev"]}
    assert (wanted | builds | works) - set(pins("locked-dev.txt")) == set()


def test_the_action_installs_by_hashes() -> None:
    """And calarec itself without asking anybody for anything more; `.ci/run` does the same with the wheel."""
    steps = yaml.safe_load(text_of(ROOT / "action.yml"))["runs"]["steps"]
    (install,) = [each["run"] for each in steps if "pip install" in each.get("run", "")]
    first, second = install.splitlines()
    assert first.endswith('--require-hashes -r "$HERE/locked.txt"')
    assert "--no-deps --no-build-isolation" in second
    assert "--require-hashes -r" in text_of(ROOT / ".ci" / "run")


def test_actions_are_named_by_their_commit() -> None:
    """A tag can be moved; in every workflow of the repository, and in every one that a document shows."""
    workflows = [ROOT / "action.yml", *(ROOT / ".github").rglob("*.y*ml"), *(ROOT / "docs").rglob("*.md")]
    used = [(file.name, name) for file in workflows for name in re.findall(r"uses: *(\S+)", text_of(file))]
    assert ("action.yml", "actions/setup-python") in {(file, name.partition("@")[0]) for file, name in used}
    own = ("tests.yml", "./")
    assert [each for each in used if each != own and not re.search(r"@(?:[0-9a-f]{40}|COMMIT)$", each[1])] == []
