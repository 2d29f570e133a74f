"""DDS, the double-dummy solver of bridge, if its library is there: no-trump deals."""

from __future__ import annotations

from ctypes import CDLL, POINTER, Structure, byref, c_int, c_uint
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_NO_TRUMP: Final = 4
_ANY, _ONE_CARD, _EVERY_CARD = -1, 1, 3


class _Deal(Structure):
    _fields_ = (
        ("trump", c_int),
        ("first", c_int),
        ("suits", c_int * 3),
        ("ranks", c_int * 3),
        ("cards", c_uint * 4 * 4),
    )


class _Answer(Structure):
    _fields_ = (
        ("nodes", c_int),
        ("cards", c_int),
        ("suit", c_int * 13),
        ("rank", c_int * 13),
        ("equals", c_int * 13),
        ("score", c_int * 13),
    )


def solver(library: str, *, every: bool) -> Callable[[_Deal], int]:
    """Return a function that solves a deal; with `every`, it values each legal card."""
    dds = CDLL(library)
    dds.SolveBoard.argtypes = [_Deal, c_int, c_int, c_int, POINTER(_Answer), c_int]
    dds.SetMaxThreads(1)

    def solve(deal: _Deal) -> int:
        found = _Answer()
        status = dds.SolveBoard(deal, _ANY, _EVERY_CARD if every else _ONE_CARD, 1, byref(found), 0)
        if status != 1:
            raise ValueError(status)
        return int(found.score[0])

    return solve


def deals(count: int, seed: int) -> list[_Deal]:
    """Make `count` deals of 4 × 13 cards, with the first hand to lead."""
    rng = Random(seed)
    found = []
    for _ in range(count):
        deck = [(suit, rank) for suit in range(4) for rank in range(2, 15)]
        rng.shuffle(deck)
        deal = _Deal(trump=_NO_TRUMP)
        for place, (suit, rank) in enumerate(deck):
            deal.cards[place % 4][suit] |= 1 << rank
        found.append(deal)
    return found
