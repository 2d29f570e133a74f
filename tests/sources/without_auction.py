"""A hand of ten cards each for games without bids; every seat has a suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.moves import start
from calarec.core.notation import Text, read_records
from calarec.record_judge.session import RecordJudge
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.core.engine.state import State
    from calarec.core.judge.judgement import Judgement

RANKS = "32ARCF7654"


def begun(name: str, dealer: int = 0) -> State:
    """The state at the first lead: A has batons, B swords, C cups, D coins."""
    of = game(name)
    suits = dict(zip("bscd", of.cards.suits, strict=True))
    return start(of, of.seat(tuple("ABCD"), dealer), [suits[each] for each in "bscd"], []).state


def judged(name: str, deal: dict[str, str], tricks: list[str]) -> Judgement:
    """A hand that A deals."""
    lines = ["cal 1", f"rules {name}", *(f"seat {seat}" for seat in "ABCD"), "", "hand 1", "dealer A"]
    lines += [f"deal {seat}: {cards}" for seat, cards in deal.items()]
    lines += [f"{number} {trick}" for number, trick in enumerate(tricks, 1)]
    (hand,) = list(read_records(Text("\n".join([*lines, "end", ""]), "a.cal")))
    return RecordJudge().replay(hand)


def own_suits(name: str) -> Judgement:
    """Judge a hand in which each seat has a suit: B leads ten times, and takes all."""
    deal = {seat: " ".join(rank + suit for rank in RANKS) for seat, suit in zip("ABCD", "bscd", strict=True)}
    return judged(name, deal, [f"B: {rank}s {rank}c {rank}d {rank}b" for rank in RANKS])


def mixed(name: str) -> Judgement:
    """As before, but A has the three of swords and B the three of batons.

    A takes the first trick, B the second, and all after it."""
    deal = {seat: " ".join(rank + suit for rank in RANKS) for seat, suit in zip("ABCD", "bscd", strict=True)}
    deal["A"], deal["B"] = deal["A"].replace("3b", "3s"), deal["B"].replace("3s", "3b")
    tricks = ["B: 2s 2c 2d 3s", "A: 2b 3b 3c 3d", *(f"B: {each}s {each}c {each}d {each}b" for each in "ARCF7654")]
    return judged(name, deal, tricks)
