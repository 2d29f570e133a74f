"""Declarations of holdings, which are checked and count points or end the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import replace
from calarec.core.engine import events as ev
from calarec.core.engine.account import Reason, points_mark, points_told, seat_mark
from calarec.core.engine.actions import DeclareAction
from calarec.core.engine.cards import bits
from calarec.core.engine.match import payment_units
from calarec.core.engine.state import NOBODY
from calarec.core.engine.terms import Outcome, Refusal
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.actions import Action
    from calarec.core.engine.cards import Cards
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.tally import Tally
    from calarec.core.engine.terms import StepContext
    from calarec.core.mechanisms.standing import DeclareRule, PoorHand


def of_kind(cards: Cards, ranks: str | None, suits: str | None = None) -> int:
    """The cards of some ranks (None: all) and some suits."""
    return sum(
        1 << number
        for number, name in enumerate(cards.names)
        if (ranks is None or name[0] in ranks) and (suits is None or name[1] in suits)
    )


def held_by(state: State, seat: int, *, played: bool) -> int:
    """The cards that a seat has in hand, with those that it has played if they count."""
    held = state.hands[seat]
    if played:
        order = state.setting.active
        tricks = [(trick.leader, trick.cards) for trick in state.tricks]
        for leader, cards in [*tricks, (state.leader, state.trick)]:
            place = (order.index(seat) - order.index(leader)) % len(order) if cards else 0
            if place < len(cards):
                held |= 1 << cards[place]
    return held


def melds(cards: Cards, rule: DeclareRule, held: int, trump: int = 0) -> Iterator[int]:
    """The melds of a kind among some cards, each as large as it is worth more.

    `trump`: the trump suit; 0 if it is not known, and a meld of trumps may be of any suit.
    """
    meld = rule.meld
    if meld is None:
        return
    wanted = of_kind(cards, meld.ranks)
    if meld.of == "rank":
        for rank in meld.ranks:
            found = of_kind(cards, rank) & held
            if found.bit_count() >= meld.least:
                yield found
        return
    for suit in (trump,) if meld.of == "trump" and trump else cards.suits:
        found = wanted & suit
        if found and found.bit_count() == rule.fewest and not found & ~held:
            yield _longest(found, suit & held) if rule.has_growing_worth else found


def _longest(found: int, held: int) -> int:
    """Extend a meld of a suit downwards with the cards that are held."""
    following = (found & -found) >> 1
    while following & held:
        found |= following
        following >>= 1
    return found


def is_meld(cards: Cards, rule: DeclareRule, named: int, trump: int = 0) -> bool:
    """Check whether some cards are exactly one meld of a kind."""
    return named in melds(cards, rule, named, trump)


def find_fitting_melds(cards: Cards, rule: DeclareRule, named: int, unknown: int, trump: int = 0) -> frozenset[int]:
    """The melds that have these cards and others, as many as are unknown."""
    size = named.bit_count() + unknown
    return frozenset(
        meld
        for meld in every_meld(cards, rule, trump)
        if meld.bit_count() == size and not named & ~meld and is_meld(cards, rule, meld, trump)
    )


def every_meld(cards: Cards, rule: DeclareRule, trump: int = 0) -> Iterator[int]:
    """List all possible melds of a kind, whichever seat holds them."""
    of_suit = rule.meld is not None and rule.meld.of != "rank"
    for whole in melds(cards, rule, cards.full, trump):
        part = whole
        while part:
            if part.bit_count() >= rule.fewest:
                yield part
            part = part - 1 & (part if of_suit else whole)


def is_poor(cards: Cards, hand: PoorHand, held: int) -> bool:
    """Check whether a holding is poor enough for a declaration."""
    few = hand.at_most is None or (of_kind(cards, hand.ranks, hand.suits) & held).bit_count() <= hand.at_most
    return few and (hand.points_below is None or cards.worth(held) < hand.points_below)


def is_time(state: State, rule: DeclareRule) -> bool:
    """Check whether the declaration may be made now."""
    return is_time_after(rule, len(state.tricks), playing=state.step == "play", led=bool(state.trick))


def is_time_after(rule: DeclareRule, tricks: int, *, playing: bool, led: bool = False) -> bool:
    """Check whether it may be made after a number of tricks.

    `playing`: the play has begun; `led`: another trick has.
    """
    if not playing and (rule.begins == "play" or rule.after_trick):
        return False
    late = tricks > rule.until_trick or (tricks == rule.until_trick and led)
    return tricks >= rule.after_trick and not late


def possible(game: Game, state: State, name: str, rule: DeclareRule, seat: int) -> Iterator[DeclareAction]:
    """List the declarations of a kind that a seat may make now."""
    if not is_time(state, rule) or not state.is_rule_for(rule.by, seat) or not is_on_lead(state, rule, seat):
        return
    held = held_by(state, seat, played=rule.played)
    if rule.hand is not None and not is_poor(game.cards, rule.hand, held):
        return
    named = melds(game.cards, rule, held, state.trump) if rule.meld is not None else iter((0,))
    for cards in named:
        if not is_declared_before(state.declared, name, seat, cards):
            yield DeclareAction(seat, name, cards)


def is_on_lead(state: State, rule: DeclareRule, seat: int) -> bool:
    """Test whether a seat leads next, if only the player on lead may declare it."""
    return rule.lead is None or state.step != "play" or (not state.trick and state.turn in (seat, NOBODY))


def find_declared_lead(game: Game, state: State, seat: int, hand: int, tricks: int) -> tuple[int, str]:
    """Find the card that a seat leads because it has declared it, and the rule.

    `hand`: the cards of the seat after this number of tricks. Without such a card it is 0.
    """
    for word, who, declared in state.declared:
        rule = game.rules.standing[word].params
        if who == seat and rule.lead is not None and tricks <= rule.until_trick:
            due = of_kind(game.cards, rule.lead) & declared & hand
            if due:
                return due, f"standing.{word}.lead"
    return 0, ""


def is_declared_before(declared: Iterable[tuple[str, int, int]], name: str, seat: int, cards: int) -> bool:
    """Check whether a seat has declared the same, or a meld with one of the cards."""
    return any(word == name and who == seat and (cards & before or not cards) for word, who, before in declared)


def _is_certainly_declared_before(at: StepContext, name: str, params: DeclareRule, action: DeclareAction) -> bool:
    """Test whether the same was declared before, whatever the unknown cards are."""
    declared, seat = at.state.declared, action.seat
    if not action.unknown or params.meld is None:
        return is_declared_before(declared, name, seat, action.cards)
    fitting = find_fitting_melds(at.game.cards, params, action.cards, action.unknown, at.state.trump)
    return bool(fitting) and all(is_declared_before(declared, name, seat, meld) for meld in fitting)


class Declaring:
    """Declarations: true to the cards, made in time, and made once."""

    def attempt(self, at: StepContext, name: str, params: DeclareRule, action: Action) -> Outcome | Refusal | None:
        """Declares it; what may end the deal ends it."""
        if not isinstance(action, DeclareAction) or action.word != name:
            return None
        if action.unknown and params.meld is not None:
            fitting = find_fitting_melds(at.game.cards, params, action.cards, action.unknown, at.state.trump)
            if len(fitting) == 1:
                action = action._replace(cards=next(iter(fitting)), unknown=0)
        said = self._make_declared(at, name, params, action)
        refused = self._find_refusal(at, name, params, action, Outcome(at.state, (said._replace(refused=True),)))
        return refused or self._declare(at, name, params, said)

    def _make_declared(self, at: StepContext, name: str, params: DeclareRule, action: DeclareAction) -> ev.Declared:
        state = at.state
        side = state.side_mask(action.seat) if state.partners == state.known else 0
        seen = {"everyone": at.all, "side": side, "nobody": 0}[params.seen] | 1 << action.seat
        return ev.Declared(action.seat, name, action.cards, seen, f"standing.{name}", action.unknown)

    def _declare(self, at: StepContext, name: str, params: DeclareRule, event: ev.Declared) -> Outcome:
        state = at.state._replace(declared=(*at.state.declared, (name, event.seat, event.cards)))
        if params.deal == "goes_on":
            return Outcome(state, (event,))
        return Outcome(state._replace(outcome="void"), (event, ev.Ended("void", at.all, f"{event.rule}.deal")))

    def _find_refusal(
        self, at: StepContext, name: str, params: DeclareRule, action: DeclareAction, outcome: Outcome
    ) -> Refusal | None:
        state, rule, seat = at.state, f"standing.{name}", action.seat
        args: dict[str, object] = {"seat": at.label(seat), "word": at.game.ruleset.name("standing", name)}
        if not state.is_rule_for(params.by, seat):
            return Refusal("CAL560", f"{rule}.by", args, params.by, anyway=outcome)
        if not is_time(state, params):
            late = state.has_started or params.until_trick == 0
            leaf = "until_trick" if len(state.tricks) >= params.after_trick and late else "after_trick"
            args["number"] = getattr(params, leaf)
            wording = {"until_trick": "late", "after_trick": "early"}[leaf]
            return Refusal("CAL561", f"{rule}.{leaf}", args, wording, anyway=outcome)
        if not is_on_lead(state, params, seat):
            return Refusal("CAL560", f"{rule}.lead", args, "lead", anyway=outcome)
        if _is_certainly_declared_before(at, name, params, action):
            return Refusal("CAL565", rule, args, anyway=outcome)
        held = held_by(state, seat, played=params.played)
        missing = action.cards & ~held
        if missing and not action.believed:
            first = next(bits(missing))
            args["card"] = at.game.cards.names[first]
            return Refusal("CAL564", rule, args, "card", ("card", first), anyway=outcome)
        named = not action.unknown or action.cards.bit_count() + action.unknown < params.fewest
        if params.meld is not None and named and not is_meld(at.game.cards, params, action.cards, state.trump):
            wording = "" if action.cards else "none"
            if wording == "" and is_meld(at.game.cards, params, action.cards):
                wording = "trump"
            return Refusal("CAL563", f"{rule}.meld", args, wording, ("word", 1), anyway=outcome)
        if params.meld is not None and not named and not action.believed:
            fitting = find_fitting_melds(at.game.cards, params, action.cards, action.unknown, state.trump)
            if all(meld & ~held or is_declared_before(state.declared, name, seat, meld) for meld in fitting):
                return Refusal("CAL564", f"{rule}.meld", args, "meld", ("word", 1), anyway=outcome)
        if params.hand is not None and not action.believed and not is_poor(at.game.cards, params.hand, held):
            args["points"] = points_told(at.game.cards.worth(held), at.game.rules.pack.units_per_point)
            return Refusal("CAL564", f"{rule}.hand", args, point=("word", 1), anyway=outcome)
        return None


# ---------------------------------------------------------------------- what it is worth


def sum_declared_points(game: Game, tally: Tally, seats: Sequence[int], because: list[Reason]) -> int:
    """Sum the points that the declarations of some seats are worth in the hand."""
    found = 0
    for event in _counting(game, tally, seats):
        worth = game.rules.standing[event.word].params.meld_worth(event.cards.bit_count() + event.unknown)[0]
        found += worth
        if worth:
            said = Words("{seat} has declared {declaration}: {points}")
            because.append(_declaration_reason(game, event, said, points=points_mark(worth)))
    return found


def with_match_points(game: Game, tally: Tally, account: Account) -> Account:
    """An account with what declarations add to the totals of each side."""
    if not tally.declared:
        return account
    because: list[Reason] = []
    sides = []
    for side in account.sides:
        found = 0
        for event in _counting(game, tally, side.seats):
            worth = game.rules.standing[event.word].params.meld_worth(event.cards.bit_count() + event.unknown)[1]
            found += worth * payment_units(game)
            if worth:
                said = Words("{seat} has declared {declaration}: {points} for the match")
                because.append(_declaration_reason(game, event, said, points=points_told(worth, 1)))
        sides.append(replace(side, declared=found) if found else side)
    return replace(account, sides=tuple(sides), because=(*account.because, *because)) if because else account


def _counting(game: Game, tally: Tally, seats: Sequence[int]) -> Iterator[ev.Declared]:
    """The declarations of some seats that the rules know."""
    for event in tally.declared:
        entry = game.rules.standing.get(event.word)
        if event.seat in seats and entry is not None and entry.do == "declare":
            yield event


def _declaration_reason(game: Game, event: ev.Declared, said: Words, **values: object) -> Reason:
    called = game.ruleset.name("standing", event.word)
    return Reason(f"standing.{event.word}", said.with_values(seat=seat_mark(event.seat), declaration=called, **values))
