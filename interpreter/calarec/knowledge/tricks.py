"""What tricks say of cards: who did not follow suit has none of it, and the highest of the suit led wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.moves.cards import bits

if TYPE_CHECKING:
    from calarec.knowledge.problem import Problem
    from calarec.knowledge.world import World


def candidates(problem: Problem, world: World) -> list[int]:
    """For each slot the cards that may have been played there."""
    found = [0] * len(problem.slots)
    played = (1 << len(problem.slots)) - 1
    alike: dict[int, int] = {}
    for card, mask in enumerate(world.bins):
        alike[mask] = alike.get(mask, 0) | 1 << card
    for mask, cards in alike.items():
        rest = mask & played
        while rest:
            low = rest & -rest
            found[low.bit_length() - 1] |= cards
            rest ^= low
    return found


def narrow(problem: Problem, world: World) -> bool:
    """Takes away what the tricks rule out; False if they contradict."""
    found = candidates(problem, world)
    if not all(found):
        return False
    for number, trick in enumerate(problem.tricks):
        _narrow_trick(problem, world, trick, world.winners[number], found)
    return all(world.bins)


def _narrow_trick(problem: Problem, world: World, trick: tuple[int, ...], winner: int, found: list[int]) -> None:
    led = found[trick[0]]
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
            _follow(world, suit, slot, found[slot], problem.later[slot])
    if winner >= 0:
        _win(world, suit, trick, winner, found)


def _follow(world: World, suit: int, slot: int, cards: int, later: int) -> None:
    """A card of another suit means that none of the suit is held; one that is held means that it was followed."""
    if not cards & suit:
        _forbid(world, suit, later)
    elif cards & ~suit and any(not world.bins[card] & ~later for card in bits(suit)):
        _forbid(world, cards & ~suit, 1 << slot)


def _win(world: World, suit: int, trick: tuple[int, ...], winner: int, found: list[int]) -> None:
    own = found[winner] & suit
    least = 0
    for slot in trick:
        if slot != winner:
            above = suit & ~((1 << own.bit_length()) - 1)
            _forbid(world, found[slot] & above, 1 << slot)
            if not found[slot] & ~suit:
                least = max(least, (found[slot] & -found[slot]).bit_length())
    _forbid(world, (found[winner] & ~suit) | (own & (1 << least) - 1), 1 << winner)


def _forbid(world: World, cards: int, bins: int) -> None:
    if cards < 0:
        raise ValueError(cards)
    for card in bits(cards):
        world.bins[card] &= ~bins


def winners(problem: Problem, trick: tuple[int, ...], found: list[int]) -> list[int]:
    """The slots that can have won a trick, by the cards that may have been played there: at least all that can."""
    can: list[int] = []
    for slot in trick:
        for suit in problem.suits:
            own = found[slot] & suit
            if not own or not found[trick[0]] & suit:
                continue
            # Whoever can have played nothing but this suit has to have had a lower card.
            others = [found[other] for other in trick if other != slot and not found[other] & ~suit]
            if all((other & -other).bit_length() < own.bit_length() for other in others):
                can.append(slot)
                break
    return can
