"""Claimed points and bonuses in hands without cards: expectations counted by hand.

`pagat`: 35 thirds in all, 3 of them for the last trick, whose winner has the monte of four cards too. A cappotto is not a
trick for the losers; a stramazzo is at least one, with less than 3 thirds in the cards of their tricks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.wording.language import text_in
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from calarec.core.engine.account import Account

CERTAIN, REFUSED, OPEN = "the points show it", "refused", "open and not paid"

HAND = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid B: solo C: passo A: passo\n{}end claimed\n"


def settle(claim: str) -> Account:
    """The account of the hand."""
    (hand,) = parse_records(HAND.format(claim))
    account = RecordJudge(load_ruleset("pagat")).replay(hand).account
    assert account is not None
    return account


def reasons(claim: str) -> dict[str, str]:
    """Return the sentences of the account by rule."""
    return {reason.rule: text_in(reason.says, "en") for reason in settle(claim).because}


@pytest.mark.parametrize(
    ("claim", "cappotto", "stramazzo"),
    [
        # 2 thirds without the last trick: they are in a trick.
        ("claim B: points 33 accepted\n", REFUSED, CERTAIN),
        ("concede C: points 33 accepted\n", REFUSED, CERTAIN),
        # None: no trick, or tricks without points.
        ("claim B: points 35 accepted\n", OPEN, OPEN),
        # 15 thirds: they may be the last trick and four aces in the monte.
        ("claim B: points 20 accepted\n", REFUSED, OPEN),
        # 16 thirds: more than the last trick, four aces, and nothing, but less than a point in tricks.
        ("claim B: points 19 accepted\n", REFUSED, OPEN),
        # B loses with 17 thirds: the last trick, four aces, and 2 thirds in tricks.
        ("claim B: points 17 accepted\n", REFUSED, OPEN),
    ],
)
def test_claimed_points_make_a_bonus_certain_refused_or_open(claim: str, cappotto: str, stramazzo: str) -> None:
    """The reasons of the account name both bonuses."""
    found = reasons(claim)
    assert cappotto in found["settle.bonus.cappotto"]
    assert stramazzo in found["settle.bonus.stramazzo"]
    # solo is worth 2 from each; a stramazzo triples it
    assert settle(claim).bonus == ("stramazzo" if stramazzo == CERTAIN else "")
    assert abs(settle(claim).payments[0]) == (6 if stramazzo == CERTAIN else 2)


def test_a_claim_of_the_rest_says_nothing_of_bonuses() -> None:
    """No points are claimed."""
    assert not [rule for rule in reasons("claim B: rest accepted\nresult B: won\n") if "bonus" in rule]
