"""The common part of all other formats: records divided by hand, and proved again.

Terms. A record is *divided* into its canonical lines: for each hand those between it and the hand before,
and its own, from `hand` to `end`. A line is *broken* if a reader finds an error in it; in a hand with an
error all lines are. On the way back a format *gives* lines, each with its place in that format. The lines
together are read again; if the result differs from them, it is a refusal with that place. So all output
of another format obeys the same rules as a text.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.blocks import Block, Cutter, cut_into_blocks
from calarec.core.notation.formatter import BlockFormatter, LineParts, as_broken_line, is_blank
from calarec.core.notation.source import FIRST_BYTES, Source, has_no_lines, read_chunks, source_name, to_presentable
from calarec.core.wording.findings import Told
from calarec.core.wording.language import Words
from calarec_tools.output.formats.refusal import Unconvertible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from calarec.core.wording.findings import Finding

_NO_TEXT: Final = Words(
    "this is not UTF-8 text; if it is old, name its encoding: `calarec convert --from-encoding cp1252 OLD NEW`"
)
_ZERO: Final = Words("there is a zero byte in this line, which the packed form does not hold")
_ZEROS: Final = Words("with its zero characters and no line of a record this is not text")
_BOUNDS: Final = Words("a hand goes from `hand` to `end`; anything else is out of place between the two")
_CANNOT: Final = Words("this line cannot be read")
_CAN: Final = Words("this is marked as a line that cannot be read, but it can")
_OTHERWISE: Final = Words("in a record this would be read as something else")


class Divided(NamedTuple):
    """The canonical lines of a hand and those before it; after the last, no `rows`."""

    before: list[LineParts]
    rows: list[LineParts]
    refused: Unconvertible | None = None
    """The reason why the first broken line is so, and its place, if there is one."""


class GivenRecord(NamedTuple):
    """A line of another format; `broken` if that format marks it as unreadable."""

    text: str
    where: str
    broken: bool = False


class GivenHand(NamedTuple):
    """The lines of a hand, and those before it, as another form gives them."""

    before: list[GivenRecord]
    lines: list[GivenRecord]


# ------------------------------------------------------------------ out


def divide_record(
    source: Source,
    findings: list[Finding] | None = None,
    *,
    encoding: str = "utf-8",
    below: bool = False,
    zeros: bool = True,
) -> Iterator[Divided]:
    """Yield the hands of a record in turn, in constant memory; refuse invalid text.

    `below`: other hands of the record precede. `zeros`: the other format can hold zero bytes.
    """
    layout = BlockFormatter(source_name(source))
    layout.empty = not below
    for block in cut_into_blocks(read_chunks(source, encoding, [] if findings is None else findings)):
        _must_be_text(block, source, zeros=zeros)
        before, rows = _split_block_lines(layout, block)
        bad = [n for n, one in enumerate((*before, *rows), block.line) if one.verb is None]
        number = min(layout.first_errors, default=bad[0]) if bad else 0
        refused = _line_refusal(layout.first_errors.get(number), f"{source_name(source)}:{number}") if bad else None
        yield Divided(*layout.arrange_lines(before, rows), refused)


def _must_be_text(block: Block, source: Source, *, zeros: bool) -> None:
    """Other forms hold texts, and cannot keep bytes that are none."""
    text = block.before + block.text
    zeros = zeros or "\0" not in text
    if text.isascii() and zeros:
        return
    for number, line in enumerate(text.split("\n"), block.line):
        where = f"{source_name(source)}:{number}"
        if line != to_presentable(line):
            raise Unconvertible(_NO_TEXT, where=where)
        if not zeros and "\0" in line:
            raise Unconvertible(_ZERO, where=where)


def _split_block_lines(layout: BlockFormatter, block: Block) -> tuple[list[LineParts], list[LineParts]]:
    """Return the lines of a block; those with an error are broken.

    That includes errors in the meaning of a line.
    """
    before, rows = layout.split_block(block)
    return [_broken_if(n in layout.first_errors, one) for n, one in enumerate(before, block.line)], rows


def _broken_if(wrong: bool, one: LineParts) -> LineParts:  # noqa: FBT001 - said of the line before it
    return as_broken_line(one.canonical_text()) if wrong else one


def _line_refusal(wrong: Finding | None, where: str) -> Unconvertible:
    if wrong is None:
        return Unconvertible(_CANNOT, where=where)
    return Unconvertible(Words("{code} {said}", code=wrong.code, said=Told(wrong)), where=where)


# ------------------------------------------------------------------ in


def prove_record(hands: Iterable[GivenHand], keeps: Callable[[LineParts], bool] | None = None) -> Iterator[str]:
    """Write the canonical record of another format; each hand is read again first.

    `keeps` returns True for a readable line that the format can hold; other lines must be given as broken.
    """
    prover = _Prover(keeps)
    for hand in hands:
        yield from prover.prove_hand(hand)
    yield from prover.finish_proof()


class _Prover:
    """Keeps its input until it has been read again."""

    def __init__(self, keeps: Callable[[LineParts], bool] | None) -> None:
        self.keeps = keeps
        self.cutter = Cutter()
        self.layout = BlockFormatter()
        self.due: deque[GivenRecord] = deque()
        self.bounds: list[int] = []
        """Numbers of the lines with which hands begin and end, in turn."""
        self.number = 1
        self.first = self.where = ""
        """The beginning of the record, by which it is recognised, and its place."""

    def prove_hand(self, hand: GivenHand) -> Iterator[str]:
        self.due += hand.before
        self.number += len(hand.before)
        if hand.lines:
            self.bounds += [self.number, self.number + _last_line_index(hand.lines)]
            self.due += hand.lines
            self.number += len(hand.lines)
        records = [*hand.before, *hand.lines]
        if records:
            text = "".join(record.text + "\n" for record in records)
            self.where = self.where or records[0].where
            self.first += text[: FIRST_BYTES - len(self.first)]
            yield from map(self.prove_block, self.cutter.cut_piece(text))

    def finish_proof(self) -> Iterator[str]:
        yield from map(self.prove_block, self.cutter.cut_remainder())
        if has_no_lines(self.first.encode()):
            raise Unconvertible(_ZEROS, where=self.where)

    def prove_block(self, block: Block) -> str:
        before, rows = _split_block_lines(self.layout, block)
        given = [self.due.popleft() for _ in range(len(before) + len(rows))]
        above, own = given[: len(before)], given[len(before) :]
        self.bound(block, given, len(before))
        for number, (one, said) in enumerate(zip(before, above, strict=True), block.line):
            self.prove_line(one, said, number)
        if rows and all(row.verb is None or is_blank(row) for row in rows):
            self.broken_hand(own, block.line + len(before))
        else:
            for number, (row, said) in enumerate(zip(rows, own, strict=True), block.line + len(before)):
                self.prove_line(row, said, number)
        for one, said in zip((*before, *rows), given, strict=True):
            if one.canonical_text() != said.text:
                raise Unconvertible(_OTHERWISE, where=said.where)
        return self.layout.join_lines(before, rows)

    def bound(self, block: Block, given: list[GivenRecord], before: int) -> None:
        """Refuse a hand with other bounds than given; a final blank line does not count."""
        until = block.line + len(given)
        said = [number for number in self.bounds if number < until]
        seen = [block.line + before, block.line + _last_line_index(given)] if block.text else []
        del self.bounds[: len(said)]
        if said != seen and not block.is_cut and not block.is_continuation:
            early = len(said) == 1 and said == seen[:1] and self.due
            number = min({*said} ^ {*seen}, default=block.line)
            raise Unconvertible(_BOUNDS, where=(self.due[0] if early else given[number - block.line]).where)

    def prove_line(self, one: LineParts, said: GivenRecord, number: int) -> None:
        if one.verb is None and not said.broken:
            raise _line_refusal(self.layout.first_errors.get(number), said.where)
        if one.verb is not None and said.broken and (self.keeps is None or self.keeps(one)):
            raise Unconvertible(_CAN, where=said.where)

    def broken_hand(self, given: list[GivenRecord], first: int) -> None:
        """Refuse a hand with an error that was not given as broken."""
        if not any(record.broken for record in given):
            number = next((n for n in self.layout.first_errors if n >= first), first)
            raise _line_refusal(self.layout.first_errors.get(number), given[number - first].where)


def _last_line_index(lines: list[GivenRecord]) -> int:
    """Return the index of the last line with any text."""
    return max((n for n, line in enumerate(lines) if line.text.strip(" ")), default=0)


__all__ = ["Divided", "GivenHand", "GivenRecord", "divide_record", "prove_record"]
