"""The table, the pack, the piles and the deal: players, card points and dealing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from calarec.core.base.frozen import dataclass
from calarec.core.mechanisms.fields import Kind, Mechanism, param
from calarec.core.wording.language import Words
from calarec.core.wording.phrases import parts_of_unit


@dataclass(frozen=True, slots=True, kw_only=True)
class SitsOut:
    """The player without cards when more sit at the table than play."""

    at: int = param("At", "The number of seats at which a player sits out.", least=3, most=8)
    who: Literal["dealer", "loser"] = param(
        "Who",
        "The seat that sits out.",
        default="dealer",
        options={
            "dealer": "the dealer of the deal",
            "loser": "the loser of the hand before: the declarer, or the first opponent after the dealer; where no "
            "side has lost, the same seat again; in the first hand the dealer",
        },
    )
    shares: Literal["nobody", "opponents"] = param(
        "Shares the fortunes of",
        "With whom the seat that sits out wins and loses.",
        default="nobody",
        options={
            "nobody": "neither pays nor is paid",
            "opponents": "pays and is paid like one opponent of the declarer",
        },
    )
    two_at: int | None = param(
        "Two at", "The number of seats at which two sit out: that seat, and the `second`.",
        default=None, least=4, most=8, since="0.2.0",
    )  # fmt: skip
    # No source of the family names the second one who sits out; `previous` is the default of this project.
    second: Literal["previous", "next"] = param(
        "Second",
        "The second seat that sits out, beside the dealer.",
        default="previous",
        options={
            "previous": "the seat before the dealer, which would otherwise be the last to speak",
            "next": "the seat after the dealer; eldest hand is the one after that",
        },
        since="0.2.0",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Dummies:
    """Hands without a player, which another seat plays."""

    hands: int = param("Hands", "How many such hands are dealt; they sit after the last seat.", least=1, most=2)
    played_by: Literal["opponent"] = param(
        "Played by",
        "The seat that plays them and answers for their payments.",
        default="opponent",
        options={"opponent": "the first opponent of the declarer, in order of play, who sits there in person"},
    )
    seen_by: Literal["player", "everyone"] = param(
        "Seen by",
        "The players who see their cards, from the end of the auction on.",
        default="player",
        options={"player": "the seat that plays them", "everyone": "everyone at the table"},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSize:
    """The pack and the deal at a table of one size; the rest is as usual."""

    hand: int | None = param("Hand", "How many cards each hand receives there.", default=None, least=1, most=40)
    packets: int | None = param("Packets", "How many cards are given at a time there.", default=None, least=1, most=40)
    without: tuple[str, ...] | None = param(
        "Without", "The cards that are taken out there, in place of those of the pack.", default=None, refers_to="card"
    )
    piles: Mapping[str, int] = param(
        "Piles", "How many cards the deal puts in a pile there.", default={}, least=0, most=40
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRule:
    """The players at the table."""

    seats: tuple[int, ...] = param("Seats", "How many people may sit at the table, from 2 to 8.", least=2, most=8)
    direction: Literal["clockwise", "counterclockwise"] = param(
        "Direction",
        "The way in which deal, bidding and play go round; it gives left and right their meaning.",
        options={"clockwise": "to the left", "counterclockwise": "to the right"},
    )
    sits_out: SitsOut | None = param(
        "Sits out", "The players without cards, and the numbers of seats at which there are some.", default=None
    )
    dummies: Dummies | None = param("Dummies", "Hands that another seat plays.", default=None)
    sides: int | None = param(
        "Sides",
        "How many fixed sides there are. The seats belong to them in turn: four players in two sides face their "
        "partners. With an auction there are two sides of two, and the declarer plays with a partner; without an "
        "auction and without sides all play for themselves.",
        default=None, least=2, most=4, since="0.2.0",
    )  # fmt: skip
    by_seats: Mapping[str, TableSize] = param(
        "By seats", "Numbers of seats at which pack and deal are other than `pack`, `piles` and `deal` state.",
        default={}, keys="^[2-8]$", entries=True, since="0.3.0",
    )  # fmt: skip


def resting_seats(table: TableRule, seats: int) -> tuple[int, ...]:
    """The seats that sit out at a table, as steps from the one `who` names."""
    rule = table.sits_out
    if rule is not None and rule.two_at == seats:
        return (0, 1 if rule.second == "next" else seats - 1)
    return (0,) if rule is not None and rule.at == seats else ()


def count_hands_dealt(table: TableRule, seats: int) -> int:
    """The number of hands that are dealt for a number of seats."""
    dummies = table.dummies.hands if table.dummies is not None else 0
    return seats - len(resting_seats(table, seats)) + dummies


TABLE = Mechanism(
    name="table",
    kind=Kind.SECTION,
    params=TableRule,
    title=Words("The table"),
    about="How many sit at the table, which way the game goes round, and who sits out.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """The cards. A card is written as its rank and its suit, one character each."""

    suits: str = param("Suits", "The letters of the suits, in lower case; suits are equal.", pattern="^[a-z]{1,8}$")
    ranks: str = param(
        "Ranks",
        "The ranks of a suit from the highest to the lowest, one character each.",
        pattern="^[0-9A-Z]{1,16}$",
    )
    without: tuple[str, ...] = param(
        "Without", "Cards of suits × ranks that are taken out.", default=(), refers_to="card"
    )
    unit: str = param(
        "Unit",
        "The part of a whole point in which all points of this file are counted.",
        pattern="^1(/[2-9])?$",
    )
    points: Mapping[str, int] = param(
        "Points", "The points of a card of each rank; a rank that is not named is worth nothing.",
        least=0, most=1000, keys="^[0-9A-Z]$", entries=True, counts="points",
    )  # fmt: skip
    last_trick: int = param("Last trick", "The points for winning the last trick.", least=0, most=1000, counts="points")
    total: int | None = param(
        "Total", "The total that the source states; it is checked and decides nothing.",
        default=None, least=0, counts="points",
    )  # fmt: skip
    aliases: Mapping[str, str] = param(
        "Aliases", "Other letters for ranks and suits that a record may use.",
        default={}, keys="^[0-9A-Za-z]$", entries=True,
    )  # fmt: skip

    @property
    def units_per_point(self) -> int:
        """The number of units in a whole point."""
        return parts_of_unit(self.unit)


PACK = Mechanism(
    name="pack",
    kind=Kind.SECTION,
    params=Pack,
    title=Words("The cards"),
    about="The cards, their order and their points.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """A pile on the table, face down unless a step shows it."""

    dealt: int = param("Dealt", "How many cards the deal puts there.", default=0, least=0, most=40)
    won_by: Literal["last_trick", "declarer", "nobody"] = param(
        "Won by",
        "The side that gets its cards, and their points, at the end.",
        default="last_trick",
        options={
            "last_trick": "the side that wins the last trick",
            "declarer": "the declarer's side",
            "nobody": "no side: its points count for none",
        },
    )


PILES = Mechanism(
    name="piles",
    kind=Kind.SECTION,
    params=Pile,
    entries=True,
    required=False,
    title=Words("The piles"),
    about="Cards on the table that are in no hand: the monte and cards that are laid aside.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRule:
    """The dealing of the cards, beginning with the seat after the dealer."""

    hand: int = param("Hand", "How many cards each hand receives.", least=1, most=40)
    packets: int = param("Packets", "How many cards are given at a time.", default=1, least=1, most=40)
    piles: Literal["after", "after_first_round"] = param(
        "Piles",
        "When the piles of the table are laid.",
        default="after",
        options={"after": "after the last packet", "after_first_round": "after the first round of packets"},
    )


DEAL = Mechanism(
    name="deal",
    kind=Kind.SECTION,
    params=DealRule,
    title=Words("The deal", sense="section"),
    about="How the cards are given out.",
)
