"""`calarec convert SRC DEST`: records in other forms, and back."""

from __future__ import annotations

import os
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.source import Text
from calarec.core.wording.language import Words, fill_words
from calarec_tools.archive.runs.crews import crew
from calarec_tools.archive.runs.driver import run_in_order
from calarec_tools.archive.runs.shards import TARGET_SHARD_BYTES, Shard, evening_shards
from calarec_tools.archive.runs.workers import ALONE, LOST, LostTask, useful_workers
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.parameters import JOBS, SCHEDULER, rules_option
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.apply_fixes import refusing
from calarec_tools.output.files.inputs import (
    FORMS,
    NO_FORM,
    NOTHING,
    OTHER_ENDINGS,
    STDIN,
    endings,
    in_folder,
    plan_files,
    refuse_itself,
    size_of_files,
    without_packing,
)
from calarec_tools.output.files.output_files import (
    encoding_name,
    open_text_source,
    packing,
    read_all_bytes,
    refuse_unread,
    require_all_hands_read,
)
from calarec_tools.output.files.progress import TextProgress
from calarec_tools.output.files.replacing import all_there, replace_file
from calarec_tools.output.files.streams import CLEAN, NO_HAND, REFUSED, NotedOutput, Output, RefusalError
from calarec_tools.output.formats.refusal import Unconvertible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calarec.core.judge.score_rows import TableEvent
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language
    from calarec_tools.archive.runs.workers import Crew
    from calarec_tools.output.formats.columns import SettledHand
    from calarec_tools.output.formats.score_sheet import SheetRules

_TWO_TABLES: Final = Words("`--settled` and `--plays` are two tables; choose one.")
_SETTLED: Final = Words("`--settled` goes with csv.")
_TOGETHER: Final = ("csv", "jsonl")
"""Formats that hold a whole folder in one file: each row or line names its file."""
_FOLDER: Final = Words("`{file}` is a folder; so the destination must be one too, and `--to` must be given.")
_REFUSED: Final = Words("{said}")
_NOT_WHOLE: Final = Words("`{file}`: not everything in it could be converted, so nothing was written.")
# `fmt` and `pin` keep such bytes. Other forms cannot hold them, so `convert` refuses.
_NO_TEXT: Final = Words(
    "`{file}`: something in it is not UTF-8 text; if it is old, name its encoding: "
    "`calarec convert --from-encoding cp1252 OLD NEW`."
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_FIRST_BYTES: Final = 1 << 16
UTF_8: Final = "utf-8"
_DONE: Final = Words("{source} -> {target}")
_GUESSED: Final = Words("{file}: read as {encoding}; `--from-encoding` names another encoding.")
_UNRULED: Final = Words(
    "{file}: the record names no ruleset, so the payments cannot be checked; `--rules RULES` names one."
)
_A_HAND: Final = {
    "cal": re.compile(r"^hand\b", re.MULTILINE),
    "json": re.compile(r'"lines": \[\{'),
    "jsonl": re.compile(r'"lines": \[\{'),
    "packed": re.compile(r"^(?!calpack )[^%\s]", re.MULTILINE),
}
"""A pattern for each format that only a text with hands matches.

Tables are not listed: they may leave hands out.
"""


class ConversionWanted(NamedTuple):
    """The settings of a conversion."""

    source: str
    target: str
    rules: Ruleset | None = None
    plays: bool = False
    named: str | None = None
    """The encoding if it was named; otherwise UTF-8, or a guess for score sheets."""
    drop_comments: bool = False
    settled: bool = False

    @property
    def record_encoding(self) -> str:
        """The encoding of a record."""
        return UTF_8 if self.named is None else self.named


def run_convert(
    out: Output,
    *,
    source: str,
    destination: str,
    from_: str | None,
    to: str | None,
    rules: str | None,
    plays: bool,
    encoding: str | None,
    drop_comments: bool = False,
    settled: bool = False,
    jobs: int = 1,
    scheduler: str | None = None,
) -> int:
    """Converts a file, standard input, or a folder."""
    if settled and plays:
        raise RefusalError(_TWO_TABLES)
    ruleset = None if rules is None else named_ruleset(rules)
    if source != STDIN and os.path.isdir(source):  # noqa: PTH112
        wanted = ConversionWanted(from_ or "cal", to or "", ruleset, plays, encoding, drop_comments, settled)
        with crew(
            jobs, scheduler, None, useful=useful_workers(_folder_size(source, wanted.source), 2 * TARGET_SHARD_BYTES)
        ) as who:
            return _convert_folder(out, source, destination, wanted, who)
    refuse_document(source)
    wanted = ConversionWanted(
        from_ or _form_of_file(source, "--from"), to or _form_of_file(destination, "--to"),
        ruleset, plays, encoding, drop_comments, settled,
    )  # fmt: skip
    if settled and wanted.target != "csv":
        raise RefusalError(_SETTLED)
    refuse_itself(source, destination)
    useful = (
        useful_workers(size_of_files([source]), 2 * TARGET_SHARD_BYTES) if _can_convert_by_shards(source, wanted) else 1
    )
    with crew(jobs, scheduler, None, useful=useful) as who:
        _convert_one(out, source, destination, wanted, who)
    return CLEAN


def _folder_size(folder: str, form: str) -> int:
    return size_of_files(in_folder(folder, [], NotedOutput("en"), endings(form)))


def _convert_folder(out: Output, source: str, destination: str, wanted: ConversionWanted, who: Crew) -> int:
    """Convert every file of a format below a folder; a refused file stops no other."""
    form = wanted.target or _named_form(destination)
    if form in _TOGETHER and not os.path.isdir(destination) and (_named_form(destination) or destination == STDIN):  # noqa: PTH112
        _convert_together(out, source, destination, wanted._replace(target=form), who)
        return CLEAN
    if wanted.settled and wanted.target != "csv":
        raise RefusalError(_SETTLED)
    if not wanted.target or (os.path.exists(destination) and not os.path.isdir(destination)):  # noqa: PTH110, PTH112
        raise RefusalError(_FOLDER, file=source)
    if destination == STDIN:
        raise RefusalError(_FOLDER, file=source)
    plan = plan_files(source, destination, wanted.source, wanted.target, out)
    for unread in plan.unread:
        out.complain(unread)
    status = REFUSED if plan.unread else CLEAN
    for (file, target), found in run_in_order(iter(plan.files), partial(_one_of_many, out.lang, wanted), who):
        found = _lost_file(file, found, out) if isinstance(found, LostTask) else found
        for said in found.remarks:
            out.remark(said)
        if found.refused:
            status = REFUSED
        else:
            out.remark(_DONE, source=file, target=target)
    return status


class ConvertedFile(NamedTuple):
    """The result for a file: its text, unless that was written, and remarks."""

    pieces: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    refused: bool = False


def _one_of_many(lang: Language, wanted: ConversionWanted, pair: tuple[str, str]) -> ConvertedFile:
    """The unit of work: a file is converted and written."""
    file, target = pair
    out = NotedOutput(lang)
    try:
        with refusing(file):
            Path(target).parent.mkdir(parents=True, exist_ok=True)
            _convert_one(out, file, target, wanted)
    except RefusalError as refusal:
        out.complain(refusal)
        return ConvertedFile((), tuple(out.noted), refused=True)
    return ConvertedFile((), tuple(out.noted))


def _text_of_one(lang: Language, wanted: ConversionWanted, file: str) -> ConvertedFile:
    """The unit of work where many files become one: the text of each."""
    out = NotedOutput(lang)
    try:
        with refusing(file):
            pieces = tuple(_text_alone(_converted_text(out, file, wanted, named=True), file))
    except (RefusalError, Unconvertible) as error:
        out.complain(error if isinstance(error, RefusalError) else RefusalError(_REFUSED, said=error))
        return ConvertedFile((), tuple(out.noted), refused=True)
    return ConvertedFile(pieces, tuple(out.noted))


def _lost_file(file: str, lost: LostTask, out: Output) -> ConvertedFile:
    """Return the result for a file whose workers died."""
    return ConvertedFile(
        (), (fill_words(LOST, out.lang, {"file": file, "line": 1, "reason": lost.reason}),), refused=True
    )


def _convert_together(out: Output, source: str, destination: str, wanted: ConversionWanted, who: Crew) -> None:
    """Convert a folder to one table, or one text of JSON lines: all files, or nothing."""
    unread: list[RefusalError] = []
    files = list(in_folder(source, unread, out, endings(wanted.source)))
    for refusal in unread:
        out.complain(refusal)
    if not files and not unread:
        raise RefusalError(NOTHING, file=source)

    progress = TextProgress(out.lang)

    def pieces() -> Iterator[str]:
        head, lacking = "", bool(unread)
        for file, found in run_in_order(iter(files), partial(_text_of_one, out.lang, wanted), who):
            found = _lost_file(file, found, out) if isinstance(found, LostTask) else found
            for said in found.remarks:
                progress.clear_progress_line()
                out.remark(said)
            lacking = lacking or found.refused
            # The names of the columns stand there once.
            own = found.pieces[1:] if head and wanted.target == "csv" else found.pieces
            yield from progress.count_pieces(own, file)
            head = found.pieces[0] if found.pieces else head
        if lacking:
            raise RefusalError(_NOT_WHOLE, file=source)

    if destination == STDIN:
        out.exactly(all_there(pieces()))
    else:
        replace_file(destination, pieces(), packing=packing(destination))


def _named_form(file: str) -> str:
    """The form that the ending of a file names; nothing if it names none."""
    ending = Path(without_packing(file)).suffix.lower()
    return next((form for form, usual in FORMS.items() if ending == usual), OTHER_ENDINGS.get(ending, ""))


def _can_convert_by_shards(source: str, wanted: ConversionWanted) -> bool:
    """Check whether a file can be converted shard by shard."""
    return (wanted.source, wanted.target, wanted.named) == ("cal", "jsonl", None) and source != STDIN


def _convert_one(out: Output, source: str, destination: str, wanted: ConversionWanted, who: Crew = ALONE) -> None:
    together = who.executor is not None and _can_convert_by_shards(source, wanted)
    made = _of_shards(out, source, wanted, who) if together else _converted_text(out, source, wanted)
    try:
        text = TextProgress(out.lang).count_pieces(_text_alone(made, source), source)
        pieces = _warn_if_no_hand(out, text, source, wanted)
        if destination == STDIN:
            out.exactly(all_there(pieces))
        else:
            replace_file(destination, pieces, packing=packing(destination))
    except Unconvertible as refusal:
        raise RefusalError(_REFUSED, said=refusal) from None


def _of_shards(out: Output, source: str, wanted: ConversionWanted, who: Crew) -> Iterator[str]:
    """Yield the converted text of each shard, in order.

    If a shard cannot be converted, the whole file is: then the error has its place.
    """
    for shard, found in run_in_order(evening_shards(source), _lines_of_shard, who, send=Shard.to_be_sent):
        if isinstance(found, LostTask):
            raise RefusalError(LOST, file=shard.file, line=shard.line, reason=found.reason)
        yield from _converted_text(out, source, wanted) if found is None else found


def _lines_of_shard(shard: Shard) -> tuple[str, ...] | None:
    """The unit of work; None if something in it cannot be converted."""
    from calarec_tools.output.formats.json_form import to_jsonl

    try:
        with refusing(shard.file):
            return tuple(
                _watched_pieces(lambda findings: to_jsonl(shard.shard_source, findings, below=not shard.first))
            )
    except (RefusalError, Unconvertible):
        return None


def _converted_text(out: Output, source: str, wanted: ConversionWanted, *, named: bool = False) -> Iterator[str]:
    """Yield the text in its new form, piece by piece; raise a refusal if impossible.

    `named`: lines of JSON name their file.
    """
    if wanted.source == "cal" and wanted.target == "cal":
        from calarec.core.notation.formatter import format_source

        yield from _watched_pieces(lambda findings: format_source(source, findings, encoding=wanted.record_encoding))
    elif wanted.source == "cal":
        yield from _converted_from_record(out, source, source, wanted, named=named)
    elif wanted.target == "cal":
        yield from _converted_to_record(out, source, wanted)
    else:
        # By way of the record, which every form becomes and that becomes every form.
        record = Text("".join(_converted_to_record(out, source, wanted)), source)
        yield from _converted_from_record(out, record, source, wanted._replace(named=None), named=named)


def _warn_if_no_hand(out: Output, pieces: Iterator[str], source: str, wanted: ConversionWanted) -> Iterator[str]:
    """The pieces; where no hand was among them, `out` hears of it."""
    shows = _A_HAND.get(wanted.target)
    empty = True
    for piece in pieces:
        empty = empty and shows is not None and not shows.search(piece)
        yield piece
    if empty and shows is not None:
        out.remark(NO_HAND, file=source)


def _text_alone(pieces: Iterator[str], source: str) -> Iterator[str]:
    """Yield the pieces; refuse bytes that are not text, for no other format has them."""
    for piece in pieces:
        if not piece.isascii() and _SURROGATE.search(piece):
            raise RefusalError(_NO_TEXT, file=source)
        yield piece


def _converted_from_record(
    out: Output, source: str | Text, file: str, wanted: ConversionWanted, *, named: bool
) -> Iterator[str]:
    from calarec_tools.output.formats import json_form, packed

    encoding = wanted.record_encoding
    if wanted.target == "json":
        return _watched_pieces(lambda findings: json_form.to_json(source, findings, encoding=encoding))
    if wanted.target == "jsonl":
        said = file if named else None
        return _watched_pieces(lambda findings: json_form.to_jsonl(source, findings, encoding=encoding, file=said))
    if wanted.target == "packed":
        return _watched_pieces(
            lambda findings: packed.pack_record(source, findings, encoding=encoding, drop_comments=wanted.drop_comments)
        )
    return _settled_rows(out, source, file, wanted) if wanted.settled else _table_of_hands(out, source, file, wanted)


def _settled_rows(out: Output, source: str | Text, file: str, wanted: ConversionWanted) -> Iterator[str]:
    """Yield the settled hands as rows, in the columns of a sheet."""
    from calarec.record_judge.session import NoRulesError
    from calarec_tools.output.files.unruled import no_rules
    from calarec_tools.output.formats.columns import settled_csv
    from calarec_tools.output.sheet.evenings import read_evenings

    if isinstance(source, str) and wanted.named is not None:
        with open_text_source(source, wanted.record_encoding) as stream:
            source = Text(stream.read(), file)
    empty = True

    def evenings() -> Iterator[tuple[Sequence[SettledHand], tuple[TableEvent, ...]]]:
        nonlocal empty
        for sheet in read_evenings(source, wanted.rules, {}):
            empty = empty and not sheet.hands
            yield sheet.hands, sheet.after

    try:
        yield from settled_csv(evenings())
    except NoRulesError as error:
        raise no_rules(error) from None
    if empty:
        out.remark(NO_HAND, file=file)


def _table_of_hands(out: Output, source: str | Text, file: str, wanted: ConversionWanted) -> Iterator[str]:
    from calarec.core.notation.reader import read_records
    from calarec_tools.output.formats.hand_tables import hands_csv, plays_csv

    records = read_records(source, encoding=wanted.record_encoding)
    findings: list[Finding] = []
    empty = True

    def read_each_hand() -> Iterator[Hand]:
        nonlocal empty
        for hand in records:
            empty = False
            findings.extend(hand.findings)
            yield hand

    yield from (plays_csv if wanted.plays else hands_csv)(read_each_hand())
    refuse_unread(findings)
    require_all_hands_read(records)
    if empty:
        out.remark(NO_HAND, file=file)


def _converted_to_record(out: Output, source: str, wanted: ConversionWanted) -> Iterator[str]:
    from calarec_tools.output.formats import json_form, packed

    encoding = wanted.record_encoding
    if wanted.source == "csv":
        yield from _record_of_sheet(out, source, wanted)
        return
    with open_text_source(source, encoding) as stream:
        try:
            if wanted.source == "jsonl":
                yield from json_form.from_jsonl(stream, source)
            elif wanted.source == "packed":
                yield from packed.unpack(stream, source)
            else:
                yield from json_form.from_json(stream.read(), source)
        except UnicodeError:
            raise _no_text(source, encoding) from None


def _record_of_sheet(out: Output, source: str, wanted: ConversionWanted) -> Iterator[str]:
    """Convert a score sheet to a record; remark on guesses and missing parts."""
    from calarec_tools.output.formats.score_sheet import record_of
    from calarec_tools.output.formats.sheet_cells import ENCODING_NAMES, guessed_encoding

    encoding, raw = "" if wanted.named is None else encoding_name(source, wanted.named), read_all_bytes(source)
    if not encoding:
        encoding = guessed_encoding(raw)
        if encoding in ENCODING_NAMES:
            out.remark(_GUESSED, file=source, encoding=ENCODING_NAMES[encoding])
    try:
        text = raw.decode("utf-8-sig" if encoding == UTF_8 else encoding)
    except UnicodeError:
        raise _no_text(source, encoding) from None
    if wanted.rules is None:
        out.remark(_UNRULED, file=source)
    yield from record_of(text, rules=_sheet_rules(wanted.rules), file=source, told=out.remark)


def _sheet_rules(ruleset: Ruleset | None) -> SheetRules:
    from calarec.core.engine.auction import only_raised_to
    from calarec.core.records.model import RulesPin
    from calarec.core.wording.phrases import parts_of_unit
    from calarec.rule_files.digest import SHORTEST_PIN
    from calarec_tools.output.formats.score_sheet import SheetRules

    if ruleset is None:
        return SheetRules()
    pin = RulesPin(ruleset.id, ruleset.version, ruleset.digest[:SHORTEST_PIN])
    rules = ruleset.rules
    counts = not rules.has_auction and rules.all_pass.params.pays == "nobody" and rules.settle.rounding == "down"
    sides = (rules.table.sides or 0) if counts else None
    raised = tuple(only_raised_to(rules).items())
    return SheetRules(pin, parts_of_unit(rules.settle.pay_unit), parts_of_unit(rules.pack.unit), sides, raised)


def _no_text(source: str, encoding: str) -> RefusalError:
    said = Words("{source}: this is not text in {encoding}", source=source, encoding=encoding)
    return RefusalError(_REFUSED, said=said)


def _watched_pieces(make: Callable[[list[Finding]], Iterator[str]]) -> Iterator[str]:
    """The pieces that something makes of a record, if all of the record could be read."""
    findings: list[Finding] = []
    yield from make(findings)
    refuse_unread(findings)


def refuse_document(source: str) -> None:
    """Refuse a document of an office program, under any name."""
    from calarec.core.base.spans import Span
    from calarec.core.notation.source import document_wording
    from calarec.core.wording.findings import Finding

    if source == STDIN or not os.path.isfile(source):  # noqa: PTH113
        return
    try:
        with open(source, "rb") as stream:  # noqa: PTH123
            found = document_wording(stream.read(_FIRST_BYTES))
    except OSError:
        return  # whoever reads it says why it cannot be read
    if found:
        refuse_unread([Finding(code="CAL015", wording=found, span=Span.from_column(source, 1, 1))])


def _form_of_file(file: str, option: str) -> str:
    form = _named_form(file)
    if form:
        return form
    raise RefusalError(NO_FORM, file=file, option=option, forms="|".join(FORMS))


DECLARED = Command(
    run_convert,
    arguments=(
        Argument(
            "source",
            Words("A file, a folder, or `-` for standard input."),
        ),
        Argument(
            "destination",
            Words("A file, a folder, or `-` for standard output; an existing file is overwritten."),
        ),
    ),
    options=(
        Option(
            "from_",
            ("--from",),
            Words("The format of the source."),
            usual=Words("by its extension"),
            choices=tuple(FORMS),
        ),
        Option(
            "to",
            ("--to",),
            Words("The format of the destination."),
            usual=Words("by its extension"),
            choices=tuple(FORMS),
        ),
        rules_option(
            Words("The ruleset for the record of a score sheet (CSV); with `--settled`, the ruleset to judge by.")
        ),
        Option(
            "plays",
            ("--plays",),
            Words("In CSV, write a row for each card played instead of each hand."),
            kind="flag",
        ),
        Option(
            "settled",
            ("--settled",),
            Words("In CSV, write the settled hands, a row for each person, as `calarec sheet --format csv`."),
            kind="flag",
        ),
        Option(
            "drop_comments",
            ("--drop-comments",),
            Words("In packed lines, omit comments."),
            kind="flag",
        ),
        Option(
            "encoding",
            ("--from-encoding",),
            Words("The encoding of the source."),
            usual=Words("UTF-8, or a guess for a score sheet"),
            metavar="NAME",
        ),
        JOBS,
        SCHEDULER,
    ),
    example="calarec convert evening.cal evening.json",
)
