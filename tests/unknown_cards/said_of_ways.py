"""Findings with unknown cards, compared with those of every possible hand.

In go records with assertions that may be wrong; out come findings on the hand that not each of those hands has.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from string import Formatter
from typing import TYPE_CHECKING

from calarec.core.engine.cards import bits
from calarec.core.records import model as rec
from calarec.core.wording.messages import find_message
from calarec.record_judge.gaps import begin_totals
from tests.unknown_cards.brute import Way, ways
from tests.unknown_cards.damage import blanked

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from random import Random

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.findings import Finding


def asserted(hand: rec.Hand, seating: Seating, rng: Random) -> rec.Hand:
    """The hand with some of what its lines assert written otherwise, and with lines that assert more."""
    labels = [seating.labels[seat] for seat in seating.active]
    statements: list[rec.Statement] = []
    for statement in hand.statements:
        match statement:
            case rec.Call() if rng.random() < 0.6:
                statement = statement._replace(found=rng.choice(("monte", "hand", "", *labels)))
            case rec.Trick():
                statement = statement._replace(winner=rng.choice(labels) if rng.random() < 0.3 else "")
            case rec.Result() | rec.Score() | rec.Total() if rng.random() < 0.4:
                statement = _shifted(statement, rng)
            case rec.End():
                statements += _added(labels, rng)
        statements.append(statement)
    numbered = tuple(each._replace(line=line) for line, each in enumerate(statements, 1))
    return replace(hand, statements=numbered, carried=None)


def _shifted(statement: rec.Result | rec.Score | rec.Total, rng: Random) -> rec.Statement:
    """The line with one of its figures changed."""
    if isinstance(statement, rec.Result):
        sides = list(statement.sides)
        at = rng.randrange(len(sides))
        sides[at] = sides[at]._replace(amount=(sides[at].amount or 0) + rng.choice((-2, -1, 1, 2)))
        return statement._replace(sides=tuple(sides))
    amounts = list(statement.amounts)
    at = rng.randrange(len(amounts))
    amounts[at] = (amounts[at][0], amounts[at][1] + rng.choice((-2, -1, 1, 2)))
    return statement._replace(amounts=tuple(amounts))


def _added(labels: list[str], rng: Random) -> list[rec.Statement]:
    """Irregularities that the cards may not show."""
    if rng.random() < 0.7:
        return []
    return [rec.Fault(rng.choice(labels), "revoke", trick=rng.choice((None, 1, 2, 3)), by="")]


def blurred(hand: rec.Hand, rng: Random) -> rec.Hand:
    """The hand with some cards of its deal and its tricks unknown."""
    dealt, played = rng.choice((0.3, 0.6, 0.8)), rng.choice((0.2, 0.5, 0.8))
    statements: list[rec.Statement] = []
    for statement in hand.statements:
        match statement:
            case rec.Deal() | rec.Monte():
                statement = statement._replace(cards=blanked(statement.cards, rng, dealt))
            case rec.Trick():
                statement = statement._replace(cards=blanked(statement.cards, rng, played))
        statements.append(statement)
    return replace(hand, statements=tuple(statements))


def completed(hand: rec.Hand, game: Game, seating: Seating, way: Way) -> rec.Hand:
    """The hand with every card written as one way has it."""
    names, plays = game.cards.names, iter(way.plays)
    statements: list[rec.Statement] = []
    for statement in hand.statements:
        match statement:
            case rec.Deal():
                cards = way.hands[seating.labels.index(statement.seat)]
                statement = statement._replace(cards=tuple(names[card] for card in bits(cards)))
            case rec.Monte():
                statement = statement._replace(cards=tuple(names[card] for card in bits(way.piles[0])))
            case rec.Trick():
                statement = statement._replace(cards=tuple(names[next(plays)] for _ in statement.cards))
        statements.append(statement)
    return replace(hand, statements=tuple(statements))


def not_asserted(hand: rec.Hand, places: Collection[int] = ()) -> tuple[rec.Statement, ...]:
    """The lines without what they assert beside the moves, but for where the cards of calls with some numbers were."""
    calls = hand.every(rec.Call)
    return tuple(
        each._replace(found="") if isinstance(each, rec.Call) and calls.index(each) not in places else each
        for each in hand.statements
        if not isinstance(each, (*rec.ASSERTIONS, rec.Fault))
    )


def believed_ways(hand: rec.Hand, game: Game, seating: Seating) -> set[Way]:
    """The ways in which most called cards are where their lines have them."""
    calls = range(len(hand.every(rec.Call)))
    for believed in range(len(calls), -1, -1):
        every = [ways(game, seating, not_asserted(hand, places)) for places in combinations(calls, believed)]
        found = set[Way]().union(*every)
        if found:
            return found
    return set()


def named(finding: Finding) -> dict[str, str]:
    """Return the parts of a finding's message by name."""
    text = find_message(finding.code, finding.wording, "en").message
    parts = {name for _, name, _, _ in Formatter().parse(text) if name}
    return {name: str(finding.args.get(name, "")) for name in parts}


def not_in_every_way(hand: rec.Hand, game: Game, found: Judgement, every: Iterable[Way]) -> list[tuple[str, str]]:
    """Each error of a hand that one of its possible hands lacks, with that one's."""
    assert found.setting is not None
    rulings = [begin_totals(game).replay(completed(hand, game, found.setting, way)) for way in every]
    wrong = []
    for finding in found.findings:
        if finding.severity == "error":
            other = next((each for each in _believed(rulings, finding) if not _says_too(each, finding)), None)
            if other is not None:
                said = "; ".join(f"{each.code} {each.message()}" for each in other.findings)
                wrong.append((f"{finding.code} {finding.message()}", said))
    return wrong


def _believed(rulings: list[Judgement], finding: Finding) -> list[Judgement]:
    """The rulings that a finding is about: totals go on from payments that are written, if these can be."""
    paid = [each for each in rulings if all(one.code != "CAL611" for one in each.findings)]
    return paid if paid and finding.code == "CAL612" else rulings


def _says_too(ruling: Judgement, finding: Finding) -> bool:
    """Check whether a ruling includes a finding, perhaps with more details."""
    if finding.code == "CAL618":
        return True  # the figures of a line are added up, and no card matters
    if finding.code == "CAL612" and not finding.wording:
        label = str(finding.args["label"])
        return ruling.totals is not None and ruling.totals[label] == finding.args["due"]
    if finding.wording == "together":
        return any(each.code == finding.code or each.code in _SUMS for each in ruling.findings)
    return any(
        (each.code, each.span.line) == (finding.code, finding.span.line)
        and named(finding).items() <= named(each).items()
        for each in ruling.findings
    )


_SUMS = ("CAL610", "CAL611", "CAL612", "CAL614")
