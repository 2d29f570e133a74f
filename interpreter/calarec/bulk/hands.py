"""One plain hand of the text: its cards, auction, exchange and tricks held against the rules, and what it pays."""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Any

from calarec.kernel.mass.asserted import Asserted
from calarec.kernel.mass.layout import Layout
from calarec.kernel.mass.seating import Seating
from calarec.kernel.paying import answer_for_dummies
from calarec.kernel.steps import CALL, END, UNSAID
from calarec.light import NamedTuple

if TYPE_CHECKING:
    from calarec.kernel.kernel import Kernel
    from calarec.kernel.mass.seating import Settled
    from calarec.moves.setting import Carry, Setting

Row = tuple[int, int, int, int, int]

_LAST: Row = (END, 0, 0, UNSAID, UNSAID)
_NO_MOVES = [_LAST]
_MOST_KEPT = 64
"""Seatings that are kept; no file can fill the memory."""


class Text(NamedTuple):
    """The parts of a plain hand, as the pattern finds them; None where there is none."""

    name: bytes
    at: bytes
    dealer: bytes
    out: bytes
    carry: bytes
    kept: bytes
    deal: bytes
    hands: bytes
    moves: bytes
    tricks: bytes
    tricks_won: bytes
    tricks_mixed: bytes
    result: bytes
    score: bytes
    total: bytes


class Judged(NamedTuple):
    """What a hand came to. Lists are by place."""

    settled: Settled
    pays: list[int]
    idle: int
    """The payment of each who sits out."""
    won: tuple[int, ...]
    """The cards that each place has won; empty if nothing was played."""
    last: int
    piles: list[int]
    mate: int
    found: int
    """Where a called card was."""
    points: Any
    """Points of the declarer's side; without a declarer, those of each place."""
    others: int


class Judge:
    """Judges hands under one ruleset. Every method answers None where a hand has to be explained."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.layout = Layout(kernel)
        self.bit, self.suit = self.layout.bit, self.layout.suit
        functions = kernel.functions
        self.dealt, self.dealt_bare = functions["dealt"], functions["dealt_bare"]
        self.tricks, self.tricks_said = functions["tricks"], functions["tricks_said"]
        self.taken = functions["taken"]
        self.played_out = functions.get("settle_out")
        self.with_card = {name for name in kernel.contracts if kernel.calls_with_bid(name)}
        self.full = kernel.cards.full
        self.none = [0] * len(kernel.piles)
        self.cards = {name.encode("ascii"): 1 << number for name, number in kernel.cards.numbers.items()}
        self.cards[b"none"] = 0
        self.runs = {3 * n - 1: Struct("<H" + "xH" * (n - 1)) for n in range(2, 41)}
        """What takes so many cards out of a run of them, by its length."""
        self._seatings: dict[Setting, Seating] = {}
        self._asserted: dict[tuple[int, ...], Asserted] = {}

    def seating(self, setting: Setting) -> Seating:
        """The seating of a setting; evenings of the same people know what was heard in others."""
        found = self._seatings.get(setting)
        if found is None:
            if len(self._seatings) >= _MOST_KEPT:
                self._seatings.clear()
            found = self._seatings[setting] = Seating(self.kernel, setting)
        return found

    def asserted(self, labels: tuple[int, ...]) -> Asserted:
        """What holds the assertions of people with these letters."""
        found = self._asserted.get(labels)
        if found is None:
            if len(self._asserted) >= _MOST_KEPT:
                self._asserted.clear()
            found = self._asserted[labels] = Asserted(self, labels)
        return found

    def judge(self, text: Text, seating: Seating, carry: Carry) -> Judged | None:
        """What a hand comes to, if there is nothing to say of it; errors of tables where it has to be explained."""
        hands, piles = self._deal(text, seating, carry)
        if self.with_card and b"\ncall " in text.moves:
            heard = self._with_cards(text.moves, hands, piles, seating)
        else:
            heard = self._auction(text.moves, seating)
        if heard is None:
            return None
        settled, rows, asked, found, mate = heard
        if settled.check is None:
            return self._all_passed(settled, hands, piles, rows, text, seating)
        declarer = settled.declarer
        exchanged = settled.check(hands, piles, declarer, asked, found, mate, rows)
        if not exchanged:
            return None
        found, mate = exchanged
        played = self._play(text, hands, settled, seating)
        if played is None:
            return None
        won, last = played
        pays, idle, _, _, points, others = settled.settle(won, last, piles, declarer, mate, found, seating.idle)
        if seating.dummies:
            answer_for_dummies(pays, seating.dummies, declarer, mate)
        return Judged(settled, pays, idle if seating.idle else 0, won, last, piles, mate, found, points, others)

    def _deal(self, text: Text, seating: Seating, carry: Carry) -> tuple[list[int], list[int]]:
        """The hands and piles; TypeError for what is no card or no seat, ValueError for what is no deal."""
        layout = self.layout
        piles = self.none.copy()
        deal = text.deal
        if deal is not None:
            hands, laid = self.dealt(layout.deal.unpack(deal), self.bit, seating.places)
            left = layout.left_of_deal
            if layout.pile >= 0:
                piles[layout.pile] = laid
        else:
            deal, left = text.hands, layout.left_of_hands
            hands, laid = self.dealt_bare(layout.hands.unpack(deal), self.bit, seating.places)
            for pile, cards in carry.piles:
                piles[pile] = cards
                laid += cards
        # So many different powers of two make this sum only if each card occurs once.
        if sum(hands) + laid != self.full or deal.translate(None, layout.letters) != left:
            raise ValueError
        return hands, piles

    def _auction(self, moves: bytes, seating: Seating) -> tuple[Settled, list[Row], int, int, int] | None:
        """What the auction came to, and the exchange after it."""
        end = moves.index(b"\n") + 1
        while moves.startswith(b"raise", end):
            end = moves.index(b"\n", end) + 1
        heard = seating.heard(moves[:end])
        rows = self._rows(moves[end:], seating) if end < len(moves) else _NO_MOVES
        return None if heard is None or rows is None else (heard, rows, 0, -3, -1)

    def _rows(self, moves: bytes, seating: Seating) -> list[Row] | None:
        """The lines of the exchange, and one that says that it is over."""
        lines = self.layout.move.findall(moves)
        if len(lines) != moves.count(b"\n"):
            return None
        heads, tails, known = seating.heads, seating.tails, self.cards
        rows: list[Row] = []
        silent = openly = False
        for head, named, tail in lines:
            do, place, shown = heads[head]
            cards = known.get(named)
            if cards is None:
                codes = self.runs[len(named)].unpack(named)
                cards = sum(map(self.bit.__getitem__, codes))  # type: ignore[arg-type]
                if cards.bit_count() != len(codes):
                    return None
            if shown != UNSAID:
                openly = True
            elif do != CALL:
                silent = True
            rows.append((do, place, cards, tails[do][tail], shown))
        if silent and openly:
            return None
        rows.append(_LAST)
        return rows

    def _with_cards(
        self, moves: bytes, hands: list[int], piles: list[int], seating: Seating
    ) -> tuple[Settled, list[Row], int, int, int] | None:
        """Where cards are named together with bids: the auction, the exchange after it, and what was named last."""
        said, rest, calls, contract = b"", b"", [], b""
        for text in moves.splitlines(keepends=True):
            if text.startswith((b"bid", b"raise")):
                said += text
                contract = text.split()[-1]
            elif text.startswith(b"call"):
                said += text[:8] + b"x\n"
                calls.append((contract.decode("ascii"), text))
            else:
                rest += text
        heard = seating.heard(said)
        rows = self._rows(rest, seating) if rest else _NO_MOVES
        if heard is None or rows is None or not moves.endswith(rest):
            return None
        asked, found, mate = 0, -3, -1
        for name, text in calls:
            call = self._rows(text, seating)
            if call is None:
                return None
            _, seat, cards, to, _ = call[0]
            called = self.kernel.functions[f"called_{self.kernel.contracts.index(name)}"]
            answer = called(hands, piles, seat, cards, to)
            if not answer:
                return None
            asked, found, mate = answer
        if heard.contract not in self.with_card:
            asked, found, mate = 0, -3, -1
        return heard, rows, asked, found, mate

    def _play(
        self, text: Text, hands: list[int], settled: Settled, seating: Seating
    ) -> tuple[tuple[int, ...], int] | None:
        """What each place has won, and who has won the last trick."""
        layout, leader, letters = self.layout, settled.leader, settled.turned
        turned = (*hands[leader:], *hands[:leader]) if leader else hands
        tricks = text.tricks
        if tricks is not None:
            played = self.tricks(layout.row.iter_unpack(tricks), self.bit, self.suit, *letters, *turned)
            width, left = layout.row.size, layout.left_of_rows
        elif text.tricks_won is not None:
            tricks = text.tricks_won
            played = self.tricks_said(layout.row_won.iter_unpack(tricks), self.bit, self.suit, *letters, *turned)
            width, left = layout.row_won.size, layout.left_of_rows_won
        else:
            return self._play_mixed(text, hands, settled, seating)
        if not played or tricks[1::width] != layout.ones or tricks[::width] != layout.tens:
            return None
        if tricks.translate(None, layout.letters) != left:
            return None
        last = seating.places[played[0]] or 0
        won: tuple[int, ...] = played[1:]
        return (won[-last:] + won[:-last] if last else won), last

    def _play_mixed(
        self, text: Text, hands: list[int], settled: Settled, seating: Seating
    ) -> tuple[tuple[int, ...], int] | None:
        """Tricks of which some say who won and some do not."""
        lines = (text.tricks_mixed or b"").splitlines(keepends=True)
        length = self.layout.row.size - 1
        bare = b"".join(line[:length] + b"\n" for line in lines)
        if len(bare) != self.layout.rows:
            return None
        played = self._play(text._replace(tricks=bare), hands, settled, seating)
        if played is None:
            return None
        leaders = [line[3] for line in lines[1:]] + [seating.letters[played[1]]]
        for line, winner in zip(lines, leaders, strict=True):
            if line[length:] not in (b"\n", b" > %c\n" % winner):
                return None
        return played

    def _all_passed(
        self, settled: Settled, hands: list[int], piles: list[int], rows: list[Row], text: Text, seating: Seating
    ) -> Judged | None:
        """A hand in which nobody bid."""
        if rows is not _NO_MOVES:
            return None
        tricks = text.tricks or text.tricks_won or text.tricks_mixed
        if self.played_out is None:
            return None if tricks else Judged(settled, [0] * len(hands), 0, (), -1, piles, -1, -3, (), 0)
        played = self._play(text, hands, settled, seating)
        if played is None:
            return None
        won, last = played
        pays, idle, _, _, points, others = self.played_out(won, last, piles)
        return Judged(settled, pays, idle, won, last, piles, -1, -3, points, others)

    # ------------------------------------------------------------------ after the play

    def points(self, judged: Judged) -> list[int]:
        """The points of each place."""
        if not judged.won:
            return [0] * self.kernel.players
        return self.taken(judged.won, judged.last, judged.piles, judged.settled.declarer)  # type: ignore[no-any-return]

    def counted(self, judged: Judged) -> list[int]:
        """The whole points with which each place is credited: those of its side."""
        whole = self.kernel.whole
        if not judged.won:
            return [0] * self.kernel.players
        if not judged.settled.contract:
            return [points // whole for points in judged.points]
        own = (judged.settled.declarer, judged.mate)
        mine, theirs = judged.points // whole, judged.others // whole
        return [mine if place in own else theirs for place in range(self.kernel.players)]
