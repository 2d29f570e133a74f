"""Where evenings and the keys of the page are if nothing else is named: in the user's data folder."""

from __future__ import annotations

from pathlib import Path

from calarec.core.base.resources import data_home


def default_folder() -> Path:
    """The folder of evenings and your own rules."""
    return Path(data_home()) / "calarec" / "evenings"


def keys_file() -> Path:
    """The file of the keys, beside that folder and not in it: folders are copied and shared."""
    return Path(data_home()) / "calarec" / "page-keys.json"
