"""The smallest changes of a hand's lines that mend it: the one search for readings, asked for all its answers.

In goes a hand that does not hold, and the running score before it; out come repairs, the likeliest first. Every
proposal is written into the lines, read again and judged as it stands, so that what is offered is what is judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.engine import events as ev
from calarec.core.judge.breaches import NOT_DUE
from calarec.core.judge.costs import FAINT, SECOND, SECONDS, UNREAD
from calarec.core.judge.deal import with_pack
from calarec.core.judge.lines import with_pack_names
from calarec.core.judge.readings import find_explanations
from calarec.core.judge.supplied_discards import copy_totals, is_step_missing
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import NoRulesError
from calarec.repairs.missing_hands import propose_missing_hands
from calarec.repairs.proposals import proposal_order, propose_changes
from calarec.repairs.rewriting import read_with_lines_above, reread_hand, rewrite_statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.records.model import Hand
    from calarec.record_judge.session import RecordJudge
    from calarec.repairs.proposals import PutOtherwise

MAX_NODES: Final = 600
"""So much is spent on one hand: a proposal that is judged takes one, some 2 ms."""
LOOKS_PER_NODE: Final = 32
"""So many that are looked at, and then judged or not, take as long as one that is judged."""
NODES_OF_WAYS: Final = 40
"""One of which not every card is known counts as so many more: it takes so much longer."""
MAX_OFFERED_REPAIRS: Final = 8
"""So many repairs of a hand are looked into to the end."""
USUAL_STATEMENTS: Final = 100
"""No hand that was played has more statements; a longer one takes more time with each proposal."""
_SQUARE: Final = 2_000
"""Measured: a hand of 400 statements that repeat each other takes as long as 80 of usual length."""
_MAX_READINGS: Final = 100_000
"""More repairs than any hand has; what is spent is counted here."""
_NO_WEIGHT: Final = float("inf")


class PenSlip(NamedTuple):
    """What is taken to have happened: its kind (`costs.SLIPS`), and how unlikely it is."""

    kind: str
    weight: float


class Repair(NamedTuple):
    """A hand with lines put otherwise."""

    hand: Hand
    """The hand so put, with its lines."""
    cost: int
    """How much is still wrong; what cannot hold is not judged, and it is no more than a guess."""
    slips: tuple[PenSlip, ...] = ()
    above: tuple[str, ...] = ()
    """Lines that are put in above the hand."""
    earlier: tuple[Hand, ...] = ()
    """The hands in these."""
    share: float = 0.0
    """How much speaks for it, of all that is offered: together they are 1."""

    @property
    def new_lines(self) -> tuple[str, ...]:
        """What stands there instead of the hand's lines."""
        return (*self.above, *self.hand.lines)

    @property
    def weight(self) -> float:
        """How unlikely all of its slips are together."""
        return sum(slip.weight for slip in self.slips)

    @property
    def least_saving(self) -> int:
        """A change may save nothing: of two slips each may hide the other."""
        return 0

    @property
    def is_explanation(self) -> bool:
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


def repair_record(
    hands: Iterable[Hand],
    judge: RecordJudge,
    *,
    nodes: int = MAX_NODES,
    passes: Callable[[Hand], bool] | None = None,
    unruled: Callable[[NoRulesError], None] | None = None,
) -> Iterator[Repairs]:
    """The repairs of all hands that do not hold.

    `passes`: by whom a hand is looked at before the judge is asked; of which there is nothing to say is in the score.
    `unruled`: who is told of a hand without a ruleset, which is left out; nobody: NoRulesError.
    """
    for hand in hands:
        if passes is not None and passes(hand):
            continue
        before = copy_totals(judge.evening, literal=True) if judge.evening is not None else None
        try:
            found = judge.replay(hand)
        except NoRulesError as error:
            if unruled is None:
                raise
            unruled(error)
            continue
        if has_no_errors(found) or judge.evening is None:
            continue
        before = before or begin_totals(judge.evening.game)
        before.game = judge.evening.game
        yield find_repairs(found, before, nodes=nodes)


def has_no_errors(judged: Judgement) -> bool:
    """Whether nothing is wrong with a hand."""
    return all(finding.severity == "note" for finding in judged.findings)


def find_repairs(found: Judgement, before: RunningTotals, *, nodes: int = MAX_NODES) -> Repairs:
    """All repairs of a hand with as few changes as mend it; `before` is the running score before it, and stays so."""
    return _Search(before, nodes).search_repairs(found)


class _Search:
    """The search in one hand."""

    def __init__(self, before: RunningTotals, nodes: int) -> None:
        self.before = before
        self.nodes = nodes
        self.tried = 0
        self.spent = 0
        self.price = 1
        """What is spent on a proposal that is judged."""
        self.stopped = False
        """Whether there was more than may be spent."""
        self.best = _NO_WEIGHT
        """The weight of the likeliest repair so far."""
        self.seen: set[tuple[str, ...]] = set()
        self.undone = False
        """Whether, as it is written, not every step of the exchange is written."""

    def search_repairs(self, judgement: Judgement) -> Repairs:
        hand = judgement.hand
        if any(finding.code == "CAL009" for finding in hand.findings):
            # It is longer than any hand that was played, and was not read to its end.
            return Repairs(judgement, (), 0, stopped=True)
        self.price = judging_price(hand)
        judged = self._judge_hands((hand,), literal=True)
        written = Repair(hand, repair_cost(judged))
        self.undone = _has_missing_step(judged) and judgement.knowledge != "complete"
        self.seen.add(hand.lines)
        found = find_explanations(written, self._likely_proposals, self._read_proposal, most=_MAX_READINGS)
        good: list[Repair] = []
        for found_repair in sorted(
            (repair for repair in found.readings if repair.is_explanation), key=lambda repair: repair.weight
        ):
            if len(good) < MAX_OFFERED_REPAIRS and not repair_cost(
                self._judge_hands((*found_repair.earlier, found_repair.hand), literal=False)
            ):
                good.append(found_repair)
        likely = [2.0 ** (good[0].weight - repair.weight) for repair in good]
        offered = (repair._replace(share=share / sum(likely)) for repair, share in zip(good, likely, strict=True))
        return Repairs(judgement, tuple(offered), self.tried, self.stopped)

    def _judge_hands(self, hands: Iterable[Hand], *, literal: bool) -> Judgement:
        """The ruling on the last of some hands, with what is wrong with all."""
        score = copy_totals(self.before, literal=literal)
        pack = self.before.game.rules.pack
        *earlier, judged = [score.replay(with_pack(hand, pack) if hand.broken else hand) for hand in hands]
        if not earlier:
            return judged
        found = (finding for judgement in earlier for finding in judgement.findings)
        return replace(judged, findings=(*found, *judged.findings))

    def _likely_proposals(self, start: Repair) -> Iterator[tuple[PutOtherwise, int]]:
        """What may be tried, until it is much less likely than what explains the hand already.

        With each goes what it leaves wrong, as far as its cards tell. One change has half of what may be spent: the
        rest is for what a second makes of it. What cannot hold is only kept for that.
        """
        most = self.nodes
        if not start.slips and self.nodes > 1:
            most = self.nodes // 2
        if self._is_faint(start.weight):
            return
        if self.spent >= most:
            self.stopped = True
            return
        judged = self._judge_hands((*start.earlier, start.hand), literal=not self.undone)
        found, looked_at = propose_changes(judged)
        self.spent += looked_at * self.price // LOOKS_PER_NODE + _price_of_ways(judged)
        if not start.above:
            found = sorted((*propose_missing_hands(judged, self.before), *found), key=proposal_order)
        if start.slips:
            found = [proposal for proposal in found if proposal.weight <= SECOND and proposal.possible][:SECONDS]
        for likely_proposal in found:
            if self._is_faint(start.weight + likely_proposal.weight) or (
                self.best < _NO_WEIGHT and not likely_proposal.possible
            ):
                return
            if self.spent >= most:
                self.stopped = True
                if likely_proposal.possible:
                    continue
            yield likely_proposal, start.cost - likely_proposal.lifted

    def _is_faint(self, weight: float) -> bool:
        return weight > self.best + FAINT

    def _read_proposal(self, start: Repair, proposed: tuple[PutOtherwise, int]) -> Repair | None:
        proposal, left = proposed
        lines = proposal.lines or rewrite_statements(with_pack_names(start.hand, self.before.game), proposal.statements)
        above = start.above or proposal.above
        if lines is None or (*above, *lines) in self.seen:
            return None
        self.seen.add((*above, *lines))
        slips = (*start.slips, PenSlip(proposal.slip, proposal.weight))
        hands = read_with_lines_above(start.hand, above, lines) if above else (reread_hand(start.hand, lines),)
        if not hands:
            return None
        repair = Repair(hands[-1], max(left, 1), slips, above, hands[:-1])
        if not proposal.possible:
            return repair
        self.tried += 1
        self.spent += self.price
        judged = self._judge_hands(hands, literal=True)
        cost = repair_cost(judged)
        self.spent += _price_of_ways(judged)
        if cost and self.undone and is_step_missing(judged):
            self.spent += NODES_OF_WAYS
            cost = repair_cost(self._judge_hands(hands, literal=False))
        repair = repair._replace(cost=cost)
        if repair.is_explanation:
            self.best = min(self.best, repair.weight)
        return repair


def judging_price(hand: Hand) -> int:
    """What judging a hand costs: one of usual length is 1, a longer one grows with the square of its statements."""
    said = len(hand.statements or hand.readable)
    return 1 if said <= USUAL_STATEMENTS else max(1, said * said // _SQUARE)


def _price_of_ways(judged: Judgement) -> int:
    """What is spent on looking at every way in which a hand can have gone; without tricks there is none to look at."""
    return NODES_OF_WAYS * (judged.knowledge != "complete" and bool(judged.hand.every(rec.Trick)))


def _has_missing_step(judged: Judgement) -> bool:
    """Whether it is told that a step of the exchange is not written."""
    return any(finding.code == NOT_DUE and finding.severity != "note" for finding in judged.findings)


def repair_cost(judged: Judgement) -> int:
    """How much is wrong with a hand: findings, lines that could not be followed, a hand that was not played at all."""
    found = sum(finding.severity != "note" for finding in judged.findings)
    if not found:
        return 0
    if judged.verdict == "unreadable":
        return found + 3 * UNREAD
    tricks = len(judged.hand.every(rec.Trick))
    unread = tricks - sum(isinstance(happening.event, ev.TrickWon) for happening in judged.happened)
    return found + min(max(unread, 0), UNREAD) + UNREAD * (not judged.happened) + (judged.account is None)
