"""Concludes what follows from a world, until nothing more does.

Tricks say of cards: who did not follow suit has none of it, and the highest of the suit led wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.cards import bits
from calarec.core.engine.tricks import best_of, playable
from calarec.unknown_cards.solver.matching import fill_bins
from calarec.unknown_cards.solver.problem import Group

if TYPE_CHECKING:
    from calarec.core.judge.problems import Budget
    from calarec.unknown_cards.solver.matching import Filled
    from calarec.unknown_cards.solver.problem import Bound, CardProblem, Obliged, World


def slot_candidates(problem: CardProblem, world: World) -> list[int]:
    """For each slot the cards that may have been played there."""
    found = [0] * len(problem.slots)
    played = (1 << len(problem.slots)) - 1
    alike: dict[int, int] = {}
    card = 1
    for mask in world.bins:
        alike[mask] = alike.get(mask, 0) | card
        card <<= 1
    for mask, cards in alike.items():
        rest = mask & played
        while rest:
            low = rest & -rest
            found[low.bit_length() - 1] |= cards
            rest ^= low
    return found


def can_propagate_tricks(problem: CardProblem, world: World) -> bool:
    """Takes away what the tricks rule out; False if they contradict."""
    found = slot_candidates(problem, world)
    if not all(found):
        return False
    for number, trick in enumerate(problem.tricks):
        if not world.concluded >> number & 1:
            # Nothing more follows from a trick of which every card is known, unless cards were drawn later.
            is_known = not any(found[slot] & found[slot] - 1 or problem.late[slot] for slot in trick)
            _propagate_trick(problem, world, trick, world.winners[number], found)
            world.concluded |= is_known << number
    return all(world.bins)


def _propagate_trick(problem: CardProblem, world: World, trick: tuple[int, ...], winner: int, found: list[int]) -> None:
    led = found[trick[0]]
    if problem.obliged is not None:
        _propagate_duties(problem, world, problem.obliged, trick, found)
        if winner >= 0 and not led & led - 1:
            _propagate_taking(problem, world, problem.obliged, trick, winner, found)
        winner = -1
    touched = [suit for suit in problem.suits if suit & led]
    if winner >= 0:
        possible = [suit for suit in touched if suit & found[winner]]
        if len(possible) < len(touched):
            _forbid(world, led & ~sum(possible), 1 << trick[0])
            touched = possible
    if len(touched) != 1:
        return
    suit = touched[0]
    for slot in trick[1:]:
        if world.follows >> slot & 1:
            _propagate_following(problem, world, suit, slot, found[slot])
    if winner >= 0:
        _propagate_winner(world, suit, trick, winner, found)


def _propagate_following(problem: CardProblem, world: World, suit: int, slot: int, cards: int) -> None:
    """Narrow by following suit: a card of another suit means that none was held.

    A held card of the suit means that it was followed. A card that was drawn later was not held yet.
    """
    later, late = problem.later[slot], problem.late[slot]
    if not cards & suit:
        _forbid(world, sum(1 << card for card in bits(suit) if not world.routes[card] & late), later)
    elif cards & ~suit and any(not (world.bins[card] & ~later or world.routes[card] & late) for card in bits(suit)):
        _forbid(world, cards & ~suit, 1 << slot)


def _propagate_winner(world: World, suit: int, trick: tuple[int, ...], winner: int, found: list[int]) -> None:
    own = found[winner] & suit
    least = 0
    for slot in trick:
        if slot != winner:
            above = suit & ~((1 << own.bit_length()) - 1)
            _forbid(world, found[slot] & above, 1 << slot)
            if not found[slot] & ~suit:
                least = max(least, (found[slot] & -found[slot]).bit_length())
    _forbid(world, (found[winner] & ~suit) | (own & (1 << least) - 1), 1 << winner)


def _propagate_duties(
    problem: CardProblem, world: World, obliged: Obliged, trick: tuple[int, ...], found: list[int]
) -> None:
    """Excludes what trumps and duties forbid after known cards of a trick.

    A card that a hand may not play a larger hand may not play either.
    """
    before: list[int] = []
    for slot in trick:
        if before and world.follows >> slot & 1:
            _propagate_duty(problem, world, obliged, before, slot, found[slot])
        if found[slot] & found[slot] - 1:
            return
        before.append(found[slot].bit_length() - 1)


def _propagate_duty(
    problem: CardProblem, world: World, obliged: Obliged, before: list[int], slot: int, cards: int
) -> None:
    """Excludes cards that may not be played beside others that are held."""
    later, late = problem.later[slot], problem.late[slot]

    def is_allowed(card: int, beside: int) -> bool:
        allowed = playable(obliged.rules, beside | 1 << card, before, problem.suit_of, obliged.trump)
        return bool(allowed >> card & 1)

    holding = [card for card, routes in enumerate(world.routes) if not routes & late]
    sure = sum(1 << card for card in holding if not world.bins[card] & ~later)
    for card in bits(cards):
        if not is_allowed(card, sure):
            _forbid(world, 1 << card, 1 << slot)
    if not cards & cards - 1:
        played = cards.bit_length() - 1
        for card in holding:
            if world.bins[card] & later and not is_allowed(played, 1 << card):
                _forbid(world, 1 << card, later)


def _propagate_taking(
    problem: CardProblem, world: World, obliged: Obliged, trick: tuple[int, ...], winner: int, found: list[int]
) -> None:
    """Excludes cards that would beat the winner of a trick with a known lead."""
    lead = found[trick[0]].bit_length() - 1

    def is_beaten(card: int, by: int) -> bool:
        return best_of([lead, card, by], problem.suit_of, obliged.trump) != card

    own = found[winner]
    for slot in trick:
        cards = found[slot]
        if slot == winner:
            continue
        if not cards & cards - 1:
            _forbid(world, sum(1 << card for card in bits(own) if is_beaten(card, cards.bit_length() - 1)), 1 << winner)
        if not own & own - 1:
            taken = own.bit_length() - 1
            _forbid(world, sum(1 << card for card in bits(cards) if is_beaten(taken, card)), 1 << slot)


def _forbid(world: World, cards: int, bins: int) -> None:
    if cards < 0:
        raise ValueError(cards)
    while cards:
        low = cards & -cards
        cards ^= low
        world.bins[low.bit_length() - 1] &= ~bins


def possible_winners(problem: CardProblem, trick: tuple[int, ...], found: list[int]) -> list[int]:
    """The slots that can have won a trick, by its possible cards, or a few more."""
    if problem.obliged is not None:
        return _possible_takers(problem, problem.obliged.trump, trick, found)
    can: list[int] = []
    lead = trick[0]
    for slot in trick:
        for suit in problem.suits:
            own = found[slot] & suit
            if not own or not found[lead] & suit:
                continue
            # Whoever led this suit, or can have played nothing else, has to have had a lower card.
            others = [
                found[other] & suit for other in trick if other != slot and (other == lead or not found[other] & ~suit)
            ]
            if all((other & -other).bit_length() < own.bit_length() for other in others):
                can.append(slot)
                break
    return can


def _possible_takers(problem: CardProblem, trump: int, trick: tuple[int, ...], found: list[int]) -> list[int]:
    """The slots that can have won a trick with trumps: at least all that can."""
    lead, can = trick[0], []
    for suit in problem.suits:
        if not found[lead] & suit:
            continue
        ranks = []
        for slot in trick:
            cards = found[slot] & suit if slot == lead else found[slot]
            ranks.append([_rank_card(card, suit, trump, problem.count) for card in bits(cards)])
        for number, slot in enumerate(trick):
            best = max(ranks[number], default=-1)
            others = ranks[:number] + ranks[number + 1 :]
            if best >= 0 and slot not in can and all(min(other, default=-1) < best for other in others):
                can.append(slot)
    return can


def _rank_card(card: int, led: int, trump: int, count: int) -> int:
    """A number that grows with what a card takes; negative if it takes none."""
    return card + count if trump >> card & 1 else card if led >> card & 1 else -1


def can_propagate(problem: CardProblem, world: World, budget: Budget) -> bool:
    """Narrow a world by each kind of fact; False if contradictory.

    Each round is a step.
    """
    while True:
        budget.spend()
        if any(_is_broken(problem, world, problem.bound[number]) for number in bits(world.bound)):
            return False
        before = (list(world.routes), list(world.bins))
        if not (
            _can_agree_ends(problem, world) and can_propagate_tricks(problem, world) and _can_agree_ends(problem, world)
        ):
            return False
        if not (
            _can_fill_plays(problem, world) and _can_agree_ends(problem, world) and _can_fill_starts(problem, world)
        ):
            return False
        if not _can_fill_moves(problem, world):
            return False
        if before == (world.routes, world.bins):
            return True


def _can_agree_ends(problem: CardProblem, world: World) -> bool:
    """A route must end where a bin is, and a bin be where a route ends."""
    agreed, all_routes, all_bins = problem.agreed, world.routes, world.bins
    for card, asked in enumerate(zip(all_routes, all_bins, strict=True)):
        both = agreed.get(asked)
        if both is None:
            both = agreed[asked] = _agree_ends(problem, *asked)
        all_routes[card], all_bins[card] = both
        if not both[0]:
            return False
    return True


def _agree_ends(problem: CardProblem, routes: int, bins: int) -> tuple[int, int]:
    """The routes and bins of a card that fit together."""
    to, of = 0, 0
    for ending, here in problem.ending:
        if routes & ending and bins & here:
            to |= here
            of |= ending
    return routes & of, bins & to


def _can_fill_plays(problem: CardProblem, world: World) -> bool:
    if world.bins == world.filled_bins:
        return True
    filled = fill_bins(world.bins, problem.sizes)
    if filled is None:
        return False
    world.bins[:] = filled.choices
    world.filled_bins = filled.choices
    return True


def play_bins(problem: CardProblem, world: World, unlike: World | None = None) -> Filled | None:
    """One way to put the cards into slots and rests, as unlike another as possible."""
    return fill_bins(world.bins, problem.sizes, unlike.bins if unlike is not None else ())


def _can_fill_starts(problem: CardProblem, world: World) -> bool:
    if world.routes == world.dealt_routes:
        return True
    filled = start_groups(problem, world)
    if filled is None:
        return False
    allowed: dict[int, int] = {}
    for card, choice in enumerate(filled.choices):
        routes = allowed.get(choice)
        if routes is None:
            routes = allowed[choice] = _routes_of_groups(problem, choice)
        world.routes[card] &= routes
    world.dealt_routes = list(world.routes)
    return all(world.routes)


def _routes_of_groups(problem: CardProblem, choice: int) -> int:
    """The routes that start in some groups of cards dealt, by their numbers."""
    routes = first = 0
    for place, groups in enumerate(problem.starts):
        if choice >> first & (1 << len(groups)) - 1:
            routes |= problem.starting[place]
        first += len(groups)
    return routes


def start_groups(problem: CardProblem, world: World, unlike: World | None = None) -> Filled | None:
    """One deal of cards to places, by group, as unlike another world as possible."""
    choices = _group_choices(problem, world)
    return fill_bins(choices, problem.group_sizes, _group_choices(problem, unlike) if unlike is not None else ())


def _group_choices(problem: CardProblem, world: World) -> list[int]:
    """For each card the groups that it may have been dealt in."""
    choices: list[int] = []
    for routes, groups in zip(world.routes, problem.groups_of_cards, strict=True):
        choice = 0
        for group, starting in groups:
            if routes & starting:
                choice |= group
        choices.append(choice)
    return choices


def _can_fill_moves(problem: CardProblem, world: World) -> bool:
    if world.routes == world.moved_routes:
        return True
    before = list(world.routes)
    if not all(_can_fill_move(problem, world, move) for move in range(len(problem.moves))):
        return False
    if before == world.routes:
        world.moved_routes = before
    return True


def _can_fill_move(problem: CardProblem, world: World, move: int) -> bool:
    through = problem.through[move]
    filled = move_groups(problem, world, move)
    if filled is None:
        return False
    last = 1 << len(_groups_of_move(problem, world, move))
    for card, choice in enumerate(filled.choices):
        if not choice & last:
            world.routes[card] &= through
        elif choice == last:
            world.routes[card] &= ~through
    return all(world.routes)


def move_groups(problem: CardProblem, world: World, move: int, unlike: World | None = None) -> Filled | None:
    """Cards into the groups of a move; the last bin is for those that do not make it."""
    through = problem.through[move]
    groups = _groups_of_move(problem, world, move)
    sizes = [group.size for group in groups]
    stays = 1 << len(groups)
    choices = []
    for card, routes in enumerate(world.routes):
        choice = stays if routes & ~through else 0
        if routes & through:
            for number, group in enumerate(groups):
                choice |= (group.cards >> card & 1) << number
        choices.append(choice)
    avoid = () if unlike is None else [stays - 1 if routes & through else stays for routes in unlike.routes]
    return fill_bins(choices, [*sizes, problem.count - sum(sizes)], avoid)


def _groups_of_move(problem: CardProblem, world: World, move: int) -> tuple[Group, ...]:
    return world.groups[move] or (Group(-1, problem.moves[move].size),)


def is_lawful(problem: CardProblem, world: World) -> bool:
    """Check whether a decided world keeps to trumps and duties.

    Without those it was narrowed by everything already.
    """
    if not all(_is_kept(problem, world, problem.bound[number]) for number in bits(world.bound)):
        return False
    rules = problem.obliged
    if rules is None:
        return True
    at = {mask.bit_length() - 1: card for card, mask in enumerate(world.bins)}
    for number, trick in enumerate(problem.tricks):
        cards = [at[slot] for slot in trick]
        for place, slot in enumerate(trick):
            if (
                world.follows >> slot & 1
                and not playable(
                    rules.rules, cards_held_before(problem, world, slot), cards[:place], problem.suit_of, rules.trump
                )
                >> cards[place]
                & 1
            ):
                return False
        won = world.winners[number]
        if won >= 0 and at[won] != best_of(cards, problem.suit_of, rules.trump):
            return False
    return True


def _is_kept(problem: CardProblem, world: World, rule: Bound) -> bool:
    """Check whether a rule that binds by cards was kept, in a decided world."""
    if rule.slot >= 0:
        card = next(card for card, bins in enumerate(world.bins) if bins >> rule.slot & 1)
        return rule.is_allowed(cards_held_before(problem, world, rule.slot), card)
    there, gone = _find_routes_of(problem, rule), (1 << rule.played) - 1
    reaching = enumerate(zip(world.bins, world.routes, strict=True))
    return rule.is_allowed(sum(1 << card for card, (bins, routes) in reaching if routes & there and bins & ~gone), -1)


def _is_broken(problem: CardProblem, world: World, rule: Bound) -> bool:
    """Check whether a rule that binds by cards was surely broken."""
    if rule.slot >= 0:
        later, late = problem.later[rule.slot] | 1 << rule.slot, problem.late[rule.slot]
        reaching = [(bins, routes & late) for bins, routes in zip(world.bins, world.routes, strict=True)]
        possible = sum(1 << card for card, (bins, _) in enumerate(reaching) if bins & later)
        sure = sum(1 << card for card, (bins, come) in enumerate(reaching) if not bins & ~later and not come)
        led = sum(1 << card for card, (bins, _) in enumerate(reaching) if bins >> rule.slot & 1)
        return rule.is_excluded(sure, possible, led)
    there, gone = _find_routes_of(problem, rule), (1 << rule.played) - 1
    reaching = list(zip(world.bins, world.routes, strict=True))
    possible = sum(1 << card for card, (bins, routes) in enumerate(reaching) if routes & there and bins & ~gone)
    sure = sum(1 << card for card, (bins, routes) in enumerate(reaching) if not routes & ~there and not bins & gone)
    return rule.is_excluded(sure, possible, 0)


def _find_routes_of(problem: CardProblem, rule: Bound) -> int:
    """The routes of the cards that a rule without a slot is about."""
    return problem.through[rule.move] if rule.move >= 0 else problem.routes_at(rule.place, rule.time)


def cards_held_before(problem: CardProblem, world: World, slot: int) -> int:
    """The cards that the player of a slot holds before it, in a decided world."""
    later = problem.later[slot] | 1 << slot
    return sum(
        1 << card
        for card, bins in enumerate(world.bins)
        if bins & later and not world.routes[card] & problem.late[slot]
    )
