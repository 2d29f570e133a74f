"""Hands entered as they are played: from input to lines of a record."""
