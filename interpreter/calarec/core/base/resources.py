"""Paths of the data that comes with calarec, and of a user's own folders."""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@cache
def data_path(name: str) -> str:
    """The folder `grammar`, `page` or `rules`, or the file `LICENSE`."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - pathlib takes long to import
    here = os.path.dirname(package)  # noqa: PTH120
    installed = os.path.join(here, "_data", name)  # noqa: PTH118
    if os.path.exists(installed):  # noqa: PTH110
        return installed
    return os.path.join(os.path.dirname(os.path.dirname(here)), name)  # noqa: PTH118, PTH120


def data_folder(name: str) -> Path:
    """The folder `grammar`, `page` or `rules`, or the file `LICENSE`, as a path."""
    from pathlib import Path

    return Path(data_path(name))


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
