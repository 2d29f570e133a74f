"""A contract of which only the payments speak: it is offered for the one that was bid, and nothing is settled.

What was bid is the strongest thing that a hand says of its contract. Where it cannot be what was paid for, and with
one other contract alone the hand fits what was paid, one of the two is a slip, and nobody can tell which. A contract
that explains payments only with a bonus of which nothing is written explains nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.base.frozen import NamedTuple, replace
from calarec.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.engine.game import Game
    from calarec.judge.problems import Problems
    from calarec.records.model import Hand


class Other(NamedTuple):
    """A hand under another contract."""

    hand: Hand
    contract: str
    said: rec.Bid | rec.Raise
    """What was said instead."""
    wording: str = "paid"
    fix: str | None = None

    def tell(self, problems: Problems) -> None:
        """The offer."""
        problems.add(
            "CAL408", self.said, word=0, wording=self.wording, label=self.said.seat, name=self.said.word,
            meant=self.contract, fix=self.fix, rule="settle.pay",
        )  # fmt: skip


def offered(hand: Hand, game: Game, fits: Callable[[Hand], bool]) -> Other | None:
    """The one other contract under which a hand fits its payments; None if there is none, or more than one."""
    found = [each for each in _others(hand, game) if fits(each.hand)]
    return found[0] if len({each.contract for each in found}) == 1 else None


def _others(hand: Hand, game: Game) -> Iterator[Other]:
    """The hand under every contract that may have been bid for the one that was, or to which that may be raised."""
    ladder, contracts = game.rules.auction.ladder, game.rules.contracts
    bids = [each for each in hand.statements if isinstance(each, rec.Bid) and each.word in ladder]
    if not bids:
        return
    bid = max(bids, key=lambda each: ladder.index(each.word))
    raised = next((each for each in hand.statements if isinstance(each, rec.Raise)), None)
    for word in ladder:
        if word == bid.word and raised is not None:
            yield Other(_put(hand, raised), word, raised)
        elif word != bid.word:
            other = _put(hand, bid, bid._replace(word=word))
            yield Other(
                other if raised is None else _put(other, raised), word, bid, fix=word if raised is None else None
            )
    for word in contracts[bid.word].raises:
        if raised is None:
            yield Other(_added(hand, rec.Raise(bid.seat, word)), word, bid, "raised")
        elif word != raised.word:
            yield Other(_put(hand, raised, raised._replace(word=word)), word, raised, fix=word)


def _put(hand: Hand, old: rec.Statement, *new: rec.Statement) -> Hand:
    """The hand with other statements in the place of one."""
    found: list[rec.Statement] = []
    for each in hand.statements:
        found += new if each is old else (each,)
    return replace(hand, statements=tuple(found))


def _added(hand: Hand, raised: rec.Raise) -> Hand:
    """The hand with a raise behind its auction."""
    last = max(at for at, each in enumerate(hand.statements) if isinstance(each, rec.Bid)) + 1
    return replace(hand, statements=(*hand.statements[:last], raised, *hand.statements[last:]))
