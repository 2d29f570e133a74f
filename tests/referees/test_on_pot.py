"""A pot: engine, hands without cards, totals over shards, debts, and an independent referee count alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from calarec.bulk.compile import compiled_rules
from calarec.core.base.frozen import replace
from calarec.core.judge.json import as_json
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec_tools.archive.runs.running import check_files
from calarec_tools.output.sheet.debts import settled_up
from tests.referees.agreeing import FOLDER, hands, rules
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.on_pot import RULES, Plate
from tests.sources.card_lines import CARDS

if TYPE_CHECKING:
    from pathlib import Path

HANDS = hands(48)


@cache
def played(name: str, seats: int, bot: str) -> list[Any]:
    """The hands of an evening, of which every third or so is passed by all."""
    game = rules(name)
    share = HANDS // (2 * len(game.people))
    return list(simulate(game, hands=share, seed=5, bot=bot, seats=seats))


def evenings(name: str) -> list[list[Any]]:
    """Every table, every bot."""
    return [played(name, seats, bot) for seats in rules(name).people for bot in ("sensible", "random")]


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Payments to and from the pot agree, hand after hand; it is never negative."""
    filled = won = 0
    for evening in evenings(name):
        plate, totals = Plate(name), begin_totals(rules(name))
        for each in evening:
            judged = totals.replay(each.hand)
            assert not [one for one in judged.findings if one.severity == "error"], write([each.hand])
            hand, before = as_json(judged), plate.lies
            assert ((hand["carry"] or {}).get("pot", 0)) == before
            answer, payments = plate.settle(for_the_referee(hand))
            ours, theirs = comparable_parts(hand, {**answer, "payments": payments})
            if answer["declarer"]:
                assert ours == theirs, (each.hand.name, answer.get("why_not"), hand)
            assert ours["payments"] == {seat: paid for seat, paid in payments.items() if paid or seat in payments}
            assert sum(payments.values()) == before - plate.lies
            filled += plate.lies > before
            won += plate.lies < before
    assert filled
    assert won


@pytest.mark.parametrize("name", RULES)
def test_hands_without_cards_fill_and_empty_it(name: str) -> None:
    """The same payments and the same pot, of hands of which only the score was written."""
    assert compiled_rules(rules(name)).lacking[""] == "all_pass.pot"
    for evening in evenings(name):
        totals = begin_totals(rules(name))
        for each in evening:
            said = tuple(one for one in each.hand.statements if not isinstance(one, CARDS))
            judged = totals.replay(replace(each.hand, statements=said))
            if any(isinstance(one, rec.Claim | rec.Concede) for one in said):
                continue
            assert not [one for one in judged.findings if one.severity == "error"], write([judged.hand])
            assert judged.account is not None
            assert judged.account.payments == each.account.payments


@pytest.mark.parametrize("name", RULES)
def test_without_a_word_of_it_the_hands_before_tell(name: str) -> None:
    """Records without `carry` lines, and read in any pieces: the same totals."""
    for evening in evenings(name):
        totals = begin_totals(rules(name))
        for each in evening:
            said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Carry))
            judged = totals.replay(replace(each.hand, statements=said))
            assert not [one for one in judged.findings if one.severity == "error"]
            assert judged.account is not None
            assert judged.account.payments == each.account.payments


@pytest.mark.parametrize("name", RULES)
def test_shards_and_debts(name: str, tmp_path: Path) -> None:
    """`check` finds the same nothing however a file is cut; what the pot still holds is owed to it."""
    totals, text = begin_totals(rules(name)), []
    for number, each in enumerate(evenings(name)[0], 1):
        asserted = rec.Carry | rec.Score | rec.Total
        said = tuple(one for one in each.hand.statements if not isinstance(one, asserted))
        session = replace(each.hand.session, match=1)
        hand = replace(each.hand, name=str(number), statements=said, session=session, new_match=False)
        judged = totals.replay(hand)
        assert judged.account is not None
        paid = tuple(zip(judged.setting.labels if judged.setting else (), judged.account.payments, strict=True))
        score = (rec.Score(paid),) if any(judged.account.payments) else ()
        total = rec.Total(tuple((judged.totals or {}).items()))
        text.append(replace(hand, statements=(*said[:-1], *score, total, said[-1])))
    file = tmp_path / "a.cal"
    file.write_text(write(text), encoding="utf-8")
    for size in (1 << 20, 3000, 900):
        parts = list(check_files([str(file)], rules=str(FOLDER / f"{name}.yaml"), size=size))
        assert [one for part in parts for one in part.findings if one.severity != "note"] == []
        assert sum(count for part in parts for count in part.report.verdicts.values()) == len(text)
    stated = next(dict(one.amounts) for one in text[-1].statements if isinstance(one, rec.Total))
    settled = settled_up(stated)
    assert settled.left == sum(stated.values()) == -(totals.inherited.pot or 0)
    assert any(not (debt.debtor and debt.creditor) for debt in settled.debts) == bool(settled.left)
