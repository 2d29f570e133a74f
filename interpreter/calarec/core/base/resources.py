"""Finds the data that comes with calarec, in a checkout and in an installed copy."""

from __future__ import annotations

import os
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
