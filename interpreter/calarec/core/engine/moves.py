"""The engine: legal actions of a state, and the result of an action.

It walks the steps of the program and offers every action to the standing rules first. It knows no phase and no game:
the mechanisms do everything that happens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine import events as ev
from calarec.core.engine.actions import (
    ClaimAction,
    DeclareAction,
    DoubleAction,
    FaultAction,
    PlayAction,
    RaiseAction,
    ShowAction,
    SignalAction,
)
from calarec.core.engine.behaviours import behaviour_at, behaviour_of, standing, watching
from calarec.core.engine.standing import may_commit
from calarec.core.engine.state import NOBODY, State
from calarec.core.engine.terms import Offer, Outcome, Refusal, StepContext
from calarec.core.mechanisms.fields import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.engine.actions import Action
    from calarec.core.engine.auction import RaisingAfterwards
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.engine.tricks import Playing

_UNKNOWN = {
    ClaimAction: "CAL524", FaultAction: "CAL533", ShowAction: "CAL542", SignalAction: "CAL552",
    DeclareAction: "CAL562",
}  # fmt: skip
"""The code of a refusal if no standing rule knows the word of an action."""
_RAISING: Final[RaisingAfterwards] = behaviour_of(Kind.SECTION, "raising")
_PLAYING: Final[Playing] = behaviour_of(Kind.SECTION, "play")
_AT_ANY_STEP: Final = {RaiseAction: "raising", DoubleAction: "doubling"}
"""The behaviours that answer actions which belong to no step."""


def start(game: Game, setting: Seating, hands: Sequence[int], piles: Sequence[int]) -> Outcome:
    """The state after the deal, and how the cards came there."""
    state = State(setting, tuple(hands), tuple(piles), game.opening_steps)
    happened: list[ev.Event] = [ev.Dealt(seat, hands[seat], 1 << seat, "deal") for seat in setting.active]
    happened += [ev.Laid(pile, cards, 0, f"piles.{game.piles[pile]}") for pile, cards in enumerate(piles) if cards]
    return _settle_down(game, Outcome(state, tuple(happened)))


def legal(game: Game, state: State) -> tuple[Offer, ...]:
    """List the legal actions by the rules of play.

    Claims, faults and shows may come at any time besides.
    """
    if state.is_over:
        return ()
    path = state.step
    at = StepContext(game, state, path)
    offers: tuple[Offer, ...] = behaviour_at(game, path).offers(at)
    if state.has_started:  # nobody raises or doubles after the first lead
        return offers
    offers += _RAISING.offers(at)
    if game.rules.doubling.words:
        offers += behaviour_of(Kind.SECTION, "doubling").offers(at)
    return offers


def apply(game: Game, state: State, action: Action) -> Outcome | Refusal:
    """Apply an action: the new state with its events, or a refusal."""
    if action.seat not in state.setting.active and not _is_dealers_fault(game, state, action):
        return _not_playing(state, action)
    if state.is_over:
        return _after_the_end(game, state, action)
    path = state.step
    at = StepContext(game, state, path)
    answer: Outcome | Refusal | None
    kind = type(action)
    if kind in _UNKNOWN:
        answer = _standing_answer(game, at, action)
    elif kind in _AT_ANY_STEP:
        answer = behaviour_of(Kind.SECTION, _AT_ANY_STEP[kind]).attempt(at, action)
    else:
        answer = behaviour_at(game, path).attempt(at, action)
    if answer is None:
        from calarec.core.engine.due import not_due

        return not_due(at, action)
    if isinstance(answer, Refusal):
        return answer._replace(anyway=_settle_down(game, answer.anyway)) if answer.anyway else answer
    return _settle_down(game, answer)


def play_cards(game: Game, state: State, plays: Sequence[tuple[int, int]]) -> Iterator[Outcome]:
    """Play cards one after another, up to the first unknown or illegal one.

    Within a trick no step acts automatically, and where no standing rule listens none has to be asked.
    """
    listening = bool(watching(game) or state.setting.dummies)
    together = () if listening else _play_whole_trick(game, state, plays)
    yield from together
    for seat, card in plays[len(together) :]:
        answer = apply(game, state, PlayAction(seat, card)) if card >= 0 else None
        if not isinstance(answer, Outcome):
            return
        yield answer
        state = answer.state


def follow_tricks(game: Game, state: State, tricks: Sequence[tuple[int, ...]]) -> Outcome | None:
    """Play tricks that are proved to be legal; None where that cannot be.

    The events are those of playing card by card. That cannot be where a standing rule listens, a dummy is
    open or cards are drawn between two tricks.
    """
    is_due = state.step == "play" and not (state.outcome or state.trick) and state.turn == state.leader != NOBODY
    if not is_due or watching(game) or state.setting.dummies or game.rules.play.draw is not None:
        return None
    return _PLAYING.follow_tricks(StepContext(game, state, "play"), tricks)


def _play_whole_trick(game: Game, state: State, plays: Sequence[tuple[int, int]]) -> tuple[Outcome, ...]:
    """Play a trick that is due; empty if one of its cards is illegal."""
    is_due = state.step == "play" and not (state.outcome or state.trick) and state.turn == state.leader != NOBODY
    seats, cards = zip(*plays, strict=True) if plays else ((), ())
    if not is_due or seats != (state.turn, *state.setting.others(state.turn)) or -1 in cards:
        return ()
    played = _PLAYING.play_trick(StepContext(game, state, "play"), seats, cards)
    if not played or (any(played[-1].state.hands) and not played[-1].state.drawing):
        return played
    return (*played[:-1], _settle_down(game, played[-1]))


def skip_due_step(game: Game, state: State) -> Outcome:
    """Skip the step that is due, and go on with the hand."""
    return _settle_down(game, Outcome(state._replace(at=state.at + 1, sharing=None, turned=False)))


def _is_dealers_fault(game: Game, state: State, action: Action) -> bool:
    """Check whether a dealer who sits out has committed an irregularity of dealing."""
    return isinstance(action, FaultAction) and may_commit(game, state.setting, action.word, action.seat)


def _not_playing(state: State, action: Action) -> Refusal:
    labels = state.setting.labels
    there = 0 <= action.seat < len(labels)
    args: dict[str, object] = {"label": labels[action.seat] if there else action.seat, "seats": " ".join(labels)}
    return Refusal("CAL215", "table.sits_out" if there else "table.seats", args, "out" if there else "")


def _standing_answer(game: Game, at: StepContext, action: Action) -> Outcome | Refusal:
    for name, params, behaviour in standing(game):
        answer = behaviour.attempt(at, name, params, action)
        if answer is not None:
            return answer
    args: dict[str, object] = {"seat": at.label(action.seat), "word": getattr(action, "word", "")}
    return Refusal(_UNKNOWN[type(action)], "standing", args, point=("word", 1))


def _after_the_end(game: Game, state: State, action: Action) -> Outcome | Refusal:
    """Once a hand is over only irregularities may still be claimed."""
    at = StepContext(game, state, state.program[-1])
    if isinstance(action, FaultAction):
        return _standing_answer(game, at, action)
    return Refusal("CAL515", at.path, {"seat": at.label(action.seat)})


def _settle_down(game: Game, outcome: Outcome) -> Outcome:
    """Run every step that needs no player to act."""
    state, events = outcome.state, outcome.events
    heard = watching(game) or state.setting.dummies
    if heard:
        events = _run_standing_rules(game, state, events)
    while not state.outcome:
        path = state.step
        more: Outcome | None = behaviour_at(game, path).automatic(StepContext(game, state, path))
        if more is None:
            break
        state = more.state
        events += _run_standing_rules(game, state, more.events) if heard else more.events
    if state.setting.dummies:
        events = tuple([_seen_by_controllers(game, state, event) for event in events])
    return outcome if state is outcome.state and events is outcome.events else Outcome(state, events)


def _run_standing_rules(game: Game, state: State, happened: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
    """The events and what standing rules make of them."""
    events: list[ev.Event] = []
    for event in happened:
        events.append(event)
        if isinstance(event, ev.Settled):
            events += _dummies_opened(game, state)
        for name, params, fired in watching(game):
            events += fired(StepContext(game, state, state.step), name, params, event)
    return tuple(events)


def _dummies_opened(game: Game, state: State) -> list[ev.Event]:
    rule = "table.dummies.seen_by"
    return [ev.HandOpened(seat, state.hands[seat], _eyes(game, state, seat), rule) for seat in state.setting.dummies]


def _seen_by_controllers(game: Game, state: State, event: ev.Event) -> ev.Event:
    """Show an event to the player of a dummy as the dummy would see it."""
    if state.declarer == NOBODY or event.seen == state.setting.all:
        return event
    for seat in state.setting.dummies:
        if event.seen >> seat & 1:
            event = event._replace(seen=event.seen | _eyes(game, state, seat))
    return event


def _eyes(game: Game, state: State, dummy: int) -> int:
    dummies = game.rules.table.dummies
    if dummies and dummies.seen_by == "everyone":
        return state.setting.all
    return 1 << state.controller(dummy) | 1 << dummy
