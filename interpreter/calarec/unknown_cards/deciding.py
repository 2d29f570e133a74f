"""Facts that would decide a hand: cards of tricks that settle it once written.

A fact decides if all ways in which it is so pay the same. Ways that are known refute most facts; the others are proved
one by one, the likeliest first, until the steps are spent: what is listed decides, what is not listed may.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.cards import bits
from calarec.core.judge.possible_ends import DecidingCard
from calarec.core.judge.problems import OutOfBudget
from calarec.unknown_cards.solver.propagation import slot_candidates
from calarec.unknown_cards.solver.search import solve_problem
from calarec.unknown_cards.solver.sums import can_explore_all

if TYPE_CHECKING:
    from calarec.core.engine.account import Account
    from calarec.core.judge.problems import Budget
    from calarec.unknown_cards.accounts import PlayedWorld
    from calarec.unknown_cards.search import FoundWorld
    from calarec.unknown_cards.solver.problem import World

MAX_DECIDING: Final = 5
"""The longest list of facts."""
_MAX_PROVED: Final = 40
"""The facts that are looked at one by one."""


class _Fact(NamedTuple):
    """A card in a place of a trick."""

    slot: int
    card: int


def find_deciding_cards(worlds: list[tuple[FoundWorld, PlayedWorld]], budget: Budget) -> tuple[DecidingCard, ...]:
    """The cards that would decide the hand, the likeliest first."""
    return _Deciding(worlds, budget).find_cards()


class _Deciding:
    """Looks for the facts that decide one hand."""

    def __init__(self, worlds: list[tuple[FoundWorld, PlayedWorld]], budget: Budget) -> None:
        self.worlds = worlds
        self.budget = budget
        self.known: dict[_Fact, list[Account]] = {}
        """Ends of ways that are known, by what is so in them."""
        for world, played in worlds:
            for sums, way in played.ways.items():
                self._note_way(world, way, played.account_of_sums(sums)[0].account)

    def _note_way(self, found: FoundWorld, way: World, account: Account) -> None:
        slots = range(len(found.question.slots))
        for card, mask in enumerate(way.bins):
            slot = mask.bit_length() - 1
            if slot in slots:
                self.known.setdefault(_Fact(slot, card), []).append(account)

    def find_cards(self) -> tuple[DecidingCard, ...]:
        """The cards that decide."""
        found: list[DecidingCard] = []
        try:
            for fact in self._open_facts()[:_MAX_PROVED]:
                account = self._deciding_account(fact)
                if account is not None:
                    found.append(self._card_of_fact(fact, account))
                if len(found) == MAX_DECIDING:
                    break
        except OutOfBudget:
            pass
        return tuple(found)

    def _open_facts(self) -> list[_Fact]:
        """Facts that can be so and that no known ways refute; the likeliest first."""
        facts: dict[_Fact, None] = {}
        for possible, _ in self.worlds:
            for slot, cards in enumerate(slot_candidates(possible.question.problem, possible.world)):
                if len(self.worlds) > 1 or cards & cards - 1:
                    facts |= dict.fromkeys(_Fact(slot, card) for card in bits(cards))
        points = self.worlds[0][1].accounts.game.cards.points
        return sorted(
            (fact for fact in facts if len({account.payments for account in self.known.get(fact, ())}) < 2),
            key=lambda fact: (-points[fact.card], -len(self.known.get(fact, ())), -fact.slot, -fact.card),
        )

    def _deciding_account(self, fact: _Fact) -> Account | None:
        """An account of the ways in which something is so, if all of them pay the same."""
        ends = _SameEnds(self.known.get(fact, ()))
        for possible, played in self.worlds:
            world = possible.world.copy_world()
            world.bins[fact.card] &= 1 << fact.slot
            solution = solve_problem(possible.question.problem, world, self.budget)
            if solution is None:
                continue
            ends.played = played
            whole = can_explore_all(played.counting, world, solution, self.budget, ends)
            for sums, way in ends.ways:
                self._note_way(possible, way, played.account_of_sums(sums)[0].account)
            ends.ways.clear()
            if not whole or ends.is_done:
                return None
        return ends.first

    def _card_of_fact(self, fact: _Fact, account: Account) -> DecidingCard:
        question = self.worlds[0][0].question
        trick, _ = question.slots[fact.slot]
        return DecidingCard(
            question.problem.slots[fact.slot], fact.card, trick.number, _own_wins(account), account.payments
        )


def _own_wins(account: Account) -> bool | None:
    """Whether the declarer's side has won; None without one."""
    return next((side.wins for side in account.sides if account.declarer in side.seats), None)


class _SameEnds:
    """Takes ends until two of them pay otherwise."""

    def __init__(self, known: list[Account] | tuple[()]) -> None:
        self.played: PlayedWorld | None = None
        self.first: Account | None = next(iter(known), None)
        self.ways: list[tuple[int, World]] = []
        self.is_done = False

    def is_new(self, sums: int, /) -> bool:
        """Whether sums lead to the first end, or to one that pays otherwise."""
        return self.first is None or self._account(sums).payments != self.first.payments

    def take_sums(self, sums: int, way: World | None = None, /) -> None:
        """Sums of a way, or sums that cannot be excluded."""
        if way is not None:
            self.ways.append((sums, way))
        if self.first is None:
            self.first = self._account(sums)
        elif self.is_new(sums):
            self.is_done = True

    def _account(self, sums: int) -> Account:
        assert self.played is not None
        return self.played.account_of_sums(sums)[0].account
