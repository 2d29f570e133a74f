"""Hands of which not every card was written down: what must have been so, what may have been."""
