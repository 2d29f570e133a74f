"""Checks one shard: the unit of work that any process, or any machine that sees the files, can do alone."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from calarec.base.frozen import dataclass, field
from calarec.base.spans import Span
from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.judge.running_totals import Deferred, Stretch, totals_of
from calarec.judge.session import NoRulesError
from calarec.judge.session import RecordJudge as Replaying
from calarec.notation.blocks import LINE, blocks
from calarec.notation.hand_reader import HandReader
from calarec.notation.line_findings import Finder
from calarec.notation.preamble import PreambleBuilder
from calarec.notation.source import Text, chunks
from calarec.records.model import Hand, Preamble, RulesPin
from calarec.wording.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.ruleset import Ruleset
    from calarec.notation.blocks import Block
    from calarec_tools.runs.shards import Shard

NO_END: Final = "CAL014"


@dataclass(slots=True)
class ShardReport:
    """What checking a shard gave. Reports of one file are joined in the order of the file."""

    findings: list[Finding] = field(default_factory=list)
    verdicts: dict[str, int] = field(default_factory=dict)
    """How many hands came to each verdict."""
    stretches: list[Stretch] = field(default_factory=list)
    """The running score, as far as it can be told without what went before."""
    nameless: str = ""
    """The place of the first hand for which no ruleset is named; empty if there is none."""

    def count(self, verdict: str) -> None:
        """One more hand of this verdict."""
        self.verdicts[verdict] = self.verdicts.get(verdict, 0) + 1


class _Every(Finder):
    """Says each time what others say once for a file."""

    def once(self, notes: list[Finding]) -> list[Finding]:
        """All of them."""
        return notes


def check_shard(shard: Shard, *, rules: str | None = None, every: bool = False) -> ShardReport:
    """Every finding of a shard; `rules` is the ruleset asked for, None for those that the record names."""
    checker = _Checker(shard, rules)
    if every:
        checker.reader.finder = _Every(shard.file)
    return checker.report()


class _Checker:
    """One shard on its way."""

    def __init__(self, shard: Shard, rules: str | None) -> None:
        self.shard = shard
        self.evening = PreambleBuilder(shard.file)
        self.reader = HandReader(shard.file, self.evening)
        self.replaying = Replaying(None if rules is None else asked_for(rules), ledger=Deferred(first=shard.first))
        self.done = ShardReport()
        self.refused: set[RulesPin | int] = set()
        self.passed = 0
        if not shard.first:
            self._begin_in_the_middle()

    def _begin_in_the_middle(self) -> None:
        """Knows what the file has said before, and says nothing of it again."""
        context = self.shard.context
        self.evening.session = context.session
        self.evening.count = context.evenings
        self.evening.started = True
        self.evening.foreign = context.foreign
        self.reader.previous = (context.evenings, context.session.match, context.name)
        if context.session.rules or self.replaying.asked:
            self.replaying.choose(Hand(session=context.session, file=self.shard.file))

    def report(self) -> ShardReport:
        """Goes through all hands."""
        text = self.shard.read()
        at = self._end_of_lead(text)
        for block in blocks(iter([text[:at]] if at else [])):
            self._lead(block._replace(line=block.line + self.shard.line - self.shard.lead - 1))
        text = text[at:]
        self._verify(chunks(Text(text, self.shard.file), "utf-8", self.done.findings))
        self.done.findings += self.reader.after_the_last()
        if self.shard.last:
            self._end_of_file(text)
        if self.replaying.evening is not None:
            evening = self.replaying.evening
            ledger = evening.ledger
            assert isinstance(ledger, Deferred)
            self.done.stretches = ledger.end(evening.totals, unsure=evening.unsure)
        return self.done

    def _lead(self, block: Block) -> None:
        """A hand of the shard before: it tells what it leaves to the next one, and nothing else."""
        kept = self.evening.count, self.evening.session, self.reader.previous
        stated: dict[str, int] = {}
        for hand in self.reader.hands(block):
            stated = totals_of(hand)
            if not hand.broken:
                try:
                    self.replaying.replay(hand)
                except NoRulesError:
                    continue
        evening = self.replaying.evening
        if evening is not None:
            evening.totals, evening.deals, evening.unsure, evening.gains, evening.ended = {}, 0, False, {}, None
            evening.began = None
        self.replaying.ledger = Deferred(stated)
        if evening is not None:
            evening.ledger = self.replaying.ledger
        self.evening.count, self.evening.session, self.reader.previous = kept

    def _end_of_lead(self, text: str) -> int:
        at = 0
        for _ in range(self.shard.lead):
            at = text.index("\n", at) + 1
        return at

    def _verify(self, pieces: Iterator[str]) -> None:
        """Plain hands pass by the compiled way, which only says what is in order; the others are explained."""
        for verdict in Verifier(self.reader, self.replaying, line=self.shard.line).verify(pieces):
            if isinstance(verdict, Passed):
                self.passed += 1
            elif isinstance(verdict, Unruled):
                self._unruled(verdict)
            else:
                self.done.findings += sorted(verdict.diagnostics, key=place) if verdict.diagnostics else ()
                self.done.count(verdict.verdict)
        if self.passed:
            self.done.verdicts["legal"] = self.done.verdicts.get("legal", 0) + self.passed

    def _unruled(self, hand: Unruled) -> None:
        """Says it once for each `rules` line."""
        self.done.findings += hand.hand.findings
        self.done.count("unreadable" if hand.hand.broken else "unchecked")
        session, context = hand.hand.session, self.shard.context.session
        pin = session.rules or session.rules_unread
        if pin in self.refused:
            return
        self.refused.add(pin)
        told = not self.shard.first and pin == (context.rules or context.rules_unread)
        if told:
            return
        self.done.findings += hand.diagnostics
        if not hand.diagnostics:
            self.done.nameless = self.done.nameless or f"{hand.hand.file}:{hand.hand.line}"

    def _end_of_file(self, text: str) -> None:
        if text and not text.endswith("\n"):
            line = self.shard.line + text.count("\n")
            column = len(text) - text.rfind("\n")
            self.done.findings.append(Finding(code=NO_END, span=Span.at(self.shard.file, line, min(column, LINE))))
        self.done.findings += self.shard.findings


def place(finding: Finding) -> tuple[int, int]:
    """Line and column."""
    return finding.span.line, finding.span.column


@cache
def asked_for(rules: str) -> Ruleset:
    """The ruleset of `--rules`, loaded once in each process."""
    from calarec.rulesets.load import load_rules

    return load_rules(rules)


__all__ = ["Preamble", "ShardReport", "asked_for", "check_shard", "place"]
