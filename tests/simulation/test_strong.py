"""The strong player: legal hands in every game, equal for a seed, from its view."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import calarec
from calarec.core.base.frozen import replace
from calarec.core.engine.cards import bits
from calarec.core.engine.game import Game
from calarec.core.engine.moves import legal
from calarec.simulation.bots import FREE, SensibleBot
from calarec.simulation.run import MatchInPlay
from calarec.simulation.strong import NotPlayedError, StrongBot
from calarec.solving.worlds import SeenWorlds
from calarec_tools.main import main
from tests.rulebooks import IDS, SHIPPED, game
from tests.solving.endings import endings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from calarec.core.engine import events as ev
    from calarec.core.engine.actions import Action
    from calarec.core.engine.state import State
    from calarec.playing.hand import HandInPlay


@pytest.mark.parametrize("id_", IDS)
def test_its_hands_are_legal(id_: str) -> None:
    """Under every shipped ruleset, in any play."""
    of = game(id_)
    match = MatchInPlay(of, of.people[0], StrongBot(worlds=2, cards=9, bid_worlds=2), FREE, irregular=False)
    for made in (match.add_next_hand(number, 3) for number in (1, 2)):
        assert calarec.replay(made.hand, of.ruleset).verdict in ("legal", "incomplete")


class CountedBot(StrongBot):
    """Counts the cards that it has weighed."""

    weighed = 0

    def _find_best_card(self, game: Game, state: State, seed: int, events: Sequence[ev.Event]) -> int:
        found = super()._find_best_card(game, state, seed, events)
        self.weighed += found >= 0
        return found


NOT_PLAYED = {
    "beccaccino": "play.trump", "ciapano": "match.wins", "rovescino": "match.wins", "spizzichino": "play.draw.tops",
    "tressette-in-due": "play.draw", "traversone": "all_pass.counts",
}  # fmt: skip


@pytest.mark.parametrize("id_", SHIPPED)
def test_it_weighs_its_cards_or_does_not_play(id_: str) -> None:
    """Under no shipped ruleset does it silently play as the sensible one."""
    of = game(id_)
    if id_ in NOT_PLAYED:
        with pytest.raises(NotPlayedError) as refused:
            calarec.simulate(of, hands=1, bot="strong")
        assert (refused.value.bot, refused.value.ruleset, refused.value.rule) == ("strong", id_, NOT_PLAYED[id_])
        return
    calarec.simulate(of, hands=1, bot="strong")
    bot = CountedBot(worlds=1, cards=9, bid_worlds=2)
    match = MatchInPlay(of, of.people[0], bot, FREE, irregular=False)
    for number in range(1, 30):
        match.add_next_hand(number, 3)
        if bot.weighed:
            break
    assert bot.weighed


def house_rules(tmp_path: Path, changes: str, parent: str = "pagat") -> Game:
    """A ruleset that changes a shipped one."""
    file = tmp_path / "house.yaml"
    file.write_text(f"ruleset: house\nversion: 1.0.0\ntitle: House\nextends: {parent}\nset: {{{changes}}}\n", "utf-8")
    return Game.from_ruleset(calarec.load_rules(str(file)))


@pytest.mark.parametrize(
    ("parent", "changes", "rule"),
    [
        ("pagat", "settle.won_if: {points_at_most: 10}", "settle.won_if"),
        ("rovescino", "match.wins: highest", "all_pass"),
        ("tressette", "table.sides: ~", "all_pass"),
    ],
)
def test_house_rules_that_it_does_not_play(tmp_path: Path, parent: str, changes: str, rule: str) -> None:
    """Contracts won by few points only, and games with each for himself."""
    of = house_rules(tmp_path, changes, parent)
    with pytest.raises(NotPlayedError, match=r"bot 'strong' does not play house: ") as refused:
        calarec.simulate(of, hands=1, bot="strong")
    assert refused.value.rule == rule


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        (
            "en",
            "calarec: `strong` does not play `rovescino`: the solver does not know games in which the fewest points",
        ),
        ("it", "calarec: `strong` non gioca con `rovescino`: "),
    ],
)
def test_the_command_refuses_before_it_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, says: str
) -> None:
    """With the reason, status 2, and the bot that plays such rules."""
    file = tmp_path / "made.cal"
    words = ["simulate", "--rules", "rovescino", "--bot", "strong", "--lang", lang]
    for more in ([], ["-o", str(file)]):
        assert main([*words, *more]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(says)
        assert "`--bot sensible`" in said.err
    assert not file.exists()


def test_nor_does_it_sit_at_one_seat_of_a_game_that_it_does_not_play() -> None:
    """A mapping of seats is refused as a name is."""
    seats = {"A": "strong", "B": "sensible", "C": "sensible", "D": "random"}
    with pytest.raises(NotPlayedError, match=r"`match\.wins`"):
        calarec.simulate(game("rovescino"), hands=1, bot=seats)
    assert len(list(calarec.simulate(game("tressette"), hands=1, bot=seats))) == 1


def test_sides_without_a_declarer_are_played_for_points() -> None:
    """Tressette: over some endings it brings its side more than the sensible player; in like worlds it plays alike."""
    better = asked = 0
    for hand in endings(game("tressette"), 4, 3, 40, seed=6):
        state = hand.state
        if len(list(bits(legal(hand.game, state)[0].cards))) < 2:
            continue
        strong, sensible = acted(hand, StrongBot(worlds=20)), acted(hand, SensibleBot())
        other = SeenWorlds(hand.game, state, hand.events, state.turn).draw_world(Random(5))
        assert acted(replace(hand, state=other), StrongBot(worlds=20)) == strong
        asked += other.hands != state.hands
        found = calarec.solve(hand)
        worth = {each.card: each.value or 0 for each in found.moves}
        names = hand.game.cards.names
        sign = 1 if state.setting.labels[state.turn] in found.side else -1
        better += sign * (worth[names[strong.card]] - worth[names[sensible.card]])  # type: ignore[union-attr]
    assert better > 0
    assert asked > 10


def test_the_same_seed_gives_the_same_hands() -> None:
    """With any other players."""
    first, second = (
        [
            MatchInPlay(
                game("pagat"), 3, StrongBot(worlds=3, cards=12, bid_worlds=3), FREE, irregular=False
            ).add_next_hand(n, 4)
            for n in (1, 2)
        ]
        for _ in range(2)
    )
    assert calarec.write([each.hand for each in first]) == calarec.write([each.hand for each in second])


def acted(hand: HandInPlay, bot: StrongBot | SensibleBot) -> Action | None:
    """Return the action of a bot in a position."""
    return bot.choose_action(hand.game, hand.state, legal(hand.game, hand.state), Random(7), hand.events)


def test_it_sees_no_more_than_its_seat() -> None:
    """In a world that looks the same to it, it plays the same card."""
    asked = 0
    for hand in endings(game("pagat"), 3, 4, 12, seed=4):
        state = hand.state
        if state.declarer < 0:
            continue
        worlds = SeenWorlds(hand.game, state, hand.events, state.turn)
        for seed in range(3):
            other = worlds.draw_world(Random(seed))
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
        sign = 1 if state.side_mask(state.declarer) >> state.turn & 1 else -1
        better += sign * (worth[names[strong.card]] - worth[names[sensible.card]])  # type: ignore[union-attr]
    assert better > 0


def test_what_it_does_not_weigh_it_does_sensibly() -> None:
    """The exchange, and the play with more cards than it was asked to weigh."""
    hand = calarec.play("pagat", 3, seed=3).apply({"do": "bid", "seat": "B", "word": "chiamo"})
    while hand.legal()[0].do == "bid":
        hand = hand.apply({"do": "bid", "seat": hand.turn[0], "word": "passo"})
    assert hand.legal()[0].do == "call"
    assert acted(hand, StrongBot()) == acted(hand, SensibleBot())
    for each in endings(game("pagat"), 3, 9, 3, seed=6):
        assert acted(each, StrongBot()) == acted(each, SensibleBot())
