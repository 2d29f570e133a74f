"""Statements, hands and evenings of a record; see `calarec.core.records.model`."""

from calarec.core.records.model import Hand, Preamble, Statement

__all__ = ["Hand", "Preamble", "Statement"]
