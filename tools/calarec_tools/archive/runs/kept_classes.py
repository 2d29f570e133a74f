"""Classes of tools whose objects may appear in parts."""

from __future__ import annotations

from typing import Final

KEPT_CLASSES: Final[dict[str, type]] = {}
"""By their names."""


def keep_in_parts(*classes: type) -> None:
    """Lists classes whose objects may appear in parts."""
    for listed in classes:
        assert KEPT_CLASSES.setdefault(listed.__name__, listed) is listed, listed
