"""Requirements of contracts: engine, filter, bare scores and a referee agree.

With CALAREC_THOROUGH set, 2,000 hands are compared.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.core.base.frozen import replace
from calarec.core.engine import events as ev
from calarec.core.judge.json import as_json
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.simulation import simulate
from tests.referees.agreeing import at_every_table, hands, rules, to_the_end
from tests.referees.by_contract import BY_CONTRACT, referee
from tests.sources.card_lines import CARDS

HANDS = hands(72)


@cache
def played() -> list[Any]:
    """Hands of every contract that were played to their end, some with signals."""
    aims = [f"contracts.{each}" for each in BY_CONTRACT]
    return to_the_end(at_every_table(rules("by-contract"), HANDS // (4 * len(BY_CONTRACT)), aims, seed=3))


def test_agrees_with_the_referee() -> None:
    """Winners and payments agree; each contract is won and lost, by its own rule."""
    found: Counter[tuple[str, bool]] = Counter()
    for each in played():
        hand = as_json(begin_totals(rules("by-contract")).replay(each.hand))
        ruling = hand["ruling"]
        assert (ruling["sides"][0]["wins"], ruling["payments"]) == referee(hand), hand
        own = ruling["contract"] not in ("chiamo", "dividete", "scegliete")
        rule = f"contracts.{ruling['contract']}.won_if" if own else "settle.won_if"
        assert rule in {because["rule"] for because in ruling["because"]}
        found[ruling["contract"], ruling["sides"][0]["wins"]] += 1
    assert {(name, wins) for name in ("solo", "nothing") for wins in (True, False)} <= found.keys()


def test_the_compiled_filter_settles_alike() -> None:
    """It passes these hands, their results too, and pays what the engine pays."""
    passed = 0
    for each in played():
        verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules("by-contract").ruleset))
        said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Total))
        (verdict,) = verifier.verify([write([replace(each.hand, name="1", statements=said)])])
        assert not isinstance(verdict, Unruled)
        account = verdict if isinstance(verdict, Passed) else verdict.account
        assert account is not None
        assert account.payments == each.account.payments
        passed += isinstance(verdict, Passed)
    assert passed > len(played()) * 3 // 4


def test_hands_of_which_only_the_score_was_written() -> None:
    """The payments are among the possible ones of the contract."""
    for each in played()[:: max(1, HANDS // 20)]:
        said = tuple(one for one in each.hand.statements if not isinstance(one, CARDS))
        judged = begin_totals(rules("by-contract")).replay(replace(each.hand, statements=said))
        assert not [found for found in judged.findings if found.severity == "error"], write([judged.hand])
        assert judged.account is not None
        assert judged.account.payments == each.account.payments


@pytest.mark.parametrize(("contract", "fits"), [("solo", True), ("chiamo", False)])
def test_a_signal_belongs_to_its_contracts(contract: str, fits: bool) -> None:
    """`busso` is spoken in solo; elsewhere a finding names the contract."""
    each = next(one for one in played() if one.account.contract == contract and len(one.hand.session.seats) == 3)
    kept = [one for one in each.hand.statements if not isinstance(one, rec.Signal | rec.Total)]
    second = [number for number, one in enumerate(kept) if isinstance(one, rec.Trick)][1]
    leader = kept[second]
    assert isinstance(leader, rec.Trick)
    said = (*kept[:second], rec.Signal(leader.leader, "busso"), *kept[second:])
    judged = begin_totals(rules("by-contract")).replay(replace(each.hand, statements=said))
    assert [(found.code, found.rule.path if found.rule else "") for found in judged.findings] == (
        [] if fits else [("CAL550", "standing.busso.contracts")]
    )
    text = write([replace(each.hand, name="1", statements=said)])
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules("by-contract").ruleset))
    (verdict,) = verifier.verify([text])
    assert isinstance(verdict, Passed) == fits
    if not fits:
        assert contract in judged.findings[0].message("en")


def test_hands_are_opened_in_their_contracts_alone() -> None:
    """The opponents' in `nothing`, after the first trick; the partner's where the partner is known by then."""
    for each in played():
        opened = [event for event in each.events if isinstance(event, ev.HandOpened)]
        assert bool(opened) == (each.account.contract == "nothing")
        assert each.account.declarer not in {event.seat for event in opened}
    game = rules("open-partner")
    seen = set()
    for each in simulate(game, hands=24, seed=2, aim="contracts.chiamo"):
        opened = [event for event in each.events if isinstance(event, ev.HandOpened)]
        tricks = [number for number, event in enumerate(each.events) if isinstance(event, ev.TrickWon)]
        known = [number for number, event in enumerate(each.events) if isinstance(event, ev.PartnerKnown)]
        in_time = bool(known and len(tricks) > 2 and known[0] < tricks[2])
        assert [event.seat for event in opened] == ([each.account.partner] if in_time else [])
        seen.add(in_time)
    assert seen == {True, False}
