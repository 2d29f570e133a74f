"""Invariants of the sums of a hand, however incomplete its record is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine import events as ev

if TYPE_CHECKING:
    from calarec.core.engine.state import State
    from calarec.core.judge.judgement import Judgement


def adds_up(replay: Judgement) -> None:
    """The sides together have the value of the pack, without points of no side."""
    account, rules, cards = replay.account, replay.game.rules, replay.game.cards
    if account is None or not account.counted_sides or not replay.happened:
        return
    points = sum(side.points for side in account.counted_sides)
    piles = [each.event for each in replay.happened if isinstance(each.event, ev.PileWon)]
    lost = sum(cards.worth(each.cards) for each in piles if each.seat < 0)
    assert points == cards.worth(cards.full) + rules.pack.last_trick - lost, replay.hand.lines
    assert all(side.points >= 0 or replay.state.faults for side in account.counted_sides if replay.state is not None)


def lie_once(replay: Judgement) -> None:
    """No card is in two places, except in plays if the record has it so.

    Such a record has a finding, and nothing in its ruling depends on its cards: what a fault costs is paid
    whatever they were.
    """
    for state in [*(each.state for each in replay.happened), replay.state]:
        if state is None:
            continue
        seen = 0
        for place in (*state.hands, *state.piles):
            assert not seen & place, replay.hand.lines
            seen |= place
        played = _played(state)
        if len(set(played)) != len(played) or any(seen >> card & 1 for card in played):
            assert replay.verdict == "illegal", replay.hand.lines
            assert any(each.severity == "error" for each in replay.findings), replay.hand.lines
            assert replay.account is None or not replay.account.counted_sides, replay.hand.lines


def _played(state: State) -> list[int]:
    return [*(card for trick in state.tricks for card in trick.cards), *state.trick]
