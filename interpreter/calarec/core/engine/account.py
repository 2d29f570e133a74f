"""The account of a hand: sides, winner, payments, and the rules for them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import FrozenMap, NamedTuple, dataclass
from calarec.core.engine.state import NOBODY
from calarec.core.mechanisms.conditions import is_known_by_seats
from calarec.core.wording.language import Words, text_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.core.mechanisms.conditions import AnyFigure, CardFigure
    from calarec.core.wording.language import Language


NO_CARDS: Final[Mapping[CardFigure, int]] = FrozenMap({})


class Reason(NamedTuple):
    """One step of the account: the rule it rests on, and what it says of this hand."""

    rule: str
    says: Words


@dataclass(frozen=True, slots=True)
class Side:
    """One side's part in a hand; points in the ruleset's unit, None for the unknown."""

    seats: tuple[int, ...]
    tricks: int | None
    in_tricks: int | None
    """Card points in tricks, without piles."""
    cards: int | None
    """Card points, piles included."""
    points: int | None
    """Everything, after penalties, before rounding."""
    counted: int | None
    """After rounding, still in the ruleset's unit."""
    wins: bool | None
    """True if it won, False if it lost; None where no side wins or loses."""
    declared: int = 0
    """The points that its declarations add to the total of each of its seats."""


@dataclass(frozen=True, slots=True)
class Counted(Side):
    """A side of which everything is known."""

    tricks: int
    in_tricks: int
    cards: int
    points: int
    counted: int
    of_cards: Mapping[CardFigure, int] = NO_CARDS
    """The number of certain cards it has, as far as the rules ask for them."""
    roles: frozenset[str] = frozenset()
    """The roles of its seats, and the figures of the announcements that they made."""
    has_last_trick: bool = False
    """True if one of its seats has won the last trick."""
    moved: int = 0
    """Points moved to it by irregularities of the other side, less those moved away."""
    counts_by: str = ""
    """The path of the rule by which it counts more or fewer points than it has won.

    Empty without such a rule.
    """

    def figure_value(self, which: AnyFigure, /) -> int:
        """Look up a figure for a condition, before irregularities move points."""
        if is_known_by_seats(which):
            return int(which in self.roles)
        if which == "points":
            return self.points - self.moved
        if which == "result":
            return int(bool(self.wins))
        if which == "last_trick":
            return int(self.has_last_trick)
        found: int = getattr(self, which) if isinstance(which, str) else self.of_cards[which]
        return found


def join_sides(sides: Sequence[Counted], *, wins: bool) -> Counted:
    """Several sides as one, as the bonuses of a hand without a declarer look at them."""
    return Counted(
        seats=tuple(seat for side in sides for seat in side.seats),
        tricks=sum(side.tricks for side in sides),
        in_tricks=sum(side.in_tricks for side in sides),
        cards=sum(side.cards for side in sides),
        points=sum(side.points for side in sides),
        counted=sum(side.counted for side in sides),
        wins=wins,
        of_cards={
            figure: (sum if figure.is_counted else max)(side.of_cards[figure] for side in sides)
            for figure in sides[0].of_cards
            if all(figure in side.of_cards for side in sides)
        },
        roles=frozenset(role for side in sides for role in side.roles),
        has_last_trick=any(side.has_last_trick for side in sides),
        moved=sum(side.moved for side in sides),
    )


def contract_parties(own: Counted, others: Counted) -> Mapping[str, Counted]:
    """The parties that conditions may name; the result must be known."""
    winners, losers = (own, others) if own.wins else (others, own)
    return {"declarer": own, "opponents": others, "winners": winners, "losers": losers}


@dataclass(frozen=True, slots=True)
class Account:
    """The settlement of a hand. Payments are in the ruleset's unit, by seat."""

    sides: tuple[Side, ...]
    contract: str
    declarer: int
    partners: tuple[int, ...]
    bonus: str
    """The bonus of the order that applied; empty if none did."""
    stake: int
    """The amount that each opponent paid or was paid, without roles.

    It includes the bonus; 0 where the payments are not known.
    """
    payments: tuple[int, ...]
    """Empty where they are not known."""
    because: tuple[Reason, ...]
    added: tuple[str, ...] = ()
    """The bonuses that were added."""

    @property
    def partner(self) -> int:
        """The declarer's partner; of several the first, by seats."""
        return self.partners[0] if self.partners else NOBODY

    @property
    def bonuses(self) -> tuple[str, ...]:
        """All that applied: that of the order first."""
        return (self.bonus, *self.added) if self.bonus else self.added

    @property
    def counted_sides(self) -> tuple[Counted, ...]:
        """The sides if everything is known of them; otherwise none."""
        known = tuple(side for side in self.sides if isinstance(side, Counted))
        return known if len(known) == len(self.sides) else ()


UNITS: Final = {
    2: (Words("half"), Words("halves")),
    3: (Words("third"), Words("thirds")),
    4: (Words("quarter"), Words("quarters")),
}


# "Each side drops its fractions" (002, lines 44 and 88): a third below nothing, after an irregularity, is nothing and
# not a whole point less.
def whole_points(points: int, units: int) -> int:
    """Round units to whole points towards zero."""
    whole = abs(points) // units
    return -whole if points < 0 else whole


def points_said(points: int, units: int) -> str:
    """Format units as points and a fraction: 24 thirds are "8", 23 are "7 2/3"."""
    sign = "-" if points < 0 else ""
    full, rest = divmod(abs(points), units)
    if not rest:
        return f"{sign}{full}"
    return f"{sign}{full} {rest}/{units}" if full else f"{sign}{rest}/{units}"


def payment_said(amount: int, units: int) -> Words | str:
    """Format a payment: "2", or "2 (6 thirds)" where units are thirds of a stake."""
    if units == 1:
        return str(amount)
    full, parts = points_said(amount, units), UNITS.get(units)
    if parts is None:
        return f"{full} ({amount}/{units})"
    name = parts[amount not in (1, -1)]
    return Words("{full} ({amount} {parts})", full=full, amount=amount, parts=name)


def seat_mark(seat: int) -> str:
    """A placeholder for a seat, filled with its label or name for the reader."""
    return f"{{{seat}}}"


def points_mark(points: int) -> str:
    """A placeholder for points in the ruleset's unit, filled for the reader."""
    return f"{{={points}}}"


_MARK: Final = re.compile(r"\{(=?)(-?\d+)\}")

_PART: Final = Words("of a point")
_POINT: Final = (Words("point"), Words("points"))


def points_told(points: int, units: int) -> Words:
    """ "8 points (24 thirds)", or "24 points" where the unit is a whole point."""
    full = points_said(points, units)
    word = _PART if 0 < abs(points) < units else _POINT[full not in ("1", "-1")]
    if units == 1:
        return Words("{full} {points}", full=full, points=word)
    one, many = UNITS.get(units, _POINT)
    parts = one if abs(points) == 1 else many
    return Words("{full} {points} ({amount} {parts})", full=full, points=word, amount=points, parts=parts)


@lru_cache(maxsize=1000)  # the same points come again in hand after hand
def in_points(points: int, units: int, lang: Language) -> str:
    """The same in one language."""
    return text_in(points_told(points, units), lang)


class ToldReason(NamedTuple):
    """A reason with the names and units that turn it into a sentence."""

    reason: Reason
    people: tuple[str, ...]
    units: int

    def in_language(self, lang: Language) -> str:
        """Fill in the reason in a language."""
        return reason_said(self.reason, self.people, self.units, lang)


def reason_said(reason: Reason, people: Sequence[str], units: int, lang: Language) -> str:
    """Fill in a reason's text with names, and with points as players count them."""

    def put(mark: re.Match[str]) -> str:
        number = int(mark[2])
        if mark[1]:
            return in_points(number, units, lang)
        return people[number] if 0 <= number < len(people) else mark[0]

    return _MARK.sub(put, text_in(reason.says, lang))
