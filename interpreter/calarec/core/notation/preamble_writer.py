"""The lines that a record needs before a hand, given those before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.notation.preamble import with_statements
from calarec.core.records import model as m

if TYPE_CHECKING:
    from collections.abc import Iterator


class WrittenEvening:
    """The evening as far as it has been written."""

    def __init__(self) -> None:
        self.evening: m.Preamble | None = None
        self._tags: tuple[m.Tag, ...] | None = None
        """The tags of the hand before, if all were written before hands, as most are."""
        self._session: m.Preamble | None = None
        """The preamble of the hand before, if nothing in that hand changed it."""

    def statements_before(self, hand: m.Hand) -> Iterator[m.Statement | None]:
        """The statements to be written before a hand; None is a blank line."""
        changes = hand.between or hand.new_match or hand.carried or hand.has_any(*m.SESSION_STATEMENTS)
        if hand.session is self._session and not changes:
            yield None
            return
        first = self.evening is None
        same_tags = hand.session.tags == self._tags
        if self.evening is None or _needs_new_evening(self.evening, hand, same_tags=same_tags):
            if not first:
                yield None
            yield m.Version(hand.session.version)
            self.evening = m.Preamble(version=hand.session.version)
            same_tags = False
        table = _table_changes(self.evening, hand)
        seats = 1 + max(
            (number for number, statement in enumerate(table) if isinstance(statement, m.Seat | m.Leave)), default=-1
        )
        holding = list(_unsaid_statements(self.evening, hand, same_tags=same_tags))
        dummies = [statement for statement in holding if isinstance(statement, m.Dummy)]
        holding = [statement for statement in holding if not isinstance(statement, m.Dummy)]
        said = [*holding, *table[:seats], *dummies, *table[seats:]]
        if said and not first and self.evening != m.Preamble(version=hand.session.version):
            yield None
        self.evening = with_statements(self.evening, said)
        self._tags = None if hand.every(m.Tag) else hand.session.tags
        self._session = None if hand.has_any(*m.SESSION_STATEMENTS) else hand.session
        yield from said
        yield None


def _unsaid_statements(evening: m.Preamble, hand: m.Hand, *, same_tags: bool) -> Iterator[m.Statement]:
    """The statements of the evening that the record still needs for a hand."""
    wanted = hand.session
    inside = [statement for statement in hand.statements if isinstance(statement, m.SESSION_STATEMENTS)]
    tags, said_tags = ((), ()) if same_tags else (wanted.tags, evening.tags)
    known = [evening.rules, *said_tags, *evening.dummies, *inside]
    said = {_without_line(statement) for statement in known if statement is not None}
    rules = [wanted.rules] if wanted.rules else []
    table = [m.Table(wanted.table)] if wanted.table != evening.table else []
    holding: list[m.Statement] = [*rules, *tags, *table, *wanted.dummies]
    for statement in holding:
        if _without_line(statement) not in said:
            yield statement


def _table_changes(evening: m.Preamble, hand: m.Hand) -> list[m.Statement]:
    """The changes of people and totals before a hand, as written if they fit it."""
    between = _readable_changes(hand)
    wanted = _seats_before_hand(hand)
    if _can_reach_people(evening, hand) and _has_match_and_totals(between, hand):
        return [*between]
    here = evening.order
    gone: list[m.Statement] = [m.Leave(label) for label in here if label not in hand.session.order]
    said = {_without_line(seat) for seat in evening.seats}
    new: list[m.Statement] = []
    for number, seat in enumerate(wanted):
        if _without_line(seat) in said:
            continue
        at_end = seat.label in here or not any(other.label in here for other in wanted[number + 1 :])
        new.append(seat if at_end or not number else seat._replace(after=wanted[number - 1].label))
    match: list[m.Statement] = [m.Match(hand.session.match_name)] if hand.new_match else []
    sums = [statement for statement in between if isinstance(statement, m.Adjust)] + (
        [hand.carried] if hand.carried else []
    )
    return [*gone, *new, *match, *sums]


def _readable_changes(hand: m.Hand) -> list[m.TableStatement]:
    """The changes before a hand, without lines that could not be read."""
    return [
        statement
        for statement in hand.between
        if not isinstance(statement, m.Carried | m.Adjust) or statement.amounts or statement.people
    ]


def _seats_before_hand(hand: m.Hand) -> tuple[m.Seat, ...]:
    """The seats that hold for a hand and are not taken in it."""
    inside = {_without_line(seat) for seat in hand.every(m.Seat)}
    return tuple(seat for seat in hand.session.seats if _without_line(seat) not in inside)


def _can_reach_people(evening: m.Preamble, hand: m.Hand) -> bool:
    """Check whether the changes before a hand lead to its people."""
    return _seats_without_lines(with_statements(evening, _readable_changes(hand)).seats) == _seats_without_lines(
        _seats_before_hand(hand)
    )


def _has_match_and_totals(between: list[m.TableStatement], hand: m.Hand) -> bool:
    """Check whether statements lead to the match and totals of a hand."""
    new_match, carried = False, None
    for statement in between:
        if isinstance(statement, m.Match):
            new_match, carried = True, None
        elif isinstance(statement, m.Carried):
            carried = statement
    return new_match == hand.new_match and carried == hand.carried


def _seats_without_lines(seats: tuple[m.Seat, ...]) -> list[m.Statement]:
    return [_without_line(seat) for seat in seats]


def _without_line(statement: m.Statement) -> m.Statement:
    return statement._replace(line=0)


def _needs_new_evening(evening: m.Preamble, hand: m.Hand, *, same_tags: bool) -> bool:
    """Check whether only a new `cal` line can cancel an earlier statement."""
    wanted = hand.session
    kept = tuple(seat for seat in wanted.order if seat in evening.order)
    stayed = tuple(seat for seat in evening.order if seat in wanted.order)
    # Nobody can be put before the first, and people who have all gone are another table.
    another = not kept or wanted.order[0] != kept[0]
    tags = set() if same_tags else {tag.name for tag in wanted.tags}
    dummies = {dummy.seat for dummy in wanted.dummies}
    return (
        ((kept != stayed or (bool(evening.order) and another)) and not _can_reach_people(evening, hand))
        or (not same_tags and any(tag.name not in tags for tag in evening.tags))
        or any(dummy.seat not in dummies and dummy.seat in wanted.order for dummy in evening.dummies)
        or bool(evening.rules and not wanted.rules)
        or bool(evening.table and not wanted.table)
        or wanted.version != evening.version
    )
