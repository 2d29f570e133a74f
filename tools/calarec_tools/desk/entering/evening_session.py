"""An evening that changes line by line.

Each hand is judged once, and again when it, or what holds before it, changes. In goes a text; out come judged hands and
findings. They depend only on the text, not on earlier texts. Work is done hand by hand (`judge_next`), and
on a copy where the evening may change meanwhile: the session takes over what was judged there (`take_over`).

Terms. A *head* is everything before a hand, read and judged. The hand that continues at the end of the text is *open*.
"""

from __future__ import annotations

import time
from copy import copy
from math import inf
from typing import TYPE_CHECKING, Final, Self

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.game import Game
from calarec.core.notation.blocks import cut_into_blocks
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.single_lines import verb_meant
from calarec.core.notation.source import Text, read_chunks
from calarec.core.records.model import Hand
from calarec.record_judge.pins import choose_ruleset
from calarec.record_judge.session import NoRulesError, RecordJudge
from calarec_tools.archive.runs.shard import EveryFinder, place_of_finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.notation.blocks import Block
    from calarec.core.records.model import Preamble, RulesPin
    from calarec.core.wording.findings import Finding
    from calarec.record_judge.pins import Chosen

UNFINISHED: Final = ("CAL012", "CAL014", "CAL114", "CAL517")
"""Findings that every unfinished hand has."""
NO_DEALER: Final = "CAL305"
"""The finding of a hand with only its first line."""
_UNSETTLED: Final = ("CAL322", "CAL323")
"""Findings of a hand whose payments are not known yet."""
_MAX_SPARE_BLOCKS: Final = 128
"""The number of hands kept from before the last changes.

A correction at the start of an evening needs all hands after it.
"""


class JudgedHead(NamedTuple):
    """The lines before a hand, read and judged: reading goes on with copies."""

    reader: HandReader
    judge: RecordJudge
    name: str = ""
    """That of their last hand."""

    def read_on(self, lines: Sequence[str], number: int) -> list[Hand]:
        """The hands of lines that follow the head; the first line has this number."""
        reader = self.reader.copy_reader()
        text = "".join(f"{line}\n" for line in lines)
        return [
            hand
            for block in cut_into_blocks(read_chunks(Text(text), "utf-8", []))
            for hand in reader.read_block(block._replace(line=block.line + number - 1))
        ]


class JudgedHand(NamedTuple):
    """A hand as it is written, its judgement, its findings, and its head."""

    hand: Hand
    judgement: Judgement | None
    """None: there are no rules for it."""
    findings: tuple[Finding, ...]
    head: JudgedHead


class JudgedBlock(NamedTuple):
    """Lines up to the end of a hand, their hands, and the head that follows."""

    block: Block
    hands: tuple[JudgedHand, ...]
    after: JudgedHead


class EveningSession:
    """The evening of one record; `asked` is a ruleset that was asked for."""

    def __init__(self, text: str = "", *, file: str = "-", asked: Ruleset | None = None) -> None:
        self.file, self.asked = file, asked
        self.text = ""
        self.stamp = object()
        """Another one after every change of the text or of the rules."""
        self.pins: dict[RulesPin, Chosen] = {}
        self.judged: list[JudgedBlock] = []
        self.todo: list[Block] = []
        self._games: dict[str, Game] = {}
        self._spare: dict[Block, tuple[JudgedHead, JudgedBlock]] = {}
        """Blocks of earlier texts, each with its head."""
        self._of_text: list[Finding] = []
        self._is_doubted = False
        """True if rules have changed somewhere since hands were judged."""
        self.change_text(text)

    # ------------------------------------------------------------------ changes

    def change_text(self, text: str) -> None:
        """Replace the text; hands before the first change stay judged."""
        if text == self.text:
            return
        self.text, self._of_text, self.stamp = text, [], object()
        new = list(cut_into_blocks(read_chunks(Text(text, self.file), "utf-8", self._of_text)))
        same = 0
        while same < min(len(new), len(self.judged)) and new[same] == self.judged[same].block:
            same += 1
        for place, judged in enumerate(self.judged[same:], same):
            self._spare.pop(judged.block, None)
            self._spare[judged.block] = self._head_of(place), judged
        while len(self._spare) > _MAX_SPARE_BLOCKS:
            del self._spare[next(iter(self._spare))]
        self.judged, self.todo = self.judged[:same], new[same:]

    def doubt_rules(self) -> None:
        """Rules have changed somewhere: hands with other rules now are judged again."""
        self.stamp, self._is_doubted = object(), True

    def make_copy(self) -> Self:
        """The same evening, judged as far, to go on with elsewhere."""
        other = copy(self)
        other.judged, other.todo, other._spare = [*self.judged], [*self.todo], {**self._spare}
        return other

    def take_over(self, other: Self) -> None:
        """Take over the judged hands of a copy with the same stamp."""
        if len(other.todo) < len(self.todo) or self._is_doubted:
            self.judged, self.todo, self._spare = other.judged, other.todo, other._spare
            self.pins, self._is_doubted = other.pins, other._is_doubted

    # ------------------------------------------------------------------ work

    @property
    def is_done(self) -> bool:
        """True if every hand has been judged."""
        return not self.todo and not self._is_doubted

    def judge_next(self) -> None:
        """Judge the next hand, or reuse the result after an equal head."""
        if self._is_doubted:
            self._look_up_rules()
            return
        block, head = self.todo.pop(0), self.last_head
        then, before = self._spare.get(block, (None, None))
        if before is not None and then is not None and _comparable_state(then) == _comparable_state(head):
            self.judged.append(before)
        else:
            self.judged.append(self._judge_block(block, head))

    def judge_hands(self, through: float = inf, seconds: float = inf) -> None:
        """Judges every hand, those up to a line, or as many as the time allows."""
        until = time.perf_counter() + seconds
        while (self._is_doubted or (self.todo and self.todo[0].line <= through)) and time.perf_counter() < until:
            self.judge_next()

    def _judge_block(self, block: Block, head: JudgedHead) -> JudgedBlock:
        reader, judge, name = head.reader.copy_reader(), self.judge_behind(head), head.name
        hands: list[JudgedHand] = []
        for hand in reader.read_block(block):
            before = JudgedHead(reader.copy_reader(), judge.copy_judge(), name) if hands else head
            hands.append(self.judge_hand(hand, before, judge))
            name = hand.name
        return JudgedBlock(block, tuple(hands), JudgedHead(reader, judge, name))

    def judge_behind(self, head: JudgedHead) -> RecordJudge:
        """Return a judge that continues after a head, by the rules last looked up."""
        judge = head.judge.copy_judge()
        judge.pins = self.pins
        return judge

    def judge_hand(self, hand: Hand, head: JudgedHead, judge: RecordJudge) -> JudgedHand:
        """Judges a hand; the judge takes it into the score."""
        return JudgedHand(hand, *judge_if_ruled(hand, judge), head)

    # ------------------------------------------------------------------ what was judged

    @property
    def hands(self) -> Iterator[JudgedHand]:
        """The hands that are judged so far."""
        return (hand for judged in self.judged for hand in judged.hands)

    @property
    def last_head(self) -> JudgedHead:
        """Everything that is judged so far, as the head of what follows."""
        return self._head_of(len(self.judged))

    def _head_of(self, place: int) -> JudgedHead:
        return self.judged[place - 1].after if place else self.empty_head()

    def head_at(self, line: int) -> tuple[JudgedHead, int]:
        """The head of the block in which a line is, and the block's first line."""
        self.judge_hands(through=line)
        places = (place for place in reversed(range(len(self.judged))) if self.judged[place].block.line <= line)
        place = next(places, 0)
        return self._head_of(place), self.judged[place].block.line if self.judged else 1

    def hand_at(self, line: int) -> JudgedHand | None:
        """The hand in which a line is, judged now if it is not yet; None between hands."""
        self.judge_hands(through=line)
        return next((judged for judged in self.hands if judged.hand.line <= line <= judged.hand.last_line), None)

    def is_open(self, judged: JudgedHand) -> bool:
        """Check whether a hand continues at the end of the text."""
        last = self.judged[-1]
        if self.todo or not any(judged is hand for hand in last.hands):
            return False
        is_last = not last.block.text or judged.hand.lines[:1] == tuple(last.block.text.split("\n")[:1])
        return is_last and not any(verb_meant(line) == "end" for line in reversed(judged.hand.lines))

    def current_findings(self) -> list[Finding]:
        """The findings of what is judged so far, in the order of the text."""
        last = self.judged[-1].block.line if self.judged else 0
        earlier = (judged.findings for judged in self.hands if judged.hand.line < last)
        latest = (self._findings_of_hand(judged) for judged in self.hands if judged.hand.line >= last)
        found = [finding for findings in (*earlier, *latest) for finding in findings]
        if self.is_done:
            found += self.last_head.reader.findings_after_last()
        once: dict[tuple[object, ...], Finding] = {}
        for finding in sorted((*found, *self._of_text), key=place_of_finding):
            once.setdefault((finding.code, finding.span, finding.wording), finding)
        return list(once.values())

    def _findings_of_hand(self, judged: JudgedHand) -> Sequence[Finding]:
        if not self.is_open(judged):
            return judged.findings
        begun = not judged.hand.broken and judged.judgement is not None and judged.judgement.setting is not None
        still = (*UNFINISHED, *_UNSETTLED, *(() if begun else (NO_DEALER,)))
        return [finding for finding in judged.findings if finding.code not in still]

    # ------------------------------------------------------------------ rules

    def game_of(self, preamble: Preamble) -> Game | None:
        """The game by which a hand with this preamble is played, if there are rules."""
        judge = self._new_judge()
        judge.choose(Hand(session=preamble, file=self.file))
        ruleset = judge.chosen.ruleset
        return None if ruleset is None else self._games.setdefault(ruleset.digest, Game.from_ruleset(ruleset))

    def _look_up_rules(self) -> None:
        """Looks up the rules again; hands judged by the same ones stay judged."""
        known = self._spare | {judged.block: (self._head_of(n), judged) for n, judged in enumerate(self.judged)}
        old, self.pins, self._is_doubted = self.pins, {}, False
        for hand in (edited.hand for _, judged in known.values() for edited in judged.hands):
            pin = hand.session.rules
            if pin in old and pin not in self.pins:
                found = choose_ruleset(hand, self.asked)
                # The same object: rulesets that are compared need not be looked into.
                self.pins[pin] = old[pin] if found == old[pin] else found
        same = {pin._replace(line=0) for pin, found in self.pins.items() if found.ruleset and found is old[pin]}

        def has_same_rules(hand: Hand) -> bool:
            """Check whether a hand has a pin whose rules have not changed."""
            pin = hand.session.rules
            return pin is not None and pin._replace(line=0) in same

        self._spare = {
            block: entry
            for block, entry in known.items()
            if all(has_same_rules(edited.hand) for edited in entry[1].hands)
        }
        left = next((n for n, judged in enumerate(self.judged) if judged.block not in self._spare), len(self.judged))
        self.judged, self.todo = self.judged[:left], [*(judged.block for judged in self.judged[left:]), *self.todo]

    def empty_head(self) -> JudgedHead:
        """The head of the first line."""
        reader = HandReader(self.file, PreambleBuilder(self.file))
        reader.finder = EveryFinder(self.file)
        return JudgedHead(reader, self._new_judge())

    def _new_judge(self) -> RecordJudge:
        """A judge of nothing yet; rules are looked up once until they are doubted."""
        return RecordJudge(self.asked, pins=self.pins, keeps_names=True, finds_ends=True)


def judge_if_ruled(hand: Hand, judge: RecordJudge) -> tuple[Judgement | None, tuple[Finding, ...]]:
    """The judgement of a hand, None where there are no rules, and findings."""
    try:
        judgement = judge.replay(hand)
    except NoRulesError as error:
        return None, error.findings
    return judgement, judgement.findings


def _comparable_state(head: JudgedHead) -> tuple[object, ...]:
    """Return all that decides how a hand after a head is read and judged."""
    reader, judge = head.reader, head.judge
    evening, score = reader.evening, judge.evening
    read = (
        evening.session, evening.count, evening.started, evening.foreign, evening.unread, evening.begun,
        evening.carried, evening.new_match, evening.between, evening.fresh_seats, evening.played, reader.previous,
        reader.lead, reader.pending,
    )  # fmt: skip
    pinned = judge.pinned
    known = pinned is not None and (
        pinned.rules, pinned.rules_of_evening, pinned.own_rules, judge.told, judge.chosen.ruleset, judge.deferred,
    )  # fmt: skip
    row = score.row if score is not None else None
    return read, known, score and (score.game.ruleset.digest, score.take_snapshot()), row and sorted(row.totals)
