"""Look: a pile is seen without being taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Somebody looks at a pile and leaves it where it is."""

    who: Literal["declarer", "opponents", "everyone"] = param(
        "Who",
        "Who looks.",
        default="declarer",
        options={
            "declarer": "the declarer",
            "opponents": "the opponents of the declarer",
            "everyone": "everyone",
        },
    )
    pile: str = param("Pile", "The pile that is seen.", refers_to="pile")


MECHANISM = Mechanism(
    name="look",
    kind=Kind.STEP,
    part=Look,
    title=Both("Looking at a pile", "L'occhiata al mazzetto"),
    about="A pile is seen without being taken.",
)
