"""Applies the edits of findings to a file: all of it is replaced, or nothing."""

from __future__ import annotations

import os
from bisect import bisect_right
from contextlib import contextmanager
from itertools import accumulate
from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation import Text, read_records
from calarec.core.notation.stamps import is_address
from calarec.core.wording.language import Words
from calarec_tools.output.files.inputs import STDIN, is_ordinary, is_packed
from calarec_tools.output.files.replacing import replace_file
from calarec_tools.output.files.streams import RefusalError, system_refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from calarec.core.wording.findings import Edit, Finding

ROUNDS = 5
"""The number of passes over a file: one fix may uncover another."""
READ_AGAIN = 20
"""The number of times that unreadable lines are read again.

A line may have a mistake in each of its words.
"""

_STDIN = Words("standard input cannot be written back; name a file.")  # fmt: skip
_PACKED = Words("`{file}` is compressed and is not written back; unpack it first.")  # fmt: skip
_CHANGED = Words("`{file}` was changed by another program; nothing was written.")  # fmt: skip
_NO_FILE = Words("`{file}` is not an ordinary file and cannot be written back; pass it through standard input (`-`).")
_ELSEWHERE = Words("`{file}` is on another machine and cannot be written back; fetch it first.")


class Stamp(NamedTuple):
    """Facts that show whether a file was changed meanwhile."""

    place: int
    size: int
    modified: int


def stamp(file: str) -> Stamp:
    """The present one; a file that is not there, and standard input, have none."""
    try:
        found = os.stat(file)  # noqa: PTH116
    except (FileNotFoundError, ValueError):
        return Stamp(0, 0, 0)
    return Stamp(found.st_ino, found.st_size, found.st_mtime_ns)


@contextmanager
def refusing(file: str) -> Iterator[None]:
    """Turn an OSError into a refusal of this file, so that other files are examined."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise system_refusal(error, file) from None


def unless_changed(file: str, before: Stamp) -> Callable[[], None]:
    """Return a check that refuses a file which was changed since it was read."""

    def look() -> None:
        if stamp(file) != before:
            raise RefusalError(_CHANGED, file=file)

    return look


def refuse_unwritable(file: str) -> None:
    """Refuse input that cannot be written back."""
    if file == STDIN:
        raise RefusalError(_STDIN)
    if is_address(file):
        raise RefusalError(_ELSEWHERE, file=file)
    if not is_ordinary(file):
        raise RefusalError(_NO_FILE, file=file)
    if is_packed(file):
        raise RefusalError(_PACKED, file=file)


def safe_edits(findings: Iterable[Finding]) -> list[Edit]:
    """Return the edits of safe fixes, in order; the first one if two touch."""
    edits = [edit for finding in findings if finding.fix and finding.fix.safe for edit in finding.fix.edits]
    edits.sort(key=lambda edit: (edit.span.line, edit.span.column, edit.span.end_column))
    kept: list[Edit] = []
    for edit in edits:
        last = kept[-1].span if kept else None
        if edit.span.line != edit.span.end_line or (last is not None and edit.span == last):
            continue
        if last is None or last.line < edit.span.line or last.end_column <= edit.span.column:
            kept.append(edit)
    return kept


def unsafe_edits(findings: Iterable[Finding], text: str, safe: list[Edit]) -> list[Edit]:
    """Return safe edits, edits of unreadable lines, and one other fix for each hand.

    A fix is made whole or not at all. Of the fixes that judging a hand has found, only one is made in a hand at a time:
    two of them may repair the same mistake. A word that cannot be read is a mistake of its own.
    """
    starts = [number for number, line in enumerate(text.split("\n"), 1) if line.lstrip(" \t").startswith("hand")]
    kept = list(safe)
    done: set[int] = set()
    offered = [
        (finding.fix.edits, finding.span.line, is_guessed_word(finding))
        for finding in findings
        if finding.fix and not finding.fix.safe and finding.fix.edits
    ]
    for edits, line, guessed in sorted(offered, key=lambda each: (each[0][0].span.line, each[0][0].span.column)):
        hand = bisect_right(starts, line)
        if (guessed or hand not in done) and not any(_is_touching(edit, other) for edit in edits for other in kept):
            kept += edits
            if not guessed:
                done.add(hand)
    return sorted(kept, key=lambda edit: (edit.span.line, edit.span.column, edit.span.end_column))


def is_guessed_word(finding: Finding) -> bool:
    """Check whether a fix only puts the probable word into an unreadable line."""
    fix = finding.fix
    if fix is None or fix.safe or not finding.code.startswith("CAL1"):
        return False
    return all(
        edit.span.line == finding.span.line == edit.span.end_line and edit.span.column < edit.span.end_column
        for edit in fix.edits
    )


def with_readable_lines(text: str, file: str) -> tuple[str, int]:
    """Make the fixes of unreadable lines until none is left; count the edits.

    A line is read up to its first mistake, and the lines around it by their likely meaning; so it is read again and
    again.
    """
    made = 0
    for _ in range(READ_AGAIN):
        records = read_records(Text(text, file))
        found = [finding for hand in records for finding in hand.findings]
        found += records.findings
        if not any(map(is_guessed_word, found)):
            break
        edits = unsafe_edits(found, text, safe_edits(found))
        text = apply_edits(text, edits)
        made += len(edits)
    return text, made


def _is_touching(one: Edit, other: Edit) -> bool:
    """Check whether two edits exclude each other; one over a line end always does."""
    first, second = one.span, other.span
    if first.line != first.end_line or second.line != second.end_line:
        return True
    if first.line != second.line:
        return False
    return first == second or (first.column < second.end_column and second.column < first.end_column)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Make edits in a text; they may span lines, but may not overlap."""
    lines = text.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + min(column - 1, len(lines[line - 1]))

    within = (edit for edit in edits if edit.span.end_line <= len(lines))
    placed = [
        (offset(edit.span.line, edit.span.column), offset(edit.span.end_line, edit.span.end_column), edit.text)
        for edit in within
    ]
    pieces, done = [], 0
    for start, end, new in sorted(placed, key=lambda edit: edit[:2]):
        pieces += [text[done:start], new]
        done = end
    return "".join([*pieces, text[done:]])


def exact_text_of(file: str) -> str:
    """Return the text of a file with every byte and line end."""
    with open(file, encoding="utf-8", errors="surrogateescape", newline="") as stream:  # noqa: PTH123
        return stream.read()


def replace_unchanged_file(file: str, text: str, before: Stamp) -> None:
    """Replace a file; refuse if it was changed since it was read."""
    replace_file(file, [text], ready=unless_changed(file, before))
