"""Evenings and their sums.

In come records, out come `EveningSheet`s: the hands of one evening in their columns, with its people. Several of them
have `standings`. If totals add up payments, they are what is owed; otherwise the payments are.

Terms. A *run* is the hands over which totals accumulate: from the beginning, or a `match`, to the next. A run *goes on
from* another if its `carried` totals are the closing ones of that run; then only what it adds counts.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from math import lcm
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, dataclass, field
from calarec.core.judge.score_rows import TableEvent
from calarec.core.wording.language import Words
from calarec.record_judge.session import RecordJudge
from calarec_tools.output.files.output_files import require_all_hands_read
from calarec_tools.output.files.streams import RefusalError
from calarec_tools.output.formats.judged_records import JudgedRecords
from calarec_tools.output.formats.settled_records import SettledRecords

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.notation.source import Source
    from calarec.core.records.model import Preamble
    from calarec_tools.output.formats.columns import SettledHand

_BOTH: Final = Words("{file}:{line}: {people} sit at one table; an alias makes them one person.")


@dataclass(slots=True)
class EveningSheet:
    """The hands of one evening."""

    file: str
    line: int
    number: int
    """The number of the evening in its file, from 1."""
    title: str
    date: str
    hands: Sequence[SettledHand] = ()
    after: tuple[TableEvent, ...] = ()
    """Events after the last hand."""
    closing: dict[str, int] = field(default_factory=dict)
    """The totals with that; nothing, if nothing happened."""
    written: set[str] | frozenset[str] = field(default_factory=set)
    """The names of the people as the record spells them."""
    _units: tuple[int, int] = (0, 1)
    """The number of hands when the unit was computed, and the unit."""

    @property
    def evening_people(self) -> tuple[str, ...]:
        """The people in the order in which they came; then those with only a total."""
        found: dict[str, None] = {}
        for hand in self.hands:
            found |= dict.fromkeys(seat.person for seat in hand.seats)
        for hand in self.hands:
            found |= dict.fromkeys(hand.totals)
        return tuple(found | dict.fromkeys(self.closing))

    @property
    def evening_rulesets(self) -> tuple[Ruleset, ...]:
        """The rulesets that were played under, in order."""
        return tuple({hand.ruleset.digest: hand.ruleset for hand in self.hands}.values())

    @property
    def evening_units(self) -> int:
        """The units to one of the totals: the fewest that express all hands' totals."""
        if self._units[0] != len(self.hands):
            self._units = len(self.hands), lcm(*{hand.total_units for hand in self.hands})
        return self._units[1]

    @property
    def has_sure_totals(self) -> bool:
        """True if the last totals are known."""
        return self.hands[-1].sure

    @property
    def unsettled_hands(self) -> tuple[SettledHand, ...]:
        """Hands without known payments: the totals are without them."""
        return tuple(hand for hand in self.hands if hand.payments_by_person is None)

    @property
    def final_totals(self) -> dict[str, int]:
        """The final total of each person."""
        last = (
            self.in_its_unit(self.closing, self.hands[-1]) if self.closing else self.totals_after_hand(self.hands[-1])
        )
        return {who: last.get(who, 0) for who in self.evening_people}

    def totals_after_hand(self, hand: SettledHand) -> dict[str, int]:
        """The totals after one of its hands, in the unit of the evening."""
        return self.in_its_unit(hand.totals, hand)

    def in_its_unit(self, amounts: Mapping[str, int], hand: SettledHand) -> dict[str, int]:
        """Convert amounts from the unit of a hand."""
        times = self.evening_units // hand.total_units
        return {who: amount * times for who, amount in amounts.items()}


def read_evenings(
    file: Source,
    asked: Ruleset | None,
    known: Mapping[str, str],
    judged: list[Judgement] | None = None,
    judge: RecordJudge | None = None,
) -> Iterator[EveningSheet]:
    """Yield the evenings of a record, with people under their known names.

    Judgements are added to `judged`, for reports with more than a line. `judge` is another judge to use.
    NoRulesError if a hand has no ruleset; a refusal if the file cannot be read whole.
    """
    records = (
        SettledRecords(file, asked)
        if judged is None and judge is None
        else JudgedRecords(file, RecordJudge(asked) if judge is None else judge, [] if judged is None else judged)
    )
    sheet: EveningSheet | None = None
    hands: list[SettledHand] = []
    written: set[str] = set()
    number = 0
    totals: Mapping[str, int] = {}
    for record in records:
        if sheet is None or record.new_evening:
            if sheet is not None:
                yield _with_closing_events(sheet, totals, records, known)
            number += 1
            sheet = _new_sheet(record.hand, record.session, number)
            sheet.hands = hands = []
            sheet.written = written = set()
        settled, totals = record.hand, record.hand.totals
        written.update((seat.person for seat in settled.seats), totals)
        hands.append(_with_comings(_hand_with_known_names(settled, known), hands[-1:]))
    require_all_hands_read(records)
    if sheet is not None:
        yield _with_closing_events(sheet, totals, records, known)


def _with_closing_events(
    sheet: EveningSheet, totals: Mapping[str, int], records: SettledRecords | JudgedRecords, known: Mapping[str, str]
) -> EveningSheet:
    """The evening with what happened after its last hand, which left these totals."""
    events = records.events_after_last_hand
    if events:
        people = {*totals, *(who for event in events for who, _ in event.amounts)}
        closing = {who: total for who, total in records.totals_after_events.items() if who in people}
        sheet.after, sheet.closing = _renamed_events(events, known), _summed_amounts(closing, known)
    return sheet


def _new_sheet(hand: SettledHand, session: Preamble, number: int) -> EveningSheet:
    tags = {tag.name: tag.text for tag in session.tags}
    table = f"{tags.get('event', '')}, {session.table}" if session.table else tags.get("event", "")
    return EveningSheet(hand.file, hand.line, number, table.removeprefix(", "), tags.get("date", ""))


def _with_comings(hand: SettledHand, last: Sequence[SettledHand]) -> SettledHand:
    """Add the people who have left and come since the last hand, stated or not."""
    here = {seat.person: seat.seat for seat in hand.seats}
    before = {seat.person: seat.seat for settled_hand in last for seat in settled_hand.seats}
    changes = [TableEvent("leave", who=who, seat=seat) for who, seat in before.items() if who not in here]
    changes += [TableEvent("join", who=who, seat=seat) for who, seat in here.items() if last and who not in before]
    told = [each for each in hand.before if each.kind not in ("leave", "join")]
    return hand._replace(before=(*changes, *told))


def _hand_with_known_names(hand: SettledHand, known: Mapping[str, str]) -> SettledHand:
    """Replace the names of people by their known ones; refuse two at one table."""
    if not known:
        return hand
    seats = tuple(seat._replace(person=known.get(seat.person, seat.person)) for seat in hand.seats)
    people = [seat.person for seat in seats]
    if len(set(people)) < len(people):
        twice = next(name for name in people if people.count(name) > 1)
        written = [old.person for old, new in zip(hand.seats, seats, strict=True) if new.person == twice]
        raise RefusalError(_BOTH, file=hand.file, line=hand.line, people=" / ".join(written))
    return hand._replace(
        seats=seats,
        before=_renamed_events(hand.before, known),
        agreed=_renamed_events(hand.agreed, known),
        totals=_summed_amounts(hand.totals, known),
    )


def _renamed_events(events: Iterable[TableEvent], known: Mapping[str, str]) -> tuple[TableEvent, ...]:
    return tuple(
        event._replace(
            who=known.get(event.who, event.who), amounts=tuple(_summed_amounts(dict(event.amounts), known).items())
        )
        for event in events
    )


def _summed_amounts(amounts: Mapping[str, int], known: Mapping[str, str]) -> dict[str, int]:
    summed: dict[str, int] = {}
    for who, amount in amounts.items():
        person = known.get(who, who)
        summed[person] = summed.get(person, 0) + amount
    return summed


# ------------------------------------------------------------------ what evenings add up to


class TotalsRun(NamedTuple):
    """Totals that go on."""

    opening: dict[str, int]
    """The totals carried in."""
    closing: dict[str, int]


class Standings(NamedTuple):
    """The sums of several evenings, in the smallest unit of any of them."""

    amounts: dict[str, int]
    units: int
    each: tuple[dict[str, int], ...]
    """The sums of each evening."""
    brought: dict[str, int]
    """The part of `amounts` that was carried in from before these evenings."""


def totals_runs(sheet: EveningSheet) -> list[TotalsRun]:
    """The runs of an evening; people who leave the table keep their totals."""
    runs: list[TotalsRun] = []
    for hand in sheet.hands:
        opens = not runs or any(event.kind == "match" for event in hand.before)
        if opens:
            carried = [event for event in hand.before if event.kind == "carried"]
            runs.append(TotalsRun(sheet.in_its_unit(dict(carried[-1].amounts), hand) if carried else {}, {}))
        runs[-1] = TotalsRun(runs[-1].opening, runs[-1].closing | sheet.totals_after_hand(hand))
    runs[-1] = TotalsRun(runs[-1].opening, runs[-1].closing | sheet.in_its_unit(sheet.closing, sheet.hands[-1]))
    return runs


def standings(sheets: Sequence[EveningSheet]) -> Standings:
    """Sum the evenings."""
    units = lcm(*(sheet.evening_units for sheet in sheets)) if sheets else 1
    amounts: dict[str, int] = {}
    brought: dict[str, int] = {}
    each: list[dict[str, int]] = []
    closed: Counter[tuple[str | int, ...]] = Counter()
    for sheet in sheets:
        times = units // sheet.evening_units
        gained: dict[str, int] = dict.fromkeys(sheet.evening_people, 0)
        for run in totals_runs(sheet):
            opening, closing = run.opening, run.closing
            goes_on = bool(opening) and _is_carried_on(opening, closed)
            for who in {**closing, **opening}:
                before = opening.get(who, 0)
                gained[who] = gained.get(who, 0) + (closing.get(who, before) - before) * times
                if not goes_on and before:
                    brought[who] = brought.get(who, 0) + before * times
            closed[_as_carried(closing)] += 1
        each.append(gained)
        for who, amount in gained.items():
            amounts[who] = amounts.get(who, 0) + amount
    for who, amount in brought.items():
        amounts[who] = amounts.get(who, 0) + amount
    return Standings(amounts, units, tuple(each), brought)


def _is_carried_on(opening: dict[str, int], closed: Counter[tuple[str | int, ...]]) -> bool:
    """Check whether totals continue a closed run; each run is continued once."""
    carried = _as_carried(opening)
    if not closed[carried]:
        return False
    closed[carried] -= 1
    return True


def _as_carried(totals: dict[str, int]) -> tuple[str | int, ...]:
    """Totals as they are carried: a person with nothing is not named."""
    return tuple(chain.from_iterable(item for item in sorted(totals.items()) if item[1]))


def balance_sheets(sheets: Sequence[EveningSheet]) -> tuple[dict[str, int], int]:
    """Return the balance of each person, and the number of units to a stake.

    If totals do not add up payments, the payments are owed.
    """
    paid = [sheet for sheet in sheets if sheet.hands[-1].counts == "payments"]
    others = [hand for sheet in sheets if sheet.hands[-1].counts != "payments" for hand in sheet.hands]
    summed = standings(paid)
    units = lcm(summed.units, *(hand.pay_units for hand in others))
    owed = {who: amount * (units // summed.units) for who, amount in summed.amounts.items()}
    for hand in others:
        for who, amount in (hand.payments_by_person or {}).items():
            owed[who] = owed.get(who, 0) + amount * (units // hand.pay_units)
    return owed, units


def tables_of(sheets: Iterable[EveningSheet]) -> Iterator[frozenset[str]]:
    """Yield the people at the table, hand by hand."""
    return (frozenset(seat.person for seat in hand.seats) for sheet in sheets for hand in sheet.hands)
