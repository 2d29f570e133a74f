"""Hands that do not hold: the smallest changes of their lines that make them legal and true."""
