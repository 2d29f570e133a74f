"""An unwritten share, in turn or not: with unknown cards it may not have happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.engine import events as ev
from calarec.core.engine.game import Game
from calarec.core.notation import parse_records
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement

RULES = "ruleset: turns\nversion: 1.0.0\nextends: pagat\nset:\n  steps.as-they-like.decided: in_turn\n"
HAND = """cal 1
rules turns
seat A
seat B
seat C

hand 2
dealer B
deal C: Rb Fb 7b 2s Cs Fs 2c 7c 4c Ad 7d 6d
deal A: 3b 2b Ab 4b As Rs 6s 5s 4s Ac 2d 4d
deal B: {deal}
monte 3c 6c 5c Rd
bid C: solissimo
raise C: scegliete
{share} 1 C: Cs 5s 3s
 2 B: Fc 2c Ac
 3 C: 7d 4d Fd
 4 B: 3d 6d 2d
 5 B: 5b 7b 3b
 6 A: 4b Cb Fb
 7 B: 7s Fs 4s
 8 C: 2s Rs {eighth}
 9 C: 4c 6s Cc
10 B: Cd Ad Ab
11 C: Rb 2b {eleventh}
12 A: As 5d 7c
end
"""
OPEN = "Cb __ 5b 3s 7s __ Cc Fc 3d Cd Fd 5d"
WHOLE = "Cb 6b 5b 3s 7s Rc Cc Fc 3d Cd Fd 5d"
MONTE = ("3c", "6c", "5c", "Rd")


def judged(folder: Path, **values: str) -> Judgement:
    """The hand with what is written of B's cards and of the share."""
    file = folder / "turns.yaml"
    file.write_text(RULES, "utf-8")
    (hand,) = parse_records(HAND.format(**{"deal": OPEN, "share": "", "eighth": "__", "eleventh": "__"} | values))
    return begin_totals(Game.from_ruleset(load_ruleset(str(file)))).replay(hand)


def shares(ruling: Judgement) -> list[tuple[str, int]]:
    """Return the seats that took cards, and the numbers, as far as known."""
    labels = ruling.setting.labels if ruling.setting is not None else ()
    return [
        (labels[each.event.seat], each.event.cards.bit_count() + each.event.unknown)
        for each in ruling.happened
        if isinstance(each.event, ev.Taken)
    ]


def test_nobody_knows_whether_it_was_taken(tmp_path: Path) -> None:
    """B was dealt what is left of the pack, and may have played two cards of the monte instead."""
    ruling = judged(tmp_path)
    assert (ruling.verdict, ruling.knowledge) == ("legal", "possible")
    assert ruling.deduced == (f"deal B: {WHOLE}",)
    assert shares(ruling) == []
    assert sum(isinstance(each.event, ev.Unrecorded) for each in ruling.happened) == 1
    (turned,) = (each.event for each in ruling.happened if isinstance(each.event, ev.Turned))
    assert set(ruling.game.cards.list(turned.cards)) == set(MONTE)
    (pile,) = (each.event for each in ruling.happened if isinstance(each.event, ev.PileWon))
    assert not pile.cards


@pytest.mark.parametrize(
    ("values", "taken"),
    [
        ({"share": "take B: open Rd 6c\ndiscard B: closed 6b Rc\n"}, [("A", 0), ("B", 2)]),
        ({"share": "take A: open 3c\ndiscard A: closed 6s\n"}, None),
        ({"deal": WHOLE, "eighth": "Rc", "eleventh": "6b"}, [("A", 0), ("B", 0)]),
    ],
    ids=["beside a share that is written", "that nobody can have played", "with all cards written"],
)
def test_who_has_no_line_took_nothing(
    tmp_path: Path, values: dict[str, str], taken: list[tuple[str, int]] | None
) -> None:
    """Beside another seat's line, and if every card is known."""
    ruling = judged(tmp_path, **values)
    if taken is None:
        assert ruling.verdict == "illegal"
    else:
        assert shares(ruling) == taken
