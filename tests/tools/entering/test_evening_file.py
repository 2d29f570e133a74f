"""The file of an evening disappears, changes or cannot be written while hands are entered: nothing typed is lost."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from calarec_tools.main import main

if TYPE_CHECKING:
    from collections.abc import Callable

TYPED = ("Anna, Bruno, Carla", "Anna", "Bruno chiamo won", "Carla chiamo lost")
"""An evening of two hands."""


class Typing:
    """Standard input: lines, and events in the room between them."""

    def __init__(self, *steps: str | Callable[[], object]) -> None:
        self.left = list(steps)

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        while self.left:
            step = self.left.pop(0)
            if isinstance(step, str):
                return step + "\n"
            step()
        return ""


class Disks:
    """Folders that are full, in which no draft can be made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full: list[Path] = []
        self.error = errno.ENOSPC
        make = tempfile.mkstemp

        def made(**named: Any) -> Any:
            if any(Path(named["dir"]).is_relative_to(each) for each in self.full):
                raise OSError(self.error, os.strerror(self.error))
            return make(**named)

        monkeypatch.setattr("tempfile.mkstemp", made)

    def fill(self, *folders: Path) -> None:
        self.full += folders

    def clear(self) -> None:
        self.full = []


@pytest.fixture(name="room", autouse=True)
def _room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, beside a home and a place for temporary files."""
    for name in ("work", "home", "temporary"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


@pytest.fixture(name="disks")
def _disks(monkeypatch: pytest.MonkeyPatch) -> Disks:
    return Disks(monkeypatch)


@pytest.fixture(name="enter")
def _enter(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    def enter(*steps: str | Callable[[], object], file: str = "club/evening.cal", lang: str = "en") -> int:
        monkeypatch.setattr(sys, "stdin", Typing(*steps))
        return main(["enter", file, "--rules", "pagat", "--lang", lang])

    return enter


@pytest.fixture(name="whole")
def _whole(enter: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> str:
    """The record of the evening when nothing happens in the room."""
    assert enter(*TYPED, file="undisturbed.cal") == 0
    text = Path("undisturbed.cal").read_text("utf-8")
    Path("undisturbed.cal").unlink()
    assert text.count("\nend\n") == 2
    capsys.readouterr()
    return text


EVENING = Path("club/evening.cal")


def remove_file() -> None:
    EVENING.unlink()


def remove_folder() -> None:
    shutil.rmtree("club")


def remove_all() -> None:
    shutil.rmtree(Path.cwd())


def empty_file() -> None:
    EVENING.write_text("", "utf-8")


@pytest.mark.mass
@pytest.mark.parametrize("behind", [2, 3, 4])
@pytest.mark.parametrize("happens", [remove_file, remove_folder, remove_all, empty_file])
def test_what_disappears_is_written_back(
    happens: Callable[[], None],
    behind: int,
    enter: Callable[..., int],
    whole: str,
    room: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The file, its folder or the working folder, after any entry, also the last."""
    assert enter(*TYPED[:behind], happens, *TYPED[behind:], "quit") == 0
    assert (room / "work/club/evening.cal").read_text("utf-8") == whole
    said = capsys.readouterr().out
    assert said.count("club/evening.cal had disappeared; the whole evening was written to it again.") == 1


def test_nothing_is_written_where_nothing_was_typed(enter: Callable[..., int]) -> None:
    """A file that was never begun has not disappeared."""
    assert enter() == 0
    assert not EVENING.exists()


def become_folder() -> None:
    EVENING.unlink()
    EVENING.mkdir()


def become_pipe() -> None:
    EVENING.unlink()
    os.mkfifo(EVENING)


def become_other_text() -> None:
    EVENING.write_bytes(b'cal 1\nseat A "Niccol\xf2"\n')


def get_second_name() -> None:
    Path("club/other.cal").hardlink_to(EVENING)


@pytest.mark.parametrize("behind", [2, 4])
@pytest.mark.parametrize(
    ("happens", "reason"),
    [
        (become_folder, "is not an ordinary file"),
        (become_pipe, "is not an ordinary file"),
        (become_other_text, "is not UTF-8 text"),
        (get_second_name, "has 2 names"),
    ],
)
def test_what_cannot_be_written_any_more_goes_under_another_name(
    happens: Callable[[], None],
    reason: str,
    behind: int,
    enter: Callable[..., int],
    whole: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Beside it; the session goes on, reports it once, and ends with status 2."""
    is_whole = happens is get_second_name and behind == 4
    assert enter(*TYPED[:behind], happens, *TYPED[behind:], "quit") == (0 if is_whole else 2)
    kept = EVENING if is_whole else Path("club/evening-2.cal")
    assert kept.read_text("utf-8") == whole
    said = capsys.readouterr()
    if not is_whole:
        assert said.out.count("until club/evening.cal can be written again; go on.") == 1
        assert reason in said.err.splitlines()[0]
        assert said.err.splitlines()[1].endswith("club/evening-2.cal`.")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES])
def test_a_full_disk_leaves_the_evening_in_another_place(
    number: int, enter: Callable[..., int], whole: str, disks: Disks, room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At home, or among temporary files if home is on the same disk; it returns when there is room again."""
    disks.error = number
    full = (lambda: disks.fill(room / "work"), lambda: disks.fill(room / "work", room / "home"))
    for folder, fill in zip(("home", "temporary"), full, strict=True):
        assert enter(*TYPED[:2], fill, *TYPED[2:], "quit") == 2
        refuge = room / folder / "evening-2.cal"
        assert refuge.read_text("utf-8") == whole
        assert EVENING.read_text("utf-8").count("hand") == 1
        assert capsys.readouterr().err.splitlines()[1] == f"calarec: The evening is in `{refuge}`."
        disks.clear()
        remove_folder()
        assert enter(*TYPED[:2], fill, TYPED[2], disks.clear, TYPED[3], "quit") == 0
        assert EVENING.read_text("utf-8") == whole
        assert "club/evening.cal can be written again and has the whole evening." in capsys.readouterr().out
        refuge.unlink()
        remove_folder()


def test_where_nothing_can_be_written_the_session_goes_on(
    enter: Callable[..., int], whole: str, disks: Disks, room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`quit` warns first, then prints the record, with each typed line once."""
    assert enter(*TYPED[:2], lambda: disks.fill(room), *TYPED[2:], "quit", "list", "quit", "quit", "list") == 2
    said = capsys.readouterr()
    assert whole in said.out
    assert said.out.count("`quit` once more prints it and leaves.") == 1
    assert said.err.splitlines() == [
        "calarec: club/evening.cal: the disk is full",
        "calarec: The evening is saved nowhere; it was printed.",
    ]
    disks.clear()
    assert enter(lambda: disks.fill(room), *TYPED, disks.clear) == 0, "there is room at the last moment"
    assert EVENING.read_text("utf-8") == whole


def test_ctrl_c_loses_nothing(
    enter: Callable[..., int], whole: str, disks: Disks, room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A session that is interrupted writes its text, or prints it."""

    def interrupt() -> None:
        raise KeyboardInterrupt

    assert enter(*TYPED, remove_folder, interrupt) == 130
    assert EVENING.read_text("utf-8") == whole
    EVENING.unlink()
    assert enter(lambda: disks.fill(room), *TYPED, interrupt) == 130
    assert whole in capsys.readouterr().out


def test_what_somebody_else_took_out_is_kept_apart(
    enter: Callable[..., int], whole: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other text is used; missing input has a file of its own."""

    def write_theirs() -> None:
        EVENING.write_text("cal 1\nrules pagat\n", "utf-8")

    assert enter(*TYPED, write_theirs, "quit") == 0
    assert EVENING.read_text("utf-8") == "cal 1\nrules pagat\n"
    assert Path("club/evening-2.cal").read_text("utf-8") == whole
    assert "club/evening-2.cal` has the evening as it was typed." in capsys.readouterr().out.replace("\n", " ")
    EVENING.unlink()
    assert enter(*TYPED[:3], write_theirs, TYPED[3], "quit") == 0
    assert EVENING.read_text("utf-8") == "cal 1\nrules pagat\n"
    assert Path("club/evening-3.cal").read_text("utf-8") == whole


def test_what_somebody_else_adds_is_no_loss(enter: Callable[..., int], whole: str) -> None:
    """No copy is made where everything typed is in the file."""

    def add_note() -> None:
        EVENING.write_text(EVENING.read_text("utf-8") + "; by hand\n", "utf-8")

    assert enter(*TYPED[:3], add_note, "list", TYPED[3], TYPED[3], "quit") == 0
    assert sorted(each.name for each in Path("club").iterdir()) == ["evening.cal"]
    assert EVENING.read_text("utf-8").replace("; by hand\n", "").split() == whole.split()


def test_in_italian(enter: Callable[..., int], disks: Disks, room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No sentence is left in English."""
    typed = ("Anna, Bruno, Carla", "Anna", "Bruno chiamo vinta")
    full = "modifica 1", "- score", "esci"
    assert enter(*typed[:2], remove_folder, typed[2], lambda: disks.fill(room), *full, lang="it") == 2
    said = capsys.readouterr()
    assert "club/evening.cal era sparito; ci è stata riscritta tutta la serata." in said.out
    assert "La serata non è salvata: un altro `esci` la stampa e chiude." in said.out
    assert said.err.splitlines() == [
        "calarec: club/evening.cal: il disco è pieno",
        "calarec: La serata non è salvata da nessuna parte; è stata stampata.",
    ]
