"""Output of a command: streams, language, colour and width.

Terms. The requested output goes to standard output, everything else to standard error. A `RefusalError`
is wrong use or an input that cannot be read: one line, exit status 2.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final, TextIO

from calarec.core.base.errors import PortableError
from calarec.core.wording.language import Words, fill_words, preferred_language

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language, Sayable

CLEAN: Final = 0
FINDINGS: Final = 1
REFUSED: Final = 2
_WITH_SEQUENCES: Final = 4
"""The flag that makes a console of Windows read escape sequences."""
_MIN_COLUMNS: Final = 40
_MAX_COLUMNS: Final = 1000
MAX_LINE_COLUMNS: Final = 100
"""Longer lines are hard to read on any terminal."""
_MAX_DIGITS: Final = 9

NO_HAND: Final = Words("calarec: there is no hand in `{file}`.")
"""The message about a file that is empty or has no `hand` line."""

_EXPLAIN: Final = Words("`calarec explain {code}` explains a code, with an example.")
_PAGE_OF_CODE: Final = Words("{url} explains {code}, with an example.")


class RefusalError(PortableError):
    """The command cannot do the task; `message` has the reason, with its values."""

    def __init__(self, message: Sayable, **values: object) -> None:
        super().__init__(message, values)
        self.message = message
        self.values = values

    def refusal_text(self, lang: Language) -> str:
        """The message in one language."""
        return fill_words(self.message, lang, self.values)


class FatalRefusalError(RefusalError):
    """A refusal that ends the command, even if other inputs could be used."""


def no_hand(name: str, names: list[str], file: str = "") -> RefusalError:
    """There is no hand of a name, in a file if it may be one of several."""
    shown = (", ".join(names[:12]) + (" …" if len(names) > 12 else "")) or "–"
    if file:
        return RefusalError(
            Words("there is no hand `{name}` in `{file}`; there are: {names}."), name=name, file=file, names=shown
        )
    return RefusalError(Words("there is no hand `{name}`; there are: {names}."), name=name, names=shown)


def system_refusal(error: OSError, file: str = "", kind: type[RefusalError] = RefusalError) -> RefusalError:
    """Turn an error of the system into a refusal, with the name of the file if known."""
    from calarec.core.wording.system_errors import why_refused

    named = error.filename if isinstance(error.filename, str | bytes) else file
    text = Words("{file}: {reason}") if named else Words("{reason}")
    return kind(text, file=os.fsdecode(named), reason=why_refused(error))


class Output:
    """The output of a command."""

    __slots__ = ("lang",)

    def __init__(self, lang: Language | None = None) -> None:
        self.lang: Language = lang or preferred_language()

    @property
    def has_colour(self) -> bool:
        """True if standard output may be coloured."""
        return may_colour(sys.stdout)

    @property
    def width(self) -> int:
        """The columns of the terminal; 0 without one: then lines are left whole."""
        return min(terminal_columns(sys.stdout), MAX_LINE_COLUMNS)

    def write(self, text: str) -> None:
        """Text that was asked for, as it is."""
        sys.stdout.write(text)

    def exactly(self, pieces: Iterable[str]) -> None:
        """A record that was asked for: bytes in it that are not text stay as they are.

        On a terminal it is only looked at, and must not be obeyed: there every character can be seen.
        """
        if sys.stdout.isatty():
            sys.stdout.writelines(printable_pieces(pieces))
            return
        sys.stdout.flush()
        for piece in pieces:
            sys.stdout.buffer.write(piece.encode("utf-8", "surrogateescape"))
        sys.stdout.buffer.flush()

    def write_line(self, text: str = "") -> None:
        """A line that was asked for."""
        sys.stdout.write(text + "\n")

    def remark(self, text: Sayable | str, **values: object) -> None:
        """A line beside the matter, to standard error."""
        said = text if isinstance(text, str) else fill_words(text, self.lang, values)
        sys.stderr.write(printable(said) + "\n")

    def complain(self, refusal: RefusalError) -> None:
        """A refusal that does not end the command: one line to standard error."""
        self.remark(f"calarec: {refusal.refusal_text(self.lang)}")

    def explain_advice(self, code: str, *, has_links: bool) -> str:
        """A line for a terminal on where a code is explained; empty if codes are links."""
        from calarec_tools.output.render.code_links import find_code_url

        url = find_code_url(code, self.lang)
        if not code or not self.width or (url and has_links and self.has_colour):
            return ""
        return fill_words(_PAGE_OF_CODE if url else _EXPLAIN, self.lang, {"code": code, "url": url})

    def write_findings(self, found: Iterable[Finding], form: str = "pretty") -> int:
        """Write findings as they come; return the exit status for them."""
        from calarec.core.wording.severities import Severity
        from calarec_tools.output.render import render

        status = CLEAN

        def note_worst_severity() -> Iterable[Finding]:
            nonlocal status
            for finding in found:
                if finding.severity is not Severity.NOTE:
                    status = FINDINGS
                yield finding

        for piece in render(note_worst_severity(), form, lang=self.lang, width=self.width, colour=self.has_colour):
            sys.stdout.write(piece)
        return status


class NotedOutput(Output):
    """The output of a command in another process, which keeps remarks for later."""

    __slots__ = ("noted",)

    def __init__(self, lang: Language) -> None:
        super().__init__(lang)
        self.noted: list[str] = []

    def remark(self, text: Sayable | str, **values: object) -> None:
        """A line beside the matter."""
        self.noted.append(text if isinstance(text, str) else fill_words(text, self.lang, values))


def printable(text: str) -> str:
    """One line that no stranger's control characters can break or colour."""
    if text.isprintable():
        return text
    from calarec.core.wording.cells import visible

    return visible(text)


def printable_pieces(pieces: Iterable[str]) -> Iterator[str]:
    """Escape pieces for a terminal: none of their characters is a command to it."""
    from calarec.core.wording.cells import visible

    return ("\n".join(map(visible, piece.split("\n"))) for piece in pieces)


def may_colour(stream: TextIO) -> bool:
    """Check whether a stream may have escape sequences."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb" and _can_read_sequences(stream)


def _can_read_sequences(stream: TextIO) -> bool:
    """Check whether a terminal reads escape sequences.

    A console of Windows must be set to read them.
    """
    if sys.platform != "win32":
        return True
    import ctypes
    import msvcrt

    kernel, mode = ctypes.windll.kernel32, ctypes.c_ulong()
    console = msvcrt.get_osfhandle(stream.fileno())
    known = kernel.GetConsoleMode(console, ctypes.byref(mode))
    return bool(known and kernel.SetConsoleMode(console, mode.value | _WITH_SEQUENCES))


def terminal_columns(stream: TextIO) -> int:
    """Return the width of text: COLUMNS, or that of the terminal, or 0 for no limit."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and told.strip("0"):
        # Nobody's window is wider; and a line may be filled with blanks to the end.
        return min(max(_MIN_COLUMNS, int(told[:_MAX_DIGITS])), _MAX_COLUMNS)
    try:
        return max(_MIN_COLUMNS, os.get_terminal_size(stream.fileno()).columns or 80) if stream.isatty() else 0
    except (OSError, ValueError):
        return 0


def prepare_streams() -> None:
    """Write UTF-8 unless the reader is a terminal with an encoding of its own.

    A name that cannot be encoded is written escaped rather than lost or fatal; lines end as they
    do in records, on every system. Input from a pipe is UTF-8 too, with any code page of the system.
    """
    if sys.stdin is not None and hasattr(sys.stdin, "reconfigure") and not sys.stdin.isatty():
        sys.stdin.reconfigure(encoding="utf-8", errors="backslashreplace")
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # Closed by the caller (`>&-`): nobody wants to read it.
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        change = getattr(stream, "reconfigure", None)
        if change is None:
            continue
        if stream.isatty():
            change(errors="backslashreplace")
        else:
            change(encoding="utf-8", errors="backslashreplace", newline="\n")


def silence_output() -> None:
    """Give the buffers a harmless destination when the reader has left."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(nowhere, stream.fileno())
        except (OSError, ValueError):
            continue
