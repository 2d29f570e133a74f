"""Limits on bids, leads and discards in hands with unknown cards: reported where they are certainly broken."""

from __future__ import annotations

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from tests.referees.agreeing import rules

HEAD = "cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer C\n"
BLANKS = " __" * 9
CASES = (
    ("threes-must-bid", f"deal A: 3b 3s 3c{BLANKS}\nbid A: passo B: passo C: solo\nend\n", "CAL403"),
    ("threes-must-bid", f"deal A: 3b 3s __{BLANKS}\nbid A: passo B: passo C: solo\nend\n", ""),
    ("threes-must-bid", f"deal A: 3b 3s 3c{BLANKS}\nbid A: chiamo B: passo C: passo\nend\n", ""),
    ("no-ace-led", f"deal A: Ab 4b __{BLANKS}\nbid A: solissimo\n 1 A: Ab __ __\nend\n", "CAL519"),
    ("no-ace-led", f"deal A: 2b 4b __{BLANKS}\nbid A: solissimo\n 1 A: 4b Ab __\nend\n", ""),
    (
        "one-ace-aside",
        "bid A: solo B: passo C: passo\ntake A: open __ __ __ __\ndiscard A: closed Ab As __ __\nend\n",
        "CAL310",
    ),
    (
        "one-ace-aside",
        "bid A: solo B: passo C: passo\ntake A: open __ __ __ __\ndiscard A: closed Ab __ __ __\nend\n",
        "",
    ),
)


@pytest.mark.parametrize(("name", "lines", "code"), CASES)
def test_what_is_certain_is_reported(name: str, lines: str, code: str) -> None:
    """With any unknown cards; as with cards that are never discarded."""
    (hand,) = parse_records(HEAD + lines)
    judged = begin_totals(rules(name)).replay(hand)
    assert [found.code for found in judged.findings if found.severity == "error"] == [code][: bool(code)]
    assert not [found for found in judged.findings if found.code == "CAL313"]
