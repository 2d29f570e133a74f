"""What is known of a hand without cards besides its points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import dataclass

if TYPE_CHECKING:
    from calarec.core.engine.events import Claimed, Declared, Faulted
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating


@dataclass(frozen=True, slots=True)
class KnownPlay:
    """What is known of a hand besides its points."""

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
    """By which words more is paid, and who has said them."""
    claim: Claimed | None = None
    """The points that were claimed in the place of the count; `to` is NOBODY if they were conceded."""
