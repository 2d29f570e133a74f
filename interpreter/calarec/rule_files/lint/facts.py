"""Facts on a ruleset that several checks need, computed once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from calarec.core.mechanisms.conditions import CardFigure
from calarec.core.mechanisms.joint_outcomes import (
    CardBounds,
    Frame,
    PartyOutcome,
    find_distinct_outcomes,
    find_feasible_outcomes,
)
from calarec.core.mechanisms.payment_rows import resolve_stake
from calarec.core.mechanisms.rules import need_points, tricks_in, winning
from calarec.core.mechanisms.table import count_hands_dealt, resting_seats
from calarec.core.wording.language import Words
from calarec.core.wording.phrases import parts_of_unit
from calarec.rule_files.lint.sizes import walk_contract

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from calarec.core.mechanisms.auction import WonIf
    from calarec.core.mechanisms.conditions import ForEach
    from calarec.core.mechanisms.joint_outcomes import DecidedOutcome, HandOutcome, SideOutcome, Split
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.table import Pack, TableRule
    from calarec.core.wording.language import Sayable
    from calarec.rule_files.lint.sizes import SizeWalk


def list_pack_cards(pack: Pack) -> list[str]:
    """The cards of the pack, suit by suit from the highest rank to the lowest."""
    out = set(pack.without)
    return [rank + suit for suit in pack.suits for rank in pack.ranks if rank + suit not in out]


def card_points(pack: Pack) -> list[int]:
    """The points of each card of the pack, in the same order."""
    return [pack.points.get(card[0], 0) for card in list_pack_cards(pack)]


def payers_at(table: TableRule, seats: int, hands: int) -> int:
    """The number of opponents who pay a single declarer, resting seats included."""
    shares = table.sits_out is not None and table.sits_out.shares == "opponents"
    return hands - 1 + (len(resting_seats(table, seats)) if shares else 0)


def in_piles(rules: Rules) -> int:
    """The number of cards that the deal lays on the table."""
    return sum(pile.dealt for pile in rules.piles.values())


def total_points(pack: Pack) -> int:
    """The points of all cards and the last trick."""
    return sum(card_points(pack)) + pack.last_trick


def points_in_unit(count: int, unit: str) -> Sayable:
    """Points in words, also in the file's unit if another: 6 points (18 thirds)."""
    from calarec.core.wording.phrases import fraction_phrase, part_names, points_phrase

    said, parts = points_phrase(count, unit), parts_of_unit(unit)
    if parts == 1 or count < parts:
        return said
    name = part_names(parts) if count != 1 else fraction_phrase(1, parts)
    return Words("{points} ({count} {parts})", points=said, count=count, parts=name)


_MAX_FRAMES = 6


class Facts:
    """Facts of one ruleset."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @cached_property
    def pack_cards(self) -> list[str]:
        """The cards of the pack."""
        return list_pack_cards(self.rules.pack)

    @cached_property
    def hands_by_seats(self) -> dict[int, int]:
        """Number of seats → number of hands."""
        return {seats: count_hands_dealt(self.rules.table, seats) for seats in self.rules.table.seats}

    @property
    def stock_pile(self) -> str:
        """The pile of the draws, which is used up in the play; empty without one."""
        draw = self.rules.play.draw
        return "" if draw is None else draw.pile

    @cached_property
    def pack_total(self) -> int:
        """The points of all cards and the last trick."""
        return total_points(self.rules.pack)

    @cached_property
    def is_dealt_out(self) -> bool:
        """Check whether the deal uses the pack exactly, with the same hands at each table."""
        pack = self.rules.pack
        if len(set(pack.suits)) < len(pack.suits) or len(set(pack.ranks)) < len(pack.ranks):
            return False
        return len(set(self.hands_by_seats.values())) == 1 and all(
            hands * self.rules.deal.hand + in_piles(self.rules) == len(self.pack_cards)
            for hands in self.hands_by_seats.values()
        )

    @cached_property
    def walks(self) -> Mapping[tuple[str, int], SizeWalk]:
        """Contract and number of hands → all ways through it."""
        counts = sorted(set(self.hands_by_seats.values()))
        return {(key, hands): walk_contract(self.rules, key, hands) for key in self.rules.contracts for hands in counts}

    def walks_of(self, contract: str) -> Iterator[SizeWalk]:
        """All ways through a contract, for each number of hands."""
        return (walk for (key, _), walk in self.walks.items() if key == contract)

    @cached_property
    def playable_contracts(self) -> tuple[str, ...]:
        """The contracts that can be played: those on the ladder, and their raises."""
        out = self.rules.all_pass
        return self.raised_from(*self.rules.auction.ladder, *((out.params.contract,) if out.do == "force" else ()))

    def raised_from(self, *keys: str) -> tuple[str, ...]:
        """These contracts, and all at which raising them can arrive."""
        found: list[str] = []
        waiting = list(keys)
        while waiting:
            key = waiting.pop(0)
            if key in self.rules.contracts and key not in found:
                found.append(key)
                waiting.extend(self.rules.contracts[key].raises)
        return tuple(found)

    def partners_of_contract(self, contract: str) -> int:
        """The most partners of a declarer in the contract."""
        return self._partners[contract]

    @cached_property
    def _partners(self) -> Mapping[str, int]:
        """The most partners in each contract; one where bidders have fixed partners."""
        contracts, steps = self.rules.contracts, self.rules.steps
        seeks = {
            key: step.params.number
            for key, step in steps.items()
            if step.do == "call" and step.params.gets == "partner"
        }
        least = int(self.rules.has_bidding_partners)
        return {key: max((seeks.get(step, 0) for step in contract.steps), default=0) or least
                for key, contract in contracts.items()}  # fmt: skip

    def splits(self, contract: str) -> tuple[Split, ...]:
        """The possible numbers of cards in piles at the end of a contract, by receiver."""
        found = {self.split_of(end.piles) for walk in self.walks_of(contract) for end in walk.ends}
        return tuple(sorted(found))[:_MAX_FRAMES]

    def split_of(self, sizes: Mapping[str, int]) -> Split:
        """The numbers of cards in piles of these sizes, by receiver."""
        piles = self.rules.piles

        def count(who: str) -> int:
            lying = ((key, size) for key, size in sizes.items() if key in piles and key != self.stock_pile)
            return sum(max(0, size) for key, size in lying if piles[key].won_by == who)

        return count("last_trick"), count("declarer"), count("nobody")

    def all_pass_split(self) -> Split:
        """The numbers of cards in piles after an all-pass."""
        count = {"last_trick": 0, "declarer": 0, "nobody": 0}
        for key, pile in self.rules.piles.items():
            count[pile.won_by] += pile.dealt if key != self.stock_pile else 0
        return count["last_trick"], 0, count["declarer"] + count["nobody"]

    def feasible_outcomes(self, split: Split) -> tuple[tuple[HandOutcome, ...], bool]:
        """The feasible outcomes with such piles, and whether these are all."""
        frame = self.find_frame(split)
        return ((), False) if frame is None else find_feasible_outcomes(frame)

    def distinct_outcomes(
        self, split: Split, figures: frozenset[str], won_if: WonIf, parts: int
    ) -> tuple[DecidedOutcome, ...]:
        """The first of all outcomes with the same figures of both sides and result."""
        frame = self.find_frame(split)
        return () if frame is None else find_distinct_outcomes(frame, figures, won_if, parts)

    def find_frame(self, split: Split) -> Frame | None:
        """The properties that decide the outcomes; None if they cannot be enumerated."""
        hands = max(self.hands_by_seats.values(), default=0)
        size = tricks_in(self.rules, hands) if hands else 0
        points = tuple(card_points(self.rules.pack))
        if not self.is_dealt_out or hands < 2 or hands * size + sum(split) != len(points):
            return None
        return Frame(points, size, hands, self.rules.pack.last_trick, split)

    @cached_property
    def card_bounds(self) -> CardBounds:
        """The bounds for numbers of certain cards."""
        return CardBounds(self.rules)

    def most_for_each(self, counted: ForEach) -> int:
        """The most things that a bonus can be paid for."""
        (limit,) = counted.condition.limits
        if isinstance(limit.figure, CardFigure):
            return len(self.card_bounds.matching(limit.figure))
        hands = max(self.hands_by_seats.values(), default=0)
        return max(0, (tricks_in(self.rules, hands) if hands else 0) - (limit.least or 1) + 1)

    def party(self, side: SideOutcome, contract: str, *, own: bool = True) -> PartyOutcome:
        """A side of an outcome, the declarer's or the others'.

        Without a contract the others are all who are paid.
        """
        hands = max(self.hands_by_seats.values(), default=0)
        if not contract:
            sides = max(1, (self.rules.table.sides or hands) - 1)
            return PartyOutcome(side, (1, hands - 1), hands, self.card_bounds, self.party_roles, sides=sides)
        most = 1 + self.partners_of_contract(contract)
        return PartyOutcome(
            side, (1, most) if own else (hands - most, hands - 1), hands, self.card_bounds, self.party_roles
        )

    @cached_property
    def party_roles(self) -> Mapping[str, tuple[int, int]]:
        """Roles that are certain at every table: a resting dealer is on no side."""
        table = self.rules.table
        is_dealer = table.sits_out is not None and table.sits_out.who == "dealer"
        always = is_dealer and bool(table.seats) and all(resting_seats(table, seats) for seats in table.seats)
        return {"dealer": (0, 0)} if always else {}

    def possible_trumps(self, contract: str) -> tuple[str, ...]:
        """The suits that can be trump in a contract, or without one; empty: none is."""
        trump, suits = self.rules.play.trump, tuple(self.rules.pack.suits)
        if trump is None:
            return ("",)
        if trump.chosen == "called":
            steps = self.rules.contracts[contract].steps if contract else ()
            calls = any(step in self.rules.steps and self.rules.steps[step].do == "call" for step in steps)
            return (*suits, "") if calls else ("",)
        return suits if contract or trump.chosen == "turned" or trump.by != "declarer" else ("",)

    def stake_of(self, contract: str, *, most: bool = False) -> int | None:
        """The stake of a contract; of one with amounts that of the lowest, or the highest."""
        contracts = self.rules.contracts
        stake, amounts = resolve_stake(contracts[contract].stake, contracts), self.bid_amounts(contract)
        return None if stake is None else stake * amounts[-1 if most else 0]

    def bid_amounts(self, contract: str) -> Sequence[int]:
        """The numbers of stakes with which a contract is bid; 1 where it has none."""
        amounts = self.rules.contracts[contract].amounts
        return amounts.offered_amounts or (1,) if amounts is not None and amounts.of == "stakes" else (1,)

    def needed_limits(self, contract: str) -> tuple[WonIf, ...]:
        """Return what a contract needs; with amounts of points, the least and the most.

        Every outcome is won or lost with one of the two as with any amount between them.
        """
        played = self.rules.contracts[contract]
        if played.amounts is None or played.amounts.of == "stakes" or not played.amounts.offered_amounts:
            return (winning(self.rules, contract)[1],)
        offered = played.amounts.offered_amounts
        return tuple(need_points(played, amount, self.rules) for amount in (offered[0], offered[-1]))
