"""Totals of hands with rules that are kept by hand: what stands on `score` and `adjust` lines, added up as text."""

from __future__ import annotations

import re
from typing import Final

_AMOUNT: Final = re.compile(r"([A-Z]): ([+-]?[0-9]+)")


def add_up(text: str) -> list[dict[str, int]]:
    """The totals after each hand of a record in which no person changes."""
    total: dict[str, int] = {}
    found = []
    for line in text.split("\n"):
        keyword = line.partition(" ")[0]
        if keyword in ("score", "adjust"):
            for seat, amount in _AMOUNT.findall(line):
                total[seat] = total.get(seat, 0) + int(amount)
        elif keyword == "end":
            found.append(dict(total))
    return found
