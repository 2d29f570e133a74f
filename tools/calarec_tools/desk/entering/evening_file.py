"""The file of an evening that is being entered: input survives its loss.

Terms. The *held* text is that of the session. If it cannot be written to its file, it goes into a *refuge*, a file
with another name; if that is impossible too, it is *unsaved* and stays in memory until the next try.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from contextlib import suppress
from typing import Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Words
from calarec_tools.output.files.apply_fixes import refuse_unwritable
from calarec_tools.output.files.replacing import named_as, replace_file
from calarec_tools.output.files.streams import RefusalError, system_refusal

_MOST_NAMES: Final = 1_000
NO_TEXT: Final = Words("`{file}` is not UTF-8 text; `calarec convert --from-encoding cp1252 OLD NEW` makes one of it.")
_CHANGED: Final = Words(
    "{file} was changed by another program; it is read again, and what you typed last is not in it."
)
_CHANGED_SINCE: Final = Words("{file} was changed by another program.")
_KEPT_APART: Final = Words("`{other}` has the evening as it was typed.")
_WRITTEN_BACK: Final = Words("{file} had disappeared; the whole evening was written to it again.")
_IN_REFUGE: Final = Words("The evening is saved in `{other}` until {file} can be written again; go on.")
_UNSAVED: Final = Words("Nothing typed is lost, but it is not saved: calarec tries again after each entry.")
_WRITTEN_AGAIN: Final = Words("{file} can be written again and has the whole evening.")
_LEFT_IN_REFUGE: Final = Words("The evening is in `{other}`.")
_LEFT_UNSAVED: Final = Words("The evening is saved nowhere; it was printed.")


class SaveReport(NamedTuple):
    """Messages about saving, and whether the file was changed by someone else."""

    said: tuple[Words, ...] = ()
    changed: bool = False


class _ChangedMeanwhile(Exception):  # noqa: N818 - the file is read again
    """The file was changed by someone else between reading and replacing."""


class EveningFile:
    """A file as last written or read; changes by others are not overwritten."""

    def __init__(self, name: str) -> None:
        self.name = name
        # The working folder may disappear too; its name leads back to it.
        self.file = os.path.abspath(name)  # noqa: PTH100
        self.text = self._read() or ""
        self.begun = self.held = self.text
        self.refuge = ""
        self.refusal: RefusalError | None = None
        """Why the file could not be written the last time."""

    @property
    def is_unsaved(self) -> bool:
        """True if the input is in no file."""
        return self.refusal is not None and not self.refuge

    def save(self, text: str) -> SaveReport:
        """Write a text to the file, or to a refuge if that is impossible.

        This is done after each entry. A file that has disappeared is written again. If someone else has changed it, it
        is read again, and lines of the session that it lacks are kept apart.
        """
        if text == self.held and self.refusal is None:
            return SaveReport()
        before, self.held = self.held, text
        try:
            return self._save(before)
        except _ChangedMeanwhile:
            self.held = before
            return self.save(text)
        except (RefusalError, OSError) as error:
            return SaveReport(self._take_refuge(error))

    def leave(self) -> SaveReport:
        """Write the file again if it has disappeared since the last entry."""
        try:
            report = self._save(self.held)
        except _ChangedMeanwhile:
            return self.leave()
        except (RefusalError, OSError) as error:
            return SaveReport(self._take_refuge(error))
        if not report.changed:
            return report
        # Only what the session typed matters now.
        kept_apart = report.said[1:]
        return SaveReport((_CHANGED_SINCE.with_values(file=self.name), *kept_apart) if kept_apart else ())

    def _save(self, before: str) -> SaveReport:
        there = self._read()
        has_gone = bool(self.text.strip()) and not (there or "").strip()
        if not has_gone and (there or "") != self.text:
            return self._read_again(there or "", before)
        if has_gone or self.held != self.text:
            self._write(self.held, there)
        said = ((_WRITTEN_BACK if has_gone else _WRITTEN_AGAIN).with_values(file=self.name),)
        told = has_gone or self.refusal is not None
        self.text, self.refusal = self.held, None
        self._leave_refuge()
        return SaveReport(said if told else ())

    @property
    def in_the_end(self) -> Words:
        """The place of the evening, if it is not in its file."""
        return _LEFT_IN_REFUGE.with_values(other=self.refuge) if self.refuge else _LEFT_UNSAVED

    def _read(self) -> str | None:
        """Read the file; None if there is none; raise OSError or a refusal if unreadable."""
        refuse_unwritable(self.file)
        try:
            with named_as(self.name), open(self.file, encoding="utf-8", newline="") as stream:  # noqa: PTH123
                return stream.read()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except UnicodeError:
            raise RefusalError(NO_TEXT, file=self.name) from None

    def _write(self, text: str, there: str | None) -> None:
        def is_the_same() -> None:
            if self._read() != there:
                raise _ChangedMeanwhile

        with named_as(self.name):
            os.makedirs(os.path.dirname(self.file), exist_ok=True)  # noqa: PTH103, PTH120
            replace_file(self.file, [text], ready=is_the_same)

    def _read_again(self, there: str, before: str) -> SaveReport:
        """Continue with the text of someone else; keep missing input apart."""
        said = [_CHANGED.with_values(file=self.name)]
        typed = Counter(before.split("\n")) - Counter(self.begun.split("\n"))
        if typed - Counter(there.split("\n")):
            other = self._write_refuge(self.held)
            if not other:
                return SaveReport(self._take_refuge(RefusalError(_CHANGED_SINCE, file=self.name)))
            said.append(_KEPT_APART.with_values(other=other))
        elif self.refuge:
            said.append(_KEPT_APART.with_values(other=self.refuge))
        self.begun = self.held = self.text = there
        self.refuge, self.refusal = "", None
        return SaveReport(tuple(said), changed=True)

    def _take_refuge(self, error: RefusalError | OSError) -> tuple[Words, ...]:
        """Save the held text to a refuge, and report a new refuge once.

        That the text is saved nowhere is reported each time.
        """
        refusal = error if isinstance(error, RefusalError) else system_refusal(error, self.name)
        known = self.refusal is not None and bool(self.refuge)
        before = self.refuge
        self.refusal = refusal
        self.refuge = self._write_refuge(self.held)
        if not self.refuge:
            return _sentence(refusal), _UNSAVED
        if known and before == self.refuge:
            return ()
        return _sentence(refusal), _IN_REFUGE.with_values(other=self.refuge, file=self.name)

    # `enter` keeps what was typed instead of refusing it. The first file is tried again after each entry.
    def _write_refuge(self, text: str) -> str:
        """Write a text to the present refuge or a new one; empty if that is impossible."""
        folders = os.path.dirname(self.file), os.path.expanduser("~"), tempfile.gettempdir()  # noqa: PTH111, PTH120
        for file in filter(None, (self.refuge, *map(self._free_name, folders))):
            with suppress(OSError, RefusalError):
                replace_file(file, [text])
                return file
        return ""

    def _free_name(self, folder: str) -> str:
        """A name in a folder that no file has yet."""
        stem, ending = os.path.splitext(os.path.basename(self.file))  # noqa: PTH119, PTH122
        for number in range(2, _MOST_NAMES):
            file = os.path.join(folder, f"{stem}-{number}{ending}")  # noqa: PTH118
            if not os.path.lexists(file):
                return file
        return ""

    def _leave_refuge(self) -> None:
        """Removes the refuge once the file has everything again."""
        if self.refuge:
            with suppress(OSError):
                os.unlink(self.refuge)  # noqa: PTH108
        self.refuge = ""


def _sentence(refusal: RefusalError) -> Words:
    assert isinstance(refusal.message, Words)
    return refusal.message.with_values(**refusal.values)
