"""Share: the opponents share a pile, and each discards as many cards as he took."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Opponents take cards from a pile and put as many back."""

    pile: str = param("Pile", "The pile that is shared; the discards go back to it.", refers_to="pile")
    who: Literal["opponents", "first_two_opponents"] = param(
        "Who",
        "Who shares, counted from the declarer on in order of play.",
        default="opponents",
        options={"opponents": "all opponents", "first_two_opponents": "the first two opponents"},
    )
    each: Literal["equal", "any", "all"] = param(
        "Each",
        "How many cards each takes.",
        options={
            "equal": "the same number",
            "any": "any number, together the whole pile; in turn: any number each",
            "all": "the whole pile, one after the other",
        },
    )
    decided: Literal["blind", "jointly", "in_turn"] = param(
        "Decided",
        "How it is decided who takes what.",
        options={
            "blind": "the cards are drawn unseen",
            "jointly": "the sharers settle it together",
            "in_turn": "one after the other, each having discarded before the next takes",
        },
    )
    shown: Literal["nobody", "taker", "opponents", "everyone"] = param(
        "Shown to",
        "Who sees the pile before it is shared.",
        options={
            "nobody": "nobody: each sees what he took",
            "taker": "whose turn it is to take",
            "opponents": "those who share it",
            "everyone": "it is turned face up for all",
        },
    )


MECHANISM = Mechanism(
    name="share",
    kind=Kind.STEP,
    part=Share,
    title=Both("Sharing a pile", "La spartizione del mazzetto"),
    about="The opponents share a pile and discard as many cards as they took.",
)
