"""A record that is being edited: an evening with half-typed lines and rule names.

Terms. A *substitute* (`stand_in`) is the lines of a hand when they could all be read; while one of them cannot be, the
hand is judged by those. So a half-typed line hides only the findings of that line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Self

from calarec.core.base.frozen import replace
from calarec.core.notation.blocks import Block
from calarec.core.notation.formatter import BlockFormatter, fmt, unreadable_parts
from calarec.core.notation.single_lines import verb_meant
from calarec.core.wording.severities import Severity
from calarec_tools.desk.editor.positions import last_touched
from calarec_tools.desk.entering.evening_session import UNFINISHED, EveningSession, JudgedHand, judge_if_ruled
from calarec_tools.desk.entering.text import count_shared_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.base.spans import Span
    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Hand, RulesPin
    from calarec.core.wording.findings import Finding
    from calarec.record_judge.pins import Chosen
    from calarec.record_judge.session import RecordJudge
    from calarec_tools.desk.entering.evening_session import JudgedHead

_MOMENT: Final = 0.03
"""The seconds in which most changes can be judged.

If judging takes longer, the layout of the whole text is renewed sooner.
"""
_SAYS_NO_MOVE: Final = frozenset({"note", "id", "at", "tag", "x-", "result", "score", "penalty", "total"})
"""Verbs of lines without which a hand goes on as it does."""
_LINE_GOES_ON: Final = frozenset({"CAL102", "CAL302", "CAL434"})
"""The finding for a line that breaks off, or has not all its cards."""


class EditedRecord(EveningSession):
    """The evening of one file; `text` is what the editor holds."""

    def __init__(self, file: str, text: str = "") -> None:
        self._readable: dict[tuple[Any, ...], tuple[str, ...]] = {}
        """By evening, match and name: the lines of a hand when they could last be read."""
        self._rules: Chosen | None = None
        """The last known ruleset: it is used while the line that names one is typed."""
        self._layouts: dict[object, tuple[str, tuple[bool, ...]]] = {}
        """Laid-out blocks by all that decides their layout: text, and the state after."""
        self._touched = 0
        """The line at which the last change ended."""
        super().__init__(text, file=file)

    def change_text(self, text: str) -> None:
        """Replace the text, with the place of its last change."""
        self._touched = last_touched(self.text, text)
        super().change_text(text)

    def make_copy(self) -> Self:
        """The same record, judged as far, to go on with elsewhere."""
        other = super().make_copy()
        other._readable = {**self._readable}
        return other

    def take_over(self, other: Self) -> None:
        """Take over the judged hands of a copy with the same stamp."""
        super().take_over(other)
        self._layouts = other._layouts
        if self.judged is other.judged:
            self._rules, self._readable = other._rules, other._readable

    def judge_next(self) -> None:
        """Judge the next hand; drop those of an earlier text once all are judged."""
        super().judge_next()
        if self.is_done:
            self._spare.clear()

    def canonical_text(self) -> str:
        """The canonical form; NotTheSameError if it cannot be made."""
        self.judge_hands(seconds=_MOMENT)
        if not self.is_done:
            return fmt(self.text)
        layout, texts, known = BlockFormatter(), list[str](), self._layouts
        self._layouts = {}
        for each in self.judged:
            wrong = unreadable_parts([edited.hand for edited in each.hands])
            # The first line of a text is read otherwise than the same line below.
            key = each.block._replace(line=min(each.block.line, 2)), wrong, layout.layout_state
            self._layouts[key] = known.get(key) or (layout.format_block(each.block, wrong), layout.layout_state)
            text, layout.layout_state = self._layouts[key]
            texts.append(text)
        return "".join(texts)

    def rules_of(self, line: int) -> tuple[RulesPin | None, Ruleset | None]:
        """Return the pin in effect after a line, and its ruleset."""
        self.judge_hands(through=line)
        after = next((each.after for each in reversed(self.judged) if each.block.line <= line), self.empty_head())
        preamble = after.reader.evening.session
        game = None if preamble.rules is None else self.game_of(preamble)
        return preamble.rules, None if game is None else game.ruleset

    def current_findings(self) -> list[Finding]:
        """The findings so far, without those caused by typing in the last line."""
        found = super().current_findings()
        if self.judged and all(map(self.is_open, self.judged[-1].hands)):
            return [finding for finding in found if not self._is_being_typed(finding)]
        return found

    def _is_being_typed(self, finding: Finding) -> bool:
        """Check whether a finding is only due to an unfinished last line or word."""
        lines = self.text.split("\n")
        if not lines[-1] and len(lines) > 1 and self._touched == len(lines) - 1:
            lines.pop()  # many editors hold the end of the last line before anybody has ended it
        line = lines[-1]
        if not line or finding.span.line != len(lines):
            return False
        ends = not line.endswith(" ") and finding.span.end_column > len(line)
        return finding.code in _LINE_GOES_ON or ends

    # ------------------------------------------------------------------ one hand

    def _look_up_rules(self) -> None:
        super()._look_up_rules()
        last = next(reversed([*self.hands]), None)
        pin = None if last is None else last.hand.session.rules
        self._rules = None if pin is None else self.pins.get(pin)

    def judge_hand(self, hand: Hand, head: JudgedHead, judge: RecordJudge) -> JudgedHand:
        """Judge a hand.

        If a line cannot be read, its stand-in is judged, or the part before that line.
        """
        key = (head.reader.evening.count, hand.session.match, hand.name)
        if not hand.broken:
            self._readable[key] = hand.lines
            return JudgedHand(hand, *self._replay_by_known_rules(hand, judge), head)
        lines = self._readable.get(key) or _without_moves_lost(hand)
        if lines is not None:
            stand_in = self._read_stand_in(head, hand, lines)
            if not stand_in.broken:
                judgement, found = self._replay_by_known_rules(stand_in, judge)
                carried = carry_findings_over(found, stand_in.lines, hand.lines, hand.line)
                return JudgedHand(hand, judgement, (*hand.findings, *carried), head)
        opened = self._before_the_slip(hand, head)
        judgement, found = self._replay_by_known_rules(hand, judge)
        if opened is None:
            return JudgedHand(hand, judgement, found, head)
        return JudgedHand(hand, opened.judgement, (*found, *opened.findings), head)

    def _replay_by_known_rules(self, hand: Hand, judge: RecordJudge) -> tuple[Judgement | None, tuple[Finding, ...]]:
        """Judge a hand; by the last known rules if the record names no existing ones."""
        judgement, found = judge_if_ruled(hand, judge)
        if judgement is None:
            if self._rules is None:
                return None, (*hand.findings, *found)
            judge.chosen, judge.pinned = self._rules, hand.session
            judgement = judge.replay(hand)
            found = (*found, *judgement.findings)
        self._rules = judge.chosen
        return judgement, found

    def _read_stand_in(self, head: JudgedHead, hand: Hand, lines: Sequence[str]) -> Hand:
        """Other lines read in the place of a hand's."""
        reader = head.reader.copy_reader()
        before = "".join(f"{line}\n" for line in hand.before[len(reader.lead) :])
        text = "".join(f"{line}\n" for line in lines)
        *_, read = reader.read_block(Block(before, text, hand.line - before.count("\n")))
        return read

    def _before_the_slip(self, hand: Hand, head: JudgedHead) -> JudgedHand | None:
        """Judge the part before the first unreadable line, as a hand that continues."""
        first = min(finding.span.line for finding in hand.findings if finding.severity is Severity.ERROR)
        lines = hand.lines[: first - hand.line]
        if not lines:
            return None
        begun = self._read_stand_in(head, hand, lines)
        if begun.broken:
            return None
        judgement, found = self._replay_by_known_rules(begun, self.judge_behind(head))
        return JudgedHand(begun, judgement, tuple(each for each in found if each.code not in UNFINISHED), head)


def _without_moves_lost(hand: Hand) -> tuple[str, ...] | None:
    """Return a hand's lines without unreadable ones; None if one may be a move."""
    wrong = {finding.span.line - hand.line for finding in hand.findings if finding.severity is Severity.ERROR}
    inside = {at for at in wrong if 0 < at < len(hand.lines)}
    if not inside or any(verb_meant(hand.lines[at]) not in _SAYS_NO_MOVE for at in inside):
        return None
    return tuple("" if at in inside else line for at, line in enumerate(hand.lines))


def carry_findings_over(
    found: Sequence[Finding], old: Sequence[str], new: Sequence[str], line: int = 1
) -> Iterator[Finding]:
    """Yield the findings in unchanged lines of a text, at their new places.

    `line` is the number of its first line.
    """
    same, behind = count_shared_lines(old, new)
    first, by = line + len(old) - behind, len(new) - len(old)
    for finding in found:
        if finding.span.line < line + same:
            yield finding
        elif finding.span.line >= first:
            yield _shift_finding(finding, first, by)


def _shift_finding(finding: Finding, first: int, by: int) -> Finding:
    """Move the places of a finding from a line on down by `by` lines."""
    if not by:
        return finding

    def shifted_span(span: Span) -> Span:
        down = by if span.line >= first else 0
        return span._replace(line=span.line + down, end_line=span.end_line + down)

    labels = tuple(replace(label, span=shifted_span(label.span)) for label in finding.labels)
    fix = finding.fix and replace(
        finding.fix, edits=tuple(replace(edit, span=shifted_span(edit.span)) for edit in finding.fix.edits)
    )
    return replace(finding, span=shifted_span(finding.span), labels=labels, fix=fix, excerpt=None)
