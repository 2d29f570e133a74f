"""How many cards every hand and pile holds after each step of a contract, in every way it can go.

Terms. Hands are counted from the declarer on: hand 0 is the declarer's, hand 1 the first opponent's, who
stands for whoever holds the called card (all hands begin equal, so it does not matter which). A *way* is
one choice at every point where the game can go differently: where the called card was found, how many
cards were laid aside. A *trouble* is a step that cannot be carried out as it is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.base.frozen import NamedTuple, dataclass, replace
from calarec.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from calarec.mechanisms.rules import Rules

MOST_STATES: Final = 2_000
"""Files from strangers: a longer list of ways is cut off."""

FOUND: Final = {
    "other": Words("another hand holds the called card"),
    "pile": Words("the called card lies on the table"),
    "hand": Words("the declarer holds the called card"),
}


@dataclass(frozen=True, slots=True)
class HeldCards:
    """What everybody holds at one moment of one way."""

    hands: tuple[int, ...]
    piles: Mapping[str, int]
    called: str = ""
    """Where the card called last was found: other, pile, hand; empty before a call."""
    gets: str = ""
    """What that call was for."""
    handed: bool = False
    aside: int | None = None
    """How many cards were discarded last; None before a discard."""
    way: tuple[Words, ...] = ()

    def moved(self, hand: int, pile: str, cards: int) -> HeldCards:
        """So many cards go from a hand to a pile (fewer than none: the other way)."""
        hands = tuple(size - cards if number == hand else size for number, size in enumerate(self.hands))
        return replace(self, hands=hands, piles={**self.piles, pile: self.piles.get(pile, 0) + cards})

    def passed(self, giver: int, taker: int, cards: int) -> HeldCards:
        """So many cards go from one hand to another."""
        change = {giver: -cards, taker: cards}
        return replace(self, hands=tuple(size + change.get(n, 0) for n, size in enumerate(self.hands)))


class Trouble(NamedTuple):
    """What is wrong with a step: `what` is a word that a check turns into a code."""

    what: str
    step: str
    number: int
    """The place of the step in the contract's list."""
    values: Mapping[str, object]
    way: tuple[Words, ...]


class SizeWalk(NamedTuple):
    """All ways through a contract at a table with so many hands."""

    contract: str
    hands: int
    ends: tuple[HeldCards, ...]
    troubles: tuple[Trouble, ...]
    idle: frozenset[str]
    """The discards that never lay a card down."""


class _Walker:
    """Where we are, what the contract's steps are, and the troubles so far (one for each step and kind)."""

    def __init__(self, rules: Rules, contract: str) -> None:
        self.rules = rules
        self.dealt = rules.deal.hand
        self.steps = [key for key in rules.contracts[contract].steps if key in rules.steps]
        self.number = 0
        self.troubles: dict[tuple[str, str], Trouble] = {}
        self.most: dict[str, int] = {}

    def trouble(self, what: str, state: HeldCards, **values: object) -> None:
        """Notes what is wrong with the step at hand, the first way in which it is."""
        step = self.steps[self.number]
        self.troubles.setdefault((what, step), Trouble(what, step, self.number, values, state.way))

    def discarded(self, cards: int) -> None:
        """Notes how many cards the step at hand has laid down."""
        step = self.steps[self.number]
        self.most[step] = max(self.most.get(step, 0), cards)

    def pile(self, name: str, state: HeldCards) -> int:
        """How many cards a step finds on a pile; none is trouble."""
        size = state.piles.get(name, 0)
        if size == 0 and name in self.rules.piles:
            later = [self.rules.steps[key] for key in self.steps[self.number + 1 :]]
            filled = any(name in (getattr(s.params, "to", None), _laid_on(s)) for s in later)
            self.trouble("read_early" if filled else "empty", state, pile=name)
        return size


def _laid_on(step: Any) -> str | None:
    return step.params.pile if step.do == "table_card" else None


def walk(rules: Rules, contract: str, hands: int) -> SizeWalk:
    """All ways through a contract; hands that are dealt wrongly and piles that do not exist are no concern of it."""
    walker = _Walker(rules, contract)
    piles = {key: pile.dealt for key, pile in rules.piles.items()}
    states = [HeldCards((rules.deal.hand,) * hands, piles)]
    for number, key in enumerate(walker.steps):
        walker.number = number
        step = rules.steps[key]
        carry_out = _STEPS[step.do]
        states = [after for before in states for after in carry_out(step.params, before, walker)][:MOST_STATES]
    idle = frozenset(step for step, most in walker.most.items() if most == 0)
    return SizeWalk(contract, hands, tuple(states), tuple(walker.troubles.values()), idle)


def _call(params: Any, state: HeldCards, walker: _Walker) -> Iterator[HeldCards]:
    if state.called and state.gets == params.gets:
        walker.trouble("called_twice", state)
        yield state
        return
    ways = {"other": "found", "pile": params.in_pile.then, "hand": params.in_hand.then}
    for found, then in ways.items():
        if then == "refused" or (found == "pile" and not any(state.piles.values())):
            continue
        if found == "other" and len(state.hands) < 2:
            continue
        yield replace(state, called=found, gets=params.gets, way=(*state.way, FOUND[found]))


def _hand_over(params: Any, state: HeldCards, walker: _Walker) -> Iterator[HeldCards]:
    del params
    if state.gets != "card":
        walker.trouble("no_call", state)
    elif state.called == "other" and not state.handed:
        state = replace(state.passed(1, 0, 1), handed=True)
    yield state


def _table_card(params: Any, state: HeldCards, walker: _Walker) -> Iterator[HeldCards]:
    del walker
    yield state.moved(0, params.pile, 1)


def _take(params: Any, state: HeldCards, walker: _Walker) -> Iterator[HeldCards]:
    if params.who == "holder" and state.gets != "card":
        walker.trouble("no_call", state)
        yield state
        return
    size = walker.pile(params.pile, state)
    cards = size
    if params.cards == "as_discarded":
        if state.aside is None:
            walker.trouble("nothing_discarded", state)
        cards = state.aside or 0
        if cards > size > 0:
            walker.trouble("too_few", state, pile=params.pile, cards=cards, size=size)
    if params.who == "declarer":
        yield state.moved(0, params.pile, -cards)
    else:
        yield state.moved(1, params.pile, -cards) if state.called == "other" else state


def _look(params: Any, state: HeldCards, walker: _Walker) -> Iterator[HeldCards]:
    walker.pile(params.pile, state)
    yield state


def _give(params: Any, state: HeldCards, walker: _Walker) -> Iterator[HeldCards]:
    del params
    if state.gets != "card":
        walker.trouble("no_call", state)
    elif not state.handed and state.called == "other":
        walker.trouble("before_hand_over", state)
    yield state.passed(0, 1, 1) if state.handed else state


def _discard(params: Any, state: HeldCards, walker: _Walker) -> Iterator[HeldCards]:
    if params.cards == "down_to_dealt":
        cards = state.hands[0] - walker.dealt
        if cards < 0:
            walker.trouble("too_small", state, size=state.hands[0], dealt=walker.dealt)
        walker.discarded(cards)
        yield replace(state.moved(0, params.to, max(0, cards)), aside=max(0, cards))
        return
    if params.pile is None:  # an error of its own
        yield replace(state, aside=0)
        return
    most = min(walker.pile(params.pile, state), state.hands[0])
    for cards in range(min(params.at_least, most), most + 1):
        walker.discarded(cards)
        said = Words("{cards} are laid aside", cards=cards)
        yield replace(state.moved(0, params.to, cards), aside=cards, way=(*state.way, said))


def _share(params: Any, state: HeldCards, walker: _Walker) -> Iterator[HeldCards]:
    size = walker.pile(params.pile, state)
    sharers = len(state.hands) - 1 if params.who == "opponents" else 2
    if sharers > len(state.hands) - 1:
        walker.trouble("no_two", state, hands=len(state.hands))
    elif params.each == "equal" and size % sharers:
        walker.trouble("unequal", state, pile=params.pile, size=size, sharers=sharers)
    yield state  # each lays back as many as he took


_STEPS: Final[Mapping[str, Callable[[Any, HeldCards, _Walker], Iterator[HeldCards]]]] = {
    "call": _call,
    "hand_over": _hand_over,
    "table_card": _table_card,
    "take": _take,
    "look": _look,
    "give": _give,
    "discard": _discard,
    "share": _share,
}
