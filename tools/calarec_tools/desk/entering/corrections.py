"""A hand of a record, finished or not, that is changed: apart from the record until it is kept.

In come a record, which of its hands, and the lines as somebody would have them; out come how the hand stands then, and
the record with it. The record itself is what it was until then, so whoever leaves off has changed nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec_tools.desk.entering import prompts
from calarec_tools.desk.entering.judging import EveningJudge, news
from calarec_tools.desk.entering.left_open import with_its_score
from calarec_tools.desk.entering.session import Reply
from calarec_tools.desk.entering.text import RecordParts, opened_at, parts_of, verb_of
from calarec_tools.desk.entering.typed import NotTakenError
from calarec_tools.output.report.wrong import with_people_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.wording.findings import Finding
    from calarec_tools.desk.entering.judging import EntryPosition
    from calarec_tools.desk.entering.session import Entry

_SAID_OF_THE_HAND: Final = ("end void", "end abandoned")
"""How a hand can end that nothing else in it says."""


class OldHand(NamedTuple):
    """A hand that is changed."""

    open: RecordParts
    """The record with this hand open."""
    finished: bool
    end: str = ""
    """How it ended, where nothing else in it says that."""

    def with_lines(self, lines: Sequence[str]) -> OldHand:
        """With other lines behind its first."""
        return self._replace(open=self.open._replace(hand=(*self.open.hand[:1], *lines)))

    @property
    def lines(self) -> tuple[str, ...]:
        """Those behind its first."""
        return self.open.hand[1:]


def hand_names(text: str) -> tuple[str, ...]:
    """What the hands of a record are called, as it is written."""
    return tuple(
        (line.split(maxsplit=1)[1:] or [""])[0].strip().strip('"')
        for line in text.split("\n")
        if verb_of(line) == "hand"
    )


def old_hand(text: str, number: int) -> OldHand | None:
    """The hand with this number, from 0 on; None if there is none."""
    lines = parts_of(text).lines
    begins = [place for place, line in enumerate(lines) if verb_of(line) == "hand"]
    if not 0 <= number < len(begins):
        return None
    found = with_its_score(EveningJudge(), lines, opened_at(lines, begins[number]))
    last = lines[len(lines) - len(found.tail) - 1]
    finished = verb_of(last) == "end"
    return OldHand(found, finished, last if finished and last.startswith(_SAID_OF_THE_HAND) else "")


def stands(judge: EveningJudge, hand: OldHand) -> EntryPosition:
    """How the hand stands."""
    return judge.position(hand.open.added(hand.end) if hand.end else hand.open)


def wrong_in(judge: EveningJudge, hand: OldHand, at: EntryPosition) -> list[Finding]:
    """What is wrong with the hand, and not with what was written before it."""
    before = judge.position(RecordParts(hand.open.head))
    return news(before.wrong, at.wrong)


def unreadable(hand: OldHand) -> bool:
    """Whether a line of it is no notation."""
    return bool(RecordParts(hand=hand.open.hand).unreadable)


def keep(entry: Entry, hand: OldHand, *, anyway: bool) -> Reply:
    """Puts the hand in the place of what it was, in one step that an undo takes back; or says why not.

    `anyway`: though something is wrong with it, as it happened.
    """
    before, at = entry.parts, entry.at
    entry.parts, entry.at = hand.open, stands(entry.judge, hand)
    try:
        reply = _finished(entry, hand, anyway=anyway)
    except NotTakenError:
        entry.parts, entry.at = before, at
        raise
    entry.parts = parts_of(entry.text)
    entry.at = entry.judge.position(entry.parts)
    entry.past.append(before)
    entry.refused = None
    return reply


def _finished(entry: Entry, hand: OldHand, *, anyway: bool) -> Reply:
    wrong = wrong_in(entry.judge, hand, entry.at)
    if unreadable(hand) or (wrong and not anyway):
        people = entry.at.session.people
        raise NotTakenError(*(prompts.refusal(with_people_named(wrong[0], people)) if wrong else (prompts.NOT_JUDGED,)))
    if not hand.finished:
        return Reply()
    try:
        return entry.close((hand.end,) if hand.end else ())
    except NotTakenError:
        if not anyway:
            raise
        return entry.close(("end",))
