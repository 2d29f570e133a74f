"""A record as settled hands, each of them judged, to show more than its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.notation.reader import read_records
from calarec_tools.output.formats.columns import settled_hand
from calarec_tools.output.formats.settled_records import SettledRecord

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.score_rows import TableEvent
    from calarec.core.notation.source import Source
    from calarec.core.wording.findings import Finding
    from calarec.record_judge.session import RecordJudge


class JudgedRecords:
    """The hands of a record like `SettledRecords`, with the judgements in a list."""

    def __init__(self, source: Source, judge: RecordJudge, judged: list[Judgement]) -> None:
        self.judge, self.judged = judge, judged
        self._records = read_records(source)
        self.events_after_last_hand: tuple[TableEvent, ...] = ()
        self.totals_after_events: Mapping[str, int] = {}

    @property
    def findings(self) -> list[Finding]:
        """The findings that belong to no hand."""
        return self._records.findings

    @property
    def passed_over(self) -> Finding | None:
        """Why not every hand was given out."""
        return self._records.passed_over

    def __iter__(self) -> Iterator[SettledRecord]:
        number, new_evening = 0, False
        for hand in self._records:
            if not number or hand.new_evening:
                self._close_evening()
                number, new_evening = number + 1, True
            replayed = self.judge.replay(hand)
            self.judged.append(replayed)
            row = self.judge.evening.row if self.judge.evening else None
            if row is not None:
                settled = settled_hand(replayed, row, number)
                yield SettledRecord(settled, hand.session, (), replayed, new_evening=new_evening)
                new_evening = False
        self._close_evening()

    def _close_evening(self) -> None:
        """Notes what happened after the last hand of an evening."""
        evening, closed = self.judge.evening, self._records.closing_statements
        self.events_after_last_hand, self.totals_after_events = (), {}
        if evening is not None and closed:
            row = evening.close_evening(closed)
            self.events_after_last_hand, self.totals_after_events = row.before, row.totals
