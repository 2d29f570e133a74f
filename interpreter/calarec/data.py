"""Finds the data that comes with calarec, in a checkout and in an installed copy."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def data_folder(name: str) -> Path:
    """The folder `grammar` or `rules`."""
    here = Path(__file__).parent
    installed = here / "_data" / name
    return installed if installed.is_dir() else here.parents[1] / name
