"""Signal: a word that partners may say while they play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """Words that may be said with a card."""

    words: tuple[str, ...] = param("Words", "The words.", pattern="^[a-z][a-z0-9-]*$", least=1)
    by: Literal["anyone", "opponents"] = param(
        "By",
        "Who may say them.",
        default="anyone",
        options={"anyone": "anyone", "opponents": "the opponents of the declarer"},
    )
    when: Literal["leading", "playing"] = param(
        "When",
        "When they may be said.",
        default="leading",
        options={"leading": "with the card that is led", "playing": "with any card"},
    )


MECHANISM = Mechanism(
    name="signal",
    kind=Kind.STANDING,
    part=Signal,
    title=Both("Signals", "I segnali"),
    about="Words that partners may say while they play.",
)
