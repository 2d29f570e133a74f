"""Finds what a record has to say before a hand, given what it has said before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.notation.preamble import with_statements
from calarec.records import model as m

if TYPE_CHECKING:
    from collections.abc import Iterator


class SoFar:
    """The evening as far as it has been written."""

    def __init__(self) -> None:
        self.evening: m.Preamble | None = None

    def before(self, hand: m.Hand) -> Iterator[m.Statement | None]:
        """The statements to be written before a hand; None is a blank line."""
        first = self.evening is None
        if self.evening is None or _must_begin_anew(self.evening, hand):
            if not first:
                yield None
            yield m.Version(hand.session.version)
            self.evening = m.Preamble(version=hand.session.version)
        said = list(self._changes(self.evening, hand))
        if said and not first and self.evening != m.Preamble(version=hand.session.version):
            yield None
        self.evening = with_statements(self.evening, said)
        yield from said
        yield None

    def _changes(self, evening: m.Preamble, hand: m.Hand) -> Iterator[m.Statement]:
        """What holds for a hand, was not said before and is not said in it."""
        wanted = hand.session
        inside = [one for one in hand.statements if isinstance(one, m.SESSION_STATEMENTS)]
        known = [evening.rules, *evening.tags, *evening.seats, *evening.dummies, *inside]
        said = {_bare(one) for one in known if one is not None}
        rules = [wanted.rules] if wanted.rules else []
        table = [m.Table(wanted.table)] if wanted.table != evening.table else []
        holding: list[m.Statement] = [*rules, *wanted.tags, *table, *wanted.seats, *wanted.dummies]
        for statement in holding:
            if _bare(statement) not in said:
                yield statement
        if hand.new_match:
            yield m.Match(wanted.match_name)
        if hand.carried:
            yield hand.carried


def _bare(statement: m.Statement) -> m.Statement:
    return statement._replace(line=0)


def _must_begin_anew(evening: m.Preamble, hand: m.Hand) -> bool:
    """Whether something no longer holds: only a new `cal` line can say that."""
    wanted = hand.session
    kept = tuple(seat for seat in wanted.order if seat in evening.order)
    tags = {tag.name for tag in wanted.tags}
    dummies = {dummy.seat for dummy in wanted.dummies}
    return (
        kept != evening.order
        or any(tag.name not in tags for tag in evening.tags)
        or any(dummy.seat not in dummies for dummy in evening.dummies)
        or bool(evening.rules and not wanted.rules)
        or bool(evening.table and not wanted.table)
        or wanted.version != evening.version
    )
