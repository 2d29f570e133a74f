"""Digests of the records that some seeds give under every shipped ruleset.

`python -m tests.simulation.seeds` writes `seeds.json` again, when hands are to be made differently from now on.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

from calarec.core.notation.writer import write_hands
from calarec.simulation import simulate
from tests.rulebooks import SHIPPED, game

FILE: Final = Path(__file__).with_name("seeds.json")
WAYS: Final = ("sensible", "random", "irregular")


def digests(id_: str) -> dict[str, str]:
    """By bot: with claims, shown cards and declarations among them, and with faults."""
    return {way: hashlib.sha256(_text(id_, way).encode()).hexdigest()[:16] for way in WAYS}


def _text(id_: str, way: str) -> str:
    bot = "random" if way == "random" else "sensible"
    made = simulate(game(id_), hands=30, seed=15, bot=bot, irregular=way == "irregular")
    return "".join(write_hands(each.hand for each in made))


if __name__ == "__main__":
    FILE.write_text(json.dumps({id_: digests(id_) for id_ in SHIPPED}, indent=1) + "\n", "utf-8")
