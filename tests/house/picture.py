"""The table of rooms in `ARCHITECTURE.md` and the chart of their imports, which Mermaid draws where the page is shown.

    python -m tests.house.picture

writes both anew; a test fails while they are not current. An arrow that follows from a longer way along others is
left out.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from tests.house.rooms import ROOMS, room_of
from tests.house.structure import imports, modules
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping

PAGE: Final = ROOT / "ARCHITECTURE.md"
_ROOMS: Final = re.compile(
    r"(?<=<!-- rooms, by tests\.house\.picture -->\n).*?(?=<!-- end of the rooms -->)", re.DOTALL
)


def purpose(room: str) -> str:
    """The first sentence of what a room says of itself."""
    said = ast.get_docstring(modules()[room]) or ""
    return said.split("\n\n")[0].replace("\n", " ").split(". ")[0].rstrip(".")


def needs() -> dict[str, set[str]]:
    """The rooms that each room imports."""
    found: dict[str, set[str]] = {room: set() for room in ROOMS}
    for name, others in imports().items():
        for other in others:
            if room_of(name) != room_of(other):
                found[room_of(name)].add(room_of(other))
    return found


def arrows(needed: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """The imports between rooms without those that follow from others."""
    below: dict[str, set[str]] = {}
    for room in ROOMS:
        below[room] = needed[room].union(*(below[each] for each in needed[room]))
    return [
        (room, each)
        for room in ROOMS
        for each in sorted(needed[room])
        if not any(each in below[other] for other in needed[room])
    ]


def chart() -> str:
    """The imports between rooms, as Mermaid reads them."""
    lines = [f"  {room.replace('.', '/')} --> {other.replace('.', '/')}" for room, other in arrows(needs())]
    return "\n".join(["```mermaid", "flowchart TD", *lines, "```"]) + "\n"


def page() -> str:
    """`ARCHITECTURE.md` with the table of rooms and the chart as they are."""
    text = PAGE.read_text("utf-8")
    rows = [f"| `{room.replace('.', '/')}` | {purpose(room)} |" for room in reversed(ROOMS)]
    table = "\n".join(["| room | what it is |", "| --- | --- |", *rows]) + "\n"
    return _ROOMS.sub(lambda _: f"{table}\n{chart()}", text)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8", newline="\n")
