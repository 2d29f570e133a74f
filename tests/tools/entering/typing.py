"""Lines typed into an entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import calarec
from calarec_tools.desk.entering.session import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable

PAGAT = calarec.load_rules("pagat")

HEAD = """cal 1
rules pagat@1.0.0 sha256:7fa4e8422223

seat A "Anna"
seat B "Bruno"
seat C "Carla"
"""


def fresh(text: str = HEAD, **wanted: object) -> Entry:
    """A record to enter into."""
    return Entry(text, asked=PAGAT, **wanted)  # type: ignore[arg-type]


def type_lines(entry: Entry, lines: Iterable[str]) -> list[tuple[str, ...]]:
    """Enter lines; return the messages about each."""
    return [entry.take(line).said for line in lines]


def last(entry: Entry) -> str:
    """The last line of the record."""
    return entry.text.splitlines()[-1]
