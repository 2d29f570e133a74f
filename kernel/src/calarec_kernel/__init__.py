"""The compiled kernel of calarec: the same answers as the plain one, sooner.

calarec looks for it by itself; nobody else needs to call it.
"""

from calarec_kernel._core import Checker, Playouts, Search

FACE = 13
"""Counts the changes of what calarec calls here; both sides must mean the same."""

__version__ = "0.1.0"
__all__ = ["FACE", "Checker", "Playouts", "Search", "__version__"]
