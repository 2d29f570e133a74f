"""A record being replayed, put right where the rest of it shows what a slip was meant to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.engine.walk import apply
from calarec.light import NamedTuple, dataclass, field
from calarec.moves import actions as act
from calarec.moves import events as ev
from calarec.moves.behaviour import Outcome, Refusal
from calarec.records import model as rec
from calarec.replaying.meant import Tricks, holders, in_turn, meant
from calarec.replaying.statements import Reader

if TYPE_CHECKING:
    from calarec.moves.state import State

DOUBTFUL = frozenset({"CAL420", "CAL421", "CAL422", "CAL432", "CAL433", "CAL434", "CAL435", "CAL510", "CAL511"})
"""Codes that say that a card is recorded where it cannot be."""
CONSEQUENCES = frozenset({"CAL432", "CAL433", "CAL434", "CAL435", "CAL501", "CAL510", "CAL511", "CAL512"})
"""Codes that a card recorded in the wrong place brings with it."""


class Happened(NamedTuple):
    """An event, the line of the record that says it (0: none does), and whether it was supplied."""

    event: ev.Event
    line: int
    supplied: bool = False
    state: State | None = None
    """The state once everything has happened that happened at once."""
    hidden: int = 0
    """Of the event's cards those that are not known: the record leaves open which they were."""


@dataclass(slots=True)
class Mender(Reader):
    """Reads statements, and reads slips as what they must mean."""

    happened: list[Happened] = field(default_factory=list)
    doubtful: bool = False
    """A card is recorded where it cannot be: what the hand came to cannot be told from the record."""
    all_tricks: Tricks | None = None
    instead: act.Action | None = None
    """What the last slip was meant to say."""

    @property
    def tricks(self) -> Tricks:
        """All tricks of the record; read when they are first asked for."""
        if self.all_tricks is None:
            self.all_tricks = Tricks(self.hand, self.game, self.state)
        return self.all_tricks

    def mended(self, action: act.Action, refusal: Refusal) -> Outcome | None:
        """What becomes of the action that must have been meant, if the rest of the hand shows it."""
        self.instead = None
        if self.findings.sure != -1:
            return None  # some cards are only taken for what they may be
        if isinstance(action, act.Bid):
            return self._spoken(action, refusal) or self.otherwise(action, refusal)
        instead = meant(self.game, self.state, self.tricks, action, refusal)
        outcome = apply(self.game, self.state, instead) if instead is not None else None
        if not isinstance(outcome, Outcome):
            return None
        self.instead = instead
        return outcome

    def fix_for(self, mended: Outcome | None) -> str:
        """The card that must stand where the slip was made; empty if it was no slip of one card."""
        if mended is None or not isinstance(self.instead, act.Play):
            return ""
        return self.game.cards.names[self.instead.card]

    def card_meant(self, action: act.Action) -> str:
        """The one card that a mended transfer has and the recorded one has not; empty if they differ in more."""
        if not isinstance(self.instead, act.Give | act.Take | act.Discard) or type(self.instead) is not type(action):
            return ""
        names = self.game.cards.list(self.instead.cards & ~getattr(action, "cards", 0))
        return names[0] if len(names) == 1 else ""

    def otherwise(self, action: act.Bid, refusal: Refusal) -> Outcome | None:
        """What becomes of a bid that is taken for another; None if it is not."""
        del action, refusal
        return None

    def _spoken(self, bid: act.Bid, refusal: Refusal) -> Outcome | None:
        """Who speaks out of turn: either the seat in turn comes later, or its word is missing.

        A waiting word that is not the one for this moment means the one that is.
        """
        waiting = [word for word in refusal.words if word in self.game.rules.auction.words]
        if refusal.code == "CAL403" and len(waiting) == 1:
            proper = apply(self.game, self.state, act.Bid(bid.seat, waiting[0]))
            return proper if isinstance(proper, Outcome) else None
        bidding = self.state.bidding
        if refusal.code != "CAL401" or bidding is None or refusal.anyway is None:
            return None
        due = self.setting.labels[bidding.turn]
        said = sum(isinstance(each.event, ev.Said) for each in self.happened)
        to_come = [each.seat for each in self.hand.statements if isinstance(each, rec.Bid)][said + 1 :]
        if due not in to_come:
            silent = apply(self.game, self.state, act.Bid(bidding.turn, waiting[0])) if waiting else None
            then = apply(self.game, silent.state, bid) if isinstance(silent, Outcome) else None
            return then if isinstance(then, Outcome) else None
        after = refusal.anyway.state
        if after.bidding is None or after.bidding.over or after.bidding.calling:
            return None
        return Outcome(after._replace(bidding=after.bidding._replace(turn=bidding.turn)), refusal.anyway.events)

    def plays(self, statement: rec.Trick, leader: int) -> tuple[list[tuple[int, int]], Refusal | None]:
        """Who plays which card (-1: cannot be told), and what is wrong with the leader if that alone is wrong."""
        numbers = [self.game.cards.numbers.get(name, -1) for name in statement.cards]
        seats = in_turn(self.state, leader)
        if -1 in numbers:
            unplayed = [self.tricks.unplayed(self.state, seat) for seat in seats]
            numbers = [card if card >= 0 else unplayed[place] for place, card in enumerate(numbers)]
        lie = holders(self.state, tuple(numbers))
        if not lie or lie == seats:
            return list(zip(seats, numbers, strict=False)), None
        if self.state.turn >= 0 and lie == in_turn(self.state, self.state.turn):
            # The cards stand as they were played; it is the letter before the colon that is wrong.
            refusal = apply(self.game, self.state, act.Play(leader, numbers[0]))
            assert isinstance(refusal, Refusal)
            return list(zip(lie, numbers, strict=True)), refusal
        wrong = next(place for place, seat in enumerate(lie) if seat != seats[place])
        self.findings.add(
            "CAL504", statement, card=wrong, rule="play", name=statement.cards[wrong],
            holder=self.setting.labels[lie[wrong]], label=self.setting.labels[seats[wrong]],
        )  # fmt: skip
        self.breaches += 1
        by_seat = dict(zip(lie, numbers, strict=True))
        return [(seat, by_seat[seat]) for seat in seats], None
