"""Score-only hands: their possible outcomes, and contradictions."""
