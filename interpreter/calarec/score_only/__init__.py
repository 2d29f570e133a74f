"""Hands of which only the score was written down: what they can have come to, and what contradicts."""
