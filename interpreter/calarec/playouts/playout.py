"""Random hands, dealt and played to the end, with equally likely legal choices.

for played in playouts(compiled, 1000, seed=7):
    played.payments
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from calarec.playouts.compiled import CompiledPlayer, LostPlayoutsError
from calarec.playouts.player import PlayedOut, Player, Story

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.bulk.compile import CompiledRules

__all__ = ["PlayedOut", "Player", "Story", "playouts"]

_MANY: Final = 300
"""For fewer hands no programs are made."""


def playouts(compiled: CompiledRules, hands: int, *, seed: int = 0) -> Iterator[PlayedOut]:
    """Yield random hands; the same seed gives the same hands, with every kernel."""
    player = Player(compiled, seed)
    if hands < _MANY:
        return (player.play_one() for _ in range(hands))
    return chain.from_iterable(_blocks(player, hands, seed))


def _blocks(player: Player, hands: int, seed: int) -> Iterator[Iterable[PlayedOut]]:
    """Hands by the compiled kernel, as far as it serves; the others by the player."""
    played = 0
    try:
        for block in CompiledPlayer(player, seed, PlayedOut).play_blocks(hands):
            yield block
            played += len(block)
    except (ValueError, LostPlayoutsError):
        for _ in range(played):
            player.play_one()
        yield (player.play_one() for _ in range(hands - played))
