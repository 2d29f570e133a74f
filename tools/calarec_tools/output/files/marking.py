"""Marks and notes written into a record, and removed again: only calarec's own.

An `x-worth` line before the end of the hand lists its own marks (`x-worth 3.2?? 7.1?` begins with the second card of
trick 3); its own notes begin with `calarec: `. Marks and notes of people stay unchanged, to the letter. If a user has
put another mark since, that stays too.

Results that are missing because less time was given do not remove old ones. If a hand was not fully analysed, marks and
notes on cards are renewed only if each of the old ones is found again. The notes must be equal to the letter, since
their statements remain true. The notes before the play are renewed only if each contract is found again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.writer import statement_line
from calarec.core.records.model import End, Note, Trick
from calarec.core.records.places import pieces

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from calarec.core.records.model import Hand

BEFORE_THE_PLAY: Final = 0
"""As the number of a trick: what is noted before the first."""

_OWN_NOTE: Final = re.compile(r'\s*note\s+"calarec: (?:[^"\\]|\\.)*"\s*')
_OWN_MARKS: Final = re.compile(r"\s*x-worth((?:\s+[0-9]+\.[0-9][!?]{1,2})*)\s*")
_NAME: Final = re.compile(r"[\w-]+")
_MARKED: Final = re.compile(r"([0-9]+)\.([0-9])([!?]{1,2})")


class HandMarks(NamedTuple):
    """The marks and notes for one hand."""

    hand: Hand
    marks: Mapping[tuple[int, int], str]
    """By trick and card of it, both from 1."""
    notes: Mapping[int, tuple[str, ...]]
    """The notes after a trick, or before the play."""
    whole: bool = True
    """True if the cards were fully analysed."""
    whole_before: bool = True
    """True if the choices before the play were fully analysed."""
    names: frozenset[str] = frozenset()
    """The contracts of which the notes before the play may speak."""


class MarkedText(NamedTuple):
    """A text with marks and notes."""

    text: str
    changed: int
    """In how many hands something is not as it was."""
    kept: tuple[Hand, ...]
    """The hands in which something stays that was not found again."""


def mark_hands(text: str, hands: Iterable[HandMarks]) -> MarkedText:
    """A text with the marks and notes of some of its hands renewed."""
    lines = text.split("\n")
    changed, kept = 0, []
    for marks in sorted(hands, key=lambda found: -found.hand.line):
        first, behind = marks.hand.line - 1, len(lines) - marks.hand.last_line
        before = lines[first : marks.hand.last_line]
        if not _has_renewed_all(lines, marks):
            kept.append(marks.hand)
        changed += lines[first : len(lines) - behind] != before
    return MarkedText("\n".join(lines), changed, tuple(reversed(kept)))


def _found_again(lines: list[str], own: list[int], wanted: HandMarks, first: int) -> tuple[bool, bool]:
    """Check whether old results are found again: on cards, and before the play.

    Lines before `first` are before the play.
    """
    marks = {
        (int(trick), int(nth))
        for at in own
        for found in (_OWN_MARKS.fullmatch(lines[at]),)
        for trick, nth, _ in (_MARKED.findall(found[1]) if found else ())
    }
    noted = " ".join(note for note in wanted.notes.get(BEFORE_THE_PLAY, ()))
    said = [line for at in own if at < first and _OWN_NOTE.fullmatch(line := lines[at])]
    names = {word for line in said for word in _NAME.findall(line) if word in wanted.names}
    fewer = len(said) > len(wanted.notes.get(BEFORE_THE_PLAY, ()))
    on_cards = {lines[at].strip() for at in own if at >= first and _OWN_NOTE.fullmatch(lines[at])}
    again = {_note_line(note) for trick, notes in wanted.notes.items() if trick != BEFORE_THE_PLAY for note in notes}
    return (
        wanted.whole or (marks <= {place for place, mark in wanted.marks.items() if mark} and on_cards <= again),
        wanted.whole_before or not (fewer or names - {*_NAME.findall(noted)}),
    )


def _has_renewed_all(lines: list[str], wanted: HandMarks) -> bool:
    """Renews one hand; whether nothing stays that was not found again."""
    hand = wanted.hand
    span = range(hand.line - 1, hand.last_line)
    tricks = {each.number: each.line - 1 for each in hand.every(Trick)}
    ends = [each.line - 1 for each in hand.every(End)]
    own = [at for at in span if _OWN_NOTE.fullmatch(lines[at]) or _OWN_MARKS.fullmatch(lines[at])]
    first = min(tricks.values(), default=span.stop)
    cards, before = _found_again(lines, own, wanted, first)
    own = [at for at in own if (before if at < first else cards)]
    for at in own:
        found = _OWN_MARKS.fullmatch(lines[at])
        for trick, nth, mark in _MARKED.findall(found[1]) if found else ():
            if int(trick) in tricks:
                _unmark(lines, tricks[int(trick)], int(nth), mark)
    put = [
        f"{trick}.{nth}{mark}"
        for (trick, nth), mark in sorted(wanted.marks.items())
        if cards and mark and trick in tricks and _has_put_mark(lines, tricks[trick], nth, mark)
    ]
    at_end = ends[0] if ends else span.stop
    new: dict[int, list[str]] = {}
    behind = {number: at + 1 for number, at in tricks.items()}
    if tricks:
        behind[BEFORE_THE_PLAY] = min(tricks.values())
    for trick, notes in wanted.notes.items():
        if trick in behind and (cards if trick else before):
            new.setdefault(behind[trick], []).extend(map(_note_line, notes))
    if put:
        new.setdefault(at_end, []).append("x-worth " + " ".join(put))
    ending = "\r" if lines[hand.line - 1].endswith("\r") else ""
    for at in range(span.stop, span.start, -1):
        for line in reversed(new.get(at, [])):
            lines.insert(at, line + ending)
        if at - 1 in own:
            del lines[at - 1]
    return cards and before


def _note_line(note: str) -> str:
    return statement_line(Note(f"calarec: {note}"))


def _has_put_mark(lines: list[str], at: int, nth: int, mark: str) -> bool:
    """Put a mark after a card, unless there is one; return True if it was put."""
    end = _card_end(lines[at], nth)
    if end < 0 or lines[at][end : end + 1] in ("!", "?"):
        return False
    lines[at] = lines[at][:end] + mark + lines[at][end:]
    return True


def _unmark(lines: list[str], at: int, nth: int, mark: str) -> None:
    """Remove a mark, if it is still the one that was put there."""
    end = _card_end(lines[at], nth)
    found = re.match(r"[!?]*", lines[at][end:]) if end >= 0 else None
    if found and found[0] == mark:
        lines[at] = lines[at][:end] + lines[at][end + len(mark) :]


def _card_end(line: str, nth: int) -> int:
    """Return the end of the nth card of a line, counted from 1; -1 if there is none."""
    cards = [piece for piece in pieces(line) if piece.kind == "card"]
    return cards[nth - 1].start + len(cards[nth - 1].text) if 0 < nth <= len(cards) else -1
