"""The sentences of a rulebook by the rules that they rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.sentences import Sentence

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset

_MAX_SENTENCES: Final = 4
_BOOKS: Final[dict[tuple[str, str], tuple[Sentence, ...]]] = {}
_MAX_BOOKS: Final = 16


def find_rule_sentences(ruleset: Ruleset, path: str) -> list[Sentence]:
    """Return the rulebook's sentences on a rule; for a branch the first few."""
    told = _all_sentences(ruleset)
    own = [sentence for sentence in told if path in sentence.own]
    below = [sentence for sentence in told if any(rule.startswith(f"{path}.") for rule in sentence.own)]
    also = [sentence for sentence in told if path in sentence.also]
    return (own or below or also)[:_MAX_SENTENCES]


def _all_sentences(ruleset: Ruleset) -> tuple[Sentence, ...]:
    """Return all sentences of a ruleset's book.

    The names in them are the ruleset's own, so the key of the cache has them too.
    """
    key = (ruleset.digest, repr(ruleset.words))
    if key not in _BOOKS:
        if len(_BOOKS) >= _MAX_BOOKS:
            _BOOKS.clear()
        _BOOKS[key] = tuple(
            told for chapter in chapters_of(ruleset) for told in chapter.told if isinstance(told, Sentence)
        )
    return _BOOKS[key]
