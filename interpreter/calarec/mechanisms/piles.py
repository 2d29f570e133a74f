"""Piles: cards on the table that are in nobody's hand, and who gets them in the end."""

from __future__ import annotations

from typing import Literal

from calarec.language import Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """A pile on the table, face down unless a step shows it."""

    dealt: int = param("Dealt", "How many cards the deal puts there.", default=0, least=0, most=40)
    won_by: Literal["last_trick", "declarer", "nobody"] = param(
        "Won by",
        "Who gets its cards, and their points, at the end.",
        default="last_trick",
        options={
            "last_trick": "the side that wins the last trick",
            "declarer": "the declarer's side",
            "nobody": "nobody: its points count for no side",
        },
    )


MECHANISM = Mechanism(
    name="piles",
    kind=Kind.SECTION,
    part=Pile,
    entries=True,
    title=Words("The piles"),
    about="Cards on the table that are in nobody's hand: the monte and what is laid aside.",
    say=sentences("piles"),
)
