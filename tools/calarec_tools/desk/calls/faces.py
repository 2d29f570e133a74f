"""The cards of a pack as the page draws and names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.wording.cells import visible
from calarec.core.wording.language import text_in
from calarec_tools.output.pictures.cards import card_faces, card_symbols

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language


def pack_symbols(ruleset: Ruleset, names: Sequence[str], lang: Language) -> dict[str, tuple[str, str]]:
    """Return the symbol of each card, and rank and suit for screen readers."""
    return {
        name: (
            face.symbol_id,
            visible(
                f"{text_in(ruleset.name('ranks', name[0]), lang)} · {text_in(ruleset.name('suits', name[1]), lang)}"
            ),
        )
        for name, face in zip(names, card_faces(ruleset, names), strict=True)
    }


def symbols_of_cards(ruleset: Ruleset, names: Sequence[str]) -> str:
    """The drawings of these cards."""
    return card_symbols(card_faces(ruleset, names))
