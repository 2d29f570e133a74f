"""The turn to deal and to sit out by the last result: records written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.game import Game
from calarec.core.notation import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import check_rules
from calarec.simulation import simulate
from tests.referees.agreeing import FOLDER, rules

if TYPE_CHECKING:
    from calarec.core.judge.running_totals import RunningTotals

TABLE = "cal 1\nseat A\nseat B\nseat C\n"
FOURTH = "seat D\n"


def replay_record(game: Game, text: str) -> tuple[RunningTotals, list[str]]:
    """The running totals after a record, and the codes that were found in it."""
    evening, codes = begin_totals(game), []
    for hand in parse_records(text):
        codes += [finding.code for finding in evening.replay(hand).findings]
    return evening, codes


def hand(number: int, dealer: str, *lines: str) -> str:
    """A hand without cards."""
    return "\n".join(("", f"hand {number}", f"dealer {dealer}", *lines, "end", ""))


LOST = ("bid B: solo C: passo A: passo", "result B: lost")
WON = ("bid B: solo C: passo A: passo", "result B: won")


@pytest.mark.parametrize(
    ("name", "lines", "due"),
    [
        ("winner-deals", WON, "B"),
        ("winner-deals", LOST, "C"),
        ("loser-deals", WON, "C"),
        ("loser-deals", LOST, "B"),
        ("winner-deals", ("bid B: passo C: passo A: passo",), "B"),
        ("loser-deals", ("bid B: passo C: passo A: passo",), "A"),
        ("winner-deals", ("bid B: solo C: passo A: passo",), ""),
    ],
)
def test_the_declarer_or_the_first_opponent_deals(name: str, lines: tuple[str, ...], due: str) -> None:
    """A dealt and B has played solo; without a result the next dealer is not known."""
    evening, _ = replay_record(rules(name), TABLE + hand(1, "A", *lines))
    assert evening.turn.due_seat == due


def test_another_dealer_is_reported() -> None:
    """The winner should have dealt."""
    assert (
        replay_record(rules("winner-deals"), TABLE + hand(1, "A", *WON) + hand(2, "C", *WON[:0]))[1].count("CAL307")
        == 1
    )
    assert "CAL307" not in replay_record(rules("winner-deals"), TABLE + hand(1, "A", *WON) + hand(2, "B"))[1]


def test_a_person_who_sits_down_deals_only_where_the_deal_goes_round() -> None:
    """D sits down after the dealer: B has won and deals; where C is due beside the new seat, nothing is proved."""
    after = "\nseat D after A\n"
    for lines, due in ((WON, ""), (LOST, "C")):
        evening = begin_totals(rules("winner-deals"))
        first, second = parse_records(TABLE + hand(1, "A", *lines) + after + hand(2, "C"))
        evening.replay(first)
        evening.take_lines_before(second)
        assert evening.turn.due_seat == due


@pytest.mark.parametrize(("lines", "out"), [(("bid B: solo C: passo D: passo", "result B: lost"), "B"),
                                            (("bid B: solo C: passo D: passo", "result B: won"), "C"),
                                            (("bid B: passo C: passo D: passo",), "A")])  # fmt: skip
def test_the_loser_sits_out(lines: tuple[str, ...], out: str) -> None:
    """Without a line, as with the right one; any other is an error; after a hand that all pass A sits out again."""
    game, before = rules("loser-rests"), TABLE + FOURTH + hand(1, "A", *lines)
    for stated in ("ABCD", "A", "B", "C", "D"):
        _, codes = replay_record(game, before + hand(2, "B", *(f"out {stated}",) * (len(stated) == 1)))
        assert ("CAL306" in codes) == (len(stated) == 1 and stated != out), stated


def test_a_result_that_is_not_known_needs_an_out_line() -> None:
    """A hand after one without a result does not guess."""
    game, before = rules("loser-rests"), TABLE + FOURTH + hand(1, "A", "bid B: solo C: passo D: passo")
    bids = "bid C: solo A: passo B: passo"
    assert "CAL306" in replay_record(game, before + hand(2, "B", bids, "result C: won"))[1]
    assert "CAL306" not in replay_record(game, before + hand(2, "B", "out D", bids, "result C: won"))[1]


def test_the_first_hand_may_go_on_from_another_evening() -> None:
    """An `out` line of the first hand is believed; without it the dealer sits out."""
    game = rules("loser-rests")
    assert (
        "CAL306" not in replay_record(game, TABLE + FOURTH + hand(7, "A", "out C", "bid B: solo D: passo A: passo"))[1]
    )
    assert (
        "CAL306"
        not in replay_record(game, TABLE + FOURTH + hand(7, "A", "bid B: solo C: passo D: passo", "result B: won"))[1]
    )


@pytest.mark.parametrize("deals", ["winner", "loser", "next"])
def test_a_game_without_an_auction(deals: str) -> None:
    """Two fixed sides: the first winner after the dealer deals, or else the next."""
    text = (FOLDER / "sides-pay.yaml").read_text("utf-8").replace("dealer: next}", f"dealer: {deals}}}")
    ruleset = check_rules("sides-pay.yaml", raw=text.encode()).ruleset
    assert ruleset is not None
    due, dealers, evening = "A", set[str](), begin_totals(Game.from_ruleset(ruleset))
    for played in simulate(ruleset, hands=24, seed=3):
        judgement = evening.replay(played.hand)
        assert not [finding for finding in judgement.findings if finding.code == "CAL307"]
        assert played.hand.statements[0] == rec.Dealer(due)
        paid, at = played.account.payments, "ABCD".index(due)
        turn = [(at + step) % 4 for step in (1, 2, 3, 4)]
        first = {
            "winner": [seat for seat in turn if paid[seat] > 0],
            "loser": [seat for seat in turn if paid[seat] < 0],
        }
        due = "ABCD"[(first.get(deals) or turn)[0]]
        assert evening.turn.due_seat == due
        dealers.add(due)
    assert len(dealers) == 4
