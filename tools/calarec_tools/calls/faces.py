"""The cards of a pack as the page draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec_tools.pictures.cards import card_symbols, faces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.mechanisms.ruleset import Ruleset


def face_ids(ruleset: Ruleset, names: Sequence[str]) -> dict[str, str]:
    """The symbol of each card."""
    return {name: face.id for name, face in zip(names, faces(ruleset, names), strict=True)}


def symbols(ruleset: Ruleset, names: Sequence[str]) -> str:
    """The drawings of these cards."""
    return card_symbols(faces(ruleset, names))
