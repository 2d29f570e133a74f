"""An object that must not be unpickled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


class Bomb:
    """An object that runs code when it is unpickled."""

    def __init__(self, note: Path) -> None:
        self.note = note

    def __reduce__(self) -> tuple[Any, ...]:
        return exec, (f"open({str(self.note)!r}, 'w').write('run')",)
