"""The totals of the people in a match, and the totals that the record states.

Terms. A *person* is the owner of a total (`score_rows`). An *excess* (`slip`) is the amount by which a stated total
is too high. It is reported once, with the hand where it first shows; later totals that only carry it on are not
reported.
"""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.base.spans import Span
from calarec.core.engine.match import out_of
from calarec.core.judge.problems import HandFindings
from calarec.core.judge.score_rows import find_people, signed_text, stated_totals
from calarec.core.mechanisms.rules import has_match_declaration
from calarec.core.records import model as rec
from calarec.core.wording.findings import Edit, Fix
from calarec.core.wording.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from calarec.core.engine.game import Game
    from calarec.core.engine.match import EndedMatch
    from calarec.core.judge.score_rows import OtherUnit
    from calarec.core.judge.turn import Turn
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding


class PersonTotal(NamedTuple):
    """The total of a person."""

    total: int
    slip: int | None = 0
    """The amount by which the stated total is too high; None where that is not known."""


class RunningScore(NamedTuple):
    """The totals of a match after a hand."""

    people: tuple[str, ...] = ()
    """The persons at the table, in the order of their seats."""
    totals: tuple[int, ...] = ()
    """Their totals: what they began with, and what the hands have added."""
    slips: tuple[int | None, ...] = ()
    away: Mapping[str, PersonTotal] = {}
    """The totals of the others who were at the table since the match began."""
    brought_in: int = 0
    """The sum that all totals should have.

    It was carried in, adjusted, or added by hands that did not come out even.
    """
    reported_excess: int = 0
    """The reported excess of the sum of the stated totals."""
    is_sum_open: bool = False
    """True if unsettled hands may have changed the sum of all totals: by a pot."""
    is_known: bool = True
    """True if all that went before is known."""
    is_unsure: bool = False
    """True after a hand without settlement.

    calarec takes the next stated totals for the truth.
    """
    has_basis: bool = False
    """True if the totals rest on something that was stated, carried or begun."""
    has_begun: bool = False
    """True if anything was added or stated in this evening."""

    @property
    def has_slips(self) -> bool:
        """Check whether the stated totals differ from the sums, or are not known."""
        return self.slips.count(0) < len(self.slips)

    def by_person(self) -> dict[str, PersonTotal]:
        """All persons since the match began, at the table or not."""
        return {**self.away, **dict(zip(self.people, map(PersonTotal, self.totals, self.slips), strict=True))}

    def totals_by_person(self) -> dict[str, int]:
        """The totals of all persons since the match began."""
        return {person: known.total for person, known in self.by_person().items()}

    def find_person(self, person: str) -> PersonTotal:
        """The total of a person, who may be new at the table."""
        return self.by_person().get(person, self._new_person())

    def _new_person(self) -> PersonTotal:
        return PersonTotal(0, 0 if self.is_known else None)

    def with_people(self, people: tuple[str, ...]) -> RunningScore:
        """The totals of these people in their order; all others are away."""
        if people == self.people:
            return self
        away = self.by_person()
        here = [away.pop(person, self._new_person()) for person in people]
        return self._replace(
            people=people, totals=tuple(known.total for known in here), slips=tuple(known.slip for known in here),
            away=away,
        )  # fmt: skip

    def with_names(self, names: Mapping[str, str]) -> RunningScore:
        """The same totals of persons who are called otherwise from now on."""
        return self._replace(
            people=tuple(names.get(person, person) for person in self.people),
            away={names.get(person, person): known for person, known in self.away.items()},
        )

    def with_totals(self, changes: Mapping[str, PersonTotal]) -> RunningScore:
        """Other totals of some persons, at the table or not."""
        everyone = {**self.by_person(), **changes}
        return self._replace(
            totals=tuple(everyone[person].total for person in self.people),
            slips=tuple(everyone[person].slip for person in self.people),
            away={person: known for person, known in everyone.items() if person not in self.people},
        )

    def with_carried_totals(self, amounts: Iterable[tuple[str, int]]) -> RunningScore:
        """Totals that are brought along."""
        score = self.with_totals({person: PersonTotal(amount) for person, amount in amounts})
        brought_in = sum(score.totals_by_person().values())
        return score._replace(has_basis=True, has_begun=True, brought_in=brought_in, reported_excess=0)

    def with_adjustments(self, amounts: Iterable[tuple[str, int]]) -> RunningScore:
        """Amounts that are added beside the hands."""
        score = self
        for person, amount in amounts:
            known = score.find_person(person)
            score = score.with_totals({person: known._replace(total=known.total + amount)})
            score = score._replace(brought_in=score.brought_in + amount)
        return score

    def sum_with(self, gains: tuple[int, ...]) -> tuple[int, ...]:
        """The totals at the table with the gains of a hand."""
        return tuple(map(add, self.totals, gains))

    def with_gains(self, gains: tuple[int, ...], totals: tuple[int, ...] = ()) -> RunningScore:
        """The score after a hand; `totals` are the new ones, if they are there."""
        totals, added = totals or self.sum_with(gains), sum(gains)
        if not added and self.has_begun:
            return self._replace(totals=totals)  # most hands come out even, and a file may have a million
        return self._replace(totals=totals, brought_in=self.brought_in + added, has_begun=True)

    def in_unit(self, unit: OtherUnit, *, is_silent: bool) -> RunningScore:
        """The score in another unit; what that cannot express is not known."""
        amounts = [amount for known in self.by_person().values() for amount in (known.total, known.slip)]
        whole = (*amounts, self.brought_in, self.reported_excess)
        exact = all(unit.can_say(amount) for amount in whole if amount is not None)
        return self._replace(
            is_unsure=self.is_unsure or not (exact or is_silent),
            totals=tuple(map(unit.convert, self.totals)),
            slips=tuple(map(unit.of_slip, self.slips)),
            away={
                who: PersonTotal(unit.convert(known.total), unit.of_slip(known.slip))
                for who, known in self.away.items()
            },
            brought_in=unit.convert(self.brought_in),
            reported_excess=unit.convert(self.reported_excess),
        )

    def with_open_totals(self, *, is_sum_kept: bool) -> RunningScore:
        """The score after a hand that may have changed the total of anyone at the table.

        `is_sum_kept`: whether the sum of all totals stays the same in any case.
        """
        is_sum_open = self.is_sum_open or not is_sum_kept
        return self._replace(is_unsure=True, slips=(None,) * len(self.people), is_sum_open=is_sum_open)

    # ------------------------------------------------------------------ what the record states

    def hold_stated_totals(
        self, game: Game, hand: Hand, statement: rec.Total, gains: Mapping[str, int], paid_wrong: Mapping[str, int],
        *, is_silent: bool,
    ) -> tuple[RunningScore, list[Finding]]:  # fmt: skip
        """The score after the stated totals of a settled hand, and findings on mistakes.

        `gains` is what the hand has added, `paid_wrong` the amounts by which its payments are too high, by seat:
        these are reported with the payments.
        """
        people = find_people(hand)
        stated = {people.get(label, label): amount for label, amount in statement.amounts}
        paid = {people.get(label, label): amount for label, amount in paid_wrong.items()}
        due = dict(zip(self.people, self.totals, strict=True))
        slips = dict(zip(self.people, self.slips, strict=True))
        wrong = {person: amount - due[person] for person, amount in stated.items() if person in due}
        new = {
            person
            for person, slip in wrong.items()
            if slip not in (0, slips[person], (slips[person] or 0) + paid.get(person, 0))
        }
        slips |= wrong
        score = self._replace(slips=tuple(slips[person] for person in self.people), has_basis=True)
        if is_silent:
            return score, []
        excess = None if self.is_sum_open else self._find_excess(game, hand, stated)
        is_opening = not self.has_basis and any(wrong.values())
        if is_opening and (excess == 0 or (excess is None and len(new) > 1)):
            score = self.with_totals({person: PersonTotal(amount) for person, amount in stated.items()})
            score = score._replace(brought_in=self.brought_in + sum(wrong.values()), has_basis=True)
            return score, [carried_finding(game, hand, statement, due, gains)]
        if is_opening and excess and len(new) > 1:
            sums = self.brought_in + excess, self.brought_in
            findings = [uneven_slips_finding(game, hand, statement, sums, new, due)]
        else:
            findings = slip_findings(game, hand, statement, new, due, gains)
        return (score if excess is None else score._replace(reported_excess=excess)), findings

    def believe_stated_totals(
        self, game: Game, hand: Hand, *, is_disputed: bool, is_silent: bool
    ) -> tuple[RunningScore, list[Finding]]:
        """The score with stated totals of an unsettled hand for the truth; findings."""
        stated = stated_totals(hand)
        if not stated:
            return self, []
        excess = None if is_silent else self._find_excess(game, hand, stated)
        score = self.with_totals({person: PersonTotal(amount) for person, amount in stated.items()})
        score = score._replace(is_unsure=False, has_basis=True, has_begun=True)
        if self.is_sum_open:
            return score._with_stated_sum(excess), []
        if excess is None:
            return score, []
        score = score._replace(reported_excess=excess)
        if excess in (self.reported_excess, 0) or is_disputed:
            return score, []
        return score, uneven_findings(game, hand, self.brought_in + excess, self.brought_in)

    def _with_stated_sum(self, excess: int | None) -> RunningScore:
        """The score whose open sum is that of stated totals, if they decide it."""
        if excess is None:
            return self
        return self._replace(brought_in=self.brought_in + excess, reported_excess=0, is_sum_open=False)

    def _find_excess(self, game: Game, hand: Hand, stated: Mapping[str, int]) -> int | None:
        """The excess of the sum of stated totals; None where that is not known."""
        dummies = {dummy.seat for dummy in hand.session.dummies}
        if game.rules.match.counts != "payments" or not set(self.people) - dummies <= stated.keys():
            return None
        others = [known for person, known in self.by_person().items() if person not in stated]
        slips = [known.slip for known in others if known.slip is not None]
        if len(slips) < len(others):
            return None
        return sum(stated.values()) + sum(known.total for known in others) + sum(slips) - self.brought_in


UNKNOWN_SCORE: Final = RunningScore(is_unsure=True)
"""A score of which nothing is known."""


def begin_score(people: tuple[str, ...]) -> RunningScore:
    """The score when a match begins, at nothing for each person."""
    zeros = (0,) * len(people)
    return RunningScore(people, zeros, zeros, has_basis=True, has_begun=True)


def match_over_finding(game: Game, hand: Hand, ended: EndedMatch) -> Finding:
    """The match was over before a hand."""
    wording = "" if ended.hand else "nameless"
    return HandFindings(hand, game).make_finding("CAL615", rule=ended.rule, wording=wording, name=ended.hand)


def out_of_match_findings(game: Game, hand: Hand, totals: Mapping[str, int]) -> dict[str, Finding]:
    """Report players whose total has put them out, by seat."""
    seats = [tuple(totals)[place] for place in out_of(game, tuple(totals.values()))]
    return {
        label: HandFindings(hand, game).make_finding(
            "CAL619", rule="match.out_at", label=label, total=str(totals[label])
        )
        for label in seats
    }


def out_of_turn_finding(game: Game, hand: Hand, dealer: str, turn: Turn) -> Finding:
    """Report a dealer out of turn."""
    due, before = turn
    dealt = hand.first_statement(rec.Dealer)
    return HandFindings(hand, game).make_finding(
        "CAL307", dealt, seat=0, rule="match.dealer", wording="" if before else "nameless", label=dealer, due=due,
        name=before,
    )  # fmt: skip


def first_dealer_finding(game: Game, hand: Hand, dealer: str, due: str, holder: str) -> Finding:
    """Another player counts as the dealer of the first hand of a match."""
    return HandFindings(hand, game).make_finding(
        "CAL307", hand.first_statement(rec.Dealer), seat=0, rule="match.first_eldest", wording="first", label=dealer,
        due=due, holder=holder, found=game.rules.match.first_eldest,
    )  # fmt: skip


def slip_findings(
    game: Game, hand: Hand, statement: rec.Total, new: set[str], due: Mapping[str, int], gains: Mapping[str, int]
) -> list[Finding]:
    """The totals of these people are not the sums that are due."""
    people, findings = find_people(hand), HandFindings(hand, game)
    said = []
    for index, (label, found) in enumerate(statement.amounts):
        who, gain = people.get(label, label), gains.get(label, 0)
        if who in new:
            said.append(findings.make_finding(
                "CAL612", statement, number=index, rule="match.counts", label=label, found=found, due=due[who],
                before=due[who] - gain, gain=signed_text(gain), fix=str(due[who]),
            ))  # fmt: skip
    return said


def carried_finding(
    game: Game, hand: Hand, statement: rec.Total, due: Mapping[str, int], gains: Mapping[str, int]
) -> Finding:
    """Report first totals that the hands do not give: they may be carried over."""
    people = find_people(hand)
    given = Listing(tuple(f"`{label}: {due[people.get(label, label)]}`" for label, _ in statement.amounts
                          if people.get(label, label) in due))  # fmt: skip
    before = [f"{label}: {amount - gains.get(label, 0)}" for label, amount in statement.amounts]
    line = f"carried {' '.join(before)}"
    made = HandFindings(hand, game).make_finding(
        "CAL617", statement, rule="match.counts", given=given, carried=f"`{line}`"
    )  # fmt: skip
    # Comments right above a hand stay with it.
    place = Span.from_column(hand.file, hand.line - len(hand.own_comments), 1, 0)
    return replace(made, fix=Fix((Edit(place, f"{line}\n"),)))


def uneven_finding(game: Game, hand: Hand, statement: rec.Total, found: int, due: int) -> Finding:
    """Report a sum of all totals that was not brought in."""
    return HandFindings(hand, game).make_finding("CAL618", statement, rule="match.counts", found=found, due=due)


def uneven_slips_finding(
    game: Game, hand: Hand, statement: rec.Total, sums: tuple[int, int], new: set[str], due: Mapping[str, int]
) -> Finding:
    """Report the wrong totals in an uneven sum, where the hands give others.

    `sums` are the found and the due sum of all totals.
    """
    people = find_people(hand)
    wrong = tuple(
        Words("{label} has {due}, not {found}", label=label, due=due[people.get(label, label)], found=found)
        for label, found in statement.amounts
        if people.get(label, label) in new
    )
    return HandFindings(hand, game).make_finding(
        "CAL618", statement, rule="match.counts", wording="hands", found=sums[0], due=sums[1], wrong=Listing(wrong)
    )


def uneven_findings(game: Game, hand: Hand, found: int, due: int) -> list[Finding]:
    """Report uneven totals of a hand with an unknown result.

    A declaration in it may have brought the difference in.
    """
    declared = has_match_declaration(game.rules, (declaration.word for declaration in hand.every(rec.Declare)))
    return [uneven_finding(game, hand, total, found, due) for total in hand.every(rec.Total)[:1] if not declared]


def is_disputed(findings: Iterable[Finding]) -> bool:
    """Check whether findings already report wrong sums of a hand."""
    return any(finding.code[:5] in ("CAL32", "CAL61") and finding.severity == "error" for finding in findings)
