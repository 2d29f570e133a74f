"""Take: somebody takes cards from a pile into the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Listing, Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Take as TakeAction
from calarec.moves.behaviour import Offer, Outcome, Refusal
from calarec.moves.reasons import not_due, wrong_number, wrong_seat
from calarec.moves.state import NOBODY
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """Somebody takes cards from a pile."""

    who: Literal["declarer", "holder"] = param(
        "Who",
        "Who takes.",
        default="declarer",
        options={
            "declarer": "the declarer",
            "holder": "who held the called card; nobody if no other hand held it",
        },
    )
    pile: str = param("Pile", "The pile from which the cards are taken.", refers_to="pile")
    cards: Literal["all", "as_discarded"] = param(
        "Cards",
        "How many cards.",
        default="all",
        options={"all": "all of them", "as_discarded": "as many as were discarded before, chosen freely"},
    )
    shown: Literal["everyone", "taker"] = param(
        "Shown to",
        "Who sees the pile.",
        options={"everyone": "it is turned face up for all", "taker": "only the seat that takes"},
    )


class Taking:
    """Cards go from a pile into a hand."""

    def automatic(self, at: Moment) -> Outcome | None:
        """Passed over if there is nobody to take, or nothing to be taken."""
        state, none = at.state, self._taker(at) == NOBODY or not self._most(at)
        on = state._replace(at=state.at + 1, turned=False) if none else state._replace(turned=True)
        turned = () if state.turned else self._turned(at)
        return Outcome(on, turned) if none or turned else None

    def offers(self, at: Moment) -> tuple[Offer, ...]:
        """The whole pile, or any choice of as many cards as were discarded."""
        number = self._most(at)
        return (
            Offer(
                "take", self._taker(at), at.path, cards=at.state.piles[self._pile(at)], least=number, most=number,
                to=self._pile(at),
            ),
        )  # fmt: skip

    def attempt(self, at: Moment, action: act.Action) -> Outcome | Refusal:
        """Moves the cards."""
        state, part = at.state, at.part
        if not isinstance(action, TakeAction):
            return not_due(at, action)
        pile, taker, number = self._pile(at), self._taker(at), self._most(at)
        if action.pile not in (-1, pile):
            return not_due(at, action)
        open_ = part.shown == "everyone"
        seen = at.all if open_ else 1 << action.seat | self._laid_by(at, action.cards)
        event = ev.Taken(action.seat, pile, action.cards, open_, seen, at.path)
        moved = state.with_pile(pile, state.piles[pile] & ~action.cards)
        moved = moved.with_hand(action.seat, state.hands[action.seat] | action.cards)
        outcome = Outcome(moved._replace(at=state.at + 1, turned=False), (event,))
        if action.seat != taker:
            return wrong_seat(at, action.seat, taker, anyway=outcome)
        missing = action.cards & ~state.piles[pile]
        if missing:
            args: dict[str, object] = {"seat": at.label(taker), "pile": at.game.ruleset.name("piles", part.pile)}
            first = (missing & -missing).bit_length() - 1
            args |= {"card": at.game.cards.names[first], "held": Listing(at.names(state.piles[pile]))}
            return Refusal("CAL435", at.path, args, point=("card", first), cards=state.piles[pile], anyway=outcome)
        if action.cards.bit_count() != number:
            return wrong_number(at, action.seat, action.cards.bit_count(), number, number, anyway=outcome)
        return outcome

    def _laid_by(self, at: Moment, cards: int) -> int:
        """The declarer, where all that is taken is what he laid on the table himself: he knows it."""
        state = at.state
        return (
            1 << state.declarer if cards == state.piles[self._pile(at)] and cards and not cards & ~state.tabled else 0
        )

    def _pile(self, at: Moment) -> int:
        return at.game.piles.index(at.part.pile)

    def _taker(self, at: Moment) -> int:
        state = at.state
        if at.part.who == "declarer":
            return state.declarer
        return state.found if state.found >= 0 else NOBODY

    def _most(self, at: Moment) -> int:
        here = at.state.piles[self._pile(at)].bit_count()
        return here if at.part.cards == "all" else min(here, at.state.discards)

    def _turned(self, at: Moment) -> tuple[ev.Event, ...]:
        """A pile of which only a part is taken is seen first, by all or by the taker."""
        part = at.part
        taker = self._taker(at)
        if part.cards == "all" or taker == NOBODY:
            return ()
        seen = at.all if part.shown == "everyone" else 1 << taker
        return (ev.Turned(self._pile(at), at.state.piles[self._pile(at)], seen, f"{at.path}.shown"),)


MECHANISM = Mechanism(
    name="take",
    kind=Kind.STEP,
    part=Take,
    title=Words("Taking a pile"),
    about="Somebody takes cards from a pile into the hand.",
    say=sentences("take"),
    behaviour=Taking(),
)
