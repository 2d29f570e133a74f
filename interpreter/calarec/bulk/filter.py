"""The verdicts on a text: plain hands pass, others are explained, with one score."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from calarec.bulk.checker import HandsPassed
from calarec.bulk.noted_lines import read_noted_hand
from calarec.bulk.repeated_evenings import RepeatedEvening
from calarec.bulk.resettled_hands import resettle_hand
from calarec.bulk.running import Passed, Running
from calarec.bulk.searched_text import SearchedText, with_plain_layout
from calarec.bulk.text import MATCH_LINE
from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.notation.blocks import (
    BLANK_CHARACTERS,
    FRAME_LINE,
    MAX_BLOCK_CHARACTERS,
    MAX_LEAD_CHARACTERS,
    Block,
    cut_into_blocks,
)
from calarec.core.notation.lines import with_excerpts
from calarec.core.notation.single_lines import find_beginning
from calarec.core.records.model import Hand
from calarec.core.wording.severities import Severity
from calarec.record_judge.session import NoRulesError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from calarec.bulk.text import Judged
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.score_rows import TableEvent
    from calarec.core.notation.hand_reader import HandReader
    from calarec.core.wording.findings import Finding
    from calarec.record_judge.session import RecordJudge

_LINE_END = ord("\n")
_END = re.compile(rf"[{BLANK_CHARACTERS}]*end(?![^{BLANK_CHARACTERS}\r\n;])")
"""The beginning of a line that ends a hand."""
_OWN_RULES = re.compile(rb"(?im)^\s*rules\b")
"""A line with a hand's own rules: then the earlier rules are not used."""


def _end_of_last_hand(text: str, since: int) -> int:
    """The end of the last `end` line after a place; 0 if there is none."""
    after = text.rfind("\n") + 1
    while after > since:
        start = text.rfind("\n", 0, after - 1) + 1
        if _END.match(text, start):
            return after
        after = start
    return 0


def _match_name(line: re.Match[bytes]) -> str:
    """The name of a match, from the line with which it begins."""
    return (line[1] or b"").strip(b'"').decode("ascii")


class Unruled(NamedTuple):
    """A hand for which there is no ruleset."""

    hand: Hand
    findings: tuple[Finding, ...]


class Verifier:
    """Verifies the hands of one file in their order.

        reader = HandReader("evening.cal", PreambleBuilder("evening.cal"))
        verifier = Verifier(reader, RecordJudge())
        for verdict in verifier.verify(chunks("evening.cal", "utf-8", findings)):
            if not isinstance(verdict, Passed): ...     # a Judgement, or Unruled

    `session` finds the rulesets and keeps the score; hands that pass are taken into it like those that are
    replayed. `passed` and `explained` count them.
    """

    def __init__(self, reader: HandReader, session: RecordJudge, *, line: int = 1) -> None:
        """`line` is the number of the first line; the reader may know lines before it."""
        self.reader, self.session = reader, session
        self.file, self.spoken = reader.file, reader.evening
        self.passed = self.explained = 0
        self._running: Running | None = None
        """The judge of plain hands; None as long as every hand has to be explained."""
        self._line, self._at = line, 0
        self._counted = (-1, -1, 0)
        """From where to where in the text lines were counted, and how many."""
        self._in_runs = self._across_evenings = False
        self._evening: RepeatedEvening | None = None
        """The lines with which the evening began, if the next one may begin with the same."""
        self._repeated = (0, 0)
        """The evenings begun by them since lines were last read, and the last place."""
        self._searched, self._passed_at = SearchedText("", b""), 0
        self._first_line = line
        """The number of the first line of the searched text."""
        self._read_until = 0
        """The end, in the written text, of the last block that was read the slow way."""
        self._consumed = 0
        """The number of characters of the last text that are done."""
        self.behind: tuple[TableEvent, ...] = ()
        """The table events after the last hand of the last finished evening."""
        self.totals_behind: Mapping[str, int] = {}
        """The totals of all persons after that, if anything happened."""
        self._found: re.Match[bytes] | None = None
        """The hand that was read the slow way last, if it is plain."""
        self.sums_alone: Judged | None = None
        """The result of the last explained hand, if only sums were needed; without events."""

    @property
    def line_number(self) -> int:
        """The number of the line with which the last passed hand begins."""
        searched = self._searched
        if not searched.has_all_lines:
            return self._first_line + searched.lines_before(self._passed_at)
        self._count_lines_to(self._passed_at)
        return self._line

    @property
    def match_line(self) -> int:
        """The number of the line with which a match begins, if it begins with that hand."""
        searched = self._searched
        at = searched.data.rfind(b"\nmatch", 0, self._passed_at) + 1
        if not searched.has_all_lines:
            return self._first_line + searched.lines_before(at)
        return self.line_number - searched.data.count(b"\n", at, self._passed_at)

    @property
    def running(self) -> Running | None:
        """The running state for the last hand that passed."""
        return self._running

    @property
    def labels(self) -> tuple[str, ...]:
        """The seats of the hand that passed last, in the order of its amounts."""
        return () if self._running is None else self._running.labels

    @property
    def findings_after_last(self) -> tuple[Finding, ...]:
        """The findings after the last hand."""
        return self.reader.findings_after_last()

    def verify(self, pieces: Iterable[str]) -> Iterator[Passed | Judgement | Unruled]:
        """Yield the verdicts on a text in pieces of whole lines; `running` has the last.

        The compiled kernel is not used: it keeps only the payments of a hand.
        """
        self._in_runs = self._across_evenings = False
        for verdict in self._verify(pieces):
            assert not isinstance(verdict, HandsPassed)
            yield verdict

    def verify_in_runs(
        self, pieces: Iterable[str], *, across_evenings: bool = False
    ) -> Iterator[Passed | HandsPassed | Judgement | Unruled]:
        """The same; hands in a row that pass in the compiled kernel are one verdict.

        With `across_evenings` the lines before them are not needed, so an evening may begin with one.
        """
        self._in_runs, self._across_evenings = True, across_evenings
        return self._verify(pieces)

    def _verify(self, pieces: Iterable[str]) -> Iterator[Passed | HandsPassed | Judgement | Unruled]:
        rest = ""
        waiting = iter(pieces)
        for piece in waiting:
            since = len(rest)
            rest += piece
            cut = _end_of_last_hand(rest, since)
            if cut:
                yield from self._verify_whole_hands(rest[:cut])
                # Lines after the last hand belong to the next one.
                rest = rest[self._consumed :]
            if len(rest) > MAX_BLOCK_CHARACTERS:
                yield from self._verify_all_slowly(chain([rest], waiting))
                rest = ""
        yield from self._verify_all_slowly([rest] if rest else [])
        self._catch_up()

    def _verify_all_slowly(self, pieces: Iterable[str]) -> Iterator[Passed | Judgement | Unruled]:
        """A text that has no end in sight, or none at all."""
        before = self._line - 1
        for block in cut_into_blocks(iter(pieces)):
            yield from self._verify_slowly(block._replace(line=block.line + before))

    def _search_text(self, searched: SearchedText) -> None:
        """Goes on with a text whose first line is the next one."""
        self._searched, self._first_line = searched, self._line
        self._at = self._passed_at = self._read_until = 0
        self._counted = (0, 0, 0)

    def _verify_whole_hands(self, text: str) -> Iterator[Passed | HandsPassed | Judgement | Unruled]:
        """A text of whole hands."""
        # A text goes on in the layout in which it began.
        told = self.reader.finder.reported_codes
        as_before = self._searched.reported is None
        self._search_text(SearchedText.from_written(text) if as_before else with_plain_layout(text, told))
        at = gone = 0
        while at < len(self._searched.data):
            searched, data = self._searched, self._searched.data
            running, found = self._running, None
            if running is not None:
                many = self._pass_evening(running, at) or self._pass_run(running, data, at) if self._in_runs else None
                if many is not None:
                    self.passed += many.many
                    self._passed_at, at = at, many.end
                    self._note_counted_lines(at, many.lines)
                    yield many
                    continue
                found = running.find(data, at)
                if found is not None:
                    passed = running.pass_hand(found)
                else:
                    running.judged = None
                    found, passed = self._pass_after_match_line(running, data, at)
                if passed is not None and found is not None:
                    self.passed += 1
                    self._passed_at, at = found.start(), found.end()
                    while data[self._passed_at] == _LINE_END:
                        self._passed_at += 1
                    yield passed
                    continue
            start = self._find_unread(at)
            block, end = self._next_block(searched.written, start)
            if not block.text:
                break
            plain = with_plain_layout(block.text, self.reader.finder.reported_codes)
            if searched.reported != plain.reported and not plain.is_as_written:
                gone += start
                self._search_text(with_plain_layout(searched.written[start:], self.reader.finder.reported_codes))
                at = 0
                continue
            at, self._read_until = searched.searched_at(end), end
            if end - start > MAX_LEAD_CHARACTERS:
                # As elsewhere: what is long comes in pieces.
                yield from self._verify_all_slowly([searched.written[start:end]])
                continue
            for answer in self._verify_slowly(block, plain, tried=running is not None):
                if found is not None and running is not None and not isinstance(answer, Passed | Unruled):
                    running.learn_replay(found, answer)
                yield answer
        self._consumed = gone + self._find_unread(at)

    def _pass_run(self, running: Running, data: bytes, at: int) -> HandsPassed | None:
        """Pass consecutive hands in the compiled kernel, also after a `match` line."""
        match = not self.reader.pending
        many = running.pass_run(data, at, match=match)
        line = MATCH_LINE.match(data, at) if (many is None or not many.many) and match else None
        if line is None or running.find(data, line.end()) is None:
            return many if many is not None and many.many else None
        before = running.began
        running.begin_matches(_match_name(line))
        many = running.pass_run(data, line.end(), match=match)
        if many is None or not many.many:
            running.began = before
            return None
        return many._replace(match=running.began, lines=many.lines + line[0].count(b"\n"))

    def _pass_evening(self, running: Running, at: int) -> HandsPassed | None:
        """Pass hands after lines that repeat the last evening's beginning."""
        evening, searched = self._evening, self._searched
        first = evening.find_first_hand(searched, at) if evening is not None and self._across_evenings else 0
        if evening is None or not first or evening.running is not running or self.reader.pending:
            return None
        many = running.pass_evening(searched.data, first, evening.score, evening.begun.session)
        if many is None:
            return None
        self._count_lines_to(at)
        self._repeated = self._repeated[0] + 1, self._line
        self.behind = ()
        return many._replace(match=running.began, lines=many.lines + evening.text.count("\n"))

    def _pass_after_match_line(
        self, running: Running, data: bytes, at: int
    ) -> tuple[re.Match[bytes] | None, Passed | None]:
        """Pass a plain hand right after a `match` line; None to read it slowly."""
        line = MATCH_LINE.match(data, at)
        found = running.find(data, line.end()) if line is not None else None
        if line is None or found is None or self.reader.pending:
            return None, None
        before = running.began
        running.begin_matches(_match_name(line))
        passed = running.pass_hand(found)
        if passed is None:
            running.began = before  # the line has still to be read, and begins the match once more
            return found, None
        return found, passed._replace(match=running.began)

    def _note_counted_lines(self, end: int, lines: int) -> None:
        """Note the number of lines in a run; consecutive runs are joined."""
        begun, stopped, before = self._counted
        self._counted = (begun, end, before + lines) if stopped == self._passed_at else (self._passed_at, end, lines)

    def _count_lines_to(self, at: int) -> None:
        """Count lines up to a place; dropped lines count with the next one."""
        searched = self._searched
        if not searched.has_all_lines:
            self._line, self._at = self._first_line + searched.lines_until(at), at
            return
        data = searched.data
        begun, end, lines = self._counted
        if self._at <= begun and end <= at:
            self._line += data.count(b"\n", self._at, begun) + lines
            self._at = end
        self._line += data.count(b"\n", self._at, at)
        self._at = at

    def _find_unread(self, at: int) -> int:
        """Count up to a place; return where the unread written text begins.

        Dropped lines before the place are still to be read, unless a hand without its `end` has taken them.
        """
        self._count_lines_to(at)
        start = self._searched.written_at(at, self._line - self._first_line)
        self._line += self._searched.written.count("\n", start, self._read_until)
        return max(start, self._read_until)

    def _next_block(self, text: str, start: int) -> tuple[Block, int]:
        """The next hand with the lines before it, cut as the notation does, and its end."""
        hand, end = -1, len(text)
        for frame in FRAME_LINE.finditer(text, max(start - 1, 0)):
            at = frame.start() + (text[frame.start()] == "\n")
            if at < start:
                continue
            if frame["word"] == "end":
                if hand >= 0:
                    end = frame.end() + 1
                    break
            elif hand >= 0:
                end = at
                break
            else:
                hand = at if frame["word"] == "hand" else -1
        if hand < 0:
            return Block(text[start:end], "", self._line), end
        return Block(text[start:hand], text[hand:end], self._line), end

    # ------------------------------------------------------------------ the slow way

    def _verify_slowly(
        self, block: Block, plain: SearchedText | None = None, *, tried: bool = False
    ) -> Iterator[Passed | Judgement | Unruled]:
        """Read the lines before a hand, then pass or explain the hand.

        `tried`: it did not pass as written. `plain` is the hand in plain layout, if that is known.
        """
        self._catch_up()
        if not block.text or block.is_cut:
            for hand in self.reader.read_block(block):
                yield self._explain_hand(hand)
            self._take_up_after_lines()
            return
        for hand in self.reader.read_before_hand(block):
            yield self._explain_hand(hand)
        if self.spoken.foreign:
            self.reader.skip_hand(block)
            self._running = None
            return
        number = block.line + block.before.count("\n")
        lines = block.text.split("\n")[:-1]
        self._found = None
        tried = tried and not any(self.reader.lead)
        if plain is None or plain.reported != frozenset(self.reader.finder.reported_codes):
            plain = with_plain_layout(block.text, self.reader.finder.reported_codes)
        passed, said = self._try_to_pass(plain, number, self.reader.lead, lines, tried=tried)
        if passed is not None:
            self.passed += 1
            self.reader.lead = ()
            self._note_evening(block)
            yield passed
            return
        hand = self.reader.read_hand_lines(lines, number)
        answer = self._explain_hand(hand, self._last_judged())
        if not isinstance(answer, Unruled):
            if self._found is not None and self._running is not None:
                self._running.learn_replay(self._found, answer)
            answer = self.session.with_notes(answer, said) if said else answer
        yield answer
        for stray in self.reader.read_after_hand():
            yield self._explain_hand(stray)
        self._take_up_after_lines()

    def _try_to_pass(
        self, plain: SearchedText, number: int, before: tuple[str, ...], lines: list[str], *, tried: bool
    ) -> tuple[Passed | None, tuple[Finding, ...]]:
        """Try to pass a hand under the preamble before it; also findings on its ruleset.

        A hand that was `tried` as written may pass as it was read, with the notes on its lines.
        """
        spoken = self.spoken
        if self._running is not None and not tried:
            self._running.judged = None
        notes = self.reader.pending
        if any(note.severity is not Severity.NOTE for note in notes):
            return None, ()
        if b"rules" in plain.data.lower() and _OWN_RULES.search(plain.data):
            return None, ()
        noted = read_noted_hand(plain, lines, number, self.reader.finder)
        if noted is None and (tried or not plain.is_ascii):
            return None, ()
        opened = Hand(
            session=spoken.session, carried=spoken.carried, new_match=spoken.new_match, new_evening=spoken.begun,
            between=tuple(spoken.between),            file=self.file, line=number, lines=tuple(lines), before=before,
        )  # fmt: skip
        said = self.session.choose(opened)
        if said:
            return None, said
        self._take_up()
        running = self._running
        if running is None:
            return None, ()
        running.judged = None
        self._note_ended_evening(opened)
        found = running.find_whole(plain.data if noted is None else noted.data)
        if found is None:
            return None, ()
        self._found = found
        mixes_openness = noted is not None and noted.mixes_openness
        passed = running.pass_hand(found, replace(opened, name=running.hand_name(found)), mixes_openness=mixes_openness)
        if passed is None:
            return None, ()
        spoken.take_hand_opening()
        notes, self.reader.pending = [*notes, *(() if noted is None else noted.notes)], []
        if notes:
            passed = passed._replace(notes=with_excerpts(notes, [*before, *lines], number - len(before)))
        return passed, ()

    def _note_evening(self, block: Block) -> None:
        """Note lines before a passed hand, which may begin another evening."""
        running = self._running
        score = running.evening_score if running is not None else None
        if running is None or score is None or not self._across_evenings:
            return
        plain = with_plain_layout(block.before, self.reader.finder.reported_codes)
        if not plain.is_as_written and not (plain.is_ascii and plain.has_all_lines):
            return
        text = block.before if plain.is_as_written else plain.data.decode("ascii")
        begun = find_beginning(text.split("\n")[:-1])
        if begun is not None:
            self._evening = RepeatedEvening(text, begun, running, score, text.isascii() and "?" not in text)

    def _last_judged(self) -> Judged | None:
        """The result of the last tried hand, if its moves are all legal."""
        return self._running.judged if self._running is not None else None

    def _explain_hand(self, hand: Hand, judged: Judged | None = None) -> Judgement | Unruled:
        self.explained += 1
        self._note_ended_evening(hand)
        self.sums_alone = None
        evening = self.session.evening
        if judged is not None and evening is not None:
            replayed = resettle_hand(hand, evening, judged)
            if replayed is not None:
                self.sums_alone = judged
                return replayed
        try:
            return self.session.replay(hand)
        except NoRulesError as error:
            return Unruled(hand, error.findings)

    def end_text(self) -> None:
        """End the text: the lines after the last hand belong to its evening."""
        self.spoken.end_evening()
        self._note_ended_evening(None)

    def _note_ended_evening(self, following: Hand | None) -> None:
        """Note the lines after the last hand of an evening, before another one begins."""
        evening, closed = self.session.evening, self.spoken.closed
        if evening is None or not (following is None or following.new_evening):
            return
        self.behind, self.totals_behind = (), {}
        if closed:
            # The evening may be closed once more, if its next hand has to be explained.
            snapshot = evening.take_snapshot()
            self.behind = evening.close_evening(closed).before
            self.totals_behind = evening.score.totals_by_person()
            evening.restore_snapshot(snapshot)

    # ------------------------------------------------------------------ the running score

    def _catch_up(self) -> None:
        """Tells the reader of matches that went by, and what the last hand was called."""
        running = self._running
        if running is None:
            return
        evening, (many, first) = self._evening, self._repeated
        if evening is not None and many:
            self._repeated = (0, 0)
            self.spoken.count += many - 1
            self.spoken.repeat_beginning(evening.begun, first)
            self.session.pinned = running.session = self.spoken.session
            self.spoken.take_hand_opening()
        if running.began is not None:
            number, called = running.began
            self.spoken.session = running.session = replace(running.session, match=number, match_name=called)
            running.began = None
        if running.went_on:
            self.reader.previous = (self.spoken.count, self.spoken.session.match, running.name.decode("ascii"))

    def _take_up_after_lines(self) -> None:
        """Make ready for plain hands, unless lines before the next one have findings."""
        if any(self.reader.lead) or self.reader.pending:
            self._running = None
        else:
            self._take_up()
            if self._running is not None:
                evening = self._running.evening
                evening.score = evening.score.with_people(self._running.who)

    def _take_up(self) -> None:
        """Makes ready for plain hands, if there can be any."""
        spoken, ruleset = self.spoken, self.session.chosen.ruleset
        ready = spoken.started and spoken.session.seats and not spoken.foreign
        ready = ready and self.session.may_keep_rules_for(spoken.session) and not self.session.may_rename
        if not ready or ruleset is None:
            self._running = None
            return
        evening = self.session.running(ruleset)
        running = self._running
        if running is None or not running.can_serve(evening, spoken.session):
            running = Running.from_session(evening, spoken.session)
        if running is not None:
            *match, name = self.reader.previous
            running.take_up(name if match == [spoken.count, spoken.session.match] else "")
        self._running = running
