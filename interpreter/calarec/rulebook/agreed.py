"""Rules in words, which the players keep by hand, as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.agreed import AgreedRule
    from calarec.rulebook.sentences import Told
    from calarec.rulebook.telling import Telling

_KEPT_BY_HAND: Final = Words("*{name}* (kept by hand): {text}")


def say_agreed(params: AgreedRule, telling: Telling) -> Iterator[Told]:
    """The rule as the file states it, marked as one that no evaluation applies."""
    name = telling.translated_name("agreed", telling.entry_id)
    yield telling.make_sentence(_KEPT_BY_HAND, "en", "it", style="item", name=name, text=params.text)
