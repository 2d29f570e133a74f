"""Discard: the declarer lays cards aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Discard as DiscardAction
from calarec.moves.behaviour import Offer, Outcome, Refusal
from calarec.moves.reasons import not_due, not_held, wrong_number, wrong_seat
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """The declarer lays cards from the hand on a pile."""

    to: str = param("To", "The pile on which they are laid.", refers_to="pile")
    cards: Literal["down_to_dealt", "up_to_pile"] = param(
        "Cards",
        "How many cards.",
        default="down_to_dealt",
        options={
            "down_to_dealt": "as many as bring the hand back to the number dealt",
            "up_to_pile": "at most as many as a pile holds",
        },
    )
    pile: str | None = param(
        "Pile", "With `up_to_pile`: the pile that limits the number.", default=None, refers_to="pile"
    )
    at_least: int = param("At least", "With `up_to_pile`: the least number of cards.", default=0, least=0, most=4)
    open: bool = param("Open", "Whether they are shown to all.", default=False)


class Discarding:
    """The declarer lays cards on a pile."""

    def automatic(self, at: Moment) -> Outcome | None:
        """Passed over if no card may be laid aside."""
        return Outcome(at.on()) if self._limits(at)[1] == 0 else None

    def offers(self, at: Moment) -> tuple[Offer, ...]:
        """Any cards of the hand, as many as the rules want."""
        state = at.state
        least, most = self._limits(at)
        cards = state.hands[state.declarer]
        return (Offer("discard", state.declarer, at.path, cards=cards, least=least, most=most, to=self._pile(at)),)

    def attempt(self, at: Moment, action: act.Action) -> Outcome | Refusal:
        """Moves the cards."""
        state, part = at.state, at.part
        if not isinstance(action, DiscardAction):
            return not_due(at, action)
        pile = self._pile(at)
        if action.pile not in (-1, pile):
            return not_due(at, action)
        number = action.cards.bit_count()
        seen = at.all if part.open else 1 << action.seat
        event = ev.Discarded(action.seat, pile, action.cards, part.open, seen, at.path)
        moved = state.with_hand(action.seat, state.hands[action.seat] & ~action.cards)
        moved = moved.with_pile(pile, state.piles[pile] | action.cards)
        outcome = Outcome(moved._replace(at=state.at + 1, discards=number), (event,))
        if action.seat != state.declarer:
            return wrong_seat(at, action.seat, state.declarer, anyway=outcome)
        if not state.holds(action.seat, action.cards):
            return not_held(at, action.seat, state.hands[action.seat], action.cards, anyway=outcome)
        least, most = self._limits(at)
        if not least <= number <= most:
            return wrong_number(at, action.seat, number, least, most, anyway=outcome)
        return outcome

    def _pile(self, at: Moment) -> int:
        return at.game.piles.index(at.part.to)

    def _limits(self, at: Moment) -> tuple[int, int]:
        part = at.part
        held = at.state.hands[at.state.declarer].bit_count()
        if part.cards == "down_to_dealt":
            excess = max(held - at.game.rules.deal.hand, 0)
            return excess, excess
        most = min(at.state.piles[at.game.piles.index(part.pile)].bit_count(), held)
        return min(part.at_least, most), most


def check_limits(rules: Rules, report: Report) -> None:
    """How many cards may be discarded is said once, and can be had."""
    for key, discard in report.steps("discard"):
        path = f"steps.{key}"
        if discard.cards == "up_to_pile" and discard.pile is None:
            report.add("RUL413", f"{path}.cards")
        elif discard.cards == "up_to_pile":
            pile = rules.piles.get(discard.pile)
            if pile is not None and 0 < pile.dealt < discard.at_least:
                where = report.blame(f"{path}.at_least", f"piles.{discard.pile}.dealt")
                report.add("RUL413", where, wording="least", least=discard.at_least, pile=discard.pile, size=pile.dealt)
        else:
            for name in ("pile", "at_least"):
                if report.said(f"{path}.{name}"):
                    report.add("RUL704", f"{path}.{name}", wording="down_to_dealt", key=True)


MECHANISM = Mechanism(
    name="discard",
    kind=Kind.STEP,
    part=Discard,
    title=Words("Discarding"),
    about="The declarer lays cards aside.",
    say=sentences("discard"),
    behaviour=Discarding(),
    checks=(check_limits,),
)
