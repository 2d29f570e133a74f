"""From text to hands and back: `read_records` and `parse_records`, `write`, `fmt`.

The grammar is `grammar/cal.lark`; what the words mean stands in `docs/reference/notation.md`.
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
    """Whoever reads does not need what writes, and the other way round: each is imported when it is asked for."""
    if name not in _STANDS_IN:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_STANDS_IN[name]}"), name)
