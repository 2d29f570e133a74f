"""Bonuses on cards: engine, compiled filter and an independent referee settle the same hands alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.core.judge.json import as_json
from calarec.core.judge.running_totals import RunningTotals
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.session import RecordJudge
from tests.referees.agreeing import at_every_table, hands, rules
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.on_cards import ROWS, referee

HANDS = hands(48)
_ENDED = (rec.Claim, rec.Concede)


@cache
def played(name: str) -> list[Any]:
    """Hands by chance, and some with each bonus."""
    of = rules(name)
    section = "all_pass" if name == "cards-spazzatura" else "settle"
    aims = [f"{section}.bonus.{row.name}" for row in ROWS[name][3]]
    return [*at_every_table(of, HANDS // (2 * len(of.people))), *at_every_table(of, 2, aims)]


@pytest.mark.parametrize("name", ROWS)
def test_agrees_with_the_referee(name: str) -> None:
    """Winners, points, bonus and payments; every bonus on cards comes up."""
    game = rules(name)
    bonuses: Counter[str] = Counter()
    for each in played(name):
        if any(isinstance(one, _ENDED) for one in each.hand.statements):
            continue  # the referee settles hands that were played to their end
        hand = as_json(RunningTotals(game).replay(each.hand))
        answer = referee(for_the_referee(hand), name)
        ours, theirs = comparable_parts(hand, answer)
        assert ours == theirs, (each.hand.name, answer.get("why_not"), hand)
        bonuses[str(ours["bonus"])] += 1
    assert bonuses.keys() >= {row.name for row in ROWS[name][3]}


@pytest.mark.parametrize("name", ROWS)
def test_the_compiled_filter_settles_alike(name: str) -> None:
    """It passes these hands, and pays what the engine pays."""
    for each in played(name):
        claimed = any(isinstance(one, rec.Claim | rec.Concede | rec.Signal) for one in each.hand.statements)
        verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules(name).ruleset))
        said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Total))
        text = write([each.hand.__class__(name="1", statements=said, session=each.hand.session)])
        (verdict,) = verifier.verify([text])
        assert isinstance(verdict, Passed) or claimed, text
        assert not isinstance(verdict, Unruled)
        account = verdict if isinstance(verdict, Passed) else verdict.account
        assert account is not None
        assert account.payments == each.account.payments
