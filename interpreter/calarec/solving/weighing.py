"""The loss of each card of a played hand against best play by all others.

The position at the first lead and the played cards go in. For each card come out the values of the side before it and
after it, and whether it decided the hand. Everything is computed from the end. The player cannot gain by the own
card, so before it the side in turn could have at least the value after it.

With a declarer, the first question for every card is whether the hand could be won; then come the points. Values for
which nodes and time do not suffice stay bounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Words
from calarec.solving.position import UnsolvableError, find_winning_points
from calarec.solving.search import SpentError
from calarec.solving.solve import Bounds, PointScale, Solving

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.solving.position import Moment, Position
    from calarec.solving.search import Allowance
    from calarec.solving.solve import CardWorth

Mark: TypeAlias = Literal["", "?", "??", "!"]

_ILLEGAL: Final = Words("a card was played that may not be played")
_NOT_TWO: Final = Words("what a card gave away is weighed only where two sides play")


class WeighedCard(NamedTuple):
    """A card as it was played, and what the side could have whose points are counted."""

    trick: int
    nth: int
    """The number of the card in its trick, from 1."""
    seat: str
    card: str
    before: Bounds
    after: Bounds
    gave: Bounds
    """The loss, in the ruleset's unit of points."""
    better: str
    """A card without loss; empty if this one had none, or if not found out."""
    decided: bool
    """True if the player's side could win or lose the hand before, but not after."""
    only: bool
    """True if every other card but its equals would have decided the hand."""
    equals: tuple[str, ...]
    """The cards in the same hand that would have done the same."""
    heavy: int
    """From how much on it is marked: a whole point."""

    @property
    def mark(self) -> Mark:
        """The mark of annotators after a card."""
        if self.decided:
            return "??"
        if self.gave.low >= self.heavy:
            return "?"
        return "!" if self.only else ""


class SettledEarly(NamedTuple):
    """The loss by settling a hand before all cards were played."""

    could: Bounds
    """The value of the side at that point."""
    own: bool
    """True if it is the side's own loss, not the other's."""
    gave: Bounds
    decided: bool
    """True if the losing side could have won or lost the hand by playing on."""


class WeighedHand(NamedTuple):
    """A hand, card by card."""

    side: tuple[str, ...]
    others: tuple[str, ...]
    """The opponents of the side."""
    needed: int | None
    """The points with which the side wins; None without declarer: only points count."""
    rule: str
    """The rule that says how much is needed."""
    first: int
    """The trick from which on it was weighed."""
    begun: Bounds
    """The value of the side at the first lead."""
    ended: Bounds
    """The final value; if the play broke off without settlement, the possible one."""
    cards: tuple[WeighedCard, ...]
    broken_off: bool = False
    """True if the end is not known: cards were left, without a settlement."""
    early: SettledEarly | None = None
    """The loss by an early settlement, if cards were left."""

    @property
    def is_all_known(self) -> bool:
        """Check whether everything is known exactly."""
        known = self.early is None or self.early.could.has_one_value
        return known and all(card.before.has_one_value and card.after.has_one_value for card in self.cards)

    @property
    def turning_card(self) -> WeighedCard | None:
        """The card that decided the result; None if the first lead or the end did."""
        if self.early is not None and self.early.decided:
            return None
        return next((card for card in reversed(self.cards) if card.decided), None)


def weigh(position: Position, played: Sequence[int], allowance: Allowance, settled: int | None = None) -> WeighedHand:
    """Weigh played cards from a position on; UnsolvableError if not solvable.

    `played` are masks of one card. `settled`: the counted value of the side, if the hand was over before all cards
    were played.
    """
    weighing = HandWeighing(position, played, allowance, settled)
    weighing.search_all_moments()
    return weighing.weighed_hand()


def _points_given_away(before: Bounds, after: Bounds, *, own: bool) -> Bounds:
    """The loss of a side from `before` to `after`; of the other if not its `own`."""
    (low, high), (then_low, then_high) = (before, after) if own else (after, before)
    return Bounds(max(low - then_high, 0), max(high - then_low, 0))


class HandWeighing:
    """The moments of a hand and what is known of them.

    Searching again with another portion of the allowance finds more, for results are kept.
    """

    def __init__(
        self, position: Position, played: Sequence[int], allowance: Allowance, settled: int | None = None
    ) -> None:
        if len({position.state.side_mask(seat) for seat in position.seats}) != 2:
            raise UnsolvableError(_NOT_TWO)
        self.position, self.played, self.allowance, self.settled = position, played, allowance, settled
        self.scale = PointScale(position, allowance)
        self.solving = Solving(position, self.scale)
        self.moments: list[Moment] = [position.now]
        for card in played:
            if not card & position.playable_cards(self.moments[-1]):
                raise UnsolvableError(_ILLEGAL)
            self.moments.append(position.moment_after(self.moments[-1], card))
        game = position.game
        self.rule: str = ""
        self.needed: int | None = None
        if position.state.declarer >= 0:
            self.rule, self.needed = find_winning_points(position.game, position.state.contract)
        self.heavy = game.rules.pack.units_per_point
        self.mine = [bool(position.facts.side >> moment.standing.next_place & 1) for moment in self.moments[:-1]]
        self.forced = [len(self.solving.equal(moment)) == 1 for moment in self.moments[:-1]]
        self.won: list[bool | None] = [None] * len(self.moments)
        """Whether the side can have what it needs, for each moment; None if not known."""
        self.bounds = [Bounds(self.scale.least, self.scale.most)] * len(self.moments)

    def search_all_moments(self) -> None:
        """Finds out what the allowance suffices for: who could win, then the points."""
        self._search_winner()
        self._search_points()

    @property
    def known_moments(self) -> int:
        """The number of moments with exact points."""
        return sum(bounds.has_one_value for bounds in self.bounds)

    def card_worths(self, number: int) -> tuple[CardWorth, ...]:
        """Every card that could be played at a moment, the best first."""
        return self.solving.card_worths(self.bounds[number], self.moments[number])

    def line_after(self, number: int, card: int) -> tuple[str, ...]:
        """The best play after another card, a mask of one, as far as it is found out."""
        after = self.position.moment_after(self.moments[number], card)
        bounds = self.solving.narrow_bounds(after, Bounds(self.scale.least, self.scale.most))
        return self.solving.best_line(bounds, after) if bounds.has_one_value else ()

    def _search_winner(self) -> None:
        """Find out, from the last card to the first, whether the hand could be won."""
        needed = self.needed
        if needed is None:
            return
        for at in reversed(range(len(self.moments))):
            if self.won[at] is not None:
                continue
            later = self.won[at + 1] if at < len(self.played) else None
            if later is not None and (self.forced[at] or later is self.mine[at]):
                self.won[at] = later  # who has it already had it before his own card, too
            else:
                self.won[at] = self._can_have_points(self.moments[at], needed)
            low, high = self.bounds[at]
            if self.won[at]:
                self.bounds[at] = Bounds(max(low, needed), high)
            elif self.won[at] is False:
                self.bounds[at] = Bounds(low, min(high, needed - 1))

    def _can_have_points(self, moment: Moment, points: int) -> bool | None:
        """Check whether the side can have these points; None if not found out."""
        if moment.ended is not None:
            return self.scale.end_value(moment) >= points
        if not self.scale.least < points <= self.scale.most:
            return points <= self.scale.least
        try:
            return self.scale.probe(moment, points).low >= points
        except SpentError:
            return None

    def _search_points(self) -> None:
        """The same in points."""
        for at in reversed(range(len(self.moments))):
            low, high = self.bounds[at]
            first = None
            if at < len(self.played):
                later = self.bounds[at + 1]
                if self.forced[at]:
                    low, high = later
                elif self.mine[at]:
                    low, first = max(low, later.low), later.low + 1
                else:
                    high, first = min(high, later.high), later.high
            self.bounds[at] = self.solving.narrow_bounds(self.moments[at], Bounds(low, high), first)

    def weighed_hand(self) -> WeighedHand:
        """The results so far."""
        found = self._weighed_cards()
        if self.moments[-1].ended is not None:
            return found
        if self.settled is None:
            return found._replace(broken_off=True)
        return found._replace(ended=Bounds(self.settled, self.settled), early=self._settled_early(self.settled))

    def _weighed_cards(self) -> WeighedHand:
        # The last ones first: what is asked of them beside takes the least.
        cards = [self._weigh_card(at) for at in reversed(range(len(self.played)))]
        return WeighedHand(
            self.position.side, self._other_seats(), self.needed, self.rule, len(self.position.state.tricks) + 1,
            self.bounds[0], self.bounds[-1], tuple(reversed(cards)),
        )  # fmt: skip

    def _other_seats(self) -> tuple[str, ...]:
        position, labels = self.position, self.position.state.setting.labels
        return tuple(labels[seat] for seat in sorted(position.seats) if labels[seat] not in position.side)

    def _settled_early(self, points: int) -> SettledEarly:
        """The change that best play would have made from the settlement on."""
        could, won = self.bounds[-1], self.won[-1]
        own = could.high >= points
        gave = _points_given_away(could, Bounds(points, points), own=own)
        decided = self.needed is not None and won is own and (points >= self.needed) is not own
        return SettledEarly(could, own, gave, decided)

    def _weigh_card(self, at: int) -> WeighedCard:
        position, moment = self.position, self.moments[at]
        standing, mine = moment.standing, self.mine[at]
        before, after = self.bounds[at], self.bounds[at + 1]
        gave = Bounds(0, 0) if self.forced[at] else _points_given_away(before, after, own=mine)
        decided = self.won[at] is mine and self.won[at + 1] is (not mine)
        names = position.game.cards.names
        tricks = len(self.moments[0].standing.trick) + at
        return WeighedCard(
            trick=len(position.state.tricks) + tricks // position.facts.places + 1,
            nth=tricks % position.facts.places + 1,
            seat=position.state.setting.labels[position.seats[standing.next_place]],
            card=names[self.played[at].bit_length() - 1],
            before=before, after=after, gave=gave,
            better=self._better(moment, before) if gave.low or decided else "",
            decided=decided,
            only=self.won[at] is mine and self.won[at + 1] is mine and self._is_only_card(at),
            equals=self._equals(at),
            heavy=self.heavy,
        )  # fmt: skip

    def _better(self, moment: Moment, before: Bounds) -> str:
        if not before.has_one_value:
            return ""
        try:
            _, card = self.solving.best_card(moment, before.low)
        except SpentError:
            return ""
        return self.position.game.cards.names[card.bit_length() - 1]

    def _equals(self, at: int) -> tuple[str, ...]:
        """The player's cards that are equal to the played one."""
        names, own = self.position.game.cards.names, self.played[at]
        same = next(each for each in self.solving.equal(self.moments[at]) if own in each)
        return tuple(names[card.bit_length() - 1] for card in same if card != own)

    def _is_only_card(self, at: int) -> bool:
        """Check whether only this card and its equals keep the value of the player's side."""
        moment, mine, needed = self.moments[at], self.mine[at], self.needed
        others = [each for each in self.solving.equal(moment) if self.played[at] not in each]
        if not others or needed is None:
            return False
        return all(
            self._can_have_points(self.position.moment_after(moment, other[0]), needed) is (not mine)
            for other in others
        )
