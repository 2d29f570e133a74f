"""Two who sit out: engine, compiled filter and an independent referee settle alike.

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
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from tests.referees.agreeing import at_every_table, hands, rules
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.on_sitting_out import RULES, referee

HANDS = hands(60)


@cache
def played(name: str) -> list[Any]:
    """Hands by both bots, at every table."""
    of = rules(name)
    return at_every_table(of, HANDS // (2 * len(of.people)))


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Seats that sit out, next dealer and payments agree."""
    idle = 0
    for each in played(name):
        said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Total))
        judged = begin_totals(rules(name)).replay(replace(each.hand, statements=said))
        assert not judged.findings
        hand = as_json(judged)
        answer = referee(for_the_referee(hand), name)
        ours, theirs = comparable_parts(hand, answer)
        assert ours == theirs, (each.hand.name, answer.get("why_not"), hand)
        assert sum(each.account.payments) == 0
        idle += len(hand["out"]) == 2 and any(each.account.payments[hand["seats"].index(seat)] for seat in hand["out"])
    assert bool(idle) == RULES[name][3]


@pytest.mark.parametrize("name", ["two-out", "two-out-pay"])
def test_the_compiled_filter_settles_alike(name: str) -> None:
    """It passes these hands, with the `out` line, and pays what the engine pays."""
    passed = 0
    for each in played(name):
        if len(each.hand.session.people) < 5:
            continue
        verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules(name).ruleset))
        said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Total))
        assert any(isinstance(one, rec.Out) and len(one.seats) == 2 for one in said)
        (verdict,) = verifier.verify(
            [write([each.hand.__class__(name="1", statements=said, session=each.hand.session)])]
        )
        assert not isinstance(verdict, Unruled)
        account = verdict if isinstance(verdict, Passed) else verdict.account
        assert account is not None
        assert account.payments == each.account.payments
        passed += isinstance(verdict, Passed)
    assert passed > len([each for each in played(name) if len(each.hand.session.people) == 5]) // 2


def test_either_order_will_do_and_no_other_seat() -> None:
    """`out E D` means `out D E`; another seat is reported in both languages."""
    hand = next(each.hand for each in played("two-out") if len(each.hand.session.people) == 5)
    (line,) = (each for each in hand.statements if isinstance(each, rec.Out))

    def judged(seats: tuple[str, ...]) -> Any:
        untold = (each for each in hand.statements if not isinstance(each, rec.Total))
        said = tuple(line._replace(seats=seats) if each is line else each for each in untold)
        return begin_totals(rules("two-out")).replay(replace(hand, statements=said))

    assert not judged(line.seats[::-1]).findings
    other = next(seat for seat in "ABCDE" if seat not in line.seats)
    (found,) = (each for each in judged((line.seats[0], other)).findings if each.code == "CAL306")
    assert found.message("en").endswith(f"cannot sit out: {line.seats[0]} and {line.seats[1]} do")
    assert found.message("it").endswith(f"riposano {line.seats[0]} e {line.seats[1]}")


def test_roles_of_two_who_sit_out_are_left_to_the_engine() -> None:
    """The dealer may then pay more than the other."""
    assert compiled_rules(rules("two-out")).lacking.get("") is None
    assert compiled_rules(rules("two-out-roles")).lacking[""] == "table.sits_out.two_at"
