"""The origin of a sentence's rules: notes, defaults, house rules, changes.

Terms. A *note* is a source and a reason; equal ones have one number. A sentence has the notes of the leaves that it
is itself about. It is *changed* if the parent's book does not have it (`differences.Changed`); of a ruleset without
its parent, if this file states a rule that it rests on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.sources import HOUSE_RULE, PROJECT_DEFAULT
from calarec.rulebook.sentences import Grid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.mechanisms.ruleset import Origin, Plain, Ruleset
    from calarec.core.wording.language import Translated
    from calarec.rulebook.differences import Changed
    from calarec.rulebook.sentences import Chapter, Told


class CitedSource(NamedTuple):
    """A source as it is cited, and the reason given."""

    source: str
    why: Translated | None

    @property
    def project_kind(self) -> str:
        """`house rule`, `project default`, or empty for a text that is cited."""
        return self.source if self.source in (HOUSE_RULE, PROJECT_DEFAULT) else ""


class Marker:
    """The notes of sentences, numbered in the order of their first use in chapters."""

    def __init__(self, ruleset: Ruleset, differing: Changed | None, chapters: tuple[Chapter, ...]) -> None:
        self.ruleset = ruleset
        self.differing = differing
        self._below = _leaves_by_branch(ruleset)
        self._numbers: dict[CitedSource, int] = {}
        for chapter in chapters:
            for told in chapter.told:
                for note in self.notes_of(told):
                    self._numbers.setdefault(note, len(self._numbers) + 1)

    @property
    def numbered_notes(self) -> tuple[CitedSource, ...]:
        """All notes, the first one numbered 1."""
        return tuple(self._numbers)

    def note_number(self, note: CitedSource) -> int:
        """The number of a note."""
        return self._numbers[note]

    def notes_of(self, told: Told) -> tuple[CitedSource, ...]:
        """The notes of a sentence or table, without those of the vocabulary's defaults."""
        paths = told.own if isinstance(told, Grid) else told.own or told.also
        origins = (origin for _, (_, origin) in self._find_leaves(paths))
        notes = dict.fromkeys(
            CitedSource(origin.source, origin.why) for origin in origins if origin.source or origin.why
        )
        reasons = {note.why for note in notes if note.source}
        return tuple(note for note in notes if note.source or note.why not in reasons)

    def has_changed_rule(self, told: Told) -> bool:
        """Does it rest on a rule that this file has changed?"""
        if self.differing is not None:
            return told in self.differing
        if len(self.ruleset.layers) < 2:
            return False
        paths = told.own if isinstance(told, Grid) else told.rests
        return any(origin.layer == self.ruleset.id for _, (_, origin) in self._find_leaves(paths))

    def _find_leaves(self, paths: Iterable[str]) -> Iterator[tuple[str, tuple[Plain, Origin]]]:
        for path in paths:
            for leaf in self._below.get(path, ()):
                yield leaf, self.ruleset.leaves[leaf]


def _leaves_by_branch(ruleset: Ruleset) -> dict[str, list[str]]:
    """Every leaf by its own path and by that of each branch above it."""
    below: dict[str, list[str]] = {}
    for leaf in ruleset.leaves:
        keys = leaf.split(".")
        for end in range(1, len(keys) + 1):
            below.setdefault(".".join(keys[:end]), []).append(leaf)
    return below
