"""Where programs keep what belongs to a user, by system: caches, and data. Empty where no place is known."""

from __future__ import annotations

import os
import sys


def cache_home() -> str:
    """The folder of caches."""
    return _user_folder("XDG_CACHE_HOME", (".cache",), ("Library", "Caches"))


def data_home() -> str:
    """The folder of data that programs keep."""
    return _user_folder("XDG_DATA_HOME", (".local", "share"), ("Library", "Application Support"))


def _user_folder(variable: str, elsewhere: tuple[str, ...], on_mac: tuple[str, ...]) -> str:
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA", "")
    if sys.platform == "darwin":
        return _at_home(*on_mac)
    named = os.environ.get(variable, "")
    return named if os.path.isabs(named) else _at_home(*elsewhere)  # noqa: PTH117


def _at_home(*parts: str) -> str:
    home = os.path.expanduser("~")  # noqa: PTH111
    return os.path.join(home, *parts) if os.path.isabs(home) else ""  # noqa: PTH117, PTH118
