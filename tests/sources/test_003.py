"""Source 003 (Calabresella, in Italian), sentence by sentence: `tretre` and its children for more players."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.referees.compose import ACES, LAST_TABLE, LAST_THREE, LAST_TWO, SEVENTEEN
from tests.referees.tables_003 import FIVE, FOUR, FOUR_LAST, SEVEN, SEVEN_TABLE, SIX, SIX_TABLE
from tests.sources import common
from tests.sources.players import at_four, at_six, left_to
from tests.sources.spoken import hand
from tests.sources.table import evenings, table

if TYPE_CHECKING:
    from tests.referees.shape import Hand

RULES = "tretre"
HIGH_TO_LOW = "32ARCF7654"
WORTH = {"3": 1, "2": 1, "A": 3, "R": 1, "C": 1, "F": 1}
LADDER = ("chiedo", "solo", "solissimo", "arcisolo", "dividete", "scegliete")
LONG_LADDER = ("chiamo", *LADDER)
STAKES = [("chiedo", 1), ("solo", 2), ("solissimo", 3), ("arcisolo", 4), ("dividete", 8), ("scegliete", 16)]


@pytest.mark.parametrize(("ruleset", "people"), [
    ("tretre", 3), ("quartiglio", 4), ("quintiglio", 5), ("sestiglio", 6), ("settiglio", 7),
])  # fmt: skip
def test_003_line_2_three_players_and_up_to_seven(ruleset: str, people: int) -> None:
    """A version for each number."""
    assert table(ruleset).game.people == (people,)


def test_003_line_4_forty_cards() -> None:
    """Four suits of ten."""
    common.pack_is(RULES, 4, HIGH_TO_LOW)


def test_003_line_6_the_deal_goes_in_turn() -> None:
    """The first dealer is data of the record; then the next in the order of play."""
    common.deal_goes_round(RULES)


def test_003_line_6_counter_clockwise_from_the_dealers_right() -> None:
    """One card at a time leaves no trace in a record; the order does: the right of the dealer is first."""
    assert table(RULES).game.rules.table.direction == "counterclockwise"
    state = table(RULES).opening(dealer=2)
    assert state.setting.active == (0, 1, 2)


@pytest.mark.parametrize(("ruleset", "each", "monte"), [
    ("tretre", 12, 4), ("quartiglio", 10, 0), ("quintiglio", 8, 0), ("sestiglio", 6, 4),
])  # fmt: skip
def test_003_lines_6_7_equal_hands_and_four_cards_for_the_monte(ruleset: str, each: int, monte: int) -> None:
    """With three or six players; otherwise nothing remains."""
    common.dealt_are(ruleset, each, monte)


def test_003_lines_6_7_seven_players_have_three_ways() -> None:
    """The dealer rests; or five cards are the monte; or five cards are taken out."""
    resting = table("settiglio").ruling(at_six("arcisolo", ruleset="settiglio", seats="ABCDEFG"))
    assert resting["payments"] == {"A": 0, "B": 50} | dict.fromkeys("CDEFG", -10)
    common.dealt_are("settiglio-monte-5", 5, 5)
    common.dealt_are("settiglio-stripped", 5, 0)
    for told in evenings("settiglio-stripped"):
        assert sum(len(cards) for cards in told["deal"].values()) == 35


def test_003_lines_8_10_one_or_two_against_all_others() -> None:
    """The declaration makes the sides."""
    alone = table("quartiglio").ruling(at_four("solo", FOUR_LAST))["sides"]
    pair = table("quartiglio").ruling(at_four("chiamo", FOUR_LAST, "call B 3c"))["sides"]
    assert [sorted(side["seats"]) for side in alone] == [["B"], ["A", "C", "D"]]
    assert [sorted(side["seats"]) for side in pair] == [["B", "C"], ["A", "D"]]


def test_003_line_10_from_the_dealers_right_in_turn() -> None:
    """Open, raise or leave it."""
    common.neighbour_speaks_first(RULES, "solo")


def test_003_line_10_until_all_others_have_left_it() -> None:
    """The number of bids is not stated: B is outbid and asked again."""
    asked = common.bid(RULES, "B chiedo, C solo, A -")
    state = table(RULES).replay(asked).state
    assert state is not None
    assert {offer.seat for offer in table(RULES).offers(state)} == {1}
    assert table(RULES).errors(common.bid(RULES, "B arcisolo, C -, A -, B dividete"))


def test_003_line_10_passo_before_a_bid_and_sto_bene_after_one() -> None:
    """Neither in the place of the other."""
    assert not table(RULES).errors(hand(RULES, "arcisolo"))
    assert table(RULES).refuses(common.bid(RULES, "B arcisolo, C passo"), "auction")
    assert table(RULES).refuses(common.bid(RULES, "B sto-bene"), "auction")


def test_003_line_10_who_passed_may_come_in_and_who_left_it_may_not() -> None:
    """Not stated."""
    later = table(RULES).hand(LAST_THREE, LAST_TABLE, "B passo, C chiedo, A sto-bene, B arcisolo, C sto-bene")
    ruling = table(RULES).ruling(later)
    assert (ruling["contract"], ruling["declarer"]) == ("arcisolo", "B")
    assert table(RULES).errors(common.bid(RULES, "B chiedo, C solo, A sto-bene, B sto-bene, A arcisolo"))


def test_003_lines_10_to_17_the_order_of_the_seven() -> None:
    """Chiamo, chiedo, solo, solissimo, arcisolo, dividete, scegliete."""
    common.each_bid_is_higher(RULES, LADDER)
    assert tuple(table("sestiglio").game.rules.auction.ladder) == LONG_LADDER
    for low, high in pairwise(LONG_LADDER):
        made = {"seats": "ABCDEF"}
        up = table("sestiglio").hand(SIX, SIX_TABLE, f"B {low}, C {high}", **made) | {"tricks": []}
        down = table("sestiglio").hand(SIX, SIX_TABLE, f"B {high}, C {low}", **made) | {"tricks": []}
        assert (bool(table("sestiglio").errors(up)), bool(table("sestiglio").errors(down))) == (False, True)


def test_003_line_18_which_declarations_are_used_by_how_many() -> None:
    """Not stated: chiamo from four players on; without a monte one game alone."""
    assert table(RULES).refuses(common.bid(RULES, "B chiamo"), "auction")
    assert table("quartiglio").errors(at_four("arcisolo", FOUR))
    assert not table("quartiglio").errors(at_four("solo", FOUR))


def test_003_line_18_every_bid_is_higher_than_the_last() -> None:
    """For each pair of bids."""
    common.each_bid_is_higher(RULES, LADDER)


def test_003_line_18_all_pass_and_the_deal_is_repeated() -> None:
    """By the same dealer, which is not stated."""
    common.all_passed(RULES, "A")


def mistaken(by: str = "C") -> Hand:
    """B errs when he exchanges; it is claimed."""
    good = hand(RULES, "solo")
    fault = {"do": "fault", "seat": "B", "word": "exchange", "by": by, "after_trick": 0}
    return good | {"moves": [good["moves"][0], fault], "tricks": []}


def test_003_line_19_a_mistake_in_the_exchange_ends_the_deal_and_is_paid() -> None:
    """One point to each; the deal is void and dealt again."""
    told = table(RULES).replay(mistaken())
    assert (told.outcome, told.verdict) == ("void", "irregular")
    assert told.account is not None
    assert told.account.payments == (1, -2, 1)


def test_003_line_19_each_other_player_is_paid_until_the_end() -> None:
    """A defender who errs pays his partner too; also after play has begun."""
    good = hand(RULES, "solo")
    fault = {"do": "fault", "seat": "C", "word": "exchange", "by": "B", "after_trick": 3}
    told = table(RULES).replay(good | {"moves": [*good["moves"], fault], "tricks": good["tricks"][:3]})
    assert told.account is not None
    assert (told.outcome, told.account.payments) == ("void", (1, 1, -2))


def test_003_lines_20_21_follow_suit_if_you_can() -> None:
    """Otherwise any card."""
    common.must_follow(RULES)
    common.anything_if_void(RULES)


def test_003_line_21_the_highest_of_the_suit_led_wins() -> None:
    """Its player leads next, which is not stated."""
    common.highest_of_the_suit_led_wins(RULES, HIGH_TO_LOW)
    common.winner_leads_next(RULES)


def test_003_line_21_the_next_hand_is_dealt_unless_the_match_is_over() -> None:
    """Sixteen are not enough."""
    assert table(RULES).ruling(hand(RULES, "dividete"))["match"]["over"] is False


def test_003_line_23_rank_of_the_cards() -> None:
    """Fante or donna; French courts are read too."""
    common.highest_of_the_suit_led_wins(RULES, HIGH_TO_LOW)
    cards = table(RULES).game.cards
    assert [cards.names[cards.numbers[name]] for name in ("Kb", "Qb", "Jb")] == ["Rb", "Cb", "Fb"]


def test_003_lines_25_to_27_points() -> None:
    """An ace three thirds, 3, 2 and courts one."""
    common.cards_count(RULES, WORTH, 3, 35)


def test_003_default_last_trick_monte_and_threshold() -> None:
    """No statement: three thirds, with the last trick, eighteen of thirty-five."""
    common.pile_goes_with_the_last_trick(RULES)
    common.six_points_win(RULES)


@pytest.mark.parametrize(("contract", "stake"), STAKES)
def test_003_default_stakes(contract: str, stake: int) -> None:
    """No statement: those of Pagat, with solissimo at three."""
    common.stake_is(RULES, contract, stake)


@pytest.mark.parametrize(("contract", "leader"), [("chiedo", "eldest"), ("solo", "eldest"), ("arcisolo", "declarer")])
def test_003_default_who_leads(contract: str, leader: str) -> None:
    """No statement: as on Pagat."""
    common.leads(RULES, contract, leader)


def test_003_default_cappotto_and_no_stramazzo() -> None:
    """No bonus is named: all tricks double, and losers with tricks of less than a point pay once."""
    common.all_tricks_double(RULES)
    ruling = table(RULES).ruling(hand(RULES, "solo", LAST_TWO, LAST_TABLE))
    assert (ruling["bonus"], ruling["payments"]) == (None, {"A": -2, "B": 4, "C": -2})


def test_003_default_shares_of_partners() -> None:
    """No statement: of five players two parts for the declarer, one for the partner."""
    told = table("quintiglio").hand(FIVE, "", left_to("chiamo", "CDEA"), "call B 3c", seats="ABCDE")
    assert table("quintiglio").payments(told) == {"A": -2, "B": 4, "C": 2, "D": -2, "E": -2}
    seven = table("settiglio-monte-5").hand(
        SEVEN.format("5d"), SEVEN_TABLE, left_to("chiamo", "CDEFGA"), "call B 3c", seats="ABCDEFG"
    )
    assert (table("settiglio-monte-5").payments(seven)["B"], table("settiglio-monte-5").payments(seven)["C"]) == (8, 2)


def test_003_line_29_the_first_to_twenty_one() -> None:
    """Twice eight from each."""
    won = hand(RULES, "dividete")
    ruling = table(RULES).ruling(won, won)
    assert (ruling["totals"]["B"], ruling["match"]["over"], ruling["match"]["winners"]) == (32, True, ["B"])


def test_003_line_29_payments_are_added_up() -> None:
    """Not stated; losses too."""
    ruling = table(RULES).ruling(hand(RULES, "solo"), hand(RULES, "chiedo", SEVENTEEN, ACES))
    assert ruling["totals"] == {"A": -1, "B": 2, "C": -1}
