"""A user's own bots: their input, their answers, and errors for nonsense."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import calarec
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from calarec.playing.move_types import Move
    from calarec.playing.moves import LegalMoves
    from calarec.playing.seat_view import SeatView

pytestmark = pytest.mark.slow


class Chance:
    """Plays anything, from what it is shown alone, and remembers what it saw."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.seen: list[SeatView] = []

    def __call__(self, seen: SeatView, legal: tuple[LegalMoves, ...]) -> Move | None:
        """Any legal move; a raise is often left."""
        self.seen.append(seen)
        moves = self.rng.choice(legal)
        if moves.is_optional and self.rng.random() < 0.5 and all(each.is_optional for each in legal):
            return None
        if moves.words:
            return moves.move(self.rng.choice(moves.words))
        number = self.rng.randint(moves.least, moves.most)
        return moves.move(*self.rng.sample([*moves.cards, *["__"] * moves.unseen], number))


@pytest.mark.mass
@pytest.mark.parametrize("id_", IDS)
def test_own_bots_play_every_ruleset(id_: str) -> None:
    """Their hands are legal, and the same source of chance gives the same hands."""
    rules = game(id_).ruleset
    for seats in game(id_).people:
        made = list(calarec.simulate(rules, hands=6, seed=3, seats=seats, bot=Chance(5)))
        assert [calarec.replay(each.hand, rules).verdict for each in made] == ["legal"] * 6
        again = list(calarec.simulate(rules, hands=6, seed=3, seats=seats, bot=Chance(5)))
        assert [each.hand for each in again] == [each.hand for each in made]


def test_each_seat_has_its_own() -> None:
    """A name or a function for each letter; a function is asked for its seat alone and sees with its eyes."""
    bot = Chance(1)
    rules = game("pagat").ruleset
    made = list(calarec.simulate(rules, hands=8, bot={"A": "random", "B": bot, "C": "sensible"}))
    assert {each.seat for each in bot.seen} == {"B"}
    assert all(each.legal and {moves.seat for moves in each.legal} == {"B"} for each in bot.seen)
    assert any(each.declarer not in ("", "B") for each in bot.seen)
    assert all(not (each.hands["A"].cards and each.hands["A"].size == 12 and not each.tricks) for each in bot.seen)
    assert len(made) == 8


def test_a_bot_plays_for_a_dummy() -> None:
    """The player of a dummy is asked, and sees its legal moves."""
    bots = {"A": Chance(1), "B": Chance(2)}
    list(calarec.simulate(game("a-due").ruleset, hands=6, bot=bots))
    for label, bot in bots.items():
        assert {each.seat for each in bot.seen} == {label}
    assert {moves.seat for bot in bots.values() for each in bot.seen for moves in each.legal} == {"A", "B", "C"}


@pytest.mark.parametrize(
    ("answer", "says", "code"),
    [
        (None, "it has to choose one of its legal moves", None),
        ("passo", "move is to be an object", None),
        ({"do": "bid", "seat": "B", "word": "grande"}, "CAL210", "CAL210"),
        ({"do": "bid", "seat": "C", "word": "passo"}, "CAL401 C speaks, but it is B's turn", "CAL401"),
        ({"do": "play", "seat": "B", "card": "3b"}, "CAL430", "CAL430"),
        ({"do": "dance"}, "`do` of a move is one of", None),
    ],
)
def test_nonsense_is_an_error_that_names_move_and_seat(answer: Any, says: str, code: str | None) -> None:
    """With the finding where the rules speak against it."""
    with pytest.raises(calarec.BotError) as raised:
        next(calarec.simulate(game("pagat").ruleset, hands=1, bot=lambda seen, legal: answer))
    error = raised.value
    assert (error.seat, error.move) == ("B", answer)
    assert str(error).startswith(f"the bot of seat B answered {answer!r}: ")
    assert says in str(error)
    assert (error.finding and error.finding.code) == code


@pytest.mark.parametrize(
    ("bot", "kind", "says"),
    [
        (3, TypeError, "bot is to be a name, a function, or one of these for each seat"),
        ("clever", ValueError, "bot is one of random, sensible and strong, not 'clever'"),
        ({"A": "random"}, ValueError, "bot names the seats A B C, not A"),
        ({"A": "random", "B": "random", "C": 3}, TypeError, "bot of each seat is to be a name or a function"),
        ({"A": "random", "B": "random", "C": "clever"}, ValueError, "not 'clever'"),
    ],
)
def test_who_plays_is_said_before_a_hand_is_asked_for(bot: Any, kind: type[Exception], says: str) -> None:
    """An impossible bot is refused at the start."""
    with pytest.raises(kind, match=says):
        calarec.simulate(game("pagat").ruleset, hands=1, bot=bot)
