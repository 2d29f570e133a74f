"""The check of files shard by shard, with one running score for each file."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.engine.state import NOTHING_CARRIED
from calarec.core.judge.gains import GainsInARow
from calarec.core.judge.plain_hands import take_plain_hands
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.lines import REPORTED_ONCE
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.source import UNREADABLE_CODES, Text
from calarec.core.records.model import Hand, Preamble
from calarec.core.wording.language import Listing
from calarec.core.wording.people import name_people_in
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
from calarec_tools.archive.runs.driver import run_in_order
from calarec_tools.archive.runs.shard import (
    PlainHands,
    ShardReport,
    SingleHand,
    check_shard,
    check_whole,
    place_of_finding,
)
from calarec_tools.archive.runs.shards import TARGET_SHARD_BYTES, Shard, shards
from calarec_tools.archive.runs.workers import Crew, LostTask

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from concurrent.futures import Executor

    from calarec.core.engine.state import Inherited
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.findings import Finding
    from calarec_tools.archive.runs.shard import HandWatch


class Part(NamedTuple):
    """The findings of a shard, in the order of their places.

    They take the running score of the file into account.
    """

    shard: Shard
    findings: tuple[Finding, ...]
    report: ShardReport
    lost: LostTask | None = None
    """The reason why the content of the shard is unknown."""

    @property
    def is_unreadable(self) -> bool:
        """True if the file could not be read to its end, or has no ruleset."""
        unread = any(finding.code in UNREADABLE_CODES for finding in self.findings)
        return self.lost is not None or bool(self.report.nameless) or unread


def check_files(
    files: Iterable[str | Text],
    *,
    rules: Ruleset | str | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    parts: str = "",
    size: int | None = None,
    every: bool = False,
    watch: HandWatch | None = None,
) -> Iterator[Part]:
    """Check files or texts; findings come in their order.

    `rules` is the ruleset for all of them, loaded now; None for those that the records name. Shards are checked apart
    from one another where several work, where parts are kept and where their `size` is asked for.
    With `every`, findings that are printed only once for a file are all given, so that each can be fixed.
    A `watch` sees the hands of files that are checked whole.
    """
    asked = load_ruleset(rules) if isinstance(rules, str) else rules
    if executor is None and not parts and size is None:
        loaded: dict[str, Ruleset] = {}
        for each in files:
            yield from _parts_of_whole_file(each, asked, every=every, loaded=loaded, watch=watch)
        return
    cut = (
        shard
        for each in files
        for shard in (_only_shard(each) if isinstance(each, Text) else shards(each, size=size or TARGET_SHARD_BYTES))
    )
    joined: dict[str, _File] = {}
    # Where several work, each finds the rulesets once: work is unpacked once by each.
    work = partial(check_shard, asked=asked, every=every, loaded={} if executor is not None and not parts else None)
    for shard, found in run_in_order(cut, work, Crew(executor, workers, parts), send=Shard.to_be_sent, bundled=True):
        file = joined.get(shard.file)
        if file is None:
            file = joined[shard.file] = _File(asked, every=every)
        if isinstance(found, LostTask):
            file.lose()
            yield Part(shard, (), ShardReport(), found)
        else:
            yield Part(shard, tuple(file.take_shard(shard, found)), found)
        if shard.last:
            del joined[shard.file]


def _only_shard(text: Text) -> Iterator[Shard]:
    """A text as the one shard of its file."""
    yield Shard(text.file, text=text.text)


def _parts_of_whole_file(
    file: str | Text, asked: Ruleset | None, *, every: bool, loaded: dict[str, Ruleset], watch: HandWatch | None
) -> Iterator[Part]:
    """Yield the parts of a file that is checked from start to end, with its score."""
    joined = _File(asked, every=every)
    name, pieces = (file.file, _only_shard(file)) if isinstance(file, Text) else (file, shards(file, alone=True))
    for shard, found in check_whole(name, pieces, asked=asked, every=every, loaded=loaded, watch=watch):
        yield Part(shard, tuple(joined.take_shard(shard, found)), found)


class _File:
    """State carried between the shards of a file: score, and findings reported once."""

    def __init__(self, asked: Ruleset | None, *, every: bool) -> None:
        self.judge = RecordJudge(asked)
        self.told: set[str] = set()
        self.renamed: set[object] = set()
        """Names that a note about their reading was printed for.

        By the wording of the note; notes about names of a pin have none.
        """
        self.every = every
        self.lines: tuple[Shard, list[str]] | None = None
        self.lost = False
        """True if a shard was lost and no totals have been stated since."""

    def lose(self) -> None:
        """Take note of a lost shard: the score after it is unknown."""
        self.judge = RecordJudge(self.judge.asked, known=False)
        self.lost = True

    def take_shard(self, shard: Shard, report: ShardReport) -> Iterator[Finding]:
        """The findings of the next shard, in the order of their places."""
        found: list[Finding] = []
        for hands in report.hands:
            if isinstance(hands, SingleHand):
                of_hand = sorted(self._findings_of_hand(hands, report), key=place_of_finding)
                found += name_people_in(of_hand, hands.score.hand.session.people)
            else:
                found += name_people_in(self._findings_of_plain_hands(hands, shard, report), hands.session.people)
        self.lines = None
        if report.hands:
            self.judge.seen |= frozenset(report.seen)
        found += report.findings  # what belongs to no hand is told behind it
        for finding in sorted(found, key=place_of_finding) if report.hands else found:
            if finding.code in REPORTED_ONCE and not self.every:
                if finding.code in self.told:
                    continue
                self.told.add(finding.code)
            if finding.code == "CAL808" and finding.wording and not self.every:
                pairs = finding.args["pairs"]
                assert isinstance(pairs, Listing)
                if self.renamed.issuperset((finding.wording, pair) for pair in pairs.items):
                    continue
                self.renamed.update((finding.wording, pair) for pair in pairs.items)
            yield finding

    @property
    def _inherited_score(self) -> Inherited:
        return NOTHING_CARRIED if self.judge.evening is None else self.judge.evening.inherited

    def _findings_of_hand(self, hand: SingleHand, report: ShardReport) -> Sequence[Finding]:
        """Return the findings of a hand, after judging it again where needed.

        That is needed if the hand before leaves something else than the shard assumed.
        """
        score = hand.score
        if not hand.ruled:
            self.judge.choose(score.hand)
            if self.judge.evening is not None:
                self.judge.evening.pass_over(score.hand)
            return hand.findings
        inherits = self._inherited_score == hand.before or score.hand.new_evening
        if hand.asked or not inherits or self._is_read_anew(score.hand.session):
            return self._judge_again(whole_hand(score.hand), hand.verdict, report)
        self.judge.choose(score.hand)
        evening = self._evening_totals()
        if evening.match.ended is not None or evening.turn.due_seat not in ("", score.dealer):
            score = score._replace(hand=whole_hand(score.hand))
        before, behind = evening.take_hand(score)
        evening.score = evening.score._replace(has_basis=evening.score.has_basis or hand.closed)
        return [*before, *hand.findings, *behind]

    def _findings_of_plain_hands(self, hands: PlainHands, shard: Shard, report: ShardReport) -> Iterator[Finding]:
        """Yield the findings of plain hands in a row."""
        same = self._inherited_score == hands.before
        anew = self._is_read_anew(hands.session)
        evening = self._evening_totals()
        if hands.match is not None:
            evening.begin_match(hands.match[0], hands.who)
        if anew or (hands.match is None and not same):
            for number in range(sum(row.many if isinstance(row, GainsInARow) else 1 for row in hands.gains)):
                yield from self._judge_again(self._hand_of(hands, number, shard), "legal", report)
            return
        evening.score = evening.score.with_people(hands.who)
        yield from take_plain_hands(evening, hands.gains, lambda number: self._hand_of(hands, number, shard))
        evening.inherited, turn, dealt_by, closed = hands.after[0]
        evening.turn = evening.turn._replace(turn=turn, dealt_by=dealt_by)
        evening.score = evening.score._replace(has_basis=evening.score.has_basis or closed)

    def _is_read_anew(self, session: Preamble) -> bool:
        """Check whether hands of earlier shards change how names of this one are read.

        A shard cannot know that when it is checked apart.
        """
        return bool(self.judge.seen) and self.judge.may_keep_rules_for(session)

    def _judge_again(self, hand: Hand, verdict: str, report: ShardReport) -> Sequence[Finding]:
        replayed = self.judge.replay(hand)
        report.count_verdict(verdict, -1)
        report.count_verdict(replayed.verdict)
        return replayed.findings

    def _evening_totals(self) -> RunningTotals:
        ruleset = self.judge.chosen.ruleset
        assert ruleset is not None
        evening = self.judge.running(ruleset)
        if self.lost:
            evening.score, self.lost = evening.score._replace(is_unsure=True), False
            evening.match = evening.match.with_gap(evening.game)
        return evening

    def _hand_of(self, hands: PlainHands, number: int, shard: Shard) -> Hand:
        """One of several hands in a row, from its text."""
        if self.lines is None:
            self.lines = (shard, shard.shard_text().split("\n"))
        lines = self.lines[1]
        first = hands.line - shard.line
        at = next(islice((n for n in range(first, len(lines)) if lines[n].startswith("hand")), number, None))
        end = next(n for n in range(at, len(lines)) if lines[n].startswith("end"))
        own = tuple(lines[at : end + 1])
        return whole_hand(Hand(session=hands.session, file=shard.file, line=shard.line + at, lines=own))


def whole_hand(hand: Hand) -> Hand:
    """A hand with its statements, if they were not read."""
    if hand.statements or hand.broken:
        return hand
    evening = PreambleBuilder(hand.file)
    evening.session = hand.session
    read = HandReader(hand.file, evening).read_hand_lines(list(hand.lines), hand.line)
    return replace(read, carried=hand.carried, between=hand.between, new_match=hand.new_match,
                   new_evening=hand.new_evening, before=hand.before)  # fmt: skip
