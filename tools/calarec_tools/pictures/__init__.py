"""Drawings: curves, as static pictures (SVG) and for a terminal."""
