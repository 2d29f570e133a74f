"""Bonuses on cards, some hidden: stated exactly if they hold in every way."""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.agreeing import rules
from tests.referees.on_cards import ROWS, Row
from tests.unknown_cards.hidden import alike, hidden, legal_ways

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

HANDS = 200 if os.environ.get("CALAREC_THOROUGH") else 6


def _payments(replayed: Judgement) -> tuple[int, ...] | None:
    return (replayed.account.payments or None) if replayed.account is not None else None


def _two(row: Row, hand: rec.Hand, rng: Random) -> tuple[str, ...]:
    """One of the cards that the bonus counts, and another of a different seat."""
    ranks, suits = row.cards.split("-")
    hands = [each.cards or () for each in hand.statements if isinstance(each, rec.Deal | rec.Monte)]
    counted = [(name, cards) for cards in hands for name in cards if name[0] in ranks and name[1] in suits]
    one, own = rng.choice(counted)
    return one, rng.choice([name for cards in hands if cards is not own for name in cards])


def _bonus(replayed: Judgement) -> str:
    return replayed.account.bonus if replayed.account is not None else ""


@pytest.mark.parametrize("name", ["threes-held", "cards-partner"])
def test_what_is_the_same_in_all_ways_is_ruled(name: str) -> None:
    """All ways are filled in and replayed, one by one."""
    game = rules(name)
    looked_at = told = 0
    for row in ROWS[name][3]:
        for seed in range(HANDS):
            (made,) = simulate(game, hands=1, seed=seed, bot="random", aim=f"settle.bonus.{row.name}")
            hand = hidden(made.hand, Random(seed), gone=_two(row, made.hand, Random(seed)))
            ways = legal_ways(game, hand)
            if not ways:
                continue  # it has more ways than are looked at
            looked_at += 1
            replayed = begin_totals(game).replay(hand.hand)
            payments = alike([_payments(way) for way in ways])
            assert _payments(replayed) == payments, (row.name, seed)
            told += payments is not None
            if payments is not None:
                assert _bonus(replayed) == (alike([_bonus(way) for way in ways]) or ""), (row.name, seed)
    assert looked_at > told > 0


HEAD = """cal 1
rules threes-held
seat A
seat B
seat C

hand 1
dealer C
deal A: {first} 2b Ab Rb Cb Fb 2s 4d 5d 6d 7d {second}
deal B: 3c As Rs Cs Fs 7s 2c Ac Rc Cc 7c 4b
deal C: 6s 5s 4s Fc 6c 5c 4c 2d Ad Rd Cd Fd
monte {monte} 7b 6b 5b
bid A: solo
bid B: passo
bid C: passo
take A: open {monte} 7b 6b 5b
discard A: closed 4d 5d 6d 7d
1 A: 3b 4b 6s
"""


@pytest.mark.parametrize(("monte", "hidden_one", "bonus"), [("3d", "", "threes"), ("3d", "3s", "threes")])
def test_three_threes_wherever_they_were_dealt(monte: str, hidden_one: str, bonus: str) -> None:
    """Held at the first lead counts what came with the monte: it does not matter which of two were dealt."""
    text = HEAD.format(first="3b", second="3s", monte=monte) + "claim A: points 8 accepted\nend claimed\n"
    if hidden_one:
        text = text.replace("deal A: 3b", "deal A: __").replace(f"7d {hidden_one}", "7d __")
    (hand,) = parse_records(text)
    replayed = begin_totals(rules("threes-held")).replay(hand)
    assert [each.code for each in replayed.findings if each.severity == "error"] == []
    assert replayed.account is not None
    assert replayed.account.bonus == bonus
