"""The rows of an archive that a shard gives: the unit of work of `archive build` and `stats`.

In go whole evenings, out come files of rows, one for each table, and how many rows there are. Hands of which the
compiled filter has nothing to say are settled from what it has worked out; all others are replayed. Both give the same
rows.
"""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from calarec.base.frozen import NamedTuple
from calarec.bulk.running import Running
from calarec.bulk.slips import settled
from calarec.judge.session import RecordJudge
from calarec.notation.source import UNREADABLE
from calarec.records import model as rec
from calarec.rulesets.cache import sha256, versions
from calarec_tools.archive.archive_tables import (
    CHANGES,
    EVENINGS,
    FINDINGS,
    HANDS,
    IDENTIFIED,
    RULESETS,
    SCHEMA,
    SEATS,
    TRICKS,
    settled_cells,
)
from calarec_tools.archive.candidates import identified
from calarec_tools.formats.columns import SEAT_COLUMNS, SHARED_COLUMNS, changed_totals, settled_hand
from calarec_tools.runs.output_files import refuse_unread
from calarec_tools.runs.shards import records_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.judge.judgement import Judgement
    from calarec.mechanisms.ruleset import Ruleset
    from calarec.records.model import Hand
    from calarec_tools.archive.archive_tables import ArchiveTable
    from calarec_tools.formats.columns import SettledHand
    from calarec_tools.runs.shards import Shard

_WRITERS: Final = ("scorer", "writer", "recorder")
"""Tags that say who kept the record."""
_OWN_SEATS: Final = tuple(each for each in SEAT_COLUMNS if each.name != "adjusted")


class RowsWanted(NamedTuple):
    """What rows are to hold."""

    asked: Ruleset | None = None
    tricks: bool = False
    candidates: tuple[Ruleset, ...] = ()
    """Rulesets that are tried on every evening."""

    def identity(self) -> str:
        """All that the rows of a text rest on besides it."""
        rules = (self.asked.digest, self.asked.id) if self.asked else ()
        return repr((SCHEMA, versions(), rules, self.tricks, [(each.id, each.digest) for each in self.candidates]))


class ShardRows(NamedTuple):
    """The files of a shard's rows, by the table, and how many hands they tell."""

    file: str
    files: dict[str, str]
    hands: int


def shard_rows(shard: Shard, *, wanted: RowsWanted, folder: str) -> Iterator[ShardRows]:
    """Writes the rows of a shard; each file is written under another name and put in its place at once."""
    name = sha256(f"{wanted.identity()}\n{shard.identity()}".encode("utf-8", "surrogatepass"))[:40]
    writer = _RowWriter(folder, name)
    try:
        hands = _Rows(shard, wanted, writer).written()
        yield ShardRows(shard.file, writer.kept(), hands)
    finally:
        writer.dropped()


class _RowWriter:
    """Files of rows on their way: one for each table of which there is a row."""

    def __init__(self, folder: str, name: str) -> None:
        self.stem = os.path.join(folder, name)  # noqa: PTH118
        self.draft = f".{os.getpid():x}-{os.urandom(6).hex()}"
        self.open: dict[str, IO[str]] = {}
        self.stack = ExitStack()

    def add(self, table: ArchiveTable, row: dict[str, Any]) -> None:
        """One row more."""
        stream = self.open.get(table.name)
        if stream is None:
            draft = Path(self._file(table.name) + self.draft)
            stream = self.stack.enter_context(draft.open("w", encoding="utf-8"))
            self.open[table.name] = stream
        stream.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")).translate(_HARMLESS) + "\n")

    def _file(self, table: str) -> str:
        return f"{self.stem}.{table}.jsonl"

    def kept(self) -> dict[str, str]:
        """The files in their places."""
        self.stack.close()
        found = {}
        for table in self.open:
            os.replace(self._file(table) + self.draft, self._file(table))  # noqa: PTH105
            found[table] = self._file(table)
        self.open = {}
        return found

    def dropped(self) -> None:
        """Takes away what was not put in its place."""
        self.stack.close()
        for table in self.open:
            os.unlink(self._file(table) + self.draft)  # noqa: PTH108


_HARMLESS: Final = dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)
"""No table can hold bytes that are no text."""


class QuickJudge:
    """Judges the hands of a file one by one: the same judgement and row as a `RecordJudge`, sooner for plain hands."""

    def __init__(self, asked: Ruleset | None) -> None:
        self.judge = RecordJudge(asked)
        self.winners: tuple[str, ...] | None = None
        """Who won the tricks of the last hand, where no events tell it."""
        self._running: Running | None = None

    def replay(self, hand: Hand) -> Judgement:
        """The judgement of a hand."""
        self.winners = None
        return self._quickly(hand) or self.judge.replay(hand)

    def _quickly(self, hand: Hand) -> Judgement | None:
        judge, evening = self.judge, self.judge.evening
        if evening is None or judge.pinned is not hand.session:
            return None
        if hand.findings or judge.chosen.foreign:
            return None
        running = self._running
        if running is None or running.session is not hand.session or running.game is not evening.game:
            running = self._running = Running.of(evening, hand.session)
        text = "".join([f"{line}\n" for line in hand.lines])
        found = running.pattern.fullmatch(text.encode("ascii", "replace")) if running is not None else None
        if running is None or found is None:
            return None
        kept = evening.kept()
        passed = running.passes(found, hand)
        evening.take_back(kept)
        judged = running.judged
        replayed = settled(hand, evening, judged) if passed is not None and judged is not None else None
        if replayed is None or replayed.setting is None or judged is None or replayed.diagnostics:
            if replayed is not None:
                evening.take_back(kept)
            return None
        leaders = [each.leader for each in hand.every(rec.Trick)]
        self.winners = (*leaders[1:], replayed.setting.labels[replayed.setting.active[judged.last]])
        return replayed


class _Rows:
    """The rows of one shard."""

    def __init__(self, shard: Shard, wanted: RowsWanted, writer: _RowWriter) -> None:
        self.shard, self.wanted, self.writer = shard, wanted, writer
        self.judge = QuickJudge(wanted.asked)
        self.number = shard.context.evenings
        self.evening: dict[str, Any] = {}
        self.last: SettledHand | None = None
        self.rulesets: set[str] = set()
        self.totals: dict[str, int] = {}

    def written(self) -> int:
        """Writes them all; how many hands there were."""
        records = records_of(self.shard)
        hands = 0
        for hand in records:
            if not self.evening or hand.new_evening:
                self._closed(records.closed)
                self._opened(hand)
            hands += 1
            self._hand(hand)
        refuse_unread(each for each in records.findings if each.code in UNREADABLE)
        self._closed(records.closed)
        if self.wanted.candidates:
            self._identified()
        return hands

    def _opened(self, hand: Hand) -> None:
        tags = {tag.name: tag.text for tag in hand.session.tags}
        event = ", ".join(each for each in (tags.get("event", ""), hand.session.table) if each)
        self.number += 1
        self.totals, self.last = {}, None
        self.evening = {
            "file": hand.file, "line": hand.line, "evening": self.number, "event": event or None,
            "date": tags.get("date"), "hands": 0, "rules": {},
            "writer": next((tags[each] for each in _WRITERS if each in tags), None),
        }  # fmt: skip

    def _closed(self, behind: Iterable[rec.TableStatement]) -> None:
        """The evening with what stands behind its last hand."""
        if not self.evening:
            return
        row = self.judge.judge.evening.close(tuple(behind)) if behind and self.judge.judge.evening else None
        if row is not None and self.last is not None:
            self._changes(self.last, row.before, sure=self.last.sure)
        self.writer.add(EVENINGS, self.evening | {"rules": " ".join(self.evening["rules"])})
        self.evening = {}

    def _hand(self, hand: Hand) -> None:
        replayed = self.judge.replay(hand)
        evening = self.judge.judge.evening
        assert evening is not None
        assert evening.row is not None
        told = settled_hand(replayed, evening.row, self.number, winners=self.judge.winners)
        self._ruleset(told.ruleset)
        self._changes(told, told.before, sure=self.last.sure if self.last else True)
        self.evening["hands"] += 1
        self.evening["rules"][told.ruleset.id] = None
        place = {"file": told.file, "line": told.line, "evening": self.number}
        self.writer.add(HANDS, settled_cells(SHARED_COLUMNS, told) | {
            "digest": told.ruleset.digest, "date": self.evening["date"], "units": told.units,
            "pay_units": told.pay_units, "total_units": told.total_units, "errors": told.errors,
            "warnings": told.warnings,
        })  # fmt: skip
        for seat in told.seats:
            self.writer.add(SEATS, place | settled_cells(_OWN_SEATS, (told, seat)))
        for each in replayed.diagnostics:
            self.writer.add(FINDINGS, place | {
                "hand": told.hand, "code": each.code, "severity": str(each.severity), "at_line": each.span.line,
                "at_column": each.span.column, "rule": each.rule.path if each.rule else None,
                "source": each.rule.source if each.rule else None,
            })  # fmt: skip
        if self.wanted.tricks:
            self._tricks(hand, replayed, told, place)
        self.last, self.totals = told, dict(told.totals)

    def _changes(self, hand: SettledHand, events: Iterable[Any], *, sure: bool) -> None:
        for each in changed_totals(hand, events, self.totals, sure=sure):
            self.writer.add(CHANGES, {
                "file": hand.file, "line": each.line, "evening": self.number, "kind": each.kind,
                "seat": each.seat or None, "person": each.person, "total": each.total, "adjusted": each.adjusted,
            })  # fmt: skip

    def _ruleset(self, ruleset: Ruleset) -> None:
        if ruleset.digest not in self.rulesets:
            self.rulesets.add(ruleset.digest)
            self.writer.add(RULESETS, {
                "id": ruleset.id, "version": ruleset.version, "digest": ruleset.digest,
                "title": ruleset.title.in_language("en"), "tree": json.dumps(ruleset.tree, ensure_ascii=False),
            })  # fmt: skip

    def _tricks(self, hand: Hand, replayed: Judgement, told: SettledHand, place: dict[str, Any]) -> None:
        """Every card that was played, by the seat whose turn it was."""
        setting = replayed.setting
        if setting is None or hand.broken:
            return
        order = [setting.labels[seat] for seat in setting.active]
        tricks = hand.every(rec.Trick)
        for number, trick in enumerate(tricks, 1):
            if trick.leader not in order:
                continue
            at = order.index(trick.leader)
            winner = told.winners[number - 1] if len(told.winners) >= number else None
            for turn, card in enumerate(trick.cards):
                seat = order[(at + turn) % len(order)]
                won = None if winner is None else seat == winner
                self.writer.add(TRICKS, place | {
                    "trick": number, "place": turn + 1, "seat": seat, "card": card, "won": won,
                })  # fmt: skip

    def _identified(self) -> None:
        """How each candidate fits each evening."""
        for number, found in enumerate(identified(self.shard, self.wanted.candidates), self.shard.context.evenings + 1):
            alike = {each.ruleset.digest for each in found.undecided} | {found.best.ruleset.digest}
            for rank, each in enumerate(found.candidates, 1):
                self.writer.add(IDENTIFIED, {
                    "file": found.file, "line": found.line, "evening": number, "rules": each.ruleset.id,
                    "digest": each.ruleset.digest, "place": rank, "fits": each.fits,
                    "alike": each.ruleset.digest in alike, "tried": each.tried, "against": len(each.wrong),
                })  # fmt: skip
