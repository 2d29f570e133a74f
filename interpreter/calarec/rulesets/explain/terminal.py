"""A rulebook as text for a terminal: wrapped, headings underlined, tables in columns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.diagnostics.render.cells import cells, visible, wrapped
from calarec.diagnostics.render.paint import painter
from calarec.rulesets.explain.pages import blocks

if TYPE_CHECKING:
    from calarec.diagnostics.render.paint import Paint
    from calarec.language import Language
    from calarec.rulesets.explain.book import Book
    from calarec.rulesets.explain.pages import Block

WIDTH: Final = 80
_WIDEST: Final = 88
_SET_OFF: Final = re.compile(r"(?<!\w)\*([^*\s\]](?:[^*]*[^*\s])?)\*|`([^`]+)`")


def terminal(book: Book, lang: Language, *, width: int = 0, colour: bool = False) -> str:
    """The whole book, wrapped to `width` (0: to 80 columns)."""
    room = min(width or WIDTH, _WIDEST)
    paint = painter(enabled=colour)
    lines: list[str] = []
    before = ""
    for block in blocks(book, lang):
        if lines and not (block.kind == before and block.kind in ("item", "step")):
            lines.append("")
        lines.extend(_lines(block, room, paint))
        before = block.kind
    return "\n".join(lines) + "\n"


def plain_text(text: str) -> str:
    """A text without the marks that set names off."""
    return visible(_SET_OFF.sub(lambda found: found[1] or found[2], text))


def _lines(block: Block, room: int, paint: Paint) -> list[str]:
    text = plain_text(block.text)
    match block.kind:
        case "head":
            under = {1: "=", 2: "-"}.get(block.level, "")
            return [paint(text, "strong"), *([under * cells(text)] if under else [])]
        case "item":
            return _hung("  - ", text, room)
        case "step":
            return _hung(f"{block.number:>3}. ", text, room)
        case "grid":
            return _grid(block.rows)
    return wrapped(text, room)


def _hung(mark: str, text: str, room: int) -> list[str]:
    first, *others = wrapped(text, room - len(mark))
    return [mark + first, *(" " * len(mark) + line for line in others)]


def _grid(rows: tuple[tuple[str, ...], ...]) -> list[str]:
    texts = [[plain_text(cell) for cell in row] for row in rows]
    widths = [max(cells(row[place]) for row in texts) for place in range(len(rows[0]))]
    lines = [
        "  " + "  ".join(cell + " " * (wide - cells(cell)) for cell, wide in zip(row, widths, strict=True)).rstrip()
        for row in texts
    ]
    return [lines[0], "  " + "  ".join("-" * wide for wide in widths), *lines[1:]]
