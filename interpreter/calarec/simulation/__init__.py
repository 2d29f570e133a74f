"""Makes hands: legal under a ruleset, reproducible, steered towards what one wants to see."""

from calarec.simulation.run import Simulated, simulate

__all__ = ["Simulated", "simulate"]
