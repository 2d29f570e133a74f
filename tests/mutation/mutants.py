"""Which mutant is awake, and which were reached. Copied into the mutated tree as `calarec.mutants`."""

from __future__ import annotations

import os

awake = int(os.environ.get("CALAREC_MUTANT", "0"))
reached: set[int] = set()


def on(number: int) -> bool:
    """Is this mutant awake? That it was asked is kept."""
    reached.add(number)
    return number == awake
