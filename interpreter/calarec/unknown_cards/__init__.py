"""Hands with unknown cards: certain facts and possible ones."""
