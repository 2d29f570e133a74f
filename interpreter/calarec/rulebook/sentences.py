"""The material of a rulebook: sentences that know the rules they rest on.

Terms. A sentence *rests* on the leaves whose paths it names: a change of one of them changes it. Its *own* leaves are
those that it is about, and the source of its citations; it *also* rests on rules that give it a word or a figure. A
*room* is the part of the book that a sentence belongs to, if it is not its mechanism's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Words, fill_words, grammar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.wording.language import Language, Sayable


class Sentence(NamedTuple):
    """One sentence; style `new` begins a paragraph, `item` and `step` are list items."""

    template: Words
    values: Mapping[str, object]
    own: tuple[str, ...]
    also: tuple[str, ...] = ()
    style: str = ""
    room: str = ""

    @property
    def rests(self) -> tuple[str, ...]:
        """Every leaf (or branch) that the sentence depends on."""
        return self.own + self.also

    def sentence_text(self, lang: Language) -> str:
        """The sentence in one language."""
        return str(grammar(lang).capital(fill_words(self.template, lang, dict(self.values))))


class Grid(NamedTuple):
    """A table; each cell is sayable, the first of each row names it."""

    head: tuple[object, ...]
    rows: tuple[tuple[object, ...], ...]
    own: tuple[str, ...] = ()
    room: str = ""


Told: TypeAlias = Sentence | Grid


class Chapter(NamedTuple):
    """A heading with its text."""

    title: Sayable
    told: tuple[Told, ...]
    level: int = 2
