"""Points that are claimed in a hand with unknown cards: allowed if they can be reached in one way at least."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.base.frozen import replace
from calarec.core.engine.state import NOBODY
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.rulebooks import game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand

SOLO = """cal 1
rules pagat
seat A
seat B
seat C

hand
dealer B
deal C: 3b 3s 2s Rs 3c Ac Fc 4c 3d Rd 7d 4d
deal A: 6b 5b Cs Fs 7s 6s 5s Rc 5c 2d Fd 6d
deal B: Ab Rb Cb 4b As 2c Cc 7c 6c Ad Cd 5d
monte 2b Fb 7b 4s
bid C: solo A: passo B: passo
take C: open 2b Fb 7b 4s
discard C: closed 7b 4s 4c 4d
 1 C: 3d 6d 5d
 2 C: 3c 5c 6c
 3 C: 3s 5s As
 4 C: 3b 5b 4b
 5 C: 2s 6s 7c
 6 C: 2b 6b Cb
 7 C: Rs 7s __
 8 C: 7d 2d Ad
 9 A: Cs Cd Fb
10 A: Fs _b Fc
claim A: points {points} accepted
end claimed
"""


def judged(of: Game, text: str) -> Judgement:
    """The one hand of a text."""
    (hand,) = parse_records(text)
    return begin_totals(of).replay(hand)


@pytest.mark.parametrize(("points", "reached"), [(9, False), (10, True), (11, True), (23, True), (24, False)])
def test_what_can_be_reached_hangs_on_who_has_which_card(points: int, reached: bool) -> None:
    """With Rb and Cc in the blanks tricks 8 to 10 are worth 4 + 3 + 3; with what else B has left, 11 or 12."""
    found = judged(game("pagat"), SOLO.format(points=points))
    codes = [each.code for each in found.findings if each.severity == "error"]
    assert (found.verdict, codes) == (("legal", []) if reached else ("illegal", ["CAL521"]))
    if not reached:
        (wrong,) = (each for each in found.findings if each.code == "CAL521")
        assert "from 10 to 23" in wrong.message("en")
        assert (found.account, found.totals, found.standing) == (None, None, None)


def broken_off(hand: Hand, rng: Random, tricks: int) -> tuple[Hand, list[tuple[int, int]]]:
    """A hand cut after some tricks, a claim for its end, and forgotten cards."""
    kept = [each for each in hand.statements if not isinstance(each, rec.Trick) or each.number <= tricks]
    kept = [each for each in kept if not isinstance(each, rec.Claim | rec.Concede | rec.Show | rec.End | rec.Signal)]
    kept = [each for each in kept if not isinstance(each, rec.ASSERTIONS)]
    places = [
        (at, nth)
        for at, each in enumerate(kept)
        if isinstance(each, rec.Trick) and each.number > tricks - 4
        for nth in range(len(each.cards))
    ]
    return _with(hand, kept), rng.sample(places, 2)


def _with(hand: Hand, statements: list[rec.Statement]) -> Hand:
    return replace(hand, statements=tuple(statements))


def filled(hand: Hand, places: list[tuple[int, int]], names: tuple[str, ...]) -> Hand:
    """The hand with these names at some places of its tricks."""
    statements = list(hand.statements)
    for (at, nth), name in zip(places, names, strict=True):
        trick = statements[at]
        assert isinstance(trick, rec.Trick)
        statements[at] = trick._replace(cards=(*trick.cards[:nth], name, *trick.cards[nth + 1 :]))
    return _with(hand, statements)


def ways(of: Game, hand: Hand, places: list[tuple[int, int]]) -> Iterator[Hand]:
    """The hand with every card in its blanks that is nowhere else in its tricks."""
    played = {name for each in filled(hand, places, ("", "")).every(rec.Trick) for name in each.cards}
    left = [name for name in of.cards.names if name not in played]
    for names in product(left, repeat=2):
        if len({*names}) == 2:
            yield filled(hand, places, names)


def claiming(hand: Hand, label: str, points: int) -> str:
    """The text of a hand that ends with a claim."""
    said = [*hand.statements, rec.Claim(label, points, answer="accepted"), rec.End("claimed")]
    return write([_with(hand, said)])


@pytest.mark.mass
@pytest.mark.parametrize("seed", range(8))
def test_a_claim_is_allowed_if_it_is_in_one_way(seed: int) -> None:
    """Against trying every card in two blanks of the last tricks, for every number of points that is near."""
    of, rng = game("pagat"), Random(seed)
    simulated = next(iter(simulate(of, hands=1, seed=seed)))
    if simulated.account.declarer == NOBODY or len(simulated.state.tricks) < 9:
        simulated = next(each for each in simulate(of, hands=30, seed=seed) if len(each.state.tricks) == 12)
    hand, places = broken_off(simulated.hand, rng, 9)
    blank = filled(hand, places, ("__", "__"))
    label = rng.choice("ABC")
    lawful = [each for each in ways(of, hand, places) if judged(of, write([each])).verdict == "incomplete"]
    assert lawful
    for points in rng.sample(range(36), 8):
        every = {judged(of, claiming(each, label, points)).verdict for each in lawful}
        assert every <= {"legal", "illegal"}
        assert judged(of, claiming(blank, label, points)).verdict == ("legal" if "legal" in every else "illegal")


SOLISSIMO = """cal 1
rules pagat
seat A
seat B
seat C

hand 1
dealer A
deal B: Rb Fb 6b 2s Rs 6s 4s 5c 3d Rd Cd Fd
deal C: 2b Ab 4b {one} Cs Fs 7s 5s Cc 2d Ad 6d
deal A: 3b Cb 7b 5b {other} 3c 2c Rc 7c 6c 7d 4d
monte Ac Fc 4c 5d
bid B: solo C: solissimo
 1 C: Ab Cb Fb
 2 C: 4b 3b 6b
 3 A: 6c 5c Cc
claim A: points 3 accepted
end claimed
"""


def test_what_is_claimed_holds_the_piles_of_the_last_trick() -> None:
    """They are in no side's account, with or without all cards: 6c, 5c and a knight."""
    texts = [SOLISSIMO.format(one=one, other=other) for one, other in (("__", "__"), ("3s", "As"), ("As", "3s"))]
    for text in texts:
        found = judged(game("pagat"), text).account
        assert found is not None
        assert [(side.in_tricks, side.cards, side.points) for side in found.sides] == [(6, 6, 32), (1, 1, 3)]
