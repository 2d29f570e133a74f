"""`calarec enter` at a real terminal: a child process behind a pseudo-terminal, keys in, screen and file out."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import re
import select
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec_tools.main import main

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")
_PATIENCE = 90
"""Seconds; a busy machine is slow to start a program, and nothing is measured here."""


class Terminal:
    """A program that believes it is at a terminal of 80 columns."""

    def __init__(self, *words: str, lang: str = "en", **more: str) -> None:
        self.shown = ""
        self.pid, self.screen = pty.fork()
        if self.pid == 0:  # the child
            os.environ.update({"TERM": "xterm", "COLUMNS": "80", "LINES": "24", "LANG": f"{lang}_X.UTF-8", **more})
            os.environ.pop("LC_ALL", None)
            os.execv(sys.executable, [sys.executable, "-m", "calarec_tools.main", *words, "--lang", lang])

    def until(self, text: str) -> str:
        """Everything shown since the last time, up to a text that is waited for."""
        end = time.monotonic() + _PATIENCE
        while text not in _ESCAPES.sub("", self.shown):
            assert time.monotonic() < end, f"{text!r} does not come: {self.shown!r}"
            if select.select([self.screen], [], [], 1)[0]:
                try:
                    self.shown += os.read(self.screen, 65536).decode("utf-8", "replace")
                except OSError:
                    assert text in _ESCAPES.sub("", self.shown), f"ended without {text!r}: {self.shown!r}"
            if "\x1b[6n" in self.shown:
                # The program asks where the cursor is, as it may ask any terminal.
                os.write(self.screen, b"\x1b[1;1R")
                self.shown = self.shown.replace("\x1b[6n", "")
        plain = _ESCAPES.sub("", self.shown)
        self.shown = plain[plain.index(text) + len(text) :]
        return plain

    def keys(self, text: str) -> None:
        """Presses keys."""
        os.write(self.screen, text.encode())

    def line(self, text: str, then: str) -> str:
        """Type a line and wait for the answer."""
        self.keys(text + "\r")
        return self.until(then)

    def end(self, *, leaving: str = "") -> int:
        """Waits for the program to end; a key that is pressed while it is still drawing is lost and pressed again."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(OSError):  # it has gone already
                self.keys(leaving)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.screen)
                return os.waitstatus_to_exitcode(status)
            if select.select([self.screen], [], [], 0.1)[0]:
                try:
                    os.read(self.screen, 65536)
                except OSError:
                    continue
        raise AssertionError("the program does not end")


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    return tmp_path / "evening.cal"


def test_an_evening_with_completion_refusal_and_a_killed_program(file: Path) -> None:
    """Names, hands in one line, a hand by its cards, Tab, a revoke; killed within a trick and gone on with."""
    at = Terminal("enter", str(file), "--rules", "pagat")
    at.until("who plays, in order of play>")
    at.line("Anna, Bruno, Carla", "who deals?>")
    at.line("Anna", "cards of Bruno (12)")
    at.line("Bruno chiamo won", "hand 2: Bruno deals>")
    assert "score B: +2 A: -1 C: -1" in file.read_text("utf-8")
    at.line("", "cards of Carla (12)")
    at.line("Cb6b2cAc5c4c2dCdRsCs6s5s", "cards of Anna (12)")
    at.line("3b2bFb3cRcFc7c6c3dFd4d2s", "cards of Bruno (12)")
    at.line("Rb7b5b4bCcAdRd7d5dAsFs4s", "(4), or the first bid>")
    at.line("", "Carla says>")
    at.keys("ch\t")
    at.until("chiamo")
    at.line(" passo passo", "Carla calls>")
    at.line("3b", "Anna gives Carla (1)>")
    at.line("", "Carla gives Anna (1)>")
    at.line("4c", "Carla discards (4)>")
    at.line("6b 5c 6d 5s", "trick 1: Carla leads>")
    at.line("3s 2s 4s", "trick 2: Carla leads>")
    shown = at.line("3d", "writes it as it happened")
    assert "CAL510" in shown
    at.line("7s Fc", "trick 2: 7s Fc, Bruno to play>")
    os.kill(at.pid, signal.SIGKILL)
    assert at.end() == -signal.SIGKILL
    assert file.read_text("utf-8").endswith(" 1 C: 3s 2s 4s\n 2 C: 7s Fc\n")

    again = Terminal("enter", str(file))
    again.until("trick 2: 7s Fc, Bruno to play>")
    again.line("Fs", "trick 3: Bruno leads>")
    again.line("undo", "trick 2: 7s Fc, Bruno to play>")
    again.line("quit", "goes on here the next time.")
    assert again.end() == 0
    assert file.read_text("utf-8").endswith("\n 2 C: 7s Fc\n")


def test_in_italian(file: Path) -> None:
    """Prompts, refusals and commands; Ctrl-D ends it like `esci`."""
    at = Terminal("enter", str(file), "--rules", "pagat", lang="it")
    at.until("chi gioca, in ordine di gioco>")
    at.line("Anna, Bruno, Carla", "chi distribuisce?>")
    at.line("Anna", "carte di Bruno (12)")
    at.line("Bruno chiamo vinta", "mano 2: distribuisce Bruno>")
    at.line("modifica 1", "Invio chiude la mano")
    at.line("annulla", "mano 2: distribuisce Bruno>")
    assert at.end(leaving="\x04") == 0
    (hand,) = parse_records(file.read_text("utf-8"))
    assert hand.name == "1"


def test_the_terminal_of_a_program_without_completion(file: Path) -> None:
    """Without a drawable terminal, lines are read as they come."""
    at = Terminal("enter", str(file), "--rules", "pagat", TERM="dumb")
    at.until("who plays")
    at.line("Anna, Bruno, Carla", "who deals?")
    assert at.end(leaving="\x04") == 0


# ---------------------------------------------------------------------- the file


def test_lines_from_a_pipe(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A stream of lines is entered like keys; messages go to standard output."""

    monkeypatch.setattr(sys, "stdin", io.StringIO("Anna, Bruno, Carla\nAnna\nBruno chiamo won\n"))
    assert main(["enter", str(file), "--rules", "pagat"]) == 0
    assert "Anna -1 · Bruno 2 · Carla -1" in capsys.readouterr().out
    assert main(["check", "--strict", str(file)]) in (0, 1)
    assert len(parse_records(file.read_text("utf-8"))) == 1


def test_what_is_said_is_broken_at_blanks(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At the width of the terminal; a hand that was left open is named where it goes on."""
    monkeypatch.chdir(file.parent)
    for lang, width in (("en", 60), ("it", 80)):
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.setattr(
            sys, "stdin", io.StringIO("Anna, Bruno, Carla\nAnna\nBruno chiamo won\nboh\nhelp\n\nquit\n")
        )
        assert main(["enter", file.name, "--rules", "pagat", "--lang", lang]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert max(map(len, lines)) <= width
        assert not any(line.startswith(" ") for line in lines)
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        assert main(["enter", file.name, "--lang", lang]) == 0
        said = capsys.readouterr().out
        assert {"en": "Hand 2 goes on where it was left", "it": "La mano 2 riprende da dove"}[lang] in " ".join(
            said.split()
        )
        file.unlink()


def test_what_somebody_else_wrote_is_not_written_over(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is read again, and the entry is not taken."""

    class Lines:
        def __init__(self) -> None:
            self.left = ["Anna, Bruno, Carla\n", "Anna\n", "quit\n"]

        def isatty(self) -> bool:
            return False

        def readline(self) -> str:
            if len(self.left) == 2:
                file.write_text(file.read_text("utf-8") + "; by hand\n", "utf-8")
            return self.left.pop(0)

    monkeypatch.setattr(sys, "stdin", Lines())
    assert main(["enter", str(file), "--rules", "pagat"]) == 0
    assert "was changed by another program" in capsys.readouterr().out
    assert file.read_text("utf-8").endswith("; by hand\n")


@pytest.mark.parametrize("name", ["evening.txt", "evening.cal.gz"])
def test_only_records_are_entered_into(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong use is reported in one line."""
    assert main(["enter", str(tmp_path / name)]) == 2
    assert "ends in `.cal`" in capsys.readouterr().err


def test_nothing_is_entered_into_what_cannot_be_written_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of another machine, and a pipe, are refused before anything is typed."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.cal")
    for name, said in (("http://127.0.0.1:9/x.cal", "is on another machine"), ("pipe.cal", "is not an ordinary file")):
        assert main(["enter", name, "--rules", "pagat"]) == 2
        assert said in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["pipe.cal"]


def test_a_record_of_another_version_is_left_alone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record of another version is refused: new lines could not be judged."""
    file.write_text("cal 2\nseat A\n", "utf-8")
    assert main(["enter", str(file)]) == 2
    assert capsys.readouterr().err.startswith("calarec: ")
    assert file.read_text("utf-8") == "cal 2\nseat A\n"


def test_a_record_that_is_no_text_is_left_alone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And nothing is written."""
    file.write_bytes(b'cal 1\nseat A "Niccol\xf2"\n')
    assert main(["enter", str(file)]) == 2
    assert "no UTF-8 text" in capsys.readouterr().err
    assert file.read_bytes() == b'cal 1\nseat A "Niccol\xf2"\n'
