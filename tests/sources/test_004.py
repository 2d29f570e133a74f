"""Source 004 (Pagat), sentence by sentence: `pagat` and its child."""

from __future__ import annotations

import pytest

from calarec.core.engine import events as ev
from tests.referees.compose import ACES, EIGHTEEN, LAST_TABLE, LAST_THREE, LAST_TWO, SEVENTEEN
from tests.sources import common, exchange
from tests.sources.exchange import changed, in_order, refused_if, without
from tests.sources.spoken import hand
from tests.sources.table import table

RULES = "pagat"
CHILD = "pagat-declarer-leads"
HIGH_TO_LOW = "32ARCF7654"
WORTH = {"3": 1, "2": 1, "A": 3, "R": 1, "C": 1, "F": 1}
STAKES = [("chiamo", 1), ("solo", 2), ("solissimo", 4), ("dividete", 8), ("scegliete", 16)]


def test_004_lines_3_16_three_play_or_four_with_the_dealer_idle() -> None:
    """He takes no cards."""
    assert table(RULES).game.people == (3, 4)
    state = table(RULES).opening(dealer=1, seats=4)
    assert [cards.bit_count() for cards in state.hands] == [12, 0, 12, 12]


def test_004_line_16_the_idle_dealer_pays_nothing() -> None:
    """Not stated."""
    moves = f"take B 3b 2b Rb Cb open\ndiscard B {LAST_TABLE} closed"
    four = table(RULES).hand(LAST_THREE, LAST_TABLE, "B solo, C -, D -", moves, seats="ABCD", out="A")
    assert table(RULES).payments(four) == {"A": 0, "B": 4, "C": -2, "D": -2}


def test_004_line_16_threes_are_high_and_there_are_no_trumps() -> None:
    """As in the Tressette."""
    common.highest_of_the_suit_led_wins(RULES, HIGH_TO_LOW)


def test_004_lines_7_16_72_suit_must_be_followed() -> None:
    """Not stated anywhere; as in the Tressette."""
    common.must_follow(RULES)
    common.anything_if_void(RULES)


def test_004_line_22_forty_cards_and_their_rank() -> None:
    """French suits are possible: K Q J are read for R C F."""
    common.pack_is(RULES, 4, HIGH_TO_LOW)
    cards = table(RULES).game.cards
    assert [cards.names[cards.numbers[name]] for name in ("Kb", "Qb", "Jb")] == ["Rb", "Cb", "Fb"]


def test_004_lines_26_to_28_points() -> None:
    """An ace three thirds, 3, 2 and courts one, the last trick three."""
    common.cards_count(RULES, WORTH, 3, 35)


def test_004_line_31_all_goes_counter_clockwise() -> None:
    """The deal too."""
    assert table(RULES).game.rules.table.direction == "counterclockwise"
    common.deal_goes_round(RULES)


def test_004_line_31_twelve_cards_each_and_four_for_the_monte() -> None:
    """Face down: no player sees the monte; the packets of four leave no trace."""
    common.dealt_are(RULES, 12, 4)
    assert table(RULES).who_saw(hand(RULES, "solo"), ev.Laid) == set()


def test_004_line_34_the_dealers_right_speaks_first_and_each_has_one_chance() -> None:
    """In turn."""
    common.neighbour_speaks_first(RULES, "solo")
    common.one_chance_each(RULES, "solo")


def test_004_line_34_the_highest_bidder_plays_alone_against_the_two_others() -> None:
    """C outbids B."""
    moves = f"take C 5c 6c 7c Fc open\ndiscard C {LAST_TABLE} closed"
    ruling = table(RULES).ruling(table(RULES).hand(LAST_THREE, LAST_TABLE, "B chiamo, C solo, A -", moves))
    assert (ruling["contract"], ruling["declarer"]) == ("solo", "C")
    assert [sorted(side["seats"]) for side in ruling["sides"]] == [["C"], ["A", "B"]]


def test_004_lines_34_to_43_three_bids_each_higher_than_the_last() -> None:
    """Chiamo, solo, solissimo; or pass, at any time."""
    common.each_bid_is_higher(RULES, ("chiamo", "solo", "solissimo"))
    assert not table(RULES).errors(common.bid(RULES, "B passo, C solo, A passo"))


def test_004_line_36_chiamo_calls_a_card_and_uses_the_monte() -> None:
    """Five moves."""
    good = hand(RULES, "chiamo")
    assert not table(RULES).errors(good)
    assert [move["do"] for move in good["moves"]] == ["call", "give", "take", "give", "discard"]


def test_004_line_37_solo_uses_the_monte_and_calls_nothing() -> None:
    """Two moves."""
    good = hand(RULES, "solo")
    refused_if(RULES, good, [hand(RULES, "chiamo")["moves"][0], *good["moves"]], "auction")


def test_004_line_38_solissimo_does_neither() -> None:
    """No cards are exchanged."""
    good = hand(RULES, "solissimo")
    refused_if(RULES, good, hand(RULES, "solo")["moves"], "play")


def test_004_line_44_no_bid_after_solissimo() -> None:
    """No player is asked after it."""
    state = table(RULES).replay(common.bid(RULES, "B solissimo")).state
    assert state is not None
    assert state.declarer == 1
    assert not [offer for offer in table(RULES).offers(state) if offer.do == "bid"]


def test_004_line_46_all_pass_and_the_deal_rotates() -> None:
    """There are no payments."""
    common.all_passed(RULES, "B")


def test_004_line_52_any_card_may_be_called() -> None:
    """A four."""
    moves = (
        f"call B 4d\ngive A 4d to B open\ntake B 3b 2b Rb Cb open\ngive B Fd to A open\ndiscard B {LAST_TABLE} closed"
    )
    assert not table(RULES).errors(table(RULES).hand(LAST_THREE, LAST_TABLE, "B chiamo, C -, A -", moves))


def test_004_line_52_who_has_it_passes_it_face_up() -> None:
    """That card, for all to see."""
    good = hand(RULES, "chiamo")
    assert table(RULES).who_saw(good, ev.Given) == {"A", "B", "C"}
    refused_if(RULES, good, changed(good, 1, open=False), "steps.hand-over")
    refused_if(RULES, good, changed(good, 1, cards=["4s"]), "steps.hand-over")
    refused_if(RULES, good, changed(good, 1, seat="A"), "steps.hand-over")


@pytest.mark.parametrize("card", ["3b", "3s"])
def test_004_line_52_in_the_monte_or_in_the_own_hand_it_is_satisfied(card: str) -> None:
    """No card is given, and none goes back."""
    exchange.called_at_home(RULES, card, "steps.ask")


def test_004_line_56_the_monte_is_turned_up_for_all_and_taken() -> None:
    """All four cards."""
    good = hand(RULES, "solo")
    assert table(RULES).who_saw(good, ev.Taken) == {"A", "B", "C"}
    refused_if(RULES, good, changed(good, 0, open=False), "steps.monte")
    refused_if(RULES, good, changed(good, 0, cards=good["moves"][0]["cards"][:3]), "steps.monte")


def test_004_line_58_then_one_card_goes_back_face_up_to_the_holder() -> None:
    """After the monte, only to the holder."""
    good = hand(RULES, "chiamo")
    refused_if(RULES, good, in_order(good, 0, 1, 3, 2, 4), "steps.bury")
    refused_if(RULES, good, changed(good, 3, to="A"), "steps.give-back")
    refused_if(RULES, good, changed(good, 3, open=False), "steps.give-back")
    told = table(RULES).replay(good | {"moves": without(good, 3)})
    assert told.deduced == ("give B: 4c to C",) or "give B: open 4c to C" in told.deduced


def test_004_line_60_any_four_cards_face_down_are_the_new_monte() -> None:
    """It counts for the last trick; all three have twelve cards."""
    good = hand(RULES, "solo")
    refused_if(RULES, good, changed(good, 1, cards=good["moves"][1]["cards"][:3]), "steps.bury")
    refused_if(RULES, good, changed(good, 1, open=True), "steps.bury")
    told = table(RULES).replay(good)
    aside = next(each.event for each in told.happened if isinstance(each.event, ev.Discarded))
    won = next(each.event for each in told.happened if isinstance(each.event, ev.PileWon))
    assert (aside.seen, aside.cards, won.seat) == (1 << 1, won.cards, 0)


def test_004_line_63_in_solissimo_nobody_sees_the_monte() -> None:
    """Until the last trick is won; and the bidder may not use it."""
    exchange.nobody_sees_the_pile(RULES, "solissimo")
    assert table(RULES).errors(hand(RULES, "solissimo") | {"moves": hand(RULES, "solo")["moves"]})


@pytest.mark.parametrize("word", ["dividete", "scegliete"])
def test_004_line_65_the_bidder_of_a_solissimo_may_raise(word: str) -> None:
    """No other player, and no other bid."""
    exchange.raised_by_declarer_alone(RULES, word)


def test_004_line_65_up_to_the_first_lead() -> None:
    """The time is not stated."""
    exchange.raised_before_the_first_lead(RULES)


def test_004_line_67_dividete_two_each_unseen_and_two_back() -> None:
    """Two of fourteen, face down."""
    exchange.two_each_unseen(RULES)


def test_004_lines_67_68_the_discards_are_the_new_monte() -> None:
    """Not stated here; the last trick wins the discards."""
    for contract in ("dividete", "scegliete"):
        told = table(RULES).replay(hand(RULES, contract, SEVENTEEN, ACES))
        won = next(each.event for each in told.happened if isinstance(each.event, ev.PileWon))
        assert set(table(RULES).game.cards.list(won.cards)) == set(ACES.split())


def test_004_line_68_scegliete_face_up_and_divided_at_will() -> None:
    """As many back as were taken, so that all have twelve."""
    exchange.divided_at_will(RULES)


def test_004_lines_67_68_the_order_of_takes_and_discards_is_free() -> None:
    """Both take and then both lay back; another order leads to the same."""
    exchange.shared_in_any_order(RULES, "dividete")
    exchange.shared_in_any_order(RULES, "scegliete")


@pytest.mark.parametrize(("contract", "leader"), [("chiamo", "eldest"), ("solo", "eldest"), ("solissimo", "declarer"),
                                                  ("dividete", "declarer"), ("scegliete", "declarer")])  # fmt: skip
def test_004_lines_72_90_the_dealers_right_leads_but_the_bidder_in_solissimo(contract: str, leader: str) -> None:
    """Line 90 calls a variation what line 72 has as the rule: the rule is taken."""
    common.leads(RULES, contract, leader)


def test_004_line_72_the_highest_of_the_suit_led_wins_and_leads() -> None:
    """No trumps."""
    common.highest_of_the_suit_led_wins(RULES, HIGH_TO_LOW)
    common.winner_leads_next(RULES)


def test_004_line_75_the_last_trick_takes_the_monte() -> None:
    """Four aces go to A."""
    common.pile_goes_with_the_last_trick(RULES)


def test_004_line_75_six_whole_points_are_needed() -> None:
    """Eighteen thirds win, seventeen lose."""
    common.six_points_win(RULES)


@pytest.mark.parametrize(("contract", "stake"), STAKES)
def test_004_lines_75_to_82_each_opponent_pays_or_is_paid(contract: str, stake: int) -> None:
    """1, 2, 4, 8, 16."""
    common.stake_is(RULES, contract, stake)


def test_004_line_86_all_tricks_won_or_lost_double() -> None:
    """Cappotto."""
    common.all_tricks_double(RULES)


def test_004_line_87_less_than_a_point_in_the_losers_tricks_triples() -> None:
    """Stramazzo; the point of the last trick does not count."""
    common.less_than_a_point_triples(RULES)


def test_004_line_87_the_monte_does_not_save_from_it() -> None:
    """Not mentioned: seventeen thirds in all with the aces of the monte, two in tricks."""
    ruling = table(RULES).ruling(hand(RULES, "solissimo", EIGHTEEN, ACES))
    assert ([side["points"] for side in ruling["sides"]], ruling["bonus"]) == ([18, 17], "stramazzo")


@pytest.mark.parametrize("contract", ["chiamo", "solo", "solissimo"])
def test_004_line_90_some_play_that_the_bidder_always_leads(contract: str) -> None:
    """The child of the ruleset."""
    common.leads(CHILD, contract, "declarer")


def test_004_line_90_in_the_variation_nobody_else_may_lead() -> None:
    """A plays solo; B led."""
    moves = f"take A 5d 6d 7d Fd open\ndiscard A {LAST_TABLE} closed"
    by_a = table(RULES).hand(LAST_TWO, LAST_TABLE, "B -, C -, A solo", moves)
    assert not table(RULES).errors(by_a)
    assert table(CHILD).errors(by_a)
