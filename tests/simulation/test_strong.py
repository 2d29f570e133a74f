"""The strong player: legal hands in every game, the same for the same seed, and from what its seat knows alone."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import calarec
from calarec.base.frozen import replace
from calarec.engine.cards import bits
from calarec.engine.moves import legal
from calarec.simulation.bots import FREE, SensibleBot
from calarec.simulation.run import MatchInPlay
from calarec.simulation.strong import StrongBot
from calarec.solving.worlds import SeenWorlds
from tests.rulebooks import IDS, game
from tests.solving.test_solve import endings

if TYPE_CHECKING:
    from calarec.engine.actions import Action
    from calarec.playing.hand import HandInPlay


@pytest.mark.parametrize("id_", IDS)
def test_its_hands_are_legal(id_: str) -> None:
    """Under every shipped ruleset, whatever is played."""
    of = game(id_)
    match = MatchInPlay(of, of.people[0], StrongBot(worlds=2, cards=9), FREE, irregular=False)
    for made in (match.hand(number, 3) for number in (1, 2)):
        assert calarec.replay(made.hand, of.ruleset).verdict in ("legal", "incomplete")


def test_the_same_seed_gives_the_same_hands() -> None:
    """Whatever sits beside it."""
    first, second = (
        [MatchInPlay(game("pagat"), 3, StrongBot(worlds=3, cards=12), FREE, irregular=False).hand(n, 4) for n in (1, 2)]
        for _ in range(2)
    )
    assert calarec.write([each.hand for each in first]) == calarec.write([each.hand for each in second])


def acted(hand: HandInPlay, bot: StrongBot | SensibleBot) -> Action | None:
    """What a bot does in a position."""
    return bot.choose(hand.game, hand.state, legal(hand.game, hand.state), Random(7), hand.events)


def test_it_sees_no_more_than_its_seat() -> None:
    """In a world that looks the same to it, it plays the same card."""
    asked = 0
    for hand in endings(game("pagat"), 3, 4, 12, seed=4):
        state = hand.state
        if state.declarer < 0:
            continue
        worlds = SeenWorlds(hand.game, state, hand.events, state.turn)
        for seed in range(3):
            other = worlds.draw(Random(seed))
            assert acted(hand, StrongBot()) == acted(replace(hand, state=other), StrongBot())
            asked += other.hands != state.hands
    assert asked > 10


def test_it_wins_what_can_be_won() -> None:
    """Over some endings its cards are worth more than the sensible ones, all cards known."""
    better = 0
    for hand in endings(game("pagat"), 3, 3, 40, seed=6):
        state = hand.state
        if state.declarer < 0 or len(list(bits(legal(hand.game, state)[0].cards))) < 2:
            continue
        strong, sensible = acted(hand, StrongBot(worlds=20)), acted(hand, SensibleBot())
        worth = {each.card: each.value or 0 for each in calarec.solve(hand).moves}
        names = hand.game.cards.names
        sign = 1 if state.side(state.declarer) >> state.turn & 1 else -1
        better += sign * (worth[names[strong.card]] - worth[names[sensible.card]])  # type: ignore[union-attr]
    assert better > 0


def test_what_it_does_not_weigh_it_does_sensibly() -> None:
    """The auction, the exchange, and the play with more cards than it was told to weigh."""
    hand = calarec.play("pagat", 3, seed=3)
    assert acted(hand, StrongBot()) == acted(hand, SensibleBot())
    for each in endings(game("pagat"), 3, 9, 3, seed=6):
        assert acted(each, StrongBot()) == acted(each, SensibleBot())
