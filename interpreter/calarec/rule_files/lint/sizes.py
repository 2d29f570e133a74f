"""The numbers of cards in all hands and piles after each step of a contract.

Terms. Hands are counted from the declarer on: hand 0 is the declarer's, hand 1 the first opponent's, used as the
holder of the called card (all hands begin equal, so it does not matter which). A *way* is one choice at every point
where the game can go differently: the place of the called card, the number of discards. A *trouble* is a step that
cannot be carried out as it is written.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple, dataclass, replace
from calarec.core.mechanisms.exchange import TRANSFERS
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from calarec.core.mechanisms.exchange import Transfer
    from calarec.core.mechanisms.rules import Named, Rules

MAX_STATES: Final = 2_000
"""Files from strangers: a longer list of ways is cut off."""

FOUND: Final = {
    "other": Words("another hand holds the called card"),
    "pile": Words("the called card lies on the table"),
    "hand": Words("the declarer holds the called card"),
}


class CardMove(NamedTuple):
    """Cards that change places in a step, as many on each of some ways as it allows."""

    step: str
    ways: tuple[tuple[int | str, int | str], ...]
    """From where to where: the number of a hand, or the name of a pile."""
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class HeldCards:
    """The numbers of cards in all hands and piles at one moment of one way."""

    hands: tuple[int, ...]
    piles: Mapping[str, int]
    called: str = ""
    """The place of the card called last: other, pile, hand; empty before a call."""
    gets: str = ""
    """The purpose of that call."""
    handed: bool = False
    aside: int | None = None
    """The number of cards in the last discard; None before one."""
    way: tuple[Words, ...] = ()
    moves: tuple[CardMove, ...] = ()

    def with_moved_cards(self, hand: int, pile: str, cards: int) -> HeldCards:
        """Move a number of cards from a hand to a pile, or back if negative."""
        hands = tuple(size - cards if number == hand else size for number, size in enumerate(self.hands))
        return replace(self, hands=hands, piles={**self.piles, pile: self.piles.get(pile, 0) + cards})

    def with_noted_move(self, move: CardMove) -> HeldCards:
        """Note a move for those who follow single cards."""
        return replace(self, moves=(*self.moves, move))

    def with_passed_cards(self, giver: int, taker: int, cards: int) -> HeldCards:
        """Move a number of cards from one hand to another."""
        change = {giver: -cards, taker: cards}
        return replace(self, hands=tuple(size + change.get(n, 0) for n, size in enumerate(self.hands)))


class Trouble(NamedTuple):
    """A mistake of a step: `what` is a word that a check turns into a code."""

    what: str
    step: str
    number: int
    """The place of the step in the contract's list."""
    values: Mapping[str, object]
    way: tuple[Words, ...]


class SizeWalk(NamedTuple):
    """All ways through a contract at a table with a number of hands."""

    contract: str
    hands: int
    ends: tuple[HeldCards, ...]
    troubles: tuple[Trouble, ...]
    idle: frozenset[str]
    """The discards that never lay a card down."""


class _Walker:
    """The progress through the steps of a contract, and its troubles.

    One for each step and kind.
    """

    def __init__(self, rules: Rules, steps: Sequence[str]) -> None:
        self.rules = rules
        self.dealt = rules.deal.hand
        self.steps = steps
        self.number = 0
        self.troubles: dict[tuple[str, str], Trouble] = {}
        self.most: dict[str, int] = {}

    def walk_stages(self, hands: int) -> Iterator[list[HeldCards]]:
        """Yield the possible numbers of cards before each step, and after the last."""
        piles = {key: pile.dealt for key, pile in self.rules.piles.items()}
        states = [HeldCards((self.dealt,) * hands, piles)]
        yield states
        for number, key in enumerate(self.steps):
            self.number = number
            step = self.rules.steps.get(key)
            if step is not None:
                after = _STEPS.get(step.do) or _transfer_effect(TRANSFERS[step.do])
                states = [way for before in states for way in after(step.params, before, self)][:MAX_STATES]
            yield states

    def trouble(self, what: str, state: HeldCards, **values: object) -> None:
        """Notes what is wrong with the step at hand, the first way in which it is."""
        step = self.steps[self.number]
        self.troubles.setdefault((what, step), Trouble(what, step, self.number, values, state.way))

    def find_move(self, ways: Sequence[tuple[int | str, int | str]], least: int, most: int) -> CardMove:
        """The cards that the step at hand moves."""
        return CardMove(self.steps[self.number], tuple(ways), least, most)

    def note_discard(self, cards: int) -> None:
        """Notes how many cards the step at hand has laid down."""
        step = self.steps[self.number]
        self.most[step] = max(self.most.get(step, 0), cards)

    def pile_count(self, name: str, state: HeldCards) -> int:
        """The number of cards that a step finds on a pile; none is trouble."""
        size = state.piles.get(name, 0)
        if size == 0 and name in self.rules.piles:
            later = [self.rules.steps[key] for key in self.steps[self.number + 1 :]]
            self.trouble("read_early" if name in map(_laid_on, later) else "empty", state, pile=name)
        return size


def _laid_on(step: Named) -> str:
    transfer = TRANSFERS.get(step.do)
    return transfer.transfer_pile(step.params) if transfer and not transfer.source else ""


def walk_contract(rules: Rules, contract: str, hands: int) -> SizeWalk:
    """Walk all ways through a contract.

    Wrong deals and unknown piles are left to other checks.
    """
    walker = _Walker(rules, [key for key in rules.contracts[contract].steps if key in rules.steps])
    ends: Sequence[HeldCards] = ()
    for states in walker.walk_stages(hands):
        ends = states
    idle = frozenset(step for step, most in walker.most.items() if most == 0)
    return SizeWalk(contract, hands, tuple(ends), tuple(walker.troubles.values()), idle)


def list_stages(rules: Rules, steps: Sequence[str]) -> list[list[HeldCards]]:
    """List the possible numbers of cards before each step, and after the last."""
    return list(_Walker(rules, steps).walk_stages(2))


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


def _look(params: Any, state: HeldCards, walker: _Walker) -> Iterator[HeldCards]:
    walker.pile_count(params.pile, state)
    yield state


def _share(params: Any, state: HeldCards, walker: _Walker) -> Iterator[HeldCards]:
    size = walker.pile_count(params.pile, state)
    sharers = len(state.hands) - 1 if params.who == "opponents" else 2
    if sharers > len(state.hands) - 1:
        walker.trouble("no_two", state, hands=len(state.hands))
    elif params.each == "equal" and size % sharers:
        walker.trouble("unequal", state, pile=params.pile, size=size, sharers=sharers)
    # Each lays back as many as he took; in turn they may take what others laid back.
    hands = range(1, len(state.hands))
    ways = [way for hand in hands for way in ((params.pile, hand), (hand, params.pile))]
    between = permutations(hands, 2) if params.decided == "in_turn" else ()
    yield state.with_noted_move(walker.find_move([*ways, *between], 0, size))


def _pass(params: Any, state: HeldCards, walker: _Walker) -> Iterator[HeldCards]:
    # Each gives as many as come.
    ways = [*permutations(range(len(state.hands)), 2)]
    yield state.with_noted_move(walker.find_move(ways, 0, params.cards))


_STEPS: Final[Mapping[str, Callable[[Any, HeldCards, _Walker], Iterator[HeldCards]]]] = {
    "call": _call,
    "look": _look,
    "share": _share,
    "pass_cards": _pass,
}
"""The steps that are more or less than a transfer."""

_HANDS: Final = {"declarer": 0, "holder": 1}
"""The hand of each role."""


def _transfer_effect(do: Transfer) -> Callable[[Any, HeldCards, _Walker], Iterator[HeldCards]]:
    """Make the function that applies a transfer to the numbers of cards."""

    def carry_out(params: Any, state: HeldCards, walker: _Walker) -> Iterator[HeldCards]:
        who = do.parameter_word("who", params)
        if "holder" in (who, do.receiver) and not _has_holder(do, state, walker):
            yield state
            return
        actor, pile = _HANDS[who], do.transfer_pile(params)
        for cards in _movable_counts(do, params, actor, state, walker):
            way: tuple[int | str, int | str]
            if do.receiver:
                after, way = state.with_passed_cards(actor, _HANDS[do.receiver], cards), (actor, _HANDS[do.receiver])
            else:
                after = state.with_moved_cards(actor, pile, -cards if do.source else cards)
                way = (pile, actor) if do.source else (actor, pile)
            yield _remember_move(do, params, after.with_noted_move(walker.find_move([way], cards, cards)), cards)

    return carry_out


def _has_holder(do: Transfer, state: HeldCards, walker: _Walker) -> bool:
    """Check whether another hand held the called card, and has given it if needed."""
    if state.gets != "card":
        walker.trouble("no_call", state)
        return False
    if do.when == "handed" and not state.handed and state.called == "other":
        walker.trouble("before_hand_over", state)
    if do.when == "handed":
        return state.handed
    return state.called == "other" and not (do.which == "called" and state.handed)


def _movable_counts(do: Transfer, params: Any, actor: int, state: HeldCards, walker: _Walker) -> Iterable[int]:
    """The possible numbers of moved cards."""
    size = walker.pile_count(do.transfer_pile(params), state) if do.source else state.hands[actor]
    match do.parameter_word("many", params):
        case "all":
            return (size,)
        case "as_discarded":
            if state.aside is None:
                walker.trouble("nothing_discarded", state)
            cards = state.aside or 0
            if cards > size > 0:
                walker.trouble("too_few", state, pile=do.transfer_pile(params), cards=cards, size=size)
            return (cards,)
        case "down_to_dealt":
            if size < walker.dealt:
                walker.trouble("too_small", state, size=size, dealt=walker.dealt)
            walker.note_discard(size - walker.dealt)
            return (max(0, size - walker.dealt),)
        case "up_to_pile":
            if params.pile is None:  # an error of its own
                return (0,)
            most = min(walker.pile_count(params.pile, state), size)
            walker.note_discard(most)
            return range(min(params.at_least, most), most + 1)
    return (1,)


def _remember_move(do: Transfer, params: Any, state: HeldCards, cards: int) -> HeldCards:
    """Note facts for later steps, and the way chosen."""
    if do.sets == "handed":
        return replace(state, handed=True)
    if do.sets != "discards":
        return state
    free = do.parameter_word("many", params) == "up_to_pile" and params.pile is not None
    said = (Words("{cards} are laid aside", cards=cards),) if free else ()
    return replace(state, aside=cards, way=(*state.way, *said))
