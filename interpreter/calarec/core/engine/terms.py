"""The interface of mechanisms: offers, outcomes and refusals of actions.

An offer is a set of legal actions, described instead of listed: choosing four cards of sixteen is one offer. A
refusal contains the reason why an action is not legal, the rule, and the legal actions. Its `anyway` is the state if
the action counts all the same, so that judging can go on and find more.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, Protocol

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.actions import (
    BidAction,
    CallAction,
    DiscardAction,
    DoubleAction,
    GiveAction,
    LayAction,
    PlayAction,
    RaiseAction,
    SignalAction,
    TakeAction,
    TrumpAction,
)
from calarec.core.engine.cards import bits
from calarec.core.wording.language import Listing, Phrase, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.engine.actions import Action
    from calarec.core.engine.events import Event
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.wording.language import Sayable


class Outcome(NamedTuple):
    """The result of an action, or of a step that acts automatically."""

    state: State
    events: tuple[Event, ...] = ()


class Refusal(NamedTuple):
    """Why an action is not legal."""

    code: str
    """The code of the finding; its words are data."""
    rule: str
    """The path of the rule that forbids it."""
    args: dict[str, object] = {}  # noqa: RUF012 - read only
    wording: str = ""
    point: tuple[str, int] = ("seat", 0)
    """The thing to point at, "seat", "word" or "card", and its place."""
    cards: int = 0
    """The cards that would have been legal."""
    words: tuple[str, ...] = ()
    """The words that would have been legal."""
    anyway: Outcome | None = None


OPTIONAL: Final = frozenset({"raise", "double"})
"""Actions for which the hand does not wait."""


class Offer(NamedTuple):
    """A set of legal actions of one kind by one seat: words, or choices of cards."""

    do: str
    seat: int
    rule: str
    words: tuple[str, ...] = ()
    cards: int = 0
    least: int = 1
    """0: nothing need be done, and choosing no card says so."""
    most: int = 1
    to: int = -1
    """For gifts the seat that receives, for takes and discards the pile."""
    limits: tuple[tuple[int, int], ...] = ()
    """Cards of which at most a number may be chosen."""

    @property
    def is_optional(self) -> bool:
        """Check whether the hand goes on without waiting for it."""
        return self.do in OPTIONAL

    @property
    def size(self) -> int:
        """The number of actions that it describes."""
        if self.words:
            return len(self.words)
        if self.limits:
            return sum(1 for _ in self.actions())
        held = self.cards.bit_count()
        from math import comb  # a shared library that only those who count offers need

        return sum(comb(held, number) for number in range(self.least, self.most + 1))

    def actions(self) -> Iterator[Action]:
        """Every action it stands for."""
        if self.words:
            for word in self.words:
                yield self.say(word)
            return
        single = [1 << number for number in bits(self.cards)]
        for number in range(self.least, self.most + 1):
            for chosen in combinations(single, number):
                if self.is_within_limits(sum(chosen)):
                    yield self.choose(sum(chosen))

    def is_within_limits(self, cards: int) -> bool:
        """Check whether a choice keeps within the limits for certain cards."""
        return all((cards & limited).bit_count() <= most for limited, most in self.limits)

    def pick_first(self, ranked: Iterable[int], number: int) -> int:
        """The first cards of an order that may be chosen together."""
        picked = 0
        for card in ranked:
            if picked.bit_count() < number and self.is_within_limits(picked | 1 << card):
                picked |= 1 << card
        return picked

    def say(self, word: str) -> Action:
        """The action that says a word."""
        kinds: dict[str, type[BidAction | RaiseAction | DoubleAction | SignalAction | TrumpAction]] = {
            "bid": BidAction, "raise": RaiseAction, "double": DoubleAction, "signal": SignalAction,
            "trump": TrumpAction,
        }  # fmt: skip
        return kinds[self.do](self.seat, word)

    def choose(self, cards: int) -> Action:
        """The action that chooses these cards."""
        match self.do:
            case "play":
                return PlayAction(self.seat, cards.bit_length() - 1)
            case "call":
                return CallAction(self.seat, cards.bit_length() - 1)
            case "table-card":
                return LayAction(self.seat, cards)
            case "give":
                return GiveAction(self.seat, cards, self.to)
            case "take":
                return TakeAction(self.seat, cards, self.to)
        return DiscardAction(self.seat, cards, self.to)


class StepContext(NamedTuple):
    """A game and a state, seen from the current step of the state."""

    game: Game
    state: State
    path: str
    """Path of the step's rules: `steps.ID`, `auction`, `play`."""

    @property
    def params(self) -> Any:
        """The parameters of the step."""
        return self.game.params_at(self.path)

    @property
    def all(self) -> int:
        """The mask of all seats."""
        return self.state.setting.all

    def label(self, seat: int) -> str:
        """The letter of a seat."""
        return self.state.setting.labels[seat]

    def names(self, cards: int) -> tuple[str, ...]:
        """The names of cards."""
        return self.game.cards.list(cards)

    def next_state(self) -> State:
        """The state moved on to the next step."""
        return self.state._replace(at=self.state.at + 1)


class StepBehaviour(Protocol):
    """A mechanism that acts in turn."""

    def automatic(self, at: StepContext, /) -> Outcome | None:
        """Act without a player; None if a player has to act."""

    def offers(self, at: StepContext, /) -> tuple[Offer, ...]:
        """All legal actions."""

    def attempt(self, at: StepContext, action: Action, /) -> Outcome | Refusal | None:
        """Apply an action; None if no action of the kind is due."""


class StandingBehaviour(Protocol):
    """A mechanism that may speak between any two moves."""

    def offers(self, at: StepContext, name: str, params: Any, /) -> tuple[Offer, ...]:
        """List the legal actions.

        None for claims and faults, which need not be offered.
        """

    def attempt(self, at: StepContext, name: str, params: Any, action: Action, /) -> Outcome | Refusal | None:
        """Apply an action; None if it is not this mechanism's."""


def limits_phrase(least: int, most: int) -> Sayable:
    """A number of cards, or a range of it."""
    if least == most:
        return cards(most)
    if least <= 1:
        return Words("up to {cards}", cards=cards(most))
    return Words("{least} to {cards}", least=least, cards=cards(most))


def cards(count: int) -> Phrase:
    """A number of cards in words."""
    return Phrase("so_many", count, Words("card|cards"))


def wrong_seat(at: StepContext, seat: int, due: int, *, anyway: Outcome | None = None) -> Refusal:
    """The right thing, by the wrong seat."""
    return Refusal("CAL431", at.path, {"seat": at.label(seat), "due": at.label(due)}, anyway=anyway)


def not_held(at: StepContext, seat: int, cards: int, given: int, *, anyway: Outcome | None = None) -> Refusal:
    """Cards that the seat does not hold; `given` is the set as recorded."""
    missing = given & ~cards
    first = next(bits(missing))
    holder = next((each for each, hand in enumerate(at.state.hands) if hand >> first & 1), -1)
    held = Listing(at.names(cards))
    args: dict[str, object] = {"seat": at.label(seat), "card": at.game.cards.names[first], "held": held}
    if holder >= 0:
        args["holder"] = at.label(holder)
    pile = next((number for number, lying in enumerate(at.state.piles) if lying >> first & 1), -1)
    if pile >= 0:
        args["pile"] = at.game.ruleset.name("piles", at.game.piles[pile])
    wording = "pile" if pile >= 0 and holder < 0 else ""
    point = ("card", first)
    return Refusal("CAL433" if holder >= 0 else "CAL432", at.path, args, wording, point, cards, anyway=anyway)


def wrong_number(at: StepContext, seat: int, found: int, least: int, most: int, *, anyway: Outcome | None) -> Refusal:
    """Too many or too few cards."""
    args: dict[str, object] = {
        "seat": at.label(seat),
        "found": limits_phrase(found, found),
        "due": limits_phrase(least, most),
    }
    return Refusal("CAL434", at.path, args, point=("card", -1), anyway=anyway)
