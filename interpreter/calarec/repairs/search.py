"""The smallest changes of lines that repair a hand, by the search for readings.

A wrong hand goes in, with the running score before it; repairs come out, the likeliest first. Every proposal is
written into the lines, read again and judged as written, so that the offer is exactly what was judged.
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
"""The examined proposals that take as long as judging one."""
NODES_OF_WAYS: Final = 40
"""The extra nodes of a hand with unknown cards, which takes much longer."""
MAX_OFFERED_REPAIRS: Final = 8
"""The most repairs of a hand to examine to the end."""
USUAL_STATEMENTS: Final = 100
"""The most statements of a played hand; longer ones take more time a proposal."""
_SQUARE: Final = 2_000
"""The statements squared that take as long as a usual hand, as measured.

A hand of 400 statements that repeat each other takes as long as 80 of usual length.
"""
_MAX_READINGS: Final = 100_000
"""More repairs than any hand has; what is spent is counted here."""
_NO_WEIGHT: Final = float("inf")


class PenSlip(NamedTuple):
    """A supposed mistake: its kind (`costs.SLIPS`), and its unlikelihood."""

    kind: str
    weight: float


class Repair(NamedTuple):
    """A hand with lines put otherwise."""

    hand: Hand
    """The hand so put, with its lines."""
    cost: int
    """The number of remaining problems; an impossible one is guessed, not judged."""
    slips: tuple[PenSlip, ...] = ()
    above: tuple[str, ...] = ()
    """Lines that are put in above the hand."""
    earlier: tuple[Hand, ...] = ()
    """The hands in these."""
    share: float = 0.0
    """The share of its likelihood among all offers: together they are 1."""

    @property
    def new_lines(self) -> tuple[str, ...]:
        """The new lines instead of the hand's."""
        return (*self.above, *self.hand.lines)

    @property
    def weight(self) -> float:
        """The unlikelihood of all of its mistakes together."""
        return sum(slip.weight for slip in self.slips)

    @property
    def least_saving(self) -> int:
        """Nothing: of two mistakes each may hide the other."""
        return 0

    @property
    def is_explanation(self) -> bool:
        """Check whether nothing is wrong with it."""
        return not self.cost


class Repairs(NamedTuple):
    """The offers for a hand."""

    found: Judgement
    """The hand as it was judged, with what is wrong with it."""

    offered: tuple[Repair, ...]
    tried: int
    """The number of judged proposals."""
    stopped: bool
    """True if there were more."""


def repair_record(
    hands: Iterable[Hand],
    judge: RecordJudge,
    *,
    nodes: int = MAX_NODES,
    passes: Callable[[Hand], bool] | None = None,
    unruled: Callable[[NoRulesError], None] | None = None,
) -> Iterator[Repairs]:
    """Yield the repairs of all wrong hands.

    `passes`: a quick check before the judge; a hand that passes is in the score. `unruled`: called for a hand without
    a ruleset, which is left out; without it: NoRulesError.
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
    """Check whether nothing is wrong with a hand."""
    return all(finding.severity == "note" for finding in judged.findings)


def find_repairs(found: Judgement, before: RunningTotals, *, nodes: int = MAX_NODES) -> Repairs:
    """Find all repairs of a hand with few changes; `before` is its running score.

    The running score is not changed.
    """
    return _Search(before, nodes).search_repairs(found)


class _Search:
    """The search in one hand."""

    def __init__(self, before: RunningTotals, nodes: int) -> None:
        self.before = before
        self.nodes = nodes
        self.tried = 0
        self.spent = 0
        self.price = 1
        """The price of judging a proposal."""
        self.stopped = False
        """True if there was more than the budget allows."""
        self.best = _NO_WEIGHT
        """The weight of the likeliest repair so far."""
        self.seen: set[tuple[str, ...]] = set()
        self.undone = False
        """True if a step of the exchange is missing as written."""

    def search_repairs(self, judgement: Judgement) -> Repairs:
        hand = judgement.hand
        if any(finding.code == "CAL009" for finding in hand.findings):
            # It is longer than any hand that was played, and was not read to its end.
            return Repairs(judgement, (), 0, stopped=True)
        # No change of the hand undoes what is wrong in a line above it, so that is not held against any.
        hand = replace(hand, findings=tuple(finding for finding in hand.findings if finding.span.line >= hand.line))
        self.price = judging_price(hand)
        judged = self._judge_hands((hand,), literal=True)
        written = Repair(hand, repair_cost(judged))
        if not written.cost and hand.findings != judgement.hand.findings:
            return Repairs(judgement, (), 0, stopped=False)
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
        """Yield proposals until much less likely than an explanation so far.

        Each comes with the number of its wrong cards. A single change has half of the budget: the rest is for second
        ones. Impossible ones are only kept for that.
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
    """The price of judging a hand: 1 at usual length, then by square of its length."""
    said = len(hand.statements or hand.readable)
    return 1 if said <= USUAL_STATEMENTS else max(1, said * said // _SQUARE)


def _price_of_ways(judged: Judgement) -> int:
    """The price of examining all ways of a hand; nothing without tricks."""
    return NODES_OF_WAYS * (judged.knowledge != "complete" and bool(judged.hand.every(rec.Trick)))


def _has_missing_step(judged: Judgement) -> bool:
    """Check whether a missing step of the exchange is reported."""
    return any(finding.code == NOT_DUE and finding.severity != "note" for finding in judged.findings)


def repair_cost(judged: Judgement) -> int:
    """The cost of a hand: findings, unfollowed lines, and a missing play."""
    found = sum(finding.severity != "note" for finding in judged.findings)
    if not found:
        return 0
    if judged.verdict == "unreadable":
        return found + 3 * UNREAD
    tricks = len(judged.hand.every(rec.Trick))
    unread = tricks - sum(isinstance(happening.event, ev.TrickWon) for happening in judged.happened)
    return found + min(max(unread, 0), UNREAD) + UNREAD * (not judged.happened) + (judged.account is None)
