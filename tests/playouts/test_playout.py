"""Random playouts are legal move for move, settled by the rules, spread evenly."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from calarec.bulk.steps import DOES
from calarec.playouts.board import Board, settle_board
from calarec.playouts.playout import Player, Story, playouts
from tests.bulk.both import SHIPPED, compiled


def played_on_board(name: str, story: Story) -> Board:
    """The story of a playout, played on a board that allows nothing but legal moves."""
    board = Board(compiled(name), story.hands, story.piles, dealer=story.dealer, dummies=story.dummies)
    for place, said in story.said:
        do = "call" if isinstance(said, int) else "bid" if board.point is not None else "raise"
        make(board, do, place, said)
    for kind, place, cards in story.moves:
        make(board, DOES[kind], place, cards)
    for trick in story.tricks:
        for card in trick:
            while board.to_play < 0:
                do_nothing(board)
            make(board, "play", board.to_play, card)
    return board


def do_nothing(board: Board) -> None:
    """Events contain no move without cards."""
    choice = next(choice for choice in board.list_legal_moves() if not choice.least)
    board.make_move(choice.do, choice.seat, 0)


def make(board: Board, do: str, place: int, value: int | str) -> None:
    """Does a move that must be legal, after those without cards that the story leaves out."""
    while not any(choice.do == do and choice.seat == place for choice in board.list_legal_moves()):
        do_nothing(board)
    allowed = [choice for choice in board.list_legal_moves() if choice.do == do and choice.seat == place]
    if isinstance(value, str):
        assert any(value in choice.words for choice in allowed)
    else:
        number = value.bit_count()
        assert any(not value & ~each.cards and each.least <= number <= each.most for each in allowed), (do, allowed)
    board.make_move(do, place, value)


@pytest.mark.parametrize("name", SHIPPED)
def test_playouts_are_legal_and_settled(name: str) -> None:
    """Every move of a playout is legal at its moment, and the board pays what the playout pays."""
    teller, player = Player(compiled(name), 3), Player(compiled(name), 3)
    for _ in range(40):
        story = Story()
        told = teller.play_one(story)
        assert told == player.play_one()
        board = played_on_board(name, story)
        assert board.is_over
        assert (board.contract, board.decl, board.mate) == (told.contract, told.declarer, told.mate)
        assert tuple(board.won) == (told.won or (0,) * len(board.won))
        assert settle_board(board).payments == told.payments


def test_the_same_seed_gives_the_same_hands() -> None:
    """And another seed gives others."""
    same = [list(playouts(compiled("pagat"), 20, seed=seed)) for seed in (1, 1, 2)]
    assert same[0] == same[1] != same[2]


def test_every_legal_card_is_equally_likely() -> None:
    """Over many hands the choice among k legal cards falls on each of them as often, to within chance."""
    player = Player(compiled("cavendish"), 11)
    counts: dict[int, Counter[int]] = {}
    for _ in range(400):
        story = Story()
        player.play_one(story)
        for among, chosen in choices(story):
            counts.setdefault(among, Counter())[chosen] += 1
    for among, found in counts.items():
        total = sum(found.values())
        expected = total / among
        spread = sum((found[place] - expected) ** 2 / expected for place in range(among))
        assert spread < among + 5 * (2 * among) ** 0.5, (among, found)


def choices(story: Story) -> list[tuple[int, int]]:
    """For every card played: among how many legal ones, and the how-manieth of them it was."""
    board = Board(compiled("cavendish"), story.hands, story.piles, dealer=story.dealer)
    found = []
    for place, said in story.said:
        make(board, "call" if isinstance(said, int) else "bid", place, said)
    for kind, place, cards in story.moves:
        make(board, DOES[kind], place, cards)
    for card in (card for trick in story.tricks for card in trick):
        while board.to_play < 0:
            do_nothing(board)
        choice = next(choice for choice in board.list_legal_moves() if choice.do == "play")
        found.append((choice.cards.bit_count(), (choice.cards & (card - 1)).bit_count()))
        board.make_move("play", choice.seat, card)
    return [each for each in found if each[0] > 1]


def test_picking_is_even() -> None:
    """Every choice of two cards of five is equally likely."""
    player = Player(compiled("pagat"), 5)
    cards = 0b1011000101
    found = Counter(player.pick(cards, 2) for _ in range(5000))
    assert all(not choice & ~cards and choice.bit_count() == 2 for choice in found)
    assert len(found) == 10
    assert max(abs(count - 500) for count in found.values()) < 130
    assert player.pick(cards, 5) == cards
    assert player.pick(cards, 0) == 0


def test_numbers_lie_between_their_limits() -> None:
    """Both ends can be reached."""
    player = Player(compiled("pagat"), Random(2).randrange(1000))
    assert {player.random_number(2, 4) for _ in range(200)} == {2, 3, 4}
