"""The columns of a settled hand for other programs, with their meanings.

In comes a judgement with its row of the running score, out comes a `SettledHand` with a `SettledSeat` for each player.
`SHARED_COLUMNS` and `SEAT_COLUMNS` name their fields, for tables with one row for each hand and seat.

An amount of points is in the ruleset's unit of points, an amount paid or added up in its unit of payment.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.engine.match import payment_units
from calarec.core.engine.state import NOBODY
from calarec.core.judge.agreed_payments import find_agreed_payments
from calarec.core.judge.match_course import find_uncounted_rule
from calarec.core.judge.score_rows import TableEvent
from calarec.core.records import model as m
from calarec.core.wording.language import Words
from calarec.core.wording.severities import Severity
from calarec_tools.output.formats.csv_rows import csv_row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from calarec.core.engine.account import Side
    from calarec.core.engine.match import EndedMatch
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.score_rows import ScoreRow
    from calarec.core.mechanisms.ruleset import Ruleset


# Amounts are whole numbers with their unit beside them: a spreadsheet cannot read fractions, and decimals cannot hold
# thirds.
class SettledSeat(NamedTuple):
    """A player at the table, and the outcome of a hand for them."""

    seat: str
    person: str
    part: str
    tricks: int | None
    faults: tuple[str, ...]
    payment: int | None
    total: int | None


class SettledHand(NamedTuple):
    """The outcome of a hand."""

    file: str
    line: int
    evening: int
    match: int
    hand: str
    at: str
    ruleset: Ruleset
    dealer: str
    verdict: str
    outcome: str
    declarer: str
    partners: tuple[str, ...]
    contract: str
    won: bool | None
    points: int | None
    units: int
    """The number of units to a point."""
    bonus: str
    """All that applied, separated by spaces."""
    stake: int | None
    pay_units: int
    """The number of units of payment to a stake."""
    counts: str
    """The quantity that totals add up."""
    total_units: int
    """The number of units of totals to one of that quantity."""
    over: bool
    sure: bool
    errors: int
    warnings: int
    codes: tuple[str, ...]
    before: tuple[TableEvent, ...]
    totals: dict[str, int]
    """The totals since the match began, of all players, present or not."""
    seats: tuple[SettledSeat, ...]
    counted: int | None = None
    """The whole points stated for the declarer's side.

    None if its points are known exactly, or are not stated.
    """
    words: tuple[str, ...] = ()
    """The declarer's last bid, then every raise of it."""
    winners: tuple[str, ...] = ()
    """The seats that won the tricks, in order; empty if one is unknown."""
    faults: tuple[m.Fault, ...] = ()
    """The irregularities that the record states."""
    counted_deal: bool | None = None
    """True if it is a deal that the match counts; None where that is open."""
    outside: bool = False
    """True if the match had ended before it."""
    ended: EndedMatch | None = None
    """The end of the match, if it is over, as far as known."""
    not_counted: str = ""
    """The rule by which the match does not count it, if there is one."""
    possible_end: str = ""
    """The rule by which the match may be over.

    Empty if the record shows whether it is.
    """
    agreed: tuple[TableEvent, ...] = ()
    """The payments by rules that are kept by hand, by person; `text` is the rule."""

    @property
    def paid_by_hand(self) -> dict[str, int]:
        """Sum the payments by rules kept by hand, by person, in the unit of totals."""
        paid: Counter[str] = Counter()
        for event in self.agreed:
            paid.update(dict(event.amounts))
        return dict(paid)

    def total_before_agreed(self, seat: SettledSeat) -> int | None:
        """The total of a seat before payments by rules that are kept by hand.

        None if it is not known.
        """
        return None if seat.total is None else seat.total - self.paid_by_hand.get(seat.person, 0)

    @property
    def seats_by_person(self) -> dict[str, str]:
        """The seats of the players by person."""
        return {seat.person: seat.seat for seat in self.seats}

    @property
    def payments_by_person(self) -> dict[str, int] | None:
        """The payments of the players by person; None if one is unknown."""
        paid = {seat.person: seat.payment for seat in self.seats}
        known = {who: amount for who, amount in paid.items() if amount is not None}
        return known if known and len(known) == len(paid) else None


def settled_hand(
    replayed: Judgement, row: ScoreRow, evening: int, *, winners: tuple[str, ...] | None = None
) -> SettledHand:
    """Return the columns of a judged hand.

    `winners` are those of its tricks, if it has no events that show them.
    """
    winners = tuple(_winner_names(replayed)) if winners is None else winners
    hand, game, account, state = replayed.hand, replayed.game, replayed.account, replayed.state
    declarer = account.declarer if account else state.declarer if state else NOBODY
    partners = account.partners if account else ()
    side = _side_of_seat(account.sides if account else (), declarer)
    severities = Counter(finding.severity for finding in replayed.findings)
    dealer = replayed.setting.labels[replayed.setting.dealer] if replayed.setting else ""
    return SettledHand(
        file=hand.file,
        line=hand.line,
        evening=evening,
        match=hand.session.match,
        hand=hand.name,
        at=next((at.when for at in hand.every(m.At)), ""),
        ruleset=game.ruleset,
        dealer=dealer,
        verdict=replayed.verdict,
        outcome=replayed.outcome,
        declarer=_seat_label(replayed, declarer),
        partners=tuple(_seat_label(replayed, partner) for partner in partners),
        contract=account.contract if account else state.contract if state else "",
        won=side.wins if side else None,
        points=side.points if side else None,
        units=game.rules.pack.units_per_point,
        bonus=" ".join(account.bonuses) if account else "",
        stake=account.stake if account and account.payments else None,
        pay_units=game.rules.settle.units_per_stake,
        counts=game.rules.match.counts,
        total_units=payment_units(game),
        over=row.over,
        outside=row.outside,
        ended=row.ended,
        possible_end=row.possible_end,
        not_counted=find_uncounted_rule(replayed) if row.counts is False else "",
        counted_deal=row.counts,
        sure=row.sure,
        errors=severities[Severity.ERROR],
        warnings=severities[Severity.WARNING],
        codes=tuple(dict.fromkeys(e.code for e in replayed.findings if e.severity is not Severity.NOTE)),
        before=row.before,
        totals=dict(row.totals),
        seats=tuple(_settled_seats(replayed, row, declarer, partners, Counter(winners))),
        counted=_hand_whole_points(hand, _seat_label(replayed, declarer)) if side and side.points is None else None,
        words=tuple(_contract_words(hand, _seat_label(replayed, declarer))),
        winners=winners,
        faults=tuple(hand.every(m.Fault)),
        agreed=tuple(_agreed_events(replayed, row)),
    )


def _agreed_events(replayed: Judgement, row: ScoreRow) -> Iterator[TableEvent]:
    people = dict(row.seats)
    for payment in find_agreed_payments(replayed.hand):
        amounts = tuple((people.get(label, label), amount) for label, amount in payment.amounts.items())
        yield TableEvent("agreed", amounts, text=payment.rule, line=payment.line)


def _hand_whole_points(hand: m.Hand, declarer: str) -> int | None:
    results = hand.every(m.Result)
    return next(
        (side.amount for result in results for side in result.sides if side.whole and declarer in side.seats), None
    )


def _contract_words(hand: m.Hand, declarer: str) -> Iterator[str]:
    bids = [bid.word for bid in hand.every(m.Bid) if bid.seat == declarer]
    yield from bids[-1:]
    if bids:
        yield from (statement.word for statement in hand.every(m.Raise) if statement.seat == declarer)


def _winner_names(replayed: Judgement) -> Iterator[str]:
    won = [happening.event.winner for happening in replayed.happened if isinstance(happening.event, ev.TrickWon)]
    if NOBODY not in won:
        yield from (_seat_label(replayed, each) for each in won)


def _seat_label(replayed: Judgement, seat: int) -> str:
    return replayed.setting.labels[seat] if replayed.setting and seat >= 0 else ""


def _side_of_seat(sides: Iterable[Side], seat: int) -> Side | None:
    return next((side for side in sides if seat in side.seats), None)


def _settled_seats(
    replayed: Judgement, row: ScoreRow, declarer: int, partners: tuple[int, ...], tricks: Counter[str]
) -> Iterator[SettledSeat]:
    labels = replayed.setting.labels if replayed.setting else ()
    account = replayed.account
    payments = dict(zip(labels, account.payments, strict=True)) if account and account.payments else {}
    faults = replayed.hand.every(m.Fault)
    for label, person in row.seats:
        yield SettledSeat(
            seat=label,
            person=person,
            part=_part_of(replayed, label, declarer, partners),
            tricks=tricks[label] if tricks else None,
            faults=tuple(fault.word for fault in faults if fault.seat == label),
            payment=payments.get(label),
            total=row.totals.get(person) if row.sure else None,
        )


def _part_of(replayed: Judgement, label: str, declarer: int, partners: tuple[int, ...]) -> str:
    """Return the part of a seat in a hand."""
    setting = replayed.setting
    if setting is None or label not in setting.labels:
        return ""
    seat = setting.labels.index(label)
    if seat in setting.out:
        return "out"
    if declarer == NOBODY:
        return ""
    return "declarer" if seat == declarer else "partner" if seat in partners else "opponent"


# ------------------------------------------------------------------ by name


class SettledColumn(NamedTuple):
    """A column: its name, its meaning, and its value for a hand (or a seat of one)."""

    name: str
    says: Words
    value: Callable[[Any], object]


def _unit(parts: int) -> str:
    return "1" if parts == 1 else f"1/{parts}"


SHARED_COLUMNS: Final = (
    SettledColumn("file", Words("The file."), lambda hand: hand.file),
    SettledColumn("line", Words("The line on which the hand begins."), lambda hand: hand.line),
    SettledColumn("evening", Words("The number of the evening in the file, from 1."), lambda hand: hand.evening),
    SettledColumn("match", Words("The number of the match in the evening, from 1."), lambda hand: hand.match),
    SettledColumn("hand", Words("The name of the hand."), lambda hand: hand.hand),
    SettledColumn("at", Words("When it was played, if that is written."), lambda hand: hand.at),
    SettledColumn("rules", Words("The id of the ruleset."), lambda hand: hand.ruleset.id),
    SettledColumn("version", Words("Its version."), lambda hand: hand.ruleset.version),
    SettledColumn("dealer", Words("The seat of the dealer."), lambda hand: hand.dealer),
    SettledColumn(
        "verdict",
        Words("The verdict on the moves: legal, irregular, incomplete, illegal or unreadable."),
        lambda hand: hand.verdict,
    ),
    SettledColumn(
        "outcome",
        Words(
            "How the hand ended: played, all_pass, claimed, void, misdeal, abandoned or score_only. Rows with carried "
            "or adjust are not hands, but say whose total changed beside them."
        ),
        lambda hand: hand.outcome,
    ),
    SettledColumn("declarer", Words("The seat of the declarer."), lambda hand: hand.declarer),
    SettledColumn(
        "partner", Words("The seat of the declarer's partner, once known."), lambda hand: " ".join(hand.partners)
    ),
    SettledColumn("contract", Words("The contract that was settled, by its id."), lambda hand: hand.contract),
    SettledColumn(
        "won",
        Words("The declarer's side has won: yes, no, or nothing."),
        lambda hand: "" if hand.won is None else "yes" if hand.won else "no",
    ),
    SettledColumn("unit", Words("The unit of points, as a part of one."), lambda hand: _unit(hand.units)),
    SettledColumn(
        "points", Words("The points of the declarer's side, in that unit."), lambda hand: hand.points
    ),
    SettledColumn("bonus", Words("The bonuses that applied, by their ids."), lambda hand: hand.bonus),
    SettledColumn(
        "winners",
        Words("The winner of each trick, as worked out from the cards, in order; nothing if they are not known."),
        lambda hand: " ".join(hand.winners),
    ),
    SettledColumn(
        "stake",
        Words("The payment of each opponent, bonus included, in the unit of payments."),
        lambda hand: hand.stake,
    ),
    SettledColumn("pay_unit", Words("The unit of payments, as a part of a stake."), lambda hand: _unit(hand.pay_units)),
    SettledColumn("counts", Words("The amounts that make up totals, as in the ruleset."), lambda hand: hand.counts),
    SettledColumn(
        "total_unit", Words("The unit of totals, as a part of one of those."), lambda hand: _unit(hand.total_units)
    ),
    SettledColumn(
        "sure", Words("The totals are known: yes or no."), lambda hand: "yes" if hand.sure else "no"
    ),
    SettledColumn(
        "findings", Words("The codes of what is wrong with the hand (errors and warnings)."),
        lambda hand: " ".join(hand.codes),
    ),
)  # fmt: skip
"""Columns that are equal for all players of a hand."""

SEAT_COLUMNS: Final = (
    SettledColumn("seat", Words("A seat."), lambda of: of[1].seat),
    SettledColumn("person", Words("The person who sits there; without a name, the seat."), lambda of: of[1].person),
    SettledColumn("part", Words("declarer, partner, opponent, or out (sits out)."), lambda of: of[1].part),
    SettledColumn(
        "tricks", Words("How many tricks the seat has won, if the cards are known."), lambda of: of[1].tricks
    ),
    SettledColumn("faults", Words("Faults that the record states of the seat."), lambda of: " ".join(of[1].faults)),
    SettledColumn(
        "payment",
        Words("The amount that the seat has won or lost with the hand, in the unit of payments."),
        lambda of: of[1].payment,
    ),
    SettledColumn(
        "total",
        Words("The total of the person after the hand, in the unit of totals."),
        lambda of: of[1].total,
    ),
    SettledColumn(
        "adjusted",
        Words(
            "The amount that was added to the person's total besides, in the unit of totals: between "
            "hands, or by a rule that is kept by hand."
        ),
        lambda of: of[0].paid_by_hand.get(of[1].person, ""),
    ),
)  # fmt: skip
"""Columns of a seat."""


COLUMNS: Final = (*SHARED_COLUMNS, *SEAT_COLUMNS)
_OF_THE_EVENING: Final = ("file", "evening", "match", "rules", "version", "pay_unit", "counts", "total_unit")


def settled_csv(evenings: Iterable[tuple[Sequence[SettledHand], Sequence[TableEvent]]]) -> Iterator[str]:
    """Yield a row of names, rows for each hand and seat, and rows for changed totals.

    An evening is its hands and the events after the last one.
    """
    yield csv_row(column.name for column in COLUMNS)
    for hands, after in evenings:
        totals: dict[str, int] = {}
        sure = True
        for hand in hands:
            yield from _event_rows(hand, hand.before, totals, sure=sure)
            totals, sure = dict(hand.totals), hand.sure
            shared = [column.value(hand) for column in SHARED_COLUMNS]
            for seat in hand.seats:
                yield csv_row((*shared, *(column.value((hand, seat)) for column in SEAT_COLUMNS)))
        if hands:
            yield from _event_rows(hands[-1], after, totals, sure=sure)


class ChangedTotal(NamedTuple):
    """A total that was carried in or adjusted between hands."""

    kind: str
    line: int
    seat: str
    person: str
    total: int | None
    adjusted: int | None


def changed_totals(
    seats: Mapping[str, str], events: Iterable[TableEvent], totals: dict[str, int], *, sure: bool
) -> Iterator[ChangedTotal]:
    """Yield the totals that were carried in or adjusted; `totals` is updated.

    `seats` are those of the people of a hand.
    """
    for event in events:
        if event.kind == "match":
            totals.clear()
        for person, amount in event.amounts:
            added = event.kind == "adjust"
            totals[person] = totals.get(person, 0) + amount if added else amount
            total = totals[person] if sure else None
            yield ChangedTotal(
                event.kind, event.line, seats.get(person, ""), person, total, amount if added else None
            )  # fmt: skip


def _event_rows(
    hand: SettledHand, events: Iterable[TableEvent], totals: dict[str, int], *, sure: bool
) -> Iterator[str]:
    """A row for each of them."""
    shared = {column.name: column.value(hand) for column in SHARED_COLUMNS if column.name in _OF_THE_EVENING}
    for total in changed_totals(hand.seats_by_person, events, totals, sure=sure):
        told = {"line": total.line, "outcome": total.kind, "seat": total.seat, "person": total.person,
                "sure": "yes" if sure else "no", "total": "" if total.total is None else total.total,
                "adjusted": "" if total.adjusted is None else total.adjusted}  # fmt: skip
        yield csv_row((shared | told).get(column.name, "") for column in COLUMNS)
