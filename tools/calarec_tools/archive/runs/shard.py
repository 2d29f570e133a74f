"""The check of one shard: a unit of work that any process can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from calarec.bulk.checker import HandsPassed
from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.core.base.frozen import NamedTuple, dataclass, field
from calarec.core.base.spans import Span
from calarec.core.engine.state import NOTHING_CARRIED, Inherited
from calarec.core.judge.gains import GainsInARow, HandScore, PlainGains
from calarec.core.judge.score import is_disputed
from calarec.core.judge.turn import NOBODYS_TURN, Turn
from calarec.core.notation.blocks import MAX_LINE_CHARACTERS
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.lines import Finder
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.source import Text, read_chunks
from calarec.core.records.model import Hand, Preamble, RulesPin
from calarec.core.wording.findings import Finding
from calarec.core.wording.people import name_people_in
from calarec.record_judge.session import RecordJudge
from calarec_tools.archive.runs.kept_classes import keep_in_parts
from calarec_tools.archive.runs.shards import Shard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset

NO_END: Final = "CAL014"


class SingleHand(NamedTuple):
    """A judged hand: its findings, and its contribution to the running score."""

    before: Inherited
    """The state that the hand before was assumed to leave."""
    score: HandScore
    verdict: str
    findings: tuple[Finding, ...]
    closed: bool
    """True if totals have been stated."""
    asked: bool = False
    """True if judging it needed totals that were not known."""
    ruled: bool = True


class PlainHands(NamedTuple):
    """Consecutive hands of the same people, without findings."""

    before: Inherited
    session: Preamble
    who: tuple[str, ...]
    """The persons at the table."""
    match: tuple[int, str] | None
    """Number and name of the match that begins with the first."""
    line: int
    """A line before the first, or its own."""
    gains: list[PlainGains | GainsInARow]
    """The gains of a single hand, or of many."""
    after: list[tuple[Inherited, Turn, str, bool]]
    """The state after the last hand.

    That is: the carried state, the turn to deal, the last dealer, and True if totals have been stated.
    """


@dataclass(slots=True)
class ShardReport:
    """The result of checking a shard; reports are joined in the order of the file."""

    findings: list[Finding] = field(default_factory=list)
    """Findings that need no earlier shard, except those kept in `hands`."""
    verdicts: dict[str, int] = field(default_factory=dict)
    """The number of hands by verdict."""
    hands: list[SingleHand | PlainHands] = field(default_factory=list)
    """Hands to be added to the running score; empty if the shard is a whole file."""
    nameless: str = ""
    """The place of the first hand without a ruleset; empty if there is none."""
    seen: tuple[tuple[str, str], ...] = ()
    """Pairs of names that hands at its end were read by.

    Their ruleset is unknown.
    """

    def count_verdict(self, verdict: str, hands: int = 1) -> None:
        """More hands of this verdict, or fewer."""
        self.verdicts[verdict] = self.verdicts.get(verdict, 0) + hands


keep_in_parts(SingleHand, PlainHands, ShardReport)


class EveryFinder(Finder):
    """Reports each finding every time, not once for a file."""

    def drop_repeated_notes(self, notes: list[Finding]) -> list[Finding]:
        """All of them."""
        return notes


def check_shard(
    shard: Shard, *, asked: Ruleset | None = None, every: bool = False, loaded: dict[str, Ruleset] | None = None
) -> ShardReport:
    """Check a shard; `asked` is the ruleset for it, None: those of the record.

    `loaded` keeps the rulesets of ids from one file of a run to the next.
    """
    return _Checker(shard, asked, every=every, loaded=loaded).report()


def check_whole(
    file: str,
    shards: Iterator[Shard],
    *,
    asked: Ruleset | None = None,
    every: bool = False,
    loaded: dict[str, Ruleset] | None = None,
    watch: HandWatch | None = None,
) -> Iterator[tuple[Shard, ShardReport]]:
    """Check all shards of a file in turn, with the state of the shards before.

    Findings that are reported once for a file are not repeated.
    """
    return _Checker(Shard(file), asked, every=every, loaded=loaded, watch=watch).reports(shards)


class HandWatch(Protocol):
    """Sees judged hands with their possible ends, until it has seen enough."""

    @property
    def is_done(self) -> bool:
        """True if it needs to see no more hands."""

    def see_hand(self, judged: Judgement, /) -> None:
        """One more hand."""


class _Checker:
    """One shard on its way."""

    def __init__(
        self,
        shard: Shard,
        asked: Ruleset | None,
        *,
        every: bool,
        loaded: dict[str, Ruleset] | None,
        watch: HandWatch | None = None,
    ) -> None:
        self.shard = shard
        self.whole = shard.first and shard.last
        self.evening = PreambleBuilder(shard.file)
        self.reader = HandReader(shard.file, self.evening)
        self.watch = watch
        self.judge = RecordJudge(
            asked, silent=not self.whole, known=shard.first, loaded=loaded, finds_ends=watch is not None
        )
        self.verifier = Verifier(self.reader, self.judge, line=shard.line)
        if every:
            self.reader.finder = EveryFinder(shard.file)
        self.done = ShardReport()
        self.unread: list[Finding] = []
        """Why the text cannot be read further."""
        self.refused: set[RulesPin | int] = set()
        self.passed = 0
        self.before = NOTHING_CARRIED
        """The state that the hand before left."""
        if not shard.first:
            self._begin_in_the_middle()

    def _begin_in_the_middle(self) -> None:
        """Begin with the state at the start of the shard, without reporting it again."""
        context = self.shard.context
        self.evening.session = context.session
        self.evening.count = context.evenings
        self.evening.started = True
        self.evening.foreign = context.foreign
        self.reader.previous = (context.evenings, context.session.match, context.name)
        if context.held is not None and (context.held.rules or self.judge.asked):
            self.judge.choose(Hand(session=context.held, file=self.shard.file))

    def report(self) -> ShardReport:
        """Goes through all hands."""
        text = self.shard.shard_text()
        for verdict in self.verifier.verify_in_runs(self._chunks(text), across_evenings=self.whole):
            self._take_verdict(verdict)
        return self._final_report(text)

    def reports(self, shards: Iterator[Shard]) -> Iterator[tuple[Shard, ShardReport]]:
        """Check all hands of a file; yield the report of each shard once it is complete."""
        begun: list[Shard] = []

        def pieces() -> Iterator[str]:
            for shard in shards:
                begun.append(shard)
                yield from self._chunks(shard.shard_text())

        for verdict in self.verifier.verify_in_runs(pieces(), across_evenings=self.whole):
            while len(begun) > 1:
                yield begun.pop(0), self._report_so_far()
            self._take_verdict(verdict)
        while len(begun) > 1:
            yield begun.pop(0), self._report_so_far()
        self.shard = begun[0]
        yield self.shard, self._final_report(self.shard.shard_text())

    def _chunks(self, text: str) -> Iterator[str]:
        return read_chunks(Text(text, self.shard.file), "utf-8", self.unread)

    def _report_so_far(self) -> ShardReport:
        """Return the findings since the last call."""
        if self.passed:
            self.done.count_verdict("legal", self.passed)
        done, self.done, self.passed = self.done, ShardReport(), 0
        done.findings += self.unread
        self.unread.clear()
        return done

    def _final_report(self, text: str) -> ShardReport:
        """Return the remaining findings; `text` is that of the last shard."""
        done = self._report_so_far()
        done.seen = tuple(sorted(self.judge.seen))
        done.findings += self.reader.findings_after_last()
        if self.shard.last:
            done.findings += self._end_of_file(text)
        return done

    def _take_verdict(self, verdict: Passed | HandsPassed | Judgement | Unruled) -> None:
        """Add a verdict to the report.

        Plain hands pass through the compiled filter, which only accepts hands in order; the others are explained.
        """
        if isinstance(verdict, HandsPassed):
            self.passed += verdict.many
            if not self.whole:
                self._in_a_row(verdict.gains_in_a_row, verdict.match)
        elif isinstance(verdict, Passed):
            self.passed += 1
            if not self.whole:
                self._add_passed_hand(verdict)
            elif verdict.notes:
                self.done.findings += name_people_in(verdict.notes, self.evening.session.people)
        elif isinstance(verdict, Unruled):
            self._report_missing_rules(verdict)
        else:
            self.done.count_verdict(verdict.verdict)
            if self.watch is not None:
                self._show_to_watch(self.watch, verdict)
            found = tuple(sorted(verdict.findings, key=place_of_finding))
            if self.whole:
                self.done.findings += name_people_in(found, verdict.hand.session.people)
            else:
                self._add_explained_hand(verdict, found)

    def _show_to_watch(self, watch: HandWatch, judged: Judgement) -> None:
        """Shows a hand; what hands can have come to is found only until the watch is done."""
        watch.see_hand(judged)
        if watch.is_done:
            self.watch, self.judge.finds_ends = None, False
            if self.judge.evening is not None:
                self.judge.evening.finds_ends = False

    def _add_passed_hand(self, verdict: Passed) -> None:
        """Add a hand to those in a row; after a table event it is a single hand."""
        evening = self.judge.evening
        assert evening is not None
        if verdict.opened is not None:
            gains = dict(zip(self.verifier.labels, verdict.gains, strict=True))
            score = HandScore(verdict.opened, gains, {}, evening.turn.dealt_by, evening.turn.turn, evening.inherited,
                              counts=verdict.counts)  # fmt: skip
            self.done.hands.append(SingleHand(self.before, score, "legal", verdict.notes, evening.score.has_basis))
            self.before = evening.inherited
        else:
            self._in_a_row(PlainGains(verdict.gains, verdict.counts), verdict.match)

    def _in_a_row(self, gains: PlainGains | GainsInARow, match: tuple[int, str] | None) -> None:
        """Add gains to the hands in a row; begin a new row with a match or after a break."""
        evening = self.judge.evening
        assert evening is not None
        state = (evening.inherited, evening.turn.turn, evening.turn.dealt_by, evening.score.has_basis)
        last = self.done.hands[-1] if self.done.hands else None
        if not isinstance(last, PlainHands) or match is not None:
            session, line = self.evening.session, self.verifier.line_number
            last = PlainHands(self.before, session, evening.score.people, match, line, [], [state])
            self.done.hands.append(last)
        last.gains.append(gains)
        last.after[0] = state
        self.before = evening.inherited

    def _add_explained_hand(self, verdict: Judgement, found: tuple[Finding, ...]) -> None:
        evening = self.judge.evening
        assert evening is not None
        last_hand, turn = evening.last_hand, evening.turn
        gains = dict(last_hand.gains) if last_hand.is_settled else None
        score = HandScore(
            verdict.hand, gains, dict(last_hand.paid_wrong), turn.dealt_by, turn.turn, evening.inherited,
            disputed=is_disputed(found), marks=last_hand.marks, counts=evening.match.is_deal_counted,
        )  # fmt: skip
        before, self.before = self.before, evening.inherited
        self.done.hands.append(
            SingleHand(before, score, verdict.verdict, found, evening.score.has_basis, asked=evening.has_asked)
        )  # fmt: skip

    def _report_missing_rules(self, hand: Unruled) -> None:
        """Report it once for each `rules` line."""
        found = [*hand.hand.findings]
        verdict = "unreadable" if hand.hand.broken else "unchecked"
        self.done.count_verdict(verdict)
        session, held = hand.hand.session, self.shard.context.held
        pin = session.rules or session.rules_unread
        if pin not in self.refused:
            self.refused.add(pin)
            if held is None or pin != (held.rules or held.rules_unread):
                found += hand.findings
                if not hand.findings:
                    self.done.nameless = self.done.nameless or f"{hand.hand.file}:{hand.hand.line}"
        found.sort(key=place_of_finding)
        if self.whole:
            self.done.findings += name_people_in(found, session.people)
            return
        score = HandScore(hand.hand, None, {}, "", NOBODYS_TURN, self.before, counts=None)
        self.done.hands.append(SingleHand(self.before, score, verdict, tuple(found), closed=False, ruled=False))

    def _end_of_file(self, text: str) -> Iterator[Finding]:
        if text and not text.endswith("\n"):
            line = self.shard.line + text.count("\n")
            column = len(text) - text.rfind("\n")
            yield Finding(code=NO_END, span=Span.from_column(self.shard.file, line, min(column, MAX_LINE_CHARACTERS)))
        yield from self.shard.findings


def place_of_finding(finding: Finding) -> tuple[int, int]:
    """Line and column."""
    return finding.span.line, finding.span.column
