"""A hand as pictures: all cards, the view of one seat, and a few cards.

    python draw_hand.py [FOLDER]

In a notebook the values alone are enough: a cell that ends with `hand` shows its picture.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import calarec

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str]) -> list[Path]:
    """Write the pictures into a folder."""
    folder = Path(arguments[0] if arguments else ".")
    hand = calarec.play("pagat", ["Anna", "Bruno", "Carla"], dealer="Carla", seed=4)
    hand = hand.apply({"do": "bid", "seat": "A", "word": "chiamo"})
    pictures = {
        "hand.svg": hand.svg(),
        "seen-by-bruno.svg": hand.view("B").svg(),
        "cards.svg": calarec.draw_cards("3c 2c Ac", "pagat").svg,
    }
    written = []
    for name, picture in pictures.items():
        path = folder / name
        path.write_text(picture or "", encoding="utf-8")
        written.append(path)
    return written


if __name__ == "__main__":
    main(sys.argv[1:])
