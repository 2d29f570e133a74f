"""Irregularities that cost more the second time, and those that pay into the pot, beside a referee.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

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
from calarec.simulation import simulate
from tests.referees.agreeing import hands, rules, to_the_end
from tests.referees.comparison import for_the_referee
from tests.referees.on_irregularities import PRICES, Table
from tests.sources.card_lines import CARDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand
    from calarec.simulation.run import Simulated

_MISDEALT = 0.2
"""The share of hands that are dealt wrongly."""
_STATED = (rec.Score, rec.Total)


def _evening(of: Game, seats: int, bot: str, count: int) -> list[Simulated]:
    return list(simulate(of, hands=count, seed=5, bot=bot, seats=seats, irregular=True))


def _with_revokes(played: Simulated, chance: Random) -> Hand:
    """The hand with up to four revokes more that were claimed, and without what it came to."""
    said = [one for one in played.hand.statements if not isinstance(one, _STATED)]
    tricks = [one.number for one in said if isinstance(one, rec.Trick)]
    stated = {(one.seat, one.trick) for one in said if isinstance(one, rec.Fault)}
    declarer = played.account.declarer
    if declarer < 0 or played.account.partners or not tricks:
        return replace(played.hand, statements=tuple(said))
    labels = played.setting.labels
    own = labels[declarer]
    others = [labels[seat] for seat in played.setting.active if seat != declarer]
    for _ in range(chance.randrange(5)):
        seat, number = chance.choice([own, *others]), chance.choice(tricks)
        if (seat, number) not in stated:
            stated.add((seat, number))
            at = next(place for place, one in enumerate(said) if isinstance(one, rec.Trick) and one.number == number)
            said.insert(
                at + 1, rec.Fault(seat, "revoke", trick=number, by=own if seat != own else chance.choice(others))
            )
    return replace(played.hand, statements=tuple(said))


def _misdealt(played: Simulated, chance: Random) -> Hand:
    """The same deal, which the dealer has dealt wrongly."""
    labels = played.setting.labels
    claimant = chance.choice([labels[seat] for seat in played.setting.active if seat != played.setting.dealer])
    fault = rec.Fault(labels[played.setting.dealer], "misdeal", by=claimant)
    before = [one for one in played.hand.statements if isinstance(one, rec.Dealer | rec.Out | rec.Deal | rec.Monte)]
    return replace(played.hand, statements=(*before, fault, rec.End("void")))


def _errors(judged: Judgement) -> list[str]:
    return [finding.code for finding in judged.findings if finding.severity == "error"]


def _replay_simulated(name: str) -> Iterator[tuple[Judgement, dict[str, int]]]:
    """Every hand, after those before it, with what the referee pays."""
    of = rules(name)
    for seats in of.people:
        for bot in ("sensible", "random"):
            table, totals, before = Table(name), begin_totals(of), begin_totals(of)
            chance = Random(f"{name} {seats} {bot}")
            for played in to_the_end(_evening(of, seats, bot, hands(60) // (2 * len(of.people)))):
                is_misdealt = name == "misdeals" and chance.random() < _MISDEALT
                hand = _misdealt(played, chance) if is_misdealt else _with_revokes(played, chance)
                carry = tuple(one for one in hand.statements if not isinstance(one, rec.Carry))
                hand = replace(hand, statements=carry)
                judged, plain = totals.replay(hand), as_json(before.replay(played.hand))
                assert _errors(judged) == [], write([hand])
                offences = [move for move in as_json(judged)["moves"] if move["do"] == "fault"]
                yield judged, table.payments(for_the_referee(plain), offences)


@pytest.mark.parametrize("name", PRICES)
def test_agrees_with_the_referee(name: str) -> None:
    """Each price comes up; misdeals fill the pot, also by dealers who sit out."""
    seen = Counter[str]()
    for judged, expected in _replay_simulated(name):
        assert judged.account is not None
        assert judged.setting is not None
        assert dict(zip(judged.setting.labels, judged.account.payments, strict=True)) == expected, write([judged.hand])
        seen += Counter(reason.rule for reason in judged.account.because if reason.rule.startswith("standing."))
        seen["out"] += any(each.word == "misdeal" for each in judged.hand.every(rec.Fault)) and bool(judged.setting.out)
    assert {"standing.revoke.pay_each", "standing.revoke.pay_again"} <= seen.keys()
    if name == "misdeals":
        assert seen["standing.misdeal.pay_pot"] > seen["out"] > 0


@pytest.mark.parametrize("name", PRICES)
def test_hands_without_cards_pay_the_same(name: str) -> None:
    """The engine without cards, with the payments written; and the compiled filter with cards."""
    of = rules(name)
    for judged, _ in _replay_simulated(name):
        assert judged.account is not None
        assert judged.setting is not None
        paid = tuple(zip(judged.setting.labels, judged.account.payments, strict=True))
        score = (rec.Score(paid),) if any(judged.account.payments) else ()
        held = judged.setting.carry.pot
        carry = (rec.Carry(rec.POT, amount=held),) if held else ()
        first, *said = judged.hand.statements
        whole = replace(judged.hand, statements=(first, *carry, *said[:-1], *score, said[-1]))
        bare = replace(whole, statements=tuple(one for one in whole.statements if not isinstance(one, CARDS)))
        again = begin_totals(of).replay(bare)
        assert _errors(again) == [], write([bare])
        assert again.account is not None
        assert again.account.payments == judged.account.payments
        verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(of.ruleset))
        (verdict,) = verifier.verify([write([whole])])
        assert not isinstance(verdict, Unruled)
        account = verdict if isinstance(verdict, Passed) else verdict.account
        assert account is not None
        assert account.payments == judged.account.payments
