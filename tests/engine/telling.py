"""A simulated hand as text, for people who read it as arbiters.

Terms. Each action follows the number of legal actions. The seats that see cards and events are in braces after them,
`{}` for none; without braces all see them. All hear a called card; the braces are the seats that know its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action

import re
from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.tally import add_up
from calarec.core.engine.terms import Outcome
from calarec.core.wording.language import text_in

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.simulation.run import Simulated

_MARK = re.compile(r"\{=(-?\d+)\}")
_OF_ACTIONS = (ev.Said, ev.Called, ev.Given, ev.Tabled, ev.Taken, ev.Discarded, ev.Played)
"""The events that are reported with the action before them."""
_SEATS = ("seat", "winner", "declarer")


def playthrough(of: Game, simulated: Simulated) -> str:
    """The deal; each action with what was legal and what followed; the account."""
    tell = Teller(of, simulated.setting)
    hands, piles = dealt(of, simulated)
    first = start(of, simulated.setting, hands, piles)
    lines = [tell.deal(event) for event in first.events if isinstance(event, ev.Dealt | ev.Laid)]
    state = first.state
    for action in simulated.actions:
        count = sum(offer.size for offer in legal(of, state))
        answer = apply(of, state, action)
        assert isinstance(answer, Outcome)
        own = next((each for each in answer.events if isinstance(each, _OF_ACTIONS)), None)
        assert own is None or own.seat == action.seat
        lines.append(f"{count:5}  {tell.action(state, action, own)}".rstrip())
        lines += [f"       · {tell.event(each)}" for each in answer.events if each is not own]
        state = answer.state
    lines += [f"       = {told}" for told in tell.account(simulated)]
    assert add_up(of.cards, simulated.setting, simulated.events).outcome == state.outcome
    return "\n".join(lines) + "\n"


def dealt(of: Game, simulated: Simulated) -> tuple[list[int], list[int]]:
    """The hands by seat and the piles by number."""
    hands, piles = [0] * len(simulated.setting.labels), [0] * len(of.piles)
    for event in simulated.events:
        if isinstance(event, ev.Dealt):
            hands[event.seat] = event.cards
        elif isinstance(event, ev.Laid):
            piles[event.pile] = event.cards
    return hands, piles


class Teller:
    """Words for the actions and events of one hand."""

    def __init__(self, of: Game, setting: Seating) -> None:
        self.game = of
        self.setting = setting

    def deal(self, event: ev.Dealt | ev.Laid) -> str:
        """The cards that a seat or a pile was dealt."""
        to = self.setting.labels[event.seat] if isinstance(event, ev.Dealt) else self.game.piles[event.pile]
        return f"{to} {self._cards(event.cards)}{self._seen(event)}"

    def action(self, state: State, action: Action, event: ev.Event | None) -> str:
        """Return an action, with the seats that saw the cards."""
        seat, kind = self.setting.labels[action.seat], type(action).__name__.removesuffix("Action").lower()
        if isinstance(event, ev.Said):
            return f"{seat} {kind} {event.word}"
        if event is None:
            # One of the standing rules: its event, told after it, says all.
            return f"{seat} {kind}"
        return f"{seat} {kind} {self._moved(state, event)}{self._seen(event)}"

    def _moved(self, state: State, event: ev.Event) -> str:
        """The cards of an action and where they went, came from, or were found."""
        piles = self.game.piles
        match event:
            case ev.Called():
                where = next(
                    (name for name, pile in zip(piles, state.piles, strict=True) if pile >> event.card & 1), ""
                )
                found = {-1: f"in {where}", -2: "in hand"}.get(event.found, f"with {self.setting.labels[event.found]}")
                return f"{self.game.cards.names[event.card]} {found}"
            case ev.Given():
                return f"{self._cards(event.cards)} to {self.setting.labels[event.to]}"
            case ev.Tabled():
                return f"{self._cards(event.cards)} on {piles[event.pile]}"
            case ev.Taken():
                return f"{self._cards(event.cards)} from {piles[event.pile]}"
            case ev.Discarded():
                return f"{self._cards(event.cards)} to {piles[event.pile]}"
        assert isinstance(event, ev.Played)
        return self.game.cards.names[event.card]

    def event(self, event: ev.Event) -> str:
        """Return an event, with its rule."""
        told = [type(event).__name__]
        for name, value in event._asdict().items():
            if name in _SEATS and value >= 0:
                told.append(self.setting.labels[value])
            elif name == "pile":
                told.append(self.game.piles[value])
            elif name in ("contract", "outcome", "word") and value:
                told.append(value)
            elif name == "cards" and isinstance(value, int):
                told.append(self._cards(value))
        return f"{' '.join(told)} [{event.rule}]{self._seen(event)}"

    def account(self, simulated: Simulated) -> list[str]:
        """Why what was paid, and the payments."""
        account, labels = simulated.account, self.setting.labels
        said = [(each.rule, _MARK.sub(lambda mark: mark[1], text_in(each.says, "en"))) for each in account.because]
        payments = " ".join(f"{label}{paid:+}" for label, paid in zip(labels, account.payments, strict=True))
        return [*(f"{rule}: {text.format(*labels)}" for rule, text in said), payments]

    def _cards(self, cards: int) -> str:
        return " ".join(self.game.cards.list(cards)) or "none"

    def _seen(self, event: ev.Event) -> str:
        """Return the seats that see it, unless all do."""
        seats = range(len(self.setting.labels))
        if event.seen == self.setting.all:
            return ""
        return f" {{{''.join(self.setting.labels[seat] for seat in seats if event.seen >> seat & 1)}}}"
