"""A language whose letters are circled."""

from __future__ import annotations

import re
from typing import Final

_KEPT: Final = re.compile(r"(`[^`]*`|\{\w+\}|<[^>]*>)")
MARKS: Final = re.compile(r"(`[^`]*`|\{=?-?\w+\})")


def circle_letters(text: str, kept: re.Pattern[str] = _KEPT) -> str:
    """Circle the letters of a text, except in the parts that a pattern keeps."""

    def circle(letter: re.Match[str]) -> str:
        first = 0x24B6 if letter[0].isupper() else 0x24D0
        return chr(first + ord(letter[0].lower()) - ord("a"))

    parts = kept.split(text)
    return "".join(part if number % 2 else re.sub("[A-Za-z]", circle, part) for number, part in enumerate(parts))
