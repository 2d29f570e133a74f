"""Files behind addresses: the form of an address, and the stamp that a server gives to a file."""

from __future__ import annotations

from typing import Final

from calarec.core.base.frozen import NamedTuple

ADDRESS_BEGINNINGS: Final = ("http://", "https://")


class AddressStamp(NamedTuple):
    """What a server says of a file; a length that it does not say is -1."""

    mark: str = ""
    length: int = -1


NO_STAMP: Final = AddressStamp()


class StampedFile(NamedTuple):
    """A file behind an address, as it was when it was looked at."""

    file: str
    stamp: AddressStamp


def is_address(file: object) -> bool:
    """Whether a file is an address."""
    return isinstance(file, str) and file[:8].lower().startswith(ADDRESS_BEGINNINGS)
