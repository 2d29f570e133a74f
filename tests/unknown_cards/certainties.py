"""Facts of a ruling, against all courses of the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine import events as ev

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement
    from tests.unknown_cards.brute import Way


def is_given_up(replayed: Judgement) -> bool:
    """Check whether a hand was given up in whole or in part, with a finding."""
    return replayed.knowledge == "unsettled" or any(each.code == "CAL313" for each in replayed.findings)


def hold_certainties(replayed: Judgement, every: set[Way]) -> None:
    """Check that the known facts are exactly those common to all courses."""
    plays = 0
    for happened in replayed.happened:
        event = happened.event
        match event:
            case ev.Dealt():
                common = _common(way.hands[event.seat] for way in every)
                assert event.cards & ~happened.hidden == common
            case ev.Laid():
                common = _common(way.piles[event.pile] for way in every)
                assert event.cards & ~happened.hidden == common
            case ev.Played():
                same = {way.plays[plays] for way in every if plays < len(way.plays)}
                assert (not happened.hidden) == (len(same) == 1)
                plays += 1


def _common(masks: object) -> int:
    together = -1
    for mask in masks:  # type: ignore[attr-defined]
        together &= mask
    return together
