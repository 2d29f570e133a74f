"""Drives the engine and the compiled rules with the same moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action

from functools import cache
from typing import TYPE_CHECKING, Final

from calarec.bulk.compile import CompiledRules, compiled_rules
from calarec.core.engine.cards import bits
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.state import Inherited, Seating
from calarec.core.engine.terms import Offer, Refusal
from calarec.playouts.board import Board
from calarec.rule_files.load import check_rules
from tests.rulebooks import IDS
from tests.rulebooks import game as shipped

if TYPE_CHECKING:
    from random import Random

    from calarec.core.engine.events import Event
    from calarec.core.engine.state import State

SHIPPED: Final = IDS
"""Rulesets with an auction: others have no board to play on."""


@cache
def game(name: str) -> Game:
    """A shipped ruleset, or that of a file, ready to be played."""
    if not name.endswith(".yaml"):
        return shipped(name)
    ruleset = check_rules(name).ruleset
    assert ruleset is not None, name
    return Game.from_ruleset(ruleset)


@cache
def compiled(name: str) -> CompiledRules:
    """Its compiled rules."""
    return compiled_rules(game(name))


def setting_of(played: Game, rng: Random, *, narrowed: bool = False) -> Seating:
    """Choose a seating; `narrowed`: after a hand that all passed."""
    people = rng.choice(played.people)
    carry = Inherited()
    params = played.rules.all_pass.params
    if narrowed and played.rules.all_pass.do == "carry_on":
        carry = Inherited((), params.only, params.binds, "all_pass.only")
    return played.seat(tuple("ABCDEFG"[:people]), rng.randrange(people), carry=carry)


def deal(played: Game, setting: Seating, rng: Random) -> tuple[list[int], list[int]]:
    """Hands by seat and piles."""
    deck = list(bits(played.cards.full))
    rng.shuffle(deck)
    hands = [0] * len(setting.labels)
    for seat in setting.active:
        hands[seat] = sum(1 << deck.pop() for _ in range(played.rules.deal.hand))
    return hands, [sum(1 << deck.pop() for _ in range(pile.dealt)) for pile in played.rules.piles.values()]


def choose(offers: list[Offer], rng: Random) -> tuple[Offer, str | int]:
    """One of the offers, and a word or cards of it."""
    offer = rng.choice(offers)
    if offer.words:
        return offer, rng.choice(offer.words)
    number = rng.randint(offer.least, offer.most)
    return offer, sum(1 << card for card in rng.sample(list(bits(offer.cards)), number))


class Both:
    """One hand in the engine and on a board."""

    def __init__(
        self,
        name: str,
        setting: Seating,
        hands: list[int],
        piles: list[int],
        *,
        of: tuple[Game, CompiledRules] | None = None,
    ) -> None:
        self.game, self.compiled = of or (game(name), compiled(name))
        self.setting = setting
        began = start(self.game, setting, hands, piles)
        self.state: State = began.state
        self.events: list[Event] = list(began.events)
        place = {seat: number for number, seat in enumerate(setting.active)}
        shares = self.game.rules.table.sits_out
        self.board = Board(
            self.compiled,
            [hands[seat] for seat in setting.active],
            piles,
            dealer=place.get(setting.dealer, -1),
            dummies=tuple(place[seat] for seat in setting.dummies),
            idle=len(setting.out) if shares and shares.shares == "opponents" else 0,
            only=setting.carry.only,
            everyone=setting.carry.binds == "everyone",
        )
        self.place = place

    def offers(self) -> list[Offer]:
        """Return the moves that the engine offers."""
        return [offer for offer in legal(self.game, self.state) if offer.size]

    def said(self, offer: Offer) -> tuple[object, ...]:
        """An offer of the engine in the form of a board's offer."""
        to = self.place[offer.to] if offer.do == "give" else offer.to
        return offer.do, self.place[offer.seat], offer.words, offer.cards, offer.least, offer.most, to

    def make(self, offer: Offer, value: str | int) -> Action:
        """Does a move in both."""
        action = offer.say(value) if isinstance(value, str) else offer.choose(value)
        answer = apply(self.game, self.state, action)
        assert not isinstance(answer, Refusal), answer
        self.state = answer.state
        self.events += answer.events
        self.board.make_move(offer.do, self.place[offer.seat], value)
        return action
