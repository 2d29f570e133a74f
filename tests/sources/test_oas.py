"""The rules of the traversone, statement by statement: see docs/sources.md."""

from __future__ import annotations

import pytest

from calarec.core.engine.actions import PlayAction
from calarec.core.engine.match import Matching
from calarec.core.engine.moves import apply, start
from calarec.core.engine.terms import Outcome, Refusal
from calarec.core.notation import Text, read_records
from calarec.record_judge.session import RecordJudge
from tests.records.shelf import RECORDS
from tests.rulebooks import game
from tests.sources.without_auction import own_suits

RULES = "traversone"


def test_oas_statements_1_2_each_for_himself() -> None:
    """Three to eight, with a total each."""
    of = game(RULES)
    assert of.people == (3, 4, 5, 6, 7, 8)
    for seats in of.people:
        setting = of.at_table(seats).seat(tuple("ABCDEFGH"[:seats]), 0)
        assert sorted(setting.fixed_sides) == [(seat,) for seat in range(seats)]
    assert (of.rules.all_pass.params.pays, of.rules.match.counts) == ("nobody", "card_points")


def test_oas_statement_3_cards_and_points() -> None:
    """Thirty-two thirds in cards at every table, and three for the last trick."""
    of = game(RULES)
    for seats in of.people:
        there = of.at_table(seats)
        worth = {there.cards.names[card][0]: points for card, points in enumerate(there.cards.points)}
        assert {rank: worth.get(rank, 0) for rank in "32ARCF7654"} == {
            "A": 3, **dict.fromkeys("32RCF", 1), **dict.fromkeys("7654", 0)
        }  # fmt: skip
        assert (sum(there.cards.points), there.rules.pack.last_trick) == (32, 3)
        assert there.rules.pack.ranks == "32ARCF7654"


@pytest.mark.parametrize(
    ("seats", "ranks"),
    [(3, "4"), (4, ""), (5, ""), (6, "4444"), (7, "44445"), (8, "")],
)
def test_oas_statement_4_as_many_cards_for_all(seats: int, ranks: str) -> None:
    """A four, four fours, and a five besides are taken out; nothing is left over, and cards are dealt one by one."""
    there = game(RULES).at_table(seats)
    names = {*there.cards.names}
    missing = {rank + suit for suit in "bscd" for rank in "32ARCF7654"} - names
    assert "".join(sorted(card[0] for card in missing)) == ranks
    assert seats * there.rules.deal.hand == len(names)
    assert there.rules.deal.packets == 1
    assert not there.rules.piles


def test_oas_statement_5_suit_is_followed() -> None:
    """Another card is refused as long as there is one of the suit."""
    of = game(RULES).at_table(3)
    hands = [of.cards.mask(cards.split()) for cards in (
        "3b 2b Ab Rb Cb Fb 7b 6b 5b 4b 3s 2s As",
        "Rs Cs Fs 7s 6s 5s 4s 3c 2c Ac Rc Cc Fc",
        "7c 6c 5c 4c 3d 2d Ad Rd Cd Fd 7d 6d 5d",
    )]  # fmt: skip
    led = apply(of, start(of, of.seat(("A", "B", "C"), 2), hands, []).state, PlayAction(0, of.cards.numbers["3s"]))
    assert isinstance(led, Outcome)
    assert isinstance(apply(of, led.state, PlayAction(1, of.cards.numbers["3c"])), Refusal)
    assert isinstance(apply(of, led.state, PlayAction(1, of.cards.numbers["4s"])), Outcome)


def test_oas_statements_6_7_what_is_left_of_eleven() -> None:
    """Eleven in every hand; a player with all of them has none, and each of the others eleven."""
    assert own_suits(RULES).totals == {"A": 11, "B": 0, "C": 11, "D": 11}
    text = (RECORDS / RULES / "evening.cal").read_text("utf-8")
    session, before = RecordJudge(), dict.fromkeys("ABCDE", 0)
    for hand in read_records(Text(text, "evening.cal")):
        totals = session.replay(hand).totals
        assert totals is not None
        charged = [totals[seat] - before[seat] for seat in "ABCDE"]
        assert sum(charged) == 11 or sorted(charged) == [0, 11, 11, 11, 11]
        before = totals


def test_oas_statement_8_to_forty_one() -> None:
    """Forty points end nothing; then the lowest total wins, and level players go on."""
    of = game(RULES)
    assert not Matching().standing(of, (40, 12, 20), deal=9).over
    done = Matching().standing(of, (41, 12, 20), deal=9)
    assert (done.over, done.winners) == (True, (1,))
    assert not Matching().standing(of, (43, 12, 12), deal=9).over
