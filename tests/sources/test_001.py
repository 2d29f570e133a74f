"""Source 001 (Calabressella), sentence by sentence: `spazzatura`."""

from __future__ import annotations

import pytest

from calarec.core.engine import events as ev
from calarec.simulation import simulate
from tests.referees.compose import ACES, LAST_TABLE, LAST_THREE, LAST_TWO, SEVENTEEN, SWEEP, SWEEP_TABLE
from tests.referees.hands_001 import NEARLY, TIED
from tests.sources import common, exchange
from tests.sources.exchange import changed, in_order, refused_if
from tests.sources.spoken import hand
from tests.sources.table import table

RULES = "spazzatura"
HIGH_TO_LOW = "32AKQJ7654"
WORTH = {"3": 1, "2": 1, "A": 3, "K": 1, "Q": 1, "J": 1}
STAKES = [("chiamo", 1), ("solo", 2), ("solissimo", 4), ("dividete", 8), ("scegliete", 16)]


def test_001_lines_8_9_one_against_the_other_two() -> None:
    """At a table of three the two others are one side."""
    assert table(RULES).game.people == (3,)
    sides = table(RULES).ruling(hand(RULES, "solo"))["sides"]
    assert [sorted(side["seats"]) for side in sides] == [["B"], ["A", "C"]]


def test_001_line_13_forty_cards() -> None:
    """Four suits, which the page does not name."""
    common.pack_is(RULES, 4, HIGH_TO_LOW)


def test_001_line_15_rank_of_the_cards() -> None:
    """3 2 A K Q J 7 6 5 4."""
    common.highest_of_the_suit_led_wins(RULES, HIGH_TO_LOW)


def test_001_lines_17_to_21_points() -> None:
    """Thirds: aces three, threes, twos and faces one, the last trick three; eleven and two thirds in all."""
    common.cards_count(RULES, WORTH, 3, 35)


def test_001_lines_23_65_six_points_win() -> None:
    """For a side fractions make no difference: 17 and 18 thirds decide."""
    common.six_points_win(RULES)


def test_001_line_27_twelve_cards_each_and_four_for_the_monte() -> None:
    """However they are dealt."""
    common.dealt_are(RULES, 12, 4)


def test_001_line_29_from_the_left_of_the_dealer_one_chance_each() -> None:
    """To bid or to pass."""
    common.neighbour_speaks_first(RULES, "solo")
    common.one_chance_each(RULES, "solo")
    assert table(RULES).game.rules.table.direction == "clockwise"


def test_001_lines_31_to_35_three_bids_each_higher_than_the_last() -> None:
    """Chiamo, solo, solissimo."""
    common.each_bid_is_higher(RULES, ("chiamo", "solo", "solissimo"))


def test_001_line_31_chiamo_calls_a_card_and_uses_the_monte() -> None:
    """Five moves."""
    good = hand(RULES, "chiamo")
    assert not table(RULES).errors(good)
    assert [move["do"] for move in good["moves"]] == ["call", "give", "take", "give", "discard"]


def test_001_line_32_solo_uses_the_monte() -> None:
    """And calls nothing."""
    good = hand(RULES, "solo")
    refused_if(RULES, good, [hand(RULES, "chiamo")["moves"][0], *good["moves"]], "auction")


def test_001_line_33_solissimo_uses_neither() -> None:
    """No player sees the monte."""
    exchange.nobody_sees_the_pile(RULES, "solissimo")
    assert table(RULES).errors(hand(RULES, "solissimo") | {"moves": hand(RULES, "solo")["moves"]})


def test_001_line_40_any_card_may_be_called() -> None:
    """A 3 usually; a 4 all the same."""
    moves = hand(RULES, "chiamo")["moves"]
    good = table(RULES).hand(
        LAST_THREE, LAST_TABLE, "B chiamo, C -, A -",
        f"call B 4d\ngive A 4d to B open\ntake B 3b 2b Rb Cb open\ngive B Fd to A open\ndiscard B {LAST_TABLE} closed",
    )  # fmt: skip
    assert moves
    assert not table(RULES).errors(good)


def test_001_lines_40_to_42_a_card_of_ones_own_satisfies() -> None:
    """Not foreseen; as on Pagat."""
    exchange.called_at_home(RULES, "3s", "steps.ask")


def test_001_line_41_the_defender_must_give_it() -> None:
    """The called card and no other; its face is a default of the project: up."""
    good = hand(RULES, "chiamo")
    refused_if(RULES, good, changed(good, 1, cards=["4s"]), "steps.hand-over")
    assert table(RULES).who_saw(good, ev.Given) == {"A", "B", "C"}


def test_001_line_42_it_may_lie_in_the_monte() -> None:
    """Then it is not given."""
    exchange.called_at_home(RULES, "3b", "steps.ask")


def test_001_line_45_the_monte_is_turned_up_and_taken() -> None:
    """For all to see."""
    good = hand(RULES, "solo")
    assert table(RULES).who_saw(good, ev.Taken) == {"A", "B", "C"}
    refused_if(RULES, good, changed(good, 0, open=False), "steps.monte")


def test_001_line_46_then_a_card_goes_to_who_misses_the_called_one() -> None:
    """After the monte was taken, only to that player; face up by project default."""
    good = hand(RULES, "chiamo")
    refused_if(RULES, good, in_order(good, 0, 1, 3, 2, 4), "steps.bury")
    refused_if(RULES, good, changed(good, 3, to="A"), "steps.give-back")
    refused_if(RULES, good, changed(good, 3, open=False), "steps.give-back")


def test_001_line_47_four_cards_face_down_are_the_new_monte() -> None:
    """Four, and only the player who discards sees them."""
    good = hand(RULES, "solo")
    refused_if(RULES, good, changed(good, 1, cards=good["moves"][1]["cards"][:3]), "steps.bury")
    refused_if(RULES, good, changed(good, 1, open=True), "steps.bury")
    assert table(RULES).who_saw(good, ev.Discarded) == {"B"}


def test_001_line_48_the_last_trick_wins_the_monte() -> None:
    """Four aces go to A."""
    common.pile_goes_with_the_last_trick(RULES)


@pytest.mark.parametrize("word", ["dividete", "scegliete"])
def test_001_lines_50_51_who_bid_solissimo_may_raise(word: str) -> None:
    """No other player or bid; the time limit is not stated: up to the first lead."""
    exchange.raised_by_declarer_alone(RULES, word)
    exchange.raised_before_the_first_lead(RULES)


def test_001_line_53_dividete_two_unseen_cards_each() -> None:
    """Any two of fourteen back, face down."""
    exchange.two_each_unseen(RULES)


def test_001_line_54_scegliete_shared_at_will() -> None:
    """The monte face up, as many back."""
    exchange.divided_at_will(RULES)


def test_001_lines_53_54_the_order_of_takes_and_discards_is_free() -> None:
    """Both take and then both lay back; another order leads to the same."""
    exchange.shared_in_any_order(RULES, "dividete")
    exchange.shared_in_any_order(RULES, "scegliete")


@pytest.mark.parametrize(("contract", "leader"), [("chiamo", "eldest"), ("solo", "eldest"), ("solissimo", "declarer"),
                                                  ("dividete", "declarer"), ("scegliete", "declarer")])  # fmt: skip
def test_001_lines_58_59_the_left_of_the_dealer_leads_but_the_taker_in_solissimo(contract: str, leader: str) -> None:
    """Dividete and scegliete are games of solissimo."""
    common.leads(RULES, contract, leader)


def test_001_line_61_the_highest_of_the_suit_led_wins_and_leads() -> None:
    """There are no trumps (line 62)."""
    common.highest_of_the_suit_led_wins(RULES, HIGH_TO_LOW)
    common.winner_leads_next(RULES)


def test_001_lines_61_62_suit_must_be_followed() -> None:
    """Not stated; as in the Tressette."""
    common.must_follow(RULES)


@pytest.mark.parametrize(("contract", "stake"), STAKES)
def test_001_lines_65_to_71_stakes_from_each_or_to_each(contract: str, stake: int) -> None:
    """1, 2, 4, 8 and 16, and vice versa."""
    common.stake_is(RULES, contract, stake)


def test_001_line_74_cappotto_doubles() -> None:
    """All tricks won, or all lost."""
    common.all_tricks_double(RULES)


def test_001_line_75_stramazzo_triples() -> None:
    """The losers have a trick and less than a point in their tricks."""
    common.less_than_a_point_triples(RULES)


def test_001_line_75_last_trick_and_monte_do_not_count_for_it() -> None:
    """Read plainly they would; chosen as on Pagat: eleven thirds in all, two in tricks."""
    ruling = table(RULES).ruling(hand(RULES, "solo", LAST_TWO, LAST_TABLE))
    assert ([side["points"] for side in ruling["sides"]], ruling["bonus"]) == ([24, 11], "stramazzo")


def passed(tricks: str, lying: str, **seated: str) -> dict[str, object]:
    """A hand that all passed, played out."""
    return table(RULES).hand(tricks, lying, "B -, C -, A -", **seated)


def test_001_lines_77_79_if_everyone_passes_the_hand_is_played_out() -> None:
    """Each for himself."""
    ruling = table(RULES).ruling(passed(LAST_THREE, LAST_TABLE))
    assert (ruling["contract"], ruling["declarer"]) == (None, None)
    assert sorted(side["seats"] for side in ruling["sides"]) == [["A"], ["B"], ["C"]]


def test_001_lines_79_80_the_left_of_the_dealer_leads() -> None:
    """Not stated; as in a hand with a taker."""
    assert not table(RULES).errors(passed(LAST_THREE, LAST_TABLE))
    assert table(RULES).errors(passed(LAST_THREE, LAST_TABLE, first="C"))


def test_001_line_81_the_last_trick_takes_the_monte() -> None:
    """With the four aces A has most and pays."""
    ruling = table(RULES).ruling(passed(SEVENTEEN, ACES))
    assert ruling["payments"] == {"A": -2, "B": 1, "C": 1}


def test_001_line_83_most_points_pay_one_to_each() -> None:
    """B has most."""
    ruling = table(RULES).ruling(passed(LAST_THREE, LAST_TABLE))
    assert ruling["payments"] == {"A": 1, "B": -2, "C": 1}


def test_001_lines_21_83_a_third_more_is_more() -> None:
    """Line 21 counts thirds: C with 17 has more than B with 16, and pays, though both have five whole points."""
    ruling = table(RULES).ruling(passed(NEARLY, "Fs 4s 5s 6s"))
    assert {side["seats"][0]: side["points"] for side in ruling["sides"]} == {"A": 2, "B": 16, "C": 17}
    assert ruling["payments"] == {"A": 1, "B": 1, "C": -2}


def test_001_line_83_if_two_have_most_each_pays_who_has_fewer() -> None:
    """Not stated; seventeen thirds each, and A with one third is paid by both."""
    ruling = table(RULES).ruling(passed(TIED, "Fs 4s 5s 6s"))
    assert (ruling["bonus"], ruling["payments"]) == ("stramazzo", {"A": 6, "B": -3, "C": -3})


def test_001_line_84_cappotto_applies() -> None:
    """To the paid players, taken together: no trick among them."""
    ruling = table(RULES).ruling(passed(SWEEP, SWEEP_TABLE))
    assert (ruling["bonus"], ruling["payments"]) == ("cappotto", {"A": 2, "B": -4, "C": 2})


def test_001_line_84_stramazzo_applies() -> None:
    """To the paid players, taken together: less than a point in their tricks."""
    ruling = table(RULES).ruling(passed(LAST_TWO, LAST_TABLE))
    assert (ruling["bonus"], ruling["payments"]) == ("stramazzo", {"A": 3, "B": -6, "C": 3})


def test_001_default_who_deals_next() -> None:
    """The next in turn, after a hand that all passed too."""
    common.deal_goes_round(RULES)
    first, second = simulate(table(RULES).game, hands=2, seed=3, aim="all_pass")
    assert (first.setting.dealer, second.setting.dealer) == (0, 1)
