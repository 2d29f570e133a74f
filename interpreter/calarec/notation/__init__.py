"""From text to hands and back: `read` and `parse`, `write`, `fmt`.

The grammar is `grammar/cal.lark`; what the words mean stands in `docs/notation.md`.
"""

from calarec.notation.reader import Records, parse, read
from calarec.notation.source import Source, Text
from calarec.notation.writer import write, written

__all__ = ["Records", "Source", "Text", "parse", "read", "write", "written"]
