"""A record with a slip, and the content of the folder of a test."""

from __future__ import annotations

from pathlib import Path

SLIP = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer\tA\nbid B: passo C: passo A: passo\nend\n"
"""A record that `fmt` and `check --fix` would change."""


def everything() -> list[str]:
    """List the names in the folder."""
    return sorted(each.name for each in Path().iterdir())
