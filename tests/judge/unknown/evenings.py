"""Evenings of which only the score was written down, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.kernel.mass import Verifier
from calarec.notation.evening import Evening
from calarec.notation.handreader import HandReader
from calarec.replaying.result import Replay
from calarec.replaying.session import Session
from calarec.rulesets.load import load_rules

if TYPE_CHECKING:
    from calarec.rulesets.ruleset import Ruleset

HEAD = 'cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\n'


def played(text: str, asked: Ruleset | str = "pagat", *, head: str = HEAD) -> list[Replay]:
    """The rulings on the hands of an evening."""
    rules = load_rules(asked) if isinstance(asked, str) else asked
    verdicts = Verifier(HandReader("a.cal", Evening("a.cal")), Session(rules)).verify([head + text])
    return [each for each in verdicts if isinstance(each, Replay)]
