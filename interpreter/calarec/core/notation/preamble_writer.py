"""Finds what a record has to say before a hand, given what it has said before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.notation.preamble import with_statements
from calarec.core.records import model as m

if TYPE_CHECKING:
    from collections.abc import Iterator


class SoFar:
    """The evening as far as it has been written."""

    def __init__(self) -> None:
        self.evening: m.Preamble | None = None
        self._tags: tuple[m.Tag, ...] | None = None
        """The tags of the hand before, if all of them have been said before hands: most hands have the same."""

    def before(self, hand: m.Hand) -> Iterator[m.Statement | None]:
        """The statements to be written before a hand; None is a blank line."""
        first = self.evening is None
        same_tags = hand.session.tags == self._tags
        if self.evening is None or _must_begin_anew(self.evening, hand, same_tags=same_tags):
            if not first:
                yield None
            yield m.Version(hand.session.version)
            self.evening = m.Preamble(version=hand.session.version)
            same_tags = False
        table = _table(self.evening, hand)
        seats = 1 + max((number for number, one in enumerate(table) if isinstance(one, m.Seat | m.Leave)), default=-1)
        holding = list(_holding(self.evening, hand, same_tags=same_tags))
        dummies = [one for one in holding if isinstance(one, m.Dummy)]
        holding = [one for one in holding if not isinstance(one, m.Dummy)]
        said = [*holding, *table[:seats], *dummies, *table[seats:]]
        if said and not first and self.evening != m.Preamble(version=hand.session.version):
            yield None
        self.evening = with_statements(self.evening, said)
        self._tags = None if hand.every(m.Tag) else hand.session.tags
        yield from said
        yield None


def _holding(evening: m.Preamble, hand: m.Hand, *, same_tags: bool) -> Iterator[m.Statement]:
    """What holds for a hand besides its people, was not said before and is not said in it."""
    wanted = hand.session
    inside = [each for each in hand.statements if isinstance(each, m.SESSION_STATEMENTS)]
    tags, said_tags = ((), ()) if same_tags else (wanted.tags, evening.tags)
    known = [evening.rules, *said_tags, *evening.dummies, *inside]
    said = {_bare(one) for one in known if one is not None}
    rules = [wanted.rules] if wanted.rules else []
    table = [m.Table(wanted.table)] if wanted.table != evening.table else []
    holding: list[m.Statement] = [*rules, *tags, *table, *wanted.dummies]
    for statement in holding:
        if _bare(statement) not in said:
            yield statement


def _table(evening: m.Preamble, hand: m.Hand) -> list[m.Statement]:
    """What changes people and totals before a hand: as it was said, if that leads to what holds for the hand."""
    between = _between(hand)
    wanted = _wanted(hand)
    if _leads_there(evening, hand) and _says(between, hand):
        return [*between]
    here = evening.order
    gone: list[m.Statement] = [m.Leave(label) for label in here if label not in hand.session.order]
    said = {_bare(one) for one in evening.seats}
    new: list[m.Statement] = []
    for number, seat in enumerate(wanted):
        if _bare(seat) in said:
            continue
        at_end = seat.label in here or not any(each.label in here for each in wanted[number + 1 :])
        new.append(seat if at_end or not number else seat._replace(after=wanted[number - 1].label))
    match: list[m.Statement] = [m.Match(hand.session.match_name)] if hand.new_match else []
    sums = [one for one in between if isinstance(one, m.Adjust)] + ([hand.carried] if hand.carried else [])
    return [*gone, *new, *match, *sums]


def _between(hand: m.Hand) -> list[m.TableStatement]:
    """What was said before a hand, without lines that could not be read."""
    return [one for one in hand.between if not isinstance(one, m.Carried | m.Adjust) or one.amounts or one.people]


def _wanted(hand: m.Hand) -> tuple[m.Seat, ...]:
    """The seats that hold for a hand and are not taken in it."""
    inside = {_bare(one) for one in hand.every(m.Seat)}
    return tuple(seat for seat in hand.session.seats if _bare(seat) not in inside)


def _leads_there(evening: m.Preamble, hand: m.Hand) -> bool:
    """Whether what was said before a hand leads to its people."""
    return _bare_seats(with_statements(evening, _between(hand)).seats) == _bare_seats(_wanted(hand))


def _says(between: list[m.TableStatement], hand: m.Hand) -> bool:
    """Whether statements say of match and totals what holds for a hand."""
    new_match, carried = False, None
    for one in between:
        if isinstance(one, m.Match):
            new_match, carried = True, None
        elif isinstance(one, m.Carried):
            carried = one
    return new_match == hand.new_match and carried == hand.carried


def _bare_seats(seats: tuple[m.Seat, ...]) -> list[m.Statement]:
    return [_bare(seat) for seat in seats]


def _bare(statement: m.Statement) -> m.Statement:
    return statement._replace(line=0)


def _must_begin_anew(evening: m.Preamble, hand: m.Hand, *, same_tags: bool) -> bool:
    """Whether something no longer holds that only a new `cal` line can take back."""
    wanted = hand.session
    kept = tuple(seat for seat in wanted.order if seat in evening.order)
    stayed = tuple(seat for seat in evening.order if seat in wanted.order)
    # Nobody can be put before the first, and people who have all gone are another table.
    another = not kept or wanted.order[0] != kept[0]
    tags = set() if same_tags else {tag.name for tag in wanted.tags}
    dummies = {dummy.seat for dummy in wanted.dummies}
    return (
        ((kept != stayed or (bool(evening.order) and another)) and not _leads_there(evening, hand))
        or (not same_tags and any(tag.name not in tags for tag in evening.tags))
        or any(dummy.seat not in dummies and dummy.seat in wanted.order for dummy in evening.dummies)
        or bool(evening.rules and not wanted.rules)
        or bool(evening.table and not wanted.table)
        or wanted.version != evening.version
    )
