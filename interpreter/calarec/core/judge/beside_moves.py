"""Checks of the details beside moves: open or closed, place of a card, winner.

Each takes a statement and the state before or after it, and returns the problem, if there is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.judge.problems import make_problem
from calarec.core.judge.seats import number_of
from calarec.core.mechanisms.rules import has_exchange, is_exchange_irregularity
from calarec.core.records import model as rec
from calarec.core.wording.language import Phrase, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Outcome
    from calarec.core.judge.judgement import Happened
    from calarec.core.judge.problems import Problem
    from calarec.core.records.model import Hand


CardMove: TypeAlias = ev.Given | ev.Taken | ev.Discarded | ev.Tabled
_MOVED = (ev.Given, ev.Taken, ev.Discarded, ev.Tabled)


def find_wrong_face(events: Iterable[ev.Event], statement: rec.Statement) -> CardMove | None:
    """The move of cards that its line wrongly calls open or closed."""
    said = getattr(statement, "open", None)
    if said is None:
        return None
    moved = next((event for event in events if isinstance(event, _MOVED)), None)
    return None if moved is None or moved.open == said else moved


def wrong_face_problem(moved: CardMove, statement: rec.Statement, *, stated: str = "") -> Problem:
    """The problem of cards written as open or closed against the rules.

    `stated`: the wording where an irregularity is stated.
    """
    wording, fix = ("closed", "open") if moved.open else ("open", "closed")
    return make_problem(
        "CAL437", statement, word=1, rule=moved.rule, wording=f"{wording} {stated}".rstrip(),
        fix=None if stated else fix, label=getattr(statement, "seat", ""), answered=bool(stated),
    )  # fmt: skip


def find_misstatements(game: Game, outcome: Outcome, statement: rec.Statement) -> Iterator[Problem]:
    """Yield the problems of details that the line of a legal move states wrongly."""
    found = find_wrong_place(game, outcome.state, statement) if isinstance(statement, rec.Call) else None
    if found is not None:
        yield found
    moved = find_wrong_face(outcome.events, statement)
    if moved is not None:
        yield wrong_face_problem(moved, statement)


def find_wrong_place(game: Game, state: State, statement: rec.Call) -> Problem | None:
    """A called card lay where it lay, whatever its line says."""
    found = dict(state.calls).get(game.cards.numbers.get(statement.card, -1), state.found)
    actual = {-1: "monte", -2: "hand"}.get(found, "")
    if found >= 0:
        actual = state.setting.labels[found]
    if not statement.place or not actual or statement.place == actual:
        return None
    place = {"word": 2, "seat": None} if statement.found in ("monte", "hand") else {"word": None, "seat": 1}
    steps = (path for path in state.program if path.startswith("steps."))
    return make_problem(
        "CAL423", statement, word=place["word"], seat=place["seat"],
        rule=next((path for path in steps if game.step(path).do == "call"), ""),
        actual=place_in_words(actual, statement.seat), stated=place_in_words(statement.place, statement.seat),
        name=statement.card,
    )  # fmt: skip


def place_in_words(found: str, caller: str) -> Words:
    """Describe the place of a called card."""
    if found == "monte":
        return Words("in the monte")
    if found == "hand":
        return Words("in {seat}'s own hand", seat=caller)
    return Words("in {seat}'s hand", seat=Phrase("dative", found))


def find_wrong_winner(
    game: Game, state: State, hand: Hand, statement: rec.Trick, number: int, *, sure: int
) -> Problem | None:
    """The problem of a trick line with a wrong winner, by the `sure` cards only."""
    if not statement.winner or len(state.tricks) < number:
        return None
    trick = state.tricks[number - 1]
    actual = state.setting.labels[trick.winner]
    if statement.winner == actual:
        return None
    if sum(1 << card for card in trick.cards) & ~sure:  # whoever won it with which card is so in one way alone
        wording = "unseen" if game.rules.play.trump is None else "unseen_trump"
        return make_problem("CAL514", statement, seat=1, rule="play.wins", wording=wording, stated=statement.winner)
    following = hand.every(rec.Trick)
    leads = next((later.leader for later in following if later.number == statement.number + 1), actual)
    order = state.setting.active
    place = (order.index(trick.winner) - order.index(trick.leader)) % len(order)
    return make_problem(
        "CAL514", statement, seat=1, rule="play.wins", stated=statement.winner, actual=actual, fix=actual,
        safe=leads == actual, name=game.cards.names[trick.cards[place]],
        wording="" if game.rules.play.trump is None else "trump",
    )  # fmt: skip


class BrokenRule(NamedTuple):
    """A rule of play that a seat broke."""

    seat: int
    trick: int
    code: str
    problem: int | None
    """The number of the problem that reports it.

    None if it is stated, or not reported.
    """


class StatedTricks(NamedTuple):
    """The problems of irregularities that are stated of tricks."""

    problems: list[Problem]
    too_early: int
    """The number of those that are stated of a trick which is played only later."""
    stated_after_all: list[int]
    """Numbers of problems whose irregularity is stated of another trick."""


def check_stated_tricks(
    hand: Hand, game: Game, state: State, broken: Sequence[BrokenRule], *, shown: bool
) -> StatedTricks:
    """Check the trick of every stated irregularity.

    `shown`: all cards are known, so that a trick shows what was irregular in it.
    """
    found, left = StatedTricks([], 0, []), list(broken)
    for statement in hand.statements:
        if not isinstance(statement, rec.Fault) or not statement.trick:
            continue
        seat, there = number_of(state.setting, statement.seat), True
        if shown and seat >= 0 and _is_shown_by_cards(game, statement.word) and statement.trick <= len(state.tricks):
            own = [fault for fault in left if fault.seat == seat]
            there = any(fault.trick == statement.trick for fault in own)
            elsewhere = [fault for fault in own if fault.code == "CAL512" and fault.problem is not None]
            if not there and len(elsewhere) == 1 and elsewhere[0].problem is not None:
                found.problems.append(_other_trick_problem(statement, elsewhere[0]))
                found.stated_after_all.append(elsewhere[0].problem)
                left[left.index(elsewhere[0])] = elsewhere[0]._replace(problem=None)
                continue
        if _is_to_come(hand, statement):
            found = found._replace(too_early=found.too_early + 1)
            found.problems.append(
                make_problem("CAL534", statement, number=0, wording="yet", rule="play", trick=statement.trick)
            )
        elif not there:
            rule = f"standing.{statement.word}"
            found.problems.append(
                make_problem("CAL536", statement, number=0, rule=rule, label=statement.seat, trick=statement.trick)
            )
    return found


def _other_trick_problem(statement: rec.Fault, one: BrokenRule) -> Problem:
    return make_problem(
        "CAL536", statement, number=0, wording="elsewhere", rule=f"standing.{statement.word}", label=statement.seat,
        trick=statement.trick, actual=one.trick, fix=str(one.trick),
    )  # fmt: skip


def find_idle_exchange_faults(hand: Hand, game: Game, happened: Iterable[Happened]) -> Iterator[Problem]:
    """Every irregularity of the exchange that is stated where nothing was exchanged."""
    lines = {fault.line: fault for fault in hand.every(rec.Fault)}
    for happening in happened if lines else ():
        statement = lines.get(happening.line) if isinstance(happening.event, ev.Faulted) else None
        if statement is not None and happening.state is not None:
            yield from idle_exchange_problems(game, happening.state.contract, statement)


def idle_exchange_problems(game: Game, contract: str, statement: rec.Fault) -> Iterator[Problem]:
    """Problems of an exchange irregularity in a contract without an exchange."""
    rules = game.rules
    if statement.trick or not is_exchange_irregularity(rules, statement.word) or has_exchange(rules, contract):
        return
    yield make_problem(
        "CAL536", statement, word=1, rule=f"standing.{statement.word}", label=statement.seat,
        wording="no_exchange" if contract else "too_early",
        contract=game.ruleset.name("contracts", contract) if contract else "",
    )  # fmt: skip


def _is_to_come(hand: Hand, statement: rec.Fault) -> bool:
    """Check whether the trick of an irregularity is played only after its line."""
    tricks = [trick.number for trick in hand.every(rec.Trick)]
    before = 0
    for other in hand.statements:
        if other is statement:
            break
        before += isinstance(other, rec.Trick)
    return statement.trick in tricks[before + 1 :]


def _is_shown_by_cards(game: Game, word: str) -> bool:
    """Check whether the cards of a trick show an irregularity of the play."""
    entry = game.rules.standing.get(word)
    return entry is not None and entry.do == "fault" and entry.params.by == "anyone" and entry.params.deal == "goes_on"
