"""A file replayed hand by hand, each under its ruleset, with one running score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import dataclass, field, replace
from calarec.core.engine.game import Game
from calarec.core.judge.deal import is_about_pack, with_pack
from calarec.core.judge.score import RunningScore
from calarec.core.records.model import is_same_statement
from calarec.core.wording.findings import Fix
from calarec.record_judge.carried_hand import CarriedHand
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.pins import Chosen, choose_ruleset, note_names_kept, note_names_read, other_rules_findings
from calarec.rule_files.load import RulesetError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Hand, Preamble, RulesPin
    from calarec.core.wording.findings import Finding
    from calarec.record_judge.carried_hand import Name

_UNSEATED: Final = "CAL216"
"""The ruleset is for another number of people."""
OF_OTHER_RULES: Final = ("CAL806", "CAL808")
"""Notes on rules that were asked for and are not the record's."""
_WRITTEN_NAMES: Final = ("rank", "suit", "contract")
"""The kinds of names that a command may write into a record."""


class NoRulesError(RulesetError):
    """A hand without a ruleset; `findings` have the reason (none: no rules are named)."""

    def __init__(self, hand: Hand, findings: tuple[Finding, ...]) -> None:
        pin = hand.session.rules
        super().__init__(pin.id if pin else "", findings)
        self.hand = hand

    def __str__(self) -> str:
        found = self.findings
        said = found[0].message() if found else "the record names no ruleset, and none was asked for"
        return f"{self.hand.file}:{self.hand.line}: {said}"


@dataclass(slots=True)
class RecordJudge:
    """The judge of one file's hands in order; `asked` is the ruleset for all, if any.

    Findings on a pin come with the first hand that it holds for.
    """

    asked: Ruleset | None = None
    evening: RunningTotals | None = None
    pinned: Preamble | None = None
    """The preamble of the last hand under this ruleset, with its last `rules` line."""
    told: RulesPin | None = None
    """The evening's `rules` line whose findings are all reported."""
    chosen: Chosen = field(default_factory=lambda: Chosen(None))
    silent: bool = False
    """True if another judge adds up the results."""
    known: bool = True
    """True if all that went before is known."""
    literal: bool = False
    """True to judge hands as written, without a search for other meanings."""
    finds_ends: bool = False
    """True if calarec finds the possible ends of unsettled hands."""
    odds_seed: int | None = None
    """The seed of the samples for odds of unsettled hands; None if not asked for."""
    keeps_names: bool = False
    """True if names are those of the ruleset asked for, whatever the record names."""
    has_renamed: bool = False
    """True if cards or contracts of the last hand were judged under other names."""
    seen: frozenset[Name] = frozenset()
    """Names of hands without known rules, read in other names; also for later hands."""
    deferred: tuple[Finding, ...] = ()
    """Notes on the rules asked for, for the next hand that can be played under them."""
    renamed: frozenset[tuple[str, str, str]] = frozenset()
    """Kind, old name and new name of everything that was read as something else."""
    unclear: frozenset[tuple[str, str]] = frozenset()
    """Kind and name of everything that stays as written, since it is ambiguous."""
    pins: dict[RulesPin, Chosen] | None = None
    """The choices for earlier pins, to judge one record again; None keeps none."""

    loaded: dict[str, Ruleset] | None = None
    """The rulesets of ids from other records of the run; None keeps none."""

    def replay(self, hand: Hand) -> Judgement:
        """Replays one hand; NoRulesError if there is no ruleset for it."""
        said = self.choose(hand)
        if self.chosen.ruleset is None:
            if self.evening is not None:
                self.evening.pass_over(hand)
            raise NoRulesError(hand, self.chosen.findings)
        ruleset = self.chosen.ruleset
        if hand.broken:
            hand = with_pack(hand, (self.chosen.own or ruleset).rules.pack)
        read = self._in_other_names(hand, ruleset)
        self.seen |= read.tried
        self.has_renamed = not read.names.keys().isdisjoint(_WRITTEN_NAMES)
        replayed = self.running(ruleset).replay(read.hand)
        if self.chosen.is_foreign or read.names:
            found = tuple(
                _restrict_fix(finding, ruleset, renamed=bool(read.names) and finding not in hand.findings)
                for finding in replayed.findings
            )
            if found != replayed.findings:
                replayed = replace(replayed, findings=found)
        return self.with_notes(replayed, (*said, *self._new_names(read, ruleset)))

    def with_notes(self, replayed: Judgement, said: tuple[Finding, ...]) -> Judgement:
        """A judgement with notes on its rules.

        If a table has no place under the rules asked for, only that is reported: notes on these rules follow with the
        first table that has one.
        """
        if self.asked is not None and any(finding.code == _UNSEATED for finding in replayed.findings):
            self.defer(said)
            said = tuple(finding for finding in said if finding.code not in OF_OTHER_RULES)
        else:
            said, self.deferred = (*self.deferred, *said), ()
        return replace(replayed, findings=(*said, *replayed.findings)) if said else replayed

    def defer(self, said: tuple[Finding, ...]) -> None:
        """Keep notes on rules that were asked for until a hand is reported."""
        self.deferred += tuple(finding for finding in said if finding.code in OF_OTHER_RULES)

    def _in_other_names(self, hand: Hand, ruleset: Ruleset) -> CarriedHand:
        """The hand in the names of the ruleset asked for; unchanged under its own."""
        own, pin = self.chosen.own, hand.session.rules
        if self.asked is None or self.keeps_names or (own is None and pin is not None and not self.chosen.is_foreign):
            return CarriedHand(hand)
        from calarec.record_judge.carrying import carry_over

        return carry_over(hand, own, ruleset, seen=self.seen)

    def _new_names(self, read: CarriedHand, ruleset: Ruleset) -> Iterator[Finding]:
        """Yield notes on names that no earlier note has.

        Those of a known pin are reported with it.
        """
        if self.chosen.own is not None:
            read = read._replace(names={kind: names for kind, names in read.names.items() if kind == "points"})
        if not read.pairs <= self.renamed:
            yield note_names_read(read.hand, ruleset, read, self.chosen.own)
        if not read.unclear <= self.unclear:
            yield note_names_kept(read.hand, ruleset, read)
        self.renamed |= read.pairs
        self.unclear |= read.unclear

    def running(self, ruleset: Ruleset) -> RunningTotals:
        """The evening, going on under a ruleset."""
        if self.evening is None:
            score = RunningScore(is_known=self.known)
            self.evening = begin_totals(
                Game.from_ruleset(ruleset),
                silent=self.silent,
                literal=self.literal,
                finds_ends=self.finds_ends,
                odds_seed=self.odds_seed,
                score=score,
            )
        elif self.evening.game.ruleset is not ruleset:
            self.evening.go_on_under(Game.from_ruleset(ruleset))
        return self.evening

    def copy_judge(self) -> RecordJudge:
        """Copy the judge with its state; rules are the same objects."""
        same: list[object] = [
            self.asked, self.chosen, self.chosen.ruleset, self.chosen.own, self.pinned, self.pins, self.loaded,
        ]  # fmt: skip
        if self.evening is not None:
            evening = self.evening
            same += [evening.game, evening.row, evening.score, evening.match, evening.turn, evening.last_hand]
        from copy import deepcopy

        return deepcopy(self, {id(each): each for each in same})

    def choose(self, hand: Hand) -> tuple[Finding, ...]:
        """Finds the ruleset of a hand; answers what is new to say of it."""
        if self.may_keep_rules_for(hand.session):
            return ()
        before, self.pinned = self.pinned, hand.session
        self.chosen, self.deferred, self.seen = self._found(hand), (), frozenset()
        session, ruled = hand.session, self.chosen.ruleset is not None
        evening = session.rules_of_evening
        last = before.rules_of_evening if before is not None else None
        turned = other_rules_findings(last, evening, hand) if ruled or session.own_rules else ()
        alone = other_rules_findings(evening, session.rules, hand, "hand") if ruled else ()
        return (*turned, *alone, *self._unreported_ruleset_findings(session))

    def _unreported_ruleset_findings(self, session: Preamble) -> tuple[Finding, ...]:
        """The unreported findings on the ruleset.

        After a hand with its own rules the evening's hold as before.
        """
        if session.own_rules or session.rules is None:
            return self.chosen.findings
        known, self.told = self.told, session.rules
        return () if known is not None and is_same_statement(known, session.rules) else self.chosen.findings

    @property
    def may_rename(self) -> bool:
        """Check whether a name of the next hand may mean another one here."""
        return self.chosen.may_rename or bool(self.seen)

    def may_keep_rules_for(self, session: Preamble) -> bool:
        """Check whether the last ruleset is that of hands with this preamble, and take it."""
        last = self.pinned
        if last is None or (
            last is not session
            and (session.own_rules or self.chosen.ruleset is None or _pinned_names(last) != _pinned_names(session))
        ):
            return False
        self.pinned = session
        return True

    def _found(self, hand: Hand) -> Chosen:
        pin = hand.session.rules
        if self.pins is None or pin is None:
            return choose_ruleset(hand, self.asked, self.loaded)
        if pin not in self.pins:
            self.pins[pin] = choose_ruleset(hand, self.asked, self.loaded)
        return self.pins[pin]


def _restrict_fix(finding: Finding, ruleset: Ruleset, *, renamed: bool) -> Finding:
    """Restrict a fix under rules that are not the record's own: it is not safe.

    In a hand that was `renamed` a fix would write the names of these rules beside those of the record.
    """
    fix = finding.fix
    if fix is not None and renamed:
        from calarec.record_judge.carrying import has_name_of

        if any(has_name_of(ruleset, edit.text) for edit in fix.edits):
            return replace(finding, fix=None)
    rests = finding.rule is not None or is_about_pack(finding)
    return replace(finding, fix=Fix(fix.edits)) if rests and fix and fix.safe else finding


def _pinned_names(session: Preamble) -> object:
    """The content of the `rules` lines, of hand and evening; the line if unreadable."""
    pins = (pin and pin._replace(line=0) for pin in (session.rules, session.rules_of_evening))
    return (*pins, session.own_rules, session.rules_unread)
