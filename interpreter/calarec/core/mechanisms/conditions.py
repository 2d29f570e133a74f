"""Conditions of bonuses as data: what may be asked of a party, which figure of it is looked at, and how that is said.

In goes the `when` of a bonus, out come its *limits*: a figure and the least and the most that it may be. Whoever needs
to know a condition (engine, compiled filter, static checks, hands without cards, rulebook, report) reads the limits
and has the figures of a party in its own form. A new condition is a parameter of `When` and a row of `CONDITIONS`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

from calarec.core.base.frozen import NamedTuple, dataclass, fields
from calarec.core.mechanisms.fields import param
from calarec.core.wording.language import Listing, Phrase, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from calarec.core.wording.language import Sayable


@dataclass(frozen=True, slots=True, kw_only=True)
class WhenCards:
    """Cards that a party has; all that are looked at count together, whichever seat of the party has them."""

    ranks: str | None = param(
        "Ranks", "The ranks of the cards that count; without it: all.",
        default=None, pattern="^[0-9A-Z]{1,16}$", refers_to="rank",
    )  # fmt: skip
    suits: str | None = param(
        "Suits", "The suits of the cards that count; without it: all.",
        default=None, pattern="^[a-z]{1,8}$", refers_to="suit",
    )  # fmt: skip
    at_least: int | None = param("At least", "At least so many of them.", default=None, least=1, most=40)
    at_most: int | None = param("At most", "At most so many of them.", default=None, least=0, most=40)
    where: Literal["dealt", "held", "won"] = param(
        "Where",
        "Where they count.",
        options={
            "dealt": "in the hands as they were dealt",
            "held": "in the hands at the first lead, after any exchange",
            "won": "among the cards that the party has won, piles included",
        },
    )


@dataclass(frozen=True, kw_only=True)
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
    cards: WhenCards | None = param("Cards", "They have so many of certain cards.", default=None, since="0.2.0")
    has: Literal["dealer", "eldest"] | None = param(
        "Has",
        "Who has this role is one of them; who sits out is not.",
        default=None, since="0.2.0",
        options={"dealer": "who deals", "eldest": "who has the first turn after the dealer"},
    )  # fmt: skip
    contracts: tuple[str, ...] = param(
        "Contracts", "Only in these contracts; without any: in all.", default=(), refers_to="contract"
    )

    @cached_property
    def limits(self) -> tuple[Limit, ...]:
        """What it asks of its party, in the order of the rows; asked of every hand, so it is worked out once."""
        return tuple(each for row in CONDITIONS for each in _limit(row, getattr(self, row.name)))


class Figure(NamedTuple):
    """Something of a party that can be counted, in the words of an account."""

    counts: Literal["tricks", "points", "cards", "roles"]
    told: Words
    played: bool = True
    """Whether it is known only once it is known who has won which card."""
    none: Words | None = None
    """Instead of `told` where there is none of it."""

    def describe_value(self, value: int) -> Words:
        """What is told of so many."""
        return self.none if self.none is not None and not value else self.told


FIGURES: Final[Mapping[str, Figure]] = {
    "tricks": Figure("tricks", Words("{tricks}")),
    "in_tricks": Figure("points", Words("{points} in the cards of the tricks")),
    "cards": Figure("points", Words("{points} in cards")),
    "points": Figure("points", Words("{points} in all"), played=False),
    "dealt": Figure("cards", Words("{number} of these cards dealt ({these})"), played=False),
    "held": Figure("cards", Words("{number} of these cards in hand at the first lead ({these})"), played=False),
    "won": Figure("cards", Words("{number} of these cards won ({these})")),
    "dealer": Figure("roles", Words("with the deal"), played=False, none=Words("without the deal")),
    "eldest": Figure("roles", Words("with the first turn"), played=False, none=Words("without the first turn")),
}
"""The figures by name. Of cards there is one for each choice of them: see `CardFigure`."""
ROLES: Final = tuple(name for name, figure in FIGURES.items() if figure.counts == "roles")
"""Those that say whether somebody is in a party: 1 or 0."""


class CardFigure(NamedTuple):
    """How many of certain cards a party has: those of some ranks (None: all) and some suits, in one place."""

    ranks: str | None
    suits: str | None
    where: Literal["dealt", "held", "won"]

    def has_card(self, card: str) -> bool:
        """Whether a card, by its rank and suit, is one of them."""
        return (self.ranks is None or card[0] in self.ranks) and (self.suits is None or card[1] in self.suits)


class Condition(NamedTuple):
    """One row: a parameter of `When`, the figure that it reads, how the two are compared, and its words."""

    name: str
    figure: str
    compares: Literal["exactly", "at_least", "below", "within", "named"]
    """`within`: the parameter has limits of its own, and counts the cards of the figure; `named`: it names the figure,
    of which there is one."""
    holds: Words
    """In a rulebook, of a party: "… has won at least two tricks"."""
    wanted: Words | None = None
    """In an account, where it did not hold: "at least 2 tricks"; `within` says its limits."""
    none: Words | None = None
    """Instead of `holds` where nothing at all is wanted."""


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
    Condition(
        "cards", "dealt", "within",
        Words("was dealt {some}"), none=Words("was dealt none of these cards ({these})"),
    ),
    Condition(
        "cards", "held", "within",
        Words("has {some} in hand at the first lead"),
        none=Words("has none of these cards ({these}) in hand at the first lead"),
    ),
    Condition(
        "cards", "won", "within",
        Words("has won {some}{won_piles}"), none=Words("has won none of these cards ({these}){won_piles}"),
    ),
    Condition("has", "dealer", "named", Words("has the deal"), Words("with the deal")),
    Condition("has", "eldest", "named", Words("has the first turn after the dealer"), Words("with the first turn")),
)  # fmt: skip
_SOME: Final = {
    "exactly": (Words("exactly {number} of these cards ({these})"), Words("exactly {limit}")),
    "at_least": (Words("at least {number} of these cards ({these})"), Words("at least {limit}")),
    "at_most": (Words("at most {number} of these cards ({these})"), Words("at most {limit}")),
    "between": (Words("{least} to {number} of these cards ({these})"), Words("{least} to {limit}")),
}
"""So many of certain cards: in a rulebook, and what an account says that was wanted."""
_ALL: Final = Words("all of these cards ({these})")


AnyFigure: TypeAlias = "str | CardFigure"


class Limit(NamedTuple):
    """What one row asks in one bonus: the figure is at least and at most so much, as far as that is limited."""

    row: Condition
    figure: AnyFigure
    least: int | None
    most: int | None
    stated: int
    """The number that the file gives: of two the higher one."""

    def is_met_by(self, value: int) -> bool:
        """Whether a value is within the limits."""
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    @property
    def figure_description(self) -> Figure:
        """What is said of the figure."""
        return describe_figure(self.figure)

    @property
    def rulebook_words(self) -> Words:
        """The condition in a rulebook."""
        return self.row.none if self.row.none is not None and self.most == 0 else self.row.holds

    @property
    def account_words(self) -> Words:
        """The condition in an account."""
        return self.row.wanted or _SOME[self._count_form][1]

    def count_words(self, of_pack: int) -> Words:
        """How many of certain cards, if there are so many of them in the pack."""
        if self.least == of_pack and self.most is None:
            return Words("{these}") if of_pack == 1 else _ALL
        return _SOME[self._count_form][0]

    @property
    def _count_form(self) -> str:
        if self.least == self.most:
            return "exactly"
        return "at_least" if self.most is None else "at_most" if self.least is None else "between"


def describe_figure(figure: AnyFigure) -> Figure:
    """What is said of a figure."""
    return FIGURES[figure.where if isinstance(figure, CardFigure) else figure]


def these(figure: CardFigure, name: Callable[[str, str], Sayable]) -> Words:
    """The cards that are looked at; `name` gives what a rank or a suit is called."""
    ranks = Listing(tuple(Phrase("the", name("ranks", each)) for each in figure.ranks or ""))
    suits = Listing(tuple(name("suits", each) for each in figure.suits or ""))
    if not figure.suits:
        return Words("{ranks} of every suit", ranks=ranks) if figure.ranks else Words("any card")
    if not figure.ranks:
        return Words("every card of {suits}", suits=suits)
    return Words("{ranks} of {suits}", ranks=ranks, suits=suits)


def limit_paths(each: Limit, when: When) -> tuple[str, ...]:
    """The paths within a condition that say a limit."""
    part = getattr(when, each.row.name)
    if not isinstance(part, WhenCards):
        return (each.row.name,)
    return tuple(f"{each.row.name}.{one.name}" for one in fields(part) if getattr(part, one.name) is not None)


def _limit(row: Condition, stated: int | str | WhenCards | None) -> Iterator[Limit]:
    if isinstance(stated, WhenCards):
        if stated.where == row.figure:
            least, most = stated.at_least, stated.at_most
            figure = CardFigure(stated.ranks, stated.suits, stated.where)
            yield Limit(row, figure, least, most, (most if most is not None else least) or 0)
    elif isinstance(stated, str):
        if stated == row.figure:
            yield Limit(row, row.figure, 1, None, 1)
    elif stated is not None:
        least, most = {"exactly": (stated, stated), "at_least": (stated, None)}.get(row.compares, (None, stated - 1))
        yield Limit(row, row.figure, least, most, stated)


def condition_figures(when: When) -> tuple[AnyFigure, ...]:
    """The figures that a condition looks at, each once."""
    return tuple(dict.fromkeys(each.figure for each in when.limits))


def is_for_contract(when: When, contract: str) -> bool:
    """Whether a condition speaks of a contract."""
    return not when.contracts or contract in when.contracts


class PartyFigures(Protocol):
    """A party of which every figure is known."""

    def figure_value(self, which: AnyFigure, /) -> int:
        """A figure."""


def failing(when: When, party: PartyFigures) -> tuple[Limit, ...]:
    """The limits that a party does not keep."""
    return tuple([each for each in when.limits if not each.is_met_by(party.figure_value(each.figure))])


def is_condition_met(when: When, party: PartyFigures, contract: str) -> bool:
    """Whether a condition holds of a party in a contract: all that it names must."""
    return is_for_contract(when, contract) and not failing(when, party)


def is_each_condition_met(conditions: Sequence[When], parties: Mapping[str, PartyFigures], contract: str) -> bool:
    """Whether several conditions hold at once, each of its party; of a party that there is not none does."""
    return all(each.of in parties and is_condition_met(each, parties[each.of], contract) for each in conditions)


class PartyRanges(Protocol):
    """A party of which not every figure is known."""

    def figure_range(self, which: AnyFigure, /) -> tuple[int, int]:
        """The least and the most that a figure can be."""


def can_hold(when: When, party: PartyRanges) -> bool | None:
    """Whether a condition holds of such a party; None where it may and may not."""
    found: bool | None = True
    for each in when.limits:
        low, high = party.figure_range(each.figure)
        if (each.least is not None and high < each.least) or (each.most is not None and low > each.most):
            return False
        if not (each.is_met_by(low) and each.is_met_by(high)):
            found = None
    return found


def all_can_hold(conditions: Sequence[When], parties: Mapping[str, PartyRanges], contract: str) -> bool | None:
    """Whether several conditions hold at once; None where they may and may not."""
    found: list[bool | None] = [
        each.of in parties and is_for_contract(each, contract) and can_hold(each, parties[each.of])
        for each in conditions
    ]
    return False if False in found else None if None in found else True


def is_known_without_play(conditions: Sequence[When]) -> bool:
    """Whether conditions ask nothing of tricks or of cards that were won."""
    return not any(describe_figure(figure).played for when in conditions for figure in condition_figures(when))
