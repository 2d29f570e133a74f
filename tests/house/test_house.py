"""Rules for the whole repository."""

from __future__ import annotations

import re

from tests.house.tree import ROOT, python_files, shown, text_files, text_of
from tests.rulebooks import SHIPPED


def test_the_interpreter_knows_nothing_of_the_tools() -> None:
    """The name of the tools occurs in the interpreter only at its face, above all."""
    found = {shown(file) for file in python_files("interpreter") if "calarec_tools" in text_of(file)}
    assert found == {"interpreter/calarec/__init__.py", "interpreter/calarec/__main__.py"}


def test_no_ruleset_is_named_in_the_interpreter() -> None:
    """A variant is data: its id occurs in no file below interpreter/, whatever joins its words."""
    assert SHIPPED, "no ruleset is there"
    pattern = re.compile(rf"(?<![a-z0-9])(?:{'|'.join(map(re.escape, SHIPPED))})(?![a-z0-9])")
    found = [
        f"{shown(file)}:{number}: {match[0]}"
        for file in sorted((ROOT / "interpreter").rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
        for number, line in enumerate(text_of(file).splitlines(), 1)
        for match in [pattern.search(line.lower().replace("_", "-"))]
        if match
    ]
    assert found == []


def test_every_module_says_what_it_is() -> None:
    """Each module begins with a docstring, and postpones its annotations unless it has no code."""
    found = []
    for file in python_files("interpreter", "tools", "tests", "bench", "kernel"):
        text = text_of(file)
        if text and not text.lstrip("#! \n").startswith('"""'):
            found.append(f"{shown(file)}: no docstring")
        if re.search(r"^(def|class) ", text, re.MULTILINE) and "import annotations" not in text:
            found.append(f"{shown(file)}: annotations are evaluated at import")
    assert found == []


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    """No absolute path of a home or workplace, and no address of a package registry, is written anywhere."""
    homes = "|".join(("home", "root", "work", "Users", "mnt"))
    index = "|".join(("index" + "-url", "find" + "-links", "trusted" + "-host", "pypi" + r"\.org"))
    pattern = re.compile(rf"(?<![\w.~/*}}-])/(?:{homes})/\w|\b[A-Z]:\\Users\\|{index}")
    found = [
        f"{shown(file)}:{number}: {match[0]}"
        for file in text_files()
        for number, line in enumerate(text_of(file).splitlines(), 1)
        for match in [pattern.search(line)]
        if match
    ]
    assert found == []


def test_no_file_holds_two_sides_of_a_conflict() -> None:
    """No file contains the marks of an unresolved merge."""
    pattern = re.compile(r"^(?:" + "|".join((7 * "<" + " .*", 7 * "=", 7 * ">" + " .*")) + r")$", re.MULTILINE)
    found = [
        shown(file) for file in text_files() if file.suffix in (".md", ".py", ".yaml") and pattern.search(text_of(file))
    ]
    assert found == []


def test_constraints_are_names_and_versions_alone() -> None:
    """Constraints pin one version a line and name no host, no file and no option."""
    lines = text_of(ROOT / "constraints.txt").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert pins
    assert [line for line in pins if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line)] == []
    names = [re.split("==", line)[0].lower().replace("_", "-") for line in pins]
    assert len(names) == len(set(names))


def test_every_dependency_is_pinned() -> None:
    """Requirements of pyproject.toml are in constraints.txt: installations repeat."""
    import tomllib

    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))
    wanted = [
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["dev"],
        *project["build-system"]["requires"],
    ]
    names = {re.split(r"[^A-Za-z0-9._-]", each)[0].lower() for each in wanted}
    pinned = {line.split("==")[0].lower() for line in text_of(ROOT / "constraints.txt").splitlines()}
    assert names - pinned == set()


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    """A test runs and holds; there is no third way."""
    marks = re.compile(r"(?:mark|pytest)\." + r"(?:skip|xfail|importorskip)|@unittest\." + r"(?:skip|expected)")
    found = [
        f"{shown(file)}:{number}"
        for file in python_files("tests", "kernel")
        for number, line in enumerate(text_of(file).splitlines(), 1)
        if marks.search(line)
    ]
    assert found == []
