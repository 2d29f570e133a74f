"""`calarec enter [FILE]`: hands entered at the table, checked as they are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.cells import wrap_text
from calarec.core.wording.language import Words
from calarec_tools.cli.declare import Argument, Command
from calarec_tools.cli.parameters import RULES
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.apply_fixes import refuse_unwritable
from calarec_tools.output.files.streams import CLEAN, Output, RefusalError, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec_tools.desk.entering.evening_file import EveningFile
    from calarec_tools.desk.entering.session import Entry

_PLAIN: Final = (".cal",)
_NO_RECORD: Final = Words("`{file}`: hands are entered into a record, a file that ends in `.cal`.")
_TODAY: Final = Words("evening-{day}.cal")
_INTO: Final = Words("{file}: Tab completes, `help` explains, `quit` leaves.")
_NO_TAB: Final = Words("{file}: `help` explains, `quit` leaves. (Tab completes with the extra `enter`.)")
_LEAVE_UNSAVED: Final = Words("The evening is not saved: `quit` once more prints it and leaves.")
_REFUSED: Final = Words("{said}")
_MISTAKES: Final = Words("There are mistakes in it; `calarec check {file}` shows them.")


def run_enter(out: Output, *, file: str | None, rules: str | None) -> int:
    """Enter hands until the input ends."""
    import datetime

    from calarec_tools.desk.entering.evening_file import EveningFile
    from calarec_tools.desk.entering.session import Entry
    from calarec_tools.desk.entering.terminal import can_complete

    day = datetime.date.today().isoformat()
    file = file or printable(_terminal_text(out, _TODAY.with_values(day=day)))
    if not file.endswith(_PLAIN):
        raise RefusalError(_NO_RECORD, file=file)
    refuse_unwritable(file)
    asked = None if rules is None else named_ruleset(rules)
    record = EveningFile(file)
    _refuse_another_version(file, record.text)
    entry = Entry(record.text, asked=asked, lang=out.lang, file=file, day=day, load=named_ruleset)
    _print_wrapped(out, (_terminal_text(out, (_INTO if can_complete() else _NO_TAB).with_values(file=file)),))
    if entry.at.wrong:
        _print_wrapped(out, (_terminal_text(out, _MISTAKES.with_values(file=file)),))
    _print_wrapped(out, entry.resume_notice())
    try:
        _take_entries(out, entry, record)
    finally:
        # Ctrl-C, too, ends a session: nothing that was typed is lost by it.
        _save_on_leaving(out, record)
    if record.refusal is None:
        return CLEAN
    out.complain(record.refusal)
    raise RefusalError(record.in_the_end)


def _take_entries(out: Output, entry: Entry, record: EveningFile) -> None:
    """Take entry after entry, saving each, until the session is over."""
    from calarec_tools.desk.entering.terminal import typed_lines

    warned = False
    for typed in typed_lines(entry.asks, entry.offer_completions, entry.totals):
        try:
            reply = entry.take(typed)
        except RefusalError as refusal:
            _print_wrapped(out, (refusal.refusal_text(out.lang),))
            continue
        saved = record.save(entry.text)
        _print_wrapped(out, (_terminal_text(out, each) for each in saved.said))
        if saved.changed:
            entry.begin(record.text)
            continue
        if reply.done and record.is_unsaved and not warned:
            warned = True
            _print_wrapped(out, (_terminal_text(out, _LEAVE_UNSAVED),))
            continue
        _print_wrapped(out, reply.said)
        if reply.done:
            break


def _save_on_leaving(out: Output, record: EveningFile) -> None:
    """Saves what is not saved yet; what cannot be saved anywhere is printed."""
    _print_wrapped(out, (_terminal_text(out, each) for each in record.leave().said))
    if record.is_unsaved:
        out.exactly([record.held])


def _print_wrapped(out: Output, lines: Iterable[str]) -> None:
    """Print lines wrapped at spaces to the width of the terminal."""
    for line in lines:
        for part in wrap_text(printable(line), out.width):
            out.write_line(part)


def _refuse_another_version(file: str, text: str) -> None:
    """Refuse a record in a version of the notation that this release does not know."""
    from calarec.core.notation.reader import Records
    from calarec.core.notation.source import Text
    from calarec.core.wording.findings import Told

    records = Records(Text(text, file))
    found = [finding for hand in records for finding in hand.findings] + records.findings
    for each in found:
        if each.code == "CAL013":
            raise RefusalError(_REFUSED, said=Told(each))


def _terminal_text(out: Output, text: Words) -> str:
    from calarec.core.wording.language import text_in

    return text_in(text, out.lang)


DECLARED = Command(
    run_enter,
    arguments=(
        Argument(
            "file",
            Words("The record to continue or to begin [default: one of today]"),
            required=False,
        ),
    ),
    options=(RULES,),
    example="calarec enter evening.cal --rules pagat",
)
