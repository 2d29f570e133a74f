"""Deciding facts settle a hand when written into the record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from jsonschema import Draft202012Validator

from calarec.core.base.resources import data_folder
from calarec.core.judge.json import as_json
from calarec.core.judge.possible_ends import MemorableFact
from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from calarec.unknown_cards.remembering import with_facts
from calarec_tools.main import main
from tests.rulebooks import game
from tests.witnesses.half_remembered import HALF_REMEMBERED

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_card_that_would_decide_settles_the_hand_once_it_is_written() -> None:
    """If Marta's ace of cups fell in trick 12, Rosa won."""
    rules = game("pagat")
    (hand,) = parse_records(HALF_REMEMBERED)
    judged = begin_totals(rules, finds_ends=True).replay(hand)
    assert judged.possible is not None
    assert judged.setting is not None
    told = {deciding.facts: deciding for deciding in judged.possible.deciding}
    assert told[MemorableFact("played", 0, rules.cards.numbers["Ac"], 12),].wins is True
    for deciding in told.values():
        settled = begin_totals(rules, finds_ends=True).replay(with_facts(hand, rules, judged.setting, deciding.facts))
        assert settled.verdict == "legal"
        assert settled.account is not None
        assert settled.account.payments == deciding.payments
        assert settled.account.sides[0].wins is deciding.wins


def test_what_would_decide_is_in_the_json() -> None:
    """Seat, card, trick, and the result."""
    (hand,) = parse_records(HALF_REMEMBERED)
    judged = begin_totals(game("pagat"), finds_ends=True).replay(hand)
    deciding = {
        "facts": [{"kind": "played", "seat": "A", "card": "Ac", "trick": 12}],
        "declarer_wins": True,
        "payments": {"A": -1, "B": -1, "C": 2},
    }
    ruled = as_json(judged)
    assert deciding in ruled["ruling"]["possible"]["deciding"]
    schema = json.loads((data_folder("grammar") / "replay.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(ruled)


def test_replay_prints_bounds_and_what_would_decide(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In both languages."""
    file = tmp_path / "hand.cal"
    file.write_text(HALF_REMEMBERED, encoding="utf-8")
    main(["replay", "--lang", "en", str(file)])
    printed = capsys.readouterr().out
    assert "  Rosa has 5 1/3 to 8 points (16 to 24 thirds); 6 points (18 thirds) needed.\n" in printed
    assert "  If Marta played the ace of cups in trick 12, Rosa has won.\n" in printed
    main(["replay", "--lang", "it", str(file)])
    printed = capsys.readouterr().out
    assert "  Rosa ha da 5 1/3 a 8 punti (da 16 a 24 terzi); ne servono 6 punti (18 terzi).\n" in printed
    assert "  Se Marta ha giocato l'asso di coppe nella presa 12, Rosa ha vinto.\n" in printed
