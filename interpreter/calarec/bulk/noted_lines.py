"""Lines that are read with a note: the hand as read, and the placed notes.

A canonical line stays as it is. Every other line is read by the reader, and written in canonical form. So this module
has no rule of reading, and needs no change for new notes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.blocks import MAX_HAND_FINDINGS, MAX_HAND_LINES
from calarec.core.notation.checks import CheckedPlace, check_statements, find_glued_comment
from calarec.core.notation.hand_reader import HAND_VERBS
from calarec.core.notation.lines import clean_line, split_comment
from calarec.core.notation.patterns import STATEMENTS
from calarec.core.notation.single_lines import hand_name_in, read_clean_line
from calarec.core.notation.writer import name_line, statement_lines
from calarec.core.wording.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.bulk.searched_text import SearchedText
    from calarec.core.notation.lines import Finder
    from calarec.core.records.model import Statement
    from calarec.core.wording.findings import Finding

# Not possessive (`*+`): before Python 3.11.5 that could end within a line (gh-106052).
_CANONICAL_LINES: Final = re.compile(f"(?:(?:{'|'.join(STATEMENTS.values())})\n)*".encode("ascii"))
_FRAME: Final = frozenset(["hand", "end"])
_TRANSFER_VERBS: Final = ("give", "take", "discard", "table-card")
_TRANSFERS: Final = re.compile(rf"(?m)^(?:{'|'.join(_TRANSFER_VERBS)}) [A-Z]: (open |closed )?".encode("ascii"))


class NotedHand(NamedTuple):
    """A hand of which some lines are read with notes."""

    data: bytes
    """Its text in plain layout, these lines as they were read."""
    notes: tuple[Finding, ...]
    """In the order in which the reader finds them, without excerpts."""
    mixes_openness: bool = False
    """True if only some of its transfers have `open` or `closed`; a note is on others."""


def read_noted_hand(plain: SearchedText, lines: Sequence[str], number: int, finder: Finder) -> NotedHand | None:
    """Read the lines of a hand that have notes; None without any, or with more than notes.

    `plain` is the hand in plain layout, `lines` as it was written, `number` that of its first line.
    """
    if len(lines) > MAX_HAND_LINES:
        return None
    data, parts, at = plain.data, [], 0
    reader = _LineReader(finder)
    while True:
        stop = _CANONICAL_LINES.match(data, at).end()  # type: ignore[union-attr]
        parts.append(data[at:stop])
        if stop == len(data):
            break
        at = data.index(b"\n", stop) + 1
        index = plain.lines_before(stop)
        said = reader.read_line(lines[index], number + index)
        if said is None:
            return None
        parts.append(said)
    read = b"".join(parts)
    mixes = len({bool(openness) for openness in _TRANSFERS.findall(read)}) > 1
    if (len(parts) == 1 and not mixes) or b"?" in read:
        return None
    if mixes:
        reader.notes += check_statements(reader.read_transfers(lines, number), CheckedPlace(finder.file, lines, number))
    return NotedHand(read, (*reader.notes, *reader.notes_on_style), mixes)


class _LineReader:
    """Reads lines one by one and keeps the notes."""

    def __init__(self, finder: Finder) -> None:
        self.finder = finder
        self.notes: list[Finding] = []
        self.notes_on_style: list[Finding] = []

    def read_line(self, raw: str, number: int) -> bytes | None:
        """The canonical form of a line; None if it has more than notes."""
        file = self.finder.file
        cleaned: list[Finding] = []
        into: list[Statement] = []
        line = clean_line(raw, file, number, cleaned)
        if not line.usable or any(note.code not in self.finder.reported_codes for note in cleaned):
            return None
        known = len(self.notes)
        verb = read_clean_line(line.text, number, into, file, self.notes) if line.text.strip(" ") else ""
        glued = find_glued_comment(raw.rstrip("\r"), split_comment(raw.rstrip("\r"))[1], file, number)
        if glued is not None:
            self.notes_on_style.append(glued)
        if len(self.notes) > MAX_HAND_FINDINGS or any(
            note.severity is not Severity.NOTE for note in self.notes[known:]
        ):
            return None
        if not verb:
            return b""
        if verb == "hand":
            said = [name_line(verb, hand_name_in(raw))]
        elif (verb in HAND_VERBS or verb in _FRAME) and into:
            said = statement_lines(into)
        else:
            return None
        return "".join([f"{line}\n" for line in said]).encode("ascii", "replace")

    def read_transfers(self, lines: Sequence[str], number: int) -> list[Statement]:
        """The lines that move cards before the play."""
        into: list[Statement] = []
        for at, raw in enumerate(lines, number):
            if raw.lstrip().startswith(_TRANSFER_VERBS):
                read_clean_line(clean_line(raw, self.finder.file, at, []).text, at, into, self.finder.file, [])
        return into
