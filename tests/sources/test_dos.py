"""Dossena on the rovescino, with what two pages on the same game add: see docs/explanation/sources.md."""

from __future__ import annotations

from calarec.core.engine.match import Matching
from calarec.core.engine.moves import legal
from tests.rulebooks import game
from tests.sources.without_auction import begun, mixed, own_suits


def test_dos_statement_1_each_for_himself() -> None:
    """Four sides of one player, ten cards each."""
    assert begun("rovescino").setting.fixed_sides == ((0,), (1,), (2,), (3,))
    assert game("rovescino").rules.deal.hand == 10


def test_dos_statement_2_follow_without_duty_to_beat() -> None:
    """The three takes the two of its suit; a player may follow with any card."""
    judged = mixed("rovescino")
    assert judged.state is not None
    assert judged.state.tricks[0].winner == 0
    assert not [each for each in judged.findings if each.severity == "error"]


def test_dos_statement_3_fractions_are_dropped() -> None:
    """All cards and the last trick are eleven points and two thirds, of which eleven count."""
    judged = own_suits("rovescino")
    assert judged.account is not None
    assert [side.points for side in judged.account.sides] == [0, 35, 0, 0]
    assert judged.totals == {"A": 0, "B": 11, "C": 0, "D": 0}


def test_dos_default_lead_and_deal_go_to_the_right() -> None:
    """After the dealer; the deal goes on round."""
    for dealer in range(4):
        (offer,) = legal(game("rovescino"), begun("rovescino", dealer))
        assert offer.seat == (dealer + 1) % 4
    assert game("rovescino").rules.table.direction == "counterclockwise"
    assert game("rovescino").rules.match.dealer == "next"


def test_dos_default_the_lowest_wins() -> None:
    """Once a player has thirty-one."""
    assert not Matching().standing(game("rovescino"), (30, 3, 20, 10), deal=6).over
    done = Matching().standing(game("rovescino"), (31, 3, 20, 10), deal=6)
    assert (done.over, done.winners) == (True, (1,))
