"""The contracts of a deal that can be made, with all cards known and best play.

A deal goes in. For each seat and contract come out whether it can be made, the points of its side as bounds, and the
declarer's moves until another player chooses. Cards that are drawn unseen are the worst possible ones for the
declarer.

Terms. An *ending* is the result of choices from which the play follows at once, or after only discards. The first
question about it is how well a discarder could do by choosing during the play (`PlayFacts.lazy`), which is never
less. So most choices need not be tried one by one. Endings of the same *form* (the same holders and points in the
same order in each suit) are one. An answer rests on some *high cards* of each suit: it is the answer of every ending
with the same high cards, and with as many cards of each holder and worth below. Most cards that are given back are
low, so one search answers for several endings.
A compiled search is kept for all endings with the same facts, as they come to the same positions.
"""

from __future__ import annotations

from itertools import combinations
from math import inf
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.actions import CallAction, PlayAction
from calarec.core.engine.auction import program_of
from calarec.core.engine.cards import bits
from calarec.core.engine.moves import apply, legal, skip_due_step
from calarec.core.engine.terms import Outcome, StepContext
from calarec.core.wording.language import Words
from calarec.playing.moves import name_offer
from calarec.solving.kernels import SearchPool
from calarec.solving.position import UnsolvableError, find_winning_points, position_of
from calarec.solving.search import PlayFacts, SpentError, Standing, TooHardError
from calarec.solving.solve import Bounds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Offer
    from calarec.playing.move_types import Move
    from calarec.solving.kernels import PointsAsked
    from calarec.solving.search import Allowance

_SHORT: Final = 8
"""The discards to try in each ending before all discards of one."""
_FIRST_NODES: Final = 1 << 15
"""The nodes for each ending at first: an easy one of several hundred may answer for all."""
_MORE_NODES: Final = 4
"""The factor of nodes for the endings that are left."""


class ContractWorth(NamedTuple):
    """The value of a contract for a seat."""

    seat: str
    contract: str
    rule: str
    """The rule that says how much is needed."""
    needed: int
    made: bool | None
    """True if it can be made; None if not found out."""
    bounds: Bounds
    """The points of the declarer's side, in the ruleset's unit."""
    moves: tuple[Move, ...]
    """The declarer's moves to the least of the bounds, until another player chooses."""


class RefusedContract(NamedTuple):
    """A contract that cannot be solved, and why."""

    contract: str
    reason: Words
    rule: str


class DealWorth(NamedTuple):
    """All contracts of a deal."""

    contracts: tuple[ContractWorth, ...]
    refused: tuple[RefusedContract, ...]

    @property
    def is_settled(self) -> bool:
        """Check whether the answer is known for every contract."""
        return all(contract.made is not None for contract in self.contracts)


def contracts_of(
    game: Game, dealt: State, allowance: Allowance, told: Callable[[int], object] | None = None
) -> DealWorth:
    """Solve each seat's contracts in a state of the auction; UnsolvableError if none.

    The first question about all is whether the contract can be made; then the bounds are narrowed until the allowance
    is spent. `told` is called with the number of contracts that are decided.
    """
    dealt_contracts = DealtContracts(game, dealt, allowance)
    for _ in dealt_contracts.search_in_portions():
        if told is not None:
            told(sum(contract.made is not None for contract in dealt_contracts.deal_worth().contracts))
    return dealt_contracts.deal_worth()


class DealtContracts:
    """All contracts of a deal, each in the hands of each seat."""

    def __init__(self, game: Game, dealt: State, allowance: Allowance) -> None:
        if not game.rules.has_auction or not game.rules.contracts:
            raise UnsolvableError(Words("this game has no contracts"), "auction.ladder")
        self.allowance = allowance
        self.asked: list[DealtContract] = []
        self.refused: dict[str, RefusedContract] = {}
        setting, known = dealt.setting, KnownEndings()
        for contract in game.rules.contracts:
            for seat in (each for each in setting.active if each not in setting.dummies):
                try:
                    self.asked.append(DealtContract(game, dealt, seat, contract, allowance, known))
                except UnsolvableError as error:
                    self.refused[contract] = RefusedContract(contract, error.reason, error.rule)

    def search_in_portions(self, longest: float = inf) -> Iterator[None]:
        """Search on, in portions of at most this number of seconds each."""
        for question in (DealtContract.can_find_whether_made, DealtContract.can_narrow_points):
            yield from _in_portions(self.asked, question, self.allowance, longest)

    def deal_worth(self) -> DealWorth:
        """The results so far."""
        found = tuple(dealt_contract.contract_worth() for dealt_contract in self.asked)
        return DealWorth(found, tuple(self.refused.values()))

    def declarer_choices(self, declarer: int, played: str) -> WeighedChoices:
        """The results on the choices of the seat that has played a contract."""
        own = [dealt_contract for dealt_contract in self.asked if dealt_contract.seat == declarer]
        exchanges = (
            contract.bounds
            for contract in own
            if contract.contract == played and contract.game.rules.contracts[played].steps
        )
        return WeighedChoices(next(exchanges, None), tuple(dealt_contract.contract_worth() for dealt_contract in own))


class WeighedChoices(NamedTuple):
    """The choices before the first lead: possible exchanges, and other contracts."""

    exchange: Bounds | None
    """The points of the side with best choices by all; None without a choice."""
    contracts: tuple[ContractWorth, ...]
    """All contracts of the ruleset for the declarer; empty if not solvable."""

    @property
    def is_fully_known(self) -> bool:
        """Check whether everything was found out."""
        exact = self.exchange is None or self.exchange.has_one_value
        return exact and all(contract.made is not None for contract in self.contracts)


# Shares, not fixed times, so that more time finds more.
_AN_EXCHANGE: Final = 0.2
_A_CONTRACT: Final = 0.05
"""The share of the seconds that each question may take, for a played hand."""


def weigh_choices(game: Game, dealt: State, declarer: int, played: str, allowance: Allowance) -> WeighedChoices:
    """Weigh the choices before the play of a contract; unknown if time runs out."""
    known = KnownEndings()
    exchange: Bounds | None = None
    contracts = []
    seconds = allowance.given
    # What was played first: its endings are those of other contracts, too.
    for contract in sorted(game.rules.contracts, key=lambda each: each != played):
        try:
            asked = DealtContract(game, dealt, declarer, contract, allowance, known)
        except UnsolvableError:
            continue
        if allowance.has_portion(_A_CONTRACT * seconds):
            asked.can_find_whether_made()
        if contract == played and game.rules.contracts[contract].steps:
            if allowance.has_portion(_AN_EXCHANGE * seconds):
                asked.can_narrow_points()
            exchange = asked.bounds
        contracts.append(asked.contract_worth())
    order = list(game.rules.contracts)
    return WeighedChoices(exchange, tuple(sorted(contracts, key=lambda each: order.index(each.contract))))


_FIRST: Final = 0.3
"""The seconds of each question at first: most need less, none waits long."""


def _in_portions(
    asked: list[DealtContract], question: Callable[[DealtContract], bool], allowance: Allowance, longest: float
) -> Iterator[None]:
    """Ask all again and again with more time for the unanswered; yields after each."""
    seconds = _FIRST
    while asked:
        left = []
        for contract in asked:
            if not allowance.has_portion(seconds):
                return
            if not question(contract):
                left.append(contract)
            yield
        asked = left
        seconds = min(2 * seconds, longest)


class Ending(NamedTuple):
    """The result of choices: a play, before some places discard."""

    facts: PlayFacts
    """The last trick's worth without what is laid aside."""
    hands: tuple[int, ...]
    leader: int
    piles: int
    """The points of the side without the last trick."""
    buries: tuple[tuple[int, int], ...]
    """Pairs of a place and how many cards it lays aside."""
    form: object
    context: object
    """Everything of the form but the cards."""
    moves: tuple[Move, ...]
    """The moves that lead to it."""
    state: State
    """Before cards are laid aside."""


class KnownEndings:
    """The known points of endings, and of all with the same high cards."""

    def __init__(self) -> None:
        self.searches: SearchPool = SearchPool()
        """They know positions that several endings come to."""
        self._bounds: dict[object, Bounds] = {}
        """By form."""
        self._by_high_cards: dict[object, dict[tuple[int, ...], dict[object, Bounds]]] = {}
        """By everything of a form but the cards; by how many cards of each suit are high; by the cards."""

    def find_bounds(self, ending: Ending, widest: Bounds, target: int) -> Bounds:
        """The known bounds, as far as a target needs them."""
        low, high = self._bounds.get(ending.form, widest)
        if not low < target <= high:
            return Bounds(low, high)
        ranked: list[list[tuple[int, int]]] = []
        for many, answers in self._by_high_cards.get(ending.context, {}).items():
            ranked = ranked or _rank_cards(ending)
            known = answers.get(_split_high_cards(ranked, many))
            if known is None:
                continue
            low, high = max(low, known.low), min(high, known.high)
            if not low < target <= high:
                self._bounds[ending.form] = Bounds(low, high)
                break
        return Bounds(low, high)

    def add_bounds(self, ending: Ending, learnt: Bounds, deciding: int | None) -> None:
        """Add the bounds of an ending; `deciding` cards make them hold for others."""
        low, high = self._bounds.get(ending.form, learnt)
        self._bounds[ending.form] = Bounds(max(low, learnt.low), min(high, learnt.high))
        if deciding is None:
            return
        whole = sum(ending.hands)
        many = tuple([_count_high_cards(suit & whole, deciding) for suit in ending.facts.suits])
        answers = self._by_high_cards.setdefault(ending.context, {}).setdefault(many, {})
        cards = _split_high_cards(_rank_cards(ending), many)
        low, high = answers.get(cards, learnt)
        answers[cards] = Bounds(max(low, learnt.low), min(high, learnt.high))


def _count_high_cards(cards: int, deciding: int) -> int:
    """The number of cards from the top down to the lowest deciding one."""
    resting = cards & deciding
    return (cards & -(resting & -resting)).bit_count() if resting else 0


def _rank_cards(ending: Ending) -> list[list[tuple[int, int]]]:
    """The holder and the points of each card of each suit, from the top down."""
    points, whole = ending.facts.points, sum(ending.hands)
    return [
        [
            (next(place for place, hand in enumerate(ending.hands) if hand >> card & 1), points[card])
            for card in reversed(list(bits(suit & whole)))
        ]
        for suit in ending.facts.suits
    ]


def _split_high_cards(ranked: list[list[tuple[int, int]]], many: tuple[int, ...]) -> object:
    """The high cards of each suit in their order, only the number of the others."""
    return tuple([(tuple(suit[:high]), tuple(sorted(suit[high:]))) for suit, high in zip(ranked, many, strict=True)])


class Choices(NamedTuple):
    """All results of a side's choices, up to the other side's or to the play."""

    mine: bool
    """True if the declarer's side chooses."""
    endings: tuple[Ending, ...]
    further: tuple[tuple[State, tuple[Move, ...]], ...]
    """The states where the other side goes on, and the moves to them."""


class DealtContract:
    """One contract in the hands of one seat."""

    def __init__(
        self,
        game: Game,
        dealt: State,
        seat: int,
        contract: str,
        allowance: Allowance,
        known: KnownEndings | None = None,
    ) -> None:
        self.game: Game = game
        self.seat: int = seat
        self.contract: str = contract
        self.allowance: Allowance = allowance
        rule, needed = find_winning_points(game, contract)
        self.rule: str = rule
        self.needed: int = needed
        program = program_of(StepContext(game, dealt, "auction"), contract)
        begun = dealt._replace(contract=contract, declarer=seat, program=program, at=0, called=-1, found=-3)
        self.root: State = skip_due_step(game, begun).state
        self.known: KnownEndings = KnownEndings() if known is None else known
        """The known bounds of endings; other contracts may have the same ones."""
        self.choices: dict[State, Choices] = {}
        self.moves: tuple[Move, ...] = ()
        self.least: int = 0
        self.most: int = game.cards.worth(game.cards.full) + game.rules.pack.last_trick
        self.bounds: Bounds = Bounds(self.least, self.most)
        self._hard: dict[object, int] = {}
        """The nodes that did not suffice, by ending, target and depth."""
        position_of(game, self._any_play(self.root))

    def _any_play(self, state: State) -> State:
        """Some state at a first lead, to find out whether any can be solved."""
        while state.step != "play" and not state.is_over:
            action = next(iter(self._actions(self._offer(state))))
            answer = apply(self.game, state, action)
            assert isinstance(answer, Outcome)
            state = answer.state
        return state

    # ------------------------------------------------------------------ questions

    def can_find_whether_made(self) -> bool:
        """Find out whether it can be made; True if that was found out."""
        return self._is_target_reached(self.needed)

    def can_narrow_points(self) -> bool:
        """The points; answers whether they are known exactly."""
        while not self.bounds.has_one_value:
            low, high = self.bounds
            if not self._is_target_reached(self.needed if low < self.needed <= high else (low + high + 1) // 2):
                return False
        return True

    def contract_worth(self) -> ContractWorth:
        """The known value."""
        low, high = self.bounds
        made = True if low >= self.needed else False if high < self.needed else None
        return ContractWorth(
            self.root.setting.labels[self.seat], self.contract, self.rule, self.needed, made, self.bounds, self.moves
        )

    def _is_target_reached(self, target: int) -> bool:
        low, high = self.bounds
        if low < target <= high:
            try:
                reached = self.can_reach(self.root, target, ())
            except SpentError:
                return False
            self.bounds = Bounds(max(low, target), high) if reached else Bounds(low, target - 1)
        return True

    def can_reach(self, state: State, target: int, before: tuple[Move, ...] | None) -> bool:
        """Check whether the side reaches a number of points.

        `before`: the declarer's moves until here, None after others'.
        """
        choices = self._list_choices(state)
        for deep in (False, True):
            left: Sequence[Ending] = choices.endings
            nodes = _FIRST_NODES
            while left:
                unanswered = []
                for ending in left:
                    question = ending.form, target, deep
                    if self._hard.get(question, 0) >= nodes:
                        unanswered.append(ending)
                        continue
                    try:
                        with self.allowance.within_nodes(nodes):
                            found = self._ending_reaches(ending, target, deep=deep, mine=choices.mine, before=before)
                    except TooHardError:
                        self._hard[question] = nodes
                        unanswered.append(ending)
                        continue
                    if found is choices.mine:
                        return found
                left = unanswered
                nodes *= _MORE_NODES
        for after, moves in choices.further:
            known = (*before, *moves) if before is not None and choices.mine else None
            found = self.can_reach(after, target, None)
            if found is choices.mine:
                if found and known is not None:
                    self.moves = known
                return found
        return not choices.mine

    def _ending_reaches(
        self, ending: Ending, target: int, *, deep: bool, mine: bool, before: tuple[Move, ...] | None
    ) -> bool | None:
        """Check whether the side reaches points in an ending; None if not known yet."""
        low, high = self.known.find_bounds(ending, Bounds(self.least, self.most), target)
        telling = mine and before is not None
        if target > high:
            return False
        # What is known of a form may have been found in another contract: how it is done here is still to be told.
        if target <= low and not telling:
            return True
        asking = EndingSearch(ending, target, self.allowance, self.known.searches, mine=mine)
        found = asking.can_reach_deeply() if deep or target <= low else asking.can_reach_shortly()
        if found is not None:
            learnt = Bounds(target, self.most) if found else Bounds(self.least, target - 1)
            self.known.add_bounds(ending, learnt, asking.deciding)
        if found and telling:
            assert before is not None
            self.moves = (*before, *ending.moves, *self._discard_moves(ending, asking.laid))
        return found

    def _discard_moves(self, ending: Ending, laid: tuple[int, ...]) -> Iterator[Move]:
        """The moves that lay these cards aside."""
        state = ending.state
        for cards in laid:
            offer = self._offer(state)
            yield self._make_move(state, offer, cards)
            answer = apply(self.game, state, offer.choose(cards))
            assert isinstance(answer, Outcome)
            state = answer.state

    # ------------------------------------------------------------------ choices

    def _list_choices(self, state: State) -> Choices:
        found = self.choices.get(state)
        if found is None:
            mine = state.step == "play" or self._is_mine(state, self._offer(state))
            endings: dict[object, Ending] = {}
            further: dict[State, tuple[Move, ...]] = {}
            self._follow_states(state, (), endings, further, mine=mine)
            found = Choices(mine, tuple(endings.values()), tuple(further.items()))
            self.choices[state] = found
        return found

    def _follow_states(
        self,
        state: State,
        moves: tuple[Move, ...],
        endings: dict[object, Ending],
        further: dict[State, tuple[Move, ...]],
        *,
        mine: bool,
    ) -> None:
        """All that one side can bring about from here."""
        self.allowance.spend_node()
        if state.is_over:
            return
        ending = self._final(state, moves, mine=mine)
        if ending is not None:
            endings.setdefault(ending.form, ending)
            return
        offer = self._offer(state)
        forced = offer.size == 1
        if self._is_mine(state, offer) is not mine and not forced:
            further.setdefault(state, moves)
            return
        for action in self._actions(offer):
            answer = apply(self.game, state, action)
            assert isinstance(answer, Outcome)
            # What leaves no choice is nobody's idea.
            told = moves if forced else (*moves, self._make_move(state, offer, _chosen_cards(action)))
            self._follow_states(answer.state, told, endings, further, mine=mine)

    def _final(self, state: State, moves: tuple[Move, ...], *, mine: bool) -> Ending | None:
        """The ending of a state from which one side only discards; None if it is not one."""
        after, laid = state, 0
        buries: list[tuple[int, int]] = []
        while after.step != "play":
            offer = self._offer(after)
            if offer.do != "discard" or offer.least != offer.most or self._is_mine(after, offer) is not mine:
                return None
            if offer.cards != after.hands[offer.seat]:
                return None
            if self.game.rules.piles[self.game.piles[offer.to]].won_by != "last_trick":
                return None
            cards = sum(1 << card for card in list(bits(offer.cards))[: offer.most])
            laid |= cards
            buries.append((state.setting.active.index(offer.seat), offer.most))
            answer = apply(self.game, after, offer.choose(cards))
            assert isinstance(answer, Outcome)
            after = answer.state
        position = position_of(self.game, after)
        facts = position.facts._replace(
            last=position.facts.last - self.game.cards.worth(laid), lazy=sum(1 << place for place, _ in buries)
        )
        hands = tuple(state.hands[seat] for seat in position.seats)
        leader = position.now.standing.leader
        context = leader, facts.side, facts.last, position.piles, tuple(buries), mine
        form = _equivalence_form(facts, hands), context
        return Ending(facts, hands, leader, position.piles, tuple(buries), form, context, moves, state)

    def _offer(self, state: State) -> Offer:
        """The next choice: everything is taken before any discard."""
        offers = [each for each in legal(self.game, state) if each.do != "raise" and each.size]
        return next((offer for offer in offers if offer.do == "take"), offers[0])

    def _is_mine(self, state: State, offer: Offer) -> bool:
        return bool(state.side_mask(self.seat) >> offer.seat & 1)

    def _make_move(self, state: State, offer: Offer, cards: int) -> Move:
        return name_offer(self.game, state, offer).move(*self.game.cards.list(cards))

    def _actions(self, offer: Offer) -> Iterator[Action]:
        """Yield the possible choices, the likely best first."""
        cards = self.game.cards

        def dear(card: int) -> tuple[int, int]:
            suit = cards.suit_of[card]
            return 2 * (suit & (1 << card) - 1).bit_count() + 3 * cards.points[card], card

        wanted = offer.do in ("call", "take")
        ranked = [1 << card for card in sorted(bits(offer.cards), key=dear, reverse=wanted)]
        for number in range(offer.least, offer.most + 1):
            for chosen in combinations(ranked, number):
                if offer.is_within_limits(sum(chosen)):
                    yield offer.choose(sum(chosen))


def _chosen_cards(action: Action) -> int:
    """The cards that an action of the exchange chooses."""
    return 1 << action.card if isinstance(action, CallAction | PlayAction) else getattr(action, "cards", 0)


def _equivalence_form(facts: PlayFacts, hands: tuple[int, ...]) -> object:
    """The holders and points of each suit from the lowest card up.

    Neighbours in one hand count only as a set.
    """
    whole = sum(hands)
    told = []
    for suit in facts.suits:
        runs: list[list[tuple[int, int]]] = []
        for card in bits(suit & whole):
            holder = next(place for place, hand in enumerate(hands) if hand >> card & 1)
            if not runs or runs[-1][0][0] != holder:
                runs.append([])
            runs[-1].append((holder, facts.points[card]))
        told.append(tuple(each for run in runs for each in sorted(run)))
    return tuple(told)


class EndingSearch:
    """The search whether the side reaches points in an ending, with any discards."""

    def __init__(self, ending: Ending, target: int, allowance: Allowance, searches: SearchPool, *, mine: bool) -> None:
        self.ending: Ending = ending
        self.allowance: Allowance = allowance
        self.mine: bool = mine
        self.target: int = target - ending.piles
        self.laid: tuple[int, ...] = ()
        """The discards of each place that reach it."""
        self.deciding: int | None = None
        """The cards on which the answer rests, if it came from one question."""
        facts = ending.facts
        self.unbound: PointsAsked = searches.point_search(facts, ending.hands, allowance)
        self._searches = searches
        self._bound: PointsAsked | None = None if facts.lazy else self.unbound
        self.candidates: dict[int, list[tuple[int, object]]] = {
            place: self._discard_candidates(place) for place, _ in ending.buries
        }

    def can_reach_shortly(self) -> bool | None:
        """By few questions; None if they do not suffice."""
        ending = self.ending
        found = self._is_reached_by(self.unbound, ending.hands, 0)
        if not ending.buries or found is not self.mine:
            self.deciding = self.unbound.deciding_cards() if self.target > 0 else None
            return found
        for laid in self._first_ways():
            if self._is_reached_after(laid) is self.mine:
                self.laid = laid
                return self.mine
        return None

    def can_reach_deeply(self) -> bool:
        """By all ways of laying aside that could make a difference."""
        found = self._find_discard(0, ())
        if found is None:
            return not self.mine
        self.laid = found
        return self.mine

    def _first_ways(self) -> Iterator[tuple[int, ...]]:
        """For each place its least wanted cards, and some ways near it."""
        ways = [
            [
                sum(card for card, _ in chosen)
                for _, chosen in zip(range(_SHORT), combinations(found, number), strict=False)
            ]
            for (place, number) in self.ending.buries
            for found in (self.candidates[place],)
        ]
        first = tuple(way[0] for way in ways)
        yield first
        for nth, several in enumerate(ways):
            for other in several[1:]:
                yield (*first[:nth], other, *first[nth + 1 :])

    def _find_discard(self, nth: int, laid: tuple[int, ...]) -> tuple[int, ...] | None:
        """Find discards of the places from the nth on that are good for the chooser."""
        if nth == len(self.ending.buries):
            return laid if self._is_reached_after(laid) is self.mine else None
        place, number = self.ending.buries[nth]
        return self._of_place(nth, laid, 0, 0, number, self.candidates[place])

    def _of_place(
        self, nth: int, laid: tuple[int, ...], chosen: int, begin: int, left: int, cards: list[tuple[int, object]]
    ) -> tuple[int, ...] | None:
        if chosen or laid:
            hands = self._hands_without((*laid, chosen))
            if self._is_reached_by(self.unbound, hands, self._discard_worth((*laid, chosen))) is not self.mine:
                return None
        if not left:
            return self._find_discard(nth + 1, (*laid, chosen))
        tried: set[object] = set()
        for at in range(begin, len(cards) - left + 1):
            card, kind = cards[at]
            if kind in tried:
                continue
            tried.add(kind)
            found = self._of_place(nth, laid, chosen | card, at + 1, left - 1, cards)
            if found is not None:
                return found
        return None

    def _discard_candidates(self, place: int) -> list[tuple[int, object]]:
        """A place's cards, the least wanted first, each with a key for its equals."""
        facts, hands = self.ending.facts, self.ending.hands
        others = sum(hands) ^ hands[place]
        found = []
        for suit in facts.suits:
            own = hands[place] & suit
            for card in bits(own):
                above = others & suit & -(1 << card)
                height = (suit & (1 << card) - 1).bit_count()
                keep = 2 * height + 3 * facts.points[card] + own.bit_count()
                found.append((keep, card, (suit, above, facts.points[card])))
        return [(1 << card, kind) for _, card, kind in sorted(found, key=lambda each: each[:2])]

    def _is_reached_after(self, laid: tuple[int, ...]) -> bool:
        """Check whether the side reaches it after these discards."""
        if self._bound is None:
            facts = self.ending.facts._replace(lazy=0)
            self._bound = self._searches.point_search(facts, self.ending.hands, self.allowance)
        return self._is_reached_by(self._bound, self._hands_without(laid), self._discard_worth(laid))

    def _hands_without(self, laid: tuple[int, ...]) -> tuple[int, ...]:
        hands = list(self.ending.hands)
        for (place, _), cards in zip(self.ending.buries, laid, strict=False):
            hands[place] &= ~cards
        return tuple(hands)

    def _discard_worth(self, laid: tuple[int, ...]) -> int:
        points = self.ending.facts.points
        return sum(points[card] for cards in laid for card in bits(cards))

    def _is_reached_by(self, search: PointsAsked, hands: tuple[int, ...], aside: int) -> bool:
        if self.target <= 0:
            return True
        return (
            search.find_value(Standing(hands, self.ending.leader), self.target - 1, self.target, aside) >= self.target
        )
