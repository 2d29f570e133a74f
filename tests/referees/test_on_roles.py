"""Roles that pay and receive multiples: engine, compiled filter and an independent referee settle alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from calarec.bulk.compile import compiled_rules
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
from tests.referees.agreeing import at_every_table, hands, rules
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.on_roles import RULES, WHOLES, referee
from tests.sources.card_lines import CARDS

HANDS = hands(60)


@cache
def played(name: str) -> list[Any]:
    """Hands by both bots, at every table."""
    of = rules(name)
    return at_every_table(of, HANDS // (2 * len(of.people)))


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Payments sum to zero, and are those of the referee."""
    for each in played(name):
        hand = as_json(begin_totals(rules(name)).replay(each.hand))
        answer = referee(for_the_referee(hand), name)
        ours, theirs = comparable_parts(hand, answer)
        assert ours == theirs, (each.hand.name, answer.get("why_not"), hand)
        assert sum(each.account.payments) == 0


@pytest.mark.parametrize("name", WHOLES)
def test_without_cards_the_call_says_who_pays_half(name: str) -> None:
    """From the lines alone; without a holder, either opponent may have been it."""
    called = 0
    for each in played(name):
        said = tuple(one for one in each.hand.statements if not isinstance(one, (*CARDS, rec.Total)))
        judged = begin_totals(rules(name)).replay(replace(each.hand, statements=said))
        assert not [found for found in judged.findings if found.severity == "error"], write([each.hand])
        assert judged.account is not None
        assert judged.account.payments == each.account.payments
        called += len({*map(abs, each.account.payments)} - {0}) == 3
        unpaid = tuple(one for one in said if not isinstance(one, rec.Call | rec.Score))
        open_hand = begin_totals(rules(name)).replay(replace(each.hand, statements=unpaid))
        assert not [found for found in open_hand.findings if found.severity == "error"]
    assert called


@pytest.mark.parametrize("name", WHOLES)
def test_the_compiled_filter_leaves_the_holder_to_the_engine(name: str) -> None:
    """It counts in whole multiples, and does not follow calls to their holders."""
    compiled = compiled_rules(rules(name))
    assert not compiled.can_be_served
    assert compiled.lacking[""] == "settle.roles.holder"


@pytest.mark.parametrize("name", [name for name in RULES if name not in WHOLES])
def test_the_compiled_filter_settles_alike(name: str) -> None:
    """It passes these hands, and pays what the engine pays."""
    passed = 0
    for each in played(name):
        claimed = any(isinstance(one, rec.Claim | rec.Concede | rec.Signal) for one in each.hand.statements)
        verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules(name).ruleset))
        said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Total))
        (verdict,) = verifier.verify(
            [write([each.hand.__class__(name="1", statements=said, session=each.hand.session)])]
        )
        assert isinstance(verdict, Passed) or claimed
        assert not isinstance(verdict, Unruled)
        account = verdict if isinstance(verdict, Passed) else verdict.account
        assert account is not None
        assert account.payments == each.account.payments
        passed += isinstance(verdict, Passed)
    assert passed > HANDS // 2


def test_the_account_says_why() -> None:
    """The account names the role and the multiple, for payments and receipts."""
    said = {text_in(reason.says, lang) for each in played("dealer-double") for reason in each.account.because
            if reason.rule == "settle.roles.dealer" for lang in ("en", "it")}  # fmt: skip
    assert {text.partition(", ")[2] for text in said} == {
        "who deals, pays: ×2", "who deals, receives: ×2", "che fa le carte, paga: ×2", "che fa le carte, riscuote: ×2",
    }  # fmt: skip
