"""Rules on a card that the pack of one table does not have: there they mean nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.game import Game
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from tests.referees.agreeing import hands
from tests.unknown_cards.evenings import played

if TYPE_CHECKING:
    from pathlib import Path

TAKEN_OUT = """ruleset: without-a-four
version: 1.0.0
extends: pagat
set:
  contracts.solo.leader: holder
  contracts.solo.leading_card: 4c
add:
  table.by_seats.4: {hand: 11, packets: 1, without: [4b, 4s, 4c]}
  settle.bonus.four: {paid_by: everyone, card: 4c, to: card_winner, plus: 1x}
"""
SCORE = """cal 1
rules without-a-four
seat A
seat B
seat C
seat D

"""
SOLO = "hand 1\ndealer A\nout A\nbid B: solo C: passo D: passo\nresult B: 7p\nend\n"


def test_nobody_leads_or_is_paid_by_a_card_that_is_not_dealt(tmp_path: Path) -> None:
    """The player with the first turn leads, and the payments are those of the contract alone."""
    file = tmp_path / "without-a-four.yaml"
    file.write_text(TAKEN_OUT, "utf-8")
    of = load_ruleset(str(file))
    evening = begin_totals(Game(of, of.rules))
    for each in simulate(of, hands=hands(6), seed=2, seats=4, aim="contracts.solo"):
        judged = evening.replay(each.hand)
        assert judged.verdict == "legal"
        assert judged.account is not None
        assert judged.setting is not None
        assert judged.account.added == ()
        leader = next(iter(judged.hand.every(rec.Trick))).leader
        assert leader == judged.setting.labels[judged.setting.eldest]
    (scored,) = played(SOLO, of, head=SCORE)
    assert scored.account is not None
    assert scored.account.payments == (0, 4, -2, -2)
