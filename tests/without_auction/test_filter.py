"""Games without bids in filter and solver: both agree with the engine."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from calarec.bulk.compile import compiled_rules
from calarec.bulk.supported import NotPlainError
from calarec.core.engine.actions import PlayAction
from calarec.core.engine.moves import apply, legal
from calarec.core.engine.terms import Outcome
from calarec.playouts.playout import playouts
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec.solving.position import UnsolvableError, position_of
from calarec.solving.solve import solve
from tests.bulk.damage import DAMAGES, damaged
from tests.bulk.texts import text_of
from tests.bulk.verdicts import hold_equal
from tests.rulebooks import WITHOUT_AUCTION, game

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State

pytestmark = pytest.mark.slow


TO_THE_ENGINE = ("beccaccino", "spizzichino", "traversone")
"""With trumps, packets on the table, or a deal that depends on the table: the filter leaves them to the engine."""
PLAIN = tuple(name for name in WITHOUT_AUCTION if name not in TO_THE_ENGINE)


def test_all_with_one_deal_and_no_trump_suit_are_plain() -> None:
    """No other ruleset leaves its hands to the engine."""
    rules = {name: game(name).rules for name in WITHOUT_AUCTION}
    assert {
        name
        for name, each in rules.items()
        if each.play.trump or each.table.by_seats or (each.play.draw and each.play.draw.tops)
    } == {*TO_THE_ENGINE}
    lacking = {name: dict(compiled_rules(game(name)).lacking) for name in PLAIN}
    assert all(lacking[name] == {} and compiled_rules(game(name)).can_be_served for name in PLAIN)
    assert not any(compiled_rules(game(name)).can_be_served for name in TO_THE_ENGINE)


@pytest.mark.parametrize("name", PLAIN)
def test_plain_hands_pass(name: str) -> None:
    """All of them, however the text comes; totals are those of the replay, partners have the same."""
    verifier = hold_equal(name, text_of(name, 40))
    assert verifier.explained * 50 <= verifier.passed
    hold_equal(name, text_of(name, 12, 5, "random"), pieces=5)


@pytest.mark.mass
@pytest.mark.parametrize("name", WITHOUT_AUCTION)
@pytest.mark.parametrize("damage", sorted(DAMAGES))
def test_each_damage_is_seen(name: str, damage: str) -> None:
    """Wherever a line is changed both ways agree on every hand."""
    hold_equal(name, damaged(text_of(name, 8), Random(f"{name} {damage}"), every=1, kinds=(damage,)))


@pytest.mark.parametrize(
    ("other", "passes"),
    [
        ("result A+C: {a} B+D: {b}", True),
        ("result B+D: {b}", True),
        ("result A+C: {wa}p B+D: {wb}p", True),
        ("result A+C: {b} B+D: {a}", False),
        ("result A+C: {wb}p B+D: {wa}p", False),
        ("result B: {a}", False),
    ],
)
def test_results_of_sides(other: str, passes: bool) -> None:
    """In thirds or whole points, for both sides or one; another side's, or a part of a side's, is seen."""
    text = text_of("tressette", 3, 21)
    line = [each for each in text.splitlines() if each.startswith("result")][1]
    a, b = (int(each.split()[0]) for each in line.split(": ")[1:])
    assert a // 3 != b // 3
    changed = text.replace(line, other.format(a=a, b=b, wa=a // 3, wb=b // 3))
    assert hold_equal("tressette", changed).explained == (0 if passes else 1)


def test_playouts_say_that_nobody_bids() -> None:
    """They begin with an auction."""
    for name in ("tressette", "tressette-in-due"):
        with pytest.raises(NotPlainError, match=r"auction\.ladder"):
            next(playouts(compiled_rules(game(name)), 1))


def worth(of: Game, state: State, side: int) -> int:
    """Return the final points of a side, by trying everything."""
    if state.is_over:
        points = sum(of.cards.points[card] for won in state.tricks if side >> won.winner & 1 for card in won.cards)
        return points + (of.rules.pack.last_trick if side >> state.tricks[-1].winner & 1 else 0)
    (offer,) = legal(of, state)
    found = []
    for action in offer.actions():
        assert isinstance(action, PlayAction)
        after = apply(of, state, action)
        assert isinstance(after, Outcome)
        found.append(worth(of, after.state, side))
    return (max if side >> state.turn & 1 else min)(found)


def test_partners_solve_together() -> None:
    """Three tricks before the end: the solver agrees with brute force for partners."""
    of: Any = game("tressette")
    for made in simulate(of, hands=12, seed=6, bot="random"):
        states = [one.state for one in begin_totals(of).replay(made.hand).happened if one.state is not None]
        state = next(each for each in states if len(each.tricks) == 7 and not each.trick and each.step == "play")
        side = state.side_mask(state.tricks[0].leader)
        assert side.bit_count() == 2
        solution = solve(position_of(of, state))
        assert solution.value == worth(of, state, side)


def test_a_game_with_a_stock_is_solved_once_that_is_used_up() -> None:
    """Draws cannot be solved; after the last one the game is like any other."""
    of: Any = game("tressette-in-due")
    for made in simulate(of, hands=4, seed=6):
        states = [one.state for one in begin_totals(of).replay(made.hand).happened if one.state is not None]
        before, state = (
            next(each for each in states if len(each.tricks) == tricks and not each.trick and each.step == "play")
            for tricks in (9, 16)
        )
        with pytest.raises(UnsolvableError, match="which cards will be drawn") as refused:
            solve(position_of(of, before))
        assert refused.value.rule == "play.draw"
        assert solve(position_of(of, state)).value == worth(of, state, state.side_mask(state.tricks[0].leader))


def test_a_game_that_is_lost_with_points_is_not_solved_for_them() -> None:
    """In the rovescino no side wants the solver's aim."""
    of = game("rovescino")
    (made,) = simulate(of, hands=1, seed=6)
    states = [one.state for one in begin_totals(of).replay(made.hand).happened if one.state is not None]
    state = next(each for each in states if len(each.tricks) == 7 and not each.trick)
    with pytest.raises(UnsolvableError, match=r"match\.wins"):
        solve(position_of(of, state))
