"""Corrections of a hand, finished or not, apart from the record until kept.

In come a record, one of its hands, and its new lines; out come the position of the hand then, and the record with it.
The record itself is unchanged until then, so that a correction can be abandoned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec_tools.desk.entering import prompts
from calarec_tools.desk.entering.entry_positions import find_position, news
from calarec_tools.desk.entering.open_outcomes import with_its_score
from calarec_tools.desk.entering.session import Reply
from calarec_tools.desk.entering.text import RecordParts, keyword_of, open_hand_at, split_record
from calarec_tools.desk.entering.typed_words import NotTakenError
from calarec_tools.output.report.wrong import with_people_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.wording.findings import Finding
    from calarec_tools.desk.entering.entry_positions import EntryPosition
    from calarec_tools.desk.entering.evening_session import EveningSession
    from calarec_tools.desk.entering.session import Entry

_SAID_OF_THE_HAND: Final = ("end void", "end abandoned")
"""Lines that end a hand in a way that nothing else in it shows."""


class OldHand(NamedTuple):
    """A hand that is changed."""

    open: RecordParts
    """The record with this hand open."""
    finished: bool
    end: str = ""
    """The line that ends it, if nothing else in it shows how it ended."""

    def with_lines(self, lines: Sequence[str]) -> OldHand:
        """Replace the lines after the first."""
        return self._replace(open=self.open._replace(hand=(*self.open.hand[:1], *lines)))

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines after the first."""
        return self.open.hand[1:]


def hand_names(text: str) -> tuple[str, ...]:
    """Return the names of all hands of a record, without quotes."""
    return tuple(
        (line.split(maxsplit=1)[1:] or [""])[0].strip().strip('"')
        for line in text.split("\n")
        if keyword_of(line) == "hand"
    )


def old_hand(evening: EveningSession, text: str, number: int) -> OldHand | None:
    """The hand with this number, from 0 on; None if there is none."""
    lines = split_record(text).lines
    begins = [place for place, line in enumerate(lines) if keyword_of(line) == "hand"]
    if not 0 <= number < len(begins):
        return None
    found = with_its_score(evening, lines, open_hand_at(lines, begins[number]))
    last = lines[len(lines) - len(found.tail) - 1]
    finished = keyword_of(last) == "end"
    return OldHand(found, finished, last if finished and last.startswith(_SAID_OF_THE_HAND) else "")


def corrected_position(evening: EveningSession, hand: OldHand) -> EntryPosition:
    """Return the position of the hand."""
    return find_position(evening, hand.open.with_line(hand.end) if hand.end else hand.open)


def wrong_in(evening: EveningSession, hand: OldHand, at: EntryPosition) -> list[Finding]:
    """Return the findings on the hand that the lines before it do not cause."""
    before = find_position(evening, RecordParts(hand.open.head))
    return news(before.wrong, at.wrong)


def has_unreadable_line(hand: OldHand) -> bool:
    """Check whether a line of it is not notation."""
    return bool(RecordParts(hand=hand.open.hand).unreadable)


def keep_correction(entry: Entry, hand: OldHand, *, anyway: bool) -> Reply:
    """Replace the hand in the record, in one step for undo; NotTakenError if wrong.

    `anyway`: keep it in spite of findings, as it happened.
    """
    before, at = entry.parts, entry.at
    entry.parts, entry.at = hand.open, corrected_position(entry.evening, hand)
    try:
        reply = _finish_hand(entry, hand, anyway=anyway)
    except NotTakenError:
        entry.parts, entry.at = before, at
        raise
    entry.parts = split_record(entry.text)
    entry.at = find_position(entry.evening, entry.parts)
    entry.past.append(before)
    entry.refused = None
    return reply


def _finish_hand(entry: Entry, hand: OldHand, *, anyway: bool) -> Reply:
    wrong = wrong_in(entry.evening, hand, entry.at)
    if has_unreadable_line(hand) or (wrong and not anyway):
        people = entry.at.session.people
        raise NotTakenError(
            *(prompts.describe_refusal(with_people_named(wrong[0], people)) if wrong else (prompts.NOT_JUDGED,))
        )
    if not hand.finished:
        return Reply()
    try:
        return entry.close((hand.end,) if hand.end else ())
    except NotTakenError:
        if not anyway:
            raise
        return entry.close(("end",))
