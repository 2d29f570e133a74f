"""Bonuses that add: engine, compiled filter, hands without cards and an independent referee settle alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.core.base.frozen import replace
from calarec.core.judge.json import as_json
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.core.wording.language import text_in
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from tests.referees.agreeing import at_every_table, hands, rules, to_the_end
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.on_added import RULES, referee
from tests.sources.card_lines import CARDS

HANDS = hands(60)


@cache
def played(name: str) -> list[Any]:
    """Hands that were played to their end: by chance, and some with each bonus."""
    of = rules(name)
    section = "all_pass" if name == "added-spazzatura" else "settle"
    aims = [f"{section}.bonus.{row.name}" for row in RULES[name][3]]
    by_chance = at_every_table(of, HANDS // (2 * len(of.people)))
    # At a larger table a dealer who sits out is on no side.
    return to_the_end([*by_chance, *at_every_table(of, 2, aims, tables=(min(of.people),))])


@pytest.mark.mass
@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Winners, points, bonuses and payments; every bonus that adds comes up, and two of them at once."""
    found: Counter[str] = Counter()
    for each in played(name):
        hand = as_json(begin_totals(rules(name)).replay(each.hand))
        answer = referee(for_the_referee(hand), name)
        ours, theirs = comparable_parts(hand, answer)
        assert ours == theirs, (each.hand.name, answer.get("why_not"), hand)
        assert hand["ruling"].get("added", []) == answer["added"]
        assert sum(each.account.payments) == 0
        found.update([*answer["added"], str(len(answer["added"]))])
    assert found.keys() >= {row.name for row in RULES[name][3]} | {"0", "1", "2"}


@pytest.mark.parametrize("name", RULES)
def test_the_compiled_filter_settles_alike(name: str) -> None:
    """It passes these hands, and pays what the engine pays."""
    for each in played(name):
        verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules(name).ruleset))
        said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Total))
        (verdict,) = verifier.verify([write([replace(each.hand, name="1", statements=said)])])
        assert isinstance(verdict, Passed) or any(isinstance(one, rec.Signal) for one in said)
        assert not isinstance(verdict, Unruled)
        account = verdict if isinstance(verdict, Passed) else verdict.account
        assert account is not None
        assert account.payments == each.account.payments


@pytest.mark.parametrize("name", RULES)
def test_hands_of_which_only_the_score_was_written(name: str) -> None:
    """The payments are among the possible ones of the hand; other sums are not."""
    for each in played(name)[:: max(1, HANDS // 20)]:
        said = tuple(one for one in each.hand.statements if not isinstance(one, CARDS))
        judged = begin_totals(rules(name)).replay(replace(each.hand, statements=said))
        assert not [found for found in judged.findings if found.severity == "error"], write([judged.hand])
        assert judged.account is not None
        assert judged.account.payments == each.account.payments


def test_the_account_says_why() -> None:
    """Each added one has its line, with its reason, in both languages."""
    (each,) = [one for one in played("added") if "against" in one.account.added][:1]
    (reason,) = [one for one in each.account.because if one.rule == "settle.bonus.against"]
    assert text_in(reason.says, "en").startswith("against two threes: ")
    assert text_in(reason.says, "en").endswith(": +3")
    assert "had the first turn" in text_in(reason.says, "en")
    assert "di prima mano" in text_in(reason.says, "it")
