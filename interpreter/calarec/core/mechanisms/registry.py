"""All mechanisms by kind and name, in the order of the documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.mechanisms.agreed import AGREED
from calarec.core.mechanisms.all_pass import CARRY_ON, FORCE, PLAY_OUT, REDEAL
from calarec.core.mechanisms.auction import AUCTION, CONTRACTS, DOUBLING, RAISING
from calarec.core.mechanisms.exchange import STEPS
from calarec.core.mechanisms.fields import Kind, Mechanism
from calarec.core.mechanisms.play import PLAY
from calarec.core.mechanisms.settle import MATCH, SETTLE
from calarec.core.mechanisms.standing import CLAIM, DECLARE, FAULT, OPEN_HANDS, SHOW, SIGNAL
from calarec.core.mechanisms.table import DEAL, PACK, PILES, TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

SECTIONS: Final = (
    "table", "pack", "piles", "deal", "auction", "raising", "contracts", "steps",
    "doubling", "play", "standing", "all_pass", "settle", "match", "agreed",
)  # fmt: skip
"""The sections of a rule file, in the order in which a hand goes through them."""

FAMILIES: Final = {"steps": Kind.STEP, "standing": Kind.STANDING, "all_pass": Kind.ALL_PASS}
"""Sections whose parts are distinguished by `do`."""

_MECHANISMS: Final[Mapping[Kind, Mapping[str, Mechanism]]] = {
    Kind.SECTION: {
        mechanism.name: mechanism
        for mechanism in (TABLE, PACK, PILES, DEAL, AUCTION, RAISING, CONTRACTS, DOUBLING, PLAY, SETTLE, MATCH, AGREED)
    },
    Kind.STEP: {mechanism.name: mechanism for mechanism in STEPS},
    Kind.STANDING: {mechanism.name: mechanism for mechanism in (CLAIM, FAULT, SHOW, DECLARE, SIGNAL, OPEN_HANDS)},
    Kind.ALL_PASS: {mechanism.name: mechanism for mechanism in (REDEAL, PLAY_OUT, CARRY_ON, FORCE)},
}


def find_mechanism(kind: Kind, name: str) -> Mechanism:
    """The mechanism of that name; KeyError if there is none."""
    return _MECHANISMS[kind][name]


def mechanism_names(kind: Kind) -> tuple[str, ...]:
    """The names of all mechanisms of a kind."""
    return tuple(_MECHANISMS[kind])


def all_mechanisms() -> list[Mechanism]:
    """Every mechanism, sections first."""
    return [mechanism for named in _MECHANISMS.values() for mechanism in named.values()]
