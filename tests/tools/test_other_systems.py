"""Other systems: code pages, consoles, and processes that start from nothing."""

from __future__ import annotations

import ctypes
import io
import os
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from calarec_tools.archive.runs import parts
from calarec_tools.main import main
from calarec_tools.output.files import pager
from calarec_tools.output.files.streams import may_colour

if TYPE_CHECKING:
    from pathlib import Path

_PROGRAM = (sys.executable, "-m", "calarec_tools.main")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1


def test_what_comes_and_goes_by_pipes_is_utf_8_under_any_code_page(tmp_path: Path) -> None:
    """A name with an accent typed into `enter` under a Western code page."""
    record = tmp_path / "evening.cal"
    world = {**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    typed = "Nicolò, Đoka, Anna\n\xff".encode() + b"\xff\n"
    subprocess.run(
        [*_PROGRAM, "enter", str(record), "--rules", "pagat"], input=typed, env=world, capture_output=True, check=False
    )
    assert 'seat A "Nicolò"\nseat B "Đoka"\n' in record.read_text("utf-8")
    shown = subprocess.run([*_PROGRAM, "fmt", "--diff", "-"], input=record.read_bytes().replace(b"seat A", b"seat  A"),
                           env=world, capture_output=True, check=False)  # fmt: skip
    assert 'seat A "Nicolò"' in shown.stdout.decode("utf-8")


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_workers_that_begin_with_nothing_find_the_same(method: str, tmp_path: Path) -> None:
    """Windows and macOS fork no processes: a worker's data comes with its task."""
    record = tmp_path / "evening.cal"
    asked = ["--rules", "pagat", "--hands", "300", "--seed", "3", "--jobs", "1", "--output", str(record)]
    assert main(["simulate", *asked]) == 0
    record.write_text(record.read_text("utf-8").replace("result B: ", "result B: 1", 1), "utf-8")
    begin = (
        "import sys, multiprocessing\n"
        f"multiprocessing.set_start_method({method!r})\n"
        "from calarec_tools.main import main\nsys.exit(main(sys.argv[1:]))"
    )

    def checked(*program: str, jobs: str) -> tuple[int, str]:
        done = subprocess.run([sys.executable, *program, "check", "--jobs", jobs, str(record), str(record)],
                              capture_output=True, text=True, encoding="utf-8", check=False)  # fmt: skip
        return done.returncode, done.stdout

    alone = checked("-m", "calarec_tools.main", jobs="1")
    assert "CAL" in alone[1]
    assert checked("-c", begin, jobs="2") == alone


@pytest.mark.parametrize(("known", "taken", "expected"), [(1, 1, True), (1, 0, False), (0, 1, False)])
def test_a_console_of_windows_is_asked_to_read_sequences(
    known: int, taken: int, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without sequences there is no colour; other modes of the console stay."""
    said: list[int] = []

    def mode(_console: int, to: Any) -> int:
        to._obj.value = 3
        return known

    def set_mode(_console: int, new: int) -> int:
        said.append(new)
        return taken

    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    kernel = SimpleNamespace(GetConsoleMode=mode, SetConsoleMode=set_mode)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(get_osfhandle=lambda _handle: 7))
    assert may_colour(_Terminal()) is expected
    assert said == ([7] if known else [])


def test_a_result_that_another_has_kept_meanwhile_need_not_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows replaces no open file; without one there, the refusal is reported."""

    def refused(draft: str, file: str) -> None:
        raise PermissionError(13, "in use", file)

    folder = tmp_path / "parts"
    folder.mkdir(mode=0o700)
    real = os.replace
    monkeypatch.setattr(os, "replace", refused)
    with pytest.raises(PermissionError):
        parts.do_or_read(str(folder), len, "abc")
    assert list(folder.iterdir()) == []

    def kept_by_another(draft: str, file: str) -> None:
        real(draft, file)
        raise PermissionError(13, "in use", file)

    monkeypatch.setattr(os, "replace", kept_by_another)
    assert parts.do_or_read(str(folder), len, "abc") == 3
    assert [each.suffix for each in folder.iterdir()] == [".part"]


def test_a_backslash_in_the_name_of_a_pager_is_part_of_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """A backslash that separates folders is not an escape."""
    monkeypatch.setattr(sys, "stdin", _Terminal())
    monkeypatch.setattr(sys, "stdout", _Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("CALAREC_PAGER", r"C:\Tools\less.exe -R")
    monkeypatch.setattr(os, "sep", "\\")
    found = pager._pager_command()
    monkeypatch.undo()
    assert found == [r"C:\Tools\less.exe", "-R"]
