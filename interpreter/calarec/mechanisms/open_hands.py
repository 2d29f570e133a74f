"""Open hands: after a certain trick hands are shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHands:
    """Hands are opened when a trick has been won."""

    whose: Literal["opponents", "declarer", "everyone"] = param(
        "Whose",
        "Whose hands are opened.",
        options={
            "opponents": "the hands of the declarer's opponents",
            "declarer": "the declarer's hand",
            "everyone": "all hands",
        },
    )
    to: Literal["opponents", "everyone"] = param(
        "To",
        "Who sees them.",
        options={"opponents": "the opponents of the declarer", "everyone": "everyone"},
    )
    after_trick: int = param("After trick", "The trick after which they are opened.", least=0, most=40)


MECHANISM = Mechanism(
    name="open_hands",
    kind=Kind.STANDING,
    part=OpenHands,
    title=Both("Open hands", "Le mani scoperte"),
    about="After a certain trick hands are shown.",
)
