"""The text of a record, cut at the open hand; and changes of that hand's lines.

In goes a text, out come its parts; joined again they are the text. A hand is open as long as it has no `end`.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.formatter import split_line
from calarec.core.notation.single_lines import count_own_lines
from calarec.core.notation.writer import statement_line
from calarec.core.records import model as m

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.mechanisms.ruleset import Ruleset

_TRICK: Final = re.compile(r"\s*([0-9]+)\s+[A-Z]:")
_SEATED: Final = re.compile(r'\s*seat\s+([A-Z])(?:\s+("(?:[^"\\]|\\.)*"))?')
_ACTOR: Final = re.compile(r"\s*(\S+)(?:\s+([A-Z]):)?")
_SEVERAL: Final = (
    "raise",
    "double",
    "give",
    "take",
    "discard",
    "show",
    "declare",
    "signal",
    "note",
    "fault",
    "claim",
    "concede",
)
"""Verbs of which a hand may hold several lines, even of one seat."""
_SUMS: Final = ("result", "score", "total", "penalty")
_WITHOUT_CARDS: Final = frozenset(("", "hand", "dealer", "bid", "raise", "double", "result", "score", "total", "end"))
"""Keywords of a hand of which only the auction and the result are written."""


class RecordParts(NamedTuple):
    """A record: lines before the open hand, the hand (empty: none), lines after it."""

    head: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    tail: tuple[str, ...] = ()
    edited: bool = False
    """True if the hand was finished before: then a line replaces the one it corrects."""

    @property
    def text(self) -> str:
        """The whole record."""
        return "\n".join(self.lines) + "\n" if self.lines else ""

    @property
    def lines(self) -> tuple[str, ...]:
        """All of its lines."""
        return (*self.head, *self.hand, *self.tail)

    def first_changed_line(self, before: RecordParts) -> int:
        """Count the unchanged lines before the first that differs."""
        old, new = before.lines, self.lines
        return next((place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(old))

    def lines_beyond(self, before: RecordParts) -> tuple[str, ...]:
        """The lines that are not in another record, or the part that a line has besides."""
        old, new = before.lines, self.lines
        first, behind = count_shared_lines(old, new)
        one, other = old[first : len(old) - behind], new[first : len(new) - behind]
        parted = SequenceMatcher(None, one, other, autojunk=False).get_opcodes() if one else [("", 0, 0, 0, len(other))]
        lines = [each.strip() for tag, _, _, start, end in parted if tag != "equal" for each in other[start:end]]
        if lines and first < len(old) and (there := old[first].strip()) and lines[0].startswith(there):
            lines[0] = lines[0][len(there) :].strip()
        return tuple(filter(None, lines))

    @property
    def unreadable(self) -> int:
        """The number of lines that are not notation."""
        return sum(split_line(line).verb is None for line in self.lines)

    def without_open_hand(self) -> RecordParts:
        """Without the open hand."""
        head = self.head
        while head and not head[-1].strip():
            head = head[:-1]
        return RecordParts((*head, *self.tail))

    @property
    def letters(self) -> dict[str, str]:
        """The last letter of each player of this evening, by the name as written."""
        found: dict[str, str] = {}
        for line in self.head:
            if keyword_of(line) == "cal":
                found = {}
            elif seated := _SEATED.match(line):
                found[seated[2] or seated[1]] = seated[1]
        return found

    @property
    def last_keyword(self) -> str:
        """The first word of the hand's last line."""
        return keyword_of(self.hand[-1]) if self.hand else ""

    def with_line(self, line: str) -> RecordParts:
        """With one more line of the hand."""
        return self._replace(hand=(*self.hand, line))

    def with_words(self, more: str) -> RecordParts:
        """With more on the hand's last line."""
        return self._replace(hand=(*self.hand[:-1], f"{self.hand[-1]} {more}"))

    def with_words_of_trick(self, more: str) -> RecordParts | None:
        """With more on the line of the last trick; None if no trick is written.

        Other lines may follow it: an irregularity is written while a trick is on the table.
        """
        place = max((place for place, line in enumerate(self.hand) if _TRICK.match(line)), default=-1)
        if place < 0:
            return None
        return self._replace(hand=(*self.hand[:place], f"{self.hand[place]} {more}", *self.hand[place + 1 :]))

    def with_line_replaced(self, line: str) -> RecordParts:
        """Replace the line that a new one corrects; append it if there is none."""
        key = _key(line)
        if key[0] in (*_SEVERAL, "bid") and not self.edited:
            return self.with_line(line)
        places = [place for place, each in enumerate(self.hand) if place and _key(each) == key]
        if len(places) != 1:
            return self.with_line(line)
        return self._replace(hand=(*self.hand[: places[0]], line, *self.hand[places[0] + 1 :]))

    def without_line(self, line: str) -> RecordParts | None:
        """Remove the line that begins with these words; None if not exactly one does."""
        words = line.split()
        places = [place for place, each in enumerate(self.hand) if place and each.split()[: len(words)] == words]
        if len(places) != 1:
            return None
        return self._replace(hand=(*self.hand[: places[0]], *self.hand[places[0] + 1 :]))

    def with_hand_closed(self, lines: tuple[str, ...]) -> RecordParts:
        """With the last lines of the hand: none is open any more."""
        return RecordParts((*self.head, *self.hand, *lines, *self.tail))

    def with_hand_begun(self, lines: tuple[str, ...]) -> RecordParts:
        """With a hand that begins at the end of the record."""
        head = (*self.head, *(() if not self.head or not self.head[-1].strip() else ("",)))
        return RecordParts(head, lines)

    def without_last_entry(self) -> RecordParts:
        """Remove the last entry: a word of a line, a line, or the `end` of the last hand."""
        if not self.hand:
            return self._without_line_between() or reopen_hand(self) or self
        line = self.hand[-1]
        many = 2 if keyword_of(line) == "bid" else 1 if _TRICK.match(line) else 0
        if many and len(line.split()) > 3:
            for _ in range(many):
                line = line.rstrip().rsplit(maxsplit=1)[0]
            return self._replace(hand=(*self.hand[:-1], line))
        hand = self.hand[:-1]
        # A hand begins with its dealer: these lines are one entry.
        is_whole = len(hand) == 1 and keyword_of(line) == "dealer" and not self.edited
        return self._replace(hand=hand) if hand and not is_whole else self.without_open_hand()

    def _without_line_between(self) -> RecordParts | None:
        """Remove the last line about the table, if it was written after the last hand."""
        ended = max((place for place, line in enumerate(self.head) if keyword_of(line) == "end"), default=-1)
        written = [place for place, line in enumerate(self.head) if place > ended >= 0 and keyword_of(line)]
        # With `cal` another evening begins: its people and rules are one entry.
        if not written or any(keyword_of(self.head[place]) == "cal" for place in written):
            return None
        return RecordParts(_without_last_blanks((*self.head[: written[-1]], *self.head[written[-1] + 1 :])))

    def without_last_hand(self) -> RecordParts | None:
        """Remove the last hand; None if its cards are written or lines follow it."""
        last = reopen_hand(self)
        if last is None or self._without_line_between() or not all(map(_is_without_cards, last.hand)):
            return None
        return last._replace(tail=()).without_open_hand() if not any(map(keyword_of, last.tail)) else None


def _is_without_cards(line: str) -> bool:
    return keyword_of(line) in _WITHOUT_CARDS


def count_shared_lines(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Count the lines that two texts share at their start, and then at their end."""
    least = min(len(old), len(new))
    same = next((place for place in range(least) if old[place] != new[place]), least)
    return same, next((place for place in range(least - same) if old[-1 - place] != new[-1 - place]), least - same)


def keyword_of(line: str) -> str:
    """The first word of a line; nothing of a comment."""
    words = line.split(maxsplit=1)
    return words[0] if words and not words[0].startswith(";") else ""


def align_trick(line: str) -> str:
    """Align a typed trick as in a record: its number right-aligned."""
    if not _TRICK.match(line):
        return line
    number, _, rest = line.strip().partition(" ")
    return f"{number:>2} {rest.lstrip()}"


def split_record(text: str) -> RecordParts:
    """The parts of a record; the open hand is the last that has no `end`."""
    lines = tuple(text.split("\n")[:-1] if text.endswith("\n") else text.split("\n")) if text else ()
    begins = [place for place, line in enumerate(lines) if keyword_of(line) == "hand"]
    for start, behind in reversed(list(zip(begins, (*begins[1:], len(lines)), strict=False))):
        block = list(lines[start:behind])
        end = start + count_own_lines(block)
        if any(keyword_of(line) == "end" for line in lines[start:end]):
            continue
        while end > start + 1 and not keyword_of(lines[end - 1]):
            end -= 1
        tail = _without_last_blanks(lines[end:])
        return RecordParts(lines[:start], lines[start:end], tail, bool(tail))
    return RecordParts(_without_last_blanks(lines))


def first_record_lines(ruleset: Ruleset, day: str) -> tuple[str, ...]:
    """The first lines of a new record."""
    from calarec.rule_files.digest import SHORTEST_PIN

    pin = m.RulesPin(ruleset.id, ruleset.version, ruleset.digest[:SHORTEST_PIN])
    said: list[m.Statement] = [m.Version(1), pin, *([m.Tag("date", day)] if day else [])]
    return tuple(map(statement_line, said))


def _without_last_blanks(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Without blank lines at the end."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    return lines[:end]


def reopen_hand(parts: RecordParts, name: str = "") -> RecordParts | None:
    """Open a hand again, by its name or the last one; None if there is none."""
    found = [
        place
        for place, line in enumerate(parts.head)
        if keyword_of(line) == "hand" and (not name or line.split(maxsplit=1)[1:] in ([name], [f'"{name}"']))
    ]
    return None if parts.hand or not found else open_hand_at(parts.head, found[-1])


def open_hand_at(lines: tuple[str, ...], start: int) -> RecordParts:
    """A record with the hand open that begins there.

    Lines that follow from the rest are removed: of a hand with its tricks result, payments and totals, of another those
    without which it still has a result.
    """
    behind = next((place for place in range(start + 1, len(lines)) if keyword_of(lines[place]) == "hand"), len(lines))
    own = start + count_own_lines(list(lines[start:behind]))
    end = next((place for place in range(start, own) if keyword_of(lines[place]) == "end"), -1)
    rest = end + 1
    if end < 0:
        while own > start + 1 and not keyword_of(lines[own - 1]):
            own -= 1
        end = rest = own
    verbs = [keyword_of(line) for line in lines[start:end]]
    kept = "" if any(map(_TRICK.match, lines[start:end])) else "result" if "result" in verbs else "score"
    finished = rest > end
    hand = [
        line
        for line, verb in zip(lines[start:end], verbs, strict=True)
        if not finished or verb == kept or verb not in _SUMS
    ]
    return RecordParts(lines[:start], tuple(hand), lines[rest:], edited=True)


def _key(line: str) -> tuple[str, str]:
    """Return the key of a line: lines of a hand with equal keys correct one another."""
    if trick := _TRICK.match(line):
        return "trick", trick[1]
    found = _ACTOR.match(line)
    verb, seat = (found[1], found[2] or "") if found else ("", "")
    if verb in _SEVERAL:
        return verb, f"{seat} {line.partition(' to ')[2]}"
    return verb, "" if verb in ("bid", "result", "score", "total") else seat
