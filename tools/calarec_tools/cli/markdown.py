"""Markdown as text for a terminal: wrapped, with strong headings.

It knows what our own pages use (headings, paragraphs, lists, fenced blocks, tables left as they
are) and nothing else; text that it does not know stays as it is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.wording.cells import painter, wrap_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.wording.cells import Paint

_WIDEST = 88
"""Longer lines of prose are hard to read on any terminal."""


def markdown_for_terminal(markdown: str, *, width: int = 0, colour: bool = False) -> str:
    """The text of a page; `width` 0 leaves every line as it is written."""
    room = min(width, _WIDEST) if width else 0
    return "".join(f"{line}\n" for line in _markdown_lines(markdown.splitlines(), room, painter(enabled=colour)))


def _markdown_lines(lines: list[str], room: int, paint: Paint) -> Iterator[str]:
    paragraph: list[str] = []
    fenced = False
    for line in lines:
        if line.startswith("```"):
            yield from _wrap_paragraph(paragraph, room)
            paragraph, fenced = [], not fenced
        elif fenced:
            yield f"    {line}".rstrip()
        elif line.startswith("#"):
            yield from _wrap_paragraph(paragraph, room)
            paragraph = []
            yield paint(line.lstrip("#").strip(), "strong")
        elif not line or line.startswith("|"):
            yield from _wrap_paragraph(paragraph, room)
            paragraph = []
            yield line
        elif _bullet(line):
            yield from _wrap_paragraph(paragraph, room)
            paragraph = [line]
        else:
            paragraph.append(line)
    yield from _wrap_paragraph(paragraph, room)


def _wrap_paragraph(paragraph: list[str], room: int) -> list[str]:
    """A paragraph or one item of a list, wrapped under its own beginning."""
    if not room or not paragraph:
        return paragraph
    hang = _bullet(paragraph[0])
    first, *others = paragraph
    return wrap_text(" ".join([first, *(other.strip() for other in others)]), room, hang=hang)


def _bullet(line: str) -> int:
    """The width of the mark that begins an item of a list; 0 for other lines."""
    mark, blank, _ = line.lstrip().partition(" ")
    if blank and (mark in ("-", "*") or (mark[:-1].isdecimal() and mark.endswith("."))):
        return len(line) - len(line.lstrip()) + len(mark) + 1
    return 0
