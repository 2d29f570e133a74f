"""Findings, and the words in which they are told: a folder of data for each language, and what reads and shows them."""
