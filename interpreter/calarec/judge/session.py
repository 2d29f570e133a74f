"""A file replayed hand by hand, each under its ruleset, with one running score."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from calarec.base.frozen import dataclass, field, replace
from calarec.engine.game import Game
from calarec.judge.deal import rests_on_the_pack, with_pack
from calarec.judge.pins import Chosen, choose, several
from calarec.judge.running_totals import RunningTotals
from calarec.records.model import same
from calarec.rulesets.load import RulesetError
from calarec.wording.findings import Fix

if TYPE_CHECKING:
    from calarec.judge.judgement import Judgement
    from calarec.mechanisms.ruleset import Ruleset
    from calarec.records.model import Hand, Preamble, RulesPin
    from calarec.wording.findings import Finding


class NoRulesError(RulesetError):
    """A hand for which there is no ruleset; `diagnostics` say why (none: nothing names one)."""

    def __init__(self, hand: Hand, diagnostics: tuple[Finding, ...]) -> None:
        pin = hand.session.rules
        super().__init__(pin.id if pin else "", diagnostics)
        self.hand = hand

    def __str__(self) -> str:
        found = self.diagnostics
        said = found[0].message() if found else "the record names no ruleset, and none was asked for"
        return f"{self.hand.file}:{self.hand.line}: {said}"


@dataclass(slots=True)
class RecordJudge:
    """Replays the hands of one file in their order; `asked` is the ruleset for all of them, if there is one.

    What is to be said of a pin is said with the first hand that it holds for.
    """

    asked: Ruleset | None = None
    evening: RunningTotals | None = None
    pinned: Preamble | None = None
    """What holds for the last hand by the present ruleset; the `rules` line there is the last that names it."""
    told: RulesPin | None = None
    """The evening's `rules` line of which everything has been said."""
    chosen: Chosen = field(default_factory=lambda: Chosen(None))
    silent: bool = False
    """Somebody else adds up what is found here."""
    known: bool = True
    """Whether what went before is known."""
    literal: bool = False
    """Hands are taken as they stand, and nobody looks for what may have been meant."""
    pins: dict[RulesPin, Chosen] | None = None
    """What earlier pins were found to mean, for who judges one record again and again; None looks every time."""

    def replay(self, hand: Hand) -> Judgement:
        """Replays one hand; NoRulesError if there is no ruleset for it."""
        said = self.choose(hand)
        if self.chosen.ruleset is None:
            if self.evening is not None:
                self.evening.passed_over(hand)
            raise NoRulesError(hand, self.chosen.diagnostics)
        if hand.broken:
            hand = with_pack(hand, self.chosen.ruleset.rules.pack)
        replayed = self.running(self.chosen.ruleset).replay(hand)
        found = replayed.diagnostics
        if self.chosen.foreign:
            found = tuple(_by_other_rules(each) for each in found)
        return replace(replayed, diagnostics=(*said, *found)) if said or self.chosen.foreign else replayed

    def running(self, ruleset: Ruleset) -> RunningTotals:
        """The evening, going on under a ruleset."""
        if self.evening is None:
            self.evening = RunningTotals(Game.of(ruleset), silent=self.silent, known=self.known, literal=self.literal)
        elif self.evening.game.ruleset is not ruleset:
            self.evening.go_on_under(Game.of(ruleset))
        return self.evening

    def copied(self) -> RecordJudge:
        """Another judge who stands where this one does; rules are the same objects."""
        same: list[object] = [self.asked, self.chosen, self.chosen.ruleset, self.pinned, self.pins]
        if self.evening is not None:
            same += [self.evening.game, self.evening.row]
        return deepcopy(self, {id(each): each for each in same})

    def choose(self, hand: Hand) -> tuple[Finding, ...]:
        """Finds the ruleset of a hand; answers what is new to say of it."""
        if self.holds_for(hand.session):
            return ()
        before, self.pinned = self.pinned, hand.session
        self.chosen = self._found(hand)
        session, ruled = hand.session, self.chosen.ruleset is not None
        evening = session.rules_of_evening
        last = before.rules_of_evening if before is not None else None
        turned = several(last, evening, hand) if ruled or session.own_rules else ()
        alone = several(evening, session.rules, hand, "hand") if ruled else ()
        return (*turned, *alone, *self._new_of_the_pin(session))

    def _new_of_the_pin(self, session: Preamble) -> tuple[Finding, ...]:
        """What is to be said of the ruleset; behind a hand with rules of its own the evening's hold as before."""
        if session.own_rules or session.rules is None:
            return self.chosen.diagnostics
        known, self.told = self.told, session.rules
        return () if known is not None and same(known, session.rules) else self.chosen.diagnostics

    def holds_for(self, session: Preamble) -> bool:
        """Whether the ruleset that was found last is that of hands with this session, who then are the last of it."""
        last = self.pinned
        if last is None or (last is not session and (session.own_rules or _named(last) != _named(session))):
            return False
        self.pinned = session
        return True

    def _found(self, hand: Hand) -> Chosen:
        pin = hand.session.rules
        if self.pins is None or pin is None:
            return choose(hand, self.asked)
        if pin not in self.pins:
            self.pins[pin] = choose(hand, self.asked)
        return self.pins[pin]


def _by_other_rules(finding: Finding) -> Finding:
    """A finding under rules that are not the record's own: what rests on them is nothing to be mended unasked."""
    rests = finding.rule is not None or rests_on_the_pack(finding)
    return replace(finding, fix=Fix(finding.fix.edits)) if rests and finding.fix and finding.fix.safe else finding


def _named(session: Preamble) -> object:
    """What the `rules` lines say, of the hand and of the evening; the line, if it cannot be read."""
    pins = (pin and pin._replace(line=0) for pin in (session.rules, session.rules_of_evening))
    return (*pins, session.own_rules, session.rules_unread)
