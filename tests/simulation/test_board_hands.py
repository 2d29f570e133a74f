"""Hands of simple bots are the same on a board as in the engine, and boards play those that they can."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.base.frozen import fields, replace
from calarec.core.engine.game import Game
from calarec.core.notation.writer import write_hands
from calarec.rule_files.load import check_rules
from calarec.simulation import run, simulate
from calarec.simulation.board_hands import play_on_board
from calarec.simulation.run import Simulated
from tests.bulk.house_rules import ALL_HOUSES, ATTESTED, house_file
from tests.rulebooks import SHIPPED, game
from tests.rulesets.club_rules import RULES, load_club_rule
from tests.rulesets.drawn_rules import draw_rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from calarec.simulation.board_hands import BoardHand
    from calarec.simulation.playing import HandOfBots

BOTS = ("sensible", "random")
DRAWN = 16
ENGINE_ONLY = {
    "aperta": "a rule turns hands up during the play", "beccaccino": "trump is chosen", "spizzichino": "a stock",
    "tressette-in-due": "a stock", "traversone": "each number of seats has rules of its own",
}  # fmt: skip
"""Shipped rulesets that no board plays, and why."""


class Boards:
    """Counts the hands that boards play, or leaves all to the engine."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.played = self.plain = 0
        self.closed = False
        monkeypatch.setattr(run, "play_on_board", self.play)
        monkeypatch.setattr(run, "_MIN_HANDS_FOR_BOARDS", 0)

    def play(self, table: HandOfBots) -> BoardHand | None:
        """As `play_on_board`, if boards are open."""
        if self.closed:
            return None
        self.plain += not (table.incidents or table.declarable)
        played = play_on_board(table)
        self.played += played is not None
        return played


@pytest.fixture
def boards(monkeypatch: pytest.MonkeyPatch) -> Boards:
    """The boards of a test."""
    return Boards(monkeypatch)


def _both_ways(
    boards: Boards, of: Game, hands: int, *, seed: int, bot: str, seats: int, irregular: bool = False
) -> Iterator[tuple[Simulated, Simulated]]:
    """The hands as they are made, and as the engine makes all of them."""
    for closed in (False, True):
        boards.closed = closed
        made = list(simulate(of, hands=hands, seed=seed, bot=bot, seats=seats, irregular=irregular))
        if not closed:
            ours = made
    return zip(ours, made, strict=True)


def _hold_equal(boards: Boards, of: Game, hands: int, seed: int = 7) -> None:
    """Records, accounts and standings, by both bots at each number of seats, also with irregularities."""
    for bot in BOTS:
        for seats in of.people:
            for irregular in (False, True):
                pairs = list(_both_ways(boards, of, hands, seed=seed, bot=bot, seats=seats, irregular=irregular))
                for mine, due in pairs:
                    assert mine.hand == due.hand, (bot, seats, mine.hand.name)
                    assert (mine.account, mine.standing) == (due.account, due.standing), (bot, seats, mine.hand.name)
                    assert (mine.setting, mine.game) == (due.setting, due.game)
                assert "".join(write_hands(pair[0].hand for pair in pairs)) == "".join(
                    write_hands(pair[1].hand for pair in pairs)
                )


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_hands_of_shipped_rulesets_are_as_in_the_engine(name: str, boards: Boards) -> None:
    """Boards play whatever has no incident and no declaration."""
    _hold_equal(boards, game(name), 25)
    assert boards.played == (0 if name in ENGINE_ONLY else boards.plain)


def test_boards_are_taken(boards: Boards) -> None:
    """Nine hands of ten have no incident; all of these are played on boards."""
    assert len(list(simulate("pagat", hands=100, seed=2))) == 100
    assert boards.played == boards.plain
    assert 80 < boards.played < 100


def test_few_hands_are_for_the_engine(boards: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules are compiled where many hands are wanted."""
    monkeypatch.setattr(run, "_MIN_HANDS_FOR_BOARDS", 11)
    list(simulate("pagat", hands=10, seed=2))
    assert not boards.plain
    list(simulate("pagat", hands=11, seed=2))
    assert boards.played


@pytest.mark.parametrize("wish", [{"aim": "contracts.solo"}, {"bot": dict.fromkeys("ABC", "sensible")}])
def test_steered_hands_and_own_bots_are_for_the_engine(wish: dict[str, object], boards: Boards) -> None:
    """Boards play only free hands of one simple bot."""
    list(simulate("pagat", hands=5, seed=2, **wish))  # type: ignore[arg-type]
    assert not boards.played


@pytest.mark.slow
@pytest.mark.mass
@pytest.mark.parametrize("house", ALL_HOUSES)
def test_hands_of_house_rules_are_as_in_the_engine(house: str, boards: Boards, tmp_path: Path) -> None:
    """Words that no shipped ruleset has."""
    found = check_rules(house_file(house, tmp_path)).ruleset
    assert found is not None
    _hold_equal(boards, Game.from_ruleset(found), 10)


@pytest.mark.slow
@pytest.mark.mass
@pytest.mark.parametrize("file", sorted(ATTESTED.glob("*.yaml")), ids=lambda file: file.stem)
def test_hands_of_attested_rules_are_as_in_the_engine(file: Path, boards: Boards) -> None:
    """What tables play."""
    found = check_rules(str(file)).ruleset
    assert found is not None
    _hold_equal(boards, Game.from_ruleset(found), 8)


@pytest.mark.slow
@pytest.mark.mass
@pytest.mark.parametrize("club", RULES)
def test_hands_of_club_rules_are_as_in_the_engine(club: str, boards: Boards) -> None:
    """One rule each."""
    _hold_equal(boards, Game.from_ruleset(load_club_rule(club)), 8)


@pytest.mark.slow
@pytest.mark.mass
@pytest.mark.parametrize("seed", range(DRAWN))
def test_hands_of_drawn_rules_are_as_in_the_engine(seed: int, boards: Boards) -> None:
    """Shipped rules with parameters changed at random."""
    rng = Random(f"boards {seed}")
    for _ in range(4):
        drawn = draw_rules(rng, rng.randint(1, 8))
        found = check_rules("drawn.yaml", raw=drawn.text.encode()).ruleset
        assert found is not None
        _hold_equal(boards, Game.from_ruleset(found), 6, seed)


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_what_a_board_does_not_tell_is_found_when_it_is_read(name: str, boards: Boards) -> None:
    """Events, actions and the last state are those of the engine, whatever is asked for first."""
    rng, names = Random(name), [each.name for each in fields(Simulated)]
    for bot in BOTS:
        for mine, due in _both_ways(boards, game(name), 8, seed=3, bot=bot, seats=game(name).people[0]):
            rng.shuffle(names)
            for each in names:
                assert getattr(mine, each) == getattr(due, each), (bot, mine.hand.name, each)
            assert mine == due
            assert repr(mine) == repr(due)


def test_a_hand_of_a_board_can_be_kept(boards: Boards) -> None:
    """Copies and pickled hands have everything, and no rule is asked for a field that there is none of."""
    for made in simulate("pagat", hands=4, seed=1):
        for kept in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made)), replace(made)):
            assert kept.hand == made.hand
            assert (kept.events, kept.actions, kept.state) == (made.events, made.actions, made.state)
        with pytest.raises(AttributeError, match="no attribute 'trumps'"):
            _ = made.trumps  # type: ignore[attr-defined]
    assert boards.played


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_lines_before_hands_are_the_same_for_each_hand_by_itself(name: str) -> None:
    """A preamble that hands share is written like one that each has of its own."""
    made = [each.hand for each in simulate(game(name), hands=60, seed=4)]
    alone = [replace(hand, session=replace(hand.session)) for hand in made]
    assert "".join(write_hands(made)) == "".join(write_hands(alone))
