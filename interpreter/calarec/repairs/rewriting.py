"""Lines of a hand with other statements, and a hand read from its own lines.

A hand as written and its new content go in; its lines come out. A line with the same content stays as it is, byte for
byte; in a changed line only the changed words differ. New content gets a line of its own.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from calarec.core.base.frozen import replace
from calarec.core.notation.blocks import cut_into_blocks
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.lines import split_comment
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.writer import statement_lines
from calarec.core.records.model import Trick
from calarec.core.records.places import pieces

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.records.model import Hand, Statement


def rewrite_statements(hand: Hand, statements: Sequence[Statement]) -> tuple[str, ...] | None:
    """Write statements into the lines of a hand; None if one has no written form.

    A statement stays on its line; one without a line (0) gets one after the statement before it.
    """
    written = _group_by_line(hand.statements or hand.readable)
    wanted: dict[int, list[Statement]] = {}
    behind: dict[int, list[Statement]] = {}
    last = hand.line
    for statement in statements:
        if statement.line:
            wanted.setdefault(statement.line, []).append(statement)
            last = statement.line
        else:
            behind.setdefault(last, []).append(statement)
    moved = {_content(those): number for number, those in reversed(written.items())}
    lines: list[str] = []
    try:
        for number, text in enumerate(hand.lines, hand.line):
            if number not in written or written[number] == wanted.get(number):
                lines.append(text)
            elif number in wanted:
                # A line that changes its place takes its comment along.
                source = text
                if _content(wanted[number]) != _content(written[number]):
                    source = hand.text_of(moved.get(_content(wanted[number]), number))
                lines.append(_replace_words(source, statement_lines(wanted[number])))
            elif comment := split_comment(text)[1]:
                lines.append(comment)
            end = "\r" if text.endswith("\r") else ""
            lines += [line + end for line in statement_lines(behind.get(number, ()))]
    except ValueError:
        return None
    return tuple(lines)


def reread_hand(hand: Hand, lines: Sequence[str]) -> Hand:
    """Read a hand again from other lines, with everything before it unchanged."""
    evening = PreambleBuilder(hand.file)
    evening.session = hand.session
    read = HandReader(hand.file, evening).read_hand_lines(list(lines), hand.line)
    return replace(
        read, lines=_with_comments_below(read, lines), carried=hand.carried, new_match=hand.new_match,
        new_evening=hand.new_evening, between=hand.between, before=hand.before,
    )  # fmt: skip


def read_with_lines_above(hand: Hand, ahead: Sequence[str], lines: Sequence[str]) -> tuple[Hand, ...]:
    """Read a hand again with new lines right above it: their hands, and itself."""
    evening = PreambleBuilder(hand.file)
    evening.session = hand.session
    evening.started = True
    reader = HandReader(hand.file, evening)
    text = "".join(f"{line}\n" for line in (*ahead, *lines))
    cut = cut_into_blocks(iter((text,)))
    read = [
        read_hand for block in cut for read_hand in reader.read_block(block._replace(line=hand.line + block.line - 1))
    ]
    if not read:
        return ()
    read[-1] = replace(read[-1], lines=_with_comments_below(read[-1], lines))
    first = replace(
        read[0], carried=read[0].carried or hand.carried, new_match=hand.new_match, new_evening=hand.new_evening,
        between=(*hand.between, *read[0].between), before=(*hand.before, *read[0].before),
    )  # fmt: skip
    return (first, *read[1:])


def _with_comments_below(hand: Hand, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines of a hand with the comments and blank lines after a new `end`.

    Without `end` they were lines of the hand; they are written again with it.
    """
    below = lines[len(hand.lines) :]
    return hand.lines if any(split_comment(line)[0].strip() for line in below) else (*hand.lines, *below)


def _content(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Return the statements of a line without their place among the lines."""
    return tuple(
        statement._replace(line=0, number=0) if isinstance(statement, Trick) else statement._replace(line=0)
        for statement in statements
    )


def _group_by_line(statements: Iterable[Statement]) -> dict[int, list[Statement]]:
    found: dict[int, list[Statement]] = {}
    for statement in statements:
        found.setdefault(statement.line, []).append(statement)
    return found


def _replace_words(text: str, wanted: Sequence[str]) -> str:
    """Replace the words that differ from another line; spaces and comment stay."""
    (line,) = wanted if len(wanted) == 1 else ("",)
    if not line:
        raise ValueError(wanted)
    old, new = pieces(text), pieces(line)
    known, words = [piece.text for piece in old], [piece.text for piece in new]
    ends = [piece.start + len(piece.text) for piece in old]
    if len(known) == len(words):
        for place in reversed(range(len(words))):
            text = text[: old[place].start] + words[place] + text[ends[place] :]
        return text
    codes = SequenceMatcher(None, known, words, autojunk=False).get_opcodes()
    for what, first, behind, start, stop in reversed(codes):
        if what != "equal":
            begin = ends[first - 1] if first else old[0].start
            end = ends[behind - 1] if behind > first else begin
            said = "".join(f" {word}" if word != ":" else word for word in words[start:stop])
            text = text[:begin] + (said if first else said.lstrip() + " ") + text[end:]
    return text
