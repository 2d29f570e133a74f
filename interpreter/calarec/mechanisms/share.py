"""Share: the opponents share a pile, and each discards as many cards as he took."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Listing, Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Discard as DiscardAction
from calarec.moves.actions import Take as TakeAction
from calarec.moves.behaviour import Offer, Outcome, Refusal
from calarec.moves.reasons import not_due, not_held, wrong_number, wrong_seat
from calarec.moves.state import Sharing
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Opponents take cards from a pile and put as many back."""

    pile: str = param("Pile", "The pile that is shared; the discards go back to it.", refers_to="pile")
    who: Literal["opponents", "first_two_opponents"] = param(
        "Who",
        "Who shares, counted from the declarer on in order of play.",
        default="opponents",
        options={"opponents": "all opponents", "first_two_opponents": "the first two opponents"},
    )
    each: Literal["equal", "any", "all"] = param(
        "Each",
        "How many cards each takes.",
        options={
            "equal": "the same number",
            "any": "any number, together the whole pile; in turn: any number each",
            "all": "the whole pile, one after the other",
        },
    )
    decided: Literal["blind", "jointly", "in_turn"] = param(
        "Decided",
        "How it is decided who takes what.",
        options={
            "blind": "the cards are drawn unseen",
            "jointly": "the sharers settle it together",
            "in_turn": "one after the other, each having discarded before the next takes",
        },
    )
    shown: Literal["nobody", "taker", "opponents", "everyone"] = param(
        "Shown to",
        "Who sees the pile before it is shared.",
        options={
            "nobody": "nobody: each sees what he took",
            "taker": "whose turn it is to take",
            "opponents": "those who share it",
            "everyone": "it is turned face up for all",
        },
    )


class SharingOut:
    """Opponents take from a pile; each lays back as many cards as he took."""

    def automatic(self, at: Moment) -> Outcome | None:
        """Opens the sharing; closes it when all is taken and laid back."""
        state, part = at.state, at.part
        pile = state.piles[self._pile(at)]
        if state.sharing is None:
            opened = state._replace(sharing=Sharing(pile))
            seen = self._seen(at)
            turned = (ev.Turned(self._pile(at), pile, seen, f"{at.path}.shown"),) if seen else ()
            return Outcome(opened, turned)
        if part.decided == "in_turn":
            done = not self._owing(state.sharing) and (state.sharing.turn >= len(self._sharers(at)) or not pile)
        else:
            done = not state.sharing.remaining and not self._owing(state.sharing)
        return Outcome(at.on()._replace(sharing=None)) if done else None

    def offers(self, at: Moment) -> tuple[Offer, ...]:
        """Takes for who may still take, discards for who has taken."""
        found: list[Offer] = []
        pile = self._pile(at)
        for seat in self._sharers(at):
            least, most = self._may_take(at, seat)
            if most:
                cards = self._open_cards(at)
                found.append(Offer("take", seat, at.path, cards=cards, least=least, most=most, to=pile))
            owes = self._owes(at, seat)
            if owes:
                hand = at.state.hands[seat]
                found.append(Offer("discard", seat, at.path, cards=hand, least=owes, most=owes, to=pile))
        return tuple(found)

    def attempt(self, at: Moment, action: act.Action) -> Outcome | Refusal:
        """Moves the cards."""
        if isinstance(action, TakeAction):
            return self._take(at, action)
        if isinstance(action, DiscardAction):
            return self._lay_back(at, action)
        return not_due(at, action)

    def _take(self, at: Moment, action: TakeAction) -> Outcome | Refusal:
        state, part, pile = at.state, at.part, self._pile(at)
        sharing = state.sharing or Sharing(state.piles[pile])
        open_ = part.shown == "everyone"
        number = action.cards.bit_count()
        seen = at.all if open_ else self._seen(at) | 1 << action.seat
        event = ev.Taken(action.seat, pile, action.cards, open_, seen, at.path)
        moved = state.with_pile(pile, state.piles[pile] & ~action.cards)
        moved = moved.with_hand(action.seat, state.hands[action.seat] | action.cards)
        took = (*sharing.took, (action.seat, number))
        # Whoever takes out of turn, the turn is still of the first who has not taken.
        had = {seat for seat, _ in took}
        places = [place for place, seat in enumerate(self._sharers(at)) if seat not in had]
        turn = places[0] if places else len(self._sharers(at))
        sharing = sharing._replace(remaining=sharing.remaining & ~action.cards, took=took, turn=turn)
        outcome = Outcome(moved._replace(sharing=sharing), (event,))
        least, most = self._may_take(at, action.seat)
        if not most:
            due = next((seat for seat in self._sharers(at) if self._may_take(at, seat)[1]), -1)
            if due < 0:
                return not_due(at, action)
            wording = "in_turn" if part.decided == "in_turn" else ""
            return wrong_seat(at, action.seat, due, anyway=outcome)._replace(wording=wording)
        missing = action.cards & ~self._open_cards(at)
        if missing:
            first = (missing & -missing).bit_length() - 1
            args: dict[str, object] = {
                "seat": at.label(action.seat),
                "pile": at.game.ruleset.name("piles", part.pile),
                "card": at.game.cards.names[first],
                "held": Listing(at.names(self._open_cards(at))),
            }
            legal = self._open_cards(at)
            return Refusal("CAL435", at.path, args, point=("card", first), cards=legal, anyway=outcome)
        if not least <= number <= most:
            return wrong_number(at, action.seat, number, least, most, anyway=outcome)
        return outcome

    def _lay_back(self, at: Moment, action: DiscardAction) -> Outcome | Refusal:
        state, pile = at.state, self._pile(at)
        sharing = state.sharing or Sharing(state.piles[pile])
        number = action.cards.bit_count()
        event = ev.Discarded(action.seat, pile, action.cards, open=False, seen=1 << action.seat, rule=at.path)
        moved = state.with_hand(action.seat, state.hands[action.seat] & ~action.cards)
        moved = moved.with_pile(pile, state.piles[pile] | action.cards)
        done = sharing._replace(discarded=sharing.discarded | 1 << action.seat)
        if at.part.decided == "in_turn":
            # The next sharer finds the pile as this one leaves it.
            done = done._replace(remaining=moved.piles[pile])
        outcome = Outcome(moved._replace(sharing=done), (event,))
        owes = self._owes(at, action.seat)
        if not owes:
            return not_due(at, action)
        if not state.holds(action.seat, action.cards):
            return not_held(at, action.seat, state.hands[action.seat], action.cards, anyway=outcome)
        if number != owes:
            return wrong_number(at, action.seat, number, owes, owes, anyway=outcome)
        return outcome

    def _pile(self, at: Moment) -> int:
        return at.game.piles.index(at.part.pile)

    def _sharers(self, at: Moment) -> tuple[int, ...]:
        opponents = at.state.opponents()
        return opponents if at.part.who == "opponents" else opponents[:2]

    def _seen(self, at: Moment) -> int:
        """Who sees the pile before anybody takes from it."""
        shown = at.part.shown
        if shown == "everyone":
            return at.all
        return sum(1 << seat for seat in self._sharers(at)) if shown == "opponents" else 0

    def _open_cards(self, at: Moment) -> int:
        return at.state.sharing.remaining if at.state.sharing else at.state.piles[self._pile(at)]

    def _may_take(self, at: Moment, seat: int) -> tuple[int, int]:
        """The least and the greatest number of cards that a seat may take now."""
        part, sharing = at.part, at.state.sharing
        sharers = self._sharers(at)
        if sharing is None or seat not in sharers or any(taker == seat for taker, _ in sharing.took):
            return 0, 0
        here = sharing.remaining.bit_count()
        if part.decided == "in_turn" and (sharers.index(seat) != sharing.turn or self._owing(sharing)):
            return 0, 0
        if part.each == "equal":
            share = (here + sum(number for _, number in sharing.took)) // len(sharers)
            return share, share
        if part.each == "all":
            return here, here
        if part.decided == "in_turn":
            return 0, here
        others = sum(1 for each in sharers if all(taker != each for taker, _ in sharing.took)) - 1
        return 1 if others else here, here

    def _owes(self, at: Moment, seat: int) -> int:
        sharing = at.state.sharing
        if sharing is None or sharing.discarded >> seat & 1:
            return 0
        return next((number for taker, number in sharing.took if taker == seat), 0)

    def _owing(self, sharing: Sharing) -> bool:
        return any(number and not sharing.discarded >> seat & 1 for seat, number in sharing.took)


def check_sharing(rules: Rules, report: Report) -> None:
    """How many cards each takes fits how that is decided and who sees the pile."""
    del rules
    for key, share in report.steps("share"):
        path = f"steps.{key}"
        if share.each == "all" and share.decided != "in_turn":
            where = report.blame(f"{path}.decided", f"{path}.each")
            report.add("RUL423", where, wording="all", decided=share.decided)
        elif share.decided == "blind" and share.shown != "nobody":
            report.add("RUL423", report.blame(f"{path}.shown", f"{path}.decided"), wording="blind", shown=share.shown)
        elif share.decided == "jointly" and share.shown == "taker":
            report.add("RUL423", report.blame(f"{path}.shown", f"{path}.decided"), wording="jointly")


MECHANISM = Mechanism(
    name="share",
    kind=Kind.STEP,
    part=Share,
    title=Words("Sharing a pile"),
    about="The opponents share a pile and discard as many cards as they took.",
    say=sentences("share"),
    behaviour=SharingOut(),
    checks=(check_sharing,),
)
