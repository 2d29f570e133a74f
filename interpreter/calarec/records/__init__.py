"""What a hand is: statements, hands, evenings. The way to use it stands in `calarec.records.model`."""

from calarec.records.model import Hand, Preamble, Statement

__all__ = ["Hand", "Preamble", "Statement"]
