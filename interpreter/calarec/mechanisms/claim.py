"""Claim: somebody claims or concedes the tricks that are still to be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Claim as ClaimAction
from calarec.moves.behaviour import Outcome, Refusal
from calarec.moves.state import NOBODY
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment
    from calarec.moves.state import State
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A hand may end before its last trick."""

    by: Literal["anyone", "declarer"] = param(
        "By",
        "Who may claim or concede.",
        default="anyone",
        options={"anyone": "anyone who plays", "declarer": "the declarer"},
    )
    points: bool = param("Points", "Whether a number of points may be claimed instead of the rest.", default=True)
    accepted: Literal["by_other_side", "at_once"] = param(
        "Accepted",
        "What makes it hold.",
        default="by_other_side",
        options={"by_other_side": "the other side accepts it", "at_once": "nothing more"},
    )


class Claiming:
    """A claim that holds ends the hand."""

    def attempt(self, at: Moment, name: str, part: Claim, action: act.Action) -> Outcome | Refusal | None:
        """States the claim and, if it holds, ends the hand."""
        if not isinstance(action, ClaimAction):
            return None
        state = at.state
        rule = f"standing.{name}"
        holds = action.accepted is True or (action.accepted is None and part.accepted == "at_once")
        events = self._events(at, action, rule, holds=holds)
        if holds:
            state = state._replace(outcome="claimed")
        outcome = Outcome(state, events)
        args: dict[str, object] = {"seat": at.label(action.seat), "points": action.points or 0}
        if state.step == "auction":
            nobody = state.bidding is None or state.bidding.high < 0
            return Refusal("CAL523", rule, args, "no_bid" if nobody else "auction", anyway=outcome)
        if part.by == "declarer" and action.seat != state.declarer:
            return Refusal("CAL520", f"{rule}.by", args, anyway=outcome)
        if action.points is not None and not part.points:
            return Refusal("CAL521", f"{rule}.points", args, anyway=outcome)
        if state.declarer == NOBODY and (action.concede or action.points is not None):
            return Refusal("CAL522", rule, args, "" if action.concede else "points")
        if state.step != "play":
            return Refusal("CAL523", rule, args, anyway=outcome)
        if action.points is not None:
            least, most = self._possible(at, self._winner(state, action))
            if not least <= action.points <= most:
                return Refusal("CAL521", rule, args | {"least": least, "most": most}, "range")
        return outcome

    def _events(self, at: Moment, action: ClaimAction, rule: str, *, holds: bool) -> tuple[ev.Event, ...]:
        state = at.state
        to = self._winner(state, action)
        # What a claim that does not hold would have won tells nobody which cards are still in play.
        rest = sum(state.hands) | sum(1 << card for card in state.trick) if holds else 0
        if holds and action.points is not None:
            # Who would have won the last trick is not known, and its piles are in what is claimed.
            rest |= self._with_the_last_trick(at)
        tricks = max((hand.bit_count() for hand in state.hands), default=0)
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
        known = state.partner_known or state.partner == NOBODY
        partner = () if known else (ev.PartnerKnown(state.partner, at.all, rule),)
        return (claimed, *piles, *partner, ev.Ended("claimed", at.all, rule))

    def _winner(self, state: State, action: ClaimAction) -> int:
        """A seat of the side that gets what is claimed: who claims, or an opponent of who concedes."""
        if not action.concede:
            return action.seat
        mine = state.side(action.seat)
        return next((each for each in state.setting.others(action.seat) if not mine >> each & 1), NOBODY)

    def _possible(self, at: Moment, to: int) -> tuple[int, int]:
        """The fewest and the most points that the winner's side can end with, by what is already won."""
        state, cards = at.state, at.game.cards
        worth = [0, 0]
        for trick in state.tricks:
            worth[state.side(to) >> trick.winner & 1] += sum(cards.points[card] for card in trick.cards)
        gone = 0
        for name, lying in zip(at.game.piles, state.piles, strict=True):
            won_by = at.game.rules.piles[name].won_by
            if won_by == "declarer":
                worth[state.side(to) >> state.declarer & 1] += cards.worth(lying)
            elif won_by == "nobody":
                gone += cards.worth(lying)
        return worth[1], cards.worth(cards.full) + at.game.rules.pack.last_trick - gone - worth[0]

    def _with_the_last_trick(self, at: Moment) -> int:
        """The cards that go to whoever wins the last trick."""
        piles = zip(at.game.piles, at.state.piles, strict=True)
        return sum(cards for name, cards in piles if at.game.rules.piles[name].won_by == "last_trick")

    def _pile_won(self, at: Moment, number: int, to: int, rule: str) -> ev.PileWon:
        """A pile goes with the rest only if it goes with the last trick."""
        name = at.game.piles[number]
        won_by = at.game.rules.piles[name].won_by
        if won_by != "last_trick":
            to, rule = at.state.declarer if won_by == "declarer" else NOBODY, f"piles.{name}.won_by"
        return ev.PileWon(number, at.state.piles[number], to, at.all, rule)


def check_once(rules: Rules, report: Report) -> None:
    """Two rules of this kind would contradict each other."""
    del rules
    for key, _ in list(report.standing("claim"))[1:]:
        report.add("RUL611", f"standing.{key}", name=key)


MECHANISM = Mechanism(
    name="claim",
    kind=Kind.STANDING,
    part=Claim,
    title=Words("Claims"),
    about="Somebody claims or concedes what is still to be played.",
    say=sentences("claim"),
    behaviour=Claiming(),
    checks=(check_once,),
)
