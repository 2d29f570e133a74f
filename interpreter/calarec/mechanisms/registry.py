"""All mechanisms by name. A mechanism's module is imported when it is asked for."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Final

from calarec.mechanisms.base import Kind, Mechanism

SECTIONS: Final = (
    "table", "pack", "piles", "deal", "auction", "raising", "contracts", "steps",
    "play", "standing", "all_pass", "settle", "match",
)  # fmt: skip
"""The sections of a rule file, in the order in which a hand goes through them."""

_MODULES: Final[dict[Kind, tuple[str, ...]]] = {
    Kind.SECTION: (
        "table", "pack", "piles", "deal", "auction", "raising", "contracts", "play", "settle", "match",
    ),
    Kind.STEP: ("call", "hand_over", "table_card", "take", "look", "give", "discard", "share"),
    Kind.STANDING: ("claim", "fault", "show", "signal", "open_hands"),
    Kind.ALL_PASS: ("redeal", "play_out", "carry_on"),
}  # fmt: skip


@cache
def mechanism(kind: Kind, name: str) -> Mechanism:
    """The mechanism of that name; KeyError if there is none."""
    if name not in _MODULES[kind]:
        raise KeyError(name)
    registered: Mechanism = importlib.import_module(f"calarec.mechanisms.{name}").MECHANISM
    return registered


def names(kind: Kind) -> tuple[str, ...]:
    """The names of all mechanisms of a kind."""
    return _MODULES[kind]


def all_mechanisms() -> list[Mechanism]:
    """Every mechanism, sections first."""
    return [mechanism(kind, name) for kind in Kind for name in names(kind)]
