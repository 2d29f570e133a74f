"""Finding rulesets: paths and ids, the order of folders, and likely names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from calarec.core.base.resources import data_folder
from calarec.core.wording.findings import Finding
from calarec.rule_files.locate import (
    MAX_RULE_FILE_BYTES,
    ReadFile,
    Search,
    is_id,
    is_path,
    known_ids,
    resolve,
    rule_folders,
    search,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("rules", "path"),
    [
        ("rules/x.yaml", True),
        ("x.yaml", True),
        ("./x", True),
        ("/x", True),
        ("x", False),
        ("x-1", False),
        ("x.yml", False),
    ],
)
def test_paths_and_ids(rules: str, path: bool) -> None:
    assert is_path(rules) is path


@pytest.mark.parametrize(
    ("text", "good"),
    [("a", True), ("thirty-5", True), ("3x", True), ("", False), ("-a", False), ("A", False), ("è", False),
     ("a_b", False), ("a" * 64, True), ("a" * 65, False), ("../a", False), ("a\n", False)],
)  # fmt: skip
def test_ids(text: str, good: bool) -> None:
    assert is_id(text) is good


def test_folders_of_the_environment_come_before_the_shipped_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
        (folder / "club.yaml").write_text(folder.name)
    (two / "other.yaml").write_text("x")
    (two / "Not an id.yaml").write_text("x")
    monkeypatch.setenv("CALAREC_RULES", os.pathsep.join([str(one), "", str(two), str(tmp_path / "missing")]))
    folders = rule_folders()
    assert folders == (str(one), str(two), str(tmp_path / "missing"), str(data_folder("rules")))
    found, absent = resolve("club", folders)
    assert found == ReadFile(str(one / "club.yaml"), b"one")
    assert absent == ()
    assert search("other", folders) == Search(str(two / "other.yaml"), (str(one / "other.yaml"),))
    known = known_ids(folders)
    assert known["club"] == str(one / "club.yaml")
    assert "other" in known
    assert list(known) == sorted(known)
    assert all(is_id(each) for each in known)


def test_shipped_rulesets_are_known_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CALAREC_RULES", raising=False)
    files = {file.stem for file in data_folder("rules").glob("*.yaml") if "." not in file.stem}
    assert files
    assert set(known_ids(rule_folders())) == files


def finding(rules: str, *folders: Path) -> Finding:
    found, _ = resolve(rules, tuple(map(str, folders)))
    assert isinstance(found, Finding)
    assert found.message("en") != found.message("it")
    found.help("it")
    return found


def test_a_path_that_is_not_there_but_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside a checkout `rules/club.yaml` does not exist, but `club` is shipped."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    (shipped / "club.yaml").write_text("x")
    monkeypatch.chdir(tmp_path)
    found = finding("rules/club.yaml", shipped)
    assert (found.code, found.wording) == ("RUL001", "shipped")
    assert "`club`" in found.help()


def test_a_path_with_a_slip(tmp_path: Path) -> None:
    (tmp_path / "circolo.yaml").write_text("x")
    found = finding(str(tmp_path / "circollo.yaml"))
    assert str(tmp_path / "circolo.yaml") in found.help()


def test_an_id_with_a_slip_and_one_that_is_like_nothing(tmp_path: Path) -> None:
    (tmp_path / "circolo.yaml").write_text("x")
    assert "`circolo`" in finding("Circollo", tmp_path).help()
    assert "circolo" in finding("zzz", tmp_path).help()
    assert finding("zzz zzz", tmp_path).wording == "not_an_id"
    assert finding("zzz", tmp_path / "empty").wording == "no_ids"


@pytest.mark.parametrize("ending", [".yml", ".yaml.txt", ".yml.txt", ".txt"])
def test_a_rule_file_with_another_ending(ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with another extension must be renamed, whether asked by name or by id."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"circolo{ending}").write_text("x")
    found = finding(f"circolo{ending}", tmp_path)
    assert (found.wording, found.help()) == ("ending", "rename it to `circolo.yaml`")
    found = finding("circolo", tmp_path)
    assert (found.wording, f"`circolo{ending}`" in found.help()) == ("here_ending", True)
    assert finding("other.txt", tmp_path).wording == "not_an_id"


def test_an_id_whose_file_lies_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not a path, so it is not taken; but it is named."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "circolo.yaml").write_text("x")
    found = finding("circolo", tmp_path / "empty")
    assert (found.wording, "`circolo.yaml`" in found.help()) == ("here", True)


def test_what_is_no_file(tmp_path: Path) -> None:
    folder = tmp_path / "d.yaml"
    folder.mkdir()
    assert finding(str(folder)).wording == "folder"
    os.mkfifo(tmp_path / "p.yaml")
    assert finding(str(tmp_path / "p.yaml")).wording == "special"
    (tmp_path / "l.yaml").symlink_to(tmp_path / "nowhere")
    assert finding(str(tmp_path / "l.yaml")).code == "RUL002"
    assert finding("a\0b.yaml").code == "RUL001"


def test_by_id_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    inside = tmp_path / "in"
    inside.mkdir()
    (tmp_path / "out.yaml").write_text("secret")
    (inside / "out.yaml").symlink_to(tmp_path / "out.yaml")
    (inside / "real.yaml").write_text("x")
    (inside / "alias.yaml").symlink_to(inside / "real.yaml")
    assert finding("out", inside).wording == "outside"
    assert resolve("alias", (str(inside),))[0] == ReadFile(str(inside / "alias.yaml"), b"x")


def test_of_a_large_file_only_the_beginning_is_read(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    with file.open("wb") as stream:
        stream.truncate(50_000_000)
    found, _ = resolve(str(file), ())
    assert isinstance(found, ReadFile)
    assert len(found.raw) == MAX_RULE_FILE_BYTES + 1
