"""The folder of evenings: ordinary files of its own, nothing else, and nothing replaced unseen."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec_tools.desk.serving.evening_folder import (
    MAX_FILE_BYTES,
    ChangedError,
    EveningFolder,
    NoNameError,
    is_name,
    proposed_name,
)

if TYPE_CHECKING:
    from pathlib import Path

TEXT = 'cal 1\nrules pagat\ntag date "2026-11-28"\nseat A "Anna"\nseat B "Bruno"\nseat C "Zoë"\n'
FOREIGN = (
    "../evening", "a/b", "a\\b", "..", ".", ".hidden", "-rf", "~", "", "con", "NUL", "lpt1.x", "a\0b", "a\nb", "c:",
    "ends.", "ends ", "x" * 81, "\u202eevil", "*",
)  # fmt: skip


@pytest.mark.parametrize("name", FOREIGN)
def test_names_that_are_none(tmp_path: Path, name: str) -> None:
    """No name leads out of the folder, to a hidden file or to a device."""
    folder = EveningFolder(tmp_path / "kept")
    assert not is_name("evening", name)
    for ask in (folder.read_kept_file, folder.remove_kept_file):
        with pytest.raises(NoNameError):
            ask("evening", name)
    with pytest.raises(NoNameError):
        folder.write_kept_file("evening", name, TEXT, "")
    with pytest.raises(NoNameError):
        folder.read_kept_file("keys", "evening")
    assert list(tmp_path.iterdir()) == []


def test_links_and_pipes_are_no_evenings(tmp_path: Path) -> None:
    """Links, pipes and folders are neither read nor replaced."""
    secret = tmp_path / "secret.cal"
    secret.write_text("secret")
    folder = EveningFolder(tmp_path / "kept")
    folder.place.mkdir()
    (folder.place / "linked.cal").symlink_to(secret)
    os.mkfifo(folder.place / "pipe.cal")
    (folder.place / "inside.cal").mkdir()
    assert [folder.read_kept_file("evening", each) for each in ("linked", "pipe", "inside")] == [None, None, None]
    assert folder.list_files("evening") == []
    for name in ("linked", "pipe", "inside"):
        with pytest.raises(ChangedError):
            folder.write_kept_file("evening", name, TEXT, "")
    assert secret.read_text() == "secret"
    assert (folder.place / "linked.cal").is_symlink()


def test_a_private_file_stays_private(tmp_path: Path) -> None:
    """A file keeps the permissions of the one that it replaces."""
    folder = EveningFolder(tmp_path)
    name = folder.create(TEXT)
    (tmp_path / f"{name}.cal").chmod(0o600)
    kept = folder.read_kept_file("evening", name)
    assert kept is not None
    folder.write_kept_file("evening", name, TEXT + "hand 1\n", kept.digest)
    assert (tmp_path / f"{name}.cal").stat().st_mode & 0o777 == 0o600


def test_a_file_is_replaced_only_as_it_was_read(tmp_path: Path) -> None:
    """An editor's text is not lost; a missing file is written again."""
    folder = EveningFolder(tmp_path)
    name = folder.create(TEXT)
    file = tmp_path / f"{name}.cal"
    kept = folder.read_kept_file("evening", name)
    assert kept is not None
    file.write_text(TEXT + "; edited\n")
    with pytest.raises(ChangedError):
        folder.write_kept_file("evening", name, TEXT + "hand 1\n", kept.digest)
    assert file.read_text() == TEXT + "; edited\n"
    file.unlink()
    folder.write_kept_file("evening", name, TEXT + "hand 1\n", kept.digest)
    assert file.read_text() == TEXT + "hand 1\n"


def test_a_new_evening_replaces_none(tmp_path: Path) -> None:
    """It is called by its day and its people, and by a number if there is such a one."""
    folder = EveningFolder(tmp_path)
    names = [folder.create(TEXT) for _ in range(3)]
    assert names == ["2026-11-28-anna-bruno-zoe", "2026-11-28-anna-bruno-zoe-2", "2026-11-28-anna-bruno-zoe-3"]
    assert proposed_name("cal 1\n") == "evening"
    assert folder.list_files("evening")[0]["people"] == ["Anna", "Bruno", "Zoë"]
    assert len(parse_records((tmp_path / f"{names[0]}.cal").read_text())) == 0


def test_what_the_page_cannot_read_is_listed_as_such(tmp_path: Path) -> None:
    """Too large, or no text: the file stays as it is."""
    folder = EveningFolder(tmp_path)
    (tmp_path / "large.cal").write_bytes(b"x" * (MAX_FILE_BYTES + 1))
    (tmp_path / "latin.cal").write_bytes('tag event "caffè"'.encode("latin-1"))
    assert {each["id"]: each.get("unreadable") for each in folder.list_files("evening")} == {
        "large": True,
        "latin": True,
    }
    for name in ("large", "latin"):
        with pytest.raises(ChangedError):
            folder.write_kept_file("evening", name, TEXT, "")


def test_a_disk_without_room_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither half a file nor a draft stays behind."""
    folder = EveningFolder(tmp_path)
    name = folder.create(TEXT)
    kept = folder.read_kept_file("evening", name)
    assert kept is not None

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        folder.write_kept_file("evening", name, TEXT + "hand 1\n", kept.digest)
    assert {each.name: each.read_text() for each in tmp_path.iterdir()} == {f"{name}.cal": TEXT}


def test_what_is_no_record_is_kept_beside_it(tmp_path: Path) -> None:
    """Chosen cards and a correction; a file without them, and one that is not JSON, have none."""
    folder = EveningFolder(tmp_path)
    name = folder.create(TEXT)
    folder.put_aside(name, {"chosen": {"A": ["3b"]}, "draft": None})
    assert folder.evening_extras(name)["chosen"] == {"A": ["3b"]}
    assert len(folder.list_files("evening")) == 1
    (aside,) = tmp_path.glob(".*.aside")
    aside.write_text("[[[")
    assert folder.evening_extras(name) == {}
    folder.put_aside(name, {"chosen": {}, "draft": None})
    assert not aside.exists()
