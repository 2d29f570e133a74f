"""Which kernel runs: the compiled one where it is installed, the plain one everywhere else.

The compiled kernel is a distribution of its own and gives the same answers. `CALAREC_KERNEL=plain` leaves it alone.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import ModuleType

FACE: Final = 12
"""What of the compiled kernel is called here; one that counts otherwise is not used."""


def compiled() -> ModuleType | None:
    """The compiled kernel; None where it is not installed, not wanted, or of another release."""
    if os.environ.get("CALAREC_KERNEL") == "plain":
        return None
    try:
        import calarec_kernel
    except ImportError:
        return None
    return calarec_kernel if calarec_kernel.FACE == FACE else None


def kernel_in_use() -> str:
    """How the kernel that runs is called, with its release if it has one of its own."""
    found = compiled()
    return "plain" if found is None else f"compiled {found.__version__}"
