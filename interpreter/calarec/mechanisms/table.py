"""The table: how many sit, which way the game goes round, who sits out, hands that another seat plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Listing, Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class SitsOut:
    """Who receives no cards when more sit at the table than play."""

    at: int = param("At", "The number of seats at which somebody sits out.", least=3, most=7)
    who: Literal["dealer"] = param(
        "Who", "The seat that sits out.", default="dealer", options={"dealer": "the dealer of the deal"}
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Dummies:
    """Hands that are dealt to nobody and played by another seat."""

    hands: int = param("Hands", "How many such hands are dealt; they sit after the last seat.", least=1, most=2)
    played_by: Literal["opponent"] = param(
        "Played by",
        "The seat that plays them and answers for their payments.",
        default="opponent",
        options={"opponent": "the first opponent of the declarer, in order of play, who sits there in person"},
    )
    seen_by: Literal["player", "everyone"] = param(
        "Seen by",
        "Who sees their cards, from the end of the auction on.",
        default="player",
        options={"player": "the seat that plays them", "everyone": "everyone at the table"},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Who sits at the table."""

    seats: tuple[int, ...] = param("Seats", "How many people may sit at the table, from 2 to 7.", least=2, most=7)
    direction: Literal["clockwise", "counterclockwise"] = param(
        "Direction",
        "The way in which deal, bidding and play go round; it gives left and right their meaning.",
        options={"clockwise": "to the left", "counterclockwise": "to the right"},
    )
    sits_out: SitsOut | None = param("Sits out", "Who receives no cards, and at how many seats.", default=None)
    dummies: Dummies | None = param("Dummies", "Hands that another seat plays.", default=None)


def check_seats(rules: Rules, report: Report) -> None:
    """Somebody must be able to sit down, and who sits out must do so at a table that exists."""
    table = rules.table
    if not table.seats:
        report.add("RUL310", "table.seats")
    elif table.sits_out is not None and table.sits_out.at not in table.seats:
        path = report.blame("table.sits_out.at", "table.seats")
        report.add("RUL309", path, at=table.sits_out.at, seats=Listing(table.seats, either=True))


MECHANISM = Mechanism(
    name="table",
    kind=Kind.SECTION,
    part=Table,
    title=Words("The table"),
    about="How many sit at the table, which way the game goes round, and who sits out.",
    say=sentences("table"),
    checks=(check_seats,),
)
