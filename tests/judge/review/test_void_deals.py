"""Void deals: their findings, and irregularities of an exchange without cards."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import jsonschema
import pytest

from calarec.core.base.resources import data_folder
from calarec.core.engine import events as ev
from calarec.core.engine.events import of_seat
from calarec.core.judge.happenings import ShownPart
from calarec.core.judge.json import as_json
from calarec.core.mechanisms.rules import has_exchange
from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.session import RecordJudge
from calarec.simulation import simulate
from tests.bulk.both import game
from tests.house.tree import ROOT
from tests.judge.review.table import house

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement

RECORDS: Final = ROOT / "tests" / "judge" / "damage" / "records"
DEAL: Final = """cal 1
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 1
dealer C
deal A: Rc Cs 3b Cc Fd 2c 4b 5c Cb 3c 7b Fs
deal B: 2b 6s 4c 6c 5b 3d 5d Rs Ad 2s 4s Fc
deal C: 7d Ab Cd 6d 6b 7c As 7s Rd Fb 4d 5s
monte Ac 3s 2d Rb
"""
SOLO: Final = "bid A: solo B: passo C: passo\ntake A: Ac 3s 2d Rb\ndiscard A: 4b 5c 7b Fs\n"
PLAYED: Final = " 1 A: 3b 2b Ab\n 2 A: 3c 4c 7c\n"


def replays(text: str, rules: str | Path) -> list[Judgement]:
    """Replay all hands of a text."""
    session = RecordJudge(game(rules).ruleset if isinstance(rules, str) else _loaded(rules))
    return [session.replay(hand) for hand in parse_records(text, "void.cal")]


def _loaded(path: Path) -> Any:
    from calarec import load_rules

    return load_rules(path)


def told(*lines: str, rules: str | Path = "pagat") -> Judgement:
    """One hand of these lines."""
    return replays(DEAL + "\n".join(lines) + "\n", rules)[0]


# ------------------------------------------------------------------ `end void`


@pytest.mark.parametrize("before", ["", "bid A: passo\n", "bid A: solo\n", SOLO, SOLO + PLAYED])
def test_a_deal_that_ends_void_is_void_and_costs_nobody_anything(before: str) -> None:
    """Without a `fault` line too; the note has only what could still be written."""
    replay = told(before + "end void")
    assert (replay.outcome, replay.verdict) == ("void", "legal")
    assert replay.totals == {"A": 0, "B": 0, "C": 0}
    (note,) = replay.findings
    assert (note.code, str(note.severity)) == ("CAL517", "note")
    for lang, message in (("en", "the deal is void"), ("it", "la mano è annullata")):
        assert note.message(lang) == message
        assert "`end" not in note.help(lang)
        assert "`fault`" in note.help(lang)


def test_the_score_goes_on_after_a_void_deal() -> None:
    """It does not count as a deal, and a wrong total of the next hand is reported."""
    text = DEAL + "end void\n\nhand 2\ndealer A\nbid B: solo\nscore B: +4 A: -2 C: -2\ntotal A: -2 B: 5 C: -2\nend\n"
    first, second = replays(text, "pagat")
    assert [each.standing.deal for each in (first, second) if each.standing] == [0, 1]
    assert "CAL612" in [each.code for each in second.findings]


def test_payments_that_are_written_of_a_void_deal_are_wrong() -> None:
    """A void deal pays nothing without an irregularity."""
    replay = told(SOLO + "score A: +4 B: -2 C: -2\nend void")
    assert [each.code for each in replay.findings] == ["CAL611", "CAL517"]


def test_a_deal_void_by_a_fault_needs_no_note() -> None:
    """`end void` states what the `fault` line has done."""
    replay = told(SOLO.replace("passo", "sto-bene") + "fault A: exchange claimed by B\nend void", rules="tretre")
    assert (replay.outcome, replay.verdict, replay.findings) == ("void", "irregular", ())


# ------------------------------------------------------------------ partners


@pytest.mark.parametrize(("tricks", "known"), [("", False), (" 1 A: Cs 2s As\n", False), (" 1 A: 7b 2b Fb\n", True)])
def test_the_partner_of_a_void_deal_is_named(tmp_path: Path, tricks: str, known: bool) -> None:
    """He is the holder of the called card; all know it once it is played."""
    step = "do: call, named: after_auction, gets: partner, revealed: when_played"
    rules = house(
        tmp_path, "pagat", "add:", f"  steps.mate: {{{step}, in_pile: {{then: alone}}, in_hand: {{then: alone}}}}",
        "  contracts.coppia: {stake: 2, steps: [mate], leader: eldest}",
        "  standing.misdeal: {do: fault, by: anyone, claimed_by: anyone, pay_each: 1, deal: void}",
        "set:", "  auction.ladder: [coppia, chiamo, solo, solissimo]", "  settle.shares: {declarer: 1, partner: 1}",
    )  # fmt: skip
    replay = told(
        "bid A: coppia B: passo C: passo", "call A: 2b with B", tricks + "fault C: misdeal", "end", rules=rules
    )
    assert replay.outcome == "void", replay.findings
    found = as_json(replay)
    assert (found["ruling"]["partner"], found["ruling"]["partner_known"]) == ("B", known)
    schema = json.loads((data_folder("grammar") / "replay.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(found)


# ------------------------------------------------------------------ exchanges that there never were


@pytest.mark.parametrize(
    ("rules", "lines", "wording"),
    [
        ("tretre", "fault A: exchange claimed by B", "too_early"),
        ("tretre", "bid A: passo\nfault A: exchange claimed by B", "too_early"),
        ("tretre", "bid A: arcisolo B: sto-bene C: sto-bene\nfault A: exchange claimed by B", "no_exchange"),
        ("tretre", "bid A: solissimo B: sto-bene C: sto-bene\nfault C: exchange claimed by A", "no_exchange"),
        ("tretre", "bid A: arcisolo B: sto-bene C: sto-bene\n" + PLAYED + "fault A: exchange", "no_exchange"),
    ],
)
def test_an_irregularity_of_an_exchange_that_there_was_not_is_told(rules: str, lines: str, wording: str) -> None:
    """The table's decision holds, as with a revoke that the cards do not show."""
    replay = told(lines + "\nend void", rules=rules)
    assert (replay.outcome, replay.verdict) == ("void", "irregular")
    assert [(each.code, each.wording, str(each.severity)) for each in replay.findings] == [
        ("CAL536", wording, "warning")
    ]
    assert all(replay.findings[0].message(lang) for lang in ("en", "it"))
    span = replay.findings[0].span
    line = next(each for each in lines.split("\n") if each.startswith("fault "))
    assert line[span.column - 1 : span.end_column - 1] == "exchange"


@pytest.mark.parametrize("lines", ["bid A: solo B: sto-bene C: sto-bene", "bid A: dividete B: sto-bene C: sto-bene"])
def test_where_there_is_an_exchange_it_may_have_gone_wrong(lines: str) -> None:
    """Whatever the record shows of it."""
    replay = told(f"{lines}\nfault A: exchange claimed by B\nend void", rules="tretre")
    assert replay.findings == ()


def test_who_takes_cards_where_nothing_is_exchanged_has_erred_in_the_exchange() -> None:
    """A card that was not due: the record shows it, and states it."""
    lines = "bid A: arcisolo B: sto-bene C: sto-bene\ntake B: Ac 3s\nfault B: exchange claimed by A\nend void"
    replay = told(lines, rules="tretre")
    assert replay.verdict == "irregular"
    assert [(each.code, str(each.severity)) for each in replay.findings] == [("CAL430", "note")]


def test_a_hand_without_cards_is_told_so_too() -> None:
    """The contract is written, and has no exchange."""
    text = (
        "cal 1\nseat A\nseat B\nseat C\nhand 1\ndealer C\nbid A: arcisolo\nfault A: exchange claimed by B\nend void\n"
    )
    (replay,) = replays(text, "tretre")
    assert [(each.code, each.wording) for each in replay.findings] == [("CAL536", "no_exchange")]


@pytest.mark.parametrize("rules", ["tretre", "foster", "gelli-terziglio"])
def test_no_simulated_hand_errs_in_an_exchange_that_there_is_not(rules: str) -> None:
    """Irregularities of the exchange are simulated where cards change places, and there they are."""
    words = {"tretre": "exchange", "foster": "turned-stock", "gelli-terziglio": "not-given-back"}
    seen = 0
    for made in simulate(game(rules), hands=400, seed=3, irregular=True):
        faults = [each for each in made.events if isinstance(each, ev.Faulted) and each.word == words[rules]]
        seen += len(faults)
        assert not faults or has_exchange(game(rules).rules, made.account.contract)
        assert any(isinstance(each, rec.Fault) for each in made.hand.statements) or not faults
    assert seen


@pytest.mark.parametrize(("view", "partner"), [("A", None), ("B", None), ("C", "C"), ("D", None)])
def test_a_partner_whom_nobody_knows_is_shown_to_himself_alone(view: str, partner: str | None) -> None:
    """B called a card that C holds; the deal is void before it is played, or the record stops there."""
    text = (RECORDS / "called-partner.cal").read_text(encoding="utf-8")
    for end in ("fault A: exchange\nend void\n", "end void\n", "end\n"):
        (replay,) = replays(text + end, "quartiglio")
        assert replay.setting is not None
        seat = replay.setting.labels.index(view)
        found = as_json(replay, shown=ShownPart(replay.happened, of_seat(seat), view))
        assert found["ruling"]["partner"] == partner
        assert ("partner_known" in found["ruling"]) == (partner is not None and "void" in end)
        assert as_json(replay)["ruling"]["partner"] == "C"
