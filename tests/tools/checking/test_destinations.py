"""Destinations of commands: whole files, devices and pipes, changed files."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from calarec_tools.main import main
from calarec_tools.output.files import replacing
from tests.tools.checking.folder import SLIP, everything
from tests.tools.checking.shell import shell
from tests.tools.evenings import evening

if TYPE_CHECKING:
    from collections.abc import Iterator

WRITING = ("fmt", "fmt --fill", "check --fix", "pin --update")
"""Commands that write into the files that they read."""


pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("empty_folder")]


# ------------------------------------------------------------------ what is not a file


@pytest.mark.parametrize("command", ["convert a.cal {to} --to jsonl", "simulate --rules pagat --hands 2 -o {to}"])
def test_a_device_stays_a_device(command: str) -> None:
    """A link to the null device is written into, and nothing is put in its place."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    Path("null").symlink_to("/dev/null")
    assert main(command.format(to="null").split()) == 0
    assert Path("null").is_char_device()
    assert Path("null").is_symlink()


def test_a_pipe_is_written_into() -> None:
    """Its reader gets all of it, and the pipe stays."""
    Path("a.cal").write_text(evening("pagat", 3), encoding="utf-8")
    os.mkfifo("pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(Path("pipe").read_text(encoding="utf-8")))
    reader.start()
    assert main(["convert", "a.cal", "pipe", "--to", "cal"]) == 0
    reader.join(10)
    assert read == [evening("pagat", 3)]
    assert Path("pipe").is_fifo()


@pytest.mark.parametrize("sign", [">", ">>"])
def test_standard_output_by_name(sign: str) -> None:
    """`/dev/stdout` is its target, even a file with content, which stays."""
    Path("a.cal").write_text(evening("pagat", 2), encoding="utf-8")
    Path("out").write_text("before\n", encoding="utf-8")
    ended = shell(f"calarec convert a.cal /dev/stdout --to cal {sign} out")
    assert (ended.returncode, ended.stderr) == (0, b"")
    kept = "before\n" if sign == ">>" else ""
    assert Path("out").read_text(encoding="utf-8") == kept + evening("pagat", 2)
    assert shell("calarec convert a.cal /dev/stdout --to cal").stdout.decode() == evening("pagat", 2)


def test_a_full_device_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """An incomplete output is not a success."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    assert main(["convert", "a.cal", "/dev/full", "--to", "json"]) == 2
    assert capsys.readouterr().err == "calarec: /dev/full: the disk is full\n"


@pytest.mark.parametrize(
    ("lang", "line"), [("en", "calarec: there: it is a folder"), ("it", "calarec: there: è una cartella")]
)
def test_a_folder_is_no_destination(lang: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is called by its name, not by that of a file beside it."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    Path("there").mkdir()
    for words in ("convert a.cal there --to json", "simulate --rules pagat -o there"):
        assert main([*words.split(), "--lang", lang]) == 2
        assert capsys.readouterr().err.splitlines() == [line]
    assert everything() == ["a.cal", "there"]


@pytest.mark.parametrize("words", ["convert a.cal nowhere/b.json", "simulate --rules pagat -o nowhere/b.json"])
def test_a_folder_that_is_not_there(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The destination is named as it was given."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    assert main(words.split()) == 2
    assert capsys.readouterr().err.splitlines() == ["calarec: nowhere/b.json: there is no such file or folder"]


def test_a_full_disk_names_the_destination(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """And not the file beside it in which the text was to be made."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")

    def full(*_asked: object, **_named: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", ".b.json.abc.part")

    monkeypatch.setattr("tempfile.mkstemp", full)
    assert main(["convert", "a.cal", "b.json"]) == 2
    assert capsys.readouterr().err == "calarec: b.json: the disk is full\n"


def test_a_mistake_in_the_source_is_not_the_destinations(tmp_path: Path) -> None:
    """An error while the text is made keeps its own file name."""

    def pieces() -> Iterator[str]:
        yield "cal 1\n"
        raise PermissionError(errno.EACCES, "no", "source.cal")

    with pytest.raises(PermissionError) as caught:
        replacing.replace_file(tmp_path / "b.cal", pieces())
    assert caught.value.filename == "source.cal"
    assert everything() == []


def test_a_long_name_is_no_trouble() -> None:
    """The file beside it may have a shorter one."""
    name = f"{'b' * 250}.json"
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    assert main(["convert", "a.cal", name]) == 0
    assert Path(name).exists()


# ------------------------------------------------------------------ what a killed run leaves

KILLED = """
import os, signal, sys
from calarec_tools.output.files.replacing import replace_file
def pieces():
    yield "cal 1\\n" * 9999
    if sys.argv[2] == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    print("begun", flush=True)
    sys.stdin.read()
replace_file(sys.argv[1], pieces())
"""
"""Write a file, and be killed on the way, or wait until the input ends."""


def test_what_a_killed_run_left_is_removed_by_the_next() -> None:
    """By one that writes the same file; files that only look alike stay."""
    assert subprocess.run([sys.executable, "-c", KILLED, "b.json", "killed"], check=False).returncode == -9
    (litter,) = everything()
    assert litter.startswith(".b.json.")
    assert litter.endswith(".part")
    others = [
        ".b.json.part",
        ".b.json.abcdefghi.part",
        ".b.json.ABCDEFGH.part",
        ".c.json.abcdefgh.part",
        "b.json.abcdefgh.part",
    ]
    for name in others:
        Path(name).write_text("mine", encoding="utf-8")
    Path(".b.json.linkaaaa.part").symlink_to(".b.json.part")
    os.mkfifo(".b.json.pipeaaaa.part")
    kept = [*others, ".b.json.linkaaaa.part", ".b.json.pipeaaaa.part"]
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    assert shell("calarec convert a.cal c.jsonl").returncode == 0
    assert litter in everything()
    assert shell("calarec convert a.cal b.json").returncode == 0
    assert sorted(everything()) == sorted(["a.cal", "b.json", "c.jsonl", *kept])


def test_what_another_run_is_writing_is_left_to_it() -> None:
    """Its lock shows that a run goes on and was not killed; both end well."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, "b.json", "waits"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "begun\n"
        before = everything()
        assert shell("calarec convert a.cal b.json").returncode == 0
        assert sorted(everything()) == sorted([*before, "b.json"])
        other.communicate("")
    assert other.returncode == 0
    assert sorted(everything()) == ["a.cal", "b.json"]
    assert Path("b.json").read_text(encoding="utf-8") == "cal 1\n" * 9999


def test_without_locks_nothing_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without locks calarec cannot know whether a file is still being written."""
    Path(".b.cal.abcdefgh.part").write_text("", encoding="utf-8")
    monkeypatch.setattr(replacing, "fcntl", None)
    replacing.replace_file("b.cal", ["cal 1\n"])
    assert sorted(everything()) == [".b.cal.abcdefgh.part", "b.cal"]


def test_a_file_that_was_taken_for_litter_is_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another run removes it in the moment between its making and its lock."""
    made: list[str] = []
    make = tempfile.mkstemp

    def taken(**named: Any) -> Any:
        handle, name = make(**named)
        made.append(name)
        if len(made) == 1:
            Path(name).unlink()
        return handle, name

    monkeypatch.setattr("tempfile.mkstemp", taken)
    replacing.replace_file("b.cal", ["cal 1\n"])
    assert (len(made), everything()) == (2, ["b.cal"])
    assert Path("b.cal").read_text(encoding="utf-8") == "cal 1\n"


# ------------------------------------------------------------------ whose it is


@pytest.mark.parametrize("command", WRITING)
def test_what_has_several_names_is_left_alone(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Replacing it would leave the other name with the old text; one line reports it."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    Path("b.cal").hardlink_to("a.cal")
    assert main([*command.split(), "a.cal"]) == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if "has 2 names (hard links)" in line]
    assert len(lines) == 1
    assert lines[0].startswith("calarec: `")
    assert Path("a.cal").read_text(encoding="utf-8") == SLIP
    assert Path("a.cal").samefile("b.cal")
    assert sorted(everything()) == ["a.cal", "b.cal"]


def test_several_names_of_what_does_not_change_are_no_trouble() -> None:
    """A linked file that would not change is not refused."""
    Path("a.cal").write_text(evening("pagat", 1), encoding="utf-8")
    Path("b.cal").hardlink_to("a.cal")
    assert main(["fmt", "a.cal"]) == 0


def test_the_permissions_stay() -> None:
    """A file keeps its permissions, with any mask."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    Path("a.cal").chmod(0o664)
    assert main(["fmt", "a.cal"]) == 0
    assert Path("a.cal").read_text(encoding="utf-8") != SLIP
    assert Path("a.cal").stat().st_mode & 0o7777 == 0o664


@pytest.mark.parametrize("allowed", [True, False])
def test_the_owner_stays_or_nothing_is_written(
    allowed: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The new file is given to whom the old one belongs; where that is not allowed, the old one stays."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    own = Path("a.cal").stat()
    given: list[tuple[int, int]] = []
    look = Path.stat

    def others(path: Path, **named: Any) -> os.stat_result:
        found = look(path, **named)
        if path.name != "a.cal":
            return found
        return os.stat_result([*found[:4], own.st_uid + 1, own.st_gid + 2, *found[6:]])

    def give(_path: object, user: int, group: int) -> None:
        if not allowed:
            raise PermissionError(errno.EPERM, "Operation not permitted")
        given.append((user, group))

    monkeypatch.setattr(Path, "stat", others)
    monkeypatch.setattr("os.chown", give)
    assert main(["simulate", "--rules", "pagat", "-o", "a.cal"]) == (0 if allowed else 2)
    assert given == ([(own.st_uid + 1, own.st_gid + 2)] if allowed else [])
    assert (Path("a.cal").read_text(encoding="utf-8") == SLIP) is not allowed
    assert ("belongs to another user" in capsys.readouterr().err) is not allowed
    assert everything() == ["a.cal"]


# ------------------------------------------------------------------ what changes meanwhile


@pytest.mark.parametrize("command", WRITING)
def test_what_was_saved_meanwhile_is_not_lost(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file saved by another program meanwhile stays, with a message."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    flush = os.fsync

    def saved(handle: int) -> None:
        flush(handle)
        Path("a.cal").write_text(SLIP + "; mine\n", encoding="utf-8")

    monkeypatch.setattr("os.fsync", saved)
    assert main([*command.split(), "a.cal"]) == 2
    line = "calarec: `a.cal` was changed by another program; nothing was written."
    assert line in capsys.readouterr().err.splitlines()
    assert Path("a.cal").read_text(encoding="utf-8") == SLIP + "; mine\n"
    assert everything() == ["a.cal"]


# ------------------------------------------------------------------ one of several


@pytest.mark.parametrize("command", [*WRITING, "convert b.cal --from cal --to cal"])
def test_what_is_not_to_be_written_is_not_replaced(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Although its folder would allow it."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    Path("b.cal").write_text(SLIP, encoding="utf-8")
    monkeypatch.setattr("os.access", lambda _file, mode: mode != os.W_OK)
    assert main([*command.split(), "a.cal"]) == 2
    assert "calarec: a.cal: you are not allowed to do that there" in capsys.readouterr().err.splitlines()
    assert Path("a.cal").read_text(encoding="utf-8") == SLIP
    assert everything() == ["a.cal", "b.cal"]


@pytest.mark.parametrize("command", WRITING)
def test_one_that_cannot_be_written_keeps_no_other(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A message for it, the others are written, status 2."""
    for name in ("a.cal", "b.cal", "c.cal"):
        Path(name).write_text(SLIP, encoding="utf-8")
    make = tempfile.mkstemp

    def sometimes(**named: Any) -> Any:
        if named["prefix"].startswith(".b.cal"):
            raise OSError(errno.EROFS, "Read-only file system", "x.part")
        return make(**named)

    monkeypatch.setattr("tempfile.mkstemp", sometimes)
    assert main([*command.split(), "a.cal", "b.cal", "c.cal"]) == 2
    said = capsys.readouterr()
    assert "calarec: b.cal: nothing can be written there" in said.err.splitlines()
    assert ".part" not in said.out + said.err
    assert Path("b.cal").read_text(encoding="utf-8") == SLIP
    assert Path("a.cal").read_text(encoding="utf-8") != SLIP
    assert Path("c.cal").read_text(encoding="utf-8") != SLIP
    if command == "check --fix":
        assert "CAL005" in said.out, "what is left is told"


@pytest.mark.parametrize("command", [*WRITING, "fmt --check", "fmt --diff", "check"])
def test_links_that_lead_in_a_circle(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One clear line, and the rest is done."""
    Path("a.cal").symlink_to("b.cal")
    Path("b.cal").symlink_to("a.cal")
    Path("c.cal").write_text(SLIP, encoding="utf-8")
    assert main([*command.split(), "a.cal", "c.cal"]) == 2
    said = capsys.readouterr()
    assert sum("links lead round in a circle" in line for line in (said.out + said.err).splitlines()) == 1
    assert "a mistake in calarec" not in said.err
    assert "c.cal" in said.out + said.err or "1 fixed" in said.out


@pytest.mark.parametrize("command", [*WRITING, "fmt --check", "fmt --diff", "check"])
def test_a_folder_that_cannot_be_read_is_said(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not passed over as if it were empty; readable files are read."""
    Path("club/shut").mkdir(parents=True)
    Path("club/a.cal").write_text(SLIP, encoding="utf-8")
    scan = os.scandir

    def guarded(path: str = ".") -> Any:
        if str(path).endswith("shut"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr("os.scandir", guarded)
    assert main([*command.split(), "club"]) == 2
    line = "calarec: `club/shut`: this folder cannot be read: you are not allowed to do that there."
    said = capsys.readouterr()
    assert said.err.splitlines().count(line) == 1
    assert "1 file" in said.out or "club/a.cal" in said.out + said.err


def test_an_unreadable_folder_is_not_called_empty(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If nothing else is there, the report names only the folder."""
    Path("club").mkdir()

    def shut(path: str = ".") -> Any:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr("os.scandir", shut)
    assert main(["check", "club", "--lang", "it"]) == 2
    line = "calarec: `club`: la cartella non si può leggere: manca il permesso."
    assert capsys.readouterr().err.splitlines() == [line]


# ------------------------------------------------------------------ pipes to read from


@pytest.mark.mass
@pytest.mark.parametrize(
    ("command", "status"),
    [("fmt --diff", 1), ("fmt --check", 1), ("check --diff", 0), ("check", 0), ("check --strict", 1)],
)
def test_a_pipe_is_read_once(command: str, status: int) -> None:
    """`fmt --diff <(…)` prints what `fmt --diff FILE` prints."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    plain, piped = shell(f"calarec {command} a.cal"), shell(f"calarec {command} <(cat a.cal)")
    assert (plain.returncode, piped.returncode) == (status, status)
    named = piped.stdout.decode().replace("/dev/fd/63", "a.cal")
    # The longer name of a pipe may break a line elsewhere, and moves the marks below it.
    assert named.replace("^", " ").split() == plain.stdout.decode().replace("^", " ").split()


@pytest.mark.parametrize("command", WRITING)
def test_a_pipe_is_not_written_back(command: str) -> None:
    """It is reported, at once or with the findings."""
    Path("a.cal").write_text(SLIP, encoding="utf-8")
    ended = shell(f"calarec {command} <(cat a.cal)")
    assert ended.returncode == 2
    assert b"is not an ordinary file and cannot be written back" in ended.stderr


def test_a_compressed_record_is_compared_with_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    """`fmt --check` of a canonical one finds nothing to do."""
    import gzip

    Path("a.cal.gz").write_bytes(gzip.compress(evening("pagat", 2).encode()))
    assert main(["fmt", "--check", "a.cal.gz"]) == 0
    assert main(["fmt", "--diff", "a.cal.gz"]) == 0
    Path("a.cal.gz").write_bytes(gzip.compress(SLIP.encode()))
    assert main(["fmt", "--check", "a.cal.gz"]) == 1
