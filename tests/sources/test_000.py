"""Source 000 (About Calabresella), sentence by sentence: `thirty-five` and its child."""

from __future__ import annotations

import pytest

from calarec.core.engine import events as ev
from calarec.simulation.bots import FREE, SensibleBot
from calarec.simulation.run import MatchInPlay
from tests.referees.compose import LAST_TABLE, LAST_THREE, LAST_TWO, SWEEP, SWEEP_TABLE
from tests.sources import common, exchange
from tests.sources.exchange import changed, in_order, refused_if, without
from tests.sources.spoken import hand
from tests.sources.table import table

RULES = "thirty-five"
CHILD = "thirty-five-eldest-leads"
HIGH_TO_LOW = "32AKRJ7654"
WORTH = {"3": 1, "2": 1, "A": 3, "K": 1, "R": 1, "J": 1}


def test_000_line_5_the_highest_bidder_plays_against_the_two_others() -> None:
    """Higher bids outdo lower ones, and the two others are one side."""
    moves = f"take C 3b 2b Rb Cb open\ndiscard C {LAST_TABLE} closed"
    made = table(RULES).hand(LAST_THREE, LAST_TABLE, "B chiamo, C solo, A -", moves, first="C", dealer="A")
    told = table(RULES).replay(made)
    assert told.state is not None
    assert (told.state.declarer, told.state.contract) == (2, "solo")
    assert told.account is not None
    assert sorted(sorted(side.seats) for side in told.account.sides) == [[0, 1], [2]]


def test_000_line_9_three_players() -> None:
    """Not two and not four."""
    assert table(RULES).game.people == (3,)
    with pytest.raises(ValueError):
        MatchInPlay(table(RULES).game, 4, SensibleBot(), FREE, irregular=False)


def test_000_lines_13_14_forty_cards_of_four_suits() -> None:
    """Ten ranks: A K R J 7 6 5 4 3 2."""
    common.pack_is(RULES, 4, "AKRJ765432")


def test_000_line_18_twelve_cards_each_and_four_for_the_monte() -> None:
    """The packets of four leave no trace in a record; the numbers do."""
    common.dealt_are(RULES, 12, 4)
    short = hand(RULES, "solissimo")
    short["monte"] = [*short["monte"], short["deal"]["C"].pop()]
    assert table(RULES).errors(short)


def test_000_line_22_suit_is_followed_if_possible() -> None:
    """Otherwise any card is played, and no player must win."""
    common.must_follow(RULES)
    common.anything_if_void(RULES)
    common.need_not_win(RULES)


def test_000_lines_22_26_the_highest_card_of_the_suit_led_wins_and_leads() -> None:
    """The page does not state it; as everywhere in the family, without trumps."""
    common.highest_of_the_suit_led_wins(RULES, HIGH_TO_LOW)
    common.winner_leads_next(RULES)


def test_000_lines_26_27_points_of_the_cards() -> None:
    """Aces three, the other five high cards one; the last trick three; thirty-five in all (line 29)."""
    common.cards_count(RULES, WORTH, 3, 35)


def test_000_line_29_eighteen_points_are_needed() -> None:
    """Eighteen win, seventeen lose."""
    common.six_points_win(RULES)


def test_000_line_29_the_monte_counts_for_the_side_with_the_last_trick() -> None:
    """Four aces on the table go to A with the last trick."""
    common.pile_goes_with_the_last_trick(RULES)


def test_000_line_33_the_left_of_the_dealer_begins() -> None:
    """The next in the order of play, which goes to the left."""
    common.neighbour_speaks_first(RULES, "solo")
    assert table(RULES).game.rules.table.direction == "clockwise"


def test_000_line_33_one_chance_each_and_every_bid_is_higher() -> None:
    """Chiamo, solo, solissimo."""
    common.one_chance_each(RULES, "solo")
    common.each_bid_is_higher(RULES, ("chiamo", "solo", "solissimo"))


def test_000_line_33_who_does_not_bid_passes() -> None:
    """The word is not given; it is always legal."""
    assert not table(RULES).errors(common.bid(RULES, "B pass, C solo, A pass"))
    assert table(RULES).errors(common.bid(RULES, "B tace, C solo, A pass"))


@pytest.mark.parametrize("contract", ["chiamo", "solo", "solissimo", "dividete", "scegliete"])
def test_000_line_35_the_declarer_leads(contract: str) -> None:
    """In any seat."""
    common.leads(RULES, contract, "declarer")


@pytest.mark.parametrize(("contract", "leader"), [("chiamo", "eldest"), ("solo", "eldest"), ("solissimo", "declarer")])
def test_000_line_35_variation_the_left_of_the_dealer_leads_but_in_solissimo(contract: str, leader: str) -> None:
    """The child of the ruleset."""
    common.leads(CHILD, contract, leader)


def test_000_line_37_dividete_and_scegliete_are_no_bids() -> None:
    """They do not outbid solissimo; its bidder speaks them."""
    for word in ("dividete", "scegliete"):
        assert table(RULES).refuses(common.bid(RULES, f"B {word}"), "auction")
        assert table(RULES).errors(common.bid(RULES, f"B solissimo, C {word}"))
        exchange.raised_by_declarer_alone(RULES, word)


STAKES = [("chiamo", 1), ("solo", 2), ("solissimo", 4), ("dividete", 8), ("scegliete", 16)]


@pytest.mark.parametrize(("contract", "stake"), STAKES)
def test_000_lines_38_to_42_stakes(contract: str, stake: int) -> None:
    """1, 2, 4, 8 and 16, won or lost (lines 51 and 52: from each opponent, to each opponent)."""
    common.stake_is(RULES, contract, stake)


def test_000_line_38_a_card_in_the_own_hand_satisfies_the_call() -> None:
    """No card is given, and none goes back."""
    exchange.called_at_home(RULES, "3s", "steps.ask")


def test_000_line_38_who_holds_the_called_card_passes_it_face_up() -> None:
    """All see it, and it may not be kept."""
    good = hand(RULES, "chiamo")
    assert table(RULES).who_saw(good, ev.Given) == {"A", "B", "C"}
    refused_if(RULES, good, changed(good, 1, open=False), "steps.hand-over")
    refused_if(RULES, good, changed(good, 1, cards=["4s"]), "steps.hand-over")


def test_000_line_38_in_the_monte_it_satisfies_the_call() -> None:
    """It is taken with the monte."""
    exchange.called_at_home(RULES, "3b", "steps.ask")


def test_000_line_38_the_monte_is_turned_up_for_all_and_taken() -> None:
    """All four cards, seen by all."""
    good = hand(RULES, "chiamo")
    assert table(RULES).who_saw(good, ev.Taken) == {"A", "B", "C"}
    refused_if(RULES, good, changed(good, 2, open=False), "steps.monte")
    refused_if(RULES, good, changed(good, 2, cards=good["moves"][2]["cards"][:3]), "steps.monte")


def test_000_line_38_one_card_goes_back_face_up_after_the_monte() -> None:
    """To the player who is one short."""
    good = hand(RULES, "chiamo")
    refused_if(RULES, good, changed(good, 3, open=False), "steps.give-back")
    refused_if(RULES, good, changed(good, 3, to="A"), "steps.give-back")
    refused_if(RULES, good, in_order(good, 0, 1, 3, 2, 4), "steps.bury")
    told = table(RULES).replay(good | {"moves": without(good, 3)})
    assert [line for line in told.deduced if line.startswith("give B: ") and line.endswith("to C")]


@pytest.mark.parametrize("contract", ["chiamo", "solo"])
def test_000_lines_38_39_any_four_cards_are_discarded(contract: str) -> None:
    """Down to twelve, as the new monte, which is what the last trick wins."""
    good = hand(RULES, contract)
    last = len(good["moves"]) - 1
    refused_if(RULES, good, changed(good, last, cards=good["moves"][last]["cards"][:3]), "steps.bury")
    told = table(RULES).replay(good)
    aside = next(each.event for each in told.happened if isinstance(each.event, ev.Discarded))
    won = next(each.event for each in told.happened if isinstance(each.event, ev.PileWon))
    assert aside.cards == won.cards
    assert won.cards.bit_count() == 4


@pytest.mark.parametrize("contract", ["chiamo", "solo"])
def test_000_lines_38_39_the_discards_lie_face_down(contract: str) -> None:
    """Not stated here; the declarer alone sees them."""
    good = hand(RULES, contract)
    assert table(RULES).who_saw(good, ev.Discarded) == {"B"}
    refused_if(RULES, good, changed(good, len(good["moves"]) - 1, open=True), "steps.bury")


def test_000_line_39_solo_takes_the_monte_and_calls_nothing() -> None:
    """The monte is shown to all."""
    good = hand(RULES, "solo")
    assert table(RULES).who_saw(good, ev.Taken) == {"A", "B", "C"}
    refused_if(RULES, good, [*hand(RULES, "chiamo")["moves"][:1], *good["moves"]], "auction")


def test_000_line_40_solissimo_uses_no_monte_which_nobody_sees() -> None:
    """Until the last trick is won."""
    exchange.nobody_sees_the_pile(RULES, "solissimo")
    good = hand(RULES, "solissimo")
    assert table(RULES).errors(good | {"moves": hand(RULES, "solo")["moves"]})


def test_000_line_41_who_has_bid_solissimo_may_say_dividete() -> None:
    """No other player may, and of no other bid."""
    exchange.raised_by_declarer_alone(RULES, "dividete")


def test_000_lines_41_42_it_may_be_said_up_to_the_first_lead() -> None:
    """The page leaves it open: before the first card is led it is legal, afterwards it is not."""
    exchange.raised_before_the_first_lead(RULES)


def test_000_line_41_two_cards_each_unseen_and_two_back_face_down() -> None:
    """Each opponent sees his own two alone."""
    exchange.two_each_unseen(RULES)


def test_000_line_42_the_monte_is_turned_up_and_divided_at_will() -> None:
    """Three and one, or four and none; each lays back as many as he took."""
    exchange.divided_at_will(RULES)


def test_000_lines_41_42_the_order_of_takes_and_discards_is_free() -> None:
    """Both take and then both lay back; another order leads to the same."""
    exchange.shared_in_any_order(RULES, "dividete")
    exchange.shared_in_any_order(RULES, "scegliete")


def test_000_line_46_all_tricks_to_one_side_double() -> None:
    """Won or lost."""
    common.all_tricks_double(RULES)


def test_000_line_48_fewer_than_three_points_in_tricks_triple() -> None:
    """The losers have a trick; two points are few enough, three are not."""
    common.less_than_a_point_triples(RULES)


def test_000_line_49_last_trick_and_monte_do_not_save_from_it() -> None:
    """Eleven points in all, but two in tricks."""
    ruling = table(RULES).ruling(hand(RULES, "solo", LAST_TWO, LAST_TABLE))
    assert [(side["points"], side["in_tricks"]) for side in ruling["sides"]] == [(24, 24), (11, 2)]
    assert ruling["bonus"] == "stramazzo"


def test_000_lines_51_52_each_opponent_pays_or_is_paid() -> None:
    """Seen from all five contracts in the test of the stakes; here with a doubled one."""
    ruling = table(RULES).ruling(hand(RULES, "solo", SWEEP, SWEEP_TABLE))
    assert ruling["payments"] == {"A": -4, "B": 8, "C": -4}


def test_000_default_all_pass_and_the_next_deals() -> None:
    """The page has no rule for it."""
    common.all_passed(RULES, "B")


def test_000_default_no_end_of_a_match_and_the_deal_goes_round() -> None:
    """Payments are added up, and nothing ends the match."""
    common.deal_goes_round(RULES)
    won = hand(RULES, "scegliete")
    ruling = table(RULES).ruling(*[won] * 3)
    assert ruling["totals"] == {"A": -48, "B": 96, "C": -48}
    assert (ruling["match"]["deal"], ruling["match"]["over"], ruling["match"]["winners"]) == (3, False, [])
