"""Hands of simple bots, played on boards.

In go a table with its bot and its chance, out come the statements of the record and the sums. It is the hand that
`HandOfBots` plays in the engine, move by move and draw by draw: nothing shows where it was played. Incidents,
declarations and steered hands are for the engine, and rules that a board does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.bulk.steps import SharingStep
from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.engine.actions import (
    BidAction,
    CallAction,
    DiscardAction,
    GiveAction,
    LayAction,
    PlayAction,
    RaiseAction,
    TakeAction,
)
from calarec.core.engine.behaviours import watching
from calarec.core.engine.state import NOBODY, NOT_CALLED, State
from calarec.core.engine.tally import Tally
from calarec.core.engine.terms import Offer
from calarec.core.records import model as rec
from calarec.playing.dealing import deal
from calarec.playing.writing import first_statements, name_pile
from calarec.playouts.board import Board
from calarec.playouts.sensible import find_sensible_player
from calarec.simulation.bots import FREE, RandomBot, SensibleBot, draw_card

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.playouts.board import BoardMoves
    from calarec.playouts.sensible import SensiblePlayer
    from calarec.simulation.playing import HandOfBots

_DOES: Final[dict[type, str]] = {
    BidAction: "bid", RaiseAction: "raise", CallAction: "call", LayAction: "table-card", GiveAction: "give",
    TakeAction: "take", DiscardAction: "discard", PlayAction: "play",
}  # fmt: skip
_FOUND: Final = {-1: "monte", -2: "hand"}
_KEY: Final = "simulation.board_hands"


class BoardHand(NamedTuple):
    """A hand that was played on a board."""

    said: list[rec.Statement]
    """The statements of its record up to the last trick."""
    tally: Tally
    state: State
    """Its end, as far as the next deal depends on it."""


def play_on_board(table: HandOfBots) -> BoardHand | None:
    """Play a hand on a board; None, before any draw, if the engine has to play it."""
    game, plain = table.game, isinstance(table.bot, RandomBot | SensibleBot)
    if not plain or table.aim != FREE or table.incidents or table.declarable or table.setting.carry.by_match:
        return None
    if _KEY not in game.worked_out:
        game.worked_out[_KEY] = find_sensible_player(game) if _can_be_on_boards(game) else None
    player: SensiblePlayer | None = game.worked_out[_KEY]
    return None if player is None else _HandOnBoard(table, player).play_hand()


def _can_be_on_boards(game: Game) -> bool:
    """Check whether boards know all rules of a game, and it has only moves."""
    rules, player = game.rules, find_sensible_player(game)
    if player is None or not all(map(player.can_finish, rules.contracts)):
        return False
    return game.stock < 0 and not (watching(game) or rules.doubling.words or rules.play.trump or rules.play.leads)


class _HandOnBoard:
    """One hand in play; moves are noted as statements at once."""

    def __init__(self, table: HandOfBots, player: SensiblePlayer) -> None:
        self.table, self.player = table, player
        self.game: Game = table.game
        self.setting: Seating = table.setting
        self.active: tuple[int, ...] = table.setting.active
        self.labels: tuple[str, ...] = tuple([table.setting.labels[seat] for seat in self.active])
        """By place, as everything on the board is."""
        self.said: list[rec.Statement] = first_statements(table.game, table.setting)
        self.bids = 0
        self.tricks: list[tuple[int, tuple[int, ...]]] = []
        """The leader and the cards of each trick."""
        self.piles: int = 0
        """The cards that were dealt to piles."""
        self.called: tuple[int, str] = NOT_CALLED, ""
        """The place of the called card, and the rule of the call."""

    def play_hand(self) -> BoardHand:
        """The hand from the deal to its end."""
        game, setting = self.game, self.setting
        hands, piles = deal(game, setting, self.table.rng, eldest_holds=self.table.eldest_holds)
        kept, self.piles = dict(setting.carry.piles), sum(piles)
        for seat, label in zip(self.active, self.labels, strict=True):
            self.said.append(rec.Deal(label, game.cards.list(hands[seat])))
        self.said += [
            rec.Monte(game.cards.list(cards)) for pile, cards in enumerate(piles) if cards and pile not in kept
        ]
        place = {seat: number for number, seat in enumerate(self.active)}
        board = Board(
            self.player.compiled, [hands[seat] for seat in self.active], piles,
            dealer=place.get(setting.dealer, -1), dummies=tuple([place[seat] for seat in setting.dummies]),
            only=setting.carry.only, everyone=setting.carry.binds == "everyone",
            can_undo=False,
        )  # fmt: skip
        lead = self._go_on_to_the_play(board)
        if not board.is_over:
            self._play_tricks(board, lead)
        return BoardHand(self.said, self._add_up(board), self._find_end(board))

    # ------------------------------------------------------------------ auction and exchange

    def _go_on_to_the_play(self, board: Board) -> int | None:
        """Make all moves before the play.

        The answer is the first card, if there was another choice beside leading it.
        """
        raises, dealt = self.game.rules.contracts, self._view_board(board)
        while not board.is_over:
            if board.to_play >= 0 and not (board.contract and raises[board.contract].raises):
                return None
            moves = [move for move in board.list_legal_moves() if move.words or move.cards or not move.least]
            action = self.table.bot.choose_action(
                self.game,
                dealt if board.point is not None else self._view_board(board),
                list(map(self._make_offer, moves)),
                self.table.rng,
                (),
            )
            assert action is not None
            if isinstance(action, PlayAction):
                return action.card
            self._make_move(board, action)
        return None

    def _make_offer(self, move: BoardMoves) -> Offer:
        """Moves of a board as the engine offers them."""
        to = self.active[move.to] if move.do == "give" else move.to
        return Offer(move.do, self.active[move.seat], "", move.words, move.cards, move.least, move.most, to)

    def _view_board(self, board: Board) -> State:
        """The position as far as bots look at it."""
        hands = [0] * len(self.setting.labels)
        for seat, hand in zip(self.active, board.hands, strict=True):
            hands[seat] = hand
        turn = self.active[board.to_play] if board.to_play >= 0 else NOBODY
        return State(
            self.setting, tuple(hands), tuple(board.piles), (), contract=board.contract,
            declarer=self.active[board.decl] if board.decl >= 0 else NOBODY,
            partners=1 << self.active[board.mate] if board.mate >= 0 else 0, leader=turn, turn=turn,
        )  # fmt: skip

    def _make_move(self, board: Board, action: Action) -> None:
        do, seat = _DOES[type(action)], self.active.index(action.seat)
        label, cards = self.labels[seat], self.game.cards
        if isinstance(action, BidAction):
            self.said.append(rec.Bid(label, action.word, nth=self.bids))
            self.bids += 1
            board.make_move(do, seat, action.word)
        elif isinstance(action, RaiseAction):
            self.said.append(rec.Raise(label, action.word))
            board.make_move(do, seat, action.word)
        elif isinstance(action, CallAction):
            is_with_bid = board.point is not None
            rule = self._find_call_rule(board.point.contract if board.point is not None else board.contract)
            board.make_move(do, seat, 1 << action.card)
            found = board.found
            self.said.append(rec.Call(label, cards.names[action.card], _FOUND.get(found) or self.labels[found]))
            if is_with_bid or self.called[0] < 0 or self.called[1] != rule:
                self.called = found, rule
        else:
            moved: Any = action
            self._note_moved_cards(board, moved, do, label)
            board.make_move(do, seat, moved.cards)

    def _note_moved_cards(
        self, board: Board, action: LayAction | GiveAction | TakeAction | DiscardAction, do: str, label: str
    ) -> None:
        step = self.player.compiled.programs[board.contract][board.at]
        assert step is not None
        is_open = bool(step.open) and not (isinstance(step, SharingStep) and do == "discard")
        names, said = self.game.cards.list(action.cards), self.said
        if isinstance(action, LayAction):
            said.append(rec.TableCard(label, names, is_open))
        elif isinstance(action, GiveAction):
            said.append(rec.Give(label, self.setting.labels[action.to], names, is_open))
        elif isinstance(action, DiscardAction):
            said.append(rec.Discard(label, names, is_open, name_pile(self.game, action.pile)))
        elif action.cards:  # to take nothing needs no line
            said.append(rec.Take(label, names, is_open, name_pile(self.game, action.pile)))

    def _find_call_rule(self, contract: str) -> str:
        rules = self.game.rules
        return next(f"steps.{step}" for step in rules.contracts[contract].steps if rules.steps[step].do == "call")

    # ------------------------------------------------------------------ play

    def _play_tricks(self, board: Board, lead: int | None) -> None:
        """Play the hand to its end; `lead` is the first card, if it is chosen already."""
        bot, cards = self.table.bot, self.game.cards
        if isinstance(bot, SensibleBot):
            # What it leads first is what it leads; and what chance would say is of no use to anyone.
            won, last = self.player.play_tricks(board.hands, board.to_play, board.decl, board.mate, self.tricks)
        else:
            won, last = self._play_random_tricks(board, lead)
        board.won, board.last, board.outcome = won, last, "played"
        for number, (leader, trick) in enumerate(self.tricks, 1):
            names = tuple([cards.names[card] for card in trick])
            self.said.append(rec.Trick(number, self.labels[leader], names))

    def _play_random_tricks(self, board: Board, lead: int | None) -> tuple[list[int], int]:
        """The cards that each place wins by random play, and the winner of the last trick."""
        hands, suit_of, rng = board.hands, self.game.cards.suit_of, self.table.rng
        places, leader = len(hands), board.to_play
        must = self.game.rules.play.follow == "must"
        won = [0] * places
        while hands[leader]:
            trick: list[int] = []
            best, holder, suit = -1, leader, 0
            for place in (*range(leader, places), *range(leader)):
                hand = hands[place]
                if not trick and lead is not None:
                    card, lead = lead, None
                else:
                    card = draw_card((hand & suit or hand) if must else hand, rng)
                    if trick:
                        rng.random()  # the chance of a revoke, which needs an incident
                hands[place] = hand ^ 1 << card
                suit = suit or suit_of[card]
                if suit >> card & 1 and card > best:
                    best, holder = card, place
                trick.append(card)
            self.tricks.append((leader, tuple(trick)))
            won[holder] |= sum([1 << card for card in trick])
            leader = holder
        return won, leader

    # ------------------------------------------------------------------ the end

    def _add_up(self, board: Board) -> Tally:
        """The sums of the hand, by seat."""
        game, active = self.game, self.active
        tricks, in_tricks, piles = ([0] * len(self.setting.labels) for _ in range(3))
        tally = Tally(self.setting, tricks, in_tricks, piles, outcome=board.outcome)
        had = tally.had = {where: [0] * len(tricks) for where in ("dealt", "held", "won")}
        for place, seat in enumerate(active):
            had["dealt"][seat], had["held"][seat], had["won"][seat] = board.dealt[place], board.held[place], 0
        tally.dealt = sum(board.dealt) | self.piles
        found, tally.call_rule = self.called
        tally.called = active[found] if found >= 0 else found
        tally.contract, tally.declarer = board.contract, active[board.decl] if board.contract else NOBODY
        if board.outcome == "all_pass":
            return tally
        for place, seat in enumerate(active):
            tricks[seat] = board.won[place].bit_count() // len(active)
            in_tricks[seat] = game.cards.worth(board.won[place])
            had["won"][seat] = board.won[place]
        if board.mate >= 0:
            tally.partners = (active[board.mate],)
        tally.last = active[board.last]
        leader, cards = self.tricks[-1]
        tally.last_trick = ev.TrickWon(
            len(self.tricks), active[leader], cards, tally.last, self.setting.all, "play.wins"
        )  # fmt: skip
        for cards_left, name in zip(board.piles, game.piles, strict=True):
            winner = {"last_trick": tally.last, "declarer": tally.declarer, "nobody": NOBODY}[
                game.rules.piles[name].won_by
            ]
            if winner != NOBODY:
                piles[winner] += game.cards.worth(cards_left)
                had["won"][winner] |= cards_left
        tally.won = tally.dealt
        return tally

    def _find_end(self, board: Board) -> State:
        return self._view_board(board)._replace(outcome=board.outcome)
