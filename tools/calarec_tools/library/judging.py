"""Records checked, weighed, repaired, rescored and identified."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple, dataclass
from calarec.core.records.model import Hand
from calarec_tools.library.sources import (
    as_optional_ruleset,
    as_ruleset,
    as_shard,
    as_source,
    as_sources,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.findings import Finding
    from calarec.repairs.search import Repairs
    from calarec.solving.contracts import WeighedChoices
    from calarec.solving.weighing import WeighedHand
    from calarec_tools.archive.candidates import Identification
    from calarec_tools.archive.rescoring import Rescored
    from calarec_tools.library.sources import RecordArgument, RulesArgument


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Every finding by its place, and how many hands came to each verdict."""

    findings: tuple[Finding, ...]
    verdicts: Mapping[str, int]

    @property
    def hands(self) -> int:
        """The number of hands that were checked."""
        return sum(self.verdicts.values())

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that are errors."""
        return tuple(finding for finding in self.findings if finding.severity == "error")

    @property
    def is_clean(self) -> bool:
        """True if there is neither an error nor a warning."""
        return all(finding.severity == "note" for finding in self.findings)

    def __repr__(self) -> str:
        verdicts = ", ".join(f"{count} {verdict}" for verdict, count in self.verdicts.items())
        return f"<CheckReport: {verdicts or 'no hand'}; {len(self.findings)} findings>"


def check(records: RecordArgument | Iterable[RecordArgument], rules: RulesArgument | None = None) -> CheckReport:
    """Checks every hand of one record or several, as `calarec check` does.

    Args:
        records: a path, a `Text`, or several of these.
        rules: the ruleset for all hands; without it each record names its own.

    Returns:
        All findings, and how many hands came to each verdict. A file that cannot be read is a finding too.

    Raises:
        RulesetError: the ruleset cannot be used.
    """
    from calarec_tools.archive.runs.running import check_files

    findings: list[Finding] = []
    verdicts: Counter[str] = Counter()
    for part in check_files(as_sources(records), rules=as_optional_ruleset(rules)):
        findings += part.findings
        verdicts.update(part.report.verdicts)
    return CheckReport(tuple(findings), dict(verdicts))


class AnnotatedHand(NamedTuple):
    """A hand weighed card by card, and the choices before its first lead."""

    judgement: Judgement
    play: WeighedHand
    choices: WeighedChoices | None
    """The contracts and the exchange; None where there is no declarer."""


def annotate(hand: Judgement | Hand, rules: RulesArgument | None = None, *, seconds: float = 10) -> AnnotatedHand:
    """Find what each card of a hand gave away, as `calarec annotate` does.

    Args:
        hand: a hand, or its judgement.
        rules: the ruleset of a hand that names none; a judgement has its own.
        seconds: how long to search; what is not found by then is given as bounds.

    Raises:
        UnsolvableError: the hand cannot be weighed; its text is the reason.
        NoRulesError: there is no ruleset for the hand.
    """
    from calarec.record_judge.session import RecordJudge
    from calarec.solving.search import Allowance
    from calarec_tools.output.report.weighed import weighed_choices, weighed_hand

    judgement = RecordJudge(as_optional_ruleset(rules)).replay(hand) if isinstance(hand, Hand) else hand
    allowance = Allowance(seconds=seconds)
    return AnnotatedHand(judgement, weighed_hand(judgement, allowance), weighed_choices(judgement, allowance))


def repair(record: RecordArgument, rules: RulesArgument | None = None) -> Iterator[Repairs]:
    """Offers changes for hands that do not hold, as `calarec repair` does.

    Args:
        record: a path or a `Text`.
        rules: the ruleset for all hands; without it the record names its own.

    Returns:
        For each such hand, one after another, the changes that would make it hold, likeliest first.

    Raises:
        NoRulesError: there is no ruleset for a hand.
    """
    from calarec.core.notation.reader import read_records
    from calarec.record_judge.session import RecordJudge
    from calarec.repairs.search import repair_record

    judge = RecordJudge(as_optional_ruleset(rules), keeps_names=True)
    return repair_record(read_records(as_source(record)), judge)


def rescore(record: RecordArgument, *rules: RulesArgument, stop: bool = False) -> tuple[Rescored, ...]:
    """Scores a record under other rulesets, as `calarec rescore` does.

    Args:
        record: a path or a `Text`.
        rules: the rulesets; the answers come in their order.
        stop: end with the first hand that a ruleset forbids; otherwise such hands are left out.
    """
    from calarec_tools.archive.rescoring import rescore_record

    if not rules:
        raise ValueError("rules: give at least one ruleset")
    rulesets = [as_ruleset(ruleset) for ruleset in rules]
    return tuple(rescore_record(as_source(record), rulesets, known={}, stops=stop))


def identify(record: RecordArgument, rules: Iterable[RulesArgument] = ()) -> tuple[Identification, ...]:
    """Finds the rules of each evening, as `calarec identify` does.

    Args:
        record: a path or a `Text`.
        rules: the candidates; without any, every ruleset that can be found by its id.

    Returns:
        For each evening its candidates, the best first.
    """
    from calarec.rule_files.locate import known_ids, rule_folders
    from calarec_tools.archive.candidates import identify_evenings

    candidates = [as_ruleset(ruleset) for ruleset in rules or sorted(known_ids(rule_folders()))]
    return tuple(identify_evenings(as_shard(record), candidates))
