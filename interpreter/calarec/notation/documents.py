"""Files of office programs, which hold text but are none: what they are is told by their first bytes."""

from __future__ import annotations

from typing import Final

OPENINGS: Final = (b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0", b"{\\rtf")
"""How they begin; no record begins so."""
_IN_ARCHIVE: Final = (
    (b"word/", "word"),
    (b"xl/", "sheet"),
    (b"application/vnd.oasis.opendocument.text", "writer"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "sheet"),
)
_OTHERS: Final = ((b"%PDF", "pdf"), (b"{\\rtf", "rtf"), (b"\xd0\xcf\x11\xe0", "office"))


def kind(first: bytes) -> str:
    """The wording of CAL015 for the document that begins with these bytes; empty if it is none."""
    if not first.startswith(OPENINGS):
        return ""
    inside = next((kind for sign, kind in _IN_ARCHIVE if sign in first), "archive")
    return next((kind for sign, kind in _OTHERS if first.startswith(sign)), inside)
