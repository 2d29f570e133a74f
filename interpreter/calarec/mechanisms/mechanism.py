"""What every mechanism registers."""

from __future__ import annotations

import importlib
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from calarec.light import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.language import Words


def sentences(name: str) -> Callable[..., Any]:
    """The `say` of a mechanism; its words, in a module of their own, are imported when somebody reads them."""

    def say(part: Any, telling: Any) -> Any:
        return importlib.import_module(f"calarec.mechanisms.sentences.{name}").say(part, telling)

    return say


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
    """One mechanism: its name, its part of the schema, and what it says and does."""

    name: str
    kind: Kind
    part: Any
    """The dataclass of its parameters (for a section that is a map: of each entry)."""
    title: Words
    about: str
    """One sentence for the schema and the documentation."""
    entries: bool = False
    """A section that is a map of entries keyed by id."""
    required: bool = True
    """Whether a rule file must have the section."""
    checks: tuple[Callable[..., Any], ...] = ()
    """Static checks: `(rules, report) -> None`, see `calarec.rulesets.lint`."""
    say: Callable[..., Any] | None = None
    """Sentences of the rulebook: `(part, telling) -> iterator of sentences`, see `calarec.rulesets.explain`."""
    behaviour: Any = None
    """What it does at the table: see `calarec.engine.behaviour`."""
