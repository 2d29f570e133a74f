"""Conditions of bonuses as data: the figures of a party, their limits, the words.

In goes the `when` of a bonus, out come its *limits*: a figure and the least and the most that it may be. Every reader
of a condition (engine, compiled filter, static checks, hands without cards, rulebook, report) reads the limits and has
the figures of a party in its own form. A new condition is a parameter of `Alternative` and a row of `CONDITIONS`.

A condition is an *and* of limits of one party. Several may be required at once, and each may have alternatives of which
one holds (`one_of`): an *or* of *ands*, one level deep.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias

from calarec.core.base.frozen import NamedTuple, dataclass, fields
from calarec.core.mechanisms.fields import param
from calarec.core.wording.language import Listing, Phrase, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from calarec.core.wording.language import Sayable


@dataclass(frozen=True, slots=True, kw_only=True)
class EachCard:
    """Certain cards, and where they count."""

    ranks: str | None = param(
        "Ranks", "The ranks of the cards that count; without it: all.",
        default=None, pattern="^[0-9A-Z]{1,16}$", refers_to="rank",
    )  # fmt: skip
    suits: str | None = param(
        "Suits", "The suits of the cards that count; without it: all.",
        default=None, pattern="^[a-z]{1,8}$", refers_to="suit",
    )  # fmt: skip
    where: Literal["dealt", "held", "won"] = param(
        "Where",
        "The place in which they count.",
        options={
            "dealt": "in the hands as they were dealt",
            "held": "in the hands at the first lead, after any exchange",
            "won": "among the cards that the party has won, piles included",
        },
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WhenCards(EachCard):
    """Cards of a party, counted together for all of its seats."""

    at_least: int | None = param("At least", "The fewest of them.", default=None, least=1, most=40)
    at_most: int | None = param("At most", "The most of them.", default=None, least=0, most=40)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCards:
    """Cards in the hand of the player who acts; all that are looked at count together."""

    ranks: str | None = param(
        "Ranks", "The ranks of the cards that count; without it: all.",
        default=None, pattern="^[0-9A-Z]{1,16}$", refers_to="rank", since="0.3.0",
    )  # fmt: skip
    suits: str | None = param(
        "Suits", "The suits of the cards that count; without it: all.",
        default=None, pattern="^[a-z]{1,8}$", refers_to="suit", since="0.3.0",
    )  # fmt: skip
    at_least: int | None = param(
        "At least", "This number of them or more.", default=None, least=1, most=40, since="0.3.0"
    )
    at_most: int | None = param(
        "At most", "This number of them or fewer.", default=None, least=0, most=40, since="0.3.0"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WinningCard:
    """The card with which the last trick was won; claimed tricks have none."""

    ranks: str | None = param(
        "Ranks", "The ranks that it may have; without it: any.",
        default=None, pattern="^[0-9A-Z]{1,16}$", refers_to="rank", since="0.3.0",
    )  # fmt: skip
    suits: str | None = param(
        "Suits", "The suits that it may have; without it: any.",
        default=None, pattern="^[a-z]{1,8}$", refers_to="suit", since="0.3.0",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberLimits:
    """Limits of a number instead of the number itself; all that are stated hold."""

    at_least: int | None = param("At least", "This number or more.", default=None, least=0, most=40, since="0.3.0")
    at_most: int | None = param("At most", "This number or fewer.", default=None, least=0, most=40, since="0.3.0")
    above: int | None = param("Above", "More than this number.", default=None, least=0, most=40, since="0.3.0")
    below: int | None = param("Below", "Fewer than this number.", default=None, least=1, most=40, since="0.3.0")


@dataclass(frozen=True, slots=True, kw_only=True)
class PointLimits:
    """Limits of points instead of a number of them; all that are stated hold."""

    at_least: int | None = param(
        "At least", "This number of points or more.", default=None, least=0, most=1000, counts="points", since="0.3.0"
    )
    at_most: int | None = param(
        "At most", "This number of points or fewer.", default=None, least=0, most=1000, counts="points", since="0.3.0"
    )
    above: int | None = param(
        "Above", "More points than this number.", default=None, least=0, most=1000, counts="points", since="0.3.0"
    )
    below: int | None = param(
        "Below", "Fewer points than this number.", default=None, least=1, most=1000, counts="points", since="0.3.0"
    )


ROLE_OPTIONS: Final = {"dealer": "who deals", "eldest": "the player with the first turn after the dealer"}
_SIDE_OPTIONS: Final = {
    "losers": "the side that has lost",
    "winners": "the side that has won",
    "declarer": "the declarer's side",
    "opponents": "the declarer's opponents together",
    "others": "in a hand without a declarer: all who are paid, together",
}
AnyLimits: TypeAlias = "NumberLimits | PointLimits"


def stated_range(stated: int | AnyLimits) -> tuple[int | None, int | None]:
    """The least and most that a number or its limits allow; None without a limit."""
    if isinstance(stated, int):
        return stated, stated
    low = [each for each in (stated.at_least, None if stated.above is None else stated.above + 1) if each is not None]
    high = [each for each in (stated.at_most, None if stated.below is None else stated.below - 1) if each is not None]
    return max(low, default=None), min(high, default=None)


def _points_param(title: str, text: str) -> Any:
    """A number of points, or limits of it."""
    return param(title, text, default=None, least=0, most=1000, counts="points", since="0.3.0")


_POINTS: Final = "Points", "All their points, before irregularities move any and before rounding, are this number."
_COUNTED: Final = (
    "Counted", "Their points as they are counted in the end, after irregularities and rounding, are this number.",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class PartyAsked:
    """The conditions that may be set for any party of a hand.

    Each place in the rules names its possible parties.
    """

    of: str = param("Of", "The party that is looked at.", default="", since="0.3.0")
    tricks: int | NumberLimits | None = param(
        "Tricks", "They have won exactly this number of tricks, or a number within limits.",
        default=None, least=0, most=40, since="0.3.0",
    )  # fmt: skip
    trick_points: int | PointLimits | None = _points_param(
        "Trick points",
        "The cards of their tricks are worth so much, without the last trick's points and without any pile.",
    )
    card_points: int | PointLimits | None = _points_param(
        "Card points", "All cards they have won, piles included, are worth so much, without the last trick's points."
    )
    last_trick: bool | WinningCard | None = param(
        "Last trick",
        "They have won the last trick; with `false`: they have not; with a map: with one of these cards.",
        default=None, since="0.3.0",
    )  # fmt: skip
    cards: WhenCards | None = param("Cards", "They have a number of certain cards.", default=None, since="0.3.0")
    has: Literal["dealer", "eldest"] | None = param(
        "Has", "The player with this role is one of them.", default=None, since="0.3.0", options=ROLE_OPTIONS
    )
    trump: str | None = param(
        "Trump", "One of these suits is trump, whichever party is looked at.",
        default=None, pattern="^[a-z]{1,8}$", refers_to="suit", since="0.3.0",
    )  # fmt: skip

    @cached_property
    def limits(self) -> tuple[Limit, ...]:
        """The limits on its party, in the order of the rows; cached, as every hand asks."""
        return tuple(limit for row in CONDITIONS for limit in _limit(row, getattr(self, row.name, None)))


@dataclass(frozen=True, kw_only=True)
class PartyUnderContract(PartyAsked):
    """The conditions that may be set for any party of a hand with a contract."""

    contracts: tuple[str, ...] = param(
        "Contracts", "Only in these contracts; without any: in all.", default=(), refers_to="contract", since="0.3.0"
    )


@dataclass(frozen=True, kw_only=True)
class Alternative(PartyUnderContract):
    """A condition: all that it names holds of one party."""

    of: Literal["losers", "winners", "declarer", "opponents", "others"] = param(
        "Of",
        "The party that is looked at.",
        default="losers",
        options=_SIDE_OPTIONS,
    )
    tricks: int | NumberLimits | None = param(
        "Tricks",
        "They have won exactly this number of tricks, or a number within limits.",
        default=None,
        least=0,
        most=40,
    )
    tricks_at_least: int | None = param(
        "Tricks at least", "The fewest tricks that they have won.", default=None, least=1, most=40
    )
    card_points_in_tricks_below: int | None = param(
        "Card points in tricks below",
        "The cards of their tricks, without the last trick's points and without any pile, are worth " "less than this.",
        default=None, least=1, most=1000, counts="points",
    )  # fmt: skip
    card_points_below: int | None = param(
        "Card points below",
        "All cards they have won, piles included, without the last trick's points, are worth less " "than this.",
        default=None, least=1, most=1000, counts="points",
    )  # fmt: skip
    points_below: int | None = param(
        "Points below", "All their points, everything included, are fewer than this.",
        default=None, least=1, most=1000, counts="points",
    )  # fmt: skip
    points: int | PointLimits | None = _points_param(*_POINTS)
    counted: int | PointLimits | None = _points_param(*_COUNTED)
    result: Literal["won", "lost"] | None = param(
        "Result", "They have won the hand, or lost it.",
        default=None, since="0.3.0",
        options={"won": "they have won the hand", "lost": "they have lost the hand"},
    )  # fmt: skip
    said: str | None = param(
        "Said", "One of them has made this announcement: an entry of `standing` with `do: declare`.",
        default=None, pattern="^[a-z][a-z0-9-]*$", since="0.3.0",
    )  # fmt: skip
    cards: WhenCards | None = param("Cards", "The number of certain cards that they have.", default=None, since="0.2.0")
    has: Literal["dealer", "eldest"] | None = param(
        "Has",
        "The player with this role is one of them; a player who sits out is not.",
        default=None, since="0.2.0", options=ROLE_OPTIONS,
    )  # fmt: skip
    contracts: tuple[str, ...] = param(
        "Contracts", "Only in these contracts; without any: in all.", default=(), refers_to="contract"
    )


@dataclass(frozen=True, kw_only=True)
class When(Alternative):
    """A condition: all that it names holds, and of several alternatives at least one."""

    one_of: tuple[Alternative, ...] = param(
        "One of", "At least one of these holds besides, each of its own party.", default=(), since="0.3.0"
    )

    @property
    def parts(self) -> tuple[Alternative, ...]:
        """The condition of its own party, and its alternatives."""
        return self, *self.one_of


@dataclass(frozen=True, kw_only=True)
class OpponentCondition(PartyUnderContract):
    """A condition on one opponent, or on others beside it: all that it names holds."""

    of: Literal["opponent", "other_opponents", "declarer", "opponents"] = param(
        "Of",
        "The party that is looked at.",
        default="opponent", since="0.3.0",
        options={
            "opponent": "the opponent who pays or is paid",
            "other_opponents": "all other opponents together",
            "declarer": "the declarer's side",
            "opponents": "all opponents together",
        },
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class SideCondition(PartyAsked):
    """A condition on each side in turn, without a declarer: all it names holds."""

    of: Literal["side"] = param(
        "Of", "The party that is looked at.", default="side", since="0.3.0", options={"side": "each side in turn"}
    )
    points: int | PointLimits | None = _points_param(*_POINTS)
    counted: int | PointLimits | None = _points_param(*_COUNTED)


@dataclass(frozen=True, kw_only=True)
class BidCondition:
    """A condition on the bidder that looks only at what that player sees."""

    cards: OwnCards | None = param(
        "Cards", "The hand has a number of certain cards, before the player acts.", default=None, since="0.3.0"
    )
    has: Literal["dealer", "eldest"] | None = param(
        "Has", "The player has this role.",
        default=None, since="0.3.0", options=ROLE_OPTIONS,
    )  # fmt: skip

    @cached_property
    def limits(self) -> tuple[Limit, ...]:
        """The limits on the player, in the order of the rows."""
        return tuple(limit for row in CONDITIONS for limit in _limit(row, getattr(self, row.name, None)))


@dataclass(frozen=True, kw_only=True)
class LeadCondition(BidCondition):
    """A condition on a trick's leader that looks only at what that player sees."""

    trick: int | NumberLimits | None = param(
        "Trick", "The number of the trick, or limits of it.", default=None, least=1, most=40, since="0.3.0"
    )
    trump: str | None = param(
        "Trump", "One of these suits is trump.",
        default=None, pattern="^[a-z]{1,8}$", refers_to="suit", since="0.3.0",
    )  # fmt: skip
    contracts: tuple[str, ...] = param(
        "Contracts", "Only in these contracts; without any: in all.", default=(), refers_to="contract", since="0.3.0"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EachTrick:
    """The tricks that are counted one by one."""

    above: int = param("Above", "Those above this number; 0: all.", default=0, least=0, most=39, since="0.3.0")


@dataclass(frozen=True, kw_only=True)
class ForEach:
    """The cards or tricks of a party for each of which a bonus is paid."""

    of: Literal["losers", "winners", "declarer", "opponents", "others"] = param(
        "Of",
        "The party whose cards or tricks are counted.",
        default="losers", since="0.3.0",
        options=_SIDE_OPTIONS,
    )  # fmt: skip
    cards: EachCard | None = param("Cards", "Each of certain cards.", default=None, since="0.3.0")
    tricks: EachTrick | None = param("Tricks", "Each trick, or each above a number.", default=None, since="0.3.0")

    @cached_property
    def condition(self) -> When:
        """That there is at least one."""
        return self._with_limits(1, None)

    def exactly(self, count: int) -> When:
        """That there are exactly `count`."""
        return self._with_limits(count, count)

    def count_in(self, party: PartyFigures) -> int:
        """The number of countable things that a party has."""
        (limit,) = self.condition.limits
        return max(0, party.figure_value(limit.figure) - (limit.least or 1) + 1)

    def _with_limits(self, least: int, most: int | None) -> When:
        if self.cards is not None:
            asked = self.cards
            cards = WhenCards(ranks=asked.ranks, suits=asked.suits, where=asked.where, at_least=least, at_most=most)
            return When(of=self.of, cards=cards)
        above = self.tricks.above if self.tricks is not None else 0
        return When(of=self.of, tricks=NumberLimits(
            at_least=above + least, at_most=None if most is None else above + most
        ))  # fmt: skip


class Figure(NamedTuple):
    """Something of a party that can be counted, in the words of an account."""

    counts: Literal["tricks", "points", "cards", "roles", "yes_no"]
    told: Words
    played: bool = True
    """True if it is known only once the winner of each card is known."""
    none: Words | None = None
    """The words to use for none, instead of `told`."""
    did: Words | None = None
    """The words for a party that did it, if nobody says that it took the figure: "announced “{word}”"."""
    did_not: Words | None = None
    """The words for a party that did not do it."""

    def describe_value(self, value: int) -> Words:
        """Describe a value of the figure."""
        return self.none if self.none is not None and not value else self.told

    def describe_deed(self, value: int) -> Words | None:
        """Describe what a party with this value did; None where it took the figure."""
        return self.did if value else self.did_not


FIGURES: Final[Mapping[str, Figure]] = {
    "tricks": Figure("tricks", Words("{tricks}")),
    "in_tricks": Figure("points", Words("{points} in the cards of the tricks")),
    "cards": Figure("points", Words("{points} in cards")),
    "points": Figure("points", Words("{points} in all"), played=False),
    "counted": Figure("points", Words("{points} as counted"), played=False),
    "result": Figure(
        "yes_no", Words("the hand won"), played=False, none=Words("the hand lost"),
        did=Words("won the hand"), did_not=Words("lost the hand"),
    ),
    "last_trick": Figure(
        "yes_no", Words("the last trick"), none=Words("not the last trick"),
        did_not=Words("did not take the last trick"),
    ),
    "dealt": Figure("cards", Words("{cards} dealt"), played=False),
    "held": Figure("cards", Words("{cards} in hand at the first lead"), played=False),
    "won": Figure("cards", Words("{cards} won")),
    "hand": Figure("cards", Words("{cards} in hand"), played=False),
    "trick": Figure("tricks", Words("trick {number}"), played=False),
    "last": Figure(
        "yes_no",
        Words("the last trick with {any}"),
        none=Words("not the last trick with {any}"),
        did_not=Words("did not take the last trick with {any}"),
    ),
    "trump": Figure(
        "yes_no", Words("trump in {these}"), played=False, none=Words("no trump in {these}"),
        did=Words("played with trump in {these}"), did_not=Words("did not play with trump in {these}"),
    ),
    "dealer": Figure(
        "roles", Words("with the deal"), played=False, none=Words("without the deal"),
        did=Words("had the deal"), did_not=Words("did not have the deal"),
    ),
    "eldest": Figure(
        "roles", Words("with the first turn"), played=False, none=Words("without the first turn"),
        did=Words("had the first turn"), did_not=Words("did not have the first turn"),
    ),
    "said": Figure(
        "yes_no", Words("“{word}” announced"), played=False, none=Words("“{word}” not announced"),
        did=Words("announced “{word}”"), did_not=Words("did not announce “{word}”"),
    ),
}  # fmt: skip
"""The figures by name.

A figure of cards is one for each choice of cards: see `CardFigure`.
"""
ROLES: Final = tuple(name for name, figure in FIGURES.items() if figure.counts == "roles")
"""The figures that are 1 or 0: whether a role is in a party."""
_SAID: Final = "said:"


def make_said_figure(word: str) -> str:
    """The figure of an announcement: whether one of a party has made it, as 1 or 0."""
    return f"{_SAID}{word}"


def find_said_word(figure: AnyFigure) -> str:
    """The announcement that a figure is about; empty if it is about none."""
    return figure[len(_SAID) :] if isinstance(figure, str) and figure.startswith(_SAID) else ""


def is_known_by_seats(figure: AnyFigure) -> bool:
    """Check whether the seats of a party decide a figure: a role, an announcement."""
    return figure in ROLES or bool(find_said_word(figure))


class CardFigure(NamedTuple):
    """The number of a party's cards: of ranks (None: all) and suits, in one place.

    `hand`: in the hand of the player who acts; `last`: as the card with which it won the last trick; `trump`: whether
    a suit of theirs is trump, for any party.
    """

    ranks: str | None
    suits: str | None
    where: Literal["dealt", "held", "won", "hand", "last", "trump"]

    @property
    def is_counted(self) -> bool:
        """Check whether cards are counted; otherwise it is 1 or 0."""
        return self.where in COUNTED_PLACES

    def has_card(self, card: str) -> bool:
        """Check whether a card, by its rank and suit, is one of them."""
        return (self.ranks is None or card[0] in self.ranks) and (self.suits is None or card[1] in self.suits)


class Condition(NamedTuple):
    """One row: a parameter of a condition, its figure, the comparison and the words."""

    name: str
    figure: str
    compares: Literal["limits", "at_least", "below", "within", "named", "yes_no", "one_of_cards", "said"]
    """`limits`: a number, exactly, or a map of limits; `within`: the parameter has limits of its own, and counts the
    cards of the figure; `named`: it names the figure, of which there is one; `yes_no`: the figure is 1 or 0;
    `one_of_cards`: the parameter names cards, one of which it must be; `said`: it names an announcement."""
    holds: Words
    """In a rulebook, of a party: "… has won at least two tricks"."""
    wanted: Words | None = None
    """The words in an account where it did not hold: "at least 2 tricks".

    Without it, only the limits.
    """
    none: Words | None = None
    """Instead of `holds` where nothing at all is wanted."""


_TRICKS_WON: Final = Words("has won {range}")
_IN_TRICKS: Final = Words(
    "has {range} in the cards of its tricks (what the last trick is worth{and_piles} not counted)"
)
_IN_CARDS: Final = Words(
    "has {range} in all the cards that it has won (what the last trick is worth not counted{with_piles})"
)
_IN_ALL: Final = Words("has {range} in all")
_OF_TRICKS, _OF_CARDS = Words("{range} in the cards of the tricks"), Words("{range} in cards")
_OF_ALL, _AS_COUNTED = Words("{range} in all"), Words("{range} as counted")
CONDITIONS: Final = (
    Condition("tricks", "tricks", "limits", _TRICKS_WON, none=Words("has won no trick")),
    Condition("tricks_at_least", "tricks", "at_least", _TRICKS_WON),
    Condition("card_points_in_tricks_below", "in_tricks", "below", _IN_TRICKS, _OF_TRICKS),
    Condition("card_points_below", "cards", "below", _IN_CARDS, _OF_CARDS),
    Condition("points_below", "points", "below", _IN_ALL, _OF_ALL),
    Condition("trick_points", "in_tricks", "limits", _IN_TRICKS, _OF_TRICKS),
    Condition("card_points", "cards", "limits", _IN_CARDS, _OF_CARDS),
    Condition("points", "points", "limits", _IN_ALL, _OF_ALL),
    Condition(
        "counted", "counted", "limits",
        Words("has {range} after irregularities and rounding"), _AS_COUNTED,
    ),
    Condition(
        "last_trick", "last_trick", "yes_no",
        Words("has won the last trick"), Words("the last trick"), Words("has not won the last trick"),
    ),
    Condition(
        "result", "result", "yes_no",
        Words("has won the hand"), Words("the hand won"), Words("has lost the hand"),
    ),
    Condition(
        "cards", "dealt", "within",
        Words("was dealt {some}"), none=Words("was dealt {none}"),
    ),
    Condition(
        "cards", "held", "within",
        Words("has {some} in hand at the first lead"),
        none=Words("has {none} in hand at the first lead"),
    ),
    Condition(
        "cards", "won", "within",
        Words("has won {some}{won_piles}"), none=Words("has won {none}{won_piles}"),
    ),
    Condition(
        "cards", "hand", "within",
        Words("has {some} in hand"), none=Words("has {none} in hand"),
    ),
    Condition("trick", "trick", "limits", Words("leads to trick {range}")),
    Condition(
        "last_trick", "last", "one_of_cards", Words("has won the last trick with {any}"),
        Words("the last trick with {any}"),
    ),
    Condition("trump", "trump", "one_of_cards", Words("trump is {these}"), Words("trump in {these}")),
    Condition("has", "dealer", "named", Words("has the deal"), Words("with the deal")),
    Condition("has", "eldest", "named", Words("has the first turn after the dealer"), Words("with the first turn")),
    Condition("said", "said", "said", Words("has announced “{word}”"), Words("“{word}” announced")),
)  # fmt: skip
_RANGES: Final = {
    "exactly": Words("exactly {number}"),
    "at_least": Words("at least {number}"),
    "at_most": Words("at most {number}"),
    "between": Words("from {least} to {number}"),
    "below": Words("less than {number}"),
    "from_below": Words("at least {least} and less than {number}"),
}
"""So much of a figure."""
_SOME: Final = {
    "exactly": Words("exactly {cards}"),
    "at_least": Words("at least {cards}"),
    "at_most": Words("at most {cards}"),
    "between": Words("{least} to {cards}"),
}
"""Numbers of certain cards, in a rulebook."""
_ALL: Final = Words("all of these cards ({these})")
_OF_THESE: Final = Words("{number} of these cards ({these})")
_NONE_OF_THESE: Final = Words("none of these cards ({these})")


AnyFigure: TypeAlias = "str | CardFigure"
COUNTED_PLACES: Final = ("dealt", "held", "won", "hand")
"""The places where cards are counted."""


class Limit(NamedTuple):
    """The limit of one row in one bonus: the least and most of a figure; None: none."""

    row: Condition
    figure: AnyFigure
    least: int | None
    most: int | None
    stated: int
    """The number that the file gives: of two the higher one."""

    def is_met_by(self, value: int) -> bool:
        """Check whether a value is within the limits."""
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    @property
    def figure_description(self) -> Figure:
        """The description of the figure."""
        return describe_figure(self.figure)

    @property
    def rulebook_words(self) -> Words:
        """The condition in a rulebook; `{range}` is filled in by `range_words`."""
        return self.row.none if self.row.none is not None and self.most == 0 else self.row.holds

    def range_words(self, number_words: Callable[[int], Sayable | str], units_per_point: int = 1) -> Words:
        """The limits; `number_words` gives how a value of the figure is written.

        A limit just below a whole point is worded by that point, as players say it.
        """
        form, number = self._count_form, self.stated
        if self.row.compares == "below":
            form = "below"
        elif form in ("at_most", "between") and units_per_point > 1 and (self.stated + 1) % units_per_point == 0:
            form, number = {"at_most": "below", "between": "from_below"}[form], self.stated + 1
        values = {"number": number_words(number)}
        if form in ("between", "from_below"):
            values["least"] = number_words(self.least or 0)
        return _RANGES[form].with_values(**values)

    def account_words(self, number_words: Callable[[int], Sayable | str], units_per_point: int = 1) -> Words:
        """The condition in an account, where it did not hold."""
        if self.row.compares == "yes_no" and not self.most:
            return FIGURES[self.row.figure].describe_value(int(self.most is None))
        limits = self.range_words(number_words, units_per_point)
        return self.row.wanted.with_values(range=limits) if self.row.wanted is not None else limits

    def count_words(self, of_pack: int, name: NameWords) -> Words:
        """The words for a number of certain cards, given how many the pack has."""
        assert isinstance(self.figure, CardFigure)
        if self.least == of_pack and self.most is None:
            is_plain = of_pack == 1 or not (self.figure.ranks and self.figure.suits)
            return (Words("{these}") if is_plain else _ALL).with_values(these=these(self.figure, name))
        values = {"least": Phrase("number", self.least or 0)} if self._count_form == "between" else {}
        return _SOME[self._count_form].with_values(cards=number_of_cards(self.figure, self.stated, name), **values)

    @property
    def _count_form(self) -> str:
        if self.least == self.most:
            return "exactly"
        return "at_least" if self.most is None else "at_most" if self.least is None else "between"


def describe_figure(figure: AnyFigure) -> Figure:
    """Look up the description of a figure."""
    return FIGURES[figure.where if isinstance(figure, CardFigure) else figure.partition(":")[0]]


NameWords: TypeAlias = "Callable[[str, str], Sayable]"
"""The name of a rank or a suit."""


def number_of_cards(figure: CardFigure, number: int, name: NameWords) -> Phrase | Words:
    """A number of certain cards: "three aces", "two cards of coins", "no ace"."""
    nouns = _card_nouns(figure, name)
    if nouns is not None:
        return Phrase("number_with_noun", number, nouns)
    said = _OF_THESE.with_values(number=Phrase("number", number)) if number else _NONE_OF_THESE
    return said.with_values(these=these(figure, name))


def _card_nouns(figure: CardFigure, name: NameWords) -> Phrase | Words | None:
    """The singular and the plural for certain cards; None if they need a list."""
    if figure.ranks and len(figure.ranks) == 1 and not figure.suits:
        return Phrase("both_numbers", name("ranks", figure.ranks))
    if figure.suits and len(figure.suits) == 1 and not figure.ranks:
        return Words("card of {suit}|cards of {suit}", suit=name("suits", figure.suits))
    return None if figure.ranks or figure.suits else Words("card|cards")


def any_of_cards(figure: CardFigure, name: NameWords) -> Words:
    """Any of certain cards: "an ace or a three", "a card of coins"."""
    ranks, suits = figure.ranks or "", figure.suits or ""
    if ranks and not suits:
        return Words(
            "{ranks}", ranks=Listing(tuple(Phrase("indefinite", name("ranks", rank)) for rank in ranks), either=True)
        )
    if suits and not ranks:
        return Words("a card of {suits}", suits=Listing(tuple(name("suits", suit) for suit in suits), either=True))
    if len(ranks) == len(suits) <= 1:
        return these(figure, name)
    return Words("one of these cards ({these})", these=these(figure, name))


def card_figure_words(figure: CardFigure, value: int, name: NameWords) -> dict[str, object]:
    """The words for certain cards in the description of a figure with this value."""
    if figure.where == "last":
        return {"any": any_of_cards(figure, name)}
    return {"cards": number_of_cards(figure, value, name)} if figure.is_counted else {"these": these(figure, name)}


def each_of_cards(figure: CardFigure, name: NameWords) -> Words | None:
    """Certain cards after "each": "ace or three"; None if they need a list."""
    if figure.ranks and not figure.suits:
        return Words("{ranks}", ranks=Listing(tuple(name("ranks", rank) for rank in figure.ranks), either=True))
    if figure.suits and not figure.ranks:
        return Words("card of {suits}", suits=Listing(tuple(name("suits", suit) for suit in figure.suits), either=True))
    return None if figure.ranks else Words("card")


def these(figure: CardFigure, name: NameWords) -> Words:
    """The cards that are looked at; `name` gives what a rank or a suit is called."""
    ranks = Listing(tuple(Phrase("the", name("ranks", rank)) for rank in figure.ranks or ""))
    suits = Listing(tuple(name("suits", suit) for suit in figure.suits or ""), either=figure.where == "trump")
    if figure.where == "trump":
        return Words("{suits}", suits=suits)
    if not figure.suits:
        return Words("{ranks} of every suit", ranks=ranks) if figure.ranks else Words("any card")
    if not figure.ranks:
        return Words("every card of {suits}", suits=suits)
    return Words("{ranks} of {suits}", ranks=ranks, suits=suits)


def limit_paths(each: Limit, when: object) -> tuple[str, ...]:
    """The paths within a condition that say a limit."""
    part = getattr(when, each.row.name)
    if not isinstance(part, (WhenCards, OwnCards, WinningCard, NumberLimits, PointLimits)):
        return (each.row.name,)
    return tuple(f"{each.row.name}.{field.name}" for field in fields(part) if getattr(part, field.name) is not None)


def _limit(
    row: Condition, stated: int | str | WhenCards | OwnCards | WinningCard | AnyLimits | None
) -> Iterator[Limit]:
    if stated is None or (isinstance(stated, WinningCard) and row.compares != "one_of_cards"):
        return
    if row.compares == "one_of_cards":
        if isinstance(stated, WinningCard):
            yield Limit(row, CardFigure(stated.ranks, stated.suits, "last"), 1, None, 1)
        elif isinstance(stated, str):
            yield Limit(row, CardFigure(None, stated, "trump"), 1, None, 1)
        return
    if isinstance(stated, (WhenCards, OwnCards)):
        where = "hand" if isinstance(stated, OwnCards) else stated.where
        if where == row.figure:
            least, most = stated.at_least, stated.at_most
            figure = CardFigure(stated.ranks, stated.suits, where)
            yield Limit(row, figure, least, most, (most if most is not None else least) or 0)
    elif row.compares == "yes_no":
        is_wanted = stated in (True, "won")
        yield Limit(row, row.figure, 1 if is_wanted else None, None if is_wanted else 0, int(is_wanted))
    elif row.compares == "said":
        yield Limit(row, make_said_figure(str(stated)), 1, None, 1)
    elif isinstance(stated, str):
        if stated == row.figure:
            yield Limit(row, row.figure, 1, None, 1)
    elif row.compares in ("at_least", "below"):
        assert isinstance(stated, int)
        least, most = (stated, None) if row.compares == "at_least" else (None, stated - 1)
        yield Limit(row, row.figure, least, most, stated)
    else:
        assert not isinstance(stated, WinningCard)
        least, most = stated_range(stated)
        yield Limit(row, row.figure, least, most, (most if most is not None else least) or 0)


OwnCondition: TypeAlias = "BidCondition | LeadCondition"
"""A condition on the player who acts, which looks only at what that player sees."""
PartyCondition: TypeAlias = "Alternative | OpponentCondition | SideCondition"
"""A condition on one party, wherever rules state it."""


def condition_figures(when: PartyCondition) -> tuple[AnyFigure, ...]:
    """The figures that a condition looks at of its own party, each once."""
    return tuple(dict.fromkeys(limit.figure for limit in when.limits))


def has_only_counted_cards(when: PartyCondition) -> bool:
    """Check whether a condition looks only at numbers of certain cards."""
    return all(isinstance(figure, CardFigure) and figure.is_counted for figure in condition_figures(when))


def condition_parts(conditions: Iterable[When]) -> Iterator[Alternative]:
    """Every condition, and every alternative within one."""
    for when in conditions:
        yield when
        yield from when.one_of


def flat_conditions(conditions: Sequence[When]) -> Iterator[tuple[Alternative, ...]]:
    """The conditions without alternatives: once with each choice of them."""
    yield from ((*conditions, *chosen) for chosen in product(*(when.one_of for when in conditions if when.one_of)))


def is_for_contract(when: Alternative, contract: str) -> bool:
    """Check whether a condition allows a contract."""
    if when.contracts and contract not in when.contracts:
        return False
    others = when.one_of if isinstance(when, When) else ()
    return not others or any(is_for_contract(other, contract) for other in others)


class PartyFigures(Protocol):
    """A party of which every figure is known."""

    def figure_value(self, which: AnyFigure, /) -> int:
        """A figure."""


def failing(when: PartyAsked | OwnCondition, party: PartyFigures) -> tuple[Limit, ...]:
    """The limits that a party does not keep."""
    return tuple([limit for limit in when.limits if not limit.is_met_by(party.figure_value(limit.figure))])


def is_condition_met(when: PartyUnderContract, party: PartyFigures, contract: str) -> bool:
    """Check whether a condition holds for a party in a contract.

    Its alternatives are left out.
    """
    return (not when.contracts or contract in when.contracts) and not failing(when, party)


def find_met_parts(
    conditions: Sequence[When], parties: Mapping[str, PartyFigures], contract: str
) -> tuple[Alternative, ...]:
    """The conditions that hold, each followed by its first alternative that does."""
    met = (part for part in condition_parts(conditions) if _is_part_met(part, parties, contract))
    found: list[Alternative] = []
    for part in met:
        if isinstance(part, When) or not found or isinstance(found[-1], When):
            found.append(part)
    return tuple(found)


def is_each_condition_met(conditions: Sequence[When], parties: Mapping[str, PartyFigures], contract: str) -> bool:
    """Check whether conditions all hold, each for its party; a missing party fails."""
    for when in conditions:
        if not _is_part_met(when, parties, contract):
            return False
        if when.one_of and not any(_is_part_met(alternative, parties, contract) for alternative in when.one_of):
            return False
    return True


def _is_part_met(part: Alternative, parties: Mapping[str, PartyFigures], contract: str) -> bool:
    """Check whether a condition holds for its party, without its alternatives.

    Every hand asks this, so no list is made.
    """
    party = parties.get(part.of)
    if part.contracts and contract not in part.contracts:
        return False
    if party is None:
        return not part.limits  # what asks nothing holds without a party, too
    for limit in part.limits:  # noqa: SIM110 - a generator costs a fifth of the whole
        if not limit.is_met_by(party.figure_value(limit.figure)):
            return False
    return True


class PartyRanges(Protocol):
    """A party of which not every figure is known."""

    def figure_range(self, which: AnyFigure, /) -> tuple[int, int]:
        """The least and the most that a figure can be."""


def can_hold(when: PartyCondition | OwnCondition, party: PartyRanges) -> bool | None:
    """Check whether a condition can hold for a party, without its alternatives.

    None where it may and may not.
    """
    found: bool | None = True
    for limit in when.limits:
        low, high = party.figure_range(limit.figure)
        if (limit.least is not None and high < limit.least) or (limit.most is not None and low > limit.most):
            return False
        if not (limit.is_met_by(low) and limit.is_met_by(high)):
            found = None
    return found


def all_can_hold(conditions: Sequence[When], parties: Mapping[str, PartyRanges], contract: str) -> bool | None:
    """Check whether several conditions hold at once; None where they may and may not."""

    def ask(part: Alternative) -> bool | None:
        if part.contracts and contract not in part.contracts:
            return False
        # A condition that asks nothing holds without its party, too.
        return can_hold(part, parties[part.of]) if part.of in parties else not part.limits

    found: list[bool | None] = []
    for when in conditions:
        found.append(ask(when))
        if when.one_of:
            others = [ask(alternative) for alternative in when.one_of]
            found.append(True if True in others else None if None in others else False)
    return False if False in found else None if None in found else True


def is_known_without_play(conditions: Sequence[When]) -> bool:
    """Check whether conditions are independent of tricks and of won cards."""
    figures = (figure for when in condition_parts(conditions) for figure in condition_figures(when))
    return not any(describe_figure(figure).played for figure in figures)
