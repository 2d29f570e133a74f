"""Hands as written, but with an unwritten discard supplied, as it is face down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import replace
from calarec.core.judge.breaches import TOO_EARLY
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.records.model import Hand


def replay_supplied(score: RunningTotals, hand: Hand) -> Judgement:
    """Replay one hand as the score does, with an unwritten discard supplied.

    It is supplied where nothing else is wrong with the hand, and all is right with it.
    """
    if not has_hidden_discard(hand):
        return score.replay(hand)
    other = copy_totals(score, literal=False)
    judged = score.replay(hand)
    if not is_step_missing(judged):
        return judged
    supplied = other.replay(hand)
    if any(finding.severity != "note" for finding in supplied.findings):
        return judged
    other.literal = score.literal
    for name in score.__slots__:
        setattr(score, name, getattr(other, name))
    return supplied


def copy_totals(score: RunningTotals, *, literal: bool) -> RunningTotals:
    """Another running score with the same totals, independent from now on."""
    return replace(score, literal=literal)


def has_hidden_discard(hand: Hand) -> bool:
    """Check whether cards were taken without a written discard."""
    return bool(hand.every(rec.Take)) and not hand.every(rec.Discard)


def is_step_missing(judged: Judgement) -> bool:
    """Check whether a missing step of the exchange explains all problems."""
    codes = {finding.code for finding in judged.findings if finding.severity != "note"}
    return bool(codes) and codes <= TOO_EARLY
