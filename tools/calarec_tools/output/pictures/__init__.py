"""Drawings as static pictures (SVG): cards, tables, curves; curves in text too."""
