"""The findings on a hand with stated irregularities that has no other mistakes.

All its moves were judged already. The engine judges irregularities and forbidden cards at their own moment; what
needs more than that is left to the replay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.actions import FaultAction, PlayAction
from calarec.core.engine.moves import apply
from calarec.core.engine.state import NOBODY, State, WonTrick
from calarec.core.engine.terms import Refusal
from calarec.core.judge.beside_moves import BrokenRule, check_stated_tricks, idle_exchange_problems
from calarec.core.judge.breaches import stated_wording, with_stated_wording
from calarec.core.judge.problems import refusal_problem
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.bulk.spoken_lines import ClaimHeld, WrongCard
    from calarec.bulk.text import Judged
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.problems import Problem
    from calarec.core.records.model import Hand


def fault_events(setting: Seating, judged: Judged) -> list[ev.Faulted]:
    """The irregularities, as events."""
    seats = setting.active
    return [
        ev.Faulted(
            seats[fault.place], fault.word, seats[fault.by] if fault.by >= 0 else NOBODY, fault.trick, setting.all,
            f"standing.{fault.word}",
        )
        for fault in judged.spoken.faults
    ]  # fmt: skip


def declaration_events(setting: Seating, judged: Judged) -> list[ev.Declared]:
    """The declarations, as events."""
    seats = setting.active
    return [
        ev.Declared(seats[meld.place], meld.word, meld.cards, 0, f"standing.{meld.word}")
        for meld in judged.spoken.declared
    ]


def claim_event(game: Game, setting: Seating, claim: ClaimHeld, piles: Sequence[int]) -> ev.Claimed:
    """The claim that ended the play, as an event."""
    seats, made, rules = setting.active, claim.made, game.rules
    name = next(name for name, entry in rules.standing.items() if entry.do == "claim")
    lying = zip(game.piles, piles, strict=True)
    rest = claim.rest | sum(cards for pile, cards in lying if rules.piles[pile].won_by == "last_trick")
    return ev.Claimed(
        seats[made.place], made.points, made.concede, made.accepted, True, seats[claim.to], rest, 0, setting.all,  # noqa: FBT003
        f"standing.{name}",
    )  # fmt: skip


def problems_of_forbidden_cards(hand: Hand, game: Game, setting: Seating, judged: Judged) -> list[Problem] | None:
    """The problems of the forbidden cards; None if the replay has to report more."""
    lines, tricks = hand.every(rec.Fault), hand.every(rec.Trick)
    if not lines:
        return []
    events = fault_events(setting, judged)
    over = _state_at_end(setting, judged, len(tricks))
    if len({(event.seat, event.word, event.trick) for event in events}) < len(lines):
        return None
    for fault, event in zip(judged.spoken.faults, events, strict=True):
        action = FaultAction(event.seat, event.word, event.by, event.trick)
        if isinstance(apply(game, over._replace(tricks=over.tricks[: fault.at]), action), Refusal):
            return None
    broken = [BrokenRule(setting.active[card.place], card.number, "CAL512", None) for card in judged.wrong]
    of_words = [problem for line in lines for problem in idle_exchange_problems(game, over.contract, line)]
    if of_words or max([line.trick or 0 for line in lines]) > len(tricks):
        return None
    if check_stated_tricks(hand, game, over, broken, shown=True).problems:
        return None
    return [_problem_of_card(card, tricks[card.number - 1], hand, game, over) for card in judged.wrong]


def _state_at_end(setting: Seating, judged: Judged, tricks: int) -> State:
    """The state after all tricks, as far as the rules of irregularities need it."""
    seats, settled = setting.active, judged.settled
    none = (0,) * len(setting.labels)
    partners = 1 << seats[judged.mate] if judged.mate >= 0 else 0
    declarer = seats[settled.declarer] if settled.contract else NOBODY
    return State(
        setting, none, (0,) * len(judged.piles), ("play",), contract=settled.contract, declarer=declarer,
        partners=partners, known=partners, leader=seats[0], turn=seats[0],
        tricks=(WonTrick(NOBODY, (), NOBODY),) * tricks,
    )  # fmt: skip


def _problem_of_card(wrong: WrongCard, statement: rec.Trick, hand: Hand, game: Game, over: State) -> Problem:
    """Why a card may not be played, as the engine says it of that moment."""
    seat, cards = over.setting.active[wrong.place], [game.cards.numbers[name] for name in statement.cards]
    then = over.with_hand(seat, wrong.hand)._replace(
        tricks=over.tricks[: wrong.number - 1], trick=tuple(cards[: wrong.step]), turn=seat,
        leader=over.setting.labels.index(statement.leader),
    )  # fmt: skip
    refusal = apply(game, then, PlayAction(seat, cards[wrong.step]))
    assert isinstance(refusal, Refusal)
    ending = stated_wording(game, hand, over.setting, seat, statement.number)
    return refusal_problem(game, with_stated_wording(refusal, ending), statement, statement.cards, answered=True)
