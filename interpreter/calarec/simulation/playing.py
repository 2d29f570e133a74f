"""The play of one simulated hand: deal, bots, aims and incidents."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import dataclass, field
from calarec.core.engine.actions import ClaimAction, FaultAction, PlayAction, ShowAction, SignalAction
from calarec.core.engine.behaviours import behaviour_at, watching
from calarec.core.engine.cards import bits
from calarec.core.engine.declaring import possible
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.state import NOBODY
from calarec.core.engine.tally import add_up
from calarec.core.engine.terms import Outcome, Refusal, StepContext
from calarec.core.mechanisms.conditions import CardFigure
from calarec.core.mechanisms.rules import has_exchange, is_exchange_irregularity, of_the_play, winning
from calarec.playing.dealing import deal
from calarec.simulation.bots import RandomBot, Seasoned, SensibleBot, base_of, random_cards

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from calarec.core.engine import events as ev
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.terms import Offer
    from calarec.core.engine.tricks import CardsInPlay
    from calarec.simulation.bots import Aim, Bot

_INCIDENT: Final = 0.04
"""The chance of an incident before an action, in a hand that allows them."""
_REVOKE: Final = 0.1


@dataclass(slots=True)
class HandOfBots:
    """One hand being played."""

    game: Game
    setting: Seating
    bot: Bot
    rng: Random
    aim: Aim
    incidents: frozenset[str]
    """The standing rules that may speak in this hand."""
    events: list[ev.Event] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    revoked: bool = False
    declarable: tuple[str, ...] = ()
    """The declarations that are possible in this hand."""
    eldest_holds: int = 0
    """The card, as a mask, that eldest hand is dealt; 0: any."""
    kept_quiet: set[tuple[str, int, int]] = field(default_factory=set)
    """The declarations that seats could have made, and did not."""
    halted: Callable[[State], State] | None = None
    """The next state after the play broke off, if a bot does not play a legal card."""

    def play_hand(self) -> State:
        """The hand from the deal to its end."""
        strong = self._strong()
        hands, piles = deal(
            self.game, self.setting, self.rng, strong=strong, wanted=self._wanted_cards(),
            eldest_holds=self.eldest_holds,
        )  # fmt: skip
        outcome = start(self.game, self.setting, hands, piles)
        self.events += outcome.events
        return self.play_on(outcome.state)

    def play_on(self, state: State) -> State:
        """The rest of the hand from a state on."""
        while not state.is_over:
            quick = (state.has_started or self._has_no_raises(state)) and self._can_play_cards_on(state)
            state = self._played_on(state) if quick else self._next_step(state)
        return state

    def _has_no_raises(self, state: State) -> bool:
        """Check that no raise or double is possible before the first lead."""
        rules = self.game.rules
        contract = rules.contracts.get(state.contract)
        return not rules.doubling.words and (contract is None or not contract.raises)

    def _can_play_cards_on(self, state: State) -> bool:
        """Check whether the bot only plays cards from here, apart from incidents."""
        silent = not any(self._may_declare_later(state, name) for name in self.declarable)
        plain = silent and isinstance(self.bot, RandomBot | SensibleBot)
        return plain and state.step == "play" and self.game.stock < 0 and not watching(self.game)

    def _may_declare_later(self, state: State, name: str) -> bool:
        return bool(len(state.tricks) <= self.game.rules.standing[name].params.until_trick)

    def _played_on(self, state: State) -> State:
        """Play in one go to the end or the next incident, as card by card."""
        bot, rng, knows = self.bot, self.rng, Seasoned(self.game, state)
        assert isinstance(bot, RandomBot | SensibleBot)
        self.halted = None

        def choose_card_or_halt(table: CardsInPlay, playable: int) -> int | None:
            if self.incidents and rng.random() <= _INCIDENT:
                self.halted = self._happening
                return None
            card = bot.choose_card(knows, table, playable, rng)
            if table.trick and not self.revoked and rng.random() <= _REVOKE:
                wrong = self._another(table.hands[table.turn], table.trick[0])
                if wrong is not None:
                    self.halted = partial(self._apply_action, action=PlayAction(table.turn, wrong))
                    return None
            self.actions.append(PlayAction(table.turn, card))
            return card

        outcome: Outcome = behaviour_at(self.game, "play").play_to_end(
            StepContext(self.game, state, "play"), choose_card_or_halt
        )
        self.events += outcome.events
        return outcome.state if self.halted is None else self.halted(outcome.state)

    def _strong(self) -> int:
        """The seat that is dealt high cards, if the aim needs a strong one."""
        if not self.aim.bonus and self.aim.won is None and not self.aim.strong:
            return NOBODY
        return self.rng.choice(self.setting.active)

    def _wanted_cards(self) -> int:
        """Random cards for a bonus that depends on the deal or the holdings."""
        section = self.game.rules.all_pass.params if self.aim.all_pass else self.game.rules.settle
        conditions = section.bonus[self.aim.bonus].conditions if self.aim.bonus else ()
        wanted = [
            condition.cards
            for condition in conditions
            if condition.cards and condition.cards.at_least and condition.cards.where != "won"
        ]
        if not wanted:
            return 0
        cards = wanted[0]
        assert cards.at_least is not None
        counted = self.game.card_figures[CardFigure(cards.ranks, cards.suits, cards.where)]
        return random_cards(counted, cards.at_least, self.rng)

    def _next_step(self, state: State) -> State:
        incident = self._choose_declaration(state) or self._incident(state)
        return self._after_action(state, incident)

    def _happening(self, state: State) -> State:
        """A step with an incident, if what was drawn is possible."""
        return self._after_action(state, self._drawn_incident(state))

    def _after_action(self, state: State, incident: Action | None) -> State:
        if incident is not None:
            answer = apply(self.game, state, incident)
            if isinstance(answer, Outcome):
                self._took(incident, answer)
                return answer.state
        offers = [offer for offer in legal(self.game, state) if offer.size]
        action = self._draw_card(state, offers) or self._steer_action(state, offers)
        action = action or self.bot.choose_action(self.game, state, offers, self.rng, self.events)
        assert action is not None
        return self._apply_action(state, self._wrong_card(state, action))

    def _apply_action(self, state: State, action: Action) -> State:
        answer = apply(self.game, state, action)
        if isinstance(answer, Refusal):
            # Only a revoke that is wanted is refused; it stands, and is claimed.
            assert answer.anyway is not None
            self._took(action, answer.anyway)
            return self._record_claim(answer.anyway.state, action)
        self._took(action, answer)
        return answer.state

    def _took(self, action: Action, outcome: Outcome) -> None:
        self.actions.append(action)
        self.events += outcome.events

    # ------------------------------------------------------------------ steering

    def _draw_card(self, state: State, offers: list[Offer]) -> Action | None:
        """The card from the stock, or turned up, which no seat chooses."""
        if offers[0].do == "trump" and len(offers[0].words[0]) > 1:
            return offers[0].say(self.rng.choice(offers[0].words))
        return offers[0].choose(random_cards(offers[0].cards, offers[0].most, self.rng)) if state.drawing else None

    def _steer_action(self, state: State, offers: list[Offer]) -> Action | None:
        offer = offers[0]
        if offer.do == "bid" and (self.aim.contract or self.aim.all_pass or self.aim.word):
            return self._steered_bid(state, offer)
        if self.aim.contract and state.contract != self.aim.contract:
            raising = next((each for each in offers if each.do == "raise" and self.aim.contract in each.words), None)
            if raising is not None:
                return raising.say(self.aim.contract)
        if self.aim.double and all(word != self.aim.double for _, word in state.doubles):
            words = self._words_towards(self.aim.double)
            found = [(each, word) for each in offers if each.do == "double" for word in each.words if word in words]
            if found:
                doubling, word = self.rng.choice(found)
                return doubling.say(word)
        if offer.do == "call" and self.aim.found != -3:
            caller = state.bidding.holder if state.declarer == NOBODY and state.bidding else state.declarer
            where = state.hands[caller]
            if self.aim.found == -1:
                where = sum(state.piles) & ~state.tabled
            wanted = list(bits(offer.cards & where))
            if wanted:
                return offer.choose(1 << self.rng.choice(wanted))
        return None

    def _words_towards(self, word: str) -> tuple[str, ...]:
        """A word by which more is paid, and those that it follows."""
        found: tuple[str, ...] = ()
        known = self.game.rules.doubling.words
        while word in known and word not in found:
            found, word = (*found, word), known[word].after or ""
        return found

    def _steered_bid(self, state: State, offer: Offer) -> Action | None:
        ladder = self.game.rules.auction.ladder
        waiting = [word for word in offer.words if word not in ladder]
        base = base_of(self.game, self.aim.contract) if self.aim.contract else ""
        if base in offer.words and (self.rng.random() < 0.6 or not self._may_others_bid(state)):
            return offer.say(base)
        if self.aim.word in offer.words:
            return offer.say(self.aim.word)
        if waiting and (self.aim.all_pass or self.aim.contract):
            return offer.say(waiting[0])
        return None

    def _may_others_bid(self, state: State) -> bool:
        """Check whether a seat will still speak after the one in turn."""
        bidding = state.bidding
        if bidding is None:
            return True
        done = bidding.spoken | bidding.left | 1 << bidding.turn
        return any(not done >> seat & 1 for seat in self.setting.active if seat not in self.setting.dummies)

    # ------------------------------------------------------------------ incidents

    @property
    def claimed_irregularity(self) -> str:
        """The irregularity by which a wrong card may be claimed; empty if there is none."""
        return of_the_play(self.game.rules)

    def _choose_declaration(self, state: State) -> Action | None:
        """Choose a declaration before the next card, once for each possible one.

        A meld is nearly always declared, a poor hand half of the time; within a trick there are no declarations.
        """
        if not self.declarable or state.trick:
            return None
        found = [
            (action, name) for name in self.declarable for seat in self.setting.active
            for action in possible(self.game, state, name, self.game.rules.standing[name].params, seat)
            if (name, seat, action.cards) not in self.kept_quiet
        ]  # fmt: skip
        for each, name in found:
            melds = self.game.rules.standing[name].params.meld is not None
            if self.aim.incident == name or self.rng.random() < (0.9 if melds else 0.5):
                return each
            self.kept_quiet.add((name, each.seat, each.cards))
        return None

    def _incident(self, state: State) -> Action | None:
        return self._drawn_incident(state) if self.incidents and self.rng.random() <= _INCIDENT else None

    def _drawn_incident(self, state: State) -> Action | None:
        """One of those that may happen; none where it is not possible."""
        name = self.rng.choice(sorted(self.incidents))
        entry = self.game.rules.standing[name]
        seats = list(self.setting.active)
        seat = self.rng.choice(seats)
        match entry.do:
            case "claim":
                return self._random_claim(state, seat)
            case "show":
                held = list(bits(state.hands[seat]))
                cards = sum(1 << card for card in held[: self.rng.randint(1, 2)])
                return ShowAction(seat, cards, self.setting.all) if held else None
            case "signal":
                ready = state.step == "play" and not state.trick and not state.is_over
                return SignalAction(state.turn, self.rng.choice(entry.params.words)) if ready else None
            case "fault" if name != self.claimed_irregularity:
                return self._make_fault(state, name, seat)
        return None

    def _random_claim(self, state: State, seat: int) -> Action | None:
        if state.step != "play" or len(state.tricks) < 2 or state.trick:
            return None
        concede = state.declarer != NOBODY and self.rng.random() < 0.3
        accepted = self.rng.choice((True, True, False, None))
        points = None
        by_points = state.declarer != NOBODY and winning(self.game.rules, state.contract)[1].is_by_points
        if by_points and self.rng.random() < 0.3:
            # Somewhere between what the side has and what it can still win.
            tally = add_up(self.game.cards, self.setting, self.events)
            own = [each for each in self.setting.active if (state.side_mask(seat) >> each & 1) != concede]
            have = tally.points(own, 0)
            points = have + self.rng.randint(0, self.game.cards.worth(sum(state.hands)))
        return ClaimAction(seat, points, concede, accepted)

    def _make_fault(self, state: State, name: str, seat: int) -> Action | None:
        if state.step == "auction" or state.trick:
            return None
        rules = self.game.rules
        if rules.standing[name].params.by == "dealer":
            seat = self.setting.dealer
        if is_exchange_irregularity(rules, name) and not has_exchange(rules, state.contract):
            return None
        claimants = [each for each in self.setting.active if not state.side_mask(seat) >> each & 1]
        if not claimants:
            return None
        return FaultAction(seat, name, self.rng.choice(claimants), len(state.tricks))

    def _wrong_card(self, state: State, action: Action) -> Action:
        """A revoke instead, where one is wanted and possible."""
        if not isinstance(action, PlayAction) or not state.trick or self.revoked or self.rng.random() > _REVOKE:
            return action
        wrong = self._another(state.hands[action.seat], state.trick[0])
        return action if wrong is None else PlayAction(action.seat, wrong)

    def _another(self, hand: int, led: int) -> int | None:
        """A card that revokes although the suit could be followed; None for no revoke."""
        suit = self.game.cards.suit_of[led]
        others = list(bits(hand & ~suit))
        if self.claimed_irregularity not in self.incidents or not hand & suit or not others:
            return None
        self.revoked = True
        return self.rng.choice(others)

    def _record_claim(self, state: State, action: Action) -> State:
        claimants = [seat for seat in self.setting.active if not state.side_mask(action.seat) >> seat & 1]
        number = len(state.tricks) + (1 if state.trick else 0)
        fault = FaultAction(action.seat, self.claimed_irregularity, claimants[0], number)
        answer = apply(self.game, state, fault)
        if isinstance(answer, Refusal):
            return state
        self._took(fault, answer)
        return answer.state
