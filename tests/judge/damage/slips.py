"""A slip: a line and what is written instead."""

from __future__ import annotations

Slip = tuple[int, str]
"""A line and its wrong form."""


def with_slips(lines: list[str], *slips: Slip) -> list[str]:
    damaged = [*lines]
    for at, line in slips:
        damaged[at] = line
    return damaged
