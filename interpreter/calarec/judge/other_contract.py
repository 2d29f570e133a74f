"""A contract of which only the payments speak: it is offered for the one that was bid, and nothing is settled.

What was bid is the strongest thing that a hand says of its contract. Where it cannot be what was paid for, and with
one other contract alone the hand fits what was paid, one of the two is a slip, and nobody can tell which. A contract
that explains payments only with a bonus of which nothing is written explains nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.base.frozen import NamedTuple, replace
from calarec.engine import events as ev
from calarec.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.engine.game import Game
    from calarec.engine.state import Seating
    from calarec.judge.findings import HandFindings
    from calarec.judge.judgement import Judgement
    from calarec.judge.running_totals import RunningTotals
    from calarec.records.model import Hand

_SUMS: Final = {"CAL610", "CAL611", "CAL612", "CAL613", "CAL614", "CAL616"}
"""Codes of what is wrong with the figures."""


class Other(NamedTuple):
    """A hand under another contract."""

    hand: Hand
    contract: str
    said: rec.Bid | rec.Raise
    """What was said instead."""
    wording: str = "paid"
    fix: str | None = None

    def tell(self, findings: HandFindings) -> None:
        """The offer."""
        findings.add(
            "CAL408", self.said, word=0, wording=self.wording, label=self.said.seat, name=self.said.word,
            meant=self.contract, fix=self.fix, rule="settle.pay",
        )  # fmt: skip


def unless_paid_for_another(
    hand: Hand,
    setting: Seating,
    findings: HandFindings,
    evening: RunningTotals,
    judge: Callable[[Hand], Judgement],
    again: Callable[[Hand, HandFindings], Judgement],
) -> Judgement:
    """The ruling on a hand of which not everything is written; unsettled if what was paid is another contract's.

    `again` judges the hand read otherwise, so that nobody hears of it.
    """
    if not any(isinstance(each, rec.Score) for each in hand.statements):
        return judge(hand)
    game, before, kept = evening.game, len(findings.found), evening.kept()
    replayed = judge(hand)
    new = findings.found[before:]
    wrong = {each.code for each in new if each.severity == "error"}
    unpaid = "CAL611" in wrong or (replayed.account is None and not scores_fit(hand, game, setting))
    if not unpaid or wrong - _SUMS or not _unwritten(replayed):
        return replayed

    def fits(other: Hand) -> bool:
        quiet = findings.quiet()
        tried = again(other, quiet)
        errors = any(each.severity == "error" for each in quiet.found)
        return (
            not errors
            and tried.knowledge != "unsettled"
            and (tried.account is not None or scores_fit(other, game, setting, plain=True))
        )

    found = offered(hand, game, fits)
    if found is None:
        return replayed
    evening.take_back({**kept, "inherited": evening.inherited})
    findings.found[before:] = [each for each in new if each.code not in _SUMS]
    found.tell(findings)
    return replace(
        replayed, account=None, totals=None, standing=None, stated=False, knowledge="possible", deduced=(),
        diagnostics=(*hand.findings, *findings.found),
    )  # fmt: skip


def scores_fit(hand: Hand, game: Game, setting: Seating, *, plain: bool = False) -> bool:
    """Whether result and payments can be those of the contract, whatever the cards were; `plain`: without a bonus."""
    from calarec.judge.score_only.judging import fit

    gone = (rec.Deal, rec.Monte, rec.Trick)
    statements = tuple(each for each in hand.statements if not isinstance(each, gone))
    return fit(replace(hand, statements=statements), game, setting, plain=plain)


def _unwritten(replayed: Judgement) -> bool:
    """Whether something was called or exchanged of which no line tells, and which need not be as it is."""
    exchanges = (ev.Called, ev.Given, ev.Taken, ev.Discarded, ev.Tabled)
    return any(isinstance(each.event, exchanges) and not (each.line or each.supplied) for each in replayed.happened)


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
