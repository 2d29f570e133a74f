"""A ruleset as a book: its chapters, differences from its parent, and their notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.rule_files.examples import examples_of
from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.marks import Marker
from calarec.rulebook.opening import opening_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.rule_files.examples import Example
    from calarec.rulebook.differences import DifferingRule
    from calarec.rulebook.marks import CitedSource
    from calarec.rulebook.sentences import Chapter


class Book(NamedTuple):
    """A rulebook; `all_notes` are numbered from 1 in the order of their use."""

    ruleset: Ruleset
    parent: Ruleset | None
    opening: Chapter
    """The chapter at the start: a short summary of the others, without sources."""
    chapters: tuple[Chapter, ...]
    changes: tuple[DifferingRule, ...]
    """The rules that differ from the parent's, which are on the left."""
    ranks: Mapping[str, str]
    """Ranks that only have another name than in the parent: its name, the name here."""
    marker: Marker

    @property
    def examples(self) -> tuple[Example, ...]:
        """The examples of the ruleset's own file."""
        return examples_of(self.ruleset)

    @property
    def all_notes(self) -> tuple[CitedSource, ...]:
        """The notes of the whole book."""
        return self.marker.numbered_notes


def make_rulebook(ruleset: Ruleset, parent: Ruleset | None = None) -> Book:
    """Make the rulebook of a ruleset; differences from a parent come first, marked."""
    chapters = chapters_of(ruleset)
    changes: tuple[DifferingRule, ...] = ()
    ranks: Mapping[str, str] = {}
    changed: Changed | None = None
    if parent is not None:
        from calarec.rulebook.comparison import compare
        from calarec.rulebook.differences import Changed, differing_rules

        comparison = compare(parent, ruleset)
        changes, ranks, changed = differing_rules(comparison), comparison.names["rank"], Changed(comparison)
    return Book(ruleset, parent, opening_of(ruleset), chapters, changes, ranks, Marker(ruleset, changed, chapters))
