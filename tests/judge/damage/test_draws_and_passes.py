"""A wrong line of a draw or a passed card is found, and the result is the same."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.judge.damage.slips import with_slips
from tests.referees.agreeing import rules
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement

IN_TWO, PASSED = game("tressette-in-due"), rules("passed")


def _judged(game: Game, lines: list[str]) -> Judgement:
    (hand,) = parse_records("\n".join(lines) + "\n")
    return begin_totals(game).replay(hand)


def _with_card(line: str, at: int, card: str) -> str:
    """The line with another card."""
    words = line.split(" ")
    return " ".join([*words[: 3 + at], card, *words[4 + at :]])


def _with_seat(line: str, at: int, seat: str) -> str:
    """The line with another letter: of the actor, or of the receiver (-1)."""
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


@pytest.mark.mass
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "verb", "cards", "seats"), [(IN_TWO, "take", 1, "AB"), (PASSED, "give", 3, "ABCD")])
def test_a_wrong_card_or_seat_is_one_finding(game: Game, verb: str, cards: int, seats: str, seed: int) -> None:
    """A card played, drawn or passed at another time, or another seat's letter.

    Where a card is drawn twice, either line may be the wrong one: then both are named.
    """
    random = Random(seed)
    lines = write([next(iter(simulate(game, hands=1, seed=seed))).hand]).rstrip("\n").split("\n")
    whole = _judged(game, lines)
    assert (whole.verdict, whole.findings) == ("legal", ())
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
            assert len(told.findings) == 1, (wrong, "\n".join(lines), told.findings)
            (found,) = told.findings
            assert at + 1 in (found.span.line, found.args.get("line")), (lines[at], wrong, found)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("of", [IN_TWO, rules("drawn-unseen")])
def test_a_card_shown_at_the_end_may_have_been_drawn(of: Game, seed: int) -> None:
    """By an unwritten draw; not a card that another seat draws after one's own."""
    lines = write([next(iter(simulate(of, hands=1, seed=seed))).hand]).rstrip("\n").split("\n")
    tricks = [at for at, line in enumerate(lines) if line[:2].strip().isdigit()]
    for at in tricks[2], tricks[5]:
        first, second = [line for line in lines[at:] if line.startswith("take ")][:2]
        drawn, other = first.split()[-1], second.split()[-1]
        cases = [([], first[5], drawn, True), ([first], second[5], other, True), ([], second[5], other, True)]
        cases += [([first, second], second[5], other, True), ([first], first[5], other, False)]
        for written, seat, card, can_be in cases:
            shown = f"show {seat}: {card}"
            told = _judged(of, [*lines[: at + 1], *written, shown, "end abandoned"])
            errors = [each.code for each in told.findings if each.severity == "error"]
            assert (errors == []) == can_be, (written, shown, errors)


@pytest.mark.parametrize("seed", range(3))
def test_another_card_is_told_beside_a_draw_that_nobody_wrote_down(seed: int) -> None:
    """A missing draw does not explain a card that was not drawn."""
    lines = write([next(iter(simulate(IN_TWO, hands=1, seed=seed))).hand]).rstrip("\n").split("\n")
    first, *_, gone, _, _ = (at for at, line in enumerate(lines) if line.startswith("take "))
    seat = lines[first][5]
    other = next(line for line in lines if line.startswith("deal ") and line[5] != seat).split()[-1]
    wrong = with_slips(lines, (first, _with_card(lines[first], 0, other)))
    told = _judged(IN_TWO, [*wrong[:gone], *wrong[gone + 1 :]])
    assert first + 1 in [each.span.line for each in told.findings if each.severity == "error"]


@pytest.mark.parametrize("hidden", ["monte", "take", "deal"])
def test_two_cards_in_one_draw_are_found_whatever_is_unknown(hidden: str) -> None:
    """Two cards in one draw are reported, also unknown ones; the hand is not legal."""
    lines = write([next(iter(simulate(IN_TWO, hands=1, seed=4))).hand]).rstrip("\n").split("\n")
    draws = [at for at, line in enumerate(lines) if line.startswith("take ")]
    for at in (draws[0], draws[5], draws[-1]):
        for cards in ("__ __", lines[at].split(" ")[-1] + " __", "3b 3b"):
            damaged = [*lines]
            damaged[at] = f"{' '.join(lines[at].split(' ')[:3])} {cards}"
            if hidden != "take":
                damaged = [_blank(line) if line.startswith(hidden) else line for line in damaged]
            told = _judged(IN_TWO, damaged)
            assert told.verdict == "illegal", (at, cards)
            assert (damaged[at], "error") in [
                (damaged[each.span.line - 1], str(each.severity)) for each in told.findings
            ], (at, cards)


def _blank(line: str) -> str:
    """A line of the deal with nothing known of its cards."""
    words = line.split(" ")
    first = 1 if words[0] == "monte" else 2
    return " ".join([*words[:first], *("__" for _ in words[first:])])
