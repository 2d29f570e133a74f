"""Random hands, dealt and played to the end without a look at what happens on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.kernel.emit import Source
    from calarec.kernel.steps import Sharing, Step
    from calarec.moves.cards import Cards
    from calarec.rulesets.model import Rules

NAMES: Final = ()


def generate(out: Source, rules: Rules, cards: Cards, programs: Mapping[str, Sequence[Step | Sharing | None]]) -> None:
    """Nothing yet."""
