"""From text to hands and back: `read_records` and `parse_records`, `write`, `fmt`.

The grammar is `grammar/cal.lark`; the meaning of the words is in `docs/reference/notation.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calarec.core.notation.formatter import fmt
    from calarec.core.notation.reader import Records, parse_records, read_records
    from calarec.core.notation.source import Source, Text
    from calarec.core.notation.writer import write, write_hands

__all__ = ["Records", "Source", "Text", "fmt", "parse_records", "read_records", "write", "write_hands"]

_STANDS_IN = {
    "Records": "reader", "parse_records": "reader", "read_records": "reader", "Source": "source", "Text": "source",
    "fmt": "formatter", "write": "writer", "write_hands": "writer",
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Import the reader or the writer when it is first needed."""
    if name not in _STANDS_IN:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_STANDS_IN[name]}"), name)
