"""Cards into bins: `fill` agrees with brute force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from calarec.unknown_cards.solver.matching import fill_bins

if TYPE_CHECKING:
    from collections.abc import Iterator


@st.composite
def bins(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Choices of some cards, and sizes of bins that together take them all."""
    count, places = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    sizes = [0] * places
    for _ in range(count):
        sizes[draw(st.integers(0, places - 1))] += 1
    choices = draw(st.lists(st.integers(0, (1 << places) - 1), min_size=count, max_size=count))
    return choices, sizes


def _every(choices: list[int], left: list[int], card: int = 0) -> Iterator[tuple[int, ...]]:
    if card == len(choices):
        yield ()
        return
    for place in range(len(left)):
        if choices[card] >> place & 1 and left[place]:
            less = [size - (at == place) for at, size in enumerate(left)]
            for rest in _every(choices, less, card + 1):
                yield (place, *rest)


@given(bins())
def test_fill_keeps_exactly_what_some_way_uses(case: tuple[list[int], list[int]]) -> None:
    """A choice stays if and only if the bins can be filled with it; without any way there is no answer."""
    choices, sizes = case
    every = list(_every(choices, sizes))
    found = fill_bins(choices, sizes)
    if found is None:
        assert every == []
        return
    assert tuple(found.bins) in every
    for card, mask in enumerate(found.choices):
        assert mask == sum(1 << place for place in {way[card] for way in every})


def test_hall_sets_shut_others_out() -> None:
    """Two cards that can only be in two places leave none of them to a third."""
    found = fill_bins([0b011, 0b011, 0b111], [1, 1, 1])
    assert found is not None
    assert found.choices == [0b011, 0b011, 0b100]
