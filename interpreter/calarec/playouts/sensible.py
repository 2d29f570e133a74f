"""Hands finished by simple rules, to estimate what a bid is worth.

The choices are those of `card_choices.py`.

In goes a hand at the end of its auction; out comes what each place is paid. Nothing is left to chance,
and every seat plays by the cards that it holds and those that were played.

    SensiblePlayer(compiled).finish_hand(AuctionOutcome(hands, piles, "chiamo", declarer=0, dealer=2))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from calarec.bulk.compile import compiled_rules, move_dummy_payments
from calarec.bulk.steps import UNSAID
from calarec.core.base.frozen import NamedTuple
from calarec.playouts.card_choices import CardOrders, ExchangeChoices, choose_follow, choose_lead
from calarec.playouts.stepping import compiled_functions

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.bulk.compile import CompiledRules
    from calarec.core.engine.game import Game

    Chooser: TypeAlias = Callable[[int, int], int]


class AuctionOutcome(NamedTuple):
    """A hand at the end of its auction, by place from the eldest on."""

    hands: tuple[int, ...]
    piles: tuple[int, ...]
    contract: str
    """The contract; empty without a declarer."""
    declarer: int = -1
    dealer: int = -1
    """The dealer's place; -1: he holds no cards."""
    dummies: tuple[int, ...] = ()
    out: int = 0
    """The number of seats that sit out."""
    named: int = 0
    """The card, as a mask, that was named with the bid; 0: to be named, if any."""


_KEY: Final = "playouts.sensible"


def find_sensible_player(game: Game) -> SensiblePlayer | None:
    """The player of a game; None if its rules are not compiled."""
    if _KEY not in game.worked_out:
        compiled = compiled_rules(game)
        served = compiled.can_be_served and not compiled.unforeseen
        game.worked_out[_KEY] = SensiblePlayer(compiled) if served else None
    found: SensiblePlayer | None = game.worked_out[_KEY]
    return found


class SensiblePlayer:
    """Finishes hands under the compiled rules."""

    def __init__(self, compiled: CompiledRules) -> None:
        self.compiled = compiled
        self.orders: CardOrders = CardOrders.from_cards(compiled.cards)
        choices = ExchangeChoices(compiled.cards, self.orders)
        self.choices: ExchangeChoices = choices
        self.choosers: tuple[Chooser, Chooser, Chooser] = (
            choices.choose_best, choices.choose_worst, choices.choose_missing,
        )  # fmt: skip
        sits_out = compiled.rules.table.sits_out
        self.out_shares: bool = sits_out is not None and sits_out.shares == "opponents"
        """True if seats that sit out pay and are paid with the opponents."""
        self.functions: dict[str, Any] = {**compiled.functions, **compiled_functions(compiled)}

    def can_finish(self, contract: str) -> bool:
        """True if hands of a contract, or without one, can be finished."""
        return not contract or contract in self.compiled.programs

    def finish_hand(self, start: AuctionOutcome) -> list[int]:
        """The payment of each place."""
        compiled, functions = self.compiled, self.functions
        hands, piles = list(start.hands), list(start.piles)
        if not start.contract and "settle_out" not in functions:
            return [0] * len(hands)
        leader = compiled.first_leader(start.contract, start.declarer, start.dealer)
        if not start.contract:
            won, last = self.play_tricks(hands, leader, -1, -1)
            return list(functions["settle_out"](won, last, piles, start.hands, start.hands, start.dealer)[0])
        number, declarer = compiled.contract_names.index(start.contract), start.declarer
        called: tuple[int, int, int] = (0, -3, -1)
        if compiled.has_call_with_bid(start.contract):
            card = start.named
            if not card:
                callable_cards = functions[f"callable_{number}"](hands, piles, declarer)
                card = self.choices.choose_missing(callable_cards, hands[declarer])
            called = functions[f"called_{number}"](hands, piles, declarer, card, UNSAID)
        found, mate = functions[f"sensible_{number}"](hands, piles, declarer, *called, *self.choosers)
        held = tuple(hands)
        won, last = self.play_tricks(hands, leader, declarer, mate)
        idle = start.out if self.out_shares else 0
        settle = functions[f"settle_{number}"]
        paid = settle(won, last, piles, declarer, mate, found, idle, start.hands, held, start.dealer)
        pays: list[int] = paid[0]
        move_dummy_payments(pays, start.dummies, declarer, mate)
        return pays

    def _side_masks(self, declarer: int, mate: int) -> list[int]:
        """For each place the places that win and lose with it."""
        places, sides = self.compiled.players, self.compiled.rules.table.sides
        if declarer < 0:
            return [
                sum(1 << other for other in range(places) if other % sides == place % sides) if sides else 1 << place
                for place in range(places)
            ]
        mine = 1 << declarer | (1 << mate if mate >= 0 else 0)
        return [mine if mine >> place & 1 else (1 << places) - 1 ^ mine for place in range(places)]

    def play_tricks(
        self,
        hands: list[int],
        leader: int,
        declarer: int,
        mate: int,
        told: list[tuple[int, tuple[int, ...]]] | None = None,
    ) -> tuple[list[int], int]:
        """The cards that each place wins, and the winner of the last trick.

        `told` gets the leader and the cards of each trick.
        """
        places, orders, suit_of = len(hands), self.orders, self.compiled.cards.suit_of
        suits, must = self.compiled.cards.suits, self.compiled.rules.play.follow == "must"
        sides = self._side_masks(declarer, mate)
        won, gone = [0] * places, 0
        while hands[leader]:
            best = choose_lead(orders, suits, hands[leader], ~(gone | hands[leader]))
            hands[leader] ^= 1 << best
            played = [best]
            trick, holder, suit = 1 << best, leader, suit_of[best]
            for nth in range(1, places):
                place = (leader + nth) % places
                hand = hands[place]
                playable = (hand & suit or hand) if must else hand
                friendly = bool(sides[place] >> holder & 1)
                card = choose_follow(orders, suit_of, playable, best, friendly=friendly, last=nth == places - 1)
                hands[place] = hand ^ 1 << card
                trick |= 1 << card
                played.append(card)
                if suit >> card & 1 and card > best:
                    best, holder = card, place
            if told is not None:
                told.append((leader, tuple(played)))
            won[holder] |= trick
            gone |= trick
            leader = holder
        return won, leader
