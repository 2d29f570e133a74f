"""Rows of an archive from one shard: the work of `archive build` and `stats`.

In go whole evenings, out come files of rows (CSV, in which an empty cell means NULL), one for each table; none if there
was no hand.
"""

from __future__ import annotations

import codecs
import csv
import hashlib
import json
import os
from collections import Counter
from contextlib import ExitStack, contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from calarec.bulk.running import Passed
from calarec.core.base.frozen import NamedTuple
from calarec.rule_files.cache import sha256, versions
from calarec_tools.archive.archive_tables import (
    BALANCES,
    CHANGES,
    EVENINGS,
    FINDINGS,
    HANDS,
    IDENTIFIED,
    RULESETS,
    SCHEMA,
    SEATS,
    TABLES,
    TRICKS,
)
from calarec_tools.archive.candidates import identify_evenings
from calarec_tools.archive.row_forms import PlainRows, hand_cells, is_plain, seat_rows, trick_rows
from calarec_tools.archive.runs.parts import read_part, remove_part, write_part
from calarec_tools.output.files.output_files import require_all_hands_read
from calarec_tools.output.files.replacing import named_as
from calarec_tools.output.files.streams import FatalRefusalError, system_refusal
from calarec_tools.output.formats.columns import changed_totals
from calarec_tools.output.formats.settled_records import SettledRecords

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec.core.judge.score_rows import TableEvent
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Preamble
    from calarec_tools.archive.archive_tables import ArchiveTable
    from calarec_tools.archive.runs.shards import Shard
    from calarec_tools.output.formats.columns import SettledHand
    from calarec_tools.output.formats.settled_records import SettledRecord

_WRITERS: Final = ("scorer", "writer", "recorder")
"""Tags that name the person who kept the record."""
_READABLE: Final = "calarec-readable"
"""Error handler that writes invalid bytes as hex escapes: no table can hold them."""

codecs.register_error(_READABLE, lambda error: ("\ufffd" * (error.end - error.start), error.end))  # type: ignore[attr-defined]


class RowsWanted(NamedTuple):
    """Settings for the rows of a shard: ruleset, tricks, candidates."""

    asked: Ruleset | None = None
    tricks: bool = False
    candidates: tuple[Ruleset, ...] = ()
    """Rulesets that are tried on every evening."""

    def identity(self) -> str:
        """All that the rows of a text rest on besides it."""
        rules = (self.asked.digest, self.asked.id) if self.asked else ()
        return repr(
            (
                SCHEMA,
                versions(),
                rules,
                self.tricks,
                [(candidate.id, candidate.digest) for candidate in self.candidates],
            )
        )


class ShardRows(NamedTuple):
    """The files of a shard's rows, by the table."""

    file: str
    files: dict[str, str]
    stamp: str
    """The hash of their input."""


def shard_rows(shard: Shard, *, wanted: RowsWanted, folder: str) -> Iterator[ShardRows]:
    """Write the rows of a shard, unless an earlier run has written them.

    Each file is written under another name and put in its place at once; last comes a part that has their hashes.
    """
    stamp = sha256(f"{wanted.identity()}\n{shard.identity()}".encode("utf-8", "surrogatepass"))
    writer = _RowWriter(folder, stamp)
    kept = writer.known_row_files()
    try:
        if kept is not None:
            yield ShardRows(shard.file, kept, stamp)
        elif _Rows(shard, wanted, writer).write_all_rows():
            yield ShardRows(shard.file, writer.keep_row_files(), stamp)
    finally:
        writer.drop_unfinished_rows()


def remove_rows(folder: str, rows: Iterable[ShardRows]) -> None:
    """Removes the files of rows, and the parts that belong to them."""
    for shard in rows:
        remove_part(folder, shard.stamp)
        for file in shard.files.values():
            with suppress(OSError):
                os.unlink(file)  # noqa: PTH108


class _RowWriter:
    """Files of rows on their way: one for each table of which there is a row."""

    def __init__(self, folder: str, stamp: str) -> None:
        self.folder, self.stamp = folder, stamp
        self.stem = os.path.join(folder, stamp[:40])  # noqa: PTH118
        self.draft = f".{os.getpid():x}-{os.urandom(6).hex()}"
        self.open: dict[str, TextIO] = {}
        self.stack = ExitStack()

    def add_rows(self, table: ArchiveTable, rows: Iterable[Sequence[object]]) -> None:
        """Some rows more, in the order of the columns."""
        rows = list(rows)
        with _ends_the_run(self._table_file(table.name)):
            csv.writer(self._stream(table), lineterminator="\n").writerows(rows)

    def write_row_text(self, table: ArchiveTable, text: str) -> None:
        """Append rows that are already CSV text."""
        with _ends_the_run(self._table_file(table.name)):
            self._stream(table).write(text)

    def _stream(self, table: ArchiveTable) -> TextIO:
        stream = self.open.get(table.name)
        if stream is None:
            draft = Path(self._table_file(table.name) + self.draft)
            stream = draft.open("w", encoding="utf-8", errors=_READABLE, newline="")
            self.open[table.name] = self.stack.enter_context(stream)
        return stream

    def _table_file(self, table: str) -> str:
        return f"{self.stem}.{table}.csv"

    def keep_row_files(self) -> dict[str, str]:
        """The files in their places."""
        with _ends_the_run(self.stem):
            self.stack.close()
            found = {}
            hashes = {}
            for table in self.open:
                hashes[table] = _hash_of(self._table_file(table) + self.draft)
                os.replace(self._table_file(table) + self.draft, self._table_file(table))  # noqa: PTH105
                found[table] = self._table_file(table)
            self.open = {}
            write_part(self.folder, self.stamp, hashes)
        return found

    def known_row_files(self) -> dict[str, str] | None:
        """The files of an earlier run, if all of them are as it left them."""
        hashes = read_part(self.folder, self.stamp)
        names = {table.name for table in TABLES}
        if not isinstance(hashes, dict) or not hashes or not hashes.keys() <= names:
            return None
        try:
            if any(_hash_of(self._table_file(table)) != known for table, known in hashes.items()):
                return None
        except OSError:
            return None
        return {table: self._table_file(table) for table in hashes}

    def drop_unfinished_rows(self) -> None:
        """Remove files that were not put in their place."""
        with suppress(OSError):
            self.stack.close()
        for table in self.open:
            with suppress(OSError):
                os.unlink(self._table_file(table) + self.draft)  # noqa: PTH108


@contextmanager
def _ends_the_run(file: str) -> Iterator[None]:
    """End the run if rows cannot be written: it is not a fault of the record being read."""
    try:
        with named_as(file):
            yield
    except OSError as error:
        raise system_refusal(error, file, FatalRefusalError) from None


def _hash_of(file: str) -> str:
    with open(file, "rb") as stream:  # noqa: PTH123
        return hashlib.file_digest(stream, "sha256").hexdigest()


class _Balance:
    """Running sums of one person in an evening."""

    __slots__ = ("course", "declared", "hands", "paid")

    def __init__(self) -> None:
        self.hands = self.declared = 0
        self.course: list[str] = []
        """The sign of each hand that they played in: `+`, `-` or `0`."""
        self.paid: Counter[int] = Counter()
        """By how many units of payment make a stake."""

    def balance_cells(self) -> tuple[object, ...]:
        """The cells that follow the person's name."""
        course = "".join(self.course)
        stakes = sum(Fraction(amount, units) for units, amount in self.paid.items())
        gained, lost = course.count("+"), course.count("-")
        return self.hands, len(course), self.declared, gained, lost, float(stakes), course


class _Evening:
    """An evening as it grows."""

    def __init__(self, hand: SettledHand, session: Preamble) -> None:
        tags = {tag.name: tag.text for tag in session.tags}
        self.place = (hand.file, hand.line, hand.evening)
        self.event = ", ".join(each for each in (tags.get("event", ""), session.table) if each)
        self.date = tags.get("date")
        self.writer = next((tags[each] for each in _WRITERS if each in tags), None)
        self.hands = 0
        self.rules: dict[str, None] = {}
        self.balances: dict[str, _Balance] = {}
        self.seat_of: Mapping[str, str] = {}
        """The last seat of each person."""
        self.totals: dict[str, int] = {}
        """The totals after the last hand; only valid while `sure`."""
        self.sure = True

    def balance(self, person: str) -> _Balance:
        """Return the balance of a person, created at the first call."""
        found = self.balances.get(person)
        if found is None:
            found = self.balances[person] = _Balance()
        return found


class _Rows:
    """The rows of one shard."""

    def __init__(self, shard: Shard, wanted: RowsWanted, writer: _RowWriter) -> None:
        self.shard, self.wanted, self.writer = shard, wanted, writer
        self.evening: _Evening | None = None
        self.rulesets: set[str] = set()
        self.plain: PlainRows | None = None
        """Rows of plain hands that are not yet written."""

    def write_all_rows(self) -> int:
        """Write them all; return the number of hands."""
        shard = self.shard
        records = SettledRecords(
            shard.shard_source, self.wanted.asked, line=shard.line, evenings=shard.context.evenings
        )
        hands = 0
        for verdict, new_evening in records.verdicts():
            hands += 1
            if new_evening:
                self._close_evening(records.events_after_last_hand)
            elif isinstance(verdict, Passed) and is_plain(verdict, records.plain_columns):
                self._add_plain_hand(verdict, records)
                continue
            self._flush()
            self._add_settled_hand(records.settled_record_of(verdict, new_evening=new_evening))
        self._close_evening(records.events_after_last_hand)
        require_all_hands_read(records)
        if self.wanted.candidates:
            self._add_identifications()
        return hands

    def _close_evening(self, behind: Iterable[TableEvent]) -> None:
        """Write the row of the evening, with the events that follow its last hand."""
        self._flush()
        evening, self.plain = self.evening, None
        if evening is None:
            return
        self._add_changes(evening.seat_of, behind, sure=evening.sure)
        self.writer.add_rows(EVENINGS, [(
            *evening.place, evening.event, evening.date, evening.hands, " ".join(evening.rules), evening.writer,
        )])  # fmt: skip
        self.writer.add_rows(
            BALANCES, [(*evening.place, who, *balance.balance_cells()) for who, balance in evening.balances.items()]
        )
        self.evening = None

    # ------------------------------------------------------------------ plain hands

    def _add_plain_hand(self, passed: Passed, records: SettledRecords) -> None:
        """A hand by the forms of its table."""
        evening, plain = self.evening, records.plain_columns
        assert evening is not None
        if self.plain is None or self.plain.plain is not plain:
            self._flush()
            place = (self.shard.file, records.number)
            self.plain = PlainRows(plain, place, evening.date, tricks=self.wanted.tricks)
            self._add_ruleset(plain.ruleset)
        if self.plain.needs_writing_after(passed, records.passed_hand_line):
            self._flush()

    def _flush(self) -> None:
        """Write the rows of plain hands."""
        rows, evening = self.plain, self.evening
        if rows is None or evening is None or not rows.payments:
            return
        for table, lines in ((HANDS, rows.hands), (SEATS, rows.seats), (TRICKS, rows.tricks)):
            if lines:
                self.writer.write_row_text(table, "".join(lines))
        evening.hands += len(rows.payments)
        for person, hands, declared, paid, course in rows.balance_rows():
            balance = evening.balance(person)
            balance.hands += hands
            balance.declared += declared
            balance.paid[rows.plain.pay_units] += paid
            balance.course.append(course)
        evening.seat_of, evening.totals, evening.sure = rows.seat_of, rows.totals, True
        rows.begin_rows()

    # ------------------------------------------------------------------ all others

    def _add_settled_hand(self, record: SettledRecord) -> None:
        told, findings = record.hand, record.record_findings
        evening = self.evening = self.evening or _Evening(told, record.session)
        self._add_ruleset(told.ruleset)
        self._add_changes(told.seats_by_person, told.before, sure=evening.sure)
        evening.hands += 1
        self.writer.add_rows(HANDS, [hand_cells(told, evening.date)])
        self.writer.add_rows(SEATS, seat_rows(told))
        self._add_to_balances(told, evening)
        place = (told.file, told.line, told.evening)
        if findings:
            self.writer.add_rows(FINDINGS, (
                (
                    *place, told.hand, finding.code, finding.severity, finding.span.line, finding.span.column,
                    finding.rule.path if finding.rule else None, finding.rule.source if finding.rule else None,
                )
                for finding in findings
            ))  # fmt: skip
        if self.wanted.tricks:
            self.writer.add_rows(TRICKS, trick_rows(record))
        evening.seat_of, evening.totals, evening.sure = told.seats_by_person, told.totals, told.sure

    def _add_to_balances(self, told: SettledHand, evening: _Evening) -> None:
        """Add a hand to the balances of the people who sat in it."""
        for seat in told.seats:
            paid = seat.payment
            if paid is None:
                continue
            balance = evening.balance(seat.person)
            balance.hands += 1
            balance.paid[told.pay_units] += paid
            if seat.part != "out":
                balance.course.append("+" if paid > 0 else "-" if paid else "0")
                balance.declared += seat.part == "declarer"

    def _add_changes(self, seat_of: Mapping[str, str], events: Iterable[TableEvent], *, sure: bool) -> None:
        evening = self.evening
        assert evening is not None
        changed = [*changed_totals(seat_of, events, dict(evening.totals), sure=sure)]
        if changed:
            file, _, number = evening.place
            self.writer.add_rows(CHANGES, (
                (file, each.line, number, each.kind, each.seat, each.person, each.total, each.adjusted)
                for each in changed
            ))  # fmt: skip

    def _add_ruleset(self, ruleset: Ruleset) -> None:
        """A ruleset that an evening is played by."""
        assert self.evening is not None
        self.evening.rules[ruleset.id] = None
        if ruleset.digest not in self.rulesets:
            self.rulesets.add(ruleset.digest)
            tree = json.dumps(ruleset.tree, ensure_ascii=False)
            title = ruleset.title.in_language("en")
            self.writer.add_rows(RULESETS, [(ruleset.id, ruleset.version, ruleset.digest, title, tree)])

    def _add_identifications(self) -> None:
        """Write a row for each evening and candidate, the best candidate first."""
        for number, identification in enumerate(
            identify_evenings(self.shard, self.wanted.candidates), self.shard.context.evenings + 1
        ):
            alike = {candidate.ruleset.digest for candidate in identification.undecided_candidates} | {
                identification.best_candidate.ruleset.digest
            }
            self.writer.add_rows(IDENTIFIED, (
                (
                    identification.file, identification.line, number, each.ruleset.id, each.ruleset.digest, rank,
                    each.is_fitting, each.ruleset.digest in alike, each.said.tried, len(each.said.wrong),
                )
                for rank, each in enumerate(identification.candidates, 1)
            ))  # fmt: skip
