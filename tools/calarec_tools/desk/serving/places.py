"""The default folder of evenings and the file of keys, in the user's data folder."""

from __future__ import annotations

from pathlib import Path

from calarec.core.base.resources import data_home


def default_folder() -> Path:
    """The folder of evenings and your own rules."""
    return Path(data_home()) / "calarec" / "evenings"


def keys_file() -> Path:
    """Return the file of the keys; it is outside that folder, which may be shared."""
    return Path(data_home()) / "calarec" / "page-keys.json"
