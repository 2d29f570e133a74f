"""The layout of text on a terminal: columns, tabs, colour, unsafe characters.

Terms. A *cell* is one column of the terminal. Text from strangers is *made visible*: an unprintable character is
written as an escape such as `\\x1b`, which no terminal obeys. Unprintable are control characters, escapes, marks of
the writing direction, spaces of other widths, and halves of characters. A *painter* puts terminal escapes around text
that is already safe.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    Paint: TypeAlias = Callable[[str, str], str]

TAB: Final = 4
_JOINERS: Final = "\u200c\u200d"
"""They shape letters and join pictures in names, take no room, and do no harm."""

_FIRST_UNLIKE: Final = "\u0300"
"""The first character that may take more or less than one cell."""

_FAMILIAR: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str) -> str:
    """The text with everything unprintable escaped, line breaks included."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape_character(char) for char in text)


def cells(text: str) -> int:
    """The number of columns that visible text takes."""
    return len(text) if text.isascii() or max(text) < _FIRST_UNLIKE else sum(map(_width, text))


def laid_out(line: str) -> tuple[str, list[int]]:
    """Lay out a source line: the text to show, and the cell of each character.

    Tabs become spaces up to the next stop. The list has one entry more than the line has characters: the cell after
    its end.
    """
    if line.isascii() and line.isprintable():
        return line, list(range(len(line) + 1))
    shown: list[str] = []
    starts: list[int] = []
    place = 0
    for char in line:
        starts.append(place)
        if char == "\t":
            piece = " " * (TAB - place % TAB)
        else:
            piece = char if char.isprintable() else _escape_character(char)
        shown.append(piece)
        place += cells(piece)
    return "".join(shown), [*starts, place]


def _escape_character(each: str) -> str:
    """An unprintable character as its escape."""
    if each in _JOINERS:
        return each
    if each in _FAMILIAR:
        return _FAMILIAR[each]
    code = ord(each)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _width(each: str) -> int:
    if each < _FIRST_UNLIKE:
        return 1
    from unicodedata import category, east_asian_width

    if each in _JOINERS or category(each) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(each) in "WF" else 1


def wrap_text(text: str, width: int, *, taken: int = 0, hang: int = 0) -> list[str]:
    """Wrap visible text to lines of at most `width` cells (0: one line), at spaces.

    `taken` cells of the first line are in use already; later lines begin with `hang` spaces. A word longer than the
    line is left whole: paths and rule names are copied from the terminal.
    """
    if not width or taken + cells(text) <= width:
        return [text]
    lines: list[str] = []
    line, place = "", taken
    for word in text.split(" "):
        needed = cells(word) + (1 if line.strip() else 0)
        if line.strip() and place + needed > width:
            lines.append(line)
            line, place = " " * hang, hang
            needed = cells(word)
        line += f" {word}" if line.strip() else word
        place += needed
    return [*lines, line]


_STYLES: Final = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "strong": "1",
    "faint": "34",
    "label": "36",
}


def painter(*, enabled: bool) -> Paint:
    """A function that paints a text in a style, or leaves it as it is."""
    return _paint_text if enabled else _leave_unpainted


def _paint_text(text: str, style: str) -> str:
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if text else text


def _leave_unpainted(text: str, _style: str) -> str:
    return text
