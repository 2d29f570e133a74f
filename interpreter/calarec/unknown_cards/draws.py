"""What was drawn in the play: a plan with the moves from the stock, those that the record does not tell among them.

Who draws after a trick is who leads to the next one, then the others; a card that is drawn goes into no trick before.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from calarec.core.base.frozen import replace
from calarec.core.engine.drawing import NO_CARD, clear_tops, turn_up
from calarec.core.judge.lines import find_trick_winner
from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec
from calarec.unknown_cards.exchanges import BLANK, DrawsFirst, PlannedTransfer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.unknown_cards.exchanges import Plan


def with_draws(plan: Plan, game: Game, setting: Seating) -> list[Plan]:
    """The plan with a line and a move for every card that was drawn between two tricks.

    Behind the last trick nobody need have drawn what no line says, but for a card that is shown there: the plan comes
    again with one draw more, and one more, and of the last of these each card that who draws it shows. If nobody can
    tell who has won that trick, it comes so for each seat that may have, and as nobody has drawn.

    Of a stock in packets the plan comes back only where it is known all along which cards are open.
    """
    if game.stock < 0 or plan.lost:
        return [plan]
    if game.rules.play.draw is not None and game.rules.play.draw.tops is not None:
        played = _PlayFromPackets(plan, game, setting)
        played.follow()
        return [replace(plan, moves=tuple(played.moves))] if played.is_known else []
    behind = _line_after_unsettled_trick(plan, game, setting)
    if behind is None:
        return [plan_with_draws for plan_with_draws, _ in _plans_with_draws(plan, game, setting)]
    firsts = [DrawsFirst(setting.labels[seat], behind) for seat in setting.active]
    by_first = [
        plan_and_play
        for first in firsts
        for plan_and_play in _plans_with_draws(replace(plan, draws_first=first), game, setting)
    ]
    as_told = list(_plans_with_draws(plan, game, setting))
    nobody = [plan_with_draws for plan_with_draws, drawing in as_told if not drawing.behind]
    in_turn = [plan_with_draws for plan_with_draws, drawing in by_first if drawing.behind and drawing.in_turn]
    return [*nobody, *in_turn] or [plan_with_draws for plan_with_draws, _ in as_told]


def _line_after_unsettled_trick(plan: Plan, game: Game, setting: Seating) -> rec.Take | rec.Show | None:
    """The line behind the last trick that somebody has drawn for, perhaps; None if it is known who won that trick."""
    lines = plan.statements[plan.before_play :]
    last = max((at for at, line in enumerate(lines) if isinstance(line, rec.Trick)), default=-1)
    trick = lines[last] if last >= 0 else None
    if not isinstance(trick, rec.Trick) or trick.winner or len(trick.cards) < len(setting.active):
        return None
    if all(name in game.cards.numbers for name in trick.cards):
        return None
    return next((line for line in lines[last:] if isinstance(line, rec.Take | rec.Show)), None)


def _plans_with_draws(plan: Plan, game: Game, setting: Seating) -> Iterator[tuple[Plan, _PlayWithDraws]]:
    """The plan with its draws, and with more and more of them behind the last trick; each with how it was found."""
    for supposed in range(len(setting.active) + 1):
        drawing = _PlayWithDraws(plan, game, setting, supposed)
        drawing.insert_draws()
        if drawing.supposed:
            break
        statements, moves = tuple(drawing.statements), drawing.moves
        for card in drawing.shown if supposed else (-1,):
            at = drawing.last
            last = [*moves[:at], moves[at]._replace(card=card), *moves[at + 1 :]] if supposed else moves
            yield replace(plan, statements=statements, moves=tuple(last)), drawing


class _PlayFromPackets:
    """The lines of a play from packets on the table, gone through once.

    Who turns up a card after a trick depends on which cards were open. That is followed while every card that is played
    or turned up is written, and every card that has to be turned up is; otherwise no way is looked for.
    """

    def __init__(self, plan: Plan, game: Game, setting: Seating) -> None:
        self.game = game
        self.setting = setting
        self.opening = [move for move in plan.moves if move.source == len(setting.labels) + game.stock]
        self.lines = plan.statements[plan.before_play :]
        self.packets = tuple([
            packet._replace(top=NO_CARD, below=packet.below + (packet.top != NO_CARD)) for packet in plan.state.packets
        ])
        self.moves = list(plan.moves)
        self.is_known = True
        """Whether it is known all along which cards are open."""

    def follow(self) -> None:
        """Line after line, up to the last card that is turned up."""
        for move in self.opening:
            self._turn_up(move.statement, move.target)
        last = max((at for at, line in enumerate(self.lines) if isinstance(line, rec.Trick)), default=-1)
        for at, line in enumerate(self.lines):
            if isinstance(line, rec.Take):
                seat = number_of(self.setting, line.seat)
                self.moves.append(
                    PlannedTransfer(line, len(self.setting.labels) + self.game.stock, seat, len(line.cards), written=True)
                )
                self._turn_up(line, seat)
            elif isinstance(line, rec.Trick):
                self._play(line)
                due = [packet.seat for packet in self.packets if packet.top == NO_CARD and packet.below]
                told = [
                    number_of(self.setting, take.seat)
                    for take in takewhile(lambda each: not isinstance(each, rec.Trick), self.lines[at + 1 :])
                    if isinstance(take, rec.Take)
                ]
                self.is_known = self.is_known and (at == last or sorted(due) == sorted(told))

    def _turn_up(self, line: rec.Statement | None, seat: int) -> None:
        names = line.cards if isinstance(line, rec.Take) else ()
        cards = [self.game.cards.numbers[name] for name in names if name in self.game.cards.numbers]
        self.is_known = self.is_known and 0 < len(cards) == len(names)
        self.packets = turn_up(self.packets, seat, sum(1 << card for card in cards))

    def _play(self, trick: rec.Trick) -> None:
        if any(packet.below for packet in self.packets):
            gone = [self.game.cards.numbers.get(name, NO_CARD) for name in trick.cards]
            self.is_known = self.is_known and NO_CARD not in gone
            self.packets = clear_tops(self.packets, gone)


class _PlayWithDraws:
    """The lines of a play, gone through once."""

    def __init__(self, plan: Plan, game: Game, setting: Seating, supposed: int) -> None:
        self.game = game
        self.supposed = supposed
        """How many cards are still to be drawn behind the last trick before one is shown there."""
        self.last = -1
        """The place of the last of these among the moves."""
        self.shown: tuple[int, ...] = ()
        """The cards that who draws it shows after it."""
        self.first = plan.draws_first
        self.behind = 0
        """How many cards were drawn behind the last trick."""
        self.in_turn = True
        """Whether these were drawn one after the other, as it has to be."""
        self.setting = setting
        self.play = plan.statements[plan.before_play :]
        self.statements = list(plan.statements[: plan.before_play])
        self.moves = list(plan.moves)
        self.trump = plan.state.trump
        self.left = plan.state.piles[game.stock].bit_count()

    def insert_draws(self) -> None:
        """Trick after trick with what stands between it and the next."""
        at = 0
        while at < len(self.play):
            statement = self.play[at]
            self.statements.append(statement)
            at += 1
            if not isinstance(statement, rec.Trick) or len(statement.cards) < len(self.setting.active):
                continue
            end = next((n for n in range(at, len(self.play)) if isinstance(self.play[n], rec.Trick)), len(self.play))
            following = next((line for line in self.play[end:] if isinstance(line, rec.Trick)), None)
            self._insert_between(statement, self.play[at:end], following)
            at = end

    def _insert_between(self, trick: rec.Trick, lines: tuple[rec.Statement, ...], following: rec.Trick | None) -> None:
        """The lines between two tricks; what is missing there was drawn all the same if the play went on."""
        due = self._drawers_due(trick, lines, following)
        for place, line in enumerate(lines):
            later = {line.seat for line in lines[place:] if isinstance(line, rec.Take)}
            if isinstance(line, rec.Take) and len(line.cards) == 1 and line.seat in due:
                self.behind += following is None
                while due[0] not in later:
                    self._add_draw(rec.Take(due.pop(0), (BLANK,)), written=False)
                self.in_turn = self.in_turn and (following is not None or due[0] == line.seat)
                due.remove(line.seat)
                self._add_draw(line, written=True)
            else:
                # What is shown may have been drawn, by a move that nobody wrote down.
                while isinstance(line, rec.Show) and due and due[0] not in later:
                    if following is None and not self.supposed:
                        break
                    if following is None:
                        self.behind += 1
                        self._suppose_draw(due[0], lines[place:])
                    self._add_draw(rec.Take(due.pop(0), (BLANK,)), written=False)
                self.statements.append(line)
        for label in due if following is not None else ():
            self._add_draw(rec.Take(label, (BLANK,)), written=False)

    def _suppose_draw(self, label: str, lines: tuple[rec.Statement, ...]) -> None:
        """One card that nobody wrote down is drawn behind the last trick; `lines` come after it."""
        self.supposed -= 1
        self.last = len(self.moves)
        shows = (line.cards for line in lines if isinstance(line, rec.Show) and line.seat == label)
        numbers = self.game.cards.numbers
        self.shown = tuple(sorted({numbers[name] for cards in shows for name in cards if name in numbers}))

    def _drawers_due(
        self, trick: rec.Trick, lines: tuple[rec.Statement, ...], following: rec.Trick | None
    ) -> list[str]:
        """The letters of those who draw after a trick, in order; nobody, if it is not known who won it."""
        if following is None and self.first is not None:
            first = number_of(self.setting, self.first.seat)
        else:
            first = self._find_trick_winner(trick, lines, following)
        if first < 0:
            return []
        return [self.setting.labels[seat] for seat in (first, *self.setting.others(first))][: self.left]

    def _find_trick_winner(
        self, trick: rec.Trick, lines: tuple[rec.Statement, ...], following: rec.Trick | None
    ) -> int:
        """Who has won a trick, as its line or what stands behind it says; -1 if nothing does."""
        seats = (number_of(self.setting, label) for label in (following.leader if following else "", trick.winner))
        takers = (number_of(self.setting, line.seat) for line in lines if isinstance(line, rec.Take))
        known = (*seats, find_trick_winner(trick, self.game, self.setting, self.trump), *takers)
        return next((seat for seat in known if seat in self.setting.active), -1)

    def _add_draw(self, line: rec.Take, *, written: bool) -> None:
        seats, seat = len(self.setting.labels), number_of(self.setting, line.seat)
        self.statements.append(line)
        self.moves.append(PlannedTransfer(line, seats + self.game.stock, seat, 1, written))
        self.left -= 1
