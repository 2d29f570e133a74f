"""Raises in hands without cards, with steps before the play that are not written."""

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

HOUSES = {
    "solo": ("set:", "  contracts.solo.raises: [dividete]"),
    "solissimo, passing": (
        "set:", "  contracts.solissimo.steps: [pass]", "add:", "  steps.pass: {do: pass_cards, to: left, cards: 2}",
    ),
    "solissimo, with a trump": ("set:", "  play.trump: {chosen: named, by: declarer}"),
}  # fmt: skip
PEOPLE = "cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer C\n"


def codes(folder: Path, name: str, said: str, bids: str = "A: passo B: passo C: {}") -> list[str]:
    """Return the findings of a hand with bids of all players."""
    game = Game.from_ruleset(load_ruleset(str(house(folder, "pagat", *HOUSES[name]))))
    bid = bids.format(name.split(",", maxsplit=1)[0])
    (hand,) = parse_records(f"{PEOPLE}bid {bid}\n{said}result C: won\nscore C: +16 A: -8 B: -8\nend\n")
    return [each.code for each in begin_totals(game).replay(hand).findings]


@pytest.mark.parametrize("name", HOUSES)
@pytest.mark.parametrize("bids", ["A: passo B: passo C: {}", "C: {}"])
def test_what_was_due_before_was_done(name: str, bids: str, tmp_path: Path) -> None:
    """A raise is accepted with all bids written, or only that of the contract."""
    trump = "trump C: s\n" if "trump" in name else ""
    assert codes(tmp_path, name, f"{trump}raise C: dividete\n", bids) == []


@pytest.mark.mass
@pytest.mark.parametrize("name", HOUSES)
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("raise A: dividete\n", "CAL412"),
        ("raise C: dividete\nraise C: dividete\n", "CAL410"),
        ("raise C: chiamo\n", "CAL410"),
    ],
)
def test_a_raise_that_is_none_is_told(name: str, said: str, code: str, tmp_path: Path) -> None:
    """By another player, a second time, or to a lower word."""
    assert code in codes(tmp_path, name, said)
