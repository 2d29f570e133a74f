"""`calarec enter` at a terminal: lines and keys, Ctrl-C, Ctrl-D, another size, a folder that disappears, a hang-up."""

from __future__ import annotations

import datetime
import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import struct
import sys
import termios
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.desk.entering.session import Entry
from calarec_tools.main import INTERRUPTED
from calarec_tools.output.files.streams import RefusalError
from tests.fuzz.commands import folder
from tests.fuzz.materials import ODD
from tests.fuzz.target import Drawn, Target
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random

_ESCAPES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")
_SECONDS: Final = 90
_PEOPLE: Final = ("Anna, Bruno, Carla", "Anna, Bruno, Carla, Dora", "Anna,Anna", "É, Ò, ç", "A B C", "Anna")
_LINES: Final = (
    "Anna", "Bruno chiamo won", "Bruno chiamo vinta", "Carla solo lost", "Anna chiamo 12", "Bruno chiamo won cappotto",
    "undo", "annulla", "help", "aiuto", "edit 1", "modifica 1", "redo", "end", "fine", "", "", "all pass",
    "tutti passano",
    "total", "note \"x\"", "void", "?", "3b", "passo", "pass", "3b 2b Rb", "with Anna", "Bruno leaves", "Bruno esce",
    "Dora joins", "rules tretre", "2025-11-02", "delete 1", "match", "scegliete", "Bruno chiamo won 3 4 5", "claim",
)  # fmt: skip
_KEYS: Final = (
    "\t", "\t\t", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x7f", "\x01", "\x05", "\x0b", "\x17", "\x15", "\x12",
    "\x1b",
    "\x1bb", "\x1b[3~", "\x0c", "\x14", "\x1a", "\x1c", "\x11", "\x13", "\x16", "\x18\x05", "\x1f",
    "\x1b[200~a\nb\x1b[201~",
    "\x1b[<0;1;1M", "\xff", "à", "🂡", "e\u0301", "a", "3", " ", "\n", "\r", "\x1bOP", "\x00", "\x1b[1;5C",
)  # fmt: skip
_LEAVING: Final = ("ctrl-d", "ctrl-c", "hang-up", "terminate", "quit")


def draw(rng: Random) -> Drawn:
    """Draw the actions of a user, one a line, and the way of leaving."""
    steps: list[Any] = []
    rules = rng.choice(("pagat", "tretre", "quadriglio"))
    model = _new_model("en", rules)
    by_keys = rng.random() < 0.35
    for _ in range(rng.randint(2, 14)):
        chance = rng.random()
        if by_keys and chance < 0.6:
            steps.append(["keys", "".join(rng.choice((*_KEYS, *_LINES)) for _ in range(rng.randint(1, 6)))])
        elif chance < 0.06:
            steps.append(["size", rng.choice((1, 2, 20, 80, 300)), rng.choice((1, 2, 24, 100))])
        elif chance < 0.1:
            steps.append([rng.choice(("remove", "lock", "unlock"))])
        else:
            line = _line(rng, model)
            with suppress(RefusalError):
                model.take(line)
            steps.append(["line", line])
    more = (rules, rng.choice(("en", "it")), rng.choice(("xterm", "dumb")), rng.choice(_LEAVING))
    return Drawn("\n".join(map(json.dumps, steps)), more)


def _line(rng: Random, model: Entry) -> str:
    """A line that is offered, one that may be right, or another one."""
    offered = model.offer_completions("")
    chance = rng.random()
    if not model.text:
        return rng.choice(_PEOPLE[:2]) if chance < 0.9 else rng.choice(_PEOPLE)
    if offered and chance < 0.45:
        return " ".join(rng.choice(offered) for _ in range(rng.choice((1, 1, 1, 3, 12))))
    if chance < 0.95:
        return rng.choice(_LINES)
    return "".join(rng.choice([odd for odd in ODD if odd.isprintable()] + ["a", " "]) for _ in range(rng.randint(1, 9)))


def hold(drawn: Drawn) -> None:
    """It ends with a known status and no traceback; what was typed is in a file, or printed in the end."""
    rules, lang, terminal, leaving = map(str, drawn.more)
    with folder({}) as here:
        for name in ("evenings", "home", "tmp"):
            (here / name).mkdir()
        typist = _Typist(here, rules, lang, terminal)
        try:
            for line in drawn.text.split("\n"):
                with suppress(ValueError):
                    typist.take(json.loads(line))
            typist.leave(leaving)
        finally:
            typist.kill()
        assert "Traceback" not in typist.shown, typist.shown
        allowed = {"ctrl-c": (0, 1, 2, INTERRUPTED), "hang-up": (0, 1, 2, -signal.SIGHUP, INTERRUPTED)}
        statuses = {**allowed, "terminate": (-signal.SIGTERM,)}.get(leaving, (0, 1, 2))
        assert typist.status in statuses or (typist.by_keys and typist.status == INTERRUPTED), typist.status
        if not typist.by_keys and not (typist.was_removed and leaving in ("hang-up", "terminate")):
            assert typist.is_kept(), (typist.model.text, typist.shown)


def _new_model(lang: str, rules: str, file: str = "evening.cal") -> Entry:
    """A session without a terminal, in which the same is typed."""
    day = datetime.date.today().isoformat()
    return Entry("", asked=named_ruleset(rules), lang=lang, file=file, day=day, load=named_ruleset)


_EMPTYING = "\x11\x1b\x07\x0b\x0b\x15\x7f\x15"
"""Keys that end whatever a key has begun, and delete what is typed: the rest, the line, and the line before."""


class _Typist:
    """A user at a terminal with `calarec enter`."""

    def __init__(self, here: Path, rules: str, lang: str, terminal: str) -> None:
        self.here, self.folder = here, here / "evenings"
        self.shown = ""
        self.status: int | None = None
        self.by_keys = self.was_removed = self.is_done = False
        """True if the input is not known, if the folder was removed, if it has ended."""
        self.model = _new_model(lang, rules)
        self.begun = self.model.text
        world = {
            "TERM": terminal, "COLUMNS": "80", "LINES": "24", "LANG": "C.UTF-8", "HOME": str(here / "home"),
            "TMPDIR": str(here / "tmp"), "CALAREC_CACHE": "off", "CALAREC_DEBUG": "1", "PATH": os.environ.get("PATH",
            ""),
            "PYTHONPATH": os.pathsep.join((str(ROOT / "interpreter"), str(ROOT / "tools"), *sys.path)),
        }  # fmt: skip
        words = [sys.executable, "-m", "calarec_tools.main", "enter", "evening.cal", "--rules", rules, "--lang", lang]
        self.pid, self.screen = pty.fork()
        if self.pid == 0:  # the child
            os.chdir(self.folder)
            os.execve(sys.executable, words, world)
        self._show_until(lambda: ">" in _ESCAPES.sub("", self.shown))

    def take(self, step: Any) -> None:
        """Does a step; one that a smaller input has made meaningless is none."""
        if self.is_done:
            return
        match step:
            case ["line", str(line)] if line.isprintable():
                self._type_line(line)
            case ["keys", str(keys)]:
                self.by_keys = True
                self._press(keys)
                self._show_until(lambda: False, 0.2)
            case ["size", int(columns), int(rows)] if 0 < columns < 1000 and 0 < rows < 1000:
                fcntl.ioctl(self.screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            case ["remove"]:
                self.was_removed = True
                shutil.rmtree(self.folder, ignore_errors=True)
            case ["lock"]:
                self._lock(0o500)
            case ["unlock"]:
                self._lock(0o700)

    def leave(self, leaving: str) -> None:
        """Ends the session, and waits for it."""
        if self.status is None and not self.is_done:
            match leaving:
                case "hang-up":
                    os.close(self.screen)
                    self.screen = -1
                case "terminate":
                    os.kill(self.pid, signal.SIGTERM)
                case "ctrl-c":
                    self._press("\x03")
        until = time.monotonic() + _SECONDS
        while self.status is None:
            assert time.monotonic() < until, f"it does not end: {self.shown[-2000:]!r}"
            if self.screen >= 0 and leaving != "terminate":
                # A key that is pressed while the screen is being drawn is lost; one is enough in the end.
                self._press(_EMPTYING * self.by_keys + ("\x15quit\r" if leaving == "quit" else "\x04"))
            self._show_until(lambda: self.status is not None, 0.5)

    def kill(self) -> None:
        """Ends whatever still runs."""
        self._lock(0o700)
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if self.screen >= 0:
            os.close(self.screen)
            self.screen = -1

    def is_kept(self) -> bool:
        """Check whether all input is in a file, or was printed."""
        if self.model.text == self.begun:
            return True
        files = [file for file in self.here.rglob("*.cal") if file.is_file()]
        printed = self.model.text in _ESCAPES.sub("", self.shown)
        return printed or any(file.read_text(encoding="utf-8") == self.model.text for file in files)

    def _type_line(self, line: str) -> None:
        self._press(line + "\r")
        if self.by_keys:
            self._show_until(lambda: False, 0.1)
            return
        before = self.model.text
        with suppress(RefusalError):
            self.is_done = self.model.take(line).done
        if self.model.text != before or self.was_removed:
            self._show_until(self.is_kept, 20)
        self.was_removed = self.was_removed and not self.is_kept()

    def _lock(self, mode: int) -> None:
        for name in ("evenings", "home", "tmp"):
            with suppress(OSError):
                (self.here / name).chmod(mode)

    def _press(self, keys: str) -> None:
        with suppress(OSError):  # it may have ended
            os.write(self.screen, keys.encode("utf-8", "surrogatepass"))

    def _show_until(self, is_there: Callable[[], bool], seconds: float = _SECONDS) -> None:
        """Read the screen until a text appears, the program ends or the time is over."""
        until = time.monotonic() + seconds
        while not is_there() and time.monotonic() < until and self.status is None:
            if self.screen < 0:
                time.sleep(0.02)
            elif select.select([self.screen], [], [], 0.05)[0]:
                with suppress(OSError):
                    self.shown += os.read(self.screen, 65_536).decode("utf-8", "replace")
                if "\x1b[6n" in self.shown:
                    # The program asks where the cursor is, as it may ask any terminal.
                    self._press("\x1b[1;1R")
                    self.shown = self.shown.replace("\x1b[6n", "")
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._read_rest()
                self.status = os.waitstatus_to_exitcode(status)

    def _read_rest(self) -> None:
        with suppress(OSError):
            while self.screen >= 0 and select.select([self.screen], [], [], 0)[0]:
                piece = os.read(self.screen, 65_536)
                if not piece:
                    return
                self.shown += piece.decode("utf-8", "replace")


ENTERING: Final = Target(
    "entering",
    "Whatever is typed into `enter` at a terminal and however it is left, it ends with 0, 1 or 2 (130 after Ctrl-C) "
    "and no traceback, and every line that was accepted is in a file or printed in the end.",
    draw,
    hold,
    2,
)
