"""One plain hand of the text: its cards, auction, exchange and tricks held against the rules, and what it pays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.kernel.board import answer_for_dummies
from calarec.kernel.mass.layout import Layout
from calarec.kernel.steps import CALL, DISCARD, END, GIVE, LAY, TAKE, UNSAID
from calarec.light import NamedTuple

if TYPE_CHECKING:
    from re import Match

    from calarec.kernel.kernel import Kernel
    from calarec.kernel.mass.seating import Seating, Settled
    from calarec.moves.setting import Carry

Row = tuple[int, int, int, int, int]

_VERBS = {b"call": CALL, b"table-card": LAY, b"give": GIVE, b"take": TAKE, b"discard": DISCARD}
_SHOWN = {b"": UNSAID, b"open ": 1, b"closed ": 0}
_LAST: Row = (END, 0, 0, UNSAID, UNSAID)


class Judged(NamedTuple):
    """What a hand came to. Lists are by place."""

    settled: Settled
    pays: list[int]
    idle: int
    """The payment of each who sits out."""
    won: Any
    """The cards that each place has won; empty if nothing was played."""
    last: int
    piles: list[int]
    mate: int
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
        self.dealt = functions["dealt"]
        self.tricks, self.tricks_said = functions["tricks"], functions["tricks_said"]
        self.taken = functions["taken"]
        contracts = range(len(kernel.contracts))
        self.check: list[Any] = [functions.get(f"check_{number}") for number in contracts]
        self.settle: list[Any] = [functions.get(f"settle_{number}") for number in contracts]
        self.played_out = functions.get("settle_out")
        self.with_card = {name for name in kernel.contracts if kernel.calls_with_bid(name)}
        self.none = [0] * len(kernel.piles)
        self.cards = {name.encode("ascii"): 1 << number for name, number in kernel.cards.numbers.items()}
        self.cards[b"none"] = 0

    def judge(self, data: bytes, found: Match[bytes], seating: Seating, carry: Carry) -> Judged | None:
        """What a hand comes to, if there is nothing to say of it."""
        hands, piles = self._deal(data, found, seating, carry)
        moves, tricks = found[9], found[10]
        if self.with_card:
            split = self._with_cards(moves, hands, piles, seating)
            if split is None:
                return None
            settled, rows, asked, where, mate = split
        else:
            end = moves.index(b"\n") + 1
            while moves.startswith(b"raise", end):
                end = moves.index(b"\n", end) + 1
            heard = seating.heard(moves[:end])
            if heard is None:
                return None
            settled, asked, where, mate = heard, 0, -3, -1
            rows = self._rows(moves[end:], seating) if end < len(moves) else [_LAST]
        if rows is None:
            return None
        if not settled.contract:
            return self._all_passed(settled, hands, piles, rows, tricks, seating)
        if tricks is None:
            return None
        exchanged = self.check[settled.number](hands, piles, settled.declarer, asked, where, mate, rows)
        if not exchanged:
            return None
        where, mate = exchanged
        leader = self.kernel.leader(settled.contract, settled.declarer, seating.dealer)
        played = self._play(tricks, hands, leader, seating)
        if played is None:
            return None
        won, last = played
        pays, idle, _, _, points, others = self.settle[settled.number](
            won, last, piles, settled.declarer, mate, where, seating.idle
        )
        if seating.dummies:
            answer_for_dummies(pays, seating.dummies, settled.declarer, mate)
        return Judged(settled, pays, idle if seating.idle else 0, won, last, piles, mate, points, others)

    def _deal(self, data: bytes, found: Match[bytes], seating: Seating, carry: Carry) -> tuple[list[int], list[int]]:
        """The hands and piles; TypeError for what is no card or no seat, ValueError for what is no deal."""
        layout, bit = self.layout, self.bit
        hands = self.dealt(layout.deals.unpack_from(data, found.start(7)), bit, seating.places)
        piles = self.none.copy()
        if found[8]:
            piles[layout.pile] = sum([bit[card] for card in layout.laid.unpack(found[8])])
        else:
            for pile, cards in carry.piles:
                piles[pile] = cards
        # So many different powers of two make this sum only if each card occurs once.
        if sum(hands) + sum(piles) != self.kernel.cards.full:
            raise ValueError
        return hands, piles

    def _rows(self, moves: bytes, seating: Seating) -> list[Row] | None:
        """The lines of the exchange, and one that says that it is over."""
        lines = self.layout.move.findall(moves)
        if len(lines) != moves.count(b"\n"):
            return None
        places, where, known = seating.places, seating.where, self.cards
        rows: list[Row] = []
        openly = set()
        for verb, seat, shown, named, tail in lines:
            cards = known.get(named)
            if cards is None:
                names = named.split()
                cards = sum([known[name] for name in names])
                if cards.bit_count() != len(names):
                    return None
            said = _SHOWN[shown]
            if verb != b"call":
                openly.add(said)
            rows.append((_VERBS[verb], places[seat[0]], cards, where[verb + tail], said))
        if len(openly) > 1 and UNSAID in openly:
            return None
        rows.append(_LAST)
        return rows

    def _with_cards(
        self, moves: bytes, hands: list[int], piles: list[int], seating: Seating
    ) -> tuple[Settled, list[Row] | None, int, int, int] | None:
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
        if heard is None or not moves.startswith(b"bid"):
            return None
        asked, where, mate = 0, -3, -1
        for name, text in calls:
            rows = self._rows(text, seating)
            if rows is None:
                return None
            _, seat, cards, to, _ = rows[0]
            called = self.kernel.functions[f"called_{self.kernel.contracts.index(name)}"]
            found = called(hands, piles, seat, cards, to)
            if not found:
                return None
            asked, where, mate = found
        if heard.contract not in self.with_card:
            asked, where, mate = 0, -3, -1
        return heard, self._rows(rest, seating) if rest else [_LAST], asked, where, mate

    def _play(
        self, tricks: bytes, hands: list[int], leader: int, seating: Seating
    ) -> tuple[tuple[int, ...], int] | None:
        """What each place has won, and who has won the last trick."""
        rows, stated = self.layout.rows(tricks)
        if not rows:
            return self._play_mixed(tricks, hands, leader, seating)
        turned = (*hands[leader:], *hands[:leader])
        if stated:
            lines = self.layout.row_won.iter_unpack(rows)
            played = self.tricks_said(lines, self.bit, self.suit, *seating.turns[leader], *turned)
        else:
            lines = self.layout.row.iter_unpack(rows)
            played = self.tricks(lines, self.bit, self.suit, *seating.turns[leader], *turned)
        if not played:
            return None
        letter, *won = played
        last = seating.places[letter]
        assert last is not None
        back = len(won) - last
        return (*won[back:], *won[:back]), last

    def _play_mixed(
        self, tricks: bytes, hands: list[int], leader: int, seating: Seating
    ) -> tuple[tuple[int, ...], int] | None:
        """Tricks of which some say who won and some do not."""
        lines = tricks.splitlines(keepends=True)
        length = self.layout.row.size - 1
        played = self._play(b"".join(line[:length] + b"\n" for line in lines), hands, leader, seating)
        if played is None:
            return None
        leaders = [line[3] for line in lines[1:]] + [seating.letters[played[1]]]
        if any(len(line) > length + 1 and line[-2] != won for line, won in zip(lines, leaders, strict=True)):
            return None
        return played

    def _all_passed(
        self, settled: Settled, hands: list[int], piles: list[int], rows: list[Row], tricks: bytes | None,
        seating: Seating,
    ) -> Judged | None:  # fmt: skip
        """A hand in which nobody bid."""
        if rows[0] is not _LAST:
            return None
        if self.played_out is None:
            return None if tricks else Judged(settled, [0] * len(hands), 0, (), -1, piles, -1, (), 0)
        if not tricks:
            return None
        played = self._play(tricks, hands, self.kernel.leader("", -1, seating.dealer), seating)
        if played is None:
            return None
        won, last = played
        pays, idle, _, _, points, others = self.played_out(won, last, piles)
        return Judged(settled, pays, idle, won, last, piles, -1, points, others)

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
