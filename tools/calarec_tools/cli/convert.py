"""`calarec convert SRC DEST`: records in other forms, and back."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.base.frozen import NamedTuple
from calarec.wording.language import Words
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.parameters import rules_option
from calarec_tools.cli.ruleset import load
from calarec_tools.formats.refusal import Unconvertible
from calarec_tools.runs.apply_fixes import refusing
from calarec_tools.runs.inputs import FORMS, NO_FORM, OTHER_ENDINGS, STDIN, planned, refuse_itself, without_packing
from calarec_tools.runs.output_files import complain, known, opened, packing, refuse_unread, whole
from calarec_tools.runs.replacing import all_there, replace_file
from calarec_tools.runs.streams import CLEAN, NO_HAND, REFUSED, Output, RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.mechanisms.ruleset import Ruleset
    from calarec.records.model import Hand
    from calarec.wording.findings import Finding
    from calarec_tools.formats.score_sheet import SheetRules
    from calarec_tools.runs.streams import Output

_NO_WAY: Final = Words("{source} cannot be converted to {target}: one of the two is a record (`cal`).")
_FOLDER: Final = Words("`{file}` is a folder; so the destination must be one too, and `--to` must be given.")
_REFUSED: Final = Words("{said}")
_NO_TEXT: Final = Words(
    "`{file}`: something in it is no UTF-8 text; if it is old, name its encoding: "
    "`calarec convert --from-encoding cp1252 OLD NEW`."
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_FIRST: Final = 1 << 16
UTF_8: Final = "utf-8"
_DONE: Final = Words("{source} -> {target}")
_GUESSED: Final = Words("{file}: read as {encoding}; `--from-encoding` names another encoding.")
_UNRULED: Final = Words(
    "{file}: the record names no ruleset, so nobody can check what was paid; `--rules RULES` says which was played by."
)
_A_HAND: Final = {
    "cal": re.compile(r"^hand\b", re.MULTILINE),
    "json": re.compile(r'"lines": \[\{'),
    "jsonl": re.compile(r'"lines": \[\{'),
    "packed": re.compile(r"^(?!calpack )[^%\s]", re.MULTILINE),
}
"""What stands in a text of each form that holds a hand, and in no other; a table may leave hands out."""


class ConversionWanted(NamedTuple):
    """What is to be converted to what."""

    source: str
    target: str
    rules: Ruleset | None = None
    plays: bool = False
    named: str | None = None
    """The encoding if it was named: otherwise it is UTF-8, and that of a score sheet is guessed."""
    drop_comments: bool = False

    @property
    def encoding(self) -> str:
        """The encoding of a record."""
        return UTF_8 if self.named is None else self.named


def convert(
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
) -> int:
    """Converts a file, standard input, or a folder."""
    ruleset = None if rules is None else load(rules)
    if source != STDIN and os.path.isdir(source):  # noqa: PTH112
        return _folder(
            out,
            source,
            destination,
            ConversionWanted(from_ or "cal", to or "", ruleset, plays, encoding, drop_comments),
        )
    refuse_document(source)
    wanted = ConversionWanted(
        from_ or _form(source, "--from"), to or _form(destination, "--to"), ruleset, plays, encoding, drop_comments
    )
    refuse_itself(source, destination)
    _one(out, source, destination, wanted)
    return CLEAN


def _folder(out: Output, source: str, destination: str, wanted: ConversionWanted) -> int:
    """Converts every file of a form below a folder; the others are converted if one is refused."""
    if not wanted.target or (os.path.exists(destination) and not os.path.isdir(destination)):  # noqa: PTH110, PTH112
        raise RefusalError(_FOLDER, file=source)
    if destination == STDIN:
        raise RefusalError(_FOLDER, file=source)
    plan = planned(source, destination, wanted.source, wanted.target, out)
    for unread in plan.unread:
        complain(out, unread)
    status = REFUSED if plan.unread else CLEAN
    for file, target in plan.files:
        try:
            with refusing(file):
                Path(target).parent.mkdir(parents=True, exist_ok=True)
                _one(out, file, target, wanted)
        except RefusalError as refusal:
            complain(out, refusal)
            status = REFUSED
            continue
        out.remark(_DONE, source=file, target=target)
    return status


def _one(out: Output, source: str, destination: str, wanted: ConversionWanted) -> None:
    try:
        pieces = _counted(out, _text_alone(_converted(out, source, wanted), source), source, wanted)
        if destination == STDIN:
            out.exactly(all_there(pieces))
        else:
            replace_file(destination, pieces, packing=packing(destination))
    except Unconvertible as refusal:
        raise RefusalError(_REFUSED, said=refusal) from None


def _converted(out: Output, source: str, wanted: ConversionWanted) -> Iterator[str]:
    """The text in its new form, piece by piece; why it cannot be had is a refusal."""
    if wanted.source == "cal" and wanted.target == "cal":
        from calarec.notation.formatter import formatted

        yield from _watched(lambda findings: formatted(source, findings, encoding=wanted.encoding))
    elif wanted.source == "cal":
        yield from _out(out, source, wanted)
    elif wanted.target == "cal":
        yield from _in(out, source, wanted)
    else:
        raise RefusalError(_NO_WAY, source=wanted.source, target=wanted.target)


def _counted(out: Output, pieces: Iterator[str], source: str, wanted: ConversionWanted) -> Iterator[str]:
    """The pieces; where no hand was among them, `out` hears of it."""
    shows = _A_HAND.get(wanted.target)
    empty = True
    for piece in pieces:
        empty = empty and shows is not None and not shows.search(piece)
        yield piece
    if empty and shows is not None:
        out.remark(NO_HAND, file=source)


def _text_alone(pieces: Iterator[str], source: str) -> Iterator[str]:
    """The pieces, as long as all of them is text: no other form can hold bytes that are none."""
    for piece in pieces:
        if not piece.isascii() and _SURROGATE.search(piece):
            raise RefusalError(_NO_TEXT, file=source)
        yield piece


def _out(out: Output, source: str, wanted: ConversionWanted) -> Iterator[str]:
    from calarec_tools.formats import json_form, packed

    if wanted.target == "json":
        return _watched(lambda findings: json_form.to_json(source, findings, encoding=wanted.encoding))
    if wanted.target == "jsonl":
        return _watched(lambda findings: json_form.to_jsonl(source, findings, encoding=wanted.encoding))
    if wanted.target == "packed":
        return _watched(
            lambda findings: packed.pack(source, findings, encoding=wanted.encoding, drop_comments=wanted.drop_comments)
        )
    return _table(out, source, wanted)


def _table(out: Output, source: str, wanted: ConversionWanted) -> Iterator[str]:
    from calarec.notation.reader import read
    from calarec_tools.formats.hand_tables import hands_csv, plays_csv

    records = read(source, encoding=wanted.encoding)
    findings: list[Finding] = []
    empty = True

    def hands() -> Iterator[Hand]:
        nonlocal empty
        for hand in records:
            empty = False
            findings.extend(hand.findings)
            yield hand

    yield from (plays_csv if wanted.plays else hands_csv)(hands())
    refuse_unread([*records.findings, *findings])
    if empty:
        out.remark(NO_HAND, file=source)


def _in(out: Output, source: str, wanted: ConversionWanted) -> Iterator[str]:
    from calarec_tools.formats import json_form, packed

    encoding = wanted.encoding
    if wanted.source == "csv":
        yield from _sheet(out, source, wanted)
        return
    with opened(source, encoding) as stream:
        try:
            if wanted.source == "jsonl":
                yield from json_form.from_jsonl(stream, source)
            elif wanted.source == "packed":
                yield from packed.unpack(stream, source)
            else:
                yield from json_form.from_json(stream.read(), source)
        except UnicodeError:
            raise _no_text(source, encoding) from None


def _sheet(out: Output, source: str, wanted: ConversionWanted) -> Iterator[str]:
    """The record of a score sheet; what was guessed or is missing is said beside it."""
    from calarec_tools.formats.score_sheet import record_of
    from calarec_tools.formats.sheet_cells import ENCODING_NAMES, guessed_encoding

    encoding, raw = "" if wanted.named is None else known(source, wanted.named), whole(source)
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
    from calarec.engine.auction import only_raised_to
    from calarec.records.model import RulesPin
    from calarec.rulesets.digest import SHORTEST_PIN
    from calarec.wording.phrases import parts_of
    from calarec_tools.formats.score_sheet import SheetRules

    if ruleset is None:
        return SheetRules()
    pin = RulesPin(ruleset.id, ruleset.version, ruleset.digest[:SHORTEST_PIN])
    rules = ruleset.rules
    counts = not rules.has_auction and rules.all_pass.params.pays == "nobody" and rules.settle.rounding == "down"
    sides = (rules.table.sides or 0) if counts else None
    raised = tuple(only_raised_to(rules).items())
    return SheetRules(pin, parts_of(rules.settle.pay_unit), parts_of(rules.pack.unit), sides, raised)


def _no_text(source: str, encoding: str) -> RefusalError:
    said = Words("{source}: this is no text in {encoding}", source=source, encoding=encoding)
    return RefusalError(_REFUSED, said=said)


def _watched(make: Callable[[list[Finding]], Iterator[str]]) -> Iterator[str]:
    """The pieces that something makes of a record, if all of the record could be read."""
    findings: list[Finding] = []
    yield from make(findings)
    refuse_unread(findings)


def refuse_document(source: str) -> None:
    """A refusal for a document of an office program, whatever it is called and taken for."""
    from calarec.base.spans import Span
    from calarec.notation.source import kind
    from calarec.wording.findings import Finding

    if source == STDIN or not os.path.isfile(source):  # noqa: PTH113
        return
    try:
        with open(source, "rb") as stream:  # noqa: PTH123
            found = kind(stream.read(_FIRST))
    except OSError:
        return  # whoever reads it says why it cannot be read
    if found:
        refuse_unread([Finding(code="CAL015", wording=found, span=Span.at(source, 1, 1))])


def _form(file: str, option: str) -> str:
    ending = Path(without_packing(file)).suffix.lower()
    for form, usual in FORMS.items():
        if ending == usual:
            return form
    if ending in OTHER_ENDINGS:
        return OTHER_ENDINGS[ending]
    raise RefusalError(NO_FORM, file=file, option=option, forms="|".join(FORMS))


DECLARED = Command(
    convert,
    arguments=(
        Argument(
            "source",
            Words("A file, a folder, or `-` for standard input."),
        ),
        Argument(
            "destination",
            Words("A file, a folder, or `-` for standard output; what is there is written over."),
        ),
    ),
    options=(
        Option(
            "from_",
            ("--from",),
            Words("The form of the source, if its ending does not say it."),
            choices=tuple(FORMS),
        ),
        Option(
            "to",
            ("--to",),
            Words("The form of the destination, if its ending does not say it."),
            choices=tuple(FORMS),
        ),
        rules_option(
            Words(
                "For a score sheet (csv; its columns are described in docs/converting.md): the ruleset that its record "
                "is to name."
            )
        ),
        Option(
            "plays",
            ("--plays",),
            Words("To csv: a row for every card played, instead of every hand."),
            kind="flag",
        ),
        Option(
            "drop_comments",
            ("--drop-comments",),
            Words("To packed: leave comments out."),
            kind="flag",
        ),
        Option(
            "encoding",
            ("--from-encoding",),
            Words("The encoding of the source, if it is not UTF-8; that of a score sheet is guessed and said."),
            metavar="NAME",
        ),
    ),
    example="calarec convert evening.cal evening.json",
)
