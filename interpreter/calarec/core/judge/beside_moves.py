"""What lines say beside the moves, held against what happened: open or closed, where a card was, who won a trick.

In go a statement and the state before or after it; out comes what does not fit, if something does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from calarec.core.engine import events as ev
from calarec.core.judge.problems import make_problem
from calarec.core.records import model as rec
from calarec.core.wording.language import Phrase, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Outcome
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
    """What the record calls open or closed must be so under the rules; `stated`: how it is told if somebody erred."""
    wording, fix = ("closed", "open") if moved.open else ("open", "closed")
    return make_problem(
        "CAL437", statement, word=1, rule=moved.rule, wording=f"{wording} {stated}".rstrip(),
        fix=None if stated else fix, label=getattr(statement, "seat", ""), answered=bool(stated),
    )  # fmt: skip


def find_misstatements(game: Game, outcome: Outcome, statement: rec.Statement) -> Iterator[Problem]:
    """What the line of a legal move says beside it that is not so."""
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
    """Where a called card was, as people say it."""
    if found == "monte":
        return Words("in the monte")
    if found == "hand":
        return Words("in {seat}'s own hand", seat=caller)
    return Words("in {seat}'s hand", seat=Phrase("dative", found))


def find_wrong_winner(
    game: Game, state: State, hand: Hand, statement: rec.Trick, number: int, *, sure: int
) -> Problem | None:
    """Who has won a trick, if its line says that somebody else has; only the `sure` cards are known."""
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
    leads = next((each.leader for each in following if each.number == statement.number + 1), actual)
    order = state.setting.active
    place = (order.index(trick.winner) - order.index(trick.leader)) % len(order)
    return make_problem(
        "CAL514", statement, seat=1, rule="play.wins", stated=statement.winner, actual=actual, fix=actual,
        safe=leads == actual, name=game.cards.names[trick.cards[place]],
        wording="" if game.rules.play.trump is None else "trump",
    )  # fmt: skip
