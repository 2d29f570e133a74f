"""Rulesets with few cards."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from calarec.core.engine.game import Game
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

WORTH = {"3": 1, "2": 1, "A": 3, "R": 1, "K": 1}


def small(
    folder: Path, base: str, *, ranks: str, hand: int, dealt: int, needed: int, more: Mapping[str, object] | None = None
) -> Game:
    """A ruleset with a pack of two suits, so that everything can be tried."""
    parent = load_ruleset(base).rules
    points = {rank: WORTH[rank] for rank in ranks if rank in WORTH}
    sets = {
        "pack.suits": parent.pack.suits[:2],
        "pack.ranks": ranks,
        "pack.points": json.dumps(points),
        "pack.aliases": "{}",
        "deal.hand": hand,
        "deal.packets": 1,
        f"piles.{next(iter(parent.piles))}.dealt": dealt,
        "settle.won_if.points_at_least": needed,
    }
    sets |= more or {}
    if parent.pack.total is not None:
        sets["pack.total"] = 2 * sum(points.values()) + parent.pack.last_trick
    file = folder / f"{base}-small.yaml"
    head = f"ruleset: {base}-small\nversion: 1.0.0\ntitle: Small\nextends: {base}\nset:\n"
    file.write_text(head + "".join(f"  {path}: {value}\n" for path, value in sets.items()), "utf-8")
    return Game.from_ruleset(load_ruleset(str(file)))
