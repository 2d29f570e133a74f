"""Hands with judged moves, for which the replay only settles and reports.

Most mistakes in a club's records are in the result, the score or the totals. Beside a stated irregularity, only the
cards that it answers for are wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.bulk.stated_irregularities import (
    claim_event,
    declaration_events,
    fault_events,
    problems_of_forbidden_cards,
)
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.state import NOBODY, NOTHING_CARRIED, WonTrick
from calarec.core.engine.tally import Tally
from calarec.core.judge.assertions import Assertions
from calarec.core.judge.judgement import Judgement
from calarec.core.judge.problems import HandFindings, Problems
from calarec.core.judge.score_rows import events_before
from calarec.core.judge.seats import arrange_seats
from calarec.core.judge.turn import find_next_dealer
from calarec.core.mechanisms.rules import tricks_in
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from calarec.bulk.text import Judged
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.records.model import Hand


def resettle_hand(hand: Hand, evening: RunningTotals, judged: Judged) -> Judgement | None:
    """Replay a hand with legal moves, without events; None if it has to be replayed."""
    if (
        hand.broken
        or not can_settle(judged, evening.game)
        or len(hand.every(rec.Trick)) != _count_played_tricks(judged, evening.game)
    ):
        return None
    game, problems = evening.game, Problems(evening.game)
    snapshot = evening.take_snapshot()
    before = events_before(hand, evening.turn.seated)
    late = evening.open_hand(hand)
    setting = arrange_seats(hand, game, problems, evening.inherited)
    noted = None if setting is None or problems.found else problems_of_forbidden_cards(hand, game, setting, judged)
    if setting is None or noted is None:
        evening.restore_snapshot(snapshot)
        return None
    problems.found += noted
    tally = tally_from_judged(game, setting, judged)
    account = settle_hand(game, tally)
    totals, standing = evening.add_hand(hand, account, setting.labels, tally.outcome)
    tricks_won = _tricks_won(hand, setting, setting.active[judged.won_last])
    assertions = Assertions(hand, game, setting, problems, evening=evening, tricks=tricks_won)
    assertions.check(account, tally, totals)
    evening.inherited = NOTHING_CARRIED
    replayed = Judgement(
        hand=hand,
        game=game,
        setting=setting,
        verdict="irregular" if tally.faults else "legal",
        stated=assertions.stated,
        outcome=tally.outcome,
        account=account,
        totals=totals,
        standing=standing,
        findings=(*late, *hand.findings, *HandFindings(hand, game).make_findings(problems.found)),
    )
    words = [*(fault.word for fault in tally.faults), *(declaration.word for declaration in tally.declared)]
    after = find_next_dealer(replayed, words)
    evening.take_dealer(hand, setting.labels[setting.dealer], after)  # it was his turn: the filter asks first
    is_sure = evening.is_sure
    evening.finish_hand(hand)
    evening.keep_row(replayed, before, is_sure=is_sure)
    return replayed


def can_settle(judged: Judged, game: Game) -> bool:
    """Check whether the sums of a hand settle it.

    They do not have who was dealt and held what: bonuses may ask for it, and after a claim of points all do.
    """
    claims_points = judged.claimed is not None and judged.claimed.made.points is not None
    return bool(judged.won) and not game.card_figures and not claims_points


def _count_played_tricks(judged: Judged, game: Game) -> int:
    """Count the tricks that were played."""
    if judged.spoken.void:
        return judged.spoken.faults[-1].at
    return tricks_in(game.rules, len(judged.won)) if judged.claimed is None else judged.claimed.made.at


def tally_from_judged(game: Game, setting: Seating, judged: Judged) -> Tally:
    """The sums of a hand, by seat."""
    seats, worth = setting.active, game.cards.worth
    count = len(setting.labels)
    tally = Tally(setting, [0] * count, [0] * count, [0] * count, called=judged.found)
    for place, seat in enumerate(seats):
        tally.tricks[seat] = judged.won[place].bit_count() // len(seats)
        tally.in_tricks[seat] = worth(judged.won[place])
    tally.last = seats[judged.last] if judged.last >= 0 else NOBODY
    tally.contract = judged.settled.contract
    tally.declarer = seats[judged.settled.declarer] if tally.contract else NOBODY
    tally.partners = (seats[judged.mate],) if judged.mate >= 0 else ()
    tally.outcome = "void" if judged.spoken.void else "played" if judged.claimed is None else "claimed"
    for cards, name in zip(judged.piles, game.piles, strict=True):
        won_by = game.rules.piles[name].won_by
        to = {"last_trick": tally.last, "declarer": tally.declarer, "nobody": NOBODY}[won_by]
        if to != NOBODY:
            tally.piles[to] += worth(cards)
    if tally.contract:
        steps = game.rules.contracts[tally.contract].steps
        tally.call_rule = next((f"steps.{step}" for step in steps if game.rules.steps[step].do == "call"), "")
    tally.faults, tally.declared = fault_events(setting, judged), declaration_events(setting, judged)
    tally.claim = None if judged.claimed is None else claim_event(game, setting, judged.claimed, judged.piles)
    return tally


def _tricks_won(hand: Hand, setting: Seating, last: int) -> tuple[WonTrick, ...]:
    """The leader and winner of each trick: the winner leads to the next."""
    leaders = [setting.labels.index(trick.leader) for trick in hand.every(rec.Trick)]
    return tuple(WonTrick(leader, (), winner) for leader, winner in zip(leaders, [*leaders[1:], last], strict=True))
