"""The fast path: a ruleset compiled to straight code over bit masks, for complete and plain hands.

Whatever it does not know it leaves to the engine, which explains. A property test holds both to the same.
"""

from calarec.kernel.board import Board
from calarec.kernel.kernel import Kernel, kernel_of
from calarec.kernel.paying import paid

__all__ = ["Board", "Kernel", "kernel_of", "paid"]
