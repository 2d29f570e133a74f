"""A hand in the names of other rules; most hands have no other name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.records.model import Hand


Name = tuple[str, str]
"""A kind of name (`rank`, `suit`, `word`) and a name."""


LETTER_KINDS: Final = ("rank", "suit")
"""The kinds of names that a card is written with."""


class CarriedHand(NamedTuple):
    """A hand in other names, and what was changed for it."""

    hand: Hand
    names: Mapping[str, Mapping[str, str]] = {}
    """The names of the hand that were taken for others, by their kind."""
    opened: bool = False
    """Whether the record states what was open or closed where the other rules decide that."""
    unclear: frozenset[Name] = frozenset()
    """Names that can mean different things, and were left as they are written."""
    agreed: Mapping[str, Mapping[str, str]] = {}
    """What all rulesets that were tried call by other names, whether this hand has it or not."""
    tried: frozenset[Name] = frozenset()
    """The names by which rulesets were tried; none if the hand was written for these rules, or for known ones."""

    @property
    def is_changed(self) -> bool:
        """Whether the hand is not as it was written."""
        return bool(self.names) or self.opened

    @property
    def stated_names(self) -> dict[str, dict[str, str]]:
        """What the hand's names are read as, and what other names of its rules would be read as."""
        stated = {kind: dict(names) for kind, names in self.agreed.items()}
        known = {old for kind, names in stated.items() if kind not in LETTER_KINDS for old in names}
        for kind, names in self.names.items():
            more = {old: new for old, new in names.items() if kind in LETTER_KINDS or old not in known}
            if more:
                stated.setdefault(kind, {}).update(more)
        return stated

    @property
    def pairs(self) -> frozenset[tuple[str, str, str]]:
        """Kind, old name and new name of everything that is stated."""
        return frozenset((kind, old, new) for kind, name in self.stated_names.items() for old, new in name.items())
