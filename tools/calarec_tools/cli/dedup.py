"""`calarec dedup`: find duplicate hands in a collection, and the ones to keep."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.cells import visible
from calarec.core.wording.language import Phrase, Words
from calarec_tools.archive.duplicates import (
    DROPPED,
    UnreadableHand,
    compared_hands,
    known_hands,
    without_dropped_hands,
)
from calarec_tools.archive.runs.crews import crew
from calarec_tools.archive.runs.workers import useful_workers
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.over_files import OverFiles
from calarec_tools.cli.parameters import CREW, JSON, PATHS
from calarec_tools.output.files.inputs import STDIN, size_of_files
from calarec_tools.output.files.output_files import refuse_no_folder
from calarec_tools.output.files.streams import CLEAN, FINDINGS, REFUSED, Output, RefusalError
from calarec_tools.output.report.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec_tools.archive.duplicates import ComparedHands, HandGroup, Kind, KnownHand

_BYTES_PER_PROCESS: Final = 1 << 20
"""Bytes of records for each process."""
FORMAT: Final = "calarec-dedup/1"
_KINDS: Final[dict[Kind, Words]] = {
    "same": Words("the same hand"),
    "begun": Words("the same hand, not to its end"),
    "renamed": Words("the same hand with other seats or suits"),
    "deal": Words("the same deal, played otherwise"),
}
_KEEP: Final = Words("{file}, line {line}, hand {hand}: kept, its record says most")
_FIRST: Final = Words("{file}, line {line}, hand {hand}: kept, it is first")
_STAYS: Final = Words("{file}, line {line}, hand {hand}")
_OTHER: Final = Words("{file}, line {line}, hand {hand}: {kind}")
_SUM: Final = Words("{hands}, {dropped} of them not needed: they are elsewhere.")
_ONCE: Final = Words("{hands}, none of them twice.")
_SUM_OF_COMPARED: Final = Words("{hands}, {compared} of them compared: {dropped} not needed, as they are elsewhere.")
_ONCE_OF_COMPARED: Final = Words("{hands}, {compared} of them compared: none of these twice.")
_HANDS: Final = Words("hand|hands")
_UNREADABLE: Final = Words(
    "{count:# hand is unreadable and was|# hands are unreadable and were} not compared: {file}, line {line}."
)
_STDIN: Final = Words("standard input has no name under which it could be written; give a file.")
_OWN: Final = Words("`{file}` would be written over itself; give another folder.")
_EMPTY: Final = Words("{file}: not written, all of its hands are elsewhere.")
_WRITTEN: Final = Words("{file}: {hands} left out.")


# All hands are compared with all by one process; several read them.
def run_dedup(
    out: Output,
    *,
    paths: tuple[str, ...],
    write: str | None,
    jobs: int,
    scheduler: str | None,
    parts: str | None,
    json: bool,
) -> int:
    """Report duplicates, and write the other hands; status 1 if some are not needed."""
    over = OverFiles(out, paths)
    if not over.files:
        return REFUSED
    if write is not None:
        _refuse_folder(over.files, write)
    useful = useful_workers(size_of_files(over.files), _BYTES_PER_PROCESS)
    with compared_hands() as hands:
        unreadable: list[UnreadableHand] = []
        with crew(jobs, scheduler, parts, useful=useful) as who:
            for answer in over.answers_of_runs(known_hands, who, hands_in=lambda _: 1):
                if isinstance(answer, UnreadableHand):
                    unreadable.append(answer)
                else:
                    hands.add_hand(answer)
        if unreadable:
            first = unreadable[0]
            out.remark(_UNREADABLE, count=len(unreadable), file=first.file, line=first.line)
        compared = hands.by_file.total()
        if not compared and over.status != CLEAN:
            return over.status
        found = hands.find_groups()
        dropped = hands.dropped_count
        if json:
            from calarec.core.base.escapes import to_json_line

            for group in found:
                out.write_line(to_json_line(duplicates_data(hands.group_hands(group))))
        else:
            _print_groups(out, map(hands.group_hands, found), compared, dropped, len(unreadable))
        if write is not None and over.status == CLEAN:
            _write_remaining(out, over.files, hands, {hand.file for hand in unreadable}, write)
    return over.status or (FINDINGS if dropped else CLEAN)


def _print_groups(out: Output, found: Iterable[HandGroup], hands: int, dropped: int, unreadable: int) -> None:
    page = Page(out.lang, width=out.width, colour=out.has_colour)
    for group in found:
        most = any(other.fullness < group.keep.fullness for other in group.others)
        head = (_KEEP if most else _FIRST) if group.kind in DROPPED else _STAYS
        page.print_sentence(head, indent=0, **_hand_place(group.keep))
        for other in group.others:
            page.print_sentence(_OTHER, **_hand_place(other), kind=_KINDS[group.kind])
        page.blank()
        out.write("\n".join(page.lines) + "\n")
        page.lines.clear()
    told: dict[str, Any] = {
        "hands": Phrase("figures", hands + unreadable, _HANDS),
        "dropped": dropped,
        "compared": hands,
    }
    if unreadable:
        page.print_sentence(_SUM_OF_COMPARED if dropped else _ONCE_OF_COMPARED, indent=0, **told)
    else:
        page.print_sentence(_SUM if dropped else _ONCE, indent=0, **told)
    out.write("\n".join(page.lines) + "\n")


def _hand_place(hand: KnownHand) -> dict[str, Any]:
    return {"file": visible(hand.file), "line": hand.line, "hand": visible(hand.hand)}


def duplicates_data(group: HandGroup) -> dict[str, Any]:
    """A group as plain data."""
    return {
        "format": FORMAT,
        "kind": group.kind,
        "keep": _duplicate_data(group.keep),
        "others": [{**_duplicate_data(other), "drop": group.kind in DROPPED} for other in group.others],
    }


def _duplicate_data(hand: KnownHand) -> dict[str, Any]:
    return {"file": hand.file, "line": hand.line, "hand": hand.hand}


# ---------------------------------------------------------------------- the rest


def _target_of_file(file: str, files: Sequence[str], folder: str) -> str:
    """Return the path for the rest of a file, below `folder`."""
    places = [os.path.dirname(os.path.abspath(each)) for each in files]  # noqa: PTH100, PTH120
    return os.path.join(folder, os.path.relpath(os.path.abspath(file), os.path.commonpath(places)))  # noqa: PTH100, PTH118


def _refuse_folder(files: Sequence[str], folder: str) -> None:
    refuse_no_folder(folder, "--write")
    if STDIN in files:
        raise RefusalError(_STDIN)
    for file in files:
        target = _target_of_file(file, files, folder)
        if os.path.exists(target) and os.path.samefile(file, target):  # noqa: PTH110, PTH121
            raise RefusalError(_OWN, file=file)


def _write_remaining(
    out: Output, files: Sequence[str], hands: ComparedHands, unreadable: set[str], folder: str
) -> None:
    """Every file that still has a hand, as `unreadable` ones do, without the others."""
    from calarec_tools.output.files.output_files import packing, pieces_of_any
    from calarec_tools.output.files.replacing import replace_file

    for file in files:
        gone = hands.count_dropped_hands(file)
        if gone and gone == hands.by_file[file] and file not in unreadable:
            out.remark(_EMPTY, file=file)
            continue
        target = _target_of_file(file, files, folder)
        os.makedirs(os.path.dirname(target) or ".", exist_ok=True)  # noqa: PTH103, PTH120
        pieces = pieces_of_any(file)
        left = without_dropped_hands(pieces, hands.dropped_hands(file)) if gone else pieces
        replace_file(target, left, packing=packing(target))
        if gone:
            out.remark(_WRITTEN, file=target, hands=Phrase("figures", gone, _HANDS))


DECLARED = Command(
    run_dedup,
    arguments=(PATHS,),
    options=(
        Option(
            "write",
            ("--write",),
            Words("A folder to write the records to, without duplicates."),
            metavar="FOLDER",
        ),
        *CREW,
        JSON,
    ),
    example="calarec dedup season --write once",
    paged=True,
    late=True,
)
