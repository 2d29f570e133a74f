"""Findings and their words: data for each language, and the code for it."""
