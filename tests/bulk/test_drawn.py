"""Hands with drawn cards take the fast way, with the results of the replay."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.bulk.compile import compiled_rules
from calarec.bulk.running import Passed
from calarec.bulk.supported import NotPlainError
from calarec.playouts.board import Board
from calarec.playouts.playout import playouts
from tests.bulk.both import game
from tests.bulk.damage import DAMAGES, damaged
from tests.bulk.house_rules import rules_file
from tests.bulk.stocks import CHANGES, PARTNERS, STOCKS, change_lines, stock_file, swap_cards, with_winners
from tests.bulk.texts import simulated_text, text_of
from tests.bulk.verdicts import hold_equal, verify_text

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.fixture(params=STOCKS)
def name(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A ruleset in which cards are drawn."""
    return stock_file(request.param, tmp_path)


@pytest.mark.mass
def test_all_plain_hands_pass(name: str) -> None:
    """However the text comes; none falls back."""
    assert hold_equal(name, text_of(name, 30)).explained == 0
    assert hold_equal(name, text_of(name, 12, 5, "sensible"), pieces=5).explained == 0


@pytest.mark.mass
@pytest.mark.parametrize("damage", sorted(DAMAGES))
def test_each_damage_is_seen(damage: str, tmp_path: Path) -> None:
    """Wherever a line is changed both ways agree on every hand."""
    for which in ("three, unseen", "bid for, among other piles"):
        name = stock_file(which, tmp_path)
        hold_equal(name, damaged(text_of(name, 6), Random(damage), every=1, kinds=(damage,)))


@pytest.mark.mass
def test_other_ways_to_write_a_draw_pass(name: str) -> None:
    """Draws pass without openness, and with some or all piles and winners."""
    text, draw = text_of(name, 10, 4), game(name).rules.play.draw
    assert draw is not None
    silent = _FACE.sub(r"\1", text)
    bare = text.replace(f" from {draw.pile}\n", "\n")
    some, all_ = (re.sub(rf"(?m)^(take {who}: \w+ \w\w)$", rf"\1 from {draw.pile}", bare) for who in ("A", r"\w"))
    assert len({silent, bare, some, all_}) == 4
    for other in (silent, bare, some, all_, with_winners(name, text), with_winners(name, text, every=3)):
        assert hold_equal(name, other).explained == 0


_FACE = re.compile(r"(?m)^((?:take|give|discard|table-card) .: )(?:open|closed) ")


def test_stated_winners_of_rounds_are_held(name: str) -> None:
    """A wrong stated winner is reported."""
    text = with_winners(name, text_of(name, 4, 4))
    wrong = re.sub(r"(?m)^( 3 .* > )(\w)$", lambda line: line[1] + "BA"[line[2] == "B"], text)
    assert hold_equal(name, wrong).explained == 4


def test_what_is_said_between_the_draws_passes(name: str) -> None:
    """Cards are shown by their holder; a claim covers cards still to be drawn."""
    for aim in ("standing.show", "standing.claim"):
        text = simulated_text(name, 12, 3, aim)
        points = len(re.findall(r"(?m)^hand (?:.*\n(?!end))*?(?:claim|concede) .: points", text))
        first = len(re.findall(r"(?m)^(?:bid|monte|deal|call) .*\n(?:(?:show|signal) .*\n)*(?:claim|concede) ", text))
        assert len(re.findall(r"(?m)^(?:show|claim|concede) ", text)) >= 12
        assert hold_equal(name, text).explained <= points + first < 8


@pytest.mark.mass
@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_said_both_ways_say_the_same(name: str, change: str) -> None:
    """Shown, claimed, drawn elsewhere, by others, repeated, or too early."""
    rng = Random(change)
    for seed in range(2):
        head, *hands = re.split(r"(?m)^(?=hand )", simulated_text(name, 6, seed))
        for number, each in enumerate(hands):
            lines = re.sub(r"(?m)^(?:result|score|total) .*\n", "", each).split("\n")
            change_lines(lines, change, rng)
            hands[number] = "\n".join(lines)
        hold_equal(name, head + "".join(hands))


def test_what_is_declared_among_draws_is_explained(tmp_path: Path) -> None:
    """Cards drawn later are declared, too; the engine decides who held them."""
    file = rules_file("tressette-accusi", PARTNERS[1], tmp_path)
    text = simulated_text(file, 40, 5)
    hands = re.split(r"(?m)^(?=hand )", text)[1:]
    explained = sum("\ndeclare " in each for each in hands)
    assert 5 < explained < 35
    assert hold_equal(file, text).explained == explained


@pytest.mark.mass
def test_a_card_is_played_once_it_was_drawn(name: str) -> None:
    """A legal hand fails if a drawn card changes places with an earlier one."""
    text = re.sub(r"(?m)^(?:result|score|total) .*\n", "", text_of(name, 1, 6))
    lines = text.splitlines()
    last = max(at for at, line in enumerate(lines) if line.startswith("take "))
    drawn = re.findall(r"[0-9A-Z][bscd]", lines[last])[0]
    for first in ("[ ]1", "[ ]2"):
        (early,) = (at for at, line in enumerate(lines) if re.match(rf"{first} [A-D]:", line))
        for card in re.findall(r"(?<= )[0-9A-Z][bscd]\b", lines[early]):
            assert hold_equal(name, "\n".join([*swap_cards(lines, drawn, card), ""])).passed == 0


def test_all_moves_of_a_hand_say_who_sees_them_or_none(tmp_path: Path) -> None:
    """An exchange that states its view beside draws that do not is CAL702."""
    name = stock_file("bid for, among other piles", tmp_path)
    text = next(each for each in (text_of(name, 1, seed) for seed in range(40)) if "\ngive " in each)
    assert hold_equal(name, text).passed == 1
    moves, first, play = text.partition("\n 1 ")
    for other in (_FACE.sub(r"\1", moves) + first + play, moves + first + _FACE.sub(r"\1", play)):
        hold_equal(name, other)
        _, (verdict,) = verify_text(name, other)
        assert isinstance(verdict, Passed)
        assert {note.code for note in verdict.notes} == {"CAL702"}


def test_nobody_plays_such_games_ahead(name: str) -> None:
    """Boards refuse a stock by its path; playouts and solver also a game without bids."""
    rules = compiled_rules(game(name))
    assert not rules.lacking
    assert rules.unforeseen == "play.draw"
    why = r"play\.draw" if rules.rules.has_auction else r"auction\.ladder"
    with pytest.raises(NotPlainError, match=why):
        next(playouts(rules, 1))
    with pytest.raises(NotPlainError, match=r"play\.draw"):
        Board(rules, [0] * rules.players, [0] * len(rules.pile_names), dealer=0)
