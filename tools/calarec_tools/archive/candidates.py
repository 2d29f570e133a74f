"""Under which rules an evening was played: every candidate judges every hand as it stands.

In go the hands of a record and rulesets, out comes an `Identification` for each evening: how many hands each candidate
makes legal and true, in the order of how well it fits, and the rule that sets each of the others apart from the best.

Terms. A hand is *against* a candidate if it has an error or a warning there that rests on rules; what is wrong with the
text alone is nobody's fault. A *remark* is a note that rests on a rule. Of candidates for which the same hands speak
nobody can tell which it was; the one with fewer remarks comes first, then the *narrower*: it offers less that was never
used.
"""

from __future__ import annotations

from collections.abc import MutableSet
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
"""A candidate with so many hands against it is not tried further, if nobody asks for it: no slip of the pen explains
that, and what is tried on takes as long as all that has been tried."""
MAX_FAILED_SUPPLIES: Final = 3
"""Discards that nobody wrote down are not supplied any more for a candidate with which that did not help so often."""
MIN_RIGHT_HANDS: Final = 3
"""The compiled filter judges further hands of a candidate after this number of right ones: most candidates fit none."""
MAX_SHOWN_HANDS: Final = 3
"""Of the hands against a candidate so many are kept."""
_ON_RULES: Final = ("2", "3", "4", "5", "6")
"""The first digit of codes that rest on rules; the others are about files, the text, style and the pin."""
_NO_DEALER: Final = "CAL305"


class HandAgainst(NamedTuple):
    """A hand that does not fit a candidate, and what was found."""

    hand: Hand
    finding: Finding
    number: int
    """The how-manieth of the hands that are asked together it is, from 0."""


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
        """Takes a number away."""
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
    """What hands say of one ruleset: those of an evening, or of several."""

    tried: int = 0
    """How many hands were judged by it."""
    legal: int = 0
    """Of these, whose moves are legal."""
    true: int = 0
    """Whose figures, where there are any, are those of the ruleset."""
    false: int = 0
    """Whose figures are not."""
    wrong: set[int] | MutableSet[int] = field(default_factory=set)
    """The numbers of the hands against it; of one evening a `set`, which parts can keep."""
    elsewhere: int = 0
    """Of these, which could not even sit down under it: the table has another number of seats."""
    remarks: set[int] | MutableSet[int] = field(default_factory=set)
    """The numbers of hands of which there is something to remark."""
    against: list[HandAgainst] = field(default_factory=list)
    """The first of them."""
    given_up: bool = False
    """Whether hands were left that it has not seen."""

    def take_judgement(self, number: int, judged: Judgement, *, every: bool) -> None:
        """One hand more, taken as it stands.

        What cannot be read, breaks off, or does not say who dealt tells nothing: it is judged by no rules.
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
        self.given_up = not every and len(self.wrong) >= MAX_HANDS_AGAINST

    def take_plain_hand(self, hand: Hand) -> None:
        """One hand more, of which nothing is to be reported."""
        self.tried += 1
        self.legal += 1
        self.true += _has_assertion(hand)

    def add_evidence(self, other: RulesEvidence, before: int) -> None:
        """What the hands of another evening say, which stands behind so many hands."""
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
    """A ruleset on trial, and what has been said of it."""

    ruleset: Ruleset
    said: RulesEvidence

    @property
    def is_fitting(self) -> bool:
        """Whether everything is in order under it."""
        return self.said.tried > 0 and not self.said.wrong and not self.said.given_up

    @property
    def candidate_order(self) -> tuple[float, float, int, int, int, str]:
        """What candidates are sorted by: hands against it, illegal ones, other tables, remarks, how much it offers."""
        said = self.said
        # Of whom no hand has told anything none is illegal either.
        share, illegal = (len(said.wrong) / said.tried, 1 - said.legal / said.tried) if said.tried else (1.0, 0.0)
        return share, illegal, said.elsewhere, len(said.remarks), _count_offered_words(self.ruleset), self.ruleset.id

    def has_same_objections(self, other: RulesOnTrial) -> bool:
        """Whether the same speaks against both."""
        return (self.said.wrong, self.said.given_up) == (other.said.wrong, other.said.given_up)


class SeparatingRule(NamedTuple):
    """The rule in which a candidate differs from the best, where a hand shows it."""

    shown: HandAgainst
    difference: Difference | None
    """Left stands the candidate's rule, right that of the best; None if no rule that the hand touches differs."""


@dataclass(slots=True)
class Identification:
    """What the hands of one evening, or of several together, say of all candidates, the best first."""

    file: str
    """Nothing, of several evenings."""
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
        """What is said of each, in their order."""
        said = {id(candidate.ruleset): candidate.said for candidate in self.candidates}
        return tuple(said[id(ruleset)] for ruleset in rulesets)

    @property
    def undecided_candidates(self) -> list[RulesOnTrial]:
        """Those that these hands cannot tell apart from the best."""
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
    source: str | Shard, rulesets: Sequence[Ruleset], *, every: bool = False
) -> Iterator[Identification]:
    """What each evening of a file, or of a shard, says of the rulesets; with `every` none is given up."""
    records = records_of(source)
    evening: Identification | None = None
    judges = [_TriedRules(ruleset) for ruleset in rulesets]
    for hand in records:
        if evening is None or hand.new_evening:
            if evening is not None:
                yield evening.with_ranked_candidates()
            evening = Identification(
                hand.file, hand.line, 0, [RulesOnTrial(ruleset, RulesEvidence()) for ruleset in rulesets]
            )
            for judge in judges:
                judge.begin_evening()
        for tried, judge in zip(evening.candidates, judges, strict=True):
            if tried.said.given_up:
                continue
            if judge.can_pass(hand):
                tried.said.take_plain_hand(hand)
            else:
                tried.said.take_judgement(evening.hands, judge.judge_with_rules(hand), every=every)
        evening.hands += 1
    require_all_hands_read(records)
    if evening is not None:
        yield evening.with_ranked_candidates()


class _TriedRules:
    """Judges the hands of an evening under a candidate: as they stand, but for a discard that nobody wrote down."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.game = Game.from_ruleset(ruleset)
        self.right = 0
        """How many hands were replayed of which there was nothing to report."""
        self.begin_evening()

    def begin_evening(self) -> None:
        """Begins an evening, of which nothing was judged yet."""
        self.score = begin_totals(self.game, literal=True)
        self.in_vain = 0
        """How often a discard was supplied and did not help."""
        self.plain = FilteredHands()

    def can_pass(self, hand: Hand) -> bool:
        """Whether a hand has no finding, by the filter; that is compiled if hands fit."""
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
    """What several evenings say of the same rulesets, added up as they come."""

    def __init__(self, rulesets: Sequence[Ruleset]) -> None:
        said = [RulesEvidence(wrong=HandNumbers(), remarks=HandNumbers()) for _ in rulesets]
        self.found = Identification("", 0, 0, list(map(RulesOnTrial, rulesets, said)), evenings=0)

    def add_evening_evidence(self, hands: int, said: Iterable[RulesEvidence]) -> None:
        """One evening more: what its hands say of each ruleset, in the same order."""
        for tried, more in zip(self.found.candidates, said, strict=True):
            tried.said.add_evidence(more, self.found.hands)
        self.found.hands += hands
        self.found.evenings += 1


def _has_assertion(hand: Hand) -> bool:
    """Whether a hand says what it came to."""
    return any(isinstance(statement, rec.ASSERTIONS) for statement in hand.statements)


def is_objection_by_rules(finding: Finding) -> bool:
    """Whether something was found that rests on rules, and is more than a note."""
    return finding.code[3] in _ON_RULES and finding.severity is not Severity.NOTE


# ---------------------------------------------------------------------- what sets two candidates apart


# A proof would take each rule over and judge again, at about 0.1 s a rule.
def _nearest_difference(candidate: Ruleset, best: Ruleset, shown: HandAgainst) -> Difference | None:
    """Of the rules in which the two differ the one that the hand shows.

    It stands nearest to the rule of the finding; otherwise it is read when the hand is judged under either.
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
    """Whether a rule says one of these words."""
    values = leaf.value if isinstance(leaf.value, list) else [leaf.value]
    return not words.isdisjoint(leaf.path.split(".")) or any(
        value in words for value in values if isinstance(value, str)
    )


def count_common_keys(keys: Sequence[str], path: str) -> int:
    """How many keys a rule's path begins with that another has."""
    count = 0
    for key, other in zip(keys, path.split("."), strict=False):
        if key != other:
            break
        count += 1
    return count


def read_for(ruleset: Ruleset, hand: Hand) -> set[str]:
    """The paths of the rules that are read when a hand is judged as it stands."""
    rules, seen = trace_reads(expand_amounts(ruleset.rules))
    begin_totals(Game(ruleset, rules), literal=True).replay(hand)
    return seen


def _count_offered_words(ruleset: Ruleset) -> int:
    """How many words a ruleset knows that a hand may use."""
    rules = ruleset.rules
    raises: Iterable[str] = (word for contract in rules.contracts.values() for word in contract.raises)
    return len(rules.contracts) + len(set(raises)) + len(rules.auction.words) + len(rules.standing)
