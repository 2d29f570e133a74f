"""Which kernel runs: the compiled one where it is installed, the plain one everywhere else.

The compiled kernel is a distribution of its own and gives the same answers. `CALAREC_KERNEL=plain` leaves it alone.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from types import ModuleType

FACE: Final = 13
"""What of the compiled kernel is called here; one that counts otherwise is not used."""


class UnusedKernel(NamedTuple):
    """A compiled kernel that is installed and not used, though nobody asked for the plain one."""

    version: str | None
    """Its release; None if it does not name one."""
    reason: str
    """What the import failed with; empty if it was written for another release of calarec."""


def find_compiled_kernel() -> ModuleType | None:
    """The compiled kernel; None where it is not installed, not wanted, or of another release."""
    found = _installed_kernel()
    return None if found is None or isinstance(found, UnusedKernel) else found


def find_unused_kernel() -> UnusedKernel | None:
    """A compiled kernel that does not fit this release, or that cannot be loaded; None where nothing is wrong."""
    found = _installed_kernel()
    return found if isinstance(found, UnusedKernel) else None


def _installed_kernel() -> ModuleType | UnusedKernel | None:
    if os.environ.get("CALAREC_KERNEL") == "plain":
        return None
    try:
        import calarec_kernel
    except ImportError as error:
        # Without a kernel there is nothing to report; one that is there and cannot be loaded names another module.
        is_absent = isinstance(error, ModuleNotFoundError) and error.name == "calarec_kernel"
        return None if is_absent else UnusedKernel(None, str(error))
    # The first kernels did not count their face.
    if getattr(calarec_kernel, "FACE", None) == FACE:
        return calarec_kernel
    return UnusedKernel(getattr(calarec_kernel, "__version__", None), "")


def kernel_in_use() -> str:
    """How the kernel that runs is called, with its release if it has one of its own."""
    found = find_compiled_kernel()
    return "plain" if found is None else f"compiled {found.__version__}"
