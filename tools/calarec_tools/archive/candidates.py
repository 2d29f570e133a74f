"""Find the ruleset of an evening: every candidate judges every hand literally.

From the hands of a record and rulesets comes an `Identification` for each evening: the number of hands that each
candidate makes legal and true, the best first, and the rule that separates each of the others from the best.

Terms. A hand is *against* a candidate if it has an error or a warning there that rests on rules. Findings about the
text count against no candidate. A *remark* is a note that rests on a rule. Candidates with the same hands against them
cannot be distinguished. The one with fewer remarks comes first, then the *narrower*: it offers less that was never
used.
"""

from __future__ import annotations

import sys
from collections.abc import MutableSet
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, Final

from calarec.bulk.wanted_hands import FilteredHands
from calarec.core.base.frozen import NamedTuple, dataclass, field
from calarec.core.engine.game import Game
from calarec.core.judge.deal import with_pack
from calarec.core.judge.supplied_discards import has_hidden_discard, is_step_missing, replay_supplied
from calarec.core.mechanisms.rules import expand_amounts
from calarec.core.records import model as rec
from calarec.core.wording.severities import Severity
from calarec.record_judge.gaps import begin_totals
from calarec.rulebook.comparison import Difference, Leaf, compare
from calarec_tools.archive.runs.kept_classes import keep_in_parts
from calarec_tools.archive.runs.shards import records_of
from calarec_tools.archive.tracing import trace_reads
from calarec_tools.output.files.output_files import require_all_hands_read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding
    from calarec_tools.archive.runs.shards import Shard

MAX_HANDS_AGAINST: Final = 20
"""The number of hands against a candidate after which it is given up.

No mistake in writing explains more of them, and judging all the rest takes as long as all the hands before.
"""
_FEW_HANDS_AGAINST: Final = (1, 3)
"""Limits of hands against a candidate where only the best is asked for."""
_MAX_EVENING_HANDS: Final = 100
"""The maximum number of hands of an evening that is judged again with more of them.

In longer ones the usual limit saves most of the work.
"""
MAX_FAILED_SUPPLIES: Final = 3
"""The number of failed supplied discards after which a candidate gets no more."""
MIN_RIGHT_HANDS: Final = 3
"""Hands a candidate must get right before its filter is compiled.

Most candidates fit no hand, so that a filter would cost more than it saves.
"""
MAX_SHOWN_HANDS: Final = 3
"""The number of hands against a candidate that are kept to be shown."""
_ON_RULES: Final = ("2", "3", "4", "5", "6")
"""The first digits of codes that rest on rules.

The other codes are about files, the text, style and the pin.
"""
_NO_DEALER: Final = "CAL305"


class HandAgainst(NamedTuple):
    """A hand that does not fit a candidate, and the finding."""

    hand: Hand
    finding: Finding
    number: int
    """The index of the hand among all hands that are examined together, from 0."""


class HandNumbers(MutableSet[int]):
    """Numbers of hands, a bit for each: of a collection there are many."""

    __slots__ = ("_bits", "_count")

    def __init__(self) -> None:
        self._bits = bytearray()
        self._count = 0

    def add(self, number: int) -> None:
        """Adds a number."""
        place, bit = number >> 3, 1 << (number & 7)
        if place >= len(self._bits):
            self._bits.extend(bytes(place + 1 - len(self._bits)))
        self._count += not self._bits[place] & bit
        self._bits[place] |= bit

    def discard(self, number: int) -> None:
        """Remove a number."""
        if number in self:
            self._count -= 1
            self._bits[number >> 3] ^= 1 << (number & 7)

    def __iter__(self) -> Iterator[int]:
        return (number for number in range(8 * len(self._bits)) if number in self)

    def __len__(self) -> int:
        return self._count

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int):
            return False
        place = number >> 3
        return place < len(self._bits) and bool(self._bits[place] >> (number & 7) & 1)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, HandNumbers):
            return self._bits.rstrip(b"\0") == other._bits.rstrip(b"\0")
        return super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]


@dataclass(slots=True)
class RulesEvidence:
    """Counts of the hands of one or several evenings under one ruleset."""

    tried: int = 0
    """The number of hands that it judged."""
    legal: int = 0
    """Hands with legal moves."""
    true: int = 0
    """Hands that state figures, all of them as in the ruleset."""
    false: int = 0
    """Hands that state figures, some of them not as in the ruleset."""
    wrong: set[int] | MutableSet[int] = field(default_factory=set)
    """The numbers of the hands against it.

    For one evening this is a `set`, which parts can keep.
    """
    elsewhere: int = 0
    """Hands against it whose table has another number of seats."""
    remarks: set[int] | MutableSet[int] = field(default_factory=set)
    """The numbers of hands of which there is something to remark."""
    against: list[HandAgainst] = field(default_factory=list)
    """The first of them."""
    given_up: bool = False
    """True if hands remain that it has not judged."""

    def take_judgement(self, number: int, judged: Judgement, *, limit: int) -> None:
        """Count one more judged hand.

        A hand that cannot be read, breaks off, or names no dealer is evidence for no ruleset: it is not counted.
        """
        unjudged = judged.verdict in ("unreadable", "incomplete")
        if unjudged or any(finding.code == _NO_DEALER for finding in judged.findings):
            return
        self.tried += 1
        found = [finding for finding in judged.findings if finding.code[3] in _ON_RULES]
        wrong = [each for each in found if is_objection_by_rules(each)]
        sums = [each for each in wrong if each.code[3] == "6"]
        self.legal += len(sums) == len(wrong)
        self.elsewhere += judged.setting is None
        self.false += bool(sums)
        self.true += not wrong and _has_assertion(judged.hand)
        if any(each.rule is not None and not is_objection_by_rules(each) for each in found):
            self.remarks.add(number)
        if not wrong:
            return
        self.wrong.add(number)
        if len(self.against) < MAX_SHOWN_HANDS:
            first = next((each for each in wrong if each.rule is not None), wrong[0])
            self.against.append(HandAgainst(judged.hand, first, number))
        self.given_up = len(self.wrong) >= limit

    def take_plain_hand(self, hand: Hand) -> None:
        """One hand more, of which nothing is to be reported."""
        self.tried += 1
        self.legal += 1
        self.true += _has_assertion(hand)

    def add_evidence(self, other: RulesEvidence, before: int) -> None:
        """Add the counts of another evening, which comes after `before` hands."""
        self.tried += other.tried
        self.legal += other.legal
        self.true += other.true
        self.false += other.false
        self.elsewhere += other.elsewhere
        self.wrong |= {before + number for number in other.wrong}
        self.remarks |= {before + number for number in other.remarks}
        shown = [each._replace(number=before + each.number) for each in other.against]
        self.against += shown[: MAX_SHOWN_HANDS - len(self.against)]
        self.given_up = self.given_up or other.given_up


keep_in_parts(HandAgainst, RulesEvidence)


class RulesOnTrial(NamedTuple):
    """A candidate ruleset and its evidence."""

    ruleset: Ruleset
    said: RulesEvidence

    @property
    def is_fitting(self) -> bool:
        """True if it has judged all hands and none is against it."""
        return self.said.tried > 0 and not self.said.wrong and not self.said.given_up

    @property
    def candidate_order(self) -> tuple[float, float, int, int, int, str]:
        """The key by which candidates are sorted, the best first.

        In order: hands against it, illegal hands, hands of other tables, remarks, number of words that it offers.
        """
        said = self.said
        # Of whom no hand has told anything none is illegal either.
        share, illegal = (len(said.wrong) / said.tried, 1 - said.legal / said.tried) if said.tried else (1.0, 0.0)
        return share, illegal, said.elsewhere, len(said.remarks), _count_offered_words(self.ruleset), self.ruleset.id

    def has_same_objections(self, other: RulesOnTrial) -> bool:
        """Check whether the same hands are against both candidates."""
        return (self.said.wrong, self.said.given_up) == (other.said.wrong, other.said.given_up)


class SeparatingRule(NamedTuple):
    """The rule in which a candidate differs from the best, where a hand shows it."""

    shown: HandAgainst
    difference: Difference | None
    """The deciding rule: the candidate's on the left, that of the best on the right.

    None if no rule that the hand touches differs.
    """


@dataclass(slots=True)
class Identification:
    """The candidates for one evening, or for several together, the best first."""

    file: str
    """The file; empty for several evenings."""
    line: int
    hands: int
    candidates: list[RulesOnTrial]
    evenings: int = 1

    def with_ranked_candidates(self) -> Identification:
        """The same with the candidates in their order."""
        self.candidates.sort(key=lambda each: each.candidate_order)
        return self

    @property
    def best_candidate(self) -> RulesOnTrial:
        """The first of them."""
        return self.candidates[0]

    def said_of(self, rulesets: Iterable[Ruleset]) -> tuple[RulesEvidence, ...]:
        """Return the evidence for each ruleset, in the order given."""
        said = {id(candidate.ruleset): candidate.said for candidate in self.candidates}
        return tuple(said[id(ruleset)] for ruleset in rulesets)

    @property
    def undecided_candidates(self) -> list[RulesOnTrial]:
        """The candidates that have the same hands against them as the best."""
        return [candidate for candidate in self.candidates[1:] if candidate.has_same_objections(self.best_candidate)]

    def separating(self, candidate: RulesOnTrial) -> SeparatingRule | None:
        """The rule that sets a candidate apart from the best; None if no hand does."""
        shown = next(
            (each for each in candidate.said.against if each.number not in self.best_candidate.said.wrong), None
        )
        if shown is None:
            return None
        return SeparatingRule(shown, _nearest_difference(candidate.ruleset, self.best_candidate.ruleset, shown))


def identify_evenings(
    source: str | Shard, rulesets: Sequence[Ruleset], *, every: bool = False, thorough: int | None = None
) -> Iterator[Identification]:
    """Judge each evening of a file or shard under the rulesets, and rank them.

    With `every`, no ruleset is given up before the end of the evening. `thorough` is the number of evenings of the file
    in which every ruleset is judged until it is given up (None: all). In later ones the best ruleset is the same, and
    so are those that these hands do not distinguish from it; others are given up as soon as they are further from it.
    """
    records = records_of(source)
    judges = [_TriedRules(ruleset) for ruleset in rulesets]
    before = 0 if isinstance(source, str) else source.context.evenings
    for number, (_, hands) in enumerate(groupby(records, _EveningCount().count_evenings), before):
        if every or thorough is None or number < thorough:
            yield _judge_evening(hands, judges, sys.maxsize if every else MAX_HANDS_AGAINST)
        else:
            yield _judge_until_decided(hands, judges)
    require_all_hands_read(records)


class _EveningCount:
    """Counts the evenings of hands that come one after another."""

    def __init__(self) -> None:
        self.evenings = 0

    def count_evenings(self, hand: Hand) -> int:
        """The number of the evening of a hand."""
        self.evenings += hand.new_evening or not self.evenings
        return self.evenings


def _judge_until_decided(hands: Iterator[Hand], judges: Sequence[_TriedRules]) -> Identification:
    """Judge an evening with few hands against each ruleset, and with more if need be.

    If the share of hands against the best is below the least that a ruleset has that was given up, judging on would
    change neither the best nor those with the same hands against them.
    """
    evening = list(islice(hands, _MAX_EVENING_HANDS + 1))
    if len(evening) <= _MAX_EVENING_HANDS:
        for limit in _FEW_HANDS_AGAINST:
            found = _judge_evening(iter(evening), judges, limit)
            best = found.best_candidate.said
            if best.tried and not best.given_up and len(best.wrong) * len(evening) < limit * best.tried:
                return found
    return _judge_evening(chain(evening, hands), judges, MAX_HANDS_AGAINST)


def _judge_evening(hands: Iterator[Hand], judges: Sequence[_TriedRules], limit: int) -> Identification:
    """Judge an evening; a ruleset with `limit` hands against it is given up."""
    first = next(hands)
    evening = Identification(
        first.file, first.line, 0, [RulesOnTrial(judge.ruleset, RulesEvidence()) for judge in judges]
    )
    for judge in judges:
        judge.begin_evening()
    for hand in chain((first,), hands):
        for tried, judge in zip(evening.candidates, judges, strict=True):
            if tried.said.given_up:
                continue
            if judge.can_pass(hand):
                tried.said.take_plain_hand(hand)
            else:
                tried.said.take_judgement(evening.hands, judge.judge_with_rules(hand), limit=limit)
        evening.hands += 1
    return evening.with_ranked_candidates()


class _TriedRules:
    """Judges the hands of an evening under a candidate; supplies missing discards."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.game = Game.from_ruleset(ruleset)
        self.right = 0
        """The number of replayed hands without a finding."""
        self.begin_evening()

    def begin_evening(self) -> None:
        """Begins an evening, of which nothing was judged yet."""
        self.score = begin_totals(self.game, literal=True)
        self.in_vain = 0
        """The number of supplied discards that did not help."""
        self.plain = FilteredHands()

    def can_pass(self, hand: Hand) -> bool:
        """Check by the compiled filter whether a hand has no finding.

        The filter is compiled after `MIN_RIGHT_HANDS` right hands.
        """
        return self.right >= MIN_RIGHT_HANDS and self.plain.can_pass(hand, self.score)

    def judge_with_rules(self, hand: Hand) -> Judgement:
        """The judgement of a hand."""
        if hand.broken:
            hand = with_pack(hand, self.score.game.rules.pack)
        if self.in_vain >= MAX_FAILED_SUPPLIES:
            judged = self.score.replay(hand)
        else:
            judged = replay_supplied(self.score, hand)
            self.in_vain += is_step_missing(judged) and has_hidden_discard(hand)
        self.right += not judged.findings
        return judged


class TogetherSaid:
    """A sum of the evidence of several evenings for the same rulesets."""

    def __init__(self, rulesets: Sequence[Ruleset]) -> None:
        said = [RulesEvidence(wrong=HandNumbers(), remarks=HandNumbers()) for _ in rulesets]
        self.found = Identification("", 0, 0, list(map(RulesOnTrial, rulesets, said)), evenings=0)

    def add_evening_evidence(self, hands: int, said: Iterable[RulesEvidence]) -> None:
        """Add one evening: its evidence for each ruleset, in the same order."""
        for tried, more in zip(self.found.candidates, said, strict=True):
            tried.said.add_evidence(more, self.found.hands)
        self.found.hands += hands
        self.found.evenings += 1


def _has_assertion(hand: Hand) -> bool:
    """Check whether a hand states figures."""
    return any(isinstance(statement, rec.ASSERTIONS) for statement in hand.statements)


def is_objection_by_rules(finding: Finding) -> bool:
    """Check whether a finding rests on rules and is an error or a warning."""
    return finding.code[3] in _ON_RULES and finding.severity is not Severity.NOTE


# ---------------------------------------------------------------------- what sets two candidates apart


# A proof would take each rule over and judge again, at about 0.1 s a rule.
def _nearest_difference(candidate: Ruleset, best: Ruleset, shown: HandAgainst) -> Difference | None:
    """Return the rule that differs between two rulesets and that the hand shows.

    It is the one nearest to the rule of the finding; otherwise one that is read when the hand is judged under either.
    """
    comparison = compare(candidate, best)
    differences = comparison.differences
    if any(comparison.names.values()):
        differences += tuple(_differences_by_name(candidate, best))
    rule = shown.finding.rule
    keys = rule.path.split(".") if rule is not None else []
    scored = [
        (max(count_common_keys(keys, leaf.path) for leaf in difference.existing_leaves), difference)
        for difference in differences
    ]
    most = max((score for score, _ in scored), default=0)
    near = [each for score, each in scored if score == most] if most else list(differences)
    words = {arg for arg in shown.finding.args.values() if isinstance(arg, str)}
    near = [each for each in near if any(_has_word_of(leaf, words) for leaf in each.existing_leaves)] or near
    if len(near) == 1 or not near:
        return near[0] if near else None
    read = read_for(candidate, shown.hand) | read_for(best, shown.hand)
    touched = [each for each in near if any(leaf.path in read for leaf in each.existing_leaves)]
    if not most and not touched:
        return None
    return (touched or near)[0]


def _differences_by_name(candidate: Ruleset, best: Ruleset) -> Iterator[Difference]:
    """Rules that mean the same by other names: records are written with these."""
    for path, (value, origin) in candidate.leaves.items():
        if path in best.leaves and best.leaves[path][0] != value:
            yield Difference(Leaf(path, value, origin), Leaf(path, *best.leaves[path]))


def _has_word_of(leaf: Leaf, words: set[str]) -> bool:
    """Check whether the path or the value of a rule contains one of these words."""
    values = leaf.value if isinstance(leaf.value, list) else [leaf.value]
    return not words.isdisjoint(leaf.path.split(".")) or any(
        value in words for value in values if isinstance(value, str)
    )


def count_common_keys(keys: Sequence[str], path: str) -> int:
    """Count the keys that a path has in common with another from its start."""
    count = 0
    for key, other in zip(keys, path.split("."), strict=False):
        if key != other:
            break
        count += 1
    return count


def read_for(ruleset: Ruleset, hand: Hand) -> set[str]:
    """Return the paths of the rules that judging a hand reads, without supplied moves."""
    rules, seen = trace_reads(expand_amounts(ruleset.rules))
    begin_totals(Game(ruleset, rules), literal=True).replay(hand)
    return seen


def _count_offered_words(ruleset: Ruleset) -> int:
    """Count the words of a ruleset that a hand may use."""
    rules = ruleset.rules
    raises: Iterable[str] = (word for contract in rules.contracts.values() for word in contract.raises)
    return len(rules.contracts) + len(set(raises)) + len(rules.auction.words) + len(rules.standing)
