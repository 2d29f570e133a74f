"""What a hand is: statements, hands, evenings. The way to use it stands in `calarec.core.records.model`."""

from calarec.core.records.model import Hand, Preamble, Statement

__all__ = ["Hand", "Preamble", "Statement"]
