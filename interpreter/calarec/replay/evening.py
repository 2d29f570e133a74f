"""Hand after hand: totals, the match, what an all-pass leaves to the next hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from calarec.mechanisms.base import Kind
from calarec.mechanisms.registry import mechanism
from calarec.moves.setting import NOTHING_CARRIED, Carry
from calarec.records import model as rec
from calarec.replay.hand import replay_hand

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.engine.game import Game
    from calarec.mechanisms.match import Standing
    from calarec.moves.account import Account
    from calarec.records.model import Hand
    from calarec.replay.result import Replay


@dataclass(slots=True)
class Evening:
    """The running score of a file: feed it the hands in their order."""

    game: Game
    totals: dict[str, int] = field(default_factory=dict)
    deals: int = 0
    match: int = 0
    known: bool = False
    """Whether the totals are those of the whole match (from its first hand, or carried)."""
    inherited: Carry = NOTHING_CARRIED
    began: datetime | None = None

    def replay(self, hand: Hand) -> Replay:
        """Replays one hand and takes it into the score."""
        self._open(hand)
        return replay_hand(hand, self.game, self)

    def _open(self, hand: Hand) -> None:
        if hand.new_match or hand.session.match != self.match:
            if self.match or hand.new_match:
                self.totals, self.deals, self.began = {}, 0, None
            self.match = hand.session.match
        if hand.carried is not None:
            self.totals = dict(hand.carried.amounts)
            self.deals = max(self.deals, _number(hand.name) - 1)
        when = next((each.when for each in hand.statements if isinstance(each, rec.At)), "")
        self.began = self.began or _time(when)

    def after(self, hand: Hand, account: Account | None, labels: tuple[str, ...]) -> tuple[dict[str, int], Standing]:
        """The totals after a hand that was settled, and how the match stands."""
        behaviour = mechanism(Kind.SECTION, "match").behaviour
        if account is not None:
            gains = behaviour.gains(self.game, account)
            before = self.totals or self._opening(hand, labels, gains)
            self.totals = {label: before.get(label, 0) + gain for label, gain in zip(labels, gains, strict=True)}
            self.deals = self.deals + 1
        totals = {label: self.totals.get(label, 0) for label in labels}
        deal = max(self.deals, _number(hand.name)) if hand.carried is not None else self.deals
        self.deals = deal
        standing: Standing = behaviour.standing(
            self.game, tuple(totals.values()), deal=deal, minutes=self._minutes(hand)
        )
        return totals, standing

    def _opening(self, hand: Hand, labels: tuple[str, ...], gains: tuple[int, ...]) -> dict[str, int]:
        """Without an earlier hand or `carried` the first `total` is taken for the truth of what went before."""
        stated = next((each for each in hand.statements if isinstance(each, rec.Total)), None)
        if stated is None or self.deals:
            return {}
        after = dict(stated.amounts)
        return {label: after[label] - gain for label, gain in zip(labels, gains, strict=True) if label in after}

    def _minutes(self, hand: Hand) -> int:
        when = next((each.when for each in hand.statements if isinstance(each, rec.At)), "")
        now = _time(when)
        if now is None or self.began is None or (now.tzinfo is None) != (self.began.tzinfo is None):
            return 0
        return int((now - self.began).total_seconds() // 60)


def replay_all(hands: Iterable[Hand], game: Game) -> Iterator[Replay]:
    """Replays the hands of a file one after the other."""
    evening = Evening(game)
    for hand in hands:
        yield evening.replay(hand)


def _number(name: str) -> int:
    return int(name) if name.isascii() and name.isdigit() and len(name) < 10 else 0


def _time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
