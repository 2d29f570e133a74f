"""Hands of which only the sums are wrong: the moves were judged already, so the replay has only to settle and to tell.

Most of what is wrong in a club's records is a slip of the pen in its result, its score or its totals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.mechanisms.base import Kind
from calarec.mechanisms.registry import mechanism
from calarec.moves.setting import NOTHING_CARRIED
from calarec.moves.state import NOBODY, Trick
from calarec.moves.tally import Tally
from calarec.records import model as rec
from calarec.replaying.assertions import Assertions
from calarec.replaying.findings import Findings
from calarec.replaying.result import Replay
from calarec.replaying.table import arrange

if TYPE_CHECKING:
    from calarec.kernel.mass.judge import Judged
    from calarec.moves.account import Account
    from calarec.moves.setting import Setting
    from calarec.records.model import Hand
    from calarec.replaying.evening import Evening


def settled(hand: Hand, evening: Evening, judged: Judged) -> Replay | None:
    """The replay of a hand whose moves are all legal, without its events and states; None if it has to be replayed."""
    tricks = sum(isinstance(each, rec.Trick) for each in hand.statements)
    if hand.broken or not judged.won or tricks != evening.game.rules.deal.hand:
        return None
    evening.open(hand)
    game, findings = evening.game, Findings(hand, evening.game)
    setting = arrange(hand, game, findings, evening.inherited)
    if setting is None or findings.found:
        return None
    late = evening.late(hand)
    tally = _tally(evening, setting, judged)
    behaviour = mechanism(Kind.SECTION, "settle").behaviour if judged.settled.contract else game.all_pass
    account: Account = behaviour.settle(game, tally)
    totals, standing = evening.after(hand, account, setting.labels)
    assertions = Assertions(hand, game, setting, findings, evening=evening, tricks=_tricks(hand, setting, tally.last))
    assertions.check(account, tally, totals)
    evening.inherited = NOTHING_CARRIED
    replayed = Replay(
        hand=hand,
        game=game,
        setting=setting,
        verdict="legal",
        stated=assertions.stated,
        outcome="played",
        account=account,
        totals=totals,
        standing=standing,
        diagnostics=(*late, *hand.findings, *findings.found),
    )
    evening.turn.take(hand, replayed)  # who dealt out of turn is not judged here
    return replayed


def _tally(evening: Evening, setting: Setting, judged: Judged) -> Tally:
    """The sums of a hand, by seat."""
    game = evening.game
    seats, worth = setting.active, game.cards.worth
    count = len(setting.labels)
    tally = Tally(setting, [0] * count, [0] * count, [0] * count, called=judged.found)
    for place, seat in enumerate(seats):
        tally.tricks[seat] = judged.won[place].bit_count() // len(seats)
        tally.in_tricks[seat] = worth(judged.won[place])
    tally.last = seats[judged.last]
    tally.contract = judged.settled.contract
    tally.declarer = seats[judged.settled.declarer] if tally.contract else NOBODY
    tally.partner = seats[judged.mate] if judged.mate >= 0 else NOBODY
    tally.outcome = "played"
    for cards, name in zip(judged.piles, game.piles, strict=True):
        won_by = game.rules.piles[name].won_by
        to = {"last_trick": tally.last, "declarer": tally.declarer, "nobody": NOBODY}[won_by]
        if to != NOBODY:
            tally.piles[to] += worth(cards)
    if tally.contract:
        steps = game.rules.contracts[tally.contract].steps
        tally.call_rule = next((f"steps.{step}" for step in steps if game.rules.steps[step].do == "call"), "")
    return tally


def _tricks(hand: Hand, setting: Setting, last: int) -> tuple[Trick, ...]:
    """Who led to each trick and who won it: who leads to the next."""
    leaders = [setting.labels.index(each.leader) for each in hand.statements if isinstance(each, rec.Trick)]
    return tuple(Trick(leader, (), winner) for leader, winner in zip(leaders, [*leaders[1:], last], strict=True))
