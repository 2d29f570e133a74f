"""From text to hands and back: `read` and `parse`, `write`, `fmt`.

The grammar is `grammar/cal.lark`; what the words mean stands in `docs/notation.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calarec.core.notation.formatter import fmt
    from calarec.core.notation.reader import Records, parse, read
    from calarec.core.notation.source import Source, Text
    from calarec.core.notation.writer import write, written

__all__ = ["Records", "Source", "Text", "fmt", "parse", "read", "write", "written"]

_STANDS_IN = {
    "Records": "reader", "parse": "reader", "read": "reader", "Source": "source", "Text": "source",
    "fmt": "formatter", "write": "writer", "written": "writer",
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Whoever reads does not need what writes, and the other way round: each is imported when it is asked for."""
    if name not in _STANDS_IN:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_STANDS_IN[name]}"), name)
