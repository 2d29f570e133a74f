"""The choice of the kernel: the compiled one where built, else plain Python.

The compiled kernel is the C core (`kernel/core`) with its Python module, and gives the same answers as plain Python.
`CALAREC_KERNEL=plain` does not use it.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.version import __version__

if TYPE_CHECKING:
    from types import ModuleType

FACE: Final = 17
"""The version of the calls into the compiled kernel; the build compiles it in."""
MODULE: Final = "calarec.core.base._kernel"


class UnusedKernel(NamedTuple):
    """Why the plain kernel runs, though it was not asked for."""

    version: str | None
    """Always None: the compiled kernel has no release of its own."""
    reason: str
    """The reason why the compiled kernel is missing, or the error of loading it.

    Empty if it was built from other sources.
    """


def find_compiled_kernel() -> ModuleType | None:
    """Load the compiled kernel; None if it is missing, unwanted or outdated."""
    found = _load_kernel()
    return None if found is None or isinstance(found, UnusedKernel) else found


def find_unused_kernel() -> UnusedKernel | None:
    """Find out why the compiled kernel is not used.

    None where it is used, or where `CALAREC_KERNEL` asks for the plain one.
    """
    found = _load_kernel()
    return found if isinstance(found, UnusedKernel) else None


def _load_kernel() -> ModuleType | UnusedKernel | None:
    if os.environ.get("CALAREC_KERNEL") == "plain":
        return None
    try:
        from calarec.core.base import _kernel
    except ImportError as error:
        is_absent = error.name in ("calarec.core.base", MODULE)
        return UnusedKernel(None, _read_missing_reason() if is_absent else str(error))
    return _kernel if _kernel.FACE == FACE else UnusedKernel(None, "")


def _read_missing_reason() -> str:
    """Read the note that the build left beside this module."""
    note = os.path.join(os.path.dirname(__file__), "_kernel_missing.txt")  # noqa: PTH118, PTH120
    try:
        with open(note, encoding="utf-8", errors="replace") as stream:  # noqa: PTH123
            return stream.read(1000).strip()
    except OSError:
        return "it was not built"


def kernel_in_use() -> str:
    """The name of the kernel that runs, with the release if it is the compiled one."""
    return "plain" if find_compiled_kernel() is None else f"compiled {__version__}"
