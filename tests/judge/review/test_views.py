"""Facts that a view must not reveal."""

from __future__ import annotations

from calarec.core.engine import events as ev
from calarec.core.engine.events import project
from tests.judge.review.table import Table


def test_a_silent_partner_is_not_told_by_who_saw_the_call() -> None:
    """The event of a call hides its place from strangers, and so does its seen list."""
    table = Table("gelli-bellora", seats=5, seed=4)
    table.goes_on(lambda state: state.step == "play", "chiamo", "passo")
    assert table.state.partners
    partner = table.state.partners.bit_length() - 1
    stranger = table.state.opponents()[0]
    (called,) = [each.event for each in project(table.events, 1 << stranger) if isinstance(each.event, ev.Called)]
    assert called.found == -3
    assert not called.seen >> partner & 1
    (known,) = [each.event for each in project(table.events, 1 << partner) if isinstance(each.event, ev.Called)]
    assert known.found == partner
