"""Trumps are entered and refused like moves."""

from __future__ import annotations

from pathlib import Path

import calarec
from calarec.core.notation.writer import write
from calarec.simulation import simulate
from calarec_tools.desk.entering.session import Entry

MARAFFA = calarec.load_rules(str(Path(__file__).parents[2] / "rulesets" / "attested" / "maraffa.yaml"))


def test_a_hand_with_a_trump_that_is_named() -> None:
    """A wrong suit is refused with its rule; a letter names a suit; the hand is whole."""
    (made,) = simulate(MARAFFA, hands=1, seed=3)
    lines = write([made.hand]).splitlines()
    begins = lines.index("hand 1")
    entry = Entry("\n".join(lines[:begins]) + "\n", asked=MARAFFA)
    entry.take("A")
    for line in lines[begins:]:
        if line.startswith("deal "):
            entry.take(line)
    (refused, *_) = entry.take("trump B: x").said
    assert refused.startswith("CAL427 ")
    assert "trump" not in entry.text
    entry.take("b")
    assert entry.text.splitlines()[-1] == "trump B: b"
    for line in lines[begins:]:
        if line.lstrip()[:1].isdigit():
            entry.take(line)
    entry.take("")
    assert [line.strip() for line in entry.text.splitlines()[-len(lines[begins:]) :]] == [
        line.strip() for line in lines[begins:]
    ]
