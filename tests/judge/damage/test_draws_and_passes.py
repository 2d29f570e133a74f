"""A slip in a line that says what was drawn or passed: it is found where it is, and the hand comes to the same."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.judge.running_totals import RunningTotals
from calarec.notation.reader import parse
from calarec.notation.writer import write
from calarec.simulation import simulate
from tests.judge.damage.test_two_slips import with_slips
from tests.referees.agreeing import rules
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.judge.judgement import Judgement

IN_TWO, PASSED = game("tressette-in-due"), rules("passed")


def _judged(game: Game, lines: list[str]) -> Judgement:
    (hand,) = parse("\n".join(lines) + "\n")
    return RunningTotals(game).replay(hand)


def _with_card(line: str, at: int, card: str) -> str:
    """The line with another card."""
    words = line.split(" ")
    return " ".join([*words[: 3 + at], card, *words[4 + at :]])


def _with_seat(line: str, at: int, seat: str) -> str:
    """The line with another letter: of who acts, or of who receives (-1)."""
    words = line.split(" ")
    words[at] = seat + words[at][1:]
    return " ".join(words)


def _slips(line: str, cards: int, seats: str, game: Game, random: Random) -> list[str]:
    """The line with another card of the pack in each place, and with other letters of seats."""
    names = game.cards.names
    places = [1, -1] if line.startswith("give") else [1]
    changed = [_with_card(line, at, random.choice(names)) for at in range(cards)]
    changed += [_with_seat(line, at, random.choice(seats)) for at in places]
    return [each for each in changed if each != line]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "verb", "cards", "seats"), [(IN_TWO, "take", 1, "AB"), (PASSED, "give", 3, "ABCD")])
def test_a_wrong_card_or_seat_is_one_finding(game: Game, verb: str, cards: int, seats: str, seed: int) -> None:
    """Whichever stands there: a card played, drawn or passed before or later, twice or never; anybody's letter.

    Where a card is drawn twice, either line may be the wrong one: then both are named.
    """
    random = Random(seed)
    lines = write([next(iter(simulate(game, hands=1, seed=seed))).hand]).rstrip("\n").split("\n")
    whole = _judged(game, lines)
    assert (whole.verdict, whole.diagnostics) == ("legal", ())
    assert whole.account is not None
    moves = [at for at, line in enumerate(lines) if line.startswith(f"{verb} ")]
    assert len(moves) == (len(game.cards.names) // 2 if verb == "take" else len(seats))
    for at in moves:
        for wrong in _slips(lines[at], cards, seats, game, random):
            other = {*wrong.split(" ")} ^ {*lines[at].split(" ")}
            if any(other < {*line.split(" ")} for line in lines if ": " in line and line[0] == " "):
                continue  # two cards of one trick may as well have changed places
            told = _judged(game, with_slips(lines, (at, wrong)))
            assert told.account is not None, wrong
            assert told.account.payments == whole.account.payments, wrong
            assert told.totals == whole.totals, wrong
            assert len(told.diagnostics) == 1, (wrong, "\n".join(lines), told.diagnostics)
            (found,) = told.diagnostics
            assert at + 1 in (found.span.line, found.args.get("line")), (lines[at], wrong, found)
