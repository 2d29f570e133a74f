"""The known part of a hand without cards, apart from its points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import dataclass

if TYPE_CHECKING:
    from calarec.core.engine.events import Claimed, Declared, Faulted
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating


@dataclass(frozen=True, slots=True)
class KnownPlay:
    """The known part of a hand apart from its points."""

    game: Game
    setting: Seating
    contract: str
    declarer: int
    faults: tuple[Faulted, ...] = ()
    declared: tuple[Declared, ...] = ()
    outcome: str = "played"
    claimed: bool = False
    """It ended before all was played: then tricks and cards need not be counted out."""
    doubles: tuple[tuple[int, str], ...] = ()
    """Pairs of seat and word that raise the payment."""
    claim: Claimed | None = None
    """The claimed points, instead of counted ones; `to` is NOBODY if conceded."""
