"""`calarec enter [FILE]`: hands entered at the table, checked as they are typed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from calarec.wording.cells import wrapped
from calarec.wording.language import Words
from calarec_tools.cli.declare import Argument, Command
from calarec_tools.cli.parameters import RULES
from calarec_tools.cli.ruleset import load
from calarec_tools.runs.apply_fixes import refuse_unwritable
from calarec_tools.runs.replacing import replace_file
from calarec_tools.runs.streams import CLEAN, Output, RefusalError, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

_PLAIN: Final = (".cal",)
_NO_RECORD: Final = Words("`{file}`: hands are entered into a record, a file that ends in `.cal`.")
_NO_TEXT: Final = Words("`{file}` is no UTF-8 text; `calarec convert --from-encoding cp1252 OLD NEW` makes one of it.")
_CHANGED: Final = Words("{file} was changed by somebody else; it is read anew, and what was typed last is not in it.")
_TODAY: Final = Words("evening-{day}.cal")
_INTO: Final = Words("{file}: Tab completes, `help` explains, `quit` leaves.")
_NO_TAB: Final = Words("{file}: `help` explains, `quit` leaves. (Tab completes with the extra `enter`.)")
_REFUSED: Final = Words("{said}")
_MISTAKES: Final = Words("There are mistakes in it; `calarec check {file}` shows them.")


def enter(out: Output, *, file: str | None, rules: str | None) -> int:
    """Enters hands until nobody types any more."""
    import datetime

    from calarec_tools.entering.session import Entry
    from calarec_tools.entering.terminal import can_complete, typed_lines

    day = datetime.date.today().isoformat()
    file = file or printable(_said(out, _TODAY.filled(day=day)))
    if not file.endswith(_PLAIN):
        raise RefusalError(_NO_RECORD, file=file)
    refuse_unwritable(file)
    asked = None if rules is None else load(rules)
    record = _Saved(out, file)
    _refuse_another_version(file, record.text)
    entry = Entry(record.text, asked=asked, lang=out.lang, file=file, day=day, load=load)
    _tell(out, (_said(out, (_INTO if can_complete() else _NO_TAB).filled(file=file)),))
    if entry.at.wrong:
        _tell(out, (_said(out, _MISTAKES.filled(file=file)),))
    _tell(out, entry.resumed())
    for typed in typed_lines(entry.asks, entry.completions, entry.totals):
        try:
            reply = entry.take(typed)
        except RefusalError as refusal:
            _tell(out, (refusal.said(out.lang),))
            continue
        if not record.save(entry.text):
            _tell(out, (_said(out, _CHANGED.filled(file=file)),))
            entry.begin(record.text)
            continue
        _tell(out, reply.said)
        if reply.done:
            break
    return CLEAN


def _tell(out: Output, lines: Iterable[str]) -> None:
    """Lines as wide as the terminal, broken at blanks."""
    for line in lines:
        for part in wrapped(printable(line), out.width):
            out.line(part)


def _refuse_another_version(file: str, text: str) -> None:
    """A refusal for a record of a version of the notation that is not known here: nothing of it could be judged."""
    from calarec.notation.reader import Records
    from calarec.notation.source import Text
    from calarec.wording.findings import Told

    records = Records(Text(text, file))
    found = [each for hand in records for each in hand.findings] + records.findings
    for each in found:
        if each.code == "CAL013":
            raise RefusalError(_REFUSED, said=Told(each))


def _said(out: Output, text: Words) -> str:
    from calarec.wording.language import say

    return say(text, out.lang)


class _Saved:
    """The file as it was written or read last: what somebody else writes meanwhile is not written over."""

    def __init__(self, out: Output, file: str) -> None:
        self.out = out
        self.file = file
        self.text = self._read()

    def _read(self) -> str:
        try:
            with open(self.file, encoding="utf-8", newline="") as stream:  # noqa: PTH123
                return stream.read()
        except FileNotFoundError:
            return ""
        except UnicodeError:
            raise RefusalError(_NO_TEXT, file=self.file) from None

    def save(self, text: str) -> bool:
        """Replaces the file, if it is as it was left; otherwise it is read again, and the answer is no."""
        if text == self.text:
            return True
        there = self._read()
        if there != self.text:
            self.text = there
            return False
        folder = os.path.dirname(self.file)  # noqa: PTH120
        if folder:
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103
        replace_file(self.file, [text])
        self.text = text
        return True


DECLARED = Command(
    enter,
    arguments=(
        Argument(
            "file",
            Words("The record to go on with, or a new one (otherwise one of today)."),
            required=False,
        ),
    ),
    options=(RULES,),
    example="calarec enter evening.cal --rules pagat",
)
