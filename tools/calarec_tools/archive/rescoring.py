"""Scores under other rules: the same play, judged literally by another ruleset.

The hands of a record are judged with the names of the other ruleset and a running score of its own. Statements that
depend on the record's own rules (payments, totals, winners of tricks; with cards the result too) are left out, and so
are changes of totals.

Terms. A hand is *forbidden* if its play is illegal under the other ruleset: it adds nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from calarec.core.base.frozen import NamedTuple, dataclass, field, replace
from calarec.core.engine.game import Game
from calarec.core.judge.hand import is_score_only
from calarec.core.judge.supplied_discards import replay_supplied
from calarec.core.records import model as rec
from calarec.record_judge.carrying import carry_over
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.pins import choose_ruleset
from calarec.record_judge.session import RecordJudge
from calarec_tools.archive.candidates import is_objection_by_rules
from calarec_tools.output.sheet.evenings import read_evenings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.notation.source import Source
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding
    from calarec_tools.output.sheet.evenings import EveningSheet

_OWN: Final = (*rec.ASSERTIONS, rec.Id)
"""Statements that depend on the record's own rules."""
_AMOUNTS: Final = (rec.Carried, rec.Adjust)
_PLAIN: Final = ("legal", "irregular", "incomplete")

Owners: TypeAlias = "dict[tuple[str, rec.RulesPin | None], Ruleset | None]"
"""The rulesets under which hands were written, by file and `rules` line.

None where the ruleset is unknown.
"""


class ForbiddenHand(NamedTuple):
    """A hand that could not have been played so, and its first finding."""

    hand: Hand
    finding: Finding | None


@dataclass(slots=True)
class OtherRules(RecordJudge):
    """Judges hands by a ruleset that is not theirs (`asked`); omits forbidden ones.

    `stops`: end at the first forbidden hand.
    """

    stops: bool = False
    forbidden: list[ForbiddenHand] = field(default_factory=list)
    ended: bool = False
    assumed: dict[str, dict[str, str]] = field(default_factory=dict)
    """Names that were taken for others, by their kind."""
    opened: bool = False
    """True if an exchange was read as open or face down to suit the other rules."""
    as_written: bool = False
    """True if missing discards are not supplied and exchanges stay open or face down."""
    owners: Owners = field(default_factory=dict)
    named_as: Ruleset | None = None
    """The ruleset into whose names hands are put; None: the one that was asked for."""
    nameless: bool = False
    """True if the record's own ruleset is unknown, so that no name is carried over."""

    def replay(self, hand: Hand) -> Judgement:
        """The judgement of a hand under the other rules."""
        assert self.asked is not None
        if self.evening is None:
            self.evening = begin_totals(Game.from_ruleset(self.asked), literal=True)
        evening = self.evening
        read = self._carried_over(hand)
        kept = evening.take_snapshot()
        judged = evening.replay(read) if self.as_written else replay_supplied(evening, read)
        wrong = [finding for finding in judged.findings if is_objection_by_rules(finding)]
        forbidden = judged.verdict not in _PLAIN or bool(wrong)
        if forbidden and not self.ended:
            self.forbidden.append(ForbiddenHand(hand, wrong[0] if wrong else None))
        if forbidden or self.ended:
            evening.restore_snapshot(kept)
            evening.take_lines_before(read)
            evening.row = None
            self.ended = self.ended or self.stops
            judged = replace(judged, account=None, totals=None)
        return judged

    def _carried_over(self, hand: Hand) -> Hand:
        """A hand as it would be written under the other rules."""
        assert self.asked is not None
        own = self._find_owner(hand)
        read = carry_over(hand, own, self.named_as or self.asked, keeps_openness=self.as_written, seen=self.seen)
        self.seen |= read.tried
        self.nameless |= own is None and not read.names
        self.opened |= read.opened
        for kind, names in read.names.items():
            self.assumed.setdefault(kind, {}).update(names)
        # Without cards the result is all that is known of the play.
        gone = tuple(each for each in _OWN if each is not rec.Result) if is_score_only(hand) else _OWN
        said = tuple(
            [
                _without_claims(statement)
                for statement in read.hand.statements
                if not isinstance(statement, gone)
                and not self._is_unknown_payment(statement)
                and not self._is_unknown_rule_of_match(statement, own)
            ]
        )
        between = tuple(
            table_statement for table_statement in hand.between if not isinstance(table_statement, _AMOUNTS)
        )
        session = replace(hand.session, rules=None)
        return replace(read.hand, statements=said, between=between, carried=None, session=session)

    def _is_unknown_payment(self, statement: rec.Statement) -> bool:
        """Check whether it is a payment by a rule that the other rules lack."""
        assert self.asked is not None
        return isinstance(statement, rec.Adjust) and statement.why not in self.asked.rules.agreed

    def _is_unknown_rule_of_match(self, statement: rec.Statement, own: Ruleset | None) -> bool:
        """Check whether it states a rule of the match that the other rules lack."""
        assert self.asked is not None
        if not isinstance(statement, rec.Carry) or statement.cards is not None or statement.amount is not None:
            return False
        rules = self.asked.rules
        is_known = statement.what in (*rules.match.next, *rules.piles, rec.POT, "all-pass")
        return not is_known and (own is None or statement.what in own.rules.match.next)

    def _find_owner(self, hand: Hand) -> Ruleset | None:
        """The ruleset that a hand names; looked for once for a file and a `rules` line."""
        key = hand.file, hand.session.rules
        if key not in self.owners:
            self.owners[key] = choose_ruleset(hand, None).ruleset
        return self.owners[key]


def _without_claims(said: rec.Statement) -> rec.Statement:
    """Return a statement without its claims about winners and holders of cards."""
    changed: dict[str, Any] = {name: "" for name in ("winner", "found") if hasattr(said, name)}
    return said._replace(**changed) if changed else said


class Rescored(NamedTuple):
    """A record under one ruleset."""

    ruleset: Ruleset
    evenings: tuple[EveningSheet, ...]
    judged: tuple[Judgement, ...]
    """Every hand of the record, in order; a forbidden one without an account."""
    forbidden: tuple[ForbiddenHand, ...]
    assumed: dict[str, dict[str, str]]
    opened: bool
    nameless: bool


def rescore_record(
    file: Source, rulesets: Iterable[Ruleset], *, known: Mapping[str, str], stops: bool
) -> Iterator[Rescored]:
    """A record under each of the rulesets."""
    for ruleset in rulesets:
        judge = OtherRules(ruleset, stops=stops)
        judged: list[Judgement] = []
        evenings = tuple(read_evenings(file, ruleset, known, judged, judge))
        for evening in evenings:
            evening.after, evening.closing = (), {}
        yield Rescored(
            ruleset, evenings, tuple(judged), tuple(judge.forbidden), judge.assumed, judge.opened, judge.nameless
        )
