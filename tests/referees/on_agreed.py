"""Totals of hands with rules kept by hand, added up from lines as text."""

from __future__ import annotations


def add_up(text: str) -> list[dict[str, int]]:
    """The totals after each hand of a record in which no person changes."""
    total: dict[str, int] = {}
    found = []
    for line in text.split("\n"):
        keyword = line.partition(" ")[0]
        if keyword in ("score", "adjust"):
            words = line.partition('"')[0].split()[1:]
            for seat, amount in zip(words[::2], words[1::2], strict=True):
                total[seat[0]] = total.get(seat[0], 0) + int(amount)
        elif keyword == "end":
            found.append(dict(total))
    return found
