"""The play: who leads, what must be followed, who wins a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.actions import PlayAction
from calarec.core.engine.cards import bits
from calarec.core.engine.own_figures import OwnFigures, find_barred_leads, find_lead_rule
from calarec.core.engine.state import NOBODY, WonTrick
from calarec.core.engine.terms import Offer, Outcome, Refusal
from calarec.core.mechanisms.rules import contract_path
from calarec.core.wording.language import Listing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import StepContext
    from calarec.core.mechanisms.play import PlayRule


_new = tuple.__new__


def best_of(trick: Sequence[int], suit_of: Sequence[int], trump: int) -> int:
    """The card that wins so far: the highest trump, or the highest of the suit led."""
    trumps = [card for card in trick if trump >> card & 1] if trump else []
    led = suit_of[trick[0]]
    return max(trumps or [card for card in trick if led >> card & 1])


def find_winning_place(trick: Sequence[int], suit_of: Sequence[int], trump: int) -> int:
    """The place, from the leader, of the card that wins so far."""
    return trick.index(best_of(trick, suit_of, trump))


def higher_cards(cards: int, best: int, suit_of: Sequence[int]) -> int:
    """The cards that beat the best one, all of its suit."""
    return cards & suit_of[best] & -(2 << best)


def can_beat(cards: int, best: int, led: int) -> bool:
    """Check whether a card, or one of some, beats the best so far without trumps.

    All arguments are masks.
    """
    return cards & led > best


def playable(rules: PlayRule, hand: int, trick: Sequence[int], suit_of: Sequence[int], trump: int) -> int:
    """The cards of a hand that may be played to a trick."""
    return duty(rules, hand, trick, suit_of, trump)[0]


def duty(rules: PlayRule, hand: int, trick: Sequence[int], suit_of: Sequence[int], trump: int) -> tuple[int, str]:
    """The cards that may be played, and the rule that bars the others.

    The rule is empty if any card may be played.
    """
    if not trick or rules.follow == "free":
        return hand, ""
    led = suit_of[trick[0]]
    if hand & led:
        due, rule = hand & led, "follow"
    elif rules.void == "must_trump" and hand & trump:
        due, rule = hand & trump, "void"
    else:
        return hand, ""
    if rules.beat == "must":
        best = best_of(trick, suit_of, trump)
        higher = higher_cards(due, best, suit_of)
        if higher:
            return higher, "beat"
    return due, rule


class CardsInPlay:
    """The places of the cards while a hand is played to its end in one go."""

    __slots__ = ("gone", "hands", "leader", "trick", "trump", "turn")

    def __init__(self, state: State) -> None:
        self.hands: list[int] = list(state.hands)
        self.trick: list[int] = list(state.trick)
        self.leader: int = state.leader
        self.turn: int = state.turn
        self.trump: int = state.trump
        self.gone: int = sum(1 << card for trick in state.tricks for card in trick.cards)
        """The cards of the tricks that were won."""


def trump_named(game: Game, what: str) -> int:
    """The suit that a letter, or a card, stands for; 0 if there is none."""
    if what in game.cards.numbers:
        return game.cards.suit_of[game.cards.numbers[what]]
    letter = game.rules.pack.aliases.get(what, what)
    return next((suit for suit in game.cards.suits if game.cards.names[suit.bit_length() - 1][1] == letter), 0)


class Playing:
    """The play, trick by trick; then each pile goes to its winner."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Find the first leader; end the hand after the last trick."""
        state = at.state
        if state.leader == NOBODY:
            leader = self._leader(at)
            led = state._replace(leader=leader, turn=leader)
            return Outcome(led if at.game.stock < 0 else _lay_packets(at.game, led, leader))
        if not state.trick and not any(state.hands):
            return self.finish(at)
        return None

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """The cards that the seat in turn may play."""
        state = at.state
        return (Offer("play", state.turn, at.path, cards=self.playable(at, state.turn)),)

    def playable(self, at: StepContext, seat: int) -> int:
        """The cards of a hand that may be played now."""
        state, game = at.state, at.game
        hand = state.hands[seat]
        if state.trick:
            return duty(game.rules.play, hand, state.trick, game.cards.suit_of, state.trump)[0]
        declared = _find_declared_lead(game, state, seat, hand, len(state.tricks))[0] if state.declared else 0
        if declared:
            return declared
        return (
            hand & ~find_barred_leads(self._player_leading(at, seat), state.contract) if game.rules.play.leads else hand
        )

    def _player_leading(self, at: StepContext, seat: int) -> OwnFigures:
        """The figures of the leader, for the rules on leads."""
        state = at.state
        return OwnFigures(at.game, state.setting, seat, state.hands[seat], state.trump, len(state.tricks) + 1)

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Play the card, or refuse it with the reason."""
        if not isinstance(action, PlayAction):
            return None
        state = at.state
        seat, card, bit = action.seat, action.card, 1 << action.card
        legal = self.playable(at, state.turn)
        if seat == state.turn and legal & bit:
            return self._play_card(at, seat, card)
        name = at.game.cards.names[card]
        args: dict[str, object] = {"seat": at.label(seat), "card": name}
        point = ("card", card)
        if seat != state.turn:
            args["due"] = at.label(state.turn)
            if state.trick:
                return Refusal("CAL502", at.path, args, point=point, cards=legal)
            out = Outcome(state._replace(turn=seat, leader=seat))
            rule = "play.next_leader" if state.tricks else self._leader_rule(at)
            there = self._play_card(at._replace(state=out.state), seat, card)
            first = "first" if at.game.rules.has_auction else "first_dealt"
            return Refusal("CAL501", rule, args, "" if state.tricks else first, ("seat", 0), 0, anyway=there)
        anyway = self._play_card(at, seat, card)
        if state.hands[seat] & bit and not state.trick:
            args["held"] = Listing(at.names(legal))
            _, rule = _find_declared_lead(at.game, state, seat, state.hands[seat], len(state.tricks))
            rule = rule or find_lead_rule(self._player_leading(at, seat), state.contract, card)
            return Refusal("CAL519", rule, args, "", point, legal, anyway=anyway)
        if state.hands[seat] & bit:
            suit, led = at.game.cards.suit_of[card], at.game.cards.names[state.trick[0]]
            args["led"] = at.game.ruleset.name("suits", led[1])
            args["suit"] = at.game.ruleset.name("suits", name[1])
            args["held"] = Listing(at.names(legal))
            _, rule = duty(at.game.rules.play, state.hands[seat], state.trick, at.game.cards.suit_of, state.trump)
            if rule == "follow" or at.game.cards.suit_of[state.trick[0]] & state.hands[seat] & ~suit:
                return Refusal("CAL512", "play.follow", args, "", point, legal, anyway=anyway)
            args["suit"] = at.game.ruleset.name("suits", at.names(legal)[0][1])
            args["best"] = at.game.cards.names[best_of(state.trick, at.game.cards.suit_of, state.trump)]
            return Refusal("CAL518", f"play.{rule}", args, rule, point, legal, anyway=anyway)
        gone = next((number for number, trick in enumerate(state.tricks, 1) if card in trick.cards), 0)
        if gone or card in state.trick:
            args["trick"] = gone or len(state.tricks) + 1
            return Refusal("CAL511", at.path, args, "" if gone else "same", point, legal, anyway=anyway)
        holder = next((each for each, hand in enumerate(state.hands) if hand & bit), NOBODY)
        if holder != NOBODY:
            args["holder"] = at.label(holder)
            return Refusal("CAL510", at.path, args, "", point, legal, anyway=anyway)
        return Refusal("CAL510", at.path, args, "aside", point, legal, anyway=anyway)

    def finish(self, at: StepContext) -> Outcome:
        """Give every pile to its winner, and end the hand."""
        state = at.state
        last = state.tricks[-1].winner if state.tricks else NOBODY
        happened: list[ev.Event] = []
        for number, name in enumerate(at.game.piles):
            won_by = at.game.rules.piles[name].won_by
            to = {"last_trick": last, "declarer": state.declarer, "nobody": NOBODY}[won_by]
            if state.piles[number]:
                happened.append(ev.PileWon(number, state.piles[number], to, at.all, f"piles.{name}.won_by"))
        happened += self._show_partner(at, state.partners & ~state.known)
        happened.append(ev.Ended("played", at.all, at.path))
        return Outcome(state._replace(outcome="played", known=state.partners), tuple(happened))

    def play_to_end(self, at: StepContext, choose: Callable[[CardsInPlay, int], int | None]) -> Outcome:
        """The play from here to its end, with the events of playing card by card.

        `choose` names a card of the seat in turn, among those that it may play; with None the play breaks off there.
        No seat speaks in between, and no standing rule is listening.
        """
        state, seen, suit_of = at.state, at.all, at.game.cards.suit_of
        rules, order = at.game.rules.play, state.setting.active
        after = {seat: order[(place + 1) % len(order)] for place, seat in enumerate(order)}
        reveals = self._can_reveal_partner(at)
        known, tricks, table = state.known, list(state.tricks), CardsInPlay(state)
        happened: list[ev.Event] = []
        hands, trick = table.hands, table.trick
        while any(hands):
            seat = table.turn
            hand = hands[seat]
            allowed = playable(rules, hand, trick, suit_of, state.trump)
            if rules.leads and not trick:
                player = OwnFigures(at.game, state.setting, seat, hand, state.trump, len(tricks) + 1)
                allowed &= ~find_barred_leads(player, state.contract)
            if state.declared and not trick:
                allowed = _find_declared_lead(at.game, state, seat, hand, len(tricks))[0] or allowed
            card = choose(table, allowed)
            if card is None:
                break
            hands[seat] = hand ^ 1 << card
            trick.append(card)
            happened.append(ev.Played(seat, card, seen, "play.follow"))
            if reveals:
                partner = _holder(state, card) & ~known
                known |= partner
                happened += self._show_partner(at, partner)
            table.turn = after[seat]
            if len(trick) == len(order):
                cards, leader = tuple(trick), table.leader
                winner = table.leader = table.turn = self._winner(at, leader, cards)
                happened.append(ev.TrickWon(len(tricks) + 1, leader, cards, winner, seen, "play.wins"))
                tricks.append(WonTrick(leader, cards, winner))
                table.gone |= sum([1 << each for each in cards])
                trick.clear()
        on = state._replace(
            hands=tuple(hands), trick=tuple(trick), tricks=tuple(tricks), leader=table.leader, turn=table.turn,
            known=known,
        )  # fmt: skip
        if trick or any(hands):
            return Outcome(on, tuple(happened))
        end = self.finish(at._replace(state=on))
        return Outcome(end.state, (*happened, *end.events))

    def follow_tricks(self, at: StepContext, tricks: Sequence[tuple[int, ...]]) -> Outcome:
        """The play of tricks that are proved to be legal.

        The events are those of playing card by card. Nothing may happen between two tricks, and no standing rule is
        listening.
        """
        state, seen, suit_of, order = at.state, at.all, at.game.cards.suit_of, at.state.setting.active
        seats_from = {seat: (*order[place:], *order[:place]) for place, seat in enumerate(order)}
        reveals, known = self._can_reveal_partner(at), state.known
        happened: list[ev.Event] = []
        won, leader = list(state.tricks), state.leader
        for cards in tricks:
            seats = seats_from[leader]
            for seat, card in zip(seats, cards, strict=True):
                happened.append(_new(ev.Played, (seat, card, seen, "play.follow")))
                if reveals:
                    partner = _holder(state, card) & ~known
                    known |= partner
                    happened += self._show_partner(at, partner)
            winner = seats[find_winning_place(cards, suit_of, state.trump)]
            happened.append(_new(ev.TrickWon, (len(won) + 1, leader, cards, winner, seen, "play.wins")))
            won.append(_new(WonTrick, (leader, cards, winner)))
            leader = winner
        gone = sum([1 << card for cards in tricks for card in cards])
        hands = tuple([hand & ~gone for hand in state.hands])
        on = state._replace(hands=hands, tricks=tuple(won), leader=leader, turn=leader, known=known)
        if any(hands):
            return Outcome(on, tuple(happened))
        end = self.finish(at._replace(state=on))
        return Outcome(end.state, (*happened, *end.events))

    def play_trick(self, at: StepContext, seats: Sequence[int], cards: Sequence[int]) -> tuple[Outcome, ...]:
        """Play a trick card by card, by the seats in turn.

        Empty if one of them may not be played. The same as `attempt` for each card, with fewer values on the way.
        """
        state, seen, suit_of = at.state, at.all, at.game.cards.suit_of
        rules, hands = at.game.rules.play, list(state.hands)
        reveals, known = self._can_reveal_partner(at), state.known
        trick: tuple[int, ...] = ()
        played: list[Outcome] = []
        for seat, card, after in zip(seats, cards, (*seats[1:], NOBODY), strict=True):
            hand, bit = hands[seat], 1 << card
            allowed = playable(rules, hand, trick, suit_of, state.trump) if trick else self.playable(at, seat)
            if not allowed & bit:
                return ()
            hands[seat] = hand ^ bit
            trick = (*trick, card)
            happened: tuple[ev.Event, ...] = (ev.Played(seat, card, seen, "play.follow"),)
            if reveals:
                partner = _holder(state, card) & ~known
                known |= partner
                happened += self._show_partner(at, partner)
            if after == NOBODY:
                played.append(self._win_trick(at, tuple(hands), trick, known, happened))
            else:
                on = state._replace(hands=tuple(hands), trick=trick, turn=after, known=known)
                played.append(Outcome(on, happened))
        return tuple(played)

    def _play_card(self, at: StepContext, seat: int, card: int) -> Outcome:
        state, seen = at.state, at.all
        setting, trick, known = state.setting, (*state.trick, card), state.known
        happened: tuple[ev.Event, ...] = (ev.Played(seat, card, seen, "play.follow"),)
        gone = ~(1 << card)
        hands = tuple([hand & gone for hand in state.hands])
        partner = _holder(state, card) & ~known if state.partners != known else 0
        if partner and self._can_reveal_partner(at):
            known |= partner
            happened += self._show_partner(at, partner)
        if len(trick) < len(setting.active):
            on = state._replace(hands=hands, trick=trick, turn=setting.seat_after(seat), known=known)
            return Outcome(on, happened)
        return self._win_trick(at, hands, trick, known, happened)

    def _win_trick(
        self,
        at: StepContext,
        hands: tuple[int, ...],
        trick: tuple[int, ...],
        known: int,
        happened: tuple[ev.Event, ...],
    ) -> Outcome:
        """Finish a trick with its last card; `happened` when it was played."""
        state = at.state
        leader, tricks = state.leader, state.tricks
        winner = self._winner(at, leader, trick)
        happened += (ev.TrickWon(len(tricks) + 1, leader, trick, winner, at.all, "play.wins"),)
        tricks += (WonTrick(leader, trick, winner),)
        on = state._replace(hands=hands, trick=(), tricks=tricks, leader=winner, turn=winner, known=known)
        if at.game.rules.play.draw is not None:
            on = _begin_drawing(at.game, on, winner, trick)
        return Outcome(on, happened)

    def _can_reveal_partner(self, at: StepContext) -> bool:
        state = at.state
        if state.partners == state.known:
            return False
        call = at.game.step(self._call_path(at)[: -len(".revealed")])
        return bool(call.params.revealed == "when_played")

    def _show_partner(self, at: StepContext, partners: int) -> tuple[ev.Event, ...]:
        """Events that make partners, a mask of seats, known to all."""
        return tuple([ev.PartnerKnown(seat, at.all, self._call_path(at)) for seat in bits(partners)])

    def _winner(self, at: StepContext, leader: int, trick: tuple[int, ...]) -> int:
        best = best_of(trick, at.game.cards.suit_of, at.state.trump)
        order = at.state.setting.active
        return order[(order.index(leader) + trick.index(best)) % len(order)]

    def _leader(self, at: StepContext) -> int:
        state = at.state
        if state.declarer == NOBODY:
            # A dealer who sits out cannot lead: the eldest does, as he speaks first in his stead.
            dealer = at.game.rules.all_pass.params.leader == "dealer" and state.setting.dealer in state.setting.active
            return state.setting.dealer if dealer else state.setting.eldest
        contract = at.game.rules.contracts[state.contract]
        named = contract.leading_card
        if contract.leader == "holder" and named is not None:
            known = at.game.cards.numbers
            card = 1 << known[named] if named in known else 0  # perhaps the pack of this table does not have it
            return next((seat for seat in state.setting.active if state.has_cards(seat, card)), state.setting.eldest)
        return seat_of(at, contract.leader)

    def _leader_rule(self, at: StepContext) -> str:
        return f"{contract_path(at.game.rules, at.state.contract)}.leader" if at.state.contract else "all_pass.leader"

    def _call_path(self, at: StepContext) -> str:
        for path in at.state.program:
            if path.startswith("steps.") and at.game.step(path).do == "call":
                return f"{path}.revealed"
        return at.path


def _find_declared_lead(game: Game, state: State, seat: int, hand: int, tricks: int) -> tuple[int, str]:
    """The cards to lead after a declaration, and the rule; few games have one."""
    from calarec.core.engine.declaring import find_declared_lead

    return find_declared_lead(game, state, seat, hand, tricks)


def _lay_packets(game: Game, state: State, leader: int) -> State:
    """Lay out a stock in packets; few games have one."""
    from calarec.core.engine.drawing import lay_packets

    return lay_packets(game, state, leader)


def _begin_drawing(game: Game, state: State, winner: int, trick: Sequence[int]) -> State:
    """Find who draws after a trick; few games have a stock."""
    from calarec.core.engine.drawing import begin_drawing

    return begin_drawing(game, state, winner, trick)


def _holder(state: State, card: int) -> int:
    """The seat, as a mask, that a card made a partner when it was called."""
    return sum(1 << place for called, place in state.calls if called == card and place >= 0) & state.partners


def seat_of(at: StepContext, role: str) -> int:
    """The seat that leads, by its role in the contract and the direction of play."""
    state = at.state
    setting = state.setting
    if role == "eldest":
        return setting.eldest
    if role == "declarer":
        return state.declarer
    after = at.game.rules.table.direction == "clockwise"
    others = setting.others(state.declarer)
    return others[0] if (role == "left_of_declarer") == after else others[-1]
