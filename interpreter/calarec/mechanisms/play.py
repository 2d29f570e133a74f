"""Play: the tricks, who must follow, who wins and who leads next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Listing, Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Play as PlayAction
from calarec.moves.behaviour import Offer, Outcome, Refusal
from calarec.moves.reasons import not_due
from calarec.moves.state import NOBODY, Trick
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """How tricks are played; there are no trumps."""

    follow: Literal["must", "free"] = param(
        "Follow",
        "What may be played to a lead.",
        default="must",
        options={"must": "a card of the suit led, if there is one in the hand", "free": "any card"},
    )
    wins: Literal["highest_of_suit_led"] = param(
        "Wins",
        "Who wins a trick.",
        default="highest_of_suit_led",
        options={"highest_of_suit_led": "who played the highest card of the suit led"},
    )
    next_leader: Literal["winner"] = param(
        "Next leader",
        "Who leads to the next trick.",
        default="winner",
        options={"winner": "who won the last one"},
    )


class Playing:
    """Trick after trick, until the hands are empty; then the piles go to who has won them."""

    def automatic(self, at: Moment) -> Outcome | None:
        """Finds the first leader; ends the hand after the last trick."""
        state = at.state
        if state.leader == NOBODY:
            leader = self._leader(at)
            return Outcome(state._replace(leader=leader, turn=leader))
        if not state.trick and not any(state.hands):
            return self.finish(at)
        return None

    def offers(self, at: Moment) -> tuple[Offer, ...]:
        """The cards that the seat in turn may play."""
        state = at.state
        return (Offer("play", state.turn, at.path, cards=self.playable(at, state.turn)),)

    def playable(self, at: Moment, seat: int) -> int:
        """The cards of a hand that may be played now."""
        state = at.state
        hand = state.hands[seat]
        if state.trick and at.game.rules.play.follow == "must":
            return hand & at.game.cards.suit_of[state.trick[0]] or hand
        return hand

    def attempt(self, at: Moment, action: act.Action) -> Outcome | Refusal:
        """Plays the card, or says why it may not be played."""
        if not isinstance(action, PlayAction):
            return not_due(at, action)
        state = at.state
        seat, card, bit = action.seat, action.card, 1 << action.card
        legal = self.playable(at, state.turn)
        if seat == state.turn and legal & bit:
            return self._played(at, seat, card)
        name = at.game.cards.names[card]
        args: dict[str, object] = {"seat": at.label(seat), "card": name}
        point = ("card", card)
        if seat != state.turn:
            args["due"] = at.label(state.turn)
            if state.trick:
                return Refusal("CAL502", at.path, args, point=point, cards=legal)
            out = Outcome(state._replace(turn=seat, leader=seat))
            rule = "play.next_leader" if state.tricks else self._leader_rule(at)
            there = self._played(at._replace(state=out.state), seat, card)
            return Refusal("CAL501", rule, args, "" if state.tricks else "first", ("seat", 0), 0, anyway=there)
        anyway = self._played(at, seat, card)
        if state.hands[seat] & bit:
            led = at.game.cards.names[state.trick[0]]
            args["led"] = at.game.ruleset.name("suits", led[1])
            args["suit"] = at.game.ruleset.name("suits", name[1])
            args["held"] = Listing(at.names(legal))
            return Refusal("CAL512", "play.follow", args, "", point, legal, anyway=anyway)
        gone = next((number for number, trick in enumerate(state.tricks, 1) if card in trick.cards), 0)
        if gone or card in state.trick:
            args["trick"] = gone or len(state.tricks) + 1
            return Refusal("CAL511", at.path, args, "" if gone else "same", point, legal, anyway=anyway)
        holder = next((each for each, hand in enumerate(state.hands) if hand & bit), NOBODY)
        if holder != NOBODY:
            args["holder"] = at.label(holder)
            return Refusal("CAL510", at.path, args, "", point, legal, anyway=anyway)
        return Refusal("CAL510", at.path, args, "aside", point, legal, anyway=anyway)

    def finish(self, at: Moment) -> Outcome:
        """Every pile goes to who has won it, and the hand is over."""
        state = at.state
        last = state.tricks[-1].winner if state.tricks else NOBODY
        happened: list[ev.Event] = []
        for number, name in enumerate(at.game.piles):
            won_by = at.game.rules.piles[name].won_by
            to = {"last_trick": last, "declarer": state.declarer, "nobody": NOBODY}[won_by]
            if state.piles[number]:
                happened.append(ev.PileWon(number, state.piles[number], to, at.all, f"piles.{name}.won_by"))
        if state.partner != NOBODY and not state.partner_known:
            happened.append(ev.PartnerKnown(state.partner, at.all, self._call_path(at)))
        happened.append(ev.Ended("played", at.all, at.path))
        return Outcome(state._replace(outcome="played", partner_known=state.partner != NOBODY), tuple(happened))

    def _played(self, at: Moment, seat: int, card: int) -> Outcome:
        state, seen = at.state, at.all
        setting, trick, known = state.setting, (*state.trick, card), state.partner_known
        happened: tuple[ev.Event, ...] = (ev.Played(seat, card, seen, "play.follow"),)
        gone = ~(1 << card)
        hands = tuple([hand & gone for hand in state.hands])
        if card == state.called and self._reveals(at):
            known = True
            happened += (ev.PartnerKnown(state.partner, seen, self._call_path(at)),)
        if len(trick) < len(setting.active):
            on = state._replace(hands=hands, trick=trick, turn=setting.after(seat), partner_known=known)
            return Outcome(on, happened)
        leader, tricks = state.leader, state.tricks
        winner = self._winner(at, leader, trick)
        happened += (ev.TrickWon(len(tricks) + 1, leader, trick, winner, seen, "play.wins"),)
        tricks += (Trick(leader, trick, winner),)
        on = state._replace(hands=hands, trick=(), tricks=tricks, leader=winner, turn=winner, partner_known=known)
        return Outcome(on, happened)

    def _reveals(self, at: Moment) -> bool:
        state = at.state
        if state.partner == NOBODY or state.partner_known:
            return False
        call = at.game.step(self._call_path(at)[: -len(".revealed")])
        return bool(call.part.revealed == "when_played")

    def _winner(self, at: Moment, leader: int, trick: tuple[int, ...]) -> int:
        suit = at.game.cards.suit_of[trick[0]]
        best = max([card for card in trick if suit >> card & 1])
        order = at.state.setting.active
        return order[(order.index(leader) + trick.index(best)) % len(order)]

    def _leader(self, at: Moment) -> int:
        state = at.state
        if state.declarer == NOBODY:
            # A dealer who sits out cannot lead: the eldest does, as he speaks first in his stead.
            dealer = at.game.rules.all_pass.part.leader == "dealer" and state.setting.dealer in state.setting.active
            return state.setting.dealer if dealer else state.setting.eldest
        return seat_of(at, at.game.rules.contracts[state.contract].leader)

    def _leader_rule(self, at: Moment) -> str:
        return f"contracts.{at.state.contract}.leader" if at.state.contract else "all_pass.leader"

    def _call_path(self, at: Moment) -> str:
        for path in at.state.program:
            if path.startswith("steps.") and at.game.step(path).do == "call":
                return f"{path}.revealed"
        return at.path


def seat_of(at: Moment, role: str) -> int:
    """The seat that leads, by the role that a contract names; left and right go by the direction of play."""
    state = at.state
    setting = state.setting
    if role == "eldest":
        return setting.eldest
    if role == "declarer":
        return state.declarer
    after = at.game.rules.table.direction == "clockwise"
    others = setting.others(state.declarer)
    return others[0] if (role == "left_of_declarer") == after else others[-1]


MECHANISM = Mechanism(
    name="play",
    kind=Kind.SECTION,
    part=Play,
    title=Words("The play"),
    about="How tricks are played and won.",
    say=sentences("play"),
    behaviour=Playing(),
)
