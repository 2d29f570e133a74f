"""Simulated hands: legal, reproducible, and steered towards an aim."""

from calarec.simulation.run import Simulated, simulate

__all__ = ["Simulated", "simulate"]
