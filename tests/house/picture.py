"""The table of rooms in `ARCHITECTURE.md`.

    python -m tests.house.picture

writes it anew; a test fails while it is not current.
"""

from __future__ import annotations

import ast
import re
from typing import Final

from tests.house.rooms import ROOMS
from tests.house.structure import modules
from tests.house.tree import ROOT

PAGE: Final = ROOT / "ARCHITECTURE.md"
_ROOMS: Final = re.compile(
    r"(?<=<!-- rooms, by tests\.house\.picture -->\n).*?(?=<!-- end of the rooms -->)", re.DOTALL
)


def purpose(room: str) -> str:
    """The first sentence of a room's docstring."""
    said = ast.get_docstring(modules()[room]) or ""
    return said.split("\n\n")[0].replace("\n", " ").split(". ")[0].rstrip(".")


def page() -> str:
    """`ARCHITECTURE.md` with the table of rooms as they are."""
    text = PAGE.read_text("utf-8")
    rows = [f"| `{room.replace('.', '/')}` | {purpose(room)} |" for room in reversed(ROOMS)]
    table = "\n".join(["| room | what it is |", "| --- | --- |", *rows]) + "\n"
    return _ROOMS.sub(lambda _: table, text)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8", newline="\n")
