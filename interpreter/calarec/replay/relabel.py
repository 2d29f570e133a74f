"""A state with two cards exchanged everywhere: the same state, with other names on its cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calarec.moves.state import State


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
