"""The possible outcomes of a hand without cards, if its lines leave that open.

In goes an open hand with its result, out come the outcomes from which a player has to choose: one bonus or another, one
partner or another. The choice is written as payments; the rules state the payments of each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.judge.score import UNKNOWN_SCORE
from calarec.core.notation.writer import statement_line
from calarec.core.records import model as m
from calarec.core.wording.cells import visible
from calarec.core.wording.language import SOURCE, Joined, Words, text_in
from calarec.record_judge.gaps import begin_totals
from calarec.score_only.judging import possible_outcomes
from calarec_tools.desk.entering.entry_positions import find_position
from calarec_tools.desk.entering.text import keyword_of
from calarec_tools.desk.entering.typed_words import complete_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.wording.language import Language, Sayable
    from calarec.score_only.outcomes import Candidate
    from calarec_tools.desk.entering.entry_positions import EntryPosition
    from calarec_tools.desk.entering.evening_session import EveningSession
    from calarec_tools.desk.entering.text import RecordParts

_PAID: Final = Words("{outcome}: {paid}")
_WITH: Final = Words("with {who}")
_ALONE: Final = Words("without a partner")
_PLAIN: Final = Words("without a bonus")


class LeftOpen(NamedTuple):
    """One of the outcomes."""

    name: Sayable
    """The difference from the others."""
    score: str
    """Its payments, as a line of the record."""
    paid: str
    """The same for people, those who receive first."""
    bonuses: tuple[str, ...]

    def outcome_line(self) -> Words:
        """The outcome and its payments."""
        return _PAID.with_values(outcome=self.name, paid=self.paid)


def with_bonus(at: EntryPosition, bonus: str) -> list[LeftOpen]:
    """Return the outcomes of the open hand with this bonus and no other."""
    return _distinct_outcomes(
        at,
        [
            outcome
            for outcome in _possible_outcomes(at)
            if set(outcome.account.bonuses) - outcome.sure == {bonus} - outcome.sure
        ],
    )


def list_open_outcomes(at: EntryPosition) -> list[LeftOpen]:
    """Return the outcomes of the open hand, if its result leaves the payments open."""
    judged = at.judgement
    if judged is None or judged.account is not None or judged.outcome != "score_only":
        return []
    if not judged.hand.every(m.Result) or judged.hand.every(m.Score):
        return []
    found = _possible_outcomes(at)
    told = _distinct_outcomes(at, [each for each in found if each.has_only_sure_bonuses] or found)
    return told if len(told) > 1 else []


def outcomes_with_totals(
    at: EntryPosition, totals: Mapping[str, int], before: Mapping[str, int]
) -> tuple[list[LeftOpen], dict[str, list[int]]]:
    """Return the outcomes that give some totals, and each player's possible totals.

    `totals` are those after the hand, by seat; `before` are those before it, by person.
    """
    judged = at.judgement
    if judged is None or judged.setting is None:
        return [], {}
    labels = judged.setting.labels
    found = _possible_outcomes(at)
    began = {label: before.get(at.person(label), 0) for label in labels}
    fitting = [
        candidate
        for candidate in found
        if all(
            label not in totals or began[label] + candidate.account.payments[seat] == totals[label]
            for seat, label in enumerate(labels)
        )
    ]
    possible = {
        label: sorted({began[label] + candidate.account.payments[seat] for candidate in found})
        for seat, label in enumerate(labels)
    }
    return _distinct_outcomes(at, fitting), possible


def all_outcomes(at: EntryPosition) -> list[LeftOpen]:
    """Return all outcomes of a hand without cards by its result, with any payments."""
    judged = at.judgement
    alone = judged is not None and judged.outcome == "score_only" and bool(judged.hand.every(m.Result))
    return _distinct_outcomes(at, _possible_outcomes(at)) if alone else []


def with_its_score(evening: EveningSession, lines: Sequence[str], opened: RecordParts) -> RecordParts:
    """Restore the `score` of a reopened hand, if nothing else decides its payments.

    `lines` are those of the record before it was opened.
    """
    own = lines[len(opened.head) : len(lines) - len(opened.tail)]
    score = next((line for line in own if keyword_of(line) == "score"), "")
    if not score or score in opened.hand or "result" not in map(keyword_of, opened.hand):
        return opened
    kept = opened.with_line(score)
    with_it, without = (find_position(evening, each).judgement for each in (kept, opened))
    if with_it is None or with_it.account is None:
        return opened
    told = without is not None and without.account is not None and without.account.payments == with_it.account.payments
    return opened if told else kept


def find_chosen_outcome(outcomes: Iterable[LeftOpen], typed: str, lang: Language) -> LeftOpen | None:
    """The outcome that was typed."""
    named = {text_in(left_open.name, lang): left_open for left_open in told_apart(outcomes)}
    return named.get(complete_word(typed, named))


def told_apart(outcomes: Iterable[LeftOpen]) -> list[LeftOpen]:
    """Return the outcomes if bonus and partner distinguish them; otherwise none."""
    found = list(outcomes)
    return found if len({text_in(left_open.name, SOURCE) for left_open in found}) == len(found) else []


def _possible_outcomes(at: EntryPosition) -> list[Candidate]:
    judged = at.judgement
    if judged is None or judged.setting is None:
        return []
    found = possible_outcomes(judged, judged.setting, begin_totals(judged.game, score=UNKNOWN_SCORE))
    return [candidate for candidate in found if candidate.account.payments]


def _distinct_outcomes(at: EntryPosition, found: list[Candidate]) -> list[LeftOpen]:
    """Return outcomes with different payments, each named by its difference."""
    accounts = [candidate.account for candidate in found]
    partners = len({account.partners for account in accounts}) > 1
    bonuses = len({account.bonuses for account in accounts}) > 1
    alike: dict[tuple[tuple[int, ...], tuple[int, ...]], list[Account]] = {}
    for account in accounts:
        alike.setdefault((account.payments, account.partners), []).append(account)
    return [_outcome(at, each, partners=partners, bonuses=bonuses) for each in alike.values()]


def _outcome(at: EntryPosition, alike: list[Account], *, partners: bool, bonuses: bool) -> LeftOpen:
    judged = at.judgement
    assert judged is not None
    assert judged.setting is not None
    account, labels = alike[0], judged.setting.labels
    seats = dict.fromkeys((*(seat for side in account.sides for seat in side.seats), *range(len(labels))))
    amounts = tuple((labels[seat], account.payments[seat]) for seat in seats)
    name: list[Sayable] = []
    if partners:
        who = ", ".join(visible(at.person(labels[partner])) for partner in account.partners)
        name.append(_WITH.with_values(who=who) if who else _ALONE)
    if bonuses:
        names = dict.fromkeys(bonus for each in alike for bonus in each.bonuses)
        named = [judged.game.ruleset.name("bonus", each) for each in names]
        name.append(Joined(tuple(named), " / ") if named else _PLAIN)
    ordered = sorted(amounts, key=lambda each: -each[1])
    paid = " \u00b7 ".join(visible(f"{at.person(label)} {amount:+d}") for label, amount in ordered if amount)
    return LeftOpen(Joined(tuple(name)), statement_line(m.Score(amounts)), paid, account.bonuses)
