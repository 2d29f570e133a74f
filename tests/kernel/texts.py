"""Texts of random hands, as the writer writes them."""

from __future__ import annotations

from functools import cache

from calarec.notation.writer import written
from calarec.simulate import simulate
from tests.kernel.both import game


@cache
def text_of(name: str, hands: int, seed: int = 0, bot: str = "random", seats: int | None = None) -> str:
    """A record of simulated hands."""
    return "".join(written(each.hand for each in simulate(game(name), hands=hands, seed=seed, bot=bot, seats=seats)))
