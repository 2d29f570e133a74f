"""Any text is read, reported and written again."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from calarec.core.notation import parse_records, read_records
from calarec.core.notation.formatter import fmt
from calarec.core.notation.writer import write
from tests.fuzz.materials import mangled, record, records
from tests.fuzz.target import Drawn, Target

if TYPE_CHECKING:
    from random import Random

    from calarec.core.records.model import Hand, Statement


def draw(rng: Random) -> Drawn:
    """A record, spoilt."""
    return Drawn(mangled(record(rng), rng, records(), times=6))


def hold(drawn: Drawn) -> None:
    """Read it as text and bytes, report it in both languages, format and write it."""
    hands = parse_records(drawn.text)
    _told(hands, drawn.text)
    records = read_records(BytesIO(drawn.raw))
    same = list(records)
    # A mark of byte order is one in bytes alone, and so is what makes a file none with a text in it.
    if not drawn.text.startswith("\ufeff") and not any(one.code == "CAL015" for one in records.findings):
        assert [_said(hand) for hand in same] == [_said(hand) for hand in hands]
    once = fmt(drawn.text)
    assert fmt(once) == once
    again = parse_records(once)
    assert [_said(hand) for hand in again] == [_said(hand) for hand in hands]
    for hand in hands:
        if hand.statements and not hand.broken:
            _written(hand)


def _told(hands: list[Hand], text: str) -> None:
    last = text.count("\n") + text.count("\r") + 1
    for hand in hands:
        for one in hand.findings:
            assert 1 <= one.span.line <= last, one
            assert one.span.column >= 1, one
            assert one.message("en"), one
            assert one.message("it"), one


def _written(hand: Hand) -> None:
    """From its statements alone a hand is written the same, or refused where a line about the evening was broken."""
    try:
        text = write([hand])
    except ValueError as refused:
        if str(refused).startswith("this cannot be said in a record"):
            return
        raise
    (written,) = parse_records(text)
    assert _said(written) == _said(hand)


def _said(hand: Hand) -> tuple[bool, str, list[Statement]]:
    """Return the contents of a hand, without its place."""
    return hand.broken, hand.name, [one._replace(line=0) for one in hand.statements]


READERS = Target(
    "readers",
    "Any bytes are read without a traceback and in bounded time; every finding has a place in the text and words in "
    "both languages; text and bytes are read alike; `fmt` changes nothing that is said and is done after once.",
    draw,
    hold,
    150,
)
