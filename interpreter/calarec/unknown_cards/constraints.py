"""A plan and the record as a problem for the solver: places, moves, slots, facts.

Terms. Facts are *physical* (a card was there), *legal* (a rule was kept), or *asserted* (the record states its own
outcome). Physical ones weigh most; in one weight the earlier comes first.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple, dataclass, field
from calarec.core.engine.cards import bits
from calarec.core.engine.declaring import find_fitting_melds, of_kind
from calarec.core.engine.own_figures import (
    OwnFigures,
    OwnRanges,
    find_barred_leads,
    find_forced_bid_rule,
    is_certainly_forced_to_bid,
    is_lead_certainly_barred,
)
from calarec.core.judge.lines import find_written_trump
from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec
from calarec.unknown_cards.exchanges import IN_HAND, IN_PILE, cards_of_shape, has_several_cards
from calarec.unknown_cards.solver.problem import (
    Bound,
    CardProblem,
    Fact,
    Group,
    Move,
    Obliged,
    Unposed,
    holds_only,
    pose_problem,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.records.model import Hand
    from calarec.unknown_cards.exchanges import Located, Plan, PlannedTransfer, RecordedPass, Uncalled

PHYSICAL, LEGAL, ASSERTED = "physical", "legal", "asserted"


class FactOf(NamedTuple):
    """The origin of a fact."""

    weight: str
    kind: str
    statement: rec.Statement
    card: int = 0
    """The number of the card in the statement."""


@dataclass(slots=True)
class Constraints:
    """The question of a plan."""

    plan: Plan
    problem: CardProblem
    physical: list[Fact]
    legal: list[Fact]
    asserted: list[Fact]
    slots: list[tuple[rec.Trick, int]]
    """For each slot its statement and which card of it."""

    @property
    def facts(self) -> list[Fact]:
        """The facts that are believed: physical and legal ones."""
        return [*self.physical, *self.legal]


class _DeclaredLead(NamedTuple):
    """Cards one of which a seat has to lead, from one trick to another."""

    seat: int
    first: int
    last: int
    cards: int


@dataclass(slots=True)
class _RecordedPlays:
    """The plays of a record."""

    places: list[int] = field(default_factory=list)
    tricks: list[list[int]] = field(default_factory=list)
    drawn: dict[int, int] = field(default_factory=dict)
    """For each line about a drawn card the number of plays before it."""
    where: list[tuple[rec.Trick, int]] = field(default_factory=list)
    statements: list[rec.Trick] = field(default_factory=list)
    shows: list[tuple[rec.Show | rec.Declare, int, int]] = field(default_factory=list)
    """Cards shown in the play, after how many moves and how many plays."""


def _bound_to_hold(has_cards: Callable[[int], bool], seat: int, time: int, played: int) -> Bound:
    """A bound to hold certain cards after these moves and plays."""

    def is_allowed(cards: int, _: int) -> bool:
        return has_cards(cards)

    def is_excluded(_: int, possible: int, __: int) -> bool:
        return not has_cards(possible)

    return Bound(is_allowed, is_excluded, seat, time, played=played)


def _verb_of(statement: rec.Show | rec.Declare) -> str:
    return "declare" if isinstance(statement, rec.Declare) else "show"


def _has_cards_of_shapes(cards: int, shapes: Sequence[int]) -> bool:
    """Test whether there is another card for each shape."""
    if not shapes:
        return True
    return any(_has_cards_of_shapes(cards & ~(1 << card), shapes[1:]) for card in bits(cards & shapes[0]))


def _can_be_apart(melds: Sequence[frozenset[int]], cards: int, taken: int) -> bool:
    """Test whether some cards have a meld of each kind, none with a common card."""
    if not melds:
        return True
    return any(not meld & (taken | ~cards) and _can_be_apart(melds[1:], cards, taken | meld) for meld in melds[0])


class Posing:
    """Poses the question of each plan of a hand."""

    def __init__(self, hand: Hand, game: Game, setting: Seating, carried: Sequence[int]) -> None:
        self.hand = hand
        self.game = game
        self.setting = setting
        self.starts: list[list[Group]] = self._dealt_groups(carried)

    def pose_question(self, plan: Plan) -> Constraints | None:
        """Make the problem of a plan; None if its numbers are contradictory."""
        played = _RecordedPlays() if plan.lost else self._recorded_plays(plan)
        cards = self.game.cards
        bound = [
            *self._bound_passes(plan),
            *self._bound_discards(plan),
            *self._bound_leads(plan, played),
            *self._bound_declared_leads(played),
            *self._bound_shown_cards(plan, played),
        ]
        try:
            problem = pose_problem(
                len(cards.names),
                cards.suits,
                self.starts,
                [Move(move.source, move.target, move.size) for move in plan.moves],
                played.places,
                played.tricks,
                [played.drawn.get(id(move.statement), 0) for move in plan.moves],
                self._trumps_and_duties(),
                [rule for _, rule in bound],
            )
        except Unposed:
            return None
        question = Constraints(plan, problem, [], [], [], played.where)
        for located in plan.calls:
            self._add_called_card(question, located)
        for uncalled in plan.uncalled:
            about = FactOf(PHYSICAL, "call", uncalled.statement)
            routes = self._routes_to_caller(problem, uncalled)
            question.physical.append(Fact(about, cards=uncalled.cards, routes=routes))
        for number, move in enumerate(plan.moves):
            self._add_move(question, number, move)
            if move.passed:
                self._forbid_passing_on(question, number, move)
        self._add_turned_card(question)
        self._add_shown_cards(question, played)
        self._add_leading_card(question, played)
        self._add_plays(question, played)
        self._add_winners(question, played)
        for number, (about, _) in enumerate(bound):
            facts = question.physical if about.weight == PHYSICAL else question.legal
            facts.append(Fact(about, bound=1 << number))
        return question

    # ------------------------------------------------------------------ what binds a player by the own cards

    def _player(self, seat: int, cards: int, trump: int = 0, trick: int = 0) -> OwnFigures:
        return OwnFigures(self.game, self.setting, seat, cards, trump, trick)

    def _bound_passes(self, plan: Plan) -> Iterator[tuple[FactOf, Bound]]:
        """A player who passed was not bound to bid."""

        def is_allowed(passed: RecordedPass, cards: int, _: int) -> bool:
            return not find_forced_bid_rule(self._player(passed.seat, cards), passed.biddable)

        def is_excluded(passed: RecordedPass, sure: int, possible: int, _: int) -> bool:
            player = OwnRanges(self._player(passed.seat, sure), self._player(passed.seat, possible))
            return is_certainly_forced_to_bid(player, passed.biddable)

        for passed in plan.passed:
            rule = Bound(partial(is_allowed, passed), partial(is_excluded, passed), passed.seat, passed.time)
            yield FactOf(LEGAL, "must", passed.statement), rule

    def _bound_discards(self, plan: Plan) -> Iterator[tuple[FactOf, Bound]]:
        """No more of certain cards were laid aside than may be."""

        def is_allowed(limited: int, most: int, cards: int, _: int) -> bool:
            return (cards & limited).bit_count() <= most

        def is_excluded(limited: int, most: int, sure: int, _: int, __: int) -> bool:
            return (sure & limited).bit_count() > most

        for number, move in enumerate(plan.moves):
            if move.statement is None:
                continue
            for limit in move.limits:
                rule = Bound(partial(is_allowed, *limit), partial(is_excluded, *limit), move=number)
                yield FactOf(LEGAL, "limit", move.statement), rule

    def _bound_leads(self, plan: Plan, played: _RecordedPlays) -> Iterator[tuple[FactOf, Bound]]:
        """No card was led that may not be."""
        if not self.game.rules.play.leads:
            return
        trump, contract = find_written_trump(self.hand, self.game), plan.state.contract

        def is_allowed(seat: int, trick: int, cards: int, card: int) -> bool:
            return not find_barred_leads(self._player(seat, cards, trump, trick), contract) >> card & 1

        def is_excluded(seat: int, trick: int, sure: int, possible: int, led: int) -> bool:
            player = OwnRanges(self._player(seat, sure, trump, trick), self._player(seat, possible, trump, trick))
            return is_lead_certainly_barred(player, contract, led)

        for number, (trick, statement) in enumerate(zip(played.tricks, played.statements, strict=True), 1):
            seat = played.places[trick[0]]
            if not self._has_fault_in_trick(seat, statement):
                rule = Bound(partial(is_allowed, seat, number), partial(is_excluded, seat, number), slot=trick[0])
                yield FactOf(LEGAL, "led", statement), rule

    def _bound_declared_leads(self, played: _RecordedPlays) -> Iterator[tuple[FactOf, Bound]]:
        """A card was led that its player had declared, if the declaration asks for that."""

        def is_allowed(due: int, cards: int, card: int) -> bool:
            return not due & cards or bool(due >> card & 1)

        def is_excluded(due: int, sure: int, _: int, led: int) -> bool:
            return bool(due & sure) and not due & led

        declared = list(self._declared_leads())
        for tricks, (trick, statement) in enumerate(zip(played.tricks, played.statements, strict=True)):
            seat = played.places[trick[0]]
            if self._has_fault_in_trick(seat, statement):
                continue
            for lead in declared:
                if lead.seat == seat and lead.first <= tricks <= lead.last:
                    rule = Bound(partial(is_allowed, lead.cards), partial(is_excluded, lead.cards), slot=trick[0])
                    yield FactOf(LEGAL, "led", statement), rule

    def _declared_leads(self) -> Iterator[_DeclaredLead]:
        """The cards that players have to lead because they have declared them."""
        tricks = 0
        for statement in self.hand.statements:
            if isinstance(statement, rec.Trick):
                tricks += 1
            if not isinstance(statement, rec.Declare) or statement.word not in self.game.rules.standing:
                continue
            rule = self.game.rules.standing[statement.word].params
            lead = getattr(rule, "lead", None)
            due = of_kind(self.game.cards, lead) & self._named_cards(statement) if lead else 0
            if due:
                yield _DeclaredLead(number_of(self.setting, statement.seat), tricks, rule.until_trick, due)

    def _named_cards(self, statement: rec.Show | rec.Declare) -> int:
        """The cards that a line names; of a declaration all if it can be one meld only."""
        melds = self._declared_melds(statement)
        if melds is not None and len(melds) == 1:
            return next(iter(melds))
        numbers = self.game.cards.numbers
        return sum(1 << numbers[name] for name in {*statement.cards} if name in numbers)

    def _declared_melds(self, statement: rec.Show | rec.Declare) -> frozenset[int] | None:
        """The melds that a declaration can be; None for other lines."""
        numbers = self.game.cards.numbers
        entry = self.game.rules.standing.get(statement.word) if isinstance(statement, rec.Declare) else None
        if entry is None or entry.do != "declare" or entry.params.meld is None:
            return None
        shapes = [cards_of_shape(self.game, name) for name in statement.cards if "_" in name]
        named = sum(1 << numbers[name] for name in {*statement.cards} if name in numbers)
        if named.bit_count() + len(shapes) < entry.params.fewest:
            return None
        if not shapes:
            return frozenset((named,))
        trump = max(find_written_trump(self.hand, self.game), 0)
        melds = find_fitting_melds(self.game.cards, entry.params, named, len(shapes), trump)
        return frozenset(meld for meld in melds if _has_cards_of_shapes(meld & ~named, shapes))

    # ------------------------------------------------------------------ shown and declared cards

    def _bound_shown_cards(self, plan: Plan, played: _RecordedPlays) -> Iterator[tuple[FactOf, Bound]]:
        """Bounds to hold shown and declared cards, and to declare none of them twice."""
        numbers = self.game.cards.numbers

        def has_shapes(named: int, shapes: Sequence[int], cards: int) -> bool:
            return _has_cards_of_shapes(cards & ~named, shapes)

        def has_meld(melds: frozenset[int], earlier: Sequence[frozenset[int]], held: int, cards: int) -> bool:
            return any(not meld & ~cards and _can_be_apart(earlier, cards | held, meld) for meld in melds)

        declared: dict[tuple[int, str], tuple[frozenset[int], ...]] = {}
        before = [(show, time, 0) for show, time in plan.shows]
        for show, time, slots in (*before, *played.shows):
            seat = number_of(self.setting, show.seat)
            shapes = [cards_of_shape(self.game, name) for name in show.cards if "_" in name]
            melds, gone = self._declared_melds(show), 0 if self._may_count_played(show) else slots
            named = sum(1 << numbers[name] for name in {*show.cards} if name in numbers)
            has_cards, is_doubtful = partial(has_shapes, named, shapes), bool(shapes)
            if melds is not None and isinstance(show, rec.Declare):
                earlier = declared.get((seat, show.word), ())
                # Of what was held before, and is played now, nothing is known here.
                has_cards = partial(has_meld, melds, earlier, -1 if gone else 0)
                is_doubtful |= any(len(other_melds) > 1 for other_melds in earlier)
                declared[seat, show.word] = (*earlier, melds)
            if seat not in self.setting.active or not is_doubtful:
                continue
            yield FactOf(PHYSICAL, _verb_of(show), show), _bound_to_hold(has_cards, seat, time, gone)

    # ------------------------------------------------------------------ trumps

    def _trumps_and_duties(self) -> Obliged | None:
        """Trumps and duties, if there are any."""
        rules, trump = self.game.rules.play, find_written_trump(self.hand, self.game)
        plain = not trump and rules.beat == "free"
        return None if plain else Obliged(rules, trump)

    def _add_turned_card(self, question: Constraints) -> None:
        """Place a turned-up card where it was turned up, last in a pile to be drawn from."""
        rules, numbers, problem = self.game.rules.play.trump, self.game.cards.numbers, question.problem
        for statement in self.hand.statements:
            if not isinstance(statement, rec.Trump) or rules is None or statement.what not in numbers:
                continue
            seats, seat = len(self.setting.labels), number_of(self.setting, statement.seat)
            place = seat if rules.pile is None else seats + self.game.piles.index(rules.pile)
            draws = self._moves_in_play(question.plan)
            about, bit = FactOf(PHYSICAL, "turned", statement), 1 << numbers[statement.what]
            question.physical.append(Fact(about, cards=bit, routes=problem.routes_at(place, 0)))
            if self.game.stock >= 0 and place == seats + self.game.stock:
                for number in draws[: question.plan.state.piles[self.game.stock].bit_count() - 1]:
                    question.physical.append(Fact(about, cards=bit, routes=~problem.through[number]))

    def _moves_in_play(self, plan: Plan) -> list[int]:
        """The moves of a plan that are made in the play."""
        played = {id(statement) for statement in plan.statements[plan.before_play :]}
        return [number for number, move in enumerate(plan.moves) if id(move.statement) in played]

    # ------------------------------------------------------------------ what was dealt

    def _dealt_groups(self, carried: Sequence[int]) -> list[list[Group]]:
        """For each place what is known of what was dealt there."""
        game, setting = self.game, self.setting
        seats, piles = len(setting.labels), len(game.piles)
        starts: list[list[Group]] = [[] for _ in range(seats + 2 * piles)]
        for seat in setting.active:
            starts[seat] = [Group(-1, game.rules.deal.hand)]
        for pile, name in enumerate(game.piles):
            kept = carried[pile].bit_count()
            starts[seats + pile] = [Group(carried[pile], kept)] if kept else [Group(-1, game.rules.piles[name].dealt)]
        main = next((pile for pile, name in enumerate(game.piles) if game.rules.piles[name].dealt), -1)
        for statement in self.hand.statements:
            if isinstance(statement, rec.Deal):
                starts[number_of(setting, statement.seat)] = self.groups_of_names(statement.cards)
            elif isinstance(statement, rec.Monte) and main >= 0:
                starts[seats + main] = self.groups_of_names(statement.cards)
        return starts

    def groups_of_names(self, names: Sequence[str]) -> list[Group]:
        """The groups of cards that names allow; each named card is in one of its own."""
        numbers = self.game.cards.numbers
        known = sum(1 << number for number in {numbers[name] for name in names if name in numbers})
        found = [Group(known, known.bit_count())] if known else []
        blanks: dict[int, int] = {}
        for name in names:
            if name not in numbers:
                mask = (cards_of_shape(self.game, name) if "_" in name else self.game.cards.full) & ~known
                blanks[mask] = blanks.get(mask, 0) + 1
        # A card that was named twice leaves one place more for which nothing is known.
        twice = len(names) - known.bit_count() - sum(blanks.values())
        if twice:
            rest = self.game.cards.full & ~known
            blanks[rest] = blanks.get(rest, 0) + twice
        return [*found, *(Group(mask, size) for mask, size in blanks.items())]

    # ------------------------------------------------------------------ what moved before the play

    def _add_called_card(self, question: Constraints, located: Located) -> None:
        problem = question.problem
        if not has_several_cards(located.cards):
            about = FactOf(PHYSICAL, "call", located.statement)
            question.physical.append(Fact(about, cards=located.cards, routes=self._routes_to(problem, located)))
        if located.wanted:
            routes = self._routes_to_caller(problem, located)
            about = FactOf(LEGAL, "call", located.statement)
            question.legal.append(Fact(about, cards=located.wanted, routes=routes))

    def _routes_to(self, problem: CardProblem, located: Located) -> int:
        if located.found >= 0:
            return problem.routes_at(located.found, located.time)
        own = self._routes_to_caller(problem, located)
        if located.found == IN_HAND:
            return own
        seats = len(self.setting.labels)
        assert located.found == IN_PILE
        there = 0
        for place in range(seats, len(self.starts)):
            there |= problem.routes_at(place, located.time)
        return there & ~own

    def _routes_to_caller(self, problem: CardProblem, located: Located | Uncalled) -> int:
        """The routes of cards that the caller holds or has laid on the table."""
        mask = problem.routes_at(located.caller, located.time)
        for move in range(located.time):
            if located.tabled >> move & 1:
                there = problem.routes_at(problem.moves[move].target, located.time)
                mask |= problem.through[move] & there
        return mask

    def _add_move(self, question: Constraints, number: int, move: PlannedTransfer) -> None:
        problem = question.problem
        if move.statement is None:
            return
        about = FactOf(PHYSICAL, "move", move.statement)
        if move.written:
            question.physical.append(Fact(about, move=number, groups=tuple(self.groups_of_names(move.statement.cards))))
        if move.card >= 0:
            weight, facts = self._weigh_handed_card(question, move.statement)
            about = FactOf(weight, "move", move.statement)
            facts.append(Fact(about, cards=1 << move.card, routes=problem.through[number]))
        if move.call >= 0:
            self._add_handed_card(question, number, move)
        if move.barred:
            about = FactOf(LEGAL, "barred", move.statement)
            question.legal.append(Fact(about, cards=move.barred, routes=~problem.through[number]))

    def _weigh_handed_card(self, question: Constraints, statement: rec.Statement) -> tuple[str, list[Fact]]:
        """The weight of "what is handed over was called", and the facts of that weight.

        A line that names no card says nothing else: it is believed as the lines are that name theirs.
        """
        names = getattr(statement, "cards", ())
        is_named = any(name in self.game.cards.numbers for name in names)
        return (LEGAL, question.legal) if is_named else (PHYSICAL, question.physical)

    def _add_handed_card(self, question: Constraints, number: int, move: PlannedTransfer) -> None:
        """Restrict a handed card to a called one, at its place when it was called."""
        assert move.statement is not None
        about, located = FactOf(LEGAL, "move", move.statement), question.plan.calls[move.call]
        weight, facts = self._weigh_handed_card(question, move.statement)
        facts.append(Fact(about._replace(weight=weight), move=number, groups=(Group(located.cards, 1),)))
        through, later = question.problem.through, 0
        for other in range(located.time, number):
            if question.plan.moves[other].target == move.source:
                later |= through[other] & through[number]
        if later:
            question.legal.append(Fact(about, cards=self.game.cards.full, routes=~later))

    def _forbid_passing_on(self, question: Constraints, number: int, move: PlannedTransfer) -> None:
        """Forbid to pass a card on that was only now passed to the giver."""
        through, onward = question.problem.through, 0
        for other, transfer in enumerate(question.plan.moves):
            if transfer.passed and transfer.target == move.source:
                onward |= through[number] & through[other]
        if onward and move.statement is not None:
            about = FactOf(LEGAL, "move", move.statement)
            question.legal.append(Fact(about, cards=self.game.cards.full, routes=~onward))

    def _add_shown_cards(self, question: Constraints, played: _RecordedPlays) -> None:
        problem, numbers = question.problem, self.game.cards.numbers
        before = [(show, time, 0) for show, time in question.plan.shows]
        for show, time, slots in (*before, *played.shows):
            seat = number_of(self.setting, show.seat)
            if seat not in self.setting.active:
                continue
            routes = problem.routes_at(seat, time)
            gone = (1 << slots) - 1 if not self._may_count_played(show) else 0
            for index, name in enumerate(show.cards):
                if name in numbers:
                    about = FactOf(PHYSICAL, _verb_of(show), show, index)
                    question.physical.append(Fact(about, cards=1 << numbers[name], routes=routes, bins=~gone))

    def _may_count_played(self, statement: rec.Show | rec.Declare) -> bool:
        """Check whether the named cards may include earlier played ones."""
        entry = self.game.rules.standing.get(statement.word) if isinstance(statement, rec.Declare) else None
        return entry is not None and entry.do == "declare" and bool(entry.params.played)

    # ------------------------------------------------------------------ the play

    def _add_leading_card(self, question: Constraints, played: _RecordedPlays) -> None:
        """Restrict the holder of a leading card: the first leader.

        If the eldest leads, perhaps no seat held it.
        """
        contract = self.game.rules.contracts.get(question.plan.state.contract)
        if contract is None or contract.leader != "holder" or not played.statements:
            return
        if contract.leading_card not in self.game.cards.numbers:
            return
        problem, setting, statement = question.problem, self.setting, played.statements[0]
        leader, time = played.places[0], len(question.plan.moves) - len(self._moves_in_play(question.plan))
        elsewhere = [seat for seat in setting.active if seat != leader]
        routes = ~sum(problem.routes_at(seat, time) for seat in elsewhere)
        if leader != setting.eldest:
            routes = problem.routes_at(leader, time)
        about, bit = FactOf(LEGAL, "leader", statement), 1 << self.game.cards.numbers[contract.leading_card]
        question.legal.append(Fact(about, cards=bit, routes=routes))

    def _recorded_plays(self, plan: Plan) -> _RecordedPlays:
        """The plays that the record tells, as far as they can be given to hands."""
        played = _RecordedPlays()
        in_play = self._moves_in_play(plan) if self.game.stock >= 0 else ()
        drawing = {id(plan.moves[number].statement) for number in in_play}
        left = [self.game.tricks(self.setting)] * len(self.setting.labels)
        for statement in plan.statements[plan.before_play :]:
            if id(statement) in drawing and played.places:
                played.drawn[id(statement)] = len(played.places)
            if isinstance(statement, rec.Show | rec.Declare):
                moved = len(plan.moves) - len(drawing) + len(played.drawn) if drawing else len(plan.moves)
                played.shows.append((statement, moved, len(played.places)))
            if not isinstance(statement, rec.Trick):
                continue
            seat = number_of(self.setting, statement.leader)
            if seat not in self.setting.active:
                break
            trick: list[int] = []
            for index in range(min(len(statement.cards), len(self.setting.active))):
                if left[seat]:
                    trick.append(len(played.places))
                    played.places.append(seat)
                    played.where.append((statement, index))
                left[seat] = max(left[seat] - 1, 0)
                seat = self.setting.seat_after(seat)
            if trick:
                played.tricks.append(trick)
                played.statements.append(statement)
        return played

    def _add_plays(self, question: Constraints, played: _RecordedPlays) -> None:
        numbers = self.game.cards.numbers
        for slot, (statement, index) in enumerate(played.where):
            name = statement.cards[index]
            about = FactOf(PHYSICAL, "play", statement, index)
            if name in numbers:
                # The card itself goes nowhere else, and nothing else goes there.
                bit = 1 << numbers[name]
                question.physical.append(Fact(about, cards=bit, bins=1 << slot))
            elif "_" in name and name != "__":
                question.physical.append(holds_only(slot, cards_of_shape(self.game, name), about))
        for top in question.plan.tops:
            if (top.statement, top.place) in played.where:
                about = FactOf(PHYSICAL, "play", top.statement, top.place)
                slot_of_top = played.where.index((top.statement, top.place))
                question.physical.append(holds_only(slot_of_top, top.cards, about))
        if self.game.rules.play.follow != "must":
            return
        for trick, statement in zip(played.tricks, played.statements, strict=True):
            for slot in trick[1:]:
                if not self._has_fault_in_trick(played.places[slot], statement):
                    about = FactOf(LEGAL, "follow", statement, played.where[slot][1])
                    question.legal.append(Fact(about, follows=1 << slot))

    def _has_fault_in_trick(self, seat: int, trick: rec.Trick) -> bool:
        """Check whether the record states a fault of this seat in this trick."""
        return any(
            isinstance(statement, rec.Fault)
            and number_of(self.setting, statement.seat) == seat
            and statement.trick in (None, trick.number)
            for statement in self.hand.statements
        )

    def _add_winners(self, question: Constraints, played: _RecordedPlays) -> None:
        """Restrict each winner to the next leader or drawer; a stated winner is asserted."""
        count = len(self.setting.active)
        for number, (trick, statement) in enumerate(zip(played.tricks, played.statements, strict=True)):
            if len(trick) < count or all(name in self.game.cards.numbers for name in statement.cards):
                continue
            following = played.statements[number + 1] if number + 1 < len(played.statements) else None
            if following is not None:
                about = FactOf(LEGAL, "lead", following)
                self._add_trick_winner(question, question.legal, number, trick, following.leader, about)
            elif (first := question.plan.draws_first) is not None:
                about = FactOf(LEGAL, "draw", first.statement)
                self._add_trick_winner(question, question.legal, number, trick, first.seat, about)
            if statement.winner:
                about = FactOf(ASSERTED, "winner", statement)
                self._add_trick_winner(question, question.asserted, number, trick, statement.winner, about)

    def _add_trick_winner(
        self, question: Constraints, facts: list[Fact], number: int, trick: Sequence[int], label: str, about: FactOf
    ) -> None:
        seat = number_of(self.setting, label)
        slot = next((trick_slot for trick_slot in trick if question.problem.slots[trick_slot] == seat), None)
        if slot is not None:
            facts.append(Fact(about, won=(number, slot)))
