"""Call: the declarer names a card, to receive it or to find a partner in its holder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Listing, Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.mechanisms.contracts import StakeOf
from calarec.moves import events as ev
from calarec.moves.actions import Call as CallAction
from calarec.moves.behaviour import Offer, Outcome, Refusal
from calarec.moves.reasons import not_due, wrong_seat
from calarec.moves.state import NOBODY
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment
    from calarec.moves.state import State
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules

THEN = {
    "satisfied": "the call is satisfied and nobody gives a card",
    "alone": "the declarer plays without a partner",
    "refused": "the call is refused and another card must be named",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Callable:
    """One row of what may be called; a card may be called if one row allows it."""

    ranks: str = param("Ranks", "The ranks that may be called.", pattern="^[0-9A-Z]{1,16}$", refers_to="rank")
    holding_all: str | None = param(
        "Holding all", "Only by who holds every card of these ranks.",
        default=None, pattern="^[0-9A-Z]{1,16}$", refers_to="rank",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What follows when no other hand holds the called card."""

    then: Literal["satisfied", "alone", "refused"] = param("Then", "What follows.", options=THEN)
    won: int | StakeOf | None = param(
        "Won",
        "What is paid for winning then, where it differs from the contract's stake.",
        default=None,
        least=0,
        counts="rate",
    )
    lost: int | StakeOf | None = param(
        "Lost",
        "What is paid for losing then, where it differs from the contract's stake.",
        default=None,
        least=0,
        counts="rate",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """The declarer names a card."""

    named: Literal["after_auction", "with_bid"] = param(
        "Named",
        "When the card is named.",
        default="after_auction",
        options={"after_auction": "after the auction", "with_bid": "together with the bid"},
    )
    cards: tuple[Callable, ...] = param(
        "Cards", "What may be called, a row for each case; without a row any card may be.", default=()
    )
    gets: Literal["card", "partner"] = param(
        "Gets",
        "What the call is for.",
        options={"card": "the called card", "partner": "its holder as a partner"},
    )
    in_pile: Found = param("In a pile", "What follows when the card lies on the table.")
    in_hand: Found = param("In hand", "What follows when the declarer holds the card.")
    revealed: Literal["when_played", "at_call", "at_end"] = param(
        "Revealed",
        "When the partner is known to all.",
        default="when_played",
        options={
            "when_played": "when the called card is played",
            "at_call": "at once",
            "at_end": "when the hand is over",
        },
    )


IN_PILE, IN_HAND = -1, -2


class Calling:
    """The declarer names a card; where it is settles what follows."""

    def automatic(self, at: Moment) -> Outcome | None:
        """Goes on when the card is named, or if there is none that may be."""
        named = at.state.called >= 0 or not self.callable(at, at.state.declarer)
        return Outcome(at.on()) if named else None

    def offers(self, at: Moment) -> tuple[Offer, ...]:
        """Every card that may be called."""
        state = at.state
        legal = self.callable(at, state.declarer)
        return (Offer("call", state.declarer, at.path, cards=legal),) if legal else ()

    def callable(self, at: Moment, caller: int) -> int:
        """The cards that the caller may name."""
        part: Call = at.part
        cards = at.game.cards
        legal = self._by_rows(at, caller)
        if part.in_hand.then == "refused":
            legal &= ~(at.state.hands[caller] | at.state.tabled)
        if part.in_pile.then == "refused":
            legal &= ~(_on_piles(at.state) & ~at.state.tabled)
        return legal & cards.full

    def attempt(self, at: Moment, action: act.Action) -> Outcome | Refusal:
        """Names the card, or says why it may not be named."""
        if not isinstance(action, CallAction):
            return not_due(at, action)
        caller = at.state.bidding.holder if at.state.declarer == NOBODY and at.state.bidding else at.state.declarer
        outcome = self._named(at, caller, action.card)
        if action.seat != caller:
            return wrong_seat(at, action.seat, caller, anyway=outcome)
        legal = self.callable(at, caller)
        if legal >> action.card & 1:
            return outcome
        part: Call = at.part
        found = _where(at.state, caller, action.card)
        args: dict[str, object] = {"seat": at.label(caller), "card": at.game.cards.names[action.card]}
        point = ("card", action.card)
        if found == IN_HAND and part.in_hand.then == "refused":
            wording = "tabled" if at.state.tabled >> action.card & 1 else ""
            return Refusal("CAL420", f"{at.path}.in_hand.then", args, wording, point, legal, anyway=outcome)
        if found == IN_PILE and part.in_pile.then == "refused":
            return Refusal("CAL422", f"{at.path}.in_pile.then", args, "", point, legal, anyway=outcome)
        return Refusal("CAL421", f"{at.path}.cards", args, "", point, legal, anyway=outcome)

    def wanted(self, at: Moment, card: int) -> tuple[int, ...]:
        """For each row that names a card the cards that its caller has to hold; none: it may not be called."""
        part: Call = at.part
        names = at.game.cards.names
        if not part.cards:
            return (0,)
        rows = [_of_ranks(names, row.holding_all or "") for row in part.cards if names[card][0] in row.ranks]
        return (0,) if 0 in rows else tuple(rows)

    def _by_rows(self, at: Moment, caller: int) -> int:
        part: Call = at.part
        cards = at.game.cards
        if not part.cards:
            return cards.full
        legal, hand = 0, at.state.hands[caller] | at.state.tabled
        for row in part.cards:
            needed = _of_ranks(cards.names, row.holding_all or "")
            if hand & needed == needed:
                legal |= _of_ranks(cards.names, row.ranks)
        return legal

    def _named(self, at: Moment, caller: int, card: int) -> Outcome:
        part: Call = at.part
        state = at.state
        found = _where(state, caller, card)
        event = ev.Called(caller, card, found, _who_knows(part, caller, found), at.path)
        happened: tuple[ev.Event, ...] = (event,)
        state = state._replace(called=card, found=found)
        if part.gets == "partner" and found >= 0:
            state = state._replace(partner=found)
            if part.revealed == "at_call":
                state = state._replace(partner_known=True)
                happened += (ev.PartnerKnown(found, at.all, f"{at.path}.revealed"),)
        if state.declarer == NOBODY:
            return Outcome(state, happened)
        return Outcome(state._replace(at=state.at + 1), happened)


def _who_knows(part: Call, caller: int, found: int) -> int:
    """Who knows at once where the called card is: a partner keeps silent, and nobody has looked at the piles."""
    if found == IN_HAND:
        return 1 << caller
    holder = 1 << found if found >= 0 else 0
    return holder if part.gets == "partner" else holder | 1 << caller


def _where(state: State, caller: int, card: int) -> int:
    if (state.hands[caller] | state.tabled) >> card & 1:
        return IN_HAND
    return next((seat for seat, hand in enumerate(state.hands) if hand >> card & 1), IN_PILE)


def _on_piles(state: State) -> int:
    together = 0
    for pile in state.piles:
        together |= pile
    return together


def _of_ranks(names: tuple[str, ...], ranks: str) -> int:
    return sum(1 << number for number, name in enumerate(names) if name[0] in ranks)


def check_rows(rules: Rules, report: Report) -> None:
    """Each row of what may be called can be used, and no declarer is left without a card to call."""
    for key, call in report.steps("call"):
        always = ""
        for number, row in enumerate(call.cards):
            path = f"steps.{key}.cards.{number}"
            if not set(row.ranks) - set(always):
                report.add("RUL424", path, wording="covered", ranks=row.ranks)
            elif set(row.ranks) <= set(row.holding_all or "") and call.in_hand.then == "refused":
                report.add("RUL424", path, ranks=row.ranks, holding=row.holding_all)
            always += "" if row.holding_all else row.ranks
        _check_stuck(f"steps.{key}", call, rules, report)


def _check_stuck(path: str, call: Call, rules: Rules, report: Report) -> None:
    ranks = "".join(dict.fromkeys("".join(row.ranks for row in call.cards)))
    count = sum(1 for card in report.facts.cards if card[0] in ranks)
    if call.cards and call.in_hand.then == "refused" and 0 < count <= rules.deal.hand:
        report.add("RUL425", f"{path}.cards", ranks=Listing(tuple(ranks)), count=count)


def check_found(rules: Rules, report: Report) -> None:
    """What follows when the card is found on the table or in the declarer's own hand fits what the call is for."""
    del rules
    for key, call in report.steps("call"):
        wrong = "alone" if call.gets == "card" else "satisfied"
        for name in ("in_pile", "in_hand"):
            found = getattr(call, name)
            if found.then == wrong:
                path = report.blame(f"steps.{key}.{name}.then", f"steps.{key}.gets")
                report.add("RUL426", path, wording=call.gets)
            for paid in ("won", "lost"):
                if getattr(found, paid) is not None and found.then == "refused":
                    report.add("RUL704", f"steps.{key}.{name}.{paid}", wording="refused", key=True)
        if call.gets == "card" and report.said(f"steps.{key}.revealed"):
            report.add("RUL704", f"steps.{key}.revealed", wording="no_partner")


def check_named(rules: Rules, report: Report) -> None:
    """A card that is named with the bid is named before all else, in a contract that is bid."""
    for key, call in report.steps("call"):
        for name, contract in rules.contracts.items():
            if call.named != "with_bid" or key not in contract.steps:
                continue
            path = report.blame(f"steps.{key}.named", f"contracts.{name}.steps")
            if name not in rules.auction.ladder:
                report.add("RUL427", path, wording="raised", contract=name)
            elif contract.steps[0] != key:
                report.add("RUL427", path, contract=name, first=contract.steps[0])


def check_partner(rules: Rules, report: Report) -> None:
    """Who has but one opponent can find no partner, and a hand that opponents play can be none."""
    hands = report.facts.hands
    for key, call in report.steps("call"):
        if call.gets == "partner" and hands and min(hands.values()) < 3:
            report.add("RUL428", report.blame(f"steps.{key}.gets", "table.seats"))
        elif call.gets == "partner" and rules.table.dummies is not None:
            report.add("RUL428", report.blame("table.dummies", f"steps.{key}.gets"), wording="dummies")


MECHANISM = Mechanism(
    name="call",
    kind=Kind.STEP,
    part=Call,
    title=Words("Calling a card"),
    about="The declarer names a card, to receive it or to find a partner.",
    say=sentences("call"),
    behaviour=Calling(),
    checks=(
        check_rows,
        check_found,
        check_named,
        check_partner,
    ),
)
