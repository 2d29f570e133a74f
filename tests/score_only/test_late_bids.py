"""Bids after the end of the auction, in hands with cards and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.game import Game
from calarec.core.notation import parse_records
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from tests.judge.review.table import house

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement

PEOPLE = "cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer C\n"
DEALT = """\
deal A: 3b 2b Ab Rb Cb Fb 7b 6b 5b 4b 3c 2c
deal B: Ac Rc Cc Fc 7c 6c 5c 4c 3d 2d Ad Rd
deal C: Cd Fd 7d 6d 5d 4d 3s 2s As Rs Cs Fs
monte 7s 6s 5s 4s
"""


def judge_bids(folder: Path, change: str, dealt: str, bids: str) -> Judgement:
    """The judgement of a hand with these bids, by a change of the rules if any."""
    changes = ("set:", f"  {change}") if change else ()
    game = Game.from_ruleset(load_ruleset(str(house(folder, "pagat", *changes))))
    ended = "end abandoned" if dealt else "result A: won\nend"
    (hand,) = parse_records(f"{PEOPLE}{dealt}bid {bids}\n{ended}\n")
    return begin_totals(game).replay(hand)


@pytest.mark.parametrize(
    ("change", "bids", "declarer", "contract"),
    [
        # Each player speaks once: after the passes the auction is over.
        ("auction.chances: once", "A: chiamo B: passo C: passo A: solo", 0, "chiamo"),
        ("auction.chances: once", "A: passo B: chiamo C: solo A: solissimo", 2, "solo"),
        ("auction.chances: until_quiet", "A: chiamo B: solo A: passo C: passo B: solissimo", 1, "solo"),
        ("auction.ends: first_bid", "A: chiamo B: solo C: passo", 0, "chiamo"),
        # The highest bid ends the auction before the dealer can hold it.
        ("auction.hold: dealer", "A: solissimo B: passo C: solissimo", 0, "solissimo"),
        ("auction.hold: dealer", "A: solo B: passo C: solo A: solissimo", 2, "solo"),
        # A player who never speaks has passed where the next one speaks; a second bid is too late then.
        ("", "C: passo B: solo C: solissimo", 1, "solo"),
    ],
)
def test_a_late_bid_counts_neither_with_cards_nor_without(
    change: str, bids: str, declarer: int, contract: str, tmp_path: Path
) -> None:
    """It is reported, and the auction stays as it had ended."""
    dealt = judge_bids(tmp_path, change, DEALT, bids)
    assert dealt.state is not None
    assert (dealt.state.declarer, dealt.state.contract) == (declarer, contract)
    scored = judge_bids(tmp_path, change, "", bids)
    assert "CAL406" in {finding.code for finding in scored.findings}
    assert scored.account is not None
    assert (scored.account.declarer, scored.account.contract) == (declarer, contract)


@pytest.mark.parametrize("bids", ["A: solo C: chiamo B: passo", "B: solo C: passo A: chiamo"])
def test_a_bid_out_of_turn_does_not_replace_a_higher_one(bids: str, tmp_path: Path) -> None:
    """It is both out of turn and too low: the higher bid remains, with cards and without."""
    for dealt in (DEALT, ""):
        judged = judge_bids(tmp_path, "auction.ends: all_spoke", dealt, bids)
        assert "CAL401" in {finding.code for finding in judged.findings}
        decided = judged.state if dealt else judged.account
        assert decided is not None
        assert ("ABC"[decided.declarer], decided.contract) == (bids[0], "solo")


def test_no_hand_is_thrown_in_for_a_mistake_beside_its_only_bid(tmp_path: Path) -> None:
    """Of a hand that shows only its auction, nothing contradicts the bid."""
    judged = judge_bids(tmp_path, "", DEALT, "A: chiamo A: passo C: passo")
    assert judged.state is not None
    assert (judged.state.declarer, judged.state.contract) == (0, "chiamo")
    assert "CAL408" not in {finding.code for finding in judged.findings}


def test_a_bid_after_all_have_passed_is_late_where_bids_name_a_card() -> None:
    """No card was named, so the order of the passes can be judged."""
    game = Game.from_ruleset(load_ruleset("gelli-terziglio"))
    (hand,) = parse_records(f"{PEOPLE}bid A: passo B: passo C: passo B: solo\nend\n")
    judged = begin_totals(game).replay(hand)
    assert "CAL406" in {finding.code for finding in judged.findings}
    assert judged.outcome == "all_pass"


def test_two_players_cannot_both_have_the_bid_that_ends_the_auction(tmp_path: Path) -> None:
    """The dealer may hold a bid, but not the highest: whichever came first, it was the last word."""
    judged = judge_bids(tmp_path, "auction.hold: dealer", "", "A: solissimo C: solissimo")
    assert "CAL402" in {finding.code for finding in judged.findings}
    held = judge_bids(tmp_path, "auction.hold: dealer", "", "A: solo C: solo")
    assert not [finding for finding in held.findings if finding.severity == "error"]
    assert held.account is not None
    assert held.account.declarer == 2
