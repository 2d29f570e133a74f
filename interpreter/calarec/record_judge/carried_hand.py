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
    """True if the record states open or closed where the other rules decide it."""
    unclear: frozenset[Name] = frozenset()
    """Names that can mean different things, and were left as they are written."""
    agreed: Mapping[str, Mapping[str, str]] = {}
    """The other names in all tried rulesets, whether this hand has them or not."""
    tried: frozenset[Name] = frozenset()
    """The names for which rulesets were tried; none for a hand of known rules."""

    @property
    def is_changed(self) -> bool:
        """Check whether the hand was changed."""
        return bool(self.names) or self.opened

    @property
    def stated_names(self) -> dict[str, dict[str, str]]:
        """The names of the hand with their readings, and of other names of its rules."""
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
