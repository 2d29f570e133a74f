"""The auction as a graph: the legal words at each point, and the points after them.

Terms. A *point* is a moment of the auction at which a seat speaks, or names a card together with its bid; an
*outcome* is its end. Points are made when they are first reached, and are few: the same words lead to the same
point. Seats are *places*, counted from the eldest on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules


class AuctionTable(NamedTuple):
    """The seats that may speak, and the contracts that may be bid."""

    speakers: tuple[int, ...]
    dealer: int
    """The dealer's place, -1 if he holds no cards."""
    only: tuple[str, ...] = ()
    """The contracts to which the auction is narrowed; empty: all."""
    everyone: bool = True
    """True if that binds everyone, not only the first speaker."""


class AuctionEnd(NamedTuple):
    """The end of an auction."""

    contract: str
    """The contract; empty if all passed."""
    declarer: int


class _Now(NamedTuple):
    """All that the rest of an auction depends on."""

    turn: int
    high: int = -1
    holder: int = -1
    done: int = 0
    """The places that have spoken, or may speak no more."""
    left: int = 0
    calling: bool = False
    heard: int = 0
    """The places that have spoken at all, where that matters."""


class Point:
    """A moment of the auction."""

    __slots__ = ("_graph", "_next", "_now", "calling", "seat", "words")

    def __init__(self, graph: AuctionGraph, now: _Now) -> None:
        self._graph = graph
        self._now = now
        self._next: dict[str, Point | AuctionEnd] = {}
        self.seat = now.turn
        self.calling = now.calling
        """True if a card has to be named; then the word "" goes on."""
        self.words = () if now.calling else graph.words_allowed_at(now)

    def point_after(self, word: str) -> Point | AuctionEnd | None:
        """The point after a word; None if the word is not legal."""
        found = self._next.get(word)
        if found is None and (word in self.words or (self.calling and not word)):
            found = self._next[word] = self._graph.follow_word(self._now, word)
        return found

    @property
    def contract(self) -> str:
        """The highest bid so far."""
        return self._graph.ladder[self._now.high] if self._now.high >= 0 else ""


class AuctionGraph:
    """The graph of one table."""

    def __init__(self, rules: Rules, table: AuctionTable, with_card: frozenset[str]) -> None:
        self.params = rules.auction
        self.ladder = rules.auction.ladder
        self.table = table
        self.with_card = with_card
        """The contracts with whose bid a card is named."""
        self.at_first = {key for key, contract in rules.contracts.items() if contract.turn == "first"}
        """The contracts that may be bid only at the first turn."""
        self._points: dict[_Now, Point] = {}
        order = table.speakers
        first = order[-1] if self.params.first == "dealer" and table.dealer in order else order[0]
        self.start = self._point_at(_Now(first))

    def _point_at(self, now: _Now) -> Point:
        found = self._points.get(now)
        if found is None:
            found = self._points[now] = Point(self, now)
        return found

    def words_allowed_at(self, now: _Now) -> tuple[str, ...]:
        """The words that are legal for the speaker."""
        when = "before_bid" if now.high < 0 else "after_bid"
        waiting = [word for word, rule in self.params.words.items() if rule.when in ("always", when)]
        higher = self.ladder[now.high + 1 :]
        if now.heard >> now.turn & 1:
            higher = tuple(contract for contract in higher if contract not in self.at_first)
        table = self.table
        if table.only and (table.everyone or now.turn == table.speakers[0]):
            higher = tuple(contract for contract in higher if contract in table.only)
        return (*waiting, *higher)

    def follow_word(self, now: _Now, word: str) -> Point | AuctionEnd:
        """The point after a word, or after a card was named."""
        if not word:
            return self._pass_turn(now._replace(calling=False), now.holder)
        bit = 1 << now.turn
        now = now._replace(heard=now.heard | bit) if self.at_first else now
        if word in self.params.words:
            left = now.left | (bit if self.params.words[word].leaves else 0)
            return self._pass_turn(now._replace(done=now.done | bit, left=left), now.turn)
        done = bit | now.left if self.params.chances == "until_quiet" else now.done | bit
        new = now._replace(high=self.ladder.index(word), holder=now.turn, done=done)
        if word in self.with_card:
            return self._point_at(new._replace(calling=True))
        return self._pass_turn(new, now.turn)

    def _pass_turn(self, now: _Now, speaker: int) -> Point | AuctionEnd:
        order = self.table.speakers
        place = order.index(speaker)
        waiting = [seat for seat in (*order[place + 1 :], *order[:place]) if not now.done >> seat & 1]
        top = self.params.ends == "top_bid" and now.high == len(self.ladder) - 1
        if waiting and not top and not (self.params.ends == "first_bid" and now.high >= 0):
            return self._point_at(now._replace(turn=waiting[0]))
        return AuctionEnd(self.ladder[now.high], now.holder) if now.high >= 0 else AuctionEnd("", -1)
