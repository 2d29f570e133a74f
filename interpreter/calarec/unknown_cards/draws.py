"""Draws in the play: a plan with the moves from the stock, written or not.

The next leader draws first after a trick, then the others; a drawn card is in no earlier trick.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.engine.cards import bits
from calarec.core.engine.drawing import NO_CARD, clear_tops, turn_up
from calarec.core.judge.lines import find_trick_winner
from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec
from calarec.unknown_cards.exchanges import BLANK, DrawsFirst, PlannedTransfer, PlayedFrom

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Packet, Seating
    from calarec.unknown_cards.exchanges import Plan


MAX_UNWRITTEN: Final = 2
"""The most cards of packets without a line that are tried in each order."""


def with_draws(plan: Plan, game: Game, setting: Seating) -> list[Plan]:
    """Add a line and a move for every card drawn between two tricks.

    After the last trick an unwritten draw is only needed for a card that is shown there. Then the plan is repeated
    with one draw more, and so on, and with each shown card in the last of these. If the winner of that trick is not
    known, the plan is repeated for each possible seat, and without draws.

    With a stock in packets, the plan is repeated for each way in which open cards can have been played, if all are
    known.
    """
    if game.stock < 0 or plan.lost:
        return [plan]
    if game.rules.play.draw is not None and game.rules.play.draw.tops is not None:
        return _PlayFromPackets(plan, game, setting).find_plans()
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
    """The first line after the last trick that may need draws.

    None if it is known who won that trick.
    """
    lines = plan.statements[plan.before_play :]
    last = max((at for at, line in enumerate(lines) if isinstance(line, rec.Trick)), default=-1)
    trick = lines[last] if last >= 0 else None
    if not isinstance(trick, rec.Trick) or trick.winner or len(trick.cards) < len(setting.active):
        return None
    if all(name in game.cards.numbers for name in trick.cards):
        return None
    return next((line for line in lines[last:] if isinstance(line, rec.Take | rec.Show)), None)


def _plans_with_draws(plan: Plan, game: Game, setting: Seating) -> Iterator[tuple[Plan, _PlayWithDraws]]:
    """Yield the plan with its draws, and with ever more of them after the last trick."""
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


class _Followed(NamedTuple):
    """The place up to which a play from packets is followed."""

    packets: tuple[Packet, ...]
    tops: tuple[PlayedFrom, ...] = ()
    due: tuple[int, ...] = ()
    """The seats that turn up a card after this trick, by no written line."""
    supplied: tuple[tuple[int, int, int, int], ...] = ()
    """Cards turned up without a line: the place of the trick before, the number of moves before, seat and card."""


class _PlayFromPackets:
    """Lines of a play from packets, and the ways in which tops can have been played.

    The players who turn up a card after a trick depend on which cards were open. So every card that is turned up has
    to be written, and the plays are read by that. Few cards of a known stock may lack a line: these are tried in each
    order. Otherwise no way is searched.
    """

    def __init__(self, plan: Plan, game: Game, setting: Seating) -> None:
        self.plan = plan
        self.game = game
        self.setting = setting
        self.lines = plan.statements[plan.before_play :]
        self.stock = len(setting.labels) + game.stock
        packets = [
            packet._replace(top=NO_CARD, below=packet.below + (packet.top != NO_CARD)) for packet in plan.state.packets
        ]
        self.ways = [_Followed(tuple(packets))]
        self.unwritten: tuple[int, ...] = self._find_unwritten()

    def _find_unwritten(self) -> tuple[int, ...]:
        """Find the cards of the stock without a line; none if unknown or too many."""
        cards, statements = self.game.cards, self.plan.statements
        takes, deals, stock = (
            [name for line in statements if isinstance(line, kind) for name in line.cards]
            for kind in (rec.Take, rec.Deal, rec.Monte)
        )
        whole = cards.full if not stock or BLANK in stock else self._cards_of(stock)
        left = tuple(bits(whole & ~self._cards_of(takes) & ~self._cards_of(deals)))
        return left if len(left) <= MAX_UNWRITTEN else ()

    def _cards_of(self, names: Iterable[str]) -> int:
        numbers = self.game.cards.numbers
        return sum(1 << card for card in {numbers[name] for name in names if name in numbers})

    def find_plans(self) -> list[Plan]:
        """List the plan once for each way; not at all, if a card turned up is unknown."""
        moves = list(self.plan.moves)
        for move in moves:
            if move.source == self.stock:
                self._turn_up(move.statement, move.target)
        last = max((at for at, line in enumerate(self.lines) if isinstance(line, rec.Trick)), default=-1)
        for at, line in enumerate(self.lines):
            if isinstance(line, rec.Take):
                seat = number_of(self.setting, line.seat)
                moves.append(PlannedTransfer(line, self.stock, seat, len(line.cards), written=True))
                self._turn_up(line, seat)
            elif isinstance(line, rec.Trick):
                behind = takewhile(lambda line: not isinstance(line, rec.Trick), self.lines[at + 1 :])
                told = [number_of(self.setting, take.seat) for take in behind if isinstance(take, rec.Take)]
                played = [after for way in self.ways for after in self._play(way, line, told, is_last=at == last)]
                self.ways = [after for way in played for after in self._turn_up_unwritten(way, at, len(moves))]
        return [self._plan_of(way, moves) for way in self.ways]

    def _plan_of(self, way: _Followed, moves: Sequence[PlannedTransfer]) -> Plan:
        """The plan with the plays of a way, and lines for the cards that have none."""
        statements, moves = list(self.plan.statements), list(moves)
        for behind, (at, before, seat, card) in enumerate(way.supplied):
            line = rec.Take(self.setting.labels[seat], (BLANK,))
            statements.insert(self.plan.before_play + at + 1 + behind, line)
            moves.insert(before + behind, PlannedTransfer(line, self.stock, seat, 1, written=False, card=card))
        return replace(self.plan, statements=tuple(statements), moves=tuple(moves), tops=way.tops)

    def _turn_up_unwritten(self, way: _Followed, at: int, moves: int) -> list[_Followed]:
        """List the ways in which cards without a line were turned up after a trick."""
        ways = [way._replace(due=())]
        for seat in way.due:
            ways = [
                before._replace(
                    packets=turn_up(before.packets, seat, 1 << card),
                    supplied=(*before.supplied, (at, moves, seat, card)),
                )
                for before in ways
                for card in self.unwritten
                if card not in [known for *_, known in before.supplied]
            ]
        return ways

    def _turn_up(self, line: rec.Statement | None, seat: int) -> None:
        """Turn up the cards of a line; unknown ones, if all without a line are these."""
        names = line.cards if isinstance(line, rec.Take) else ()
        mask = self._cards_of(names)
        if names.count(BLANK) == len(self.unwritten):
            mask |= sum(1 << card for card in self.unwritten)
        known = 0 < mask.bit_count() == len(names)
        self.ways = [way._replace(packets=turn_up(way.packets, seat, mask)) for way in self.ways if known]

    def _play(self, way: _Followed, trick: rec.Trick, told: list[int], *, is_last: bool) -> list[_Followed]:
        """List the ways after a trick; after the last, a turned-up card may be unwritten."""
        ways = [way]
        leader = number_of(self.setting, trick.leader)
        seats = (leader, *self.setting.others(leader)) if leader in self.setting.active else ()
        for place, seat in enumerate(seats[: len(trick.cards)]):
            ways = [
                after for before in ways for after in self._play_card(before, trick, place, seat, told, is_last=is_last)
            ]
        return ways

    def _play_card(
        self, way: _Followed, trick: rec.Trick, place: int, seat: int, told: list[int], *, is_last: bool
    ) -> list[_Followed]:
        """List the ways after a card, by whether one was turned up in its place."""
        covering = [packet.top for packet in way.packets if packet.seat == seat and packet.below and packet.top >= 0]
        card = self.game.cards.numbers.get(trick.cards[place], NO_CARD)
        if card != NO_CARD:
            is_told = told.count(seat) == (card in covering) or (is_last and seat not in told)
            after = way._replace(packets=clear_tops(way.packets, (card,)))
            if not is_told and card in covering and seat not in told:
                return [after._replace(due=(*way.due, seat))]
            return [after] if is_told else []
        if seat in told:
            return [
                _Followed(clear_tops(way.packets, (top,)), (*way.tops, PlayedFrom(trick, place, 1 << top)))
                for top in covering
            ]
        if is_last:
            return [way]
        other = self.game.cards.full & ~sum(1 << top for top in covering)
        return [way._replace(tops=(*way.tops, PlayedFrom(trick, place, other)))]


class _PlayWithDraws:
    """The lines of a play, gone through once."""

    def __init__(self, plan: Plan, game: Game, setting: Seating, supposed: int) -> None:
        self.game = game
        self.supposed = supposed
        """The number of draws after the last trick that are still to be supposed."""
        self.last = -1
        """The place of the last of these among the moves."""
        self.shown: tuple[int, ...] = ()
        """The cards that who draws it shows after it."""
        self.first = plan.draws_first
        self.behind = 0
        """The number of cards drawn after the last trick."""
        self.in_turn = True
        """True if these were drawn in turn, as they have to be."""
        self.setting = setting
        self.play = plan.statements[plan.before_play :]
        self.statements = list(plan.statements[: plan.before_play])
        self.moves = list(plan.moves)
        self.trump = plan.state.trump
        self.left = plan.state.piles[game.stock].bit_count()

    def insert_draws(self) -> None:
        """Insert draws trick by trick, with the lines between tricks."""
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
        """Insert the draws between two tricks; unwritten ones if the play went on."""
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
        """Suppose one unwritten draw after the last trick; `lines` come after it."""
        self.supposed -= 1
        self.last = len(self.moves)
        shows = (line.cards for line in lines if isinstance(line, rec.Show) and line.seat == label)
        numbers = self.game.cards.numbers
        self.shown = tuple(sorted({numbers[name] for cards in shows for name in cards if name in numbers}))

    def _drawers_due(
        self, trick: rec.Trick, lines: tuple[rec.Statement, ...], following: rec.Trick | None
    ) -> list[str]:
        """The letters of the seats that draw after a trick, in order.

        Empty if it is not known who won it.
        """
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
        """The winner of a trick by its line or the next ones; -1 if not known."""
        seats = (number_of(self.setting, label) for label in (following.leader if following else "", trick.winner))
        takers = (number_of(self.setting, line.seat) for line in lines if isinstance(line, rec.Take))
        known = (*seats, find_trick_winner(trick, self.game, self.setting, self.trump), *takers)
        return next((seat for seat in known if seat in self.setting.active), -1)

    def _add_draw(self, line: rec.Take, *, written: bool) -> None:
        seats, seat = len(self.setting.labels), number_of(self.setting, line.seat)
        self.statements.append(line)
        self.moves.append(PlannedTransfer(line, seats + self.game.stock, seat, 1, written))
        self.left -= 1
