"""A record that is being edited: each hand read and judged once, and anew when it, or what holds before it, changes.

In goes the text after each change, out come judged hands and findings. Work is done hand by hand (`step`), on a copy
if somebody wants to be answered meanwhile: the record takes over what was done on it (`take`).

Terms. A *stand-in* are the lines that a hand had when they could all be read; while one of them cannot be, the hand
is judged by those. So a half-typed line costs what there is to say of that line, and nothing else. The hand that goes
on at the end of the record is *open*.
"""

from __future__ import annotations

import time
from copy import copy
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.notation.blocks import Block, blocks
from calarec.core.notation.formatter import fmt
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.single_lines import verb_meant
from calarec.core.notation.source import Text, chunks
from calarec.core.records.model import Hand
from calarec.core.wording.severities import Severity
from calarec.record_judge.pins import choose_ruleset
from calarec.record_judge.session import NoRulesError, RecordJudge
from calarec_tools.archive.runs.shard import EveryFinder, place_of_finding
from calarec_tools.desk.editor.layout import EditedLayout
from calarec_tools.desk.editor.positions import last_touched, unchanged
from calarec_tools.desk.entering.judging import NO_DEALER, UNFINISHED, JudgedHead

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.base.spans import Span
    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import RulesPin
    from calarec.core.wording.findings import Finding
    from calarec.record_judge.pins import Chosen

_MOMENT: Final = 0.03
"""Seconds in which what has changed can mostly be judged; where it takes longer, all is laid out anew sooner."""
_SAYS_NO_MOVE: Final = frozenset({"note", "id", "at", "tag", "x-", "result", "score", "penalty", "total"})
"""Verbs of lines without which a hand goes on as it does."""
_OPEN_STILL: Final = frozenset({"CAL322", "CAL323"})
"""Said of a hand that does not tell yet who pays."""
_LINE_GOES_ON: Final = frozenset({"CAL102", "CAL302", "CAL434"})
"""Said of a line that breaks off, or has not all its cards."""


class EditedHand(NamedTuple):
    """A hand of the record: as it stands, as it was judged (None: there are no rules), and what is to be said of it."""

    hand: Hand
    judgement: Judgement | None
    findings: tuple[Finding, ...]
    head: JudgedHead
    """What stands before it."""
    open: bool = False


class EditedBlock(NamedTuple):
    """Lines up to the end of a hand, the hands in them, and how things stand behind them."""

    block: Block
    hands: tuple[EditedHand, ...]
    after: JudgedHead


class EditedRecord:
    """The record of one file; `text` is what the editor holds."""

    def __init__(self, file: str, text: str = "") -> None:
        self.file = file
        self.text = ""
        self.stamp = object()
        """Another one after every change of the text or of the rules."""
        self.pins: dict[RulesPin, Chosen] = {}
        self.judged: list[EditedBlock] = []
        self.todo: list[Block] = []
        self._spare: dict[Block, tuple[JudgedHead, EditedBlock]] = {}
        """Blocks of the text before, each with how things stood when it was judged."""
        self._readable: dict[tuple[Any, ...], tuple[str, ...]] = {}
        """By evening, match and name: the lines of a hand when they could last be read."""
        self._of_text: list[Finding] = []
        self._rules: Chosen | None = None
        """The ruleset that was last known: it holds while the line that names one is being typed."""
        self._doubted = False
        """Whether rules have changed somewhere since hands were judged."""
        self._layout = EditedLayout()
        self._touched = 0
        """The line at which the last change ended."""
        self.change(text)

    @property
    def done(self) -> bool:
        """Whether every hand has been judged."""
        return not self.todo and not self._doubted

    def change(self, text: str) -> None:
        """Takes a new text; what stands before the first change stays judged."""
        self._touched = last_touched(self.text, text)
        self.text, self._of_text, self.stamp = text, [], object()
        new = list(blocks(chunks(Text(text, self.file), "utf-8", self._of_text)))
        same = 0
        while same < min(len(new), len(self.judged)) and new[same] == self.judged[same].block:
            same += 1
        heads = [self._start(), *(each.after for each in self.judged)]
        self._spare |= {each.block: (heads[at], each) for at, each in enumerate(self.judged) if at >= same}
        self.judged, self.todo = self.judged[:same], new[same:]
        if self.done:
            self._spare.clear()

    def anew(self) -> None:
        """Rules have changed somewhere: before more is said, hands whose rules are others now are judged again."""
        self.stamp, self._doubted = object(), True

    def _look_up_again(self) -> None:
        """Looks for the rules of every hand once more; what was judged by the same ones stays judged."""
        heads = [self._start(), *(each.after for each in self.judged)]
        known = self._spare | {each.block: (heads[at], each) for at, each in enumerate(self.judged)}
        old, self.pins, self._doubted = self.pins, {}, False
        for hand in (edited.hand for _, block in known.values() for edited in block.hands):
            pin = hand.session.rules
            if pin in old and pin not in self.pins:
                found = choose_ruleset(hand)
                # The same object: who compares rulesets need not look into them.
                self.pins[pin] = old[pin] if found == old[pin] else found
        same = {pin._replace(line=0): found for pin, found in self.pins.items() if found.ruleset and found is old[pin]}

        def rules(hand: Hand) -> Chosen | None:
            """Those of a hand, if it was judged by rules of its own and they are the same still."""
            pin = hand.session.rules
            return None if pin is None else same.get(pin._replace(line=0))

        stay = {
            block: (head, _asking(each, self.pins))
            for block, (head, each) in known.items()
            if all(rules(edited.hand) for edited in each.hands)
        }
        left = next((at for at, each in enumerate(self.judged) if each.block not in stay), len(self.judged))
        self.todo = [*(each.block for each in self.judged[left:]), *self.todo]
        self.judged, self._spare = [stay[each.block][1] for each in self.judged[:left]], stay
        self._rules = next((rules(each.hand) for each in reversed([*self.hands])), None)

    def copied(self) -> EditedRecord:
        """The same record, judged as far, for somebody who goes on with it."""
        other = copy(self)
        other.judged, other.todo = [*self.judged], [*self.todo]
        other._spare, other._readable = {**self._spare}, {**self._readable}
        return other

    def take(self, other: EditedRecord) -> None:
        """Takes over what was judged on a copy with the same stamp."""
        if len(other.todo) < len(self.todo) or self._doubted:
            self.judged, self.todo, self._rules = other.judged, other.todo, other._rules
            self._spare, self._readable = other._spare, other._readable
            self.pins, self._doubted = other.pins, other._doubted

    def through(self, line: int) -> None:
        """Judges every hand up to that of a line."""
        while self._doubted or (self.todo and self.todo[0].line <= line):
            self.step()

    def finish(self) -> None:
        """Judges every hand."""
        while not self.done:
            self.step()

    def some(self, seconds: float) -> None:
        """Judges hands for about so long."""
        until = time.perf_counter() + seconds
        while not self.done and time.perf_counter() < until:
            self.step()

    def step(self) -> None:
        """Judges the next hand; one of the text before is taken as it was judged if things stand as they did then."""
        if self._doubted:
            self._look_up_again()
            return
        block = self.todo.pop(0)
        head = self.judged[-1].after if self.judged else self._start()
        then, before = self._spare.get(block, (None, None))
        if before is not None and then is not None and _stands(then) == _stands(head):
            self.judged.append(before)
        else:
            self.judged.append(self._judged(block, head))
        if self.done:
            self._spare.clear()

    def canonical(self) -> str:
        """The canonical form; NotTheSameError if it cannot be made."""
        self.some(_MOMENT)
        if not self.done:
            return fmt(self.text)
        return self._layout.of((each.block, [edited.hand for edited in each.hands]) for each in self.judged)

    @property
    def hands(self) -> Iterator[EditedHand]:
        """The hands that are judged so far."""
        return (hand for each in self.judged for hand in each.hands)

    def hand_at(self, line: int) -> EditedHand | None:
        """The hand in which a line stands, judged now if it is not yet; None between hands."""
        self.through(line)
        return next((each for each in self.hands if each.hand.line <= line <= each.hand.last_line), None)

    def head_at(self, line: int) -> JudgedHead:
        """How things stand before a line that is in no hand."""
        self.through(line)
        heads = [self._start(), *(each.after for each in self.judged if each.block.line < line)]
        return heads[-1]

    def rules_of(self, line: int) -> tuple[RulesPin | None, Ruleset | None]:
        """What the `rules` line says that holds behind a line, and the ruleset that it means."""
        self.through(line)
        after = next((each.after for each in reversed(self.judged) if each.block.line <= line), None)
        session = None if after is None else after.reader.evening.session
        if session is None or session.rules is None:
            return None, None
        judge = RecordJudge(pins=self.pins)
        judge.choose(Hand(session=session, file=self.file))
        return session.rules, judge.chosen.ruleset

    def findings(self) -> list[Finding]:
        """Everything that is to be said of what is judged so far, in the order of the text."""
        found = [finding for hand in self.hands for finding in hand.findings]
        if self.done and self.judged:
            found += self.judged[-1].after.reader.after_the_last()
        found += self._of_text
        if self.judged and not any(not hand.open for hand in self.judged[-1].hands):
            found = [each for each in found if not self._is_being_typed(each)]
        said: dict[tuple[object, ...], Finding] = {}
        for each in sorted(found, key=place_of_finding):
            said.setdefault((each.code, each.span, each.wording), each)
        return list(said.values())

    def _is_being_typed(self, finding: Finding) -> bool:
        """Whether a finding says no more than that somebody is still at the last line, or at the last word of it."""
        lines = self.text.split("\n")
        if not lines[-1] and len(lines) > 1 and self._touched == len(lines) - 1:
            lines.pop()  # many editors hold the end of the last line before anybody has ended it
        line = lines[-1]
        if not line or finding.span.line != len(lines):
            return False
        ends = not line.endswith(" ") and finding.span.end_column > len(line)
        return finding.code in _LINE_GOES_ON or ends

    # ------------------------------------------------------------------ one block

    def _start(self) -> JudgedHead:
        reader = HandReader(self.file, PreambleBuilder(self.file))
        reader.finder = EveryFinder(self.file)
        return JudgedHead(reader, RecordJudge(pins=self.pins))

    def _judged(self, block: Block, head: JudgedHead) -> EditedBlock:
        reader, judge, name = head.reader.copied(), head.judge.copied(), head.name
        done: list[EditedHand] = []
        for hand in reader.hands(block):
            name, last = hand.name, not block.text or hand.lines[:1] == tuple(block.text.split("\n")[:1])
            before = head if not done else JudgedHead(reader.copied(), judge.copied(), name)
            done.append(self._hand(hand, before, judge, last=last and len(self.todo) == 0))
        return EditedBlock(block, tuple(done), JudgedHead(reader, judge, name))

    def _hand(self, hand: Hand, head: JudgedHead, judge: RecordJudge, *, last: bool) -> EditedHand:
        key = (head.reader.evening.count, hand.session.match, hand.name)
        is_open = last and not any(verb_meant(line) == "end" for line in hand.lines)
        if not hand.broken:
            self._readable[key] = hand.lines
            judgement, found = self._replayed(hand, judge)
            if is_open:
                return EditedHand(hand, judgement, tuple(_unended(found, judgement)), head, open=True)
            return EditedHand(hand, judgement, found, head)
        lines = self._readable.get(key) or _without_moves_lost(hand)
        if lines is not None:
            stand_in = self._read(head, hand, lines)
            if not stand_in.broken:
                judgement, found = self._replayed(stand_in, judge)
                told = (*hand.findings, *carried_over(found, stand_in.lines, hand.lines, hand.line))
                return EditedHand(hand, judgement, _open_or_not(told, hand, is_open=is_open), head, open=is_open)
        opened = self._before_the_slip(hand, head)
        judgement, found = self._replayed(hand, judge)
        told = (*found, *(opened.findings if opened else ()))
        return EditedHand(
            hand,
            opened.judgement if opened else judgement,
            _open_or_not(told, hand, is_open=is_open),
            head,
            open=is_open,
        )

    def _replayed(self, hand: Hand, judge: RecordJudge) -> tuple[Judgement | None, tuple[Finding, ...]]:
        """A hand judged; where the record names no rules that there are, by those that were known last."""
        said: tuple[Finding, ...] = ()
        try:
            judgement = judge.replay(hand)
        except NoRulesError as error:
            said = error.diagnostics
            if self._rules is None:
                return None, (*hand.findings, *said)
            judge.chosen, judge.pinned = self._rules, hand.session
            judgement = judge.replay(hand)
        self._rules = judge.chosen
        return judgement, (*said, *judgement.diagnostics)

    def _read(self, head: JudgedHead, hand: Hand, lines: Sequence[str]) -> Hand:
        """Other lines read in the place of a hand's."""
        reader = head.reader.copied()
        before = "".join(f"{line}\n" for line in hand.before[len(reader.lead) :])
        text = "".join(f"{line}\n" for line in lines)
        *_, read = reader.hands(Block(before, text, hand.line - before.count("\n")))
        return read

    def _before_the_slip(self, hand: Hand, head: JudgedHead) -> EditedHand | None:
        """What stands before the first line that cannot be read, judged as a hand that goes on."""
        first = min(each.span.line for each in hand.findings if each.severity is Severity.ERROR)
        lines = hand.lines[: first - hand.line]
        if not lines:
            return None
        begun = self._read(head, hand, lines)
        if begun.broken:
            return None
        judgement, found = self._replayed(begun, head.judge.copied())
        return EditedHand(begun, judgement, tuple(each for each in found if each.code not in UNFINISHED), head)


def _asking(block: EditedBlock, pins: dict[RulesPin, Chosen]) -> EditedBlock:
    """Judged lines, behind which whoever goes on asks these what the rules are."""

    def asked(head: JudgedHead) -> JudgedHead:
        return head._replace(judge=replace(head.judge, pins=pins))

    hands = tuple(each._replace(head=asked(each.head)) for each in block.hands)
    return EditedBlock(block.block, hands, asked(block.after))


def _stands(head: JudgedHead) -> tuple[object, ...]:
    """All that decides how a hand behind it is read and judged."""
    reader, judge = head.reader, head.judge
    evening, score = reader.evening, judge.evening
    read = (
        evening.session, evening.count, evening.started, evening.foreign, evening.unread, evening.begun,
        evening.carried, evening.new_match, evening.between, evening.fresh_seats, evening.played, reader.previous,
        reader.lead, reader.pending,
    )  # fmt: skip
    pinned = judge.pinned
    known = pinned is not None and (
        pinned.rules, pinned.rules_of_evening, pinned.own_rules, judge.told, judge.chosen.ruleset,
    )  # fmt: skip
    row = score.row if score is not None else None
    return read, known, score and score.take_snapshot(), row and sorted(row.totals)


def _unended(found: Sequence[Finding], judgement: Judgement | None) -> Iterator[Finding]:
    """The findings of an open hand: nobody need be told that it goes on."""
    begun = judgement is not None and judgement.setting is not None
    still = {*UNFINISHED, *_OPEN_STILL, *(() if begun else (NO_DEALER,))}
    return (each for each in found if each.code not in still)


def _open_or_not(found: tuple[Finding, ...], hand: Hand, *, is_open: bool) -> tuple[Finding, ...]:
    """The findings of a hand with a line that cannot be read; that line may be the one that names the dealer."""
    named = not hand.statements or any(verb_meant(line) == "dealer" for line in hand.lines)
    still = {*UNFINISHED, *_OPEN_STILL, *((NO_DEALER,) if named else ())}
    return tuple(each for each in found if each.code not in still) if is_open else found


def _without_moves_lost(hand: Hand) -> tuple[str, ...] | None:
    """The lines of a hand without those that cannot be read; None if one of these may say a move."""
    wrong = {each.span.line - hand.line for each in hand.findings if each.severity is Severity.ERROR}
    inside = {at for at in wrong if 0 < at < len(hand.lines)}
    if not inside or any(verb_meant(hand.lines[at]) not in _SAYS_NO_MOVE for at in inside):
        return None
    return tuple("" if at in inside else line for at, line in enumerate(hand.lines))


def carried_over(found: Sequence[Finding], old: Sequence[str], new: Sequence[str], line: int = 1) -> Iterator[Finding]:
    """The findings in lines that a text has still, where they stand now; `line` is the number of its first."""
    same, behind = unchanged(old, new)
    first, by = line + len(old) - behind, len(new) - len(old)
    for each in found:
        if each.span.line < line + same:
            yield each
        elif each.span.line >= first:
            yield _moved(each, first, by)


def _moved(finding: Finding, first: int, by: int) -> Finding:
    """A finding whose places, from a line on, stand so many lines further down."""
    if not by:
        return finding

    def there(span: Span) -> Span:
        down = by if span.line >= first else 0
        return span._replace(line=span.line + down, end_line=span.end_line + down)

    labels = tuple(replace(each, span=there(each.span)) for each in finding.labels)
    fix = finding.fix and replace(
        finding.fix, edits=tuple(replace(each, span=there(each.span)) for each in finding.fix.edits)
    )
    return replace(finding, span=there(finding.span), labels=labels, fix=fix, excerpt=None)
