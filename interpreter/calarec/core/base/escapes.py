"""Escapes for characters that would control a terminal or reorder the text.

Terms. A *control character* moves the cursor, breaks the line or begins a command to a terminal (C0, DEL, C1,
the separators of lines and paragraphs). A *direction character* changes the order in which text is shown.
"""

from __future__ import annotations

import json
import re
from typing import Final

STEERING: Final = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def escape_characters(text: str) -> str:
    """The text with an escape of JSON for each of these characters."""
    return STEERING.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def to_json_line(value: object) -> str:
    """A value as JSON on one line, nothing escaped but what must be and what steers."""
    return escape_characters(json.dumps(value, ensure_ascii=False))
