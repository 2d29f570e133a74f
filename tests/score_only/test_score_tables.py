"""Tables of points are computed once for a contract, for any declarer and dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.game import Game
from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from calarec.score_only import outcomes

if TYPE_CHECKING:
    import pytest

HAND = """
hand
dealer {dealer}
bid {first}: solo {second}: passo {third}: passo
result {first}: 20
score {first}: +4 {second}: -2 {third}: -2
end
"""


def test_other_seats_find_what_was_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three dealers, three declarers: one entry for the contract, and it does not grow."""
    monkeypatch.setattr("calarec.core.engine.game._GAMES", {})  # another test may have worked out more
    monkeypatch.setattr(outcomes, "_tables", {})  # tables of an equal game would serve this one
    game = Game.from_ruleset(load_ruleset("pagat"))
    evening = begin_totals(game)
    head = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n"
    turns = [("A", "B", "C"), ("B", "C", "A"), ("C", "A", "B")]
    text = head + "".join(HAND.format(dealer=a, first=b, second=c, third=a) for a, b, c in turns)
    sizes = []
    for hand in parse_records(text):
        replayed = evening.replay(hand)
        assert (replayed.verdict, replayed.findings) == ("legal", ())
        (known,) = game.worked_out[outcomes.__name__].values()
        sizes.append(len(known))
    assert sizes[0] > 0
    assert sizes == sizes[:1] * 3
