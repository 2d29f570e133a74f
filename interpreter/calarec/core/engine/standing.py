"""Actions between any two moves: claims, faults, shown cards, signals, open hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.actions import ClaimAction, FaultAction, ShowAction, SignalAction
from calarec.core.engine.cards import bits
from calarec.core.engine.state import DRAWING, NOBODY
from calarec.core.engine.terms import Outcome, Refusal, not_held

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.terms import StepContext
    from calarec.core.mechanisms.standing import ClaimRule, FaultRule, OpenHandsRule, ShowRule, SignalRule


class Claiming:
    """A claim that holds ends the hand."""

    def attempt(self, at: StepContext, name: str, params: ClaimRule, action: Action) -> Outcome | Refusal | None:
        """States the claim and, if it holds, ends the hand."""
        if not isinstance(action, ClaimAction):
            return None
        state = at.state
        rule = f"standing.{name}"
        holds = action.accepted is True or (action.accepted is None and params.accepted == "at_once")
        events = self._events(at, action, rule, holds=holds)
        if holds:
            state = state._replace(outcome="claimed")
        outcome = Outcome(state, events)
        args: dict[str, object] = {"seat": at.label(action.seat), "points": action.points or 0}
        if state.step == "auction":
            nobody = state.bidding is None or state.bidding.high < 0
            return Refusal("CAL523", rule, args, "no_bid" if nobody else "auction", anyway=outcome)
        if params.by == "declarer" and action.seat != state.declarer:
            return Refusal("CAL520", f"{rule}.by", args, anyway=outcome)
        if action.points is not None and not params.points:
            return Refusal("CAL521", f"{rule}.points", args, anyway=outcome)
        alone = state.declarer == NOBODY and len(state.setting.fixed_sides) != 2
        if alone and (action.concede or action.points is not None):
            return Refusal("CAL522", rule, args, "" if action.concede else "points")
        if state.step not in ("play", DRAWING):
            return Refusal("CAL523", rule, args, anyway=outcome)
        if action.points is not None:
            least, most = self._points_range(at, self._winner(state, action))
            if not least <= action.points <= most:
                return Refusal("CAL521", rule, args | {"least": least, "most": most}, "range")
        return outcome

    def _events(self, at: StepContext, action: ClaimAction, rule: str, *, holds: bool) -> tuple[ev.Event, ...]:
        state = at.state
        to = self._winner(state, action)
        # What a claim that does not hold would have won tells nobody which cards are still in play.
        rest = sum(state.hands) | sum(1 << card for card in state.trick) if holds else 0
        if holds and action.points is not None:
            # Who would have won the last trick is not known, and its piles are in what is claimed.
            rest |= self._with_the_last_trick(at)
        tricks = max((hand.bit_count() for hand in state.hands), default=0)
        if holds and at.game.stock >= 0:
            # What was still to be drawn would have been played, too.
            stock = state.piles[at.game.stock]
            tricks = (sum(hand.bit_count() for hand in state.hands) + stock.bit_count()) // len(state.setting.active)
            rest |= stock
        claimed = ev.Claimed(
            action.seat, action.points, action.concede, action.accepted, holds, to, rest, tricks, at.all, rule
        )
        if not holds:
            return (claimed,)
        if state.step == "auction":
            # Without a contract there are no sides that could have won anything.
            return (claimed, ev.Ended("claimed", at.all, rule))
        piles = [
            self._pile_won(at, number, to, rule)
            for number, cards in enumerate(state.piles)
            if cards and not cards & rest
        ]
        partners = [ev.PartnerKnown(partner, at.all, rule) for partner in bits(state.partners & ~state.known)]
        return (claimed, *piles, *partners, ev.Ended("claimed", at.all, rule))

    def _winner(self, state: State, action: ClaimAction) -> int:
        """A seat of the side that gets the claim: the claimer, or a conceder's opponent."""
        if not action.concede:
            return action.seat
        mine = state.side_mask(action.seat)
        return next((other for other in state.setting.others(action.seat) if not mine >> other & 1), NOBODY)

    def _points_range(self, at: StepContext, to: int) -> tuple[int, int]:
        """The fewest and most points that the winner can end with, by what is won."""
        state, cards = at.state, at.game.cards
        worth = [0, 0]
        for trick in state.tricks:
            worth[state.side_mask(to) >> trick.winner & 1] += sum(cards.points[card] for card in trick.cards)
        gone = 0
        for name, lying in zip(at.game.piles, state.piles, strict=True):
            won_by = at.game.rules.piles[name].won_by
            if won_by == "declarer" and state.declarer != NOBODY:
                worth[state.side_mask(to) >> state.declarer & 1] += cards.worth(lying)
            elif won_by != "last_trick":
                gone += cards.worth(lying)
        return worth[1], cards.worth(cards.full) + at.game.rules.pack.last_trick - gone - worth[0]

    def _with_the_last_trick(self, at: StepContext) -> int:
        """The cards that go to the winner of the last trick."""
        piles = zip(at.game.piles, at.state.piles, strict=True)
        return sum(cards for name, cards in piles if at.game.rules.piles[name].won_by == "last_trick")

    def _pile_won(self, at: StepContext, number: int, to: int, rule: str) -> ev.PileWon:
        """A pile goes with the rest only if it goes with the last trick."""
        name = at.game.piles[number]
        won_by = at.game.rules.piles[name].won_by
        if won_by != "last_trick":
            to, rule = at.state.declarer if won_by == "declarer" else NOBODY, f"piles.{name}.won_by"
        return ev.PileWon(number, at.state.piles[number], to, at.all, rule)


def may_commit(game: Game, setting: Seating, word: str, seat: int) -> bool:
    """Check whether a seat can commit an irregularity at all.

    A dealer who sits out can misdeal.
    """
    entry = game.rules.standing.get(word)
    is_dealers = entry is not None and entry.do == "fault" and entry.params.by == "dealer"
    return seat in setting.active or (is_dealers and seat in setting.out and seat == setting.dealer)


class Faulting:
    """An irregularity is claimed; what it costs is settled with the hand."""

    def attempt(self, at: StepContext, name: str, params: FaultRule, action: Action) -> Outcome | Refusal | None:
        """States the irregularity."""
        if not isinstance(action, FaultAction) or action.word != name:
            return None
        state, rule = at.state, f"standing.{name}"
        event = ev.Faulted(action.seat, action.word, action.by, action.trick, at.all, rule)
        events: tuple[ev.Event, ...] = (event,)
        state = state._replace(faults=(*state.faults, (action.word, action.seat)))
        if params.deal == "void" and state.outcome != "void":
            state = state._replace(outcome="void")
            events += (ev.Ended("void", at.all, f"{rule}.deal"),)
        outcome = Outcome(state, events)
        args: dict[str, object] = {"seat": at.label(action.seat), "word": action.word}
        if not state.is_rule_for(params.by, action.seat):
            return Refusal("CAL530", f"{rule}.by", args, params.by, anyway=outcome)
        if action.by != NOBODY and params.claimed_by == "other_side" and state.side_mask(action.seat) >> action.by & 1:
            args["by"] = at.label(action.by)
            return Refusal("CAL531", f"{rule}.claimed_by", args, anyway=outcome)
        if self._is_too_late(at, params):
            return Refusal("CAL532", f"{rule}.before", args, params.before, anyway=outcome)
        return outcome

    def _is_too_late(self, at: StepContext, params: FaultRule) -> bool:
        if params.before == "auction":
            return at.state.step != "auction"
        return params.before == "first_lead" and at.state.has_started


class Showing:
    """Cards are seen and stay where they are."""

    def attempt(self, at: StepContext, name: str, params: ShowRule, action: Action) -> Outcome | Refusal | None:
        """Shows the cards."""
        if not isinstance(action, ShowAction):
            return None
        state = at.state
        event = ev.Shown(action.seat, action.cards, action.to | 1 << action.seat, f"standing.{name}")
        outcome = Outcome(state, (event,))
        args: dict[str, object] = {"seat": at.label(action.seat)}
        if not state.is_rule_for(params.by, action.seat):
            return Refusal("CAL540", f"standing.{name}.by", args, params.by, anyway=outcome)
        if params.when == "before_first_lead" and state.has_started:
            return Refusal("CAL541", f"standing.{name}.when", args, anyway=outcome)
        if not state.has_cards(action.seat, action.cards):
            return not_held(at, action.seat, state.hands[action.seat], action.cards, anyway=outcome)
        return outcome


class Signalling:
    """Signals that are given with a card."""

    def attempt(self, at: StepContext, name: str, params: SignalRule, action: Action) -> Outcome | Refusal | None:
        """Says the word."""
        if not isinstance(action, SignalAction) or action.word not in params.words:
            return None
        state = at.state
        outcome = Outcome(state, (ev.Signalled(action.seat, action.word, at.all, f"standing.{name}"),))
        args: dict[str, object] = {"seat": at.label(action.seat), "word": action.word}
        if params.contracts and state.contract not in params.contracts:
            contract = at.game.ruleset.name("contracts", state.contract) if state.contract else ""
            args["contract"] = contract
            return Refusal("CAL550", f"standing.{name}.contracts", args, "contract", anyway=outcome)
        if not state.is_rule_for(params.by, action.seat):
            return Refusal("CAL550", f"standing.{name}.by", args, anyway=outcome)
        if params.when == "leading" and (state.trick or action.seat != state.turn):
            return Refusal("CAL551", f"standing.{name}.when", args, point=("word", 1), anyway=outcome)
        return outcome


class Opening:
    """Opening of hands, which follows a won trick without an action."""

    def attempt(self, at: StepContext, name: str, params: OpenHandsRule, action: Action) -> None:
        """None: hands open without an action."""

    def react_to(self, at: StepContext, name: str, params: OpenHandsRule, event: ev.Event) -> tuple[ev.Event, ...]:
        """The hands that an event opens."""
        state = at.state
        elsewhere = params.contracts and state.contract not in params.contracts
        if state.declarer == NOBODY or elsewhere or not self._is_time(params, event):
            return ()
        opponents = state.opponents()
        seen = at.all if params.to == "everyone" else sum(1 << seat for seat in opponents)
        whose = {
            "opponents": opponents, "declarer": (state.declarer,),
            "partner": tuple(bits(state.known)), "everyone": state.setting.active,
        }[params.whose]  # fmt: skip
        rule = f"standing.{name}"
        return tuple(ev.HandOpened(seat, state.hands[seat], seen, rule) for seat in whose if state.hands[seat])

    def _is_time(self, params: OpenHandsRule, event: ev.Event) -> bool:
        if params.after_trick:
            return isinstance(event, ev.TrickWon) and event.number == params.after_trick
        return isinstance(event, ev.Settled)
