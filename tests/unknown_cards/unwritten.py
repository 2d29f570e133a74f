"""Hands with an unwritten call or exchange: lines left out, bids without one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write_hands
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals

if TYPE_CHECKING:
    from collections.abc import Collection
    from random import Random

    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.simulation.run import Simulated

LINES: tuple[type, ...] = (rec.Call, rec.Give, rec.Take, rec.Discard, rec.TableCard)


def kinds_of(hand: rec.Hand) -> list[type]:
    """The kinds of lines that record the call and the exchange of a hand."""
    return [kind for kind in LINES if any(isinstance(each, kind) for each in hand.statements)]


def without(hand: rec.Hand, *kinds: type) -> rec.Hand:
    """The hand without lines of some kinds."""
    return reread(hand, [each for each in hand.statements if not isinstance(each, kinds)])


def with_one_deal_less(hand: rec.Hand, rng: Random) -> rec.Hand:
    """The hand without what one seat was dealt."""
    seat = rng.choice([each.seat for each in hand.statements if isinstance(each, rec.Deal)])
    return reread(hand, [each for each in hand.statements if not (isinstance(each, rec.Deal) and each.seat == seat)])


def as_bid(simulated: Simulated, game: Game, word: str, figures: Collection[rec.Statement] = ()) -> rec.Hand:
    """A hand under another word of its declarer, who is first; without exchanges."""
    hand, labels = simulated.hand, simulated.setting.labels
    declarer = simulated.setting.eldest
    gone = (*LINES, *rec.ASSERTIONS, rec.Bid, rec.Raise)
    statements = [each for each in hand.statements if not isinstance(each, gone)]
    auction = game.rules.auction
    others = [seat for seat in simulated.setting.others(declarer) if seat not in simulated.setting.dummies]
    over = auction.ends == "first_bid" or (auction.ends == "top_bid" and word == auction.ladder[-1])
    then = next((name for name, each in auction.words.items() if each.when != "before_bid"), "")
    said = [rec.Bid(labels[declarer], word), *(rec.Bid(labels[seat], then) for seat in others if not over)]
    at = next(at for at, each in enumerate(statements) if isinstance(each, rec.Trick))
    return reread(hand, [*statements[:at], *said, *statements[at:-1], *figures, statements[-1]])


def reread(hand: rec.Hand, statements: list[rec.Statement]) -> rec.Hand:
    """The hand with these statements, each on its line, as a file has it."""
    text = "".join(write_hands([replace(hand, statements=tuple(statements), carried=None)]))
    return next(iter(parse_records(text, "a.cal")))


def ruled(hand: rec.Hand, game: Game) -> Judgement:
    """The ruling on a hand by itself."""
    return begin_totals(game).replay(hand)


def wrong(replayed: Judgement) -> list[str]:
    """The codes of what is wrong with a hand."""
    return [each.code for each in replayed.findings if each.severity == "error"]
