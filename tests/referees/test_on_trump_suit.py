"""Bonuses by the suit that is trump, settled once more: what is paid without them, changed by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine.game import Game
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.tally import add_up
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import check_rules
from tests.referees.agreeing import at_every_table, hands, rules, to_the_end

if TYPE_CHECKING:
    from calarec.simulation.run import Simulated

_BARE: Final = (
    "ruleset: bare\nversion: 1.0.0\nextends: pagat\ntitle: Bare\nset: {play.trump: {chosen: named, by: declarer}}\n"
)


def _expected_payments(bare: Game, played: Simulated) -> tuple[int, ...]:
    """Return payments without the two bonuses, then three stakes more, twice in coins."""
    tally = add_up(bare.cards, played.setting, played.events)
    account = settle_hand(bare, tally)
    (suit,) = (each.what for each in played.hand.statements if isinstance(each, rec.Trump))
    winners = account.counted_sides[0] if account.counted_sides[0].wins else account.counted_sides[1]
    more = 3 if suit in "cs" and winners.tricks >= 7 else 0
    times = 2 if suit == "d" else 1
    declarer = account.declarer
    sign = 1 if account.counted_sides[0].wins else -1
    paid = [payment - sign * more if payment else 0 for payment in account.payments]
    paid[declarer] = -sum(payment for seat, payment in enumerate(paid) if seat != declarer)
    return tuple(payment * times for payment in paid)


def test_coins_pay_twice() -> None:
    """Each suit comes up; with cards and without the payments are the same."""
    of = rules("coins-twice")
    without = check_rules("bare.yaml", raw=_BARE.encode()).ruleset
    assert without is not None
    bare = Game.from_ruleset(without)
    suits = set()
    for played in to_the_end(at_every_table(of, hands(120) // (2 * len(of.people)))):
        if played.account.declarer < 0:
            continue
        assert played.account.payments == _expected_payments(bare, played)
        judged = begin_totals(of).replay(played.hand)
        assert judged.account is not None
        assert judged.account.payments == played.account.payments
        suits |= {each.what for each in played.hand.statements if isinstance(each, rec.Trump)}
    assert suits == set("bscd")
