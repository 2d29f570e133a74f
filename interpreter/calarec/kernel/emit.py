"""Writes the source of the generated code, line by line."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_ALLOWED: Final = re.compile(r"[A-Za-z0-9_ \n()\[\].,:;=<>!&|^~+*/%-]*")


class Source:
    """Lines of Python under construction."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0

    def add(self, *lines: str) -> None:
        """Lines at the depth of now."""
        self.lines += ["    " * self.depth + line for line in lines]

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A line that ends with a colon, and what stands below it."""
        self.add(f"{head}:")
        before = len(self.lines)
        self.depth += 1
        yield
        if len(self.lines) == before:
            self.add("pass")
        self.depth -= 1

    def text(self) -> str:
        """All of it."""
        return "\n".join(self.lines) + "\n"


def names_in(text: str) -> set[str]:
    """Every name and keyword of a source."""
    return set(_NAME.findall(text))


def is_plain_source(text: str, known: Iterable[str]) -> bool:
    """Whether a source is made of integers, signs and known names alone: no text, no import, no attribute but ours."""
    return _ALLOWED.fullmatch(text) is not None and names_in(text) <= set(known)
