"""The last part of source 004, sentence by sentence: `cavendish`, its child, and the American pack of 1900."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.engine import events as ev
from tests.referees.compose import (
    ACES,
    EIGHTEEN,
    LAST_TABLE,
    LAST_THREE,
    SEVENTEEN,
    SWEEP,
    SWEEP_TABLE,
    THIRD_SWEEPS,
    THIRD_TABLE,
)
from tests.sources import common
from tests.sources.exchange import changed, in_order, refused_if
from tests.sources.table import evenings, table

if TYPE_CHECKING:
    from tests.referees.shape import Hand

RULES = "cavendish"
RIGHT = "cavendish-right-leads"
AMERICAN = "american-1900"

# A asks for the 7 of coins, which B has, gives a baton back, lays two aside and takes two.
EXCHANGE = """
call A 7d
give B 7d to A open
give A 7b to B closed
discard A {} {} closed
take A 5d 6d open
"""


def played(
    tricks: str, lying: str, bids: str = "B -, C -, A play", moves: str = EXCHANGE, ruleset: str = RULES
) -> Hand:
    """A plays, so that B, at his left, leads."""
    return table(ruleset).hand(tricks, lying, bids, moves.format(*lying.split()))


def test_004_line_95_clockwise() -> None:
    """One source states it for some tables; the printed versions are clockwise."""
    assert table(RULES).game.rules.table.direction == "clockwise"
    common.deal_goes_round(RULES)


def test_004_line_96_packets_of_two() -> None:
    """They leave no trace in a record; twelve cards and a widow of four do."""
    common.dealt_are(RULES, 12, 4)


def test_004_line_97_play_or_pass_and_the_first_play_ends_it() -> None:
    """No player is asked after it; there is no solo."""
    after = table(RULES).replay(common.bid(RULES, "B play")).state
    assert after is not None
    assert not [offer for offer in table(RULES).offers(after) if offer.do == "bid"]
    assert table(RULES).refuses(common.bid(RULES, "B solo"), "auction")


def test_004_line_98_a_card_goes_back_face_down_at_once() -> None:
    """Before the widow; a record that has it later is refused."""
    good = played(SEVENTEEN, ACES)
    assert table(RULES).who_saw(good | {"moves": good["moves"][2:3]}, ev.Dealt) == {"B"}
    gifts = [each.event for each in table(RULES).replay(good).happened if isinstance(each.event, ev.Given)]
    assert [event.open for event in gifts] == [True, False]
    refused_if(RULES, good, changed(good, 2, open=True), "steps.give-back")
    assert table(RULES).errors(good | {"moves": in_order(good, 0, 1, 3, 4, 2)})


@pytest.mark.parametrize("number", [0, 1, 4])
def test_004_line_99_up_to_four_cards_are_laid_aside_and_as_many_taken(number: int) -> None:
    """Face down; the widow is turned up for all."""
    aside = " ".join(["none", *ACES.split()[:number]])
    taken = " ".join(["none", *["5d", "6d", "7d", "Cd"][:number]])
    take = f"\ntake A {taken} open"
    good = table(RULES).hand(EIGHTEEN, ACES, "B -, C -, A play", f"call A Ab\ndiscard A {aside} closed{take}")
    assert not table(RULES).errors(good)
    assert table(RULES).who_saw(good, ev.Turned) == {"A", "B", "C"}


def test_004_line_99_not_more_than_were_laid_aside_and_not_after_seeing_the_widow() -> None:
    """Before it is seen."""
    good = table(RULES).hand(EIGHTEEN, ACES, "B -, C -, A play", "call A Ab\ndiscard A Ab As closed\ntake A 5d 6d open")
    refused_if(RULES, good, changed(good, 2, cards=good["moves"][2]["cards"][:1]), "steps.choose")
    refused_if(RULES, good, changed(good, 1, cards=good["deal"]["A"][:5]), "steps.lay-aside")
    assert table(RULES).errors(good | {"moves": in_order(good, 0, 2, 1)})


def test_004_line_99_the_rest_of_the_widow_joins_the_discards() -> None:
    """Four cards in two piles, won with the last trick."""
    good = table(RULES).hand(EIGHTEEN, ACES, "B -, C -, A play", "call A Ab\ndiscard A Ab As closed\ntake A 5d 6d open")
    told = table(RULES).replay(good)
    won = [each.event for each in told.happened if isinstance(each.event, ev.PileWon)]
    assert {event.seat for event in won} == {0}
    assert sum(event.cards.bit_count() for event in won) == 4


def test_004_line_100_the_left_hand_opponent_leads() -> None:
    """B, at the left of A."""
    assert not table(RULES).errors(played(SEVENTEEN, ACES))
    assert table(RIGHT).errors(played(SEVENTEEN, ACES, ruleset=RIGHT))


def test_004_line_100_in_some_versions_the_right_hand_opponent() -> None:
    """C plays, B at his right leads."""
    moves = "call C Ab\ndiscard C As closed\ntake C 5c open"
    at_right = table(RIGHT).hand(EIGHTEEN, ACES, "B -, C play", moves)
    assert not table(RIGHT).errors(at_right)
    assert table(RULES).errors(at_right)


def test_004_line_101_all_values_times_three() -> None:
    """An ace and the last trick three, threes, twos and pictures one."""
    common.cards_count(RULES, {"3": 1, "2": 1, "A": 3, "K": 1, "Q": 1, "J": 1}, 3, 35)


def test_004_line_102_eighteen_of_thirty_five_win_and_the_difference_is_paid() -> None:
    """One point each way; eleven for 12 against 23."""
    assert table(RULES).payments(played(SEVENTEEN, ACES)) == {"A": 2, "B": -1, "C": -1}
    assert table(RULES).payments(played(EIGHTEEN, ACES)) == {"A": -2, "B": 1, "C": 1}
    assert table(RULES).payments(played(LAST_THREE, LAST_TABLE)) == {"A": -22, "B": 11, "C": 11}


def test_004_line_102_seventy_from_or_to_each_for_all_tricks() -> None:
    """Instead of the difference."""
    moves = "call A 3b\ngive C 3b to A open\ngive A 4c to C closed\ndiscard A 3d Rs closed\ntake A 2b Ab open"
    assert table(RULES).payments(played(THIRD_SWEEPS, THIRD_TABLE, moves=moves)) == {"A": 140, "B": -70, "C": -70}
    assert table(RULES).payments(played(SWEEP, SWEEP_TABLE)) == {"A": -140, "B": 70, "C": 70}


def test_004_line_103_the_american_pack_of_1900() -> None:
    """Ace high, down to the five; queens and the last trick three, A K J T 9 one."""
    common.pack_is(AMERICAN, 4, "AKQJT98765")
    common.highest_of_the_suit_led_wins(AMERICAN, "AKQJT98765")
    common.cards_count(AMERICAN, {"A": 1, "K": 1, "Q": 3, "J": 1, "T": 1, "9": 1}, 3, 35)
    assert evenings(AMERICAN)
