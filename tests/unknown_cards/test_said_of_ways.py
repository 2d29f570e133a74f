"""A finding on a hand with unknown cards states only what holds in every way in which the hand can have gone."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.rulebooks import game as shipped
from tests.unknown_cards.brute import deals
from tests.unknown_cards.said_of_ways import asserted, believed_ways, blurred, not_asserted, not_in_every_way
from tests.unknown_cards.small import again, holder, partners, tiny
from tests.unknown_cards.wrong_cards import (
    errors_of,
    filled_rulings,
    hidden_hand,
    possible_rulings,
    simulated_hand,
    with_line_numbers,
    with_revoke,
    with_wrong_exchange,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.findings import Finding

MAX_DEALS = 100
MAX_WAYS = 40
HANDS = 100


@pytest.mark.mass
@pytest.mark.parametrize("of", [tiny, partners, again, holder])
def test_errors_hold_in_every_way(of: Callable[[], Game]) -> None:
    """Hands with wrong winners, places, points, payments and totals, each against all hands that it can have been."""
    game, told = of(), Counter[str]()
    for seed in range(HANDS):
        rng = Random(seed)
        made = next(iter(simulate(game, hands=1, seed=seed, bot="random")))
        hand = blurred(asserted(made.hand, made.setting, rng), rng)
        if len(list(islice(deals(game, made.setting, not_asserted(hand)), MAX_DEALS + 1))) > MAX_DEALS:
            continue
        every = believed_ways(hand, game, made.setting)
        if not 2 <= len(every) <= MAX_WAYS:
            continue
        found = begin_totals(game).replay(hand)
        assert not_in_every_way(hand, game, found, every) == [], seed
        told.update(each.code for each in found.findings if each.severity == "error")
    assert told["CAL514"] > 2
    assert told["CAL610"] > 2


def messages(game: Game, text: str) -> list[str]:
    """The errors of one hand."""
    (hand,) = parse_records(text)
    return [f"{each.code} {each.message()}" for each in begin_totals(game).replay(hand).findings
            if each.severity == "error"]  # fmt: skip


_QUARTIGLIO = """cal 1
seat A
seat B
seat C
seat D

hand 1
dealer A
bid B: chiamo C: sto-bene D: sto-bene A: sto-bene
call B: Cd {}
 1 B: 7s 6s Fs Cs
 2 A: 6c 2c 3c Rc
 3 C: 6b 3b Rb 2b
 4 D: 6d Fd Rd 4d
 5 B: 4s As 5b Rs
 6 C: 7b Cb 4b Ab
 7 B: 2s Cc 3d 5s
 8 B: 5c Ac 7d 7c
 9 C: {}
10 C: __ __ __ __
end
"""


@pytest.mark.parametrize(
    ("place", "trick", "said"),
    [
        ("in monte", "__ __ __ __", "CAL423 Cd was not in the monte"),
        ("in monte", "__ Cd __ __", "CAL423 Cd was not in the monte but in D's hand"),
        ("with A", "Cd __ __ __", "CAL423 Cd was not in A's hand but in C's hand"),
    ],
)
def test_a_holder_is_named_only_where_the_tricks_show_one(place: str, trick: str, said: str) -> None:
    """The last two tricks are forgotten, or of one of them a card is known."""
    assert messages(shipped("quartiglio"), _QUARTIGLIO.format(place, trick)) == [said]


_WINNER = """cal 1
seat A
seat B
seat C

hand
dealer A
deal B: Rb _b 2s
deal C: 6b 3_ 6s
deal A: 2b __ R_
monte __ _s 7s
bid B: solo C: pass A: plain
 1 A: Ab __ 6b
 2 A: 2b __ 3s > B
 3 A: Rs 2s __
end
"""


def test_a_wrong_winner_does_not_make_the_next_lead_illegal() -> None:
    """B has no card that beats A's 2b; A leads next: only the mark is wrong."""
    (hand,) = parse_records(_WINNER)
    ruling = begin_totals(tiny()).replay(hand)
    assert ruling.verdict == "legal"
    assert messages(tiny(), _WINNER) == ["CAL514 B cannot have won this trick"]


_FIGURES = """cal 1
seat A
seat B
seat C

hand
dealer A
deal B: Rb As __
deal C: _b 6b 7s
deal A: 2b Ab __
monte 3s __ _s
bid B: turns C: swap
table-card C: 3b
call C: Rb with B
take C: open 3s 2s Rs from monte
give B: closed Rb to C
take B: closed 3b from tabled
discard C: closed Rb 2s 7s to monte
 1 B: __ __ 7b
 2 C: 3s __ As
 3 C: _b _b 3b
result C: 6 A: 0 B: 7
end
"""


def test_a_figure_that_only_does_not_fit_another_is_not_called_impossible() -> None:
    """In one way C has 6 points, in the other B has 7, and in none both."""
    text = "CAL610 whatever the unknown cards were, that B took 7 points does not fit the other figures of this hand"
    assert messages(again(), _FIGURES) == [text]


EXCHANGED = ("CAL42", "CAL43")


REVOKED = {"CAL512", "CAL501"}
"""A revoke, and a lead that follows a trick that it has turned."""


def is_named(ruling: Judgement, finding: Finding) -> bool:
    """Check whether a ruling has a finding about the same seat and leader."""
    keys = ("seat", "due")
    return any(
        each.code == finding.code and all(each.args.get(key) == finding.args.get(key) for key in keys)
        for each in errors_of(ruling)
    )


@pytest.mark.mass
@pytest.mark.parametrize("of", [tiny, again])
def test_revokes_hold_in_every_way(of: Callable[[], Game]) -> None:
    """A revoke is reported of a hand with unknown cards only if every such hand has it."""
    game, reported = of(), Counter[str]()
    for seed in range(120):
        rng = Random(seed)
        hand = hidden_hand(game, with_revoke(simulated_hand(game, seed), rng), rng)
        every = [] if hand is None else filled_rulings(game, hand)
        every = [ruling for ruling in every if {each.code for each in errors_of(ruling)} <= REVOKED]
        if hand is None or len(every) < 2:
            continue
        found = errors_of(begin_totals(game).replay(hand.hand))
        fewest = min(len(errors_of(ruling)) for ruling in every)
        for finding in found:
            assert fewest, seed
            assert all(is_named(each, finding) for each in every if len(errors_of(each)) == fewest), (seed, finding)
        reported.update(each.code for each in found)
    assert reported["CAL512"]


READ_OTHERWISE = {"CAL408", "CAL426"}
"""With all cards known a line is read as another one that explains the rest: nothing is reported of what follows."""


@pytest.mark.mass
@pytest.mark.parametrize("of", [tiny, partners, again, holder])
def test_wrong_exchanges_hold_in_every_way(of: Callable[[], Game]) -> None:
    """A finding on a call or a transfer occurs at its line in every filling."""
    game, reported = of(), Counter[str]()
    for seed in range(200, 240):
        rng = Random(seed)
        hand = hidden_hand(game, with_wrong_exchange(simulated_hand(game, seed), rng, game.cards.names), rng)
        every = [] if hand is None else possible_rulings(game, with_line_numbers(hand))
        if hand is None or not every:
            continue
        ruling = begin_totals(game).replay(with_line_numbers(hand).hand)
        found = [each for each in errors_of(ruling) if each.code[:5] in EXCHANGED]
        for finding in found:
            place = (finding.code, finding.span.line)
            for other in every:
                told = {(each.code, each.span.line) for each in errors_of(other)}
                assert place in told or READ_OTHERWISE & {code for code, _ in told}, (seed, finding.message(), told)
        reported.update(each.code for each in found)
    assert reported["CAL433"] + reported["CAL435"]


_TAKEN = """cal 1
seat A
seat B
seat C

hand 1
dealer A
deal B: 3b Rb 6b
deal C: 2_ As Rs
deal A: 3s 2s 7s
monte Ab 7b _s
bid B: plain C: pass A: split
take B: open Rs 7b from monte
discard B: closed 3b 6b to monte
take C: open _s from monte
discard C: closed _s to monte
 1 A: 2s Rb As
 2 A: 3s 7b Rs
 3 A: 7s Ab __
end
"""


def test_nothing_is_too_early_after_a_card_that_cannot_have_been_taken() -> None:
    """C holds the Rs: what B took is not known, and so not whether the exchange was over when A led."""
    assert messages(tiny(), _TAKEN) == ["CAL435 B cannot take Rs: it is not in the monte"]
