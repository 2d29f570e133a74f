"""Cards that are anybody's: a deal of the right sizes, and a state with two cards exchanged everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.moves.state import State


def in_order(sizes: Sequence[int]) -> list[int]:
    """As many cards for each place, the first cards for the first."""
    given, masks = 0, []
    for size in sizes:
        masks.append((1 << given + size) - (1 << given))
        given += size
    return masks


def swapped(state: State, one: int, other: int) -> State:
    """The state with two cards exchanged, before the play."""

    def swap(mask: int) -> int:
        if (mask >> one & 1) == (mask >> other & 1):
            return mask
        return mask ^ (1 << one | 1 << other)

    sharing = state.sharing
    return state._replace(
        hands=tuple(swap(hand) for hand in state.hands),
        piles=tuple(swap(pile) for pile in state.piles),
        tabled=swap(state.tabled),
        called={one: other, other: one}.get(state.called, state.called),
        sharing=sharing._replace(remaining=swap(sharing.remaining)) if sharing is not None else None,
    )
