"""Irregularities that a record states, held against the tricks that it names.

The ruling stays as the table decided it: what is said here is that the record itself shows nothing of it, or shows it
in another trick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.base.frozen import NamedTuple, replace
from calarec.engine import events as ev
from calarec.judge.seats import number_of
from calarec.mechanisms.rules import exchanges, of_the_exchange
from calarec.records import model as rec

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.judge.findings import HandFindings
    from calarec.judge.mending import Breaches


class Broken(NamedTuple):
    """A rule of play that a seat broke."""

    seat: int
    trick: int
    code: str
    finding: int
    """Which of the findings tells it; -1 if it is stated, or not told."""


def check_claims(course: Breaches, *, shown: bool) -> None:
    """Tells of every irregularity that is stated of a trick what is wrong with that trick.

    `shown`: all cards are known, so that a trick shows what was irregular in it.
    """
    for statement in course.hand.statements:
        if not isinstance(statement, rec.Fault) or not statement.trick:
            continue
        seat = number_of(course.setting, statement.seat)
        if shown and seat >= 0 and _shows(course, statement.word) and statement.trick <= len(course.state.tricks):
            own = [each for each in course.broken if each.seat == seat]
            there = any(each.trick == statement.trick for each in own)
            elsewhere = [each for each in own if each.code == "CAL512" and each.finding >= 0]
            if not there and len(elsewhere) == 1:
                _in_another(course, statement, elsewhere[0])
                continue
        else:
            there = True
        if _is_to_come(course, statement):
            course.breaches += 1
            course.findings.add("CAL534", statement, number=0, wording="yet", rule="play", trick=statement.trick)
        elif not there:
            course.findings.add(
                "CAL536", statement, number=0, rule=f"standing.{statement.word}", label=statement.seat,
                trick=statement.trick,
            )  # fmt: skip


def check_exchanges(course: Breaches) -> None:
    """Tells of every irregularity of the exchange that is stated where nothing was exchanged."""
    if course.upset:
        return
    lines = {each.line: each for each in course.hand.statements if isinstance(each, rec.Fault)}
    for each in course.happened:
        statement = lines.get(each.line) if isinstance(each.event, ev.Faulted) else None
        if statement is not None and each.state is not None:
            check_exchange(course.game, each.state.contract, statement, course.findings)


def check_exchange(game: Game, contract: str, statement: rec.Fault, findings: HandFindings) -> None:
    """Tells of an irregularity of the exchange that this contract has none; it is empty as long as none is settled."""
    rules = game.rules
    if statement.trick or not of_the_exchange(rules, statement.word) or exchanges(rules, contract):
        return
    findings.add(
        "CAL536", statement, word=1, rule=f"standing.{statement.word}", label=statement.seat,
        wording="no_exchange" if contract else "too_early",
        contract=game.ruleset.name("contracts", contract) if contract else "",
    )  # fmt: skip


def _in_another(course: Breaches, statement: rec.Fault, one: Broken) -> None:
    """It is stated of another trick than the one in which it happened: it is stated all the same."""
    found = course.findings.found
    found[one.finding] = replace(found[one.finding], wording="declared", answered=True, fix=None)
    course.declared += 1
    course.broken[course.broken.index(one)] = one._replace(finding=-1)
    course.findings.add(
        "CAL536", statement, number=0, wording="elsewhere", rule=f"standing.{statement.word}", label=statement.seat,
        trick=statement.trick, actual=one.trick, fix=str(one.trick),
    )  # fmt: skip


def _is_to_come(course: Breaches, statement: rec.Fault) -> bool:
    """Whether the trick of an irregularity is played only later; the one that is being played has its line next."""
    tricks = [each.number for each in course.hand.statements if isinstance(each, rec.Trick)]
    before = 0
    for each in course.hand.statements:
        if each is statement:
            break
        before += isinstance(each, rec.Trick)
    return statement.trick in tricks[before + 1 :]


def _shows(course: Breaches, word: str) -> bool:
    """Whether an irregularity is one of the play, which anybody can commit and the cards of a trick show."""
    entry = course.game.rules.standing.get(word)
    return entry is not None and entry.do == "fault" and entry.params.by == "anyone" and entry.params.deal == "goes_on"
