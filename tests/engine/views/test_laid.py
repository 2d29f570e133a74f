"""A seat that laid a card on the table knows which card is taken from there."""

from __future__ import annotations

from calarec.core.engine import events as ev
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate


def test_a_card_laid_by_a_seat_is_no_secret_to_it() -> None:
    """The third seat sees neither that it was laid nor that it was taken."""
    told = 0
    for each in simulate(load_ruleset("tretre"), hands=12, seed=3):
        laid = [event for event in each.events if isinstance(event, ev.Tabled)]
        taken = [
            event for event in each.events if isinstance(event, ev.Taken) and laid and event.cards == laid[0].cards
        ]
        for event in taken:
            assert event.seen == 1 << laid[0].seat | 1 << event.seat
            assert not event.open
            told += 1
    assert told
