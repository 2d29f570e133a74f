"""A slip: a line and what is written instead."""

from __future__ import annotations

Slip = tuple[int, str]
"""A line, and what stands there instead."""


def with_slips(lines: list[str], *slips: Slip) -> list[str]:
    damaged = [*lines]
    for at, line in slips:
        damaged[at] = line
    return damaged
