"""The referees of Foster, Treccani and Gelli by composed hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.referees.compose import (
    ACES,
    BLANK_TRICK,
    BLANK_TRICK_TABLE,
    EIGHTEEN,
    LAST_TABLE,
    LAST_THREE,
    LAST_TWO,
    SEVENTEEN,
    SWEEP,
    SWEEP_TABLE,
    composed,
    points,
    renamed,
)
from tests.referees.elsewhere import match, referee

if TYPE_CHECKING:
    from tests.referees.shape import Hand

REVOKED = LAST_THREE.replace("3s 4s 5s", "3s 4c 5s").replace("4d 4c Ad", "4d 4s Ad")
C_REVOKES = {"do": "fault", "seat": "C", "word": "revoke", "trick": 11, "by": "B", "after_trick": 12}

# ------------------------------------------------------------------ Foster

FOSTER = "call B 3s\ngive C 3s to B closed\ngive B 4c to C closed\ndiscard B {} {} closed\ntake B 2b Rb open"


def foster(tricks: str, table: str, moves: str = FOSTER, *, four: bool = False) -> Hand:
    """B plays and, being eldest hand, leads."""
    spoken = moves.format(*table.split())
    at = {"seats": "ABCD", "out": "A"} if four else {}
    return renamed(composed(tricks, table, "B play", spoken, **at), "32AKQJ7654", "hscd")


def test_fos_the_difference_is_paid() -> None:
    won, lost = referee(foster(EIGHTEEN, ACES), "foster"), referee(foster(SEVENTEEN, ACES), "foster")
    assert (won["why_not"], points(won), won["payments"]) == (None, [18, 17], {"A": -1, "B": 2, "C": -1})
    assert (lost["why_not"], points(lost), lost["payments"]) == (None, [17, 18], {"A": 1, "B": -2, "C": 1})


def test_fos_seventy_for_all_points_even_without_all_tricks() -> None:
    ruling = referee(foster(BLANK_TRICK, BLANK_TRICK_TABLE), "foster")
    assert (ruling["why_not"], points(ruling), ruling["winners"].count("A")) == (None, [35, 0], 1)
    assert (ruling["bonus"], ruling["payments"]) == ("all-points", {"A": -70, "B": 140, "C": -70})


def test_fos_the_dealer_of_four_shares_the_fortunes_of_the_opponents() -> None:
    ruling = referee(foster(LAST_THREE, LAST_TABLE, four=True), "foster")
    assert (ruling["why_not"], ruling["payments"]) == (None, {"A": -11, "B": 33, "C": -11, "D": -11})


FOUR_THREES = """
3b 4b 5b
2b 5c 6d
Ab 6c 7d
Rb 7c Fd
Cb Fc Cd
Fb Cc 2d
7b Rc 5d
6b 2c Ad
3d 6s Rd
3c Ac Fs
3s 4s 5s
4d 4c 7s
"""


def test_pok_a_three_is_called_or_a_two_by_who_holds_all_threes() -> None:
    a_two = "call B 2b\ngive A 2b to B closed\ngive B 5b to A closed\ndiscard B {} {} closed\ntake B Ab Rb open"
    good = foster(FOUR_THREES, LAST_TABLE, a_two)
    assert referee(good, "foster")["why_not"] is None
    # Without the three of swords, which lies in the stock, the same two may not be called.
    less = a_two.replace("Ab Rb", "3s Rb")
    assert "not there" in referee(foster(FOUR_THREES, LAST_TABLE, less), "foster")["why_not"]
    # Nor an ace, nor a three of his own.
    for card in ("Ah", "3h"):
        moves = [{"do": "call", "seat": "B", "card": card}, *good["moves"][1:]]
        assert "not there" in referee(good | {"moves": moves}, "foster")["why_not"]


def test_pok_at_least_one_card_is_exchanged() -> None:
    none = FOSTER.replace("discard B {} {} closed\ntake B 2b Rb open", "discard B none closed\ntake B none open")
    assert not referee(foster(LAST_THREE, LAST_TABLE, none), "foster")["legal"]
    assert referee(foster(LAST_THREE, LAST_TABLE), "foster")["legal"]


def test_pok_the_exchange_is_not_shown_to_the_third_player() -> None:
    shown = FOSTER.replace("give C 3s to B closed", "give C 3s to B open")
    assert not referee(foster(LAST_THREE, LAST_TABLE, shown), "foster")["legal"]


def test_fos_a_revoke_moves_nine_points_after_counting() -> None:
    bad = foster(REVOKED, LAST_TABLE, FOSTER.replace("4c", "5c"))
    assert not referee(bad, "foster")["legal"]
    ruling = referee(bad | {"moves": [*bad["moves"], C_REVOKES]}, "foster")
    assert (ruling["verdict"], points(ruling), ruling["payments"]["B"]) == ("irregular", [32, 3], 58)


def test_fos_turning_the_stock_too_early_costs_35_to_each() -> None:
    fault = {"do": "fault", "seat": "B", "word": "turned-stock", "by": "C", "after_trick": 0}
    cut = foster(LAST_THREE, LAST_TABLE) | {"moves": [fault], "tricks": []}
    ruling = referee(cut, "foster")
    assert (ruling["outcome"], ruling["payments"]) == ("void", {"A": 35, "B": -70, "C": 35})
    assert not referee(cut | {"moves": [fault | {"seat": "C", "by": "B"}]}, "foster")["legal"]


def test_fos_eldest_hand_leads_whoever_plays_and_play_ends_the_bidding() -> None:
    moves = "call A 3b\ngive B 3b to A closed\ngive A 3b to B closed\ndiscard A As closed\ntake A 5d open"
    third = renamed(composed(LAST_THREE, LAST_TABLE, "B pass, C pass, A play", moves), "32AKQJ7654", "hscd")
    assert referee(third, "foster")["why_not"] is None
    spoken = composed(LAST_THREE, LAST_TABLE, "B play, C pass")["auction"]
    assert not referee(foster(LAST_THREE, LAST_TABLE) | {"auction": spoken}, "foster")["legal"]


def test_fos_only_the_single_players_account_is_kept() -> None:
    assert match([foster(LAST_THREE, LAST_TABLE)], "foster")["totals"] == {"A": 0, "B": 22, "C": 0}


# ------------------------------------------------------------------ Treccani

CHIAMO = "call B 3s\ngive C 3s to B open\ntake B 3b 2b Rb Cb open\ngive B 4c to C open\ndiscard B {} closed"
SOLO = "take B 3b 2b Rb Cb closed\ndiscard B {} closed"


def treccani(bid: str, tricks: str, table: str, moves: str = "") -> Hand:
    return composed(tricks, table, f"B {bid}, C buono, A buono", moves.format(table))


@pytest.mark.parametrize(("bid", "stake", "moves"), [("chiamo", 1, CHIAMO), ("solo", 2, SOLO), ("solissimo", 4, "")])
def test_trec_the_three_games_stakes_project_default(bid: str, stake: int, moves: str) -> None:
    won = referee(treccani(bid, LAST_THREE, LAST_TABLE, moves), "treccani")
    lost = referee(treccani(bid, SEVENTEEN, ACES, moves), "treccani")
    assert (won["why_not"], won["payments"]) == (None, {"A": -stake, "B": 2 * stake, "C": -stake})
    assert (lost["why_not"], lost["payments"]) == (None, {"A": stake, "B": -2 * stake, "C": stake})
    assert referee(treccani(bid, EIGHTEEN, ACES, moves), "treccani")["bonus"] is None


def test_trec_the_monte_is_shown_in_chiamo_and_not_in_solo() -> None:
    shown = SOLO.replace("Cb closed", "Cb open")
    hidden = CHIAMO.replace("Cb open", "Cb closed")
    assert not referee(treccani("solo", LAST_THREE, LAST_TABLE, shown), "treccani")["legal"]
    assert not referee(treccani("chiamo", LAST_THREE, LAST_TABLE, hidden), "treccani")["legal"]


def test_trec_all_speak_and_accept() -> None:
    for bids in ("B solissimo, C passo, A passo", "B buono, C solissimo, A buono", "C solissimo, A buono, B buono",
                 "B solissimo, C solo, A buono"):  # fmt: skip
        assert not referee(composed(LAST_THREE, LAST_TABLE, bids), "treccani")["legal"]
    waits = referee(composed(LAST_THREE, LAST_TABLE, "B solissimo, C buono") | {"tricks": []}, "treccani")["waits"]
    assert waits["seat"] == "A"


def test_trec_after_all_passed_the_monte_stays_and_only_solo_and_solissimo_are_bid() -> None:
    first = composed(LAST_THREE, LAST_TABLE, "B passo, C passo, A passo") | {"tricks": []}
    assert referee(first, "treccani")["outcome"] == "all_pass"
    assert match([first, treccani("solissimo", LAST_THREE, LAST_TABLE)], "treccani")["totals"]["B"] == 7
    carried = {"do": "carry", "what": "all-pass", "after_trick": 0}
    asked = treccani("chiamo", LAST_THREE, LAST_TABLE, CHIAMO)
    assert referee(asked, "treccani")["legal"]
    assert not referee(asked | {"moves": [carried, *asked["moves"]]}, "treccani")["legal"]


def test_trec_everybodys_points_are_added_up_to_21() -> None:
    """B has 23 thirds, seven points, the others 12, four points."""
    one = treccani("solissimo", LAST_THREE, LAST_TABLE)
    assert match([one, one], "treccani") == {"totals": {"A": 8, "B": 14, "C": 8}, "over": False, "winners": []}
    assert match([one, one, one], "treccani")["winners"] == ["B"]


# ------------------------------------------------------------------ Gelli

SHARED = "take C 5c 6c closed\ndiscard C {} {} closed\ntake A 5d 6d closed\ndiscard A {} {} closed"


def gelli(bid: str, tricks: str, table: str) -> Hand:
    if bid == "solo":
        return composed(tricks, table, "B solo", SHARED.format(*table.split()))
    return composed(tricks, table, "B chiamo, C passo, A passo", CHIAMO.format(table))


@pytest.mark.parametrize(("bid", "stake"), [("chiamo", 1), ("solo", 2)])
def test_gel68_the_stake_and_double_without_a_card_won_or_lost(bid: str, stake: int) -> None:
    won, lost = gelli(bid, LAST_TWO, LAST_TABLE), gelli(bid, SEVENTEEN, ACES)
    assert referee(won, "gelli-terziglio")["payments"] == {"A": -stake, "B": 2 * stake, "C": -stake}
    assert referee(lost, "gelli-terziglio")["payments"] == {"A": stake, "B": -2 * stake, "C": stake}


def test_gel68_cappotto_is_all_points_of_the_pack() -> None:
    """One trick of blanks does not help; two thirds do."""
    ruling = referee(gelli("chiamo", BLANK_TRICK, BLANK_TRICK_TABLE), "gelli-terziglio")
    assert (ruling["bonus"], ruling["payments"]) == ("cappotto", {"A": -2, "B": 4, "C": -2})
    assert referee(gelli("solo", SWEEP, SWEEP_TABLE), "gelli-terziglio")["payments"]["B"] == 8


def test_gel68_the_cappotto_is_inverse_too() -> None:
    moves = "call A 6d\ntake A 5d 6d 7d Fd open\ndiscard A As Rs Cs Fs closed"
    ruling = referee(composed(SWEEP, SWEEP_TABLE, "B passo, C passo, A chiamo", moves), "gelli-terziglio")
    assert (ruling["why_not"], ruling["payments"]) == (None, {"A": -4, "B": 2, "C": 2})


def test_gel67_the_card_is_asked_with_the_bid_and_solo_outbids() -> None:
    moves = "call B 3s\ntake A 5d 6d closed\ndiscard A As 2s closed\ntake B 2b 3b closed\ndiscard B Rs Cs closed"
    outbid = composed(LAST_THREE, LAST_TABLE, "B chiamo, C solo", moves, first="B")
    assert "C leads" in referee(outbid, "gelli-terziglio")["why_not"]
    unasked = gelli("chiamo", LAST_THREE, LAST_TABLE) | {"moves": [], "tricks": []}
    assert not referee(unasked, "gelli-terziglio")["legal"]


def test_gel68_who_forgets_to_give_a_card_back_pays_as_if_he_had_lost() -> None:
    good = gelli("chiamo", LAST_THREE, LAST_TABLE)
    forgotten = good | {
        "moves": [move for move in good["moves"] if move.get("to") != "C"],
        "tricks": good["tricks"][:5],
    }
    assert not referee(forgotten, "gelli-terziglio")["legal"]
    fault = {"do": "fault", "seat": "B", "word": "not-given-back", "by": "C", "after_trick": 5}
    ruling = referee(forgotten | {"moves": [*forgotten["moves"], fault]}, "gelli-terziglio")
    assert (ruling["why_not"], ruling["verdict"]) == (None, "irregular")
    assert ruling["payments"] == {"A": 1, "B": -2, "C": 1}


def test_gel50_68_partners_signal_with_the_lead() -> None:
    good = gelli("chiamo", LAST_TWO, LAST_TABLE)
    signal = {"do": "signal", "seat": "C", "word": "busso", "after_trick": 0}
    assert not referee(good | {"moves": [*good["moves"], signal]}, "gelli-terziglio")["legal"], "C does not lead"
    assert not referee(good | {"moves": [*good["moves"], signal | {"seat": "B"}]}, "gelli-terziglio")["legal"]
    late = gelli("chiamo", BLANK_TRICK, BLANK_TRICK_TABLE)
    led = signal | {"seat": "A", "after_trick": 11}
    assert referee(late | {"moves": [*late["moves"], led]}, "gelli-terziglio")["legal"]
    assert not referee(late | {"moves": [*late["moves"], led | {"word": "volo"}]}, "gelli-terziglio")["legal"]


FIVE_LAST = """
3b 3c 3d 3s 5b
2b 2c 2d 2s 4b
Ab Ac Ad As 6b
Rb Rc Rd Rs 5c
Cb Cc Cd Cs 4c
Fb Fc Fd Fs 5d
7b 7c 7d 7s 4d
4s 6c 6d 6s 5s
"""
FIVE_ALL = FIVE_LAST.replace("Ab Ac Ad As 6b", "Ab Ac Ad As 4s").replace("4s 6c 6d 6s 5s", "6b 6c 6d 6s 5s")


def bellora(tricks: str, bids: str, call: str) -> Hand:
    return composed(tricks, "", bids, call, seats="ABCDE")


def test_gel69_two_thirds_to_the_caller_one_to_the_silent_partner() -> None:
    """In thirds of a stake: each of three opponents pays three."""
    ruling = referee(bellora(FIVE_LAST, "B chiamo", "call B 3c"), "gelli-bellora")
    assert (ruling["why_not"], ruling["partner"], ruling["bonus"]) == (None, "C", None)
    assert ruling["payments"] == {"A": -3, "B": 6, "C": 3, "D": -3, "E": -3}


def test_gel69_all_tricks_pay_double_and_a_loss_is_shared_alike() -> None:
    swept = referee(bellora(FIVE_ALL, "B chiamo", "call B 3c"), "gelli-bellora")
    assert (swept["bonus"], swept["payments"]["B"]) == ("cappotto", 12)
    lost = referee(bellora(FIVE_LAST, "B passo, C passo, D passo, E passo, A chiamo", "call A 3s"), "gelli-bellora")
    assert lost["payments"] == {"A": -6, "B": 3, "C": 3, "D": 3, "E": -3}


def test_gel69_who_asks_has_the_game_and_not_for_his_own_card() -> None:
    assert not referee(bellora(FIVE_LAST, "B chiamo, C passo", "call B 3c"), "gelli-bellora")["legal"]
    assert not referee(bellora(FIVE_LAST, "B chiamo", "call B 2b"), "gelli-bellora")["legal"]
    nobody = bellora(FIVE_LAST, "B passo, C passo, D passo, E passo, A passo", "") | {"tricks": []}
    assert referee(nobody, "gelli-bellora")["next_dealer"] == "B"
