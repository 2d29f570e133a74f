"""The mass path: canonical text of plain hands to verdicts, payments and totals; the rest is handed to the replay.

Terms. A hand *passes* if a replay would have nothing to say of it. Whatever does not pass is *explained*: read by
the notation's reader and replayed. So the mass path never finds fault; it only says what is in order.
"""

from calarec.kernel.mass.running import Passed
from calarec.kernel.mass.verifier import Unruled, Verifier

__all__ = ["Passed", "Unruled", "Verifier"]
