"""Source 002 (How to Play Calabresella), sentence by sentence: `twenty-one` and its children."""

from __future__ import annotations

import pytest

from calarec.core.engine import events as ev
from tests.referees.compose import (
    ACES,
    BLANK_TABLE,
    LAST_NONE,
    LAST_TABLE,
    LAST_THREE,
    LAST_TWO,
    SEVENTEEN,
)
from tests.sources import common, exchange
from tests.sources.exchange import changed, in_order, refused_if
from tests.sources.spoken import hand
from tests.sources.table import evenings, table

RULES = "twenty-one"
HIGH_TO_LOW = "32ARCF7654"
WORTH = {"3": 1, "2": 1, "A": 3, "R": 1, "C": 1, "F": 1}
STAKES = [("chiamo", 1), ("solo", 2), ("solissimo", 4), ("dividete", 8), ("scegliete", 16)]
LADDER = ("chiamo", "solo", "solissimo", "dividete", "scegliete")


def test_002_lines_28_33_37_one_against_two() -> None:
    """The defenders are one side (line 83: with one pile)."""
    sides = table(RULES).ruling(hand(RULES, "solo"))["sides"]
    assert [sorted(side["seats"]) for side in sides] == [["B"], ["A", "C"]]


def test_002_lines_28_33_58_the_last_trick_counts_inside_the_six() -> None:
    """The soloist wins with eighteen thirds though A has the last trick: it is not a second condition."""
    common.six_points_win(RULES)


def test_002_lines_35_54_forty_cards_italian_or_french() -> None:
    """French courts K Q J are read for the Italian ones."""
    common.pack_is(RULES, 4, HIGH_TO_LOW)
    cards = table(RULES).game.cards
    assert [cards.names[cards.numbers[name]] for name in ("Kb", "Qb", "Jb")] == ["Rb", "Cb", "Fb"]


def test_002_lines_36_63_64_twelve_cards_each_and_four_for_the_stock() -> None:
    """In three packets of four, which leave no trace."""
    common.dealt_are(RULES, 12, 4)


def test_002_lines_39_80_follow_suit_otherwise_any_card() -> None:
    """A player who has the suit plays it."""
    common.must_follow(RULES)
    common.anything_if_void(RULES)


def test_002_lines_40_41_54_81_82_rank_and_winner_of_a_trick() -> None:
    """The highest of the suit led; it leads next; no trumps."""
    common.highest_of_the_suit_led_wins(RULES, HIGH_TO_LOW)
    common.winner_leads_next(RULES)


def test_002_lines_41_70_72_84_the_last_trick_takes_the_stock() -> None:
    """Four aces go to A."""
    common.pile_goes_with_the_last_trick(RULES)


def test_002_lines_43_88_points() -> None:
    """An ace three thirds, 3, 2 and courts one, the last trick three."""
    common.cards_count(RULES, WORTH, 3, 35)


def test_002_lines_44_88_89_each_side_drops_its_fractions() -> None:
    """23 thirds count seven, 12 count four: eleven in all (lines 89, 143 and 144)."""
    sides = table(RULES).ruling(hand(RULES, "solo"))["sides"]
    assert [(side["points"], side["counted"]) for side in sides] == [(23, "7"), (12, "4")]


def test_002_line_114_thirds_add_up_with_aces() -> None:
    """The tip denies it; three thirds and aces are added first and dropped once."""
    sides = table(RULES).ruling(hand(RULES, "solissimo", SEVENTEEN, ACES))["sides"]
    assert [(side["points"], side["counted"]) for side in sides] == [(17, "5"), (18, "6")]


def test_002_lines_45_90_six_points_make_the_contract() -> None:
    """After dropping fractions, last trick included."""
    common.six_points_win(RULES)


def test_002_line_50_three_play_or_four_with_the_dealer_idle() -> None:
    """He takes no cards."""
    assert table(RULES).game.people == (3, 4)
    state = table(RULES).opening(seats=4)
    assert state.hands[0] == 0
    assert [hand.bit_count() for hand in state.hands[1:]] == [12, 12, 12]


def test_002_line_50_the_idle_dealer_pays_nothing() -> None:
    """Not stated."""
    moves = f"take B 3b 2b Rb Cb closed\ndiscard B {LAST_TABLE} closed"
    four = table(RULES).hand(LAST_THREE, LAST_TABLE, "B solo, C -, D -", moves, seats="ABCD", out="A")
    assert table(RULES).payments(four) == {"A": 0, "B": 4, "C": -2, "D": -2}


def test_002_lines_50_62_deal_and_play_go_counter_clockwise() -> None:
    """The next dealer is the next in the order of play."""
    common.deal_goes_round(RULES)
    assert table(RULES).game.rules.table.direction == "counterclockwise"


def test_002_lines_65_69_the_dealers_right_opens_and_each_has_one_chance() -> None:
    """No player gets a second turn."""
    common.neighbour_speaks_first(RULES, "solo")
    common.one_chance_each(RULES, "solo")


def test_002_lines_69_to_74_five_contracts_in_one_ladder() -> None:
    """Dividete outbids solissimo, scegliete outbids all."""
    common.each_bid_is_higher(RULES, LADDER)


def test_002_line_70_a_specific_card_is_named() -> None:
    """Any, by rank and suit; here the ace of coins, which A holds."""
    moves = (
        "call B Ad", "give A Ad to B closed", "give B 5d to A closed", "take B 3b 2b Rb Cb closed",
        f"discard B {LAST_TABLE} closed",
    )  # fmt: skip
    tricks = LAST_THREE.replace("4d 4c Ad", "Ad 4c 4d")
    called = table(RULES).hand(tricks, LAST_TABLE, "B chiamo, C -, A -", "\n".join(moves))
    told = table(RULES).replay(called)
    assert next(each.event.found for each in told.happened if isinstance(each.event, ev.Called)) == 0


def test_002_line_70_it_passes_face_down_and_one_goes_back_before_the_stock() -> None:
    """Only giver and taker see them."""
    good = hand(RULES, "chiamo")
    assert table(RULES).who_saw(good, ev.Given) == {"B", "C"}
    refused_if(RULES, good, changed(good, 1, open=True), "steps.hand-over")
    refused_if(RULES, good, changed(good, 2, open=True), "steps.give-back")
    assert table(RULES).errors(good | {"moves": in_order(good, 0, 1, 3, 2, 4)})


@pytest.mark.parametrize("card", ["3b", "3s"])
def test_002_line_70_a_card_in_the_stock_or_in_the_own_hand_satisfies(card: str) -> None:
    """Not foreseen; as on Pagat."""
    exchange.called_at_home(RULES, card, "steps.ask")


@pytest.mark.parametrize("contract", ["chiamo", "solo"])
def test_002_lines_70_71_the_stock_is_picked_up_and_four_cards_discarded_face_down(contract: str) -> None:
    """Down to twelve."""
    good = hand(RULES, contract)
    last = len(good["moves"]) - 1
    refused_if(RULES, good, changed(good, last, cards=good["moves"][last]["cards"][:3]), "steps.bury")
    refused_if(RULES, good, changed(good, last, open=True), "steps.bury")
    assert table(RULES).who_saw(good, ev.Discarded) == {"B"}


def test_002_lines_70_71_only_the_soloist_sees_the_stock() -> None:
    """Openness is stated of scegliete alone."""
    good = hand(RULES, "solo")
    assert table(RULES).who_saw(good, ev.Taken) == {"B"}
    refused_if(RULES, good, changed(good, 0, open=True), "steps.monte")


def test_002_line_71_solo_calls_nothing() -> None:
    """Two moves."""
    good = hand(RULES, "solo")
    refused_if(RULES, good, [hand(RULES, "chiamo")["moves"][0], *good["moves"]], "auction")


def test_002_line_72_solissimo_leaves_the_stock_face_down() -> None:
    """No player sees it before the last trick."""
    exchange.nobody_sees_the_pile(RULES, "solissimo")


def test_002_line_73_dividete_exactly_two_cards_each() -> None:
    """Face down, seen only by their owner."""
    exchange.two_each_unseen(RULES)


def test_002_line_74_scegliete_any_split() -> None:
    """The stock is turned up for all to see."""
    exchange.divided_at_will(RULES)


def test_002_line_75_all_pass_and_the_same_dealer_deals_again() -> None:
    """There are no payments."""
    common.all_passed(RULES, "A")


@pytest.mark.parametrize("contract", LADDER)
def test_002_line_79_the_dealers_right_leads(contract: str) -> None:
    """In solissimo too."""
    common.leads(RULES, contract, "eldest")


def test_002_line_83_the_defenders_share_a_pile() -> None:
    """A trick of C counts for A too: neither is beaten by stramazzo when the other has points."""
    ruling = table(RULES).ruling(hand(RULES, "solo"))
    assert [(sorted(side["seats"]), side["tricks"]) for side in ruling["sides"]] == [(["B"], 11), (["A", "C"], 1)]


def test_002_line_84_twelve_tricks_whatever_the_contract() -> None:
    """No exchange of the page shrinks a hand."""
    for told in evenings(RULES):
        assert told["ruling"]["outcome"] != "played" or len(told["tricks"]) == 12


@pytest.mark.parametrize(("contract", "stake"), STAKES)
def test_002_lines_91_92_stakes_from_each_defender_or_to_each(contract: str, stake: int) -> None:
    """1, 2, 4, 8 and 16; for success from each defender too."""
    common.stake_is(RULES, contract, stake)


def test_002_lines_92_95_a_loss_is_taken_off_the_total() -> None:
    """A failed solo: minus four for the soloist, two for each defender."""
    ruling = table(RULES).ruling(hand(RULES, "solo", SEVENTEEN, ACES))
    assert ruling["totals"] == {"A": 2, "B": -4, "C": 2}


def test_002_line_93_every_trick_to_one_side_doubles() -> None:
    """Won or lost."""
    common.all_tricks_double(RULES)


def test_002_line_94_all_card_points_without_all_tricks_triple() -> None:
    """The defenders have the last trick, its point, and not a third in cards."""
    ruling = table(RULES).ruling(hand(RULES, "solo", LAST_NONE, BLANK_TABLE))
    assert ([side["points"] for side in ruling["sides"]], ruling["bonus"]) == ([32, 3], "stramazzo")
    assert ruling["payments"] == {"A": -6, "B": 12, "C": -6}
    assert table(RULES).ruling(hand(RULES, "solo", LAST_TWO, LAST_TABLE))["bonus"] is None


def test_002_line_94_the_cards_of_the_stock_are_card_points_too() -> None:
    """One jack in the stock, won with the last trick, saves from it."""
    one = LAST_NONE.replace("Fb Fc Fd", "Fb 7c Fd")
    ruling = table(RULES).ruling(hand(RULES, "solissimo", one, "4s 5c 6c Fc"))
    assert ([side["points"] for side in ruling["sides"]], ruling["bonus"]) == ([31, 4], None)
