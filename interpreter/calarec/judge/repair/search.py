"""The smallest changes of a hand's lines that mend it: the one search for readings, asked for all its answers.

In goes a hand that does not hold, and the running score before it; out come repairs, the likeliest first. Every
proposal is written into the lines, read again and judged as it stands, so that what is offered is what is judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.base.frozen import NamedTuple, replace
from calarec.engine import events as ev
from calarec.judge.costs import FAINT, SECOND, SECONDS, UNREAD
from calarec.judge.deal import with_pack
from calarec.judge.readings import explained
from calarec.judge.repair.proposals import proposals
from calarec.judge.running_totals import RunningTotals
from calarec.notation.rewriting import read_again, rewritten
from calarec.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.judge.judgement import Judgement
    from calarec.judge.repair.proposals import PutOtherwise
    from calarec.judge.session import RecordJudge
    from calarec.records.model import Hand

NODES: Final = 600
"""So much is spent on one hand: a proposal that is judged takes one, some 2 ms."""
WHOLE: Final = 40
"""One of which not every card is known counts as so many more: it takes so much longer."""
OFFERED: Final = 8
"""So many repairs of a hand are looked into to the end."""
_UNDONE: Final = "CAL430"
"""What as it stands is wrong with a hand of which not every step of the exchange is written."""


class PenSlip(NamedTuple):
    """What is taken to have happened: its kind (`costs.SLIPS`), and how unlikely it is."""

    kind: str
    weight: float


class Repair(NamedTuple):
    """A hand with lines put otherwise."""

    judged: Judgement
    """The ruling on it as it stands, with its lines."""
    cost: int
    """How much is still wrong."""
    slips: tuple[PenSlip, ...] = ()
    share: float = 0.0
    """How much speaks for it, of all that is offered: together they are 1."""

    @property
    def hand(self) -> Hand:
        """The hand so put."""
        return self.judged.hand

    @property
    def weight(self) -> float:
        """How unlikely all of its slips are together."""
        return sum(each.weight for each in self.slips)

    @property
    def taken(self) -> int:
        """A change may save nothing: of two slips each may hide the other."""
        return 0

    @property
    def explains(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.cost


class Repairs(NamedTuple):
    """What is offered for a hand."""

    found: Judgement
    """The hand as it was judged, with what is wrong with it."""

    offered: tuple[Repair, ...]
    tried: int
    """How many proposals were judged."""
    stopped: bool
    """Whether there were more."""


def of_record(hands: Iterable[Hand], judge: RecordJudge, *, nodes: int = NODES) -> Iterator[Repairs]:
    """The repairs of all hands that do not hold; NoRulesError where there is no ruleset."""
    for hand in hands:
        before = _copy(judge.evening, literal=True) if judge.evening is not None else None
        found = judge.replay(hand)
        if holds(found) or judge.evening is None:
            continue
        before = before or RunningTotals(judge.evening.game)
        before.game = judge.evening.game
        yield repairs(found, before, nodes=nodes)


def _copy(score: RunningTotals, *, literal: bool) -> RunningTotals:
    """Another score that stands as this does, and goes on by itself."""
    return replace(score, literal=literal, away=dict(score.away), feats=dict(score.feats), gains=dict(score.gains))


def holds(judged: Judgement) -> bool:
    """Whether nothing is wrong with a hand."""
    return all(each.severity == "note" for each in judged.diagnostics)


def repairs(found: Judgement, before: RunningTotals, *, nodes: int = NODES) -> Repairs:
    """All repairs of a hand with as few changes as mend it; `before` is the running score before it, and stays so."""
    return _Search(before, nodes).run(found)


class _Search:
    """The search in one hand."""

    def __init__(self, before: RunningTotals, nodes: int) -> None:
        self.before = before
        self.nodes = nodes
        self.tried = 0
        self.spent = 0
        self.best = float("inf")
        """The weight of the likeliest repair so far."""
        self.seen: set[tuple[str, ...]] = set()
        self.undone = False
        """Whether, as it is written, not every step of the exchange is written."""

    def run(self, judgement: Judgement) -> Repairs:
        hand = judgement.hand
        judged = self._judged(hand, literal=True)
        written = Repair(judged, cost_of(judged))
        self.undone = _is_undone(judged) and judgement.knowledge != "complete"
        self.seen.add(hand.lines)
        found = explained(written, self._proposals, self._read, most=self.nodes)
        good: list[Repair] = []
        for each in sorted((each for each in found.readings if each.explains), key=lambda each: each.weight):
            if len(good) < OFFERED and not cost_of(self._judged(each.hand, literal=False)):
                good.append(each)
        stopped = found.stopped or self.spent >= self.nodes
        likely = [2.0 ** (good[0].weight - each.weight) for each in good]
        offered = (each._replace(share=share / sum(likely)) for each, share in zip(good, likely, strict=True))
        return Repairs(judgement, tuple(offered), self.tried, stopped)

    def _judged(self, hand: Hand, *, literal: bool) -> Judgement:
        if hand.broken:
            hand = with_pack(hand, self.before.game.rules.pack)
        return _copy(self.before, literal=literal).replay(hand)

    def _proposals(self, start: Repair) -> Iterator[PutOtherwise]:
        """What may be tried, until it is much less likely than what explains the hand already.

        What cannot hold is tried for what a second change may make of it.
        """
        found = proposals(start.judged)
        if start.slips:
            found = [each for each in found if each.weight <= SECOND and each.possible][:SECONDS]
        for each in found:
            faint = start.weight + each.weight > self.best + FAINT
            if faint or self.spent >= self.nodes or (self.best < float("inf") and not each.possible):
                return
            yield each

    def _read(self, start: Repair, proposal: PutOtherwise) -> Repair | None:
        lines = proposal.lines or rewritten(start.hand, proposal.statements)
        if lines is None or lines in self.seen:
            return None
        self.seen.add(lines)
        self.tried += 1
        self.spent += 1
        judged = self._judged(read_again(start.hand, lines), literal=True)
        cost = cost_of(judged)
        self.spent += WHOLE * (judged.knowledge != "complete")
        if cost and self.undone and _is_undone(judged, alone=True):
            self.spent += WHOLE
            cost = cost_of(self._judged(judged.hand, literal=False))
        slips = (*start.slips, PenSlip(proposal.slip, proposal.weight))
        repair = Repair(judged, cost, slips)
        if repair.explains:
            self.best = min(self.best, repair.weight)
        return repair


def _is_undone(judged: Judgement, *, alone: bool = False) -> bool:
    """Whether a step of the exchange is not written; `alone`: and nothing else is wrong."""
    codes = [each.code for each in judged.diagnostics if each.severity != "note"]
    return _UNDONE in codes and (not alone or set(codes) == {_UNDONE})


def cost_of(judged: Judgement) -> int:
    """How much is wrong with a hand: findings, lines that could not be followed, a hand that was not played at all."""
    found = sum(each.severity != "note" for each in judged.diagnostics)
    if not found:
        return 0
    if judged.verdict == "unreadable":
        return found + 3 * UNREAD
    tricks = len(judged.hand.every(rec.Trick))
    unread = tricks - sum(isinstance(each.event, ev.TrickWon) for each in judged.happened)
    return found + min(max(unread, 0), UNREAD) + UNREAD * (not judged.happened) + (judged.account is None)
