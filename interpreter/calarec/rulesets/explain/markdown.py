"""A rulebook as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.rulesets.explain.pages import blocks

if TYPE_CHECKING:
    from calarec.language import Language
    from calarec.rulesets.explain.book import Book
    from calarec.rulesets.explain.pages import Block


def markdown(book: Book, lang: Language) -> str:
    """The whole book; items of one list stand together, everything else is parted by a blank line."""
    lines: list[str] = []
    before = ""
    for block in blocks(book, lang):
        if lines and not (block.kind == before and block.kind in ("item", "step")):
            lines.append("")
        lines.extend(_lines(block))
        before = block.kind
    return "\n".join(lines) + "\n"


def _lines(block: Block) -> list[str]:
    match block.kind:
        case "head":
            return [f"{'#' * block.level} {block.text}"]
        case "item":
            return [f"- {block.text}"]
        case "step":
            return [f"{block.number}. {block.text}"]
        case "grid":
            rows = [f"| {' | '.join(cell.replace('|', '∣') for cell in row)} |" for row in block.rows]
            return [rows[0], "|" + " --- |" * len(block.rows[0]), *rows[1:]]
    return [block.text]
