"""Files at URLs: the form of a URL, and the server's stamp of a file."""

from __future__ import annotations

from typing import Final

from calarec.core.base.frozen import NamedTuple

ADDRESS_BEGINNINGS: Final = ("http://", "https://")


class AddressStamp(NamedTuple):
    """The server's mark and length of a file; -1 is an unknown length."""

    mark: str = ""
    length: int = -1


NO_STAMP: Final = AddressStamp()


class StampedFile(NamedTuple):
    """A file at a URL, as it was when it was examined."""

    file: str
    stamp: AddressStamp


def is_address(file: object) -> bool:
    """Check whether a file is a URL."""
    return isinstance(file, str) and file[:8].lower().startswith(ADDRESS_BEGINNINGS)
