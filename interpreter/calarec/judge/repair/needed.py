"""What of a hand must be put otherwise, whatever else is.

In go a hand as it was judged and its statements; out comes what has to say something else in whatever mends it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from calarec.judge.repair.cards import resting
from calarec.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from calarec.judge.judgement import Judgement


def must_change(
    judged: Judgement, statements: Iterable[rec.Statement]
) -> list[Callable[[Iterable[rec.Statement]], object]]:
    """What is said that stays wrong as long as it is said.

    Who deals out of turn does so whatever he plays. Where a number is left out a trick is missing, if cards come to
    rest nowhere; otherwise it is the number that is wrong. If payments and totals are stated and only one of the two is
    wrong, it is that line: with other payments the other would be wrong.
    """
    codes = {each.code for each in judged.diagnostics if each.severity != "note"}
    found: list[Callable[[Iterable[rec.Statement]], object]] = []
    if "CAL118" in codes:
        found.append(_many if judged.game.cards.numbers.keys() - resting(statements).keys() else _numbers)
    if "CAL307" in codes:
        found.append(partial(_of_kind, rec.Dealer))
    left = codes - {"CAL307"}
    if left and {type(each) for each in statements} >= {rec.Score, rec.Total}:
        if left == {"CAL611"}:
            found.append(partial(_of_kind, rec.Score))
        elif left <= {"CAL612", "CAL617", "CAL618"}:
            found.append(partial(_of_kind, rec.Total))
    return found


def _of_kind(kind: type, statements: Iterable[rec.Statement]) -> object:
    """The statements of a kind."""
    return [each for each in statements if isinstance(each, kind)]


def _numbers(statements: Iterable[rec.Statement]) -> object:
    """The numbers of the tricks."""
    return [each.number for each in statements if isinstance(each, rec.Trick)]


def _many(statements: Iterable[rec.Statement]) -> object:
    """How many tricks are written."""
    return sum(isinstance(each, rec.Trick) for each in statements)
