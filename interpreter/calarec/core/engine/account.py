"""The account of a hand: what each side took, who has won, who pays whom, and because of which rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, dataclass
from calarec.core.base.mappings import FrozenMap
from calarec.core.engine.state import NOBODY
from calarec.core.mechanisms.conditions import ROLES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.mechanisms.conditions import AnyFigure, CardFigure
    from calarec.core.wording.language import Words


NO_CARDS: Final[Mapping[CardFigure, int]] = FrozenMap({})


class Reason(NamedTuple):
    """One step of the account: the rule it rests on, and what it says of this hand."""

    rule: str
    says: Words


@dataclass(frozen=True, slots=True)
class Side:
    """One side's part in a hand; points are in the ruleset's unit, None is what nobody wrote down."""

    seats: tuple[int, ...]
    tricks: int | None
    in_tricks: int | None
    """Card points in tricks alone."""
    cards: int | None
    """Card points, piles included."""
    points: int | None
    """Everything, after penalties, before rounding."""
    counted: int | None
    """After rounding, still in the ruleset's unit."""
    wins: bool | None
    """None where nobody wins or loses."""
    declared: int = 0
    """What its declarations add to the total of each of its seats."""


@dataclass(frozen=True, slots=True)
class Counted(Side):
    """A side of which everything is known."""

    tricks: int
    in_tricks: int
    cards: int
    points: int
    counted: int
    of_cards: Mapping[CardFigure, int] = NO_CARDS
    """How many of certain cards it has, as far as the rules ask for them."""
    roles: frozenset[str] = frozenset()
    """Who is among its seats: dealer, eldest hand."""
    has_last_trick: bool = False
    """Whether one of its seats has won the last trick."""
    moved: int = 0
    """Points that came to it by irregularities of the other side, less those that went."""

    def figure_value(self, which: AnyFigure, /) -> int:
        """A figure that a condition may look at: of what was played, before irregularities move points."""
        if which in ROLES:
            return int(which in self.roles)
        if which == "points":
            return self.points - self.moved
        if which == "result":
            return int(bool(self.wins))
        if which == "last_trick":
            return int(self.has_last_trick)
        found: int = getattr(self, which) if isinstance(which, str) else self.of_cards[which]
        return found


def contract_parties(own: Counted, others: Counted) -> Mapping[str, Counted]:
    """The parties that conditions may look at under a contract; it must be known which side has won."""
    winners, losers = (own, others) if own.wins else (others, own)
    return {"declarer": own, "opponents": others, "winners": winners, "losers": losers}


@dataclass(frozen=True, slots=True)
class Account:
    """How a hand was settled. Payments are in the ruleset's unit of payment, by seat."""

    sides: tuple[Side, ...]
    contract: str
    declarer: int
    partners: tuple[int, ...]
    bonus: str
    """The bonus of the order that applied; empty if none did."""
    stake: int
    """What each opponent paid or was paid, bonus included, roles not; 0 where the payments are not known."""
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
