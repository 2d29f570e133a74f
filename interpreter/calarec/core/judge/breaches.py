"""Breaches of the rules, counted and reported, unless they follow from another.

In go a walk and a refusal, out comes the walk with the breach in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine import events as ev
from calarec.core.engine.actions import DiscardAction, FaultAction, GiveAction, LayAction, PlayAction, TakeAction
from calarec.core.engine.moves import legal
from calarec.core.engine.terms import Outcome
from calarec.core.judge.beside_moves import BrokenRule, wrong_face_problem
from calarec.core.judge.forced_moves import find_meant_card, find_meant_play
from calarec.core.judge.problems import make_problem, refusal_problem
from calarec.core.judge.seats import number_of
from calarec.core.judge.walk import Answered
from calarec.core.mechanisms.rules import deals_again, has_priced_irregularity, of_the_play
from calarec.core.records import model as rec
from calarec.core.wording.severities import DECLARED, UNPRICED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.terms import Refusal
    from calarec.core.judge.beside_moves import CardMove
    from calarec.core.judge.forced_moves import ForcedMove
    from calarec.core.judge.walk import Walk
    from calarec.core.records.model import Hand

DOUBTFUL: Final = frozenset({
    "CAL420", "CAL421", "CAL422", "CAL429", "CAL432", "CAL433", "CAL434", "CAL435", "CAL510", "CAL511"
})  # fmt: skip
"""Codes that say that a card is recorded where it cannot be."""
CONSEQUENCES: Final = frozenset(
    {"CAL432", "CAL433", "CAL434", "CAL435", "CAL501", "CAL510", "CAL511", "CAL512", "CAL518", "CAL519"}
)
"""Codes that a card recorded in the wrong place brings with it."""
_BLAMED: Final = CONSEQUENCES | DOUBTFUL | {"CAL436"}
_ITSELF: Final = frozenset({"CAL510", "CAL511", "CAL512", "CAL518", "CAL519"})
"""Codes of findings about the played card itself."""
ILLEGAL: Final = ("CAL402", "CAL403", "CAL404", "CAL405")
"""Codes of words that are impossible in an auction."""
NOT_DUE: Final = "CAL430"
UNTIMELY: Final = frozenset((NOT_DUE, "CAL431"))
"""Codes of actions that are not due, or due from another seat."""
TOO_EARLY: Final = frozenset((NOT_DUE, "CAL411", "CAL415", "CAL523", "CAL551", "CAL561"))
"""Codes of words while something else is due.

They are raises, doubles, claims, signals and declarations.
"""
WRONG_CARDS: Final = ("CAL512", "CAL518", "CAL519")
"""Codes of held cards that may not be played; a record may state that they were."""

_MOVES = (LayAction, GiveAction, TakeAction, DiscardAction)
_MOVED: Final = {LayAction: ev.Tabled, GiveAction: ev.Given, TakeAction: ev.Taken, DiscardAction: ev.Discarded}


def record_breach(
    walk: Walk,
    refusal: Refusal,
    action: Action,
    statement: rec.Statement,
    cards: tuple[str, ...],
    mend: ForcedMove | None = None,
    letter: str = "",
) -> Walk:
    """Counts what the rules refuse, and reports it unless it may follow from another.

    `letter` is that of the seat that must have led, where the cards of the trick show it.
    """
    refusal = _name_late_line(walk, refusal, action)
    before = walk.has_misplaced_card
    stated = is_stated_breach(walk, refusal, action, statement)
    letter = "" if before else letter
    if letter:
        refusal = refusal._replace(wording="first_letter" if refusal.wording else "letter")
    if refusal.code in DOUBTFUL and mend is None and not stated:
        walk = walk.with_doubt()
    follows: Refusal | None = refusal
    if before and refusal.code in CONSEQUENCES and not stated:
        follows = _prove_refusal(
            walk, refusal, action, statement
        )  # it may well follow from the card that is told already
        if (
            follows is None
            and refusal.code in _ITSELF
            and not any(problem.code in _BLAMED for problem in walk.problems)
        ):
            follows = refusal  # nothing is told yet of that card: this is where it shows
    if before and walk.script.known_cards != -1 and refusal.code in UNTIMELY and is_in_exchange(walk.state):
        follows = None  # what is due hangs on cards of which it is told already that they cannot have moved so
    if refusal.code == "CAL501" and action.seat == walk.misnamed_winner:
        follows = None  # it follows from the winner that the record states, which is told already
    meant = letter or ("" if before else find_meant_play(walk.game, mend))
    return report_breach(walk, follows or refusal, action, statement, cards, meant, silent=follows is None)


def _name_late_line(walk: Walk, refusal: Refusal, action: Action) -> Refusal:
    """The refusal; of a move that was supplied where it was due, with its line."""
    if refusal.code != NOT_DUE or not isinstance(action, _MOVES):
        return refusal
    for at, happening in enumerate(walk.happened):
        if happening.supplied and _is_move_of(happening.event, action):
            behind = next((later.line for later in walk.happened[at:] if later.line), 0)
            return refusal._replace(wording="late", args={**refusal.args, "beside": behind}) if behind else refusal
    return refusal


def _is_move_of(event: ev.Event, action: LayAction | GiveAction | TakeAction | DiscardAction) -> bool:
    """Check whether an event is the move of an action."""
    if not isinstance(event, ev.Tabled | ev.Given | ev.Taken | ev.Discarded):
        return False
    return isinstance(event, _MOVED[type(action)]) and (event.seat, event.cards) == (action.seat, action.cards)


def record_repeated_card(
    walk: Walk,
    statement: rec.Statement,
    again: int,
    cards: tuple[str, ...],
    action: Action | None = None,
    mend: ForcedMove | None = None,
) -> Walk:
    """Reports a card that is twice on a line; `mend` is what the line must have meant."""
    meant = find_meant_card(walk.game, mend, action) if action is not None else ""
    wording = "another" if meant else "unknown" if action is not None else ""
    found = make_problem(
        "CAL436", statement, card=again, wording=wording, name=cards[again], meant=meant, fix=meant or None
    )
    walk = walk.with_problem(found)
    return walk.with_doubt() if wording == "unknown" else walk


def report_breach(
    walk: Walk,
    refusal: Refusal,
    action: Action,
    statement: rec.Statement,
    cards: tuple[str, ...],
    meant: str = "",
    *,
    silent: bool = False,
) -> Walk:
    """Counts a breach, and tells it unless it only follows from another."""
    stated = is_stated_breach(walk, refusal, action, statement)
    notes = walk.notes
    notes = notes._replace(breaches=notes.breaches + 1, stated_breaches=notes.stated_breaches + stated)
    if isinstance(action, PlayAction) and isinstance(statement, rec.Trick):
        problem_number = None if silent or stated else len(notes.problems)
        broken_rule = BrokenRule(action.seat, statement.number, refusal.code, problem_number)
        notes = notes._replace(broken_rules=(*notes.broken_rules, broken_rule))
    if stated and refusal.code not in WRONG_CARDS:
        walk = walk._replace(has_stated_exchange_fault=True)
    if silent:
        return walk._replace(notes=notes)
    if stated:
        number = statement.number if isinstance(statement, rec.Trick) else None
        refusal = with_stated_wording(refusal, stated_wording(walk.game, walk.hand, walk.setting, action.seat, number))
    question = walk.question
    taken = question.taken_for if isinstance(question, Answered) else ""
    found = refusal_problem(
        walk.game, refusal, statement, cards, sure=walk.script.known_cards, answered=stated, meant=meant, taken=taken
    )
    blamed = 1 << action.card if isinstance(action, PlayAction) and action.card >= 0 else 0
    notes = notes._replace(problems=(*notes.problems, found), blamed_cards=notes.blamed_cards | blamed)
    return walk._replace(notes=notes, question=Answered() if taken else question)


# An error, not a note: the record was made under other rules, or the word is wrong.
def report_wrong_face(walk: Walk, moved: CardMove, statement: rec.Statement, seat: int) -> Walk:
    """Reports cards that moved open or closed against the rules."""
    stated = is_in_exchange(walk.state) and has_exchange_fault(walk, {seat})
    ending = stated_wording(walk.game, walk.hand, walk.setting, seat) if stated else ""
    walk = walk.with_problem(wrong_face_problem(moved, statement, stated=ending))
    return walk._replace(notes=walk.notes._replace(stated_breaches=walk.notes.stated_breaches + stated))


def stated_wording(game: Game, hand: Hand, setting: Seating, seat: int, trick: int | None = None) -> str:
    """The suffix of a wording for a stated irregularity: it has a price, or none.

    It was in a trick, or in the exchange, where another player than the actor may have erred.
    """
    of_time = [fault for fault in hand.every(rec.Fault) if fault.trick is None or fault.trick == trick]
    own = [each for each in of_time if number_of(setting, each.seat) == seat]
    return DECLARED if has_priced_irregularity(game.rules, (each.word for each in own or of_time)) else UNPRICED


def with_stated_wording(refusal: Refusal, ending: str) -> Refusal:
    """A refusal of the engine for which the record itself answers."""
    return refusal._replace(wording=f"{refusal.wording} {ending}".lstrip())


def _prove_refusal(walk: Walk, refusal: Refusal, action: Action, statement: rec.Statement) -> Refusal | None:
    """The part of a refusal that is proved by the tricks; None if there is none."""
    if not walk.script.asking:
        return None
    from calarec.core.judge.evidence import Evidence

    evidence = Evidence(walk.hand, walk.game, walk.setting, walk.happened, led=True)
    return evidence.prove_refusal(refusal, action, statement, walk.notes.blamed_cards)


def is_stated_breach(walk: Walk, refusal: Refusal, action: Action, statement: rec.Statement) -> bool:
    """Check whether the record states the refused action as an irregularity."""
    if isinstance(action, PlayAction) and refusal.code in WRONG_CARDS:
        number = statement.number if isinstance(statement, rec.Trick) else 0
        return any(
            number_of(walk.setting, other.seat) == action.seat and other.trick in (None, number)
            for other in walk.hand.statements
            if isinstance(other, rec.Fault)
        )
    if isinstance(action, FaultAction):
        return False  # the line that states an irregularity states none of itself
    if not is_in_exchange(walk.state) and not (isinstance(action, _MOVES) and _is_before_lead(walk.state)):
        return False
    # Who goes on while somebody else has still to do something may err, or the other may.
    waits = is_in_exchange(walk.state) and refusal.code == NOT_DUE
    due = {offer.seat for offer in legal(walk.game, walk.state)} if waits else set()
    return walk.has_stated_exchange_fault or has_exchange_fault(walk, {action.seat, *due})


def throw_in(walk: Walk, line: int) -> Walk:
    """Ends a deal that was thrown in against the rules, if nothing followed."""
    last = walk.happened[-1].event if walk.happened else None
    if not isinstance(last, ev.Declared) or not last.refused or walk.state.is_over:
        return walk
    if not deals_again(walk.game.rules, (last.word,)):
        return walk
    over = walk.state._replace(outcome="void", declared=(*walk.state.declared, (last.word, last.seat, last.cards)))
    return walk.with_outcome(Outcome(over, (ev.Ended("void", walk.setting.all, f"{last.rule}.deal"),)), line)


def is_in_exchange(state: State) -> bool:
    """Check whether a hand is between its auction and its first lead."""
    return not state.is_over and state.step.startswith("steps.")


def _is_before_lead(state: State) -> bool:
    """Check whether a contract is to be played and no card is led yet."""
    return bool(state.contract) and not state.has_started and not state.is_over


def has_exchange_fault(walk: Walk, seats: Iterable[int]) -> bool:
    """Check whether the record states that one of these seats erred in the exchange.

    Not counted are an irregularity of a trick, and one that is stated in the play with the word for played cards.
    """
    played = False
    for number, statement in enumerate(walk.hand.statements):
        played = played or isinstance(statement, rec.Trick)
        if not isinstance(statement, rec.Fault) or statement.trick or number <= walk.place:
            continue
        of_play = played and statement.word == of_the_play(walk.game.rules)
        if number_of(walk.setting, statement.seat) in seats and not of_play:
            return True
    return False
