"""The auction: who speaks, in what order, which bids beat which, and when it is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word that is no bid: passing, waiting, accepting."""

    when: Literal["always", "before_bid", "after_bid"] = param(
        "When",
        "When it may be said.",
        default="always",
        options={
            "always": "at any turn",
            "before_bid": "as long as nobody has bid",
            "after_bid": "once somebody has bid",
        },
    )
    leaves: bool = param("Leaves", "Whether who says it may not speak again in this auction.", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """How it is settled who plays what; every bid must be higher than the last."""

    first: Literal["eldest", "dealer"] = param(
        "First",
        "Who speaks first.",
        default="eldest",
        options={"eldest": "the seat after the dealer", "dealer": "the dealer"},
    )
    chances: Literal["once", "until_quiet"] = param(
        "Chances",
        "How often a seat may speak.",
        default="once",
        options={
            "once": "once",
            "until_quiet": "again and again, until all others have left it to the highest bidder",
        },
    )
    ladder: tuple[str, ...] = param(
        "Ladder",
        "The contracts that may be bid, from the lowest to the highest.",
        refers_to="contract",
        least=1,
    )
    ends: Literal["all_spoke", "top_bid", "first_bid"] = param(
        "Ends",
        "What ends the auction early.",
        default="top_bid",
        options={
            "all_spoke": "nothing: everyone speaks in turn",
            "top_bid": "the highest bid of the ladder",
            "first_bid": "the first bid",
        },
    )
    words: Mapping[str, Word] = param(
        "Words", "The words that are no bids.", keys="^[a-z][a-z0-9-]*$", entries=True, least=1
    )


MECHANISM = Mechanism(
    name="auction",
    kind=Kind.SECTION,
    part=Auction,
    title=Both("The auction", "La dichiarazione"),
    about="Who speaks, which bids beat which, and when the auction is over.",
)
