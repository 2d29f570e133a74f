"""Result, payments and totals of a hand held against each other: which of them is the slip.

Terms. What a record says of a hand's outcome is a *witness*: its result, its payments, and what its totals add
to those before. The rules say what each of them means; where they contradict each other two outweigh one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.light import NamedTuple
from calarec.mechanisms.base import Kind
from calarec.mechanisms.registry import mechanism
from calarec.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.engine.game import Game
    from calarec.moves.account import Account
    from calarec.moves.setting import Setting
    from calarec.records.model import Hand
    from calarec.replaying.candidates import Candidate
    from calarec.replaying.evening import Evening


class Witnesses(NamedTuple):
    """What one record says of the outcome of a hand besides its cards."""

    game: Game
    setting: Setting
    score: dict[str, int]
    added: dict[str, int]
    """What the totals add; empty if that cannot be told."""
    result: tuple[rec.Stated, ...]
    begun: bool = True
    """Whether it is known what the totals were before, and not only taken for nothing."""

    @property
    def only_ended(self) -> bool:
        """Whether the result says no more than who won or lost."""
        return bool(self.result) and all(side.amount is None for side in self.result)

    def adds(self, account: Account) -> bool:
        """Whether the totals add what an outcome gives."""
        gains = mechanism(Kind.SECTION, "match").behaviour.gains(self.game, account)
        due = dict(zip(self.setting.labels, gains, strict=True))
        return bool(self.added) and all(due.get(label) == amount for label, amount in self.added.items())

    def mistakes(self, account: Account) -> list[str]:
        """The seats to which the stated payments give something else than an outcome does."""
        due = dict(zip(self.setting.labels, account.payments, strict=True))
        return [label for label, amount in self.score.items() if due.get(label) != amount]

    def trusted(self, account: Account, *, only: bool) -> frozenset[str]:
        """The seats whose payments two witnesses know better than the `score` line.

        The totals may have been added up from wrong payments, but not from others than those. Without totals
        the result and the other payments together know better than a single amount, if nothing else than these
        payments can come of such a result (`only`).
        """
        wrong = self.mistakes(account)
        if self.adds(account):
            return frozenset(self.score)
        single = only and len(wrong) == 1 and len(self.score) > 2 and bool(self.result)
        return frozenset(wrong if single and not self.added else ())


class Dispute(NamedTuple):
    """A result and payments that contradict each other, although each is what some outcome gives."""

    paid: Candidate
    """The outcome that gives the payments."""
    against: str
    """Which of them the totals speak against: "result", "score", or "" if they decide nothing."""


def disputed(witnesses: Witnesses, by_result: Sequence[Candidate], every: Sequence[Candidate]) -> Dispute | None:
    """The dispute, if there is one: payments that no outcome of this result gives, and one of another does."""
    if not witnesses.result or not by_result or any(not witnesses.mistakes(each.account) for each in by_result):
        return None
    paid = [each for each in every if not witnesses.mistakes(each.account)]
    if not paid:
        return None
    paid.sort(key=lambda each: bool(each.account.bonus))
    if any(witnesses.adds(each.account) for each in by_result):
        return Dispute(paid[0], "score")
    as_paid = witnesses.only_ended and any(witnesses.adds(each.account) for each in paid)
    return Dispute(paid[0], "result" if as_paid else "")


def torn(witnesses: Witnesses, every: Sequence[Candidate]) -> bool:
    """Whether without a result payments and totals are those of two different outcomes."""
    if witnesses.result or not witnesses.score or not witnesses.begun:
        return False
    paid = [each for each in every if not witnesses.mistakes(each.account)]
    if not paid or any(witnesses.adds(each.account) for each in paid):
        return False
    return any(witnesses.adds(each.account) for each in every)


def witnesses_of(hand: Hand, game: Game, setting: Setting, evening: Evening, score: dict[str, int]) -> Witnesses:
    """The witnesses of a hand."""
    added: dict[str, int] = {}
    stated = next((each for each in hand.statements if isinstance(each, rec.Total)), None)
    for label, amount in stated.amounts if stated is not None else ():
        before = evening.on_paper(hand, label)
        if before is None:
            added = {}
            break
        added[label] = amount - before
    result = tuple(side for each in hand.statements if isinstance(each, rec.Result) for side in each.sides)
    return Witnesses(game, setting, score, added, result, bool(evening.totals) or not evening.ledger.knows_before)
