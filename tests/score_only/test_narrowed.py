"""Bids that an all-pass before leaves (Treccani: two contracts are left then): of the declarer's bid alone, too."""

from __future__ import annotations

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.session import RecordJudge
from tests.rulebooks import game

HEAD = "cal 1\nrules treccani\nseat A\nseat B\nseat C\n\n"
PASSED = "hand 1\ndealer A\nbid B: passo C: passo A: passo\nend\n\n"
NEXT = "hand 2\ndealer B\nbid {said}\nresult C: 20\nend\n"
ONLY = game("treccani").rules.all_pass.params.only


@pytest.mark.parametrize("said", ["C: {word}", "C: {word} A: buono B: buono"])
@pytest.mark.parametrize("word", game("treccani").rules.auction.ladder)
def test_what_the_hand_before_bars_is_barred_however_much_of_the_auction_is_written(word: str, said: str) -> None:
    """The winning bid is enough."""
    session = RecordJudge()
    *_, found = [
        session.replay(hand) for hand in parse_records(HEAD + PASSED + NEXT.format(said=said.format(word=word)))
    ]
    codes = [each.code for each in found.findings if each.severity == "error"]
    assert (codes == []) is (word in ONLY)
    assert word in ONLY or ("CAL405" in codes and found.verdict == "illegal")


def test_without_an_all_pass_before_nothing_is_barred() -> None:
    session = RecordJudge()
    (found,) = [session.replay(hand) for hand in parse_records(HEAD + NEXT.format(said="C: chiamo"))]
    assert found.verdict == "legal"
