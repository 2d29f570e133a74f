"""Drawings: cards, tables and curves as static pictures (SVG), curves for a terminal too."""
