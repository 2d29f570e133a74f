"""From text to hands and back: `read` and `parse`, `write`, `fmt`.

The grammar is `grammar/cal.lark`; what the words mean stands in `docs/notation.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.notation.reader import Records, parse, read
from calarec.notation.source import Source, Text

if TYPE_CHECKING:
    from calarec.notation.formatter import fmt
    from calarec.notation.writer import write, written

__all__ = ["Records", "Source", "Text", "fmt", "parse", "read", "write", "written"]

_LATER = {"fmt": "formatter", "write": "writer", "written": "writer"}


def __getattr__(name: str) -> object:
    """What a reader does not need is imported when somebody asks for it."""
    if name not in _LATER:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
