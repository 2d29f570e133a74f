"""Conditions of bonuses as data: what may be asked of a party, which figure of it is looked at, and how that is said.

In goes the `when` of a bonus, out come its *limits*: a figure and the least and the most that it may be. Whoever needs
to know a condition (engine, compiled filter, static checks, hands without cards, rulebook, report) reads the limits
and has the figures of a party in its own form. A new condition is a parameter of `When` and a row of `CONDITIONS`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, Literal, Protocol

from calarec.base.frozen import NamedTuple, dataclass
from calarec.mechanisms.fields import param
from calarec.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """A condition: all that it names must hold of one party."""

    of: Literal["losers", "winners", "declarer", "opponents", "others"] = param(
        "Of",
        "The party that is looked at.",
        default="losers",
        options={
            "losers": "the side that has lost",
            "winners": "the side that has won",
            "declarer": "the declarer's side",
            "opponents": "the declarer's opponents together",
            "others": "in a hand without a declarer: all who are paid, together",
        },
    )
    tricks: int | None = param("Tricks", "They have won exactly so many tricks.", default=None, least=0, most=40)
    tricks_at_least: int | None = param(
        "Tricks at least", "They have won at least so many tricks.", default=None, least=1, most=40
    )
    card_points_in_tricks_below: int | None = param(
        "Card points in tricks below",
        "The cards of their tricks, without the last trick's points and without any pile, are worth less.",
        default=None, least=1, most=1000, counts="points",
    )  # fmt: skip
    card_points_below: int | None = param(
        "Card points below",
        "All cards they have won, piles included, without the last trick's points, are worth less.",
        default=None, least=1, most=1000, counts="points",
    )  # fmt: skip
    points_below: int | None = param(
        "Points below", "All their points, everything included, are fewer.",
        default=None, least=1, most=1000, counts="points",
    )  # fmt: skip
    contracts: tuple[str, ...] = param(
        "Contracts", "Only in these contracts; without any: in all.", default=(), refers_to="contract"
    )


class Figure(NamedTuple):
    """Something of a party that can be counted, in the words of an account."""

    counts: Literal["tricks", "points"]
    told: Words
    played: bool = True
    """Whether it is known only once it is known who has won which card."""


FIGURES: Final[Mapping[str, Figure]] = {
    "tricks": Figure("tricks", Words("{tricks}")),
    "in_tricks": Figure("points", Words("{points} in the cards of the tricks")),
    "cards": Figure("points", Words("{points} in cards")),
    "points": Figure("points", Words("{points} in all"), played=False),
}
"""The figures by name: for the engine's parties these are attributes."""


class Condition(NamedTuple):
    """One row: a parameter of `When`, the figure that it reads, how the two are compared, and its words."""

    name: str
    figure: str
    compares: Literal["exactly", "at_least", "below"]
    holds: Words
    """In a rulebook, of a party: "… has won at least two tricks"."""
    wanted: Words
    """In an account, where it did not hold: "at least 2 tricks"."""
    none: Words | None = None
    """Instead of `holds` where the limit is 0."""


CONDITIONS: Final = (
    Condition(
        "tricks", "tricks", "exactly",
        Words("has won exactly {tricks}"), Words("exactly {limit}"), Words("has won no trick"),
    ),
    Condition("tricks_at_least", "tricks", "at_least", Words("has won at least {tricks}"), Words("at least {limit}")),
    Condition(
        "card_points_in_tricks_below", "in_tricks", "below",
        Words(
            "has less than {points} in the cards of its tricks (what the last trick is worth{and_piles} not counted)"
        ),
        Words("less than {limit} in the cards of the tricks"),
    ),
    Condition(
        "card_points_below", "cards", "below",
        Words(
            "has less than {points} in all the cards that it has won (what the last trick is worth not "
            "counted{with_piles})"
        ),
        Words("less than {limit} in cards"),
    ),
    Condition(
        "points_below", "points", "below", Words("has less than {points} in all"), Words("less than {limit} in all")
    ),
)  # fmt: skip


class Limit(NamedTuple):
    """What one row asks in one bonus: the figure is at least and at most so much, as far as that is limited."""

    row: Condition
    stated: int
    least: int | None
    most: int | None

    @property
    def figure(self) -> str:
        """The figure that is looked at."""
        return self.row.figure

    def passes(self, value: int) -> bool:
        """Whether a value is within the limits."""
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


@cache
def limits(when: When) -> tuple[Limit, ...]:
    """What a condition asks of its party, in the order of the rows."""
    asked = ((row, getattr(when, row.name)) for row in CONDITIONS)
    return tuple(Limit(row, stated, *_range(row, stated)) for row, stated in asked if stated is not None)


def _range(row: Condition, stated: int) -> tuple[int | None, int | None]:
    return {"exactly": (stated, stated), "at_least": (stated, None), "below": (None, stated - 1)}[row.compares]


def figures(when: When) -> tuple[str, ...]:
    """The figures that a condition looks at, each once."""
    return tuple(dict.fromkeys(each.figure for each in limits(when)))


def in_contract(when: When, contract: str) -> bool:
    """Whether a condition speaks of a contract."""
    return not when.contracts or contract in when.contracts


class PartyFigures(Protocol):
    """A party of which every figure is known."""

    def figure(self, name: str, /) -> int:
        """The figure of that name."""


def failing(when: When, party: PartyFigures) -> tuple[Limit, ...]:
    """The limits that a party does not keep."""
    return tuple(each for each in limits(when) if not each.passes(party.figure(each.figure)))


def holds(when: When, party: PartyFigures, contract: str) -> bool:
    """Whether a condition holds of a party in a contract: all that it names must."""
    return in_contract(when, contract) and not failing(when, party)


def is_known_without_play(when: When) -> bool:
    """Whether a condition asks nothing of tricks or of cards that were won."""
    return not any(FIGURES[name].played for name in figures(when))
