"""What is said of words that cannot be bid."""

from __future__ import annotations

from random import Random

import pytest

from calarec.engine.actions import BidAction
from calarec.engine.moves import apply, legal, start
from calarec.engine.terms import Refusal
from tests.bulk.both import deal, game


@pytest.mark.parametrize(("word", "wording"), [("dividete", "raise"), ("qqq", ""), ("pagat", "")])
def test_only_what_is_raised_to_is_told_to_be_raised_to(word: str, wording: str) -> None:
    """`dividete` is a contract of pagat to which others are raised; the other words are none at all."""
    played = game("pagat")
    setting = played.seat(("A", "B", "C"), 0)
    state = start(played, setting, *deal(played, setting, Random(1))).state
    (offer,) = legal(played, state)
    refusal = apply(played, state, BidAction(offer.seat, word))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.wording, refusal.words) == ("CAL404", wording, offer.words)
