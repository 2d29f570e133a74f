"""What every mechanism registers: its name, its kind, its parameters."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from calarec.core.base.frozen import dataclass

if TYPE_CHECKING:
    from calarec.core.wording.language import Words


class Kind(StrEnum):
    """What a mechanism is for, and so where a rule file may name it."""

    SECTION = "section"
    """Stands once, at the top of a rule file: table, pack, auction, play, settle, match …"""
    STEP = "step"
    """Acts in turn; an entry of `steps`."""
    STANDING = "standing"
    """May speak between any two statements, or fires on a condition; an entry of `standing`."""
    ALL_PASS = "all_pass"
    """What happens when nobody bids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mechanism:
    """One mechanism: its name and its parameters.

    What it does stands under its name in `engine`, what is checked in `rulesets.lint`, what is told in `rulebook`.
    """

    name: str
    kind: Kind
    params: Any
    """The dataclass of its parameters (for a section that is a map: of each entry)."""
    title: Words
    about: str
    """One sentence for the schema and the documentation."""
    entries: bool = False
    """A section that is a map of entries keyed by id."""
    required: bool = True
    """Whether a rule file must have the section."""
    since: str = ""
    """The release that brought the mechanism; empty for those of the first."""
