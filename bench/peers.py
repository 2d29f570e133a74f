"""The benchmarks of the peers, with work of equal size.

A game of cards has 36 plays, one of chess 80. They run under an interpreter that has `bench/requirements.txt`
installed, and import nothing of calarec.
"""

from __future__ import annotations

import random
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PLIES = 80


def chess_games(file: str, games: str) -> tuple[int, Callable[[], object]]:
    """Writes a file of random legal games of 80 plies; nothing to be timed."""
    import chess
    import chess.pgn

    rng = random.Random(1)
    texts: list[str] = []
    while len(texts) < int(games):
        game = chess.pgn.Game()
        node: chess.pgn.GameNode = game
        board = chess.Board()
        while board.ply() < PLIES and not board.is_game_over():
            move = rng.choice(list(board.legal_moves))
            node = node.add_variation(move)
            board.push(move)
        if board.ply() == PLIES:
            texts.append(f"{game}\n\n")
    Path(file).write_text("".join(texts), encoding="utf-8")
    return int(games), lambda: None


def chess_read(file: str, games: str) -> tuple[int, Callable[[], object]]:
    """python-chess: from the file to games, every move checked."""
    import chess.pgn

    def work() -> None:
        with Path(file).open(encoding="utf-8") as stream:
            for _ in range(int(games)):
                game = chess.pgn.read_game(stream)
                if game is None or game.errors:
                    raise AssertionError

    return int(games), work


def chess_check(file: str, games: str) -> tuple[int, Callable[[], object]]:
    """python-chess: every move checked, no tree built."""
    import chess.pgn

    def work() -> None:
        with Path(file).open(encoding="utf-8") as stream:
            for _ in range(int(games)):
                if chess.pgn.read_game(stream, Visitor=chess.pgn.BoardBuilder) is None:
                    raise AssertionError

    return int(games), work


def chess_play_out(games: str) -> tuple[int, Callable[[], object]]:
    """python-chess: random games of 80 plies."""
    import chess

    def work() -> None:
        rng = random.Random(1)
        for _ in range(int(games)):
            board = chess.Board()
            while board.ply() < PLIES and any(board.generate_legal_moves()):
                board.push(rng.choice(list(board.legal_moves)))

    return int(games), work


def pgn_extract(file: str, games: str, copies: str, program: str) -> tuple[int, Callable[[], object]]:
    """Read and check a file `copies` times with pgn-extract."""
    many = Path(file).with_suffix(".many.pgn")
    many.write_text(Path(file).read_text(encoding="utf-8") * int(copies), encoding="utf-8")

    def work() -> None:
        subprocess.run([program, "-r", "-s", str(many)], check=True, capture_output=True)

    return int(games) * int(copies), work


def _poker_hand() -> str:
    from pokerkit import Automation, NoLimitTexasHoldem
    from pokerkit.notation import HandHistory

    game = NoLimitTexasHoldem(
        (
            Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING,
            Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING, Automation.CHIPS_PUSHING,
            Automation.CHIPS_PULLING,
        ),
        ante_trimming_status=True, raw_antes=0, raw_blinds_or_straddles=(1, 2), min_bet=2,
    )  # fmt: skip
    state = game([200] * 3, 3)
    for hole in ("AcKd", "QhQs", "7c2d"):
        state.deal_hole(hole)
    for board in ("", "2h7sJd", "3c", "9s"):
        if board:
            state.burn_card("??")
            state.deal_board(board)
        while state.actor_index is not None:
            state.check_or_call()
    return str(HandHistory.from_game_state(game, state).dumps())


def poker_read(hands: str) -> tuple[int, Callable[[], object]]:
    """pokerkit: hand histories from text, no move made."""
    from pokerkit.notation import HandHistory

    text = _poker_hand()

    def work() -> None:
        for _ in range(int(hands)):
            HandHistory.loads(text)

    return int(hands), work


def poker_replay(hands: str) -> tuple[int, Callable[[], object]]:
    """pokerkit: hand histories from text, replayed to the end."""
    from pokerkit.notation import HandHistory

    text = _poker_hand()

    def work() -> None:
        for _ in range(int(hands)):
            for _ in HandHistory.loads(text):
                pass

    return int(hands), work


def bridge_read(deals: str) -> tuple[int, Callable[[], object]]:
    """endplay: deals from their notation."""
    from endplay.types import Deal

    text = "N:974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT"

    def work() -> None:
        for _ in range(int(deals)):
            Deal(text)

    return int(deals), work


def spiel_play_out(name: str, games: str) -> tuple[int, Callable[[], object]]:
    """open_spiel: random games, each move chosen in Python."""
    import pyspiel

    game = pyspiel.load_game(name)

    def work() -> None:
        rng = random.Random(1)
        for _ in range(int(games)):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))

    return int(games), work
