"""Two simple players, a random and a sensible one, and aims that steer them.

They see the whole state for convenience, but decide by the cards of their seat and on the table. An aim names a rule,
and the hand is steered until the rule applies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from calarec.core.base.arguments import wrong_kind
from calarec.core.base.frozen import dataclass, replace
from calarec.core.engine.cards import bits
from calarec.core.engine.declaring import melds
from calarec.core.engine.tricks import CardsInPlay, best_of, trump_named
from calarec.core.mechanisms.rules import contract_path
from calarec.playouts.card_choices import CardOrders, ExchangeChoices, choose_follow, choose_lead

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from calarec.core.engine import events as ev
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Offer


@dataclass(frozen=True, slots=True)
class Aim:
    """An aim to steer towards; empty parts are left to chance."""

    contract: str = ""
    word: str = ""
    """A waiting word that is to be said."""
    double: str = ""
    """A double that is to be said."""
    all_pass: bool = False
    bonus: str = ""
    found: int = -3
    """The aimed place of a called card: -1 a pile, -2 the caller's hand."""
    incident: str = ""
    """A standing rule that is to speak."""
    won: bool | None = None
    strong: bool = False
    """True if a seat is to hold the highest cards."""
    reason: str = ""
    """A rule on which the settlement is to rest."""
    path: str = ""
    """The path that was asked for."""


FREE = Aim()


def aim_of(game: Game, path: str) -> Aim:
    """The aim for a path of the ruleset; ValueError if there is no such path."""
    if not isinstance(path, str):
        raise wrong_kind("aim", "the path of a rule", path)
    known = game.ruleset.leaves
    if path not in known and not any(at.startswith(path + ".") for at in known):
        raise ValueError(f"{game.ruleset.id} has no rule {path!r} that could be an aim")
    return replace(_steering(game, path), path=path)


def _steering(game: Game, path: str) -> Aim:
    parts = path.split(".")
    section, name, *rest = (*parts, "", "")
    if section == "steps":
        return _of_step(game, name, rest)
    if section == "contracts":
        played = (
            contract for contract in game.rules.contracts if contract_path(game.rules, contract) == f"contracts.{name}"
        )
        return Aim(contract=next(played, name), won=False if "lost" in rest else None)
    if section in ("settle", "all_pass"):
        bonus = rest[0] if name == "bonus" else ""
        reason = path if path in ("all_pass.ties", "settle.shares") else ""
        if name in ("roles", "each", "counts") and rest[0]:
            reason = f"{section}.{name}.{rest[0]}"
        return Aim(all_pass=section == "all_pass", bonus=bonus, reason=reason, strong=name == "counts")
    if section == "standing":
        return Aim(incident=name)
    if section == "raising":
        return Aim(contract=next((each for base in game.rules.contracts.values() for each in base.raises), ""))
    if section == "doubling":
        return Aim(double=rest[0] or next(iter(game.rules.doubling.words), ""))
    return Aim(word=rest[0]) if parts[:2] == ["auction", "words"] else FREE


def _of_step(game: Game, step: str, rest: list[str]) -> Aim:
    contract = next((name for name, each in game.rules.contracts.items() if step in each.steps), "")
    found = -1 if "in_pile" in rest else -2 if "in_hand" in rest else -3
    won = True if "won" in rest else False if "lost" in rest else None
    return Aim(contract=contract, found=found, won=won, strong="cards" in rest)


def base_of(game: Game, contract: str) -> str:
    """The bid that leads to a contract: itself, or the one before a raise; or empty."""
    if contract in game.rules.auction.ladder:
        return contract
    return next((name for name, each in game.rules.contracts.items() if contract in each.raises), "")


class Bot(Protocol):
    """A player of simulated hands."""

    def choose_action(
        self, game: Game, state: State, offers: Sequence[Offer], rng: Random, events: Sequence[ev.Event], /
    ) -> Action | None:
        """One of the actions offered, or None to leave an offer that need not be taken."""


class RandomBot:
    """Plays anything legal, every kind of action alike."""

    def choose_action(
        self, game: Game, state: State, offers: Sequence[Offer], rng: Random, events: Sequence[ev.Event]
    ) -> Action | None:
        """Any action."""
        del game, state, events
        must = [offer for offer in offers if not offer.is_optional]
        raises = [offer for offer in offers if offer.do == "raise"]
        if raises and rng.random() < 0.25:
            return raises[0].say(rng.choice(raises[0].words))
        doubles = [offer for offer in offers if offer.do == "double"]
        if doubles and rng.random() < 0.25:
            offer = rng.choice(doubles)
            return offer.say(rng.choice(offer.words))
        if not must:
            return None
        offer = rng.choice(must)
        if offer.words:
            return offer.say(rng.choice(offer.words))
        number = rng.randint(offer.least, offer.most)
        if offer.limits:
            return offer.choose(offer.pick_first(rng.sample(list(bits(offer.cards)), offer.cards.bit_count()), number))
        return offer.choose(random_cards(offer.cards, number, rng))

    def choose_card(self, knows: Seasoned, table: CardsInPlay, playable: int, rng: Random) -> int:
        """Any card."""
        del knows, table
        return draw_card(playable, rng)


def draw_card(playable: int, rng: Random) -> int:
    """Draw one of some cards as a random player does who has no other offer."""
    rng.choice((None,))
    return random_cards(playable, rng.randint(1, 1), rng).bit_length() - 1


_KNOWN: dict[tuple[str, int], CardOrders] = {}
_MAX_KNOWN: Final = 64


def _card_orders(game: Game) -> CardOrders:
    """The orders of a ruleset's cards."""
    found = _KNOWN.get(game.cache_key)
    if found is None:
        if len(_KNOWN) >= _MAX_KNOWN:
            _KNOWN.clear()
        found = _KNOWN[game.cache_key] = CardOrders.from_cards(game.cards)
    return found


def _exchange_choices(game: Game) -> ExchangeChoices:
    """The choices of cards before the play."""
    return ExchangeChoices(game.cards, _card_orders(game))


class Seasoned:
    """The constant facts of a hand's play: order of cards, and sides."""

    __slots__ = ("cards", "order", "side", "suit_of", "suits")

    def __init__(self, game: Game, state: State) -> None:
        self.cards: CardOrders = _card_orders(game)
        self.suit_of: tuple[int, ...] = game.cards.suit_of
        self.suits: tuple[int, ...] = game.cards.suits
        self.order: tuple[int, ...] = state.setting.active
        self.side: dict[int, int] = {seat: state.side_mask(seat) for seat in self.order}


class SensibleBot:
    """A player that bids on high cards, keeps long suits, and takes cheap points."""

    def choose_action(
        self, game: Game, state: State, offers: Sequence[Offer], rng: Random, events: Sequence[ev.Event]
    ) -> Action | None:
        """The action that seems best, with a little chance in bidding."""
        del events
        for offer in offers:
            if offer.do == "raise" and strength(game, state.hands[offer.seat]) > 2.6 and rng.random() < 0.5:
                return offer.say(offer.words[0 if rng.random() < 0.7 else -1])
            if offer.do == "double" and self._is_worth_doubling(game, state, offer.seat, rng):
                return offer.say(rng.choice(offer.words))
        due = [each for each in offers if not each.is_optional]
        if not due:
            return None
        offer = due[0]
        if offer.do == "bid":
            return offer.say(self._bid(game, state, offer, rng))
        if offer.do == "play":
            return offer.choose(1 << self.choose_card(Seasoned(game, state), CardsInPlay(state), offer.cards, rng))
        if offer.do == "trump":
            return offer.say(self._longest_suit(game, state, offer))
        if offer.do == "call":
            return offer.choose(_exchange_choices(game).choose_missing(offer.cards, state.hands[offer.seat]))
        if offer.do == "take":
            most = offer.most if offer.least == offer.most else rng.randint(offer.least, offer.most)
            return offer.choose(_exchange_choices(game).choose_best(offer.cards, most))
        number = offer.least if offer.least == offer.most else rng.randint(offer.least, offer.most)
        return offer.choose(offer.pick_first(_exchange_choices(game).list_worst(offer.cards), number))

    def _is_worth_doubling(self, game: Game, state: State, seat: int, rng: Random) -> bool:
        """Check whether a hand is good enough for its side to play for more."""
        needed = 2.2 if seat == state.declarer else 1.5
        return strength(game, state.hands[seat]) > needed and rng.random() < 0.4

    def _bid(self, game: Game, state: State, offer: Offer, rng: Random) -> str:
        ladder = game.rules.auction.ladder
        bids = [word for word in offer.words if word in ladder]
        waiting = [word for word in offer.words if word not in ladder]
        grade = strength(game, state.hands[offer.seat]) + rng.gauss(0.0, 0.25)
        # The whole ladder is spread over hands from a little better than average to excellent.
        top = 1.25 + 0.35 * len(ladder)
        affordable = [bid for bid in bids if grade > 1.15 + (top - 1.15) * ladder.index(bid) / len(ladder)]
        if affordable:
            return affordable[0] if rng.random() < 0.8 else affordable[-1]
        return waiting[0] if waiting else bids[0]

    def _longest_suit(self, game: Game, state: State, offer: Offer) -> str:
        """The suit with a meld of trumps, or else with most cards."""
        hand = state.hands[offer.seat]
        entries = [entry.params for entry in game.rules.standing.values() if entry.do == "declare"]
        kinds = [rule for rule in entries if rule.meld is not None and rule.meld.of == "trump"]

        def judge_suit(suit: str) -> tuple[bool, int]:
            cards = hand & trump_named(game, suit)
            has_meld = any(next(melds(game.cards, rule, cards, trump_named(game, suit)), 0) for rule in kinds)
            return has_meld, cards.bit_count()

        return max(offer.words, key=judge_suit)

    def choose_card(self, knows: Seasoned, table: CardsInPlay, playable: int, rng: Random) -> int:
        """Choose a sure winner or the lowest card to lead; else points for a partner.

        Otherwise the card that does it most cheaply.
        """
        del rng
        orders, suit_of = knows.cards, knows.suit_of
        if not table.trick:
            return choose_lead(orders, knows.suits, playable, ~(table.gone | table.hands[table.turn]))
        order, best = knows.order, best_of(table.trick, suit_of, table.trump)
        holder = order[(order.index(table.leader) + table.trick.index(best)) % len(order)]
        friendly = bool(knows.side[table.turn] >> holder & 1)
        last = len(table.trick) == len(order) - 1
        return choose_follow(orders, suit_of, playable, best, friendly=friendly, last=last)


BOTS: Final[dict[str, type[RandomBot | SensibleBot]]] = {"random": RandomBot, "sensible": SensibleBot}


def strength(game: Game, hand: int) -> float:
    """The strength of a hand; an average one has about 1."""
    top = max(suit.bit_count() for suit in game.cards.suits) - 1
    expected = top / 2 * max(hand.bit_count(), 1)
    of_card = _card_orders(game).strength
    return sum([of_card[card] for card in bits(hand)]) / (expected + 1)


def random_cards(cards: int, number: int, rng: Random) -> int:
    """A number of random cards."""
    return sum(1 << card for card in rng.sample(list(bits(cards)), number))
